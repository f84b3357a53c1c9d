#pragma once
#include "exec/exec.hpp"
#include "scenes/building/surfaces.hpp"

namespace nearfield::building {

/// Surfaces in the memory of a backend.
template <class Exec> class SurfacesOn {
  public:
    /// Throws Error if they do not fit.
    void upload(Exec& exec, const Surfaces& from) {
        for (std::size_t c = 0; c < 3; ++c) corners_[c].upload(exec, from.corners[c]);
        triangles_.upload(exec, from.triangles), shells_.upload(exec, from.shells), parts_.upload(exec, from.parts);
    }
    SurfacesView view() const {
        return {.corners = {corners_[0].data(), corners_[1].data(), corners_[2].data()},
                .triangles = triangles_.data(),
                .shells = shells_.data(),
                .parts = parts_.data(),
                .part_count = u32(parts_.size())};
    }
    std::size_t bytes() const {
        return corners_[0].bytes() + corners_[1].bytes() + corners_[2].bytes() + triangles_.bytes() + shells_.bytes() +
               parts_.bytes();
    }

  private:
    std::array<Array<Exec, Point>, 3> corners_;
    Array<Exec, Triangle> triangles_;
    Array<Exec, u32> shells_;
    Array<Exec, PartSurface> parts_;
};

}  // namespace nearfield::building
