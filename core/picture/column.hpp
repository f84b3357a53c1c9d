#pragma once
// The columns of a picture's layers.
#include "base/vec.hpp"

#include <memory>
#include <vector>

namespace nearfield {

/// Element type of a column: 1 to 4 numbers, a class, or a direction in 32 bits (x, y and z as signed 10-bit numbers, x
/// in the lowest bits: OpenGL's INT_2_10_10_10_REV).
enum class Format : std::uint8_t { f32, f32x2, f32x3, f32x4, u32, u8, direction };

constexpr u32 bytes_of(Format format) {
    constexpr u32 bytes[] = {4, 8, 12, 16, 4, 1, 4};
    return bytes[int(format)];
}

/// A line between two places.
struct Segment {
    glm::vec3 from, to;
};

/// An attribute of actors that can colour them: floats or counts, in storage order.
struct AttributeView {
    const float* real = nullptr;
    const u32* whole = nullptr;
    NF_HD float operator()(u32 i) const { return real ? real[i] : float(whole[i]); }
};

/// Data per element of a layer: an array in backend or main memory, one value for all elements, or nothing. A Model
/// passes its own arrays. The picture holds copies of them, except of arrays with an owner.
struct LayerColumn {
    enum class Kind : std::uint8_t {
        absent,
        array,
        same,  ///< `value` for every element
        order  ///< the element's index divided by the number of elements
    };
    enum class Memory : std::uint8_t { backend, main };

    Kind kind = Kind::absent;
    Format format = Format::f32;
    Memory memory = Memory::backend;
    u32 stride = 0;  ///< bytes between the starts of elements
    float value = 0;
    const void* data = nullptr;
    /// Owner of an immutable array; changed contents need a new owner. Null for the picture's own memory.
    std::shared_ptr<const void> owner;
    u32 count = 0;  ///< known for arrays with an owner and for columns of a picture

    LayerColumn() = default;
    // One value for all.
    LayerColumn(float same) : kind(Kind::same), value(same) {}
    // Arrays of the backend, one element per element of the layer, valid until the picture is complete.
    LayerColumn(const float* from) : LayerColumn(Format::f32, from, sizeof(float)) {}
    LayerColumn(const u32* from) : LayerColumn(Format::u32, from, sizeof(u32)) {}
    LayerColumn(const std::uint8_t* from) : LayerColumn(Format::u8, from, 1) {}
    LayerColumn(const Packed<2>* from) : LayerColumn(Format::f32x2, from, sizeof(Packed<2>)) {}
    LayerColumn(const Packed<3>* from) : LayerColumn(Format::f32x4, from, sizeof(Packed<3>)) {}
    LayerColumn(const glm::vec3* from) : LayerColumn(Format::f32x3, from, sizeof(glm::vec3)) {}
    LayerColumn(const AttributeView& from)
        : LayerColumn(from.real ? LayerColumn(from.real) : LayerColumn(from.whole)) {}
    /// A member of a structure: {Format::f32, &body->radius, sizeof(Body)}.
    LayerColumn(Format f, const void* from, u32 bytes_between)
        : kind(Kind::array),
          format(f),
          stride(bytes_between),
          data(from) {}
    // Immutable arrays in main memory.
    LayerColumn(std::shared_ptr<const std::vector<float>> kept) : LayerColumn(Format::f32, std::move(kept)) {}
    LayerColumn(std::shared_ptr<const std::vector<u32>> kept) : LayerColumn(Format::u32, std::move(kept)) {}
    LayerColumn(std::shared_ptr<const std::vector<std::uint8_t>> kept) : LayerColumn(Format::u8, std::move(kept)) {}
    LayerColumn(std::shared_ptr<const std::vector<glm::vec3>> kept) : LayerColumn(Format::f32x3, std::move(kept)) {}

    LayerColumn(std::shared_ptr<const std::vector<Segment>> kept) : LayerColumn(Format::f32x3, std::move(kept)) {
        stride = sizeof(glm::vec3);
        count *= 2;
    }

    /// The index of each element divided by the number of elements.
    static LayerColumn in_order() {
        LayerColumn column;
        column.kind = Kind::order;
        return column;
    }

    bool there() const { return kind != Kind::absent; }
    bool is_array() const { return kind == Kind::array; }
    /// The data of an array in main memory, else null.
    const void* host() const { return is_array() && memory == Memory::main ? data : nullptr; }
    /// Element i of an array of T in main memory.
    template <class T> const T& at(u32 i) const {
        return *reinterpret_cast<const T*>(static_cast<const char*>(data) + std::size_t(i) * stride);
    }

  private:
    template <class T> LayerColumn(Format f, std::shared_ptr<const std::vector<T>> kept) {
        if (!kept) return;
        kind = Kind::array;
        format = f;
        memory = Memory::main;
        stride = sizeof(T);
        data = kept->data();
        count = u32(kept->size());
        owner = std::move(kept);
    }
};

/// A column as seen by code that runs where the column's memory is.
struct ColumnView {
    LayerColumn::Kind kind;
    Format format;
    u32 stride;
    float value;
    const char* data;
    u32 count;  ///< of the layer

    ColumnView(const LayerColumn& c, u32 elements)
        : kind(c.kind),
          format(c.format),
          stride(c.stride),
          value(c.value),
          data(static_cast<const char*>(c.data)),
          count(elements) {}

    NF_HD bool there() const { return kind != LayerColumn::Kind::absent; }
    template <class T> NF_HD const T& at(u32 i) const {
        return *reinterpret_cast<const T*>(data + std::size_t(i) * stride);
    }
    /// For f32, u32 and u8.
    NF_HD float number(u32 i) const {
        if (kind == LayerColumn::Kind::same) return value;
        if (kind == LayerColumn::Kind::order) return float(i) / float(count);
        return format == Format::f32 ? at<float>(i) : format == Format::u32 ? float(at<u32>(i)) : at<std::uint8_t>(i);
    }
    /// For f32x2, f32x3 and f32x4.
    NF_HD glm::vec3 place(u32 i) const {
        const float* p = &at<float>(i);
        return {p[0], p[1], format == Format::f32x2 ? 0.f : p[2]};
    }
    NF_HD bool is_nowhere(u32 i) const { return kind == LayerColumn::Kind::array && at<float>(i) == nowhere; }
};

}  // namespace nearfield
