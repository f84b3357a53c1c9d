#pragma once
#include "exec/stage_timer.hpp"
#include "usp/search.hpp"

namespace nearfield {

/// A packed column as a rule reads it of an actor's neighbours.
template <int D> struct ReadByOthers {
    const Packed<D>* packed = nullptr;
    const float* axis[D] = {};  ///< CPU: the same, axis by axis, so that what a vector of neighbours has is loaded as it lies

    /// The value of neighbour j if `wanted`, otherwise any: on a GPU, lanes that do not want it fetch none; a CPU, which
    /// takes a vector of candidates at a time, fetches all.
    template <class Index> NF_INLINE vec<D> operator()([[maybe_unused]] bool wanted, Index j) const {
        vec<D> v(0.f);
#if NF_ON_DEVICE
        if (wanted) v = load<D>(packed + j);
#else
        for (int a = 0; a < D; ++a) v[a] = axis[a][j];
#endif
        return v;
    }
};

/// Makes columns ready to be read by others, once per step after the actors were brought into order.
template <class Exec, int D> class ReadableColumn {
  public:
    ReadByOthers<D> of(Exec& exec, const Packed<D>* column, u32 actors) {
        ReadByOthers<D> readable{column};
        if constexpr (Exec::backend == Backend::cpu) {
            detail::SplitAxes<D> split{column};
            for (int a = 0; a < D; ++a) axis_[a].resize(actors, "a column axis by axis"), readable.axis[a] = split.axis[a] = axis_[a].data();
            for_each(exec, actors, split);
        }
        return readable;
    }
    std::size_t bytes() const { return D * axis_[0].bytes(); }

  private:
    Array<Exec, float> axis_[D];  ///< CPU only
};

/// A vector and a number per actor, written by one rule and read by another of an actor's neighbours.
template <int D> struct VectorAndNumber {
    vec<D> vector{0.f};
    float number = 0.f;
};

template <int D> struct SharedPairs {
    Packed<3>* packed = nullptr;  ///< CUDA: one load fetches both
    float* axis[D + 1] = {};      ///< CPU: axis by axis, the number last

    NF_INLINE void put(u32 i, const vec<D>& v, float number) const {
#if NF_ON_DEVICE
        if constexpr (D == 2) packed[i] = {{v[0], v[1], 0.f, number}};
        else packed[i] = {{v[0], v[1], v[D - 1], number}};
#else
        for (int a = 0; a < D; ++a) axis[a][i] = v[a];
        axis[D][i] = number;
#endif
    }

    /// As ReadByOthers: of neighbour j if `wanted`.
    template <class Index> NF_INLINE VectorAndNumber<D> operator()([[maybe_unused]] bool wanted, Index j) const {
        VectorAndNumber<D> both;
#if NF_ON_DEVICE
        if (wanted) {
            const float4 p = __ldg(reinterpret_cast<const float4*>(packed + j));
            both.vector[0] = p.x, both.vector[1] = p.y, both.number = p.w;
            if constexpr (D == 3) both.vector[D - 1] = p.z;
        }
#else
        for (int a = 0; a < D; ++a) both.vector[a] = axis[a][j];
        both.number = axis[D][j];
#endif
        return both;
    }
    NF_INLINE VectorAndNumber<D> own(u32 i) const { return (*this)(true, i); }
};

/// The memory of SharedPairs. It lies in the storage order of the step that fills it and is not kept beyond that step.
template <class Exec, int D> class SharedColumn {
  public:
    SharedPairs<D> room(u32 actors) {
        SharedPairs<D> pairs;
        if constexpr (Exec::backend == Backend::cpu) {
            for (int a = 0; a <= D; ++a) axis_[a].resize(actors, "values that neighbours share"), pairs.axis[a] = axis_[a].data();
        } else {
            packed_.resize(actors, "values that neighbours share"), pairs.packed = packed_.data();
        }
        return pairs;
    }
    std::size_t bytes() const { return packed_.bytes() + (D + 1) * axis_[0].bytes(); }

  private:
    Array<Exec, Packed<3>> packed_;
    Array<Exec, float> axis_[D + 1];
};

}  // namespace nearfield
