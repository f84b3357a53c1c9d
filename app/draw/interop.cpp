#include "app/draw/interop.hpp"

#include "base/error.hpp"

#ifdef NEARFIELD_CUDA
#include "app/draw/gl.hpp"  // before any other OpenGL header
#include "exec/backend.hpp"

#include <cuda_gl_interop.h>
#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace nearfield {

namespace {

void check(cudaError_t result, const char* doing) {
    if (result == cudaSuccess) return;
    cudaGetLastError();  // clears the error, which the next call would report again
    throw Error(fmt::format("{} failed: {}", doing, cudaGetErrorString(result)));
}

void require_shared_device() {
    const std::string gl = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
    if (cuda_status().devices.empty()) throw Error("no CUDA device is in use");
    int current = 0;
    check(cudaGetDevice(&current), "Asking for the CUDA device");
    unsigned count = 0;
    int devices[16];
    const cudaError_t result = cudaGLGetDevices(&count, devices, 16, cudaGLDeviceListAll);
    if (result != cudaSuccess) {
        cudaGetLastError();
        count = 0;
    }
    if (std::find(devices, devices + count, current) == devices + count)
        throw Error(fmt::format("OpenGL runs on {}, not on the CUDA device", gl));
}

}  // namespace

struct Interop::Parts {
    cudaStream_t stream = nullptr;
    std::map<unsigned, cudaGraphicsResource_t> resources;  ///< keyed by OpenGL buffer
    std::map<unsigned, u64> generations;

    cudaGraphicsResource_t of(unsigned buffer, u64 generation) {
        const auto found = resources.find(buffer);
        if (found != resources.end() && generations[buffer] == generation) return found->second;
        forget(buffer);
        cudaGraphicsResource_t resource = nullptr;
        check(cudaGraphicsGLRegisterBuffer(&resource, buffer, cudaGraphicsRegisterFlagsWriteDiscard),
              "Sharing a buffer of OpenGL with CUDA");
        generations[buffer] = generation;
        return resources[buffer] = resource;
    }

    void forget(unsigned buffer) {
        const auto found = resources.find(buffer);
        if (found == resources.end()) return;
        if (cudaGraphicsUnregisterResource(found->second) != cudaSuccess) cudaGetLastError();
        resources.erase(found);
    }
};

Interop::Interop() : parts_(std::make_unique<Parts>()) {
    require_shared_device();
    check(cudaStreamCreateWithFlags(&parts_->stream, cudaStreamNonBlocking), "Making a CUDA stream");
}

Interop::~Interop() {
    while (!parts_->resources.empty()) parts_->forget(parts_->resources.begin()->first);
    if (cudaStreamDestroy(parts_->stream) != cudaSuccess) cudaGetLastError();
}

void Interop::copy(unsigned buffer, u64 generation, const void* device, std::size_t bytes, void* sample,
                   std::size_t sample_bytes) {
    cudaGraphicsResource_t resource = parts_->of(buffer, generation);
    check(cudaGraphicsMapResources(1, &resource, parts_->stream), "Lending a buffer of OpenGL to CUDA");
    void* target = nullptr;
    std::size_t room = 0;
    cudaError_t result = cudaGraphicsResourceGetMappedPointer(&target, &room, resource);
    if (result == cudaSuccess && room < bytes) result = cudaErrorInvalidValue;
    if (result == cudaSuccess)
        result = cudaMemcpyAsync(target, device, bytes, cudaMemcpyDeviceToDevice, parts_->stream);
    if (result == cudaSuccess && sample_bytes)
        result = cudaMemcpyAsync(sample, device, std::min(sample_bytes, bytes), cudaMemcpyDeviceToHost, parts_->stream);
    const cudaError_t waited = cudaStreamSynchronize(parts_->stream);
    const cudaError_t returned = cudaGraphicsUnmapResources(1, &resource, parts_->stream);
    check(result, "Copying a picture to OpenGL");
    check(waited, "Copying a picture to OpenGL");
    check(returned, "Taking a buffer of OpenGL back from CUDA");
}

void Interop::forget(unsigned buffer) { parts_->forget(buffer); }

}  // namespace nearfield

#else

namespace nearfield {

struct Interop::Parts {};
Interop::Interop() { throw Error("this build has no CUDA"); }
Interop::~Interop() = default;
void Interop::copy(unsigned, u64, const void*, std::size_t, void*, std::size_t) {}
void Interop::forget(unsigned) {}

}  // namespace nearfield
#endif
