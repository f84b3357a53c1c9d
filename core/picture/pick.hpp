#pragma once
// Which element of a picture lies under the mouse.
#include "exec/exec.hpp"
#include "picture/picture.hpp"

namespace nearfield {

struct Ray {
    glm::vec3 origin, direction;  ///< direction of any length
};

enum class LayerKind { none, points, lines, triangles, cells, labels };

struct Picked {
    LayerKind kind = LayerKind::none;
    u32 layer = 0;       ///< index into the picture's layers of that kind
    u32 element = 0;     ///< the layer's id of it, else its index
    float distance = 0;  ///< along the ray

    explicit operator bool() const { return kind != LayerKind::none; }
};

/// In 3D: the element that the ray meets first. In 2D, where the ray crosses the plane: the element of the topmost
/// kind, and among points or lines the nearest. Points and lines are hit within `tolerance` beyond their drawn size, in
/// world units. What is hidden is not met. Columns may lie in the backend's memory or in main memory. Waits.
Picked pick(Cpu& exec, const Picture& picture, const Ray& ray, float tolerance);
#ifdef __CUDACC__
Picked pick(Cuda& exec, const Picture& picture, const Ray& ray, float tolerance);
#endif

}  // namespace nearfield
