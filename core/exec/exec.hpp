#pragma once
// Execution backends: `Cpu` everywhere, and `Cuda` where nvcc compiles. Both offer the same few primitives: for_each,
// reduce, exclusive_scan, sort_pairs, sort_segments and copies. `Array` owns memory of one backend.
#include "exec/cpu.hpp"
#ifdef __CUDACC__
#include "exec/cuda.cuh"
#endif

#include <string>
#include <utility>
#include <vector>

namespace nearfield {

/// Memory of one backend. `resize` leaves the content undefined. Data is copied only by `upload`, `download` and the
/// copy primitives. Padding of 16 elements at the end lets vector loops read beyond the last element.
template <class Exec, class T> class Array {
  public:
    Array() = default;
    ~Array() { release(); }
    Array(Array&& other) noexcept { swap(other); }
    Array& operator=(Array&& other) noexcept {
        swap(other);
        return *this;
    }

    /// Throws Error, which names `what`, if memory is full; the array is then empty.
    void resize(std::size_t n, const char* what) {
        if (n > capacity_) {
            release();
            require_memory(Exec::backend, n * sizeof(T), what);
            data_ = detail::allocate<T>(static_cast<Exec*>(nullptr), n, 16 * sizeof(T));
            capacity_ = n;
        }
        size_ = n;
    }

    T* data() { return data_; }
    const T* data() const { return data_; }
    std::size_t size() const { return size_; }
    std::size_t bytes() const { return capacity_ * sizeof(T); }
    void swap(Array& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        std::swap(capacity_, other.capacity_);
    }

    void upload(Exec& exec, const std::vector<T>& from) {
        resize(from.size(), "an upload");
        if (!from.empty()) copy_to_device(exec, data_, from.data(), from.size());
    }
    std::vector<T> download(Exec& exec) const {
        std::vector<T> to(size_);
        if (size_) copy_to_host(exec, to.data(), data_, size_);
        return to;
    }

  private:
    void release() {
        if (data_) detail::release(static_cast<Exec*>(nullptr), data_);
        data_ = nullptr;
        size_ = capacity_ = 0;
    }
    T* data_ = nullptr;
    std::size_t size_ = 0, capacity_ = 0;
};

}  // namespace nearfield
