#pragma once
#include "sim/world.hpp"
#include "usp/actors.hpp"

#include <algorithm>

namespace nearfield {

namespace detail {

template <int D> struct NotePlace {
    const Packed<D>* position;
    const u32* id;
    u32 traced;
    Packed<D>* to;
    NF_HD void operator()(u32 i) const {
        if (id[i] < traced) to[id[i]] = position[i];
    }
};

template <class View> struct NoteScalar {
    View view;
    const u32* id;
    u32 traced;
    float* to;
    NF_HD void operator()(u32 i) const {
        if (id[i] < traced) to[id[i]] = view(i);
    }
};

}  // namespace detail

/// Where the first few thousand actors were after each of the last steps. Costs nothing while its length is 0.
template <class Exec, int D> class TrailHistory {
  public:
    static constexpr u32 most_traced = 4096;

    /// Forgets what was if anything changes.
    void configure(int length, u32 actors) {
        const u32 traced = length > 0 ? std::min(actors, most_traced) : 0;
        if (length == length_ && traced == traced_) return;
        places_.resize(std::size_t(length) * traced, "trails"), scalar_.resize(traced, "trails");
        length_ = length, traced_ = traced;
        forget();
    }
    void forget() { known_ = next_ = 0; }

    void note(Exec& exec, const Actors<Exec, D>& actors) {
        if (traced_ == 0) return;
        for_each(exec, actors.size(), detail::NotePlace<D>{actors.position.current(), actors.id.current(), traced_, places_.data() + std::size_t(next_) * traced_});
        next_ = (next_ + 1) % length_, known_ = std::min(known_ + 1, length_);
    }

    /// Waits; null without trails.
    template <class View> std::shared_ptr<const Trails> collect(Exec& exec, const Actors<Exec, D>& actors, const View& scalar) {
        if (traced_ == 0 || known_ < 2) return nullptr;
        for_each(exec, actors.size(), detail::NoteScalar<View>{scalar, actors.id.current(), traced_, scalar_.data()});
        auto trails = std::make_shared<Trails>();
        trails->length = known_, trails->scalar = scalar_.download(exec), trails->places.resize(std::size_t(known_) * traced_);
        const auto places = places_.download(exec);
        for (int back = 0; back < known_; ++back) {
            const auto* then = places.data() + std::size_t((next_ - 1 - back + 2 * length_) % length_) * traced_;
            for (u32 a = 0; a < traced_; ++a)
                for (int axis = 0; axis < D; ++axis) trails->places[std::size_t(a) * known_ + back][axis] = then[a].c[axis];
        }
        return trails;
    }
    std::size_t bytes() const { return places_.bytes() + scalar_.bytes(); }

  private:
    Array<Exec, Packed<D>> places_;  ///< a ring of `length_` rows by id
    Array<Exec, float> scalar_;
    int length_ = 0, known_ = 0, next_ = 0;
    u32 traced_ = 0;
};

}  // namespace nearfield
