#pragma once
// Picking: finds the element of a picture under the mouse.
#include "exec/exec.hpp"
#include "picture/picture.hpp"

namespace nearfield {

struct Ray {
    glm::vec3 origin, direction;  ///< not normalised
};

enum class LayerKind { none, points, lines, triangles, cells, labels };

struct Picked {
    LayerKind kind = LayerKind::none;
    u32 layer = 0;       ///< index into the picture's layers of that kind
    u32 element = 0;     ///< the element's id in the layer, else its index
    float distance = 0;  ///< along the ray

    explicit operator bool() const { return kind != LayerKind::none; }
};

/// In 3D: the first element along the ray. In 2D, where the ray crosses the plane: the element of the topmost kind, and
/// among points or lines the nearest. Points and lines are hit within `tolerance` beyond their drawn size, in world
/// units. Hidden elements are ignored. Columns may lie in backend or main memory. Synchronises.
Picked pick(Cpu& exec, const Picture& picture, const Ray& ray, float tolerance);
#ifdef __CUDACC__
Picked pick(Cuda& exec, const Picture& picture, const Ray& ray, float tolerance);
#endif

}  // namespace nearfield
