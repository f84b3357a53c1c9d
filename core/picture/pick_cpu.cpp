#include "picture/pick.inl"

namespace nearfield {

Picked pick(Cpu& exec, const Picture& picture, const Ray& ray, float tolerance) {
    return detail::pick_on(exec, picture, ray, tolerance);
}

}  // namespace nearfield
