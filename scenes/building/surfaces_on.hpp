#pragma once
#include "exec/exec.hpp"
#include "scenes/building/surfaces.hpp"

namespace nearfield::building {

/// Surfaces in backend memory.
template <class Exec> class SurfacesOn {
  public:
    /// Throws Error if they do not fit in memory.
    void upload(Exec& exec, const Surfaces& from) {
        for (std::size_t c = 0; c < 3; ++c) corners_[c].upload(exec, from.corners[c]);
        triangles_.upload(exec, from.triangles);
        boxes_.upload(exec, from.boxes);
        blocks_.upload(exec, from.blocks);
        shells_.upload(exec, from.shells);
        parts_.upload(exec, from.parts);
        margin_ = margin_of(from);
    }
    /// Uploads the ranges of one part that has moved.
    void upload_part(Exec& exec, const Surfaces& from, u32 part) {
        const PartSurface& p = from.parts[part];
        for (std::size_t c = 0; c < 3; ++c) copy(exec, corners_[c], from.corners[c], p.first_corner, p.end_corner);
        copy(exec, boxes_, from.boxes, p.triangles.closed, p.triangles.end);
        copy(exec, blocks_, from.blocks, p.blocks, p.blocks + p.block_count());
        copy(exec, parts_, from.parts, part, part + 1);
    }
    SurfacesView view() const {
        return {.corners = {corners_[0].data(), corners_[1].data(), corners_[2].data()},
                .triangles = triangles_.data(),
                .boxes = boxes_.data(),
                .blocks = blocks_.data(),
                .shells = shells_.data(),
                .parts = parts_.data(),
                .part_count = u32(parts_.size()),
                .margin = margin_};
    }
    std::size_t bytes() const {
        return corners_[0].bytes() + corners_[1].bytes() + corners_[2].bytes() + triangles_.bytes() + boxes_.bytes() +
               blocks_.bytes() + shells_.bytes() + parts_.bytes();
    }

  private:
    template <class T>
    static void copy(Exec& exec, Array<Exec, T>& to, const std::vector<T>& from, u32 first, u32 end) {
        if (first < end) copy_to_device(exec, to.data() + first, from.data() + first, end - first);
    }

    std::array<Array<Exec, Point>, 3> corners_;
    Array<Exec, Triangle> triangles_;
    Array<Exec, Box> boxes_, blocks_;
    Array<Exec, u32> shells_;
    Array<Exec, PartSurface> parts_;
    i64 margin_ = 0;
};

}  // namespace nearfield::building
