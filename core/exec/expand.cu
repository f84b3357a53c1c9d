#include "exec/expand.hpp"

#include <cub/device/device_scan.cuh>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

namespace nearfield {
namespace {

struct CountOf {
    const u64* count;
    u32 n;
    __host__ __device__ u64 operator()(u32 k) const { return k < n ? count[k] : 0; }
};

__global__ void totals_kernel(const u64* first, const u64* second, u64* to) {
    wait_for_previous();
    to[0] = *first;
    to[1] = *second;
}

}  // namespace

std::array<u64, 2> items_of(Cuda& exec, const u64* first, u32 owners, const u64* second, u32 other_owners) {
    u64* const totals = static_cast<u64*>(exec.mailbox());
    launch(exec, totals_kernel, 1, 1, 0, "counting items", first + owners, second + other_owners, totals);
    exec.finish();
    return {totals[0], totals[1]};
}

void offsets_of(Cuda& exec, const u64* count, u64* start, u32 n) {
    if (n < detail::most_by_a_block) return detail::offsets_by_a_block(exec, n, CountOf{count, n}, start);
    const auto counts = thrust::make_transform_iterator(thrust::counting_iterator<u32>(0), CountOf{count, n});
    std::size_t bytes = 0;
    const auto scan = [&](void* scratch) {
        return cub::DeviceScan::ExclusiveSum(scratch, bytes, counts, start, u64(n) + 1, exec.stream());
    };
    check(scan(nullptr), "sizing a scan");
    check(scan(exec.scratch(bytes)), "scanning");
}

}  // namespace nearfield
