#include "exec/expand.hpp"

#include <cub/device/device_scan.cuh>

namespace nearfield {
namespace {

struct CountOf {
    const u64* count;
    u32 n;
    __host__ __device__ u64 operator()(u32 k) const { return k < n ? count[k] : 0; }
};

}  // namespace

u64 offsets_of(Cuda& exec, const u64* count, u64* start, u32 n) {
    const auto counts = thrust::make_transform_iterator(thrust::counting_iterator<u32>(0), CountOf{count, n});
    std::size_t bytes = 0;
    const auto scan = [&](void* scratch) {
        return cub::DeviceScan::ExclusiveSum(scratch, bytes, counts, start, u64(n) + 1, exec.stream());
    };
    check(scan(nullptr), "sizing a scan");
    check(scan(exec.scratch(bytes)), "scanning");
    u64 sum = 0;
    copy_to_host(exec, &sum, start + n, 1);
    return sum;
}

}  // namespace nearfield
