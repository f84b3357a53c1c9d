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

}  // namespace nearfield
