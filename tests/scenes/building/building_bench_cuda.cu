#include "building_bench.hpp"

namespace nearfield::building {

std::unique_ptr<Method> ours_on_cuda(const Task& task, const BoxSettings& boxes, Copies copies) {
    if (cuda_status().devices.empty()) return nullptr;
    return std::make_unique<Ours<Cuda>>(task, boxes, copies);
}

}  // namespace nearfield::building
