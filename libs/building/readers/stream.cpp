#include "libs/building/readers/stream.hpp"

#include "base/error.hpp"

#include <cmath>
#include <cstring>
#include <type_traits>

namespace nearfield::building {
namespace {

constexpr u32 mark = 0x32424e00;  // changes with the layout

class Writer {
  public:
    template <class T> void one(T& value) {
        static_assert(std::is_trivially_copyable_v<T>);
        bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
    }
    template <class List> void size_of(List& list) {
        const std::size_t size = list.size();
        one(size);
    }
    template <class List> void flat(List& list) {
        size_of(list);
        bytes.append(reinterpret_cast<const char*>(list.data()), list.size() * sizeof list[0]);
    }

    std::string bytes;
};

class ByteReader {
  public:
    explicit ByteReader(const std::string& bytes) : bytes_(bytes) {}

    template <class T> void one(T& value) { take(&value, sizeof value); }
    template <class List> void size_of(List& list) { list.resize(count(1)); }
    template <class List> void flat(List& list) {
        list.resize(count(sizeof list[0]));
        take(list.data(), list.size() * sizeof list[0]);
    }
    bool at_end() const { return at_ == bytes_.size(); }

  private:
    /// Reads a count of elements of at least `size` bytes each; rejects counts beyond the remaining bytes.
    std::size_t count(std::size_t size) {
        std::size_t n = 0;
        one(n);
        if (n > (bytes_.size() - at_) / size) throw Error("the building is incomplete");
        return n;
    }
    void take(void* to, std::size_t size) {
        if (size > bytes_.size() - at_) throw Error("the building is incomplete");
        if (size) std::memcpy(to, bytes_.data() + at_, size);
        at_ += size;
    }

    const std::string& bytes_;
    std::size_t at_ = 0;
};

template <class Way> void pass(Way& way, geometry::Mesh& mesh) {
    way.flat(mesh.name);
    way.flat(mesh.vertices);
    way.flat(mesh.triangles);
    way.flat(mesh.lines);
}
template <class Way> void pass(Way& way, std::string& text) { way.flat(text); }
template <class Way, class T> void pass_each(Way& way, std::vector<T>& list);
template <class Way> void pass(Way& way, Part& part) {
    way.flat(part.id);
    way.flat(part.type);
    way.flat(part.name);
    way.flat(part.storey);
    pass_each(way, part.groups);
    pass_each(way, part.surfaces);
}
template <class Way, class T> void pass_each(Way& way, std::vector<T>& list) {
    way.size_of(list);
    for (auto& one : list) pass(way, one);
}

/// Reads or writes the members of a building, in one order for both.
template <class Way> void pass(Way& way, Building& building) {
    way.flat(building.name);
    pass_each(way, building.storeys);
    pass_each(way, building.parts);
    way.flat(building.stated);
    way.one(building.north);
    pass_each(way, building.notes);
}

/// Rejects invalid indices: the bytes derive from an untrusted file.
void require_sound(const Building& building) {
    const std::size_t parts = building.parts.size();
    bool sound = std::isfinite(building.north.x) && std::isfinite(building.north.y);
    for (const auto& part : building.parts)
        for (const auto& mesh : part.surfaces)
            for (const auto& triangle : mesh.triangles)
                for (const u32 corner : triangle) sound &= corner < mesh.vertices.size();
    for (const auto& stated : building.stated)
        sound &=
            stated.a < parts && stated.b < parts && stated.what >= Stated::connects && stated.what <= Stated::bounds;
    if (!sound) throw Error("the bytes are no building");
}

}  // namespace

std::string to_bytes(const Building& building) {
    Writer writer;
    writer.one(mark);
    pass(writer, const_cast<Building&>(building));  // a writer does not modify it
    return std::move(writer.bytes);
}

Building from_bytes(const std::string& bytes) {
    ByteReader reader(bytes);
    u32 found = 0;
    reader.one(found);
    if (found != mark) throw Error("the bytes are no building");
    Building building;
    pass(reader, building);
    if (!reader.at_end()) throw Error("there are bytes after the building");
    require_sound(building);
    return building;
}

}  // namespace nearfield::building
