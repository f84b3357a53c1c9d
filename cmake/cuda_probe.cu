// The features that the build needs of a CUDA Toolkit and its host compiler: C++20, lambdas on the device, CUB.
#include <concepts>
#include <cub/device/device_scan.cuh>
#include <functional>
#include <string>

template <class Body> __global__ void run(Body body) { body(int(threadIdx.x)); }

template <std::integral T> T doubled(T value) {
    return [&]<int n>() { return n * value; }.template operator()<2>();
}

int main() {
    int* values = nullptr;
    size_t bytes = 0;
    cub::DeviceScan::ExclusiveSum(nullptr, bytes, values, values, 1);
    run<<<1, 1>>>([=] __device__(int i) {
        if (values) values[i] = i;
    });
    const std::string text(std::size_t(doubled(1)), 'x');
    return cudaDeviceSynchronize() == cudaSuccess && text.size() == bytes;
}
