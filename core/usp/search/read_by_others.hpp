#pragma once
#include "exec/stage_timer.hpp"
#include "usp/search/search.hpp"

namespace nearfield {

/// A packed column that a rule reads for neighbours.
template <int D> struct ReadByOthers {
    const Packed<D>* packed = nullptr;
    const float* axis[D] = {};  ///< CPU: a copy per axis, so that a vector of neighbours loads contiguous numbers

    NF_INLINE vec<D> operator()(const Other& j) const {
        return j.read([this](Other::Number n) {
#if NF_ON_DEVICE
            return load<D>(packed + n);
#else
            vec<D> v;
            for (int a = 0; a < D; ++a) v[a] = axis[a][n];
            return v;
#endif
        });
    }
};

/// Prepares columns for reading by neighbours, once per step after sorting.
template <class Exec, int D> class ReadableColumn {
  public:
    ReadByOthers<D> of(Exec& exec, const Packed<D>* column, u32 actors) {
        ReadByOthers<D> readable{column};
        if constexpr (Exec::backend == Backend::cpu) {
            detail::SplitAxes<D> split{column};
            for (int a = 0; a < D; ++a) {
                axis_[a].resize(actors, "a column axis by axis");
                readable.axis[a] = split.axis[a] = axis_[a].data();
            }
            for_each(exec, actors, split);
        }
        return readable;
    }
    std::size_t bytes() const { return D * axis_[0].bytes(); }

  private:
    Array<Exec, float> axis_[D];  ///< CPU only
};

/// A vector and a number per actor, written by one rule and read for neighbours by another.
template <int D> struct VectorAndNumber {
    vec<D> vector{0.f};
    float number = 0.f;
};

template <int D> struct SharedPairs {
    Packed<3>* packed = nullptr;  ///< CUDA: a single load reads both
    float* axis[D + 1] = {};      ///< CPU: one array per component, the number last

    NF_INLINE void put(u32 i, const vec<D>& v, float number) const {
#if NF_ON_DEVICE
        if constexpr (D == 2) packed[i] = {{v[0], v[1], 0.f, number}};
        else packed[i] = {{v[0], v[1], v[D - 1], number}};
#else
        for (int a = 0; a < D; ++a) axis[a][i] = v[a];
        axis[D][i] = number;
#endif
    }

    NF_INLINE VectorAndNumber<D> operator()(const Other& j) const {
        return j.read([this](Other::Number n) {
            VectorAndNumber<D> both;
#if NF_ON_DEVICE
            const float4 p = __ldg(reinterpret_cast<const float4*>(packed + n));
            both.vector[0] = p.x;
            both.vector[1] = p.y;
            both.number = p.w;
            if constexpr (D == 3) both.vector[D - 1] = p.z;
#else
            for (int a = 0; a < D; ++a) both.vector[a] = axis[a][n];
            both.number = axis[D][n];
#endif
            return both;
        });
    }
    NF_INLINE VectorAndNumber<D> own(u32 i) const { return (*this)(Other(i, true)); }
};

/// Memory of SharedPairs, in the storage order of the step that fills it; invalid after that step.
template <class Exec, int D> class SharedColumn {
  public:
    SharedPairs<D> room(u32 actors) {
        SharedPairs<D> pairs;
        if constexpr (Exec::backend == Backend::cpu) {
            for (int a = 0; a <= D; ++a) {
                axis_[a].resize(actors, "values that neighbours share");
                pairs.axis[a] = axis_[a].data();
            }
        } else {
            packed_.resize(actors, "values that neighbours share");
            pairs.packed = packed_.data();
        }
        return pairs;
    }
    std::size_t bytes() const { return packed_.bytes() + (D + 1) * axis_[0].bytes(); }

  private:
    Array<Exec, Packed<3>> packed_;
    Array<Exec, float> axis_[D + 1];
};

}  // namespace nearfield
