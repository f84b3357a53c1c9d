#pragma once
// From actors in a backend's memory to what a Frame shows of them.
#include "exec/exec.hpp"
#include "sim/world.hpp"

#include <cmath>

namespace nearfield {

/// A value per actor that can colour it: floats or counts, in storage order.
struct AttributeView {
    const float* real = nullptr;
    const u32* whole = nullptr;
    NF_HD float operator()(u32 i) const { return real ? real[i] : float(whole[i]); }
};

/// Every actor of one size.
struct SameSize {
    float size;
    NF_HD float operator()(u32) const { return size; }
};

/// What colours actor i: an attribute, or its place in storage.
struct ScalarOf {
    AttributeView value;
    u32 actors;
    NF_HD float operator()(u32 i) const { return value.real || value.whole ? value(i) : float(i) / float(actors); }
};

namespace detail {

template <int D, class Size> struct PackVertices {
    const Packed<D>* position;
    ScalarOf scalar;
    Size size;
    Vertex* to;
    NF_HD void operator()(u32 i) const {
        const vec<D> p = load<D>(position + i);
        if (is_absent<D>(p)) to[i] = {p[0], p[0], p[0], 0.f, NAN};
        else to[i] = {p[0], p[1], D == 3 ? p[D - 1] : 0.f, size(i), scalar(i)};
    }
};

/// One part of a heading: 10 bits signed, 511 for 1.
NF_INLINE u32 ten_bits(float part) { return u32(int(rintf(fminf(fmaxf(part, -1.f), 1.f) * 511.f))) & 1023u; }

template <int D> struct PackHeadings {
    const Packed<D>* direction;
    Heading* to;
    NF_HD void operator()(u32 i) const {
        const vec<D> d = load<D>(direction + i);
        const float length2 = dot<D>(d, d), scale = length2 > 1e-30f ? 1.f / sqrtf(length2) : 0.f;
        to[i] = ten_bits(d[0] * scale) | ten_bits(d[1] * scale) << 10 | (D == 3 ? ten_bits(d[D - 1] * scale) << 20 : 0u);
    }
};

struct Spread {
    double n = 0, sum = 0, squares = 0;
    float lo = INFINITY, hi = -INFINITY;
    friend NF_HD Spread operator+(const Spread& a, const Spread& b) {
        return {a.n + b.n, a.sum + b.sum, a.squares + b.squares, fminf(a.lo, b.lo), fmaxf(a.hi, b.hi)};
    }
};

struct SpreadOf {
    const Vertex* vertices;
    NF_HD Spread operator()(u32 i) const {
        const float v = vertices[i].scalar;
        if (!(fabsf(v) <= 3e38f)) return {};
        return {1, v, double(v) * v, v, v};
    }
};

template <class Exec, class T> T* reserve(Frame::Memory& memory, u32 n) {
    using Block = Array<Exec, T>;
    if (n > memory.capacity || !memory.block) {
        auto block = std::make_shared<Block>();
        memory = {};
        block->resize(std::max(n, 1u), "a picture");
        memory = {block, block->size()};
    }
    return static_cast<Block*>(memory.block.get())->data();
}

#ifdef __CUDACC__
template <class T> const T* copy_to_main(Cuda& exec, Frame::Memory& memory, const T* from, u32 n) {
    if (n > memory.capacity || !memory.block) {
        void* pinned = nullptr;
        memory = {};
        check(cudaMallocHost(&pinned, std::max(n, 1u) * sizeof(T)), "allocating pinned memory");
        memory = {std::shared_ptr<void>(pinned, [](void* p) { cudaFreeHost(p); }), n};
    }
    auto* to = static_cast<T*>(memory.block.get());
    if (n) copy_to_host(exec, to, from, n);
    return to;
}

template <class T> void show(Cuda& exec, const T*& device, const T*& host, Frame::Memory& memory, const T* values, u32 n, bool to_host) {
    if (to_host) host = copy_to_main(exec, memory, values, n), device = nullptr;
    else device = values, host = nullptr;
}
#endif

template <class T> void show(Cpu&, const T*& device, const T*& host, Frame::Memory&, const T* values, u32, bool) { host = values, device = nullptr; }

inline ScalarRange range_of(const Spread& s) {
    if (s.n == 0) return {};
    const double mean = s.sum / s.n;
    return {s.lo, s.hi, float(mean), float(std::sqrt(std::max(0.0, s.squares / s.n - mean * mean)))};
}

}  // namespace detail

/// Fills a frame's vertices and the range of what colours them; in main memory if `to_host`.
template <int D, class Exec, class Size> void draw_actors(Exec& exec, Frame& frame, const Packed<D>* position, const ScalarOf& scalar, const Size& size, bool to_host) {
    Vertex* vertices = detail::reserve<Exec, Vertex>(frame.device_memory, frame.actors);
    for_each(exec, frame.actors, detail::PackVertices<D, Size>{position, scalar, size, vertices});
    frame.range = detail::range_of(reduce<detail::Spread>(exec, frame.actors, detail::SpreadOf{vertices}));
    detail::show<Vertex>(exec, frame.device, frame.host, frame.host_memory, vertices, frame.actors, to_host);
}

/// Fills a frame's headings from directions of any length.
template <int D, class Exec> void draw_headings(Exec& exec, Frame& frame, const Packed<D>* direction, bool to_host) {
    Heading* headings = detail::reserve<Exec, Heading>(frame.device_heading_memory, frame.actors);
    for_each(exec, frame.actors, detail::PackHeadings<D>{direction, headings});
    detail::show<Heading>(exec, frame.device_heading, frame.host_heading, frame.host_heading_memory, headings, frame.actors, to_host);
}

}  // namespace nearfield
