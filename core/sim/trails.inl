#pragma once
// Definitions for trails_cpu.cpp and trails_cuda.cu.
#include "sim/trails.hpp"

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

struct NoteValue {
    ColumnView value;
    const u32* id;
    u32 traced;
    float* to;
    NF_HD void operator()(u32 i) const {
        if (id[i] < traced) to[id[i]] = value.number(i);
    }
};

/// True if a trail crosses the border of a wrapped environment.
template <int D> bool jumps(const vec<D>& a, const vec<D>& b, const Environment<D>& box) {
    const vec<D> far = glm::abs(a - b) - 0.5f * box.size();
    for (int axis = 0; axis < D; ++axis)
        if (box.wrapped && far[axis] > 0) return true;
    return false;
}

}  // namespace detail

template <class Exec, int D> TrailHistory<Exec, D>::TrailHistory(int length, u32 actors)
    : length_(length),
      traced_(traced_of(length, actors)) {
    places_.resize(std::size_t(length) * traced_, "trails");
    value_.resize(traced_, "trails");
}

template <class Exec, int D> void TrailHistory<Exec, D>::note(Exec& exec, const Actors<Exec, D>& actors) {
    if (traced_ == 0) return;
    for_each(exec, actors.size(),
             detail::NotePlace<D>{actors.position.current(), actors.id.current(), traced_,
                                  places_.data() + std::size_t(next_) * traced_});
    next_ = (next_ + 1) % length_;
    known_ = std::min(known_ + 1, length_);
}

template <class Exec, int D> void TrailHistory<Exec, D>::draw(Exec& exec, const Actors<Exec, D>& actors,
                                                              Canvas<Exec>& canvas, const Environment<D>& box) {
    if (traced_ == 0 || known_ < 2) return;
    const u32 n = actors.size();
    for_each(exec, n,
             detail::NoteValue{ColumnView(canvas.actors().value, n), actors.id.current(), traced_, value_.data()});
    const auto places = places_.download(exec);
    const auto values = value_.download(exec);
    const auto at = [&](u32 actor, int back) {
        return unpack<D>(places[std::size_t((next_ - 1 - back + 2 * length_) % length_) * traced_ + actor]);
    };
    auto ends = std::make_shared<std::vector<glm::vec3>>();
    auto value = std::make_shared<std::vector<float>>(), strength = std::make_shared<std::vector<float>>();
    for (u32 actor = 0; actor < traced_; ++actor)
        for (int back = 0; back + 1 < known_; ++back) {
            const vec<D> now = at(actor, back), before = at(actor, back + 1);
            if (detail::jumps<D>(now, before, box)) continue;
            for (const vec<D>& p : {now, before}) ends->push_back({p[0], p[1], D == 3 ? p[D - 1] : 0.f});
            value->push_back(values[actor]);
            strength->push_back(1 - float(back + 1) / float(known_));
        }
    canvas.lines({.name = "trails",
                  .ends = std::shared_ptr<const std::vector<glm::vec3>>(std::move(ends)),
                  .strength = std::shared_ptr<const std::vector<float>>(std::move(strength)),
                  .value = std::shared_ptr<const std::vector<float>>(std::move(value)),
                  .look = LineLook::trail});
}

}  // namespace nearfield
