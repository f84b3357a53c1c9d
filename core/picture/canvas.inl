// Canvas for one backend. Included by canvas_cpu.cpp and canvas_cuda.cu.
#include "base/error.hpp"
#include "picture/canvas.hpp"

#include <algorithm>
#include <cmath>

namespace nearfield {

namespace detail {

/// A component of a unit vector as a signed 10-bit number; 511 is 1.
NF_INLINE u32 ten_bits(float part) { return u32(int(rintf(fminf(fmaxf(part, -1.f), 1.f) * 511.f))) & 1023u; }

struct PackNumbers {
    ColumnView from, position;
    float there_not;
    float* to;
    NF_HD void operator()(u32 i) const { to[i] = position.is_nowhere(i) ? there_not : from.number(i); }
};

struct PackDirections {
    ColumnView from;
    u32* to;
    NF_HD void operator()(u32 i) const {
        const glm::vec3 d = from.place(i);
        const float length2 = d.x * d.x + d.y * d.y + d.z * d.z, scale = length2 > 1e-30f ? 1.f / sqrtf(length2) : 0.f;
        to[i] = ten_bits(d.x * scale) | ten_bits(d.y * scale) << 10 | ten_bits(d.z * scale) << 20;
    }
};

/// Copies elements of whole words from an array with a stride in bytes.
struct PackWords {
    const char* from;
    u32 stride, words;
    u32* to;
    NF_HD void operator()(u32 i) const {
        for (u32 w = 0; w < words; ++w)
            to[i * words + w] = reinterpret_cast<const u32*>(from + std::size_t(i) * stride)[w];
    }
};

struct SumOf {
    ColumnView values;
    NF_HD ValueSum operator()(u32 i) const {
        const float v = values.number(i);
        if (!(fabsf(v) <= 3e38f)) return {};
        return {1, v, double(v) * v, v, v};
    }
};

inline ScalarRange range_of(const ValueSum& s) {
    if (s.n == 0) return {};
    const double mean = s.sum / s.n;
    return {s.lo, s.hi, float(mean), float(std::sqrt(std::max(0.0, s.squares / s.n - mean * mean)))};
}

/// The picture's next block of backend memory. The next picture reuses it.
template <class Exec> void* next_block(Exec&, Picture::Memory& memory, std::size_t bytes) {
    using Block = Array<Exec, unsigned char>;
    if (memory.used == memory.blocks.size()) memory.blocks.emplace_back();
    auto& block = memory.blocks[memory.used++];
    if (bytes > block.capacity || !block.bytes) {
        block = {};
        auto fresh = std::make_shared<Block>();
        fresh->resize(std::max<std::size_t>(bytes, 1), "a picture");
        block = {fresh, fresh->size()};
    }
    return static_cast<Block*>(block.bytes.get())->data();
}

#ifdef __CUDACC__
/// Like next_block, in pinned main memory.
inline void* next_main_block(Picture::Memory& memory, std::size_t bytes) {
    if (memory.used == memory.blocks.size()) memory.blocks.emplace_back();
    auto& block = memory.blocks[memory.used++];
    if (bytes > block.capacity || !block.bytes) {
        block = {};
        void* pinned = nullptr;
        check(cudaMallocHost(&pinned, std::max<std::size_t>(bytes, 1)), "allocating pinned memory");
        block = {std::shared_ptr<void>(pinned, [](void* p) { cudaFreeHost(p); }), bytes};
    }
    return block.bytes.get();
}

inline void bring_to_main(Cuda& exec, Picture& picture, LayerColumn& column) {
    const std::size_t bytes = std::size_t(column.count) * column.stride;
    auto* to = static_cast<char*>(next_main_block(picture.main_memory, bytes));
    if (bytes) copy_to_host(exec, to, static_cast<const char*>(column.data), bytes);
    column.data = to;
    column.memory = LayerColumn::Memory::main;
}
#endif

inline void bring_to_main(Cpu&, Picture&, LayerColumn&) {}

/// Throws Error if a column of known length does not have `count` elements.
inline void require_length(const std::string& layer, const char* what, const LayerColumn& column, u32 count) {
    if (column.owner && column.count != count)
        throw Error("layer " + layer + ": " + std::to_string(column.count) + " " + what + " for " +
                    std::to_string(count) + " elements");
}

/// Converts the elements of `from` to the format of `to` and writes them to `at`, on the backend that holds them.
template <class Exec> void pack(Exec& exec, const LayerColumn& from, const LayerColumn& position, float there_not,
                                const LayerColumn& to, void* at) {
    const ColumnView view(from, to.count), places(position.memory == from.memory ? position : LayerColumn(), to.count);
    if (to.format == Format::f32)
        for_each(exec, to.count, PackNumbers{view, places, there_not, static_cast<float*>(at)});
    else if (to.format == Format::direction && from.format != Format::direction)
        for_each(exec, to.count, PackDirections{view, static_cast<u32*>(at)});
    else if (to.stride == from.stride)
        copy_on_device(exec, static_cast<char*>(at), view.data, std::size_t(to.count) * to.stride);
    else for_each(exec, to.count, PackWords{view.data, from.stride, to.stride / 4, static_cast<u32*>(at)});
}

}  // namespace detail

template <class Exec> Canvas<Exec>::Canvas(Exec& exec, Picture& picture, ColumnsIn place)
    : exec_(exec),
      picture_(picture),
      place_(place) {
    picture.points.clear();
    picture.lines.clear();
    picture.triangles.clear();
    picture.cells.clear();
    picture.labels.clear();
    picture.backend_memory.used = picture.main_memory.used = 0;
    picture.range = {};
    picture.legend = {};
}

/// A copy of the column in the picture's memory, on the same backend as the column.
template <class Exec> LayerColumn Canvas<Exec>::packed(const LayerColumn& column, u32 count, Format wanted,
                                                       const LayerColumn& position, float there_not) {
    LayerColumn copy = column;
    copy.kind = LayerColumn::Kind::array;
    copy.format = wanted;
    copy.stride = bytes_of(wanted);
    copy.owner = nullptr;
    copy.count = count;
    const std::size_t bytes = std::size_t(count) * copy.stride;
    if (Exec::backend == Backend::cuda && column.memory == LayerColumn::Memory::main) {
        Cpu main;
        auto kept = std::make_shared<std::vector<u32>>((bytes + 3) / 4);
        detail::pack(main, column, position, there_not, copy, kept->data());
        copy.data = kept->data();
        copy.owner = std::move(kept);
        return copy;
    }
    void* to = detail::next_block(exec_, picture_.backend_memory, bytes);
    detail::pack(exec_, column, position, there_not, copy, to);
    copy.data = to;
    return copy;
}

/// Copies the column into the memory that the picture was made for, unless it can be shared.
template <class Exec> void Canvas<Exec>::take(LayerColumn& column, u32 count, Format wanted,
                                              const LayerColumn& position, float there_not, ScalarRange* range) {
    using Kind = LayerColumn::Kind;
    if (Exec::backend == Backend::cpu) column.memory = LayerColumn::Memory::main;
    if (!column.there()) return;
    if (place_ == ColumnsIn::borrowed) return void(column.count = count);
    const bool shared = column.owner && column.format == wanted;
    if (column.kind != Kind::same && !shared) column = packed(column, count, wanted, position, there_not);
    if (range) *range = measured(column, count);
    if (column.is_array() && !column.owner && place_ == ColumnsIn::main) detail::bring_to_main(exec_, picture_, column);
}

/// Range of a layer's values, which also enlarges the range of the whole picture.
template <class Exec> ScalarRange Canvas<Exec>::measured(const LayerColumn& values, u32 count) {
    const detail::SumOf each{ColumnView(values, count)};
    Cpu main;
    const ValueSum sum = Exec::backend == Backend::cuda && values.memory == LayerColumn::Memory::main
                             ? reduce<ValueSum>(main, count, each)
                             : reduce<ValueSum>(exec_, count, each);
    all_ = all_ + sum;
    picture_.range = detail::range_of(all_);
    return detail::range_of(sum);
}

template <class Exec> void Canvas<Exec>::deepen(glm::vec3 lo, glm::vec3 hi) {
    picture_.dimensions = 3;
    picture_.lo = lo;
    picture_.hi = hi;
}

template <class Exec> void Canvas<Exec>::points(PointLayer layer) {
    if (layer.position.owner) layer.count = layer.position.count;
    const u32 n = layer.count;
    detail::require_length(layer.name, "sizes", layer.size, n);
    detail::require_length(layer.name, "values", layer.value, n);
    LayerColumn position = layer.position;
    if (Exec::backend == Backend::cpu) position.memory = LayerColumn::Memory::main;
    take(layer.size, n, Format::f32, position);
    take(layer.direction, n, Format::direction);
    take(layer.ids, n, Format::u32);
    take(layer.value, n, Format::f32, position, NAN, &layer.range);
    take(layer.position, n, layer.position.format);
    picture_.points.push_back(std::move(layer));
}

template <class Exec> void Canvas<Exec>::lines(LineLayer layer) {
    if (layer.ends.owner) layer.count = layer.ends.count / 2;
    const u32 n = layer.count;
    detail::require_length(layer.name, "values", layer.value, n);
    detail::require_length(layer.name, "values to show by", layer.shown_by, n);
    detail::require_length(layer.name, "strengths", layer.strength, n);
    take(layer.ends, 2 * n, Format::f32x3);
    take(layer.strength, n, Format::f32);
    take(layer.ids, n, Format::u32);
    take(layer.shown_by, n, Format::f32);
    take(layer.value, n, Format::f32, {}, 0, layer.look == LineLook::trail ? nullptr : &layer.range);
    picture_.lines.push_back(std::move(layer));
}

template <class Exec> void Canvas<Exec>::triangles(TriangleLayer layer) {
    if (layer.corners.owner) layer.count = layer.corners.count / 3;
    const u32 n = layer.count;
    detail::require_length(layer.name, "values", layer.value, n);
    detail::require_length(layer.name, "values to show by", layer.shown_by, n);
    detail::require_length(layer.name, "normals", layer.normals, 3 * n);
    take(layer.corners, 3 * n, Format::f32x3);
    take(layer.normals, 3 * n, Format::f32x3);
    take(layer.ids, n, Format::u32);
    take(layer.shown_by, n, Format::f32);
    take(layer.value, n, Format::f32, {}, 0, &layer.range);
    picture_.triangles.push_back(std::move(layer));
}

template <class Exec> void Canvas<Exec>::cells(CellLayer layer) {
    const u32 n = layer.count = layer.lattice.cells();
    detail::require_length(layer.name, "values", layer.value, n);
    detail::require_length(layer.name, "values to show by", layer.shown_by, n);
    detail::require_length(layer.name, "classes", layer.kind, n);
    detail::require_length(layer.name, "shades", layer.shade, n);
    for (auto* column : {&layer.relief.height, &layer.relief.floor, &layer.relief.foam}) {
        detail::require_length(layer.name, "heights", *column, n);
        take(*column, n, Format::f32);
    }
    take(layer.kind, n, Format::u8);
    take(layer.shade, n, Format::f32);
    take(layer.ids, n, Format::u32);
    take(layer.shown_by, n, Format::f32);
    take(layer.value, n, Format::f32, {}, 0, &layer.range);
    picture_.cells.push_back(std::move(layer));
}

template <class Exec> void Canvas<Exec>::labels(LabelLayer layer) { picture_.labels.push_back(std::move(layer)); }

template <class Exec> void Canvas<Exec>::finish() {
    if (actors_.position.there()) {
        points(std::move(actors_));
        std::rotate(picture_.points.begin(), picture_.points.end() - 1, picture_.points.end());
    }
    exec_.finish();
}

}  // namespace nearfield
