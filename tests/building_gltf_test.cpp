// glTF: what files may contain, what is refused and at which place.
#include "refusal.hpp"
#include "scenes/building/gltf.hpp"
#include "sim/run.hpp"
#include "temporary.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace nearfield::building {
namespace building_gltf_test {

std::string base64(const std::string& bytes) {
    static const char* digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        u32 bits = 0;
        for (std::size_t k = 0; k < 3; ++k)
            bits = bits << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
        for (int k = 3; k >= 0; --k) text += i + std::size_t(3 - k) > bytes.size() ? '=' : digits[bits >> (6 * k) & 63];
    }
    return text;
}

template <class T> std::string bytes_of(std::initializer_list<T> values) {
    return {reinterpret_cast<const char*>(values.begin()), values.size() * sizeof(T)};
}

/// A tetrahedron: 4 corners, then 12 indices of 2 bytes.
std::string tetrahedron() {
    return bytes_of<float>({0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}) +
           bytes_of<unsigned short>({0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3});
}

struct Pieces {
    std::string nodes = R"({"name": "Wall", "mesh": 0})";
    std::string primitive = R"({"attributes": {"POSITION": 0}, "indices": 1})";
    std::string buffer = R"("uri": "data:application/octet-stream;base64,)" + base64(tetrahedron()) + '"';
    std::string extra;
};

std::string text_of(const Pieces& pieces) {
    return fmt::format(R"({{"asset": {{"version": "2.0"}}, {}
"nodes": [{}],
"meshes": [{{"primitives": [{}]}}],
"accessors": [{{"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"}},
              {{"bufferView": 1, "componentType": 5123, "count": 12, "type": "SCALAR"}}],
"bufferViews": [{{"buffer": 0, "byteLength": 48}}, {{"buffer": 0, "byteOffset": 48, "byteLength": 24}}],
"buffers": [{{"byteLength": 72, {}}}]}})",
                       pieces.extra, pieces.nodes, pieces.primitive, pieces.buffer);
}

std::string replaced(std::string text, const std::string& what, const std::string& with) {
    return text.replace(text.find(what), what.size(), with);
}

Building read(const std::string& text) {
    return read_gltf(text, "m.gltf", [](const std::string& uri) -> std::string { throw UsageError("no " + uri); });
}

std::string refusal(const std::string& text) {
    return nearfield::refusal<UsageError>([&] { read(text); });
}

TEST(Gltf, ReadsAClosedSolidWithZUp) {
    const auto building = read(text_of({}));
    ASSERT_EQ(building.parts.size(), 1u);
    EXPECT_EQ(building.parts[0].name, "Wall");
    const auto& mesh = building.parts[0].surfaces.at(0);
    EXPECT_NO_THROW(check(mesh));
    EXPECT_NEAR(volume_of(mesh), 1. / 6, 1e-12);
    EXPECT_EQ(geometry::bounds_of(mesh).lo, glm::dvec3(0, -1, 0)) << "what was forward is now at the back";
}

TEST(Gltf, NodesPlaceTheirChildren) {
    Pieces pieces;
    pieces.nodes = R"({"translation": [0, 10, 0], "children": [1, 2]},
{"name": "turned", "mesh": 0, "rotation": [0, 0, 0.7071067811865476, 0.7071067811865476], "scale": [2, 1, 1]},
{"name": "mirrored", "mesh": 0, "matrix": [-1,0,0,0, 0,1,0,0, 0,0,1,0, 5,0,0,1]})";
    const auto building = read(text_of(pieces));
    ASSERT_EQ(building.parts.size(), 2u);
    for (const auto& part : building.parts) EXPECT_GT(volume_of(part.surfaces[0]), 0) << part.name << " faces outwards";
    const auto turned = geometry::bounds_of(building.parts[0].surfaces[0]),
               mirrored = geometry::bounds_of(building.parts[1].surfaces[0]);
    EXPECT_NEAR(turned.hi.z, 12, 1e-12) << "the long side, x, turned upwards";
    EXPECT_NEAR(turned.lo.x, -1, 1e-12);
    EXPECT_NEAR(mirrored.lo.x, 4, 1e-12);
    EXPECT_NEAR(mirrored.lo.z, 10, 1e-12);
}

TEST(Gltf, StripsAndFansAreTriangles) {
    for (const int mode : {5, 6}) {
        Pieces pieces;
        pieces.primitive = fmt::format(R"({{"attributes": {{"POSITION": 0}}, "mode": {}}})", mode);
        const auto building = read(text_of(pieces));
        const auto& mesh = building.parts.at(0).surfaces[0];
        ASSERT_EQ(mesh.triangles.size(), 2u);
        EXPECT_EQ(mesh.triangles[1], (mode == 5 ? std::array<u32, 3>{1, 3, 2} : std::array<u32, 3>{0, 2, 3}));
    }
}

TEST(Gltf, LinesAreNoted) {
    Pieces pieces;
    pieces.primitive += R"(, {"attributes": {"POSITION": 0}, "mode": 1})";
    EXPECT_EQ(read(text_of(pieces)).notes, std::vector<std::string>{"1 surfaces are points or lines and left out"});
}

TEST(Gltf, WhatIsLeftOutIsSaidAtSetup) {
    Pieces pieces;
    pieces.primitive += R"(, {"attributes": {"POSITION": 0}, "mode": 1})";
    const TemporaryFolder folder;
    const auto file = folder.write("left-out.gltf", text_of(pieces));
    const auto& scene = find_scene("building");
    nearfield::Run run(scene, scene.defaults(), Backend::cpu);
    EXPECT_EQ(run.take_changes().message, "");
    run.apply(command::Set{"model", file.string()});
    EXPECT_EQ(run.take_changes().message, "1 surfaces are points or lines and left out");
    run.apply(command::Reset{});
    EXPECT_EQ(run.take_changes().message, "") << "the same building";
}

std::string glb(std::string json, const std::string& binary) {
    while (json.size() % 4) json += ' ';
    const auto size = u32(28 + json.size() + binary.size());
    return "glTF" + bytes_of<u32>({2, size, u32(json.size())}) + "JSON" + json + bytes_of<u32>({u32(binary.size())}) +
           std::string("BIN\0", 4) + binary;
}

TEST(Gltf, ReadsTheBinaryForm) {
    Pieces pieces;
    pieces.buffer = R"("name": "within")";
    const std::string bytes = glb(text_of(pieces), tetrahedron());
    EXPECT_NEAR(volume_of(read(bytes).parts.at(0).surfaces[0]), 1. / 6, 1e-12);
    EXPECT_NE(refusal(bytes.substr(0, bytes.size() - 10)).find("ends in the middle"), std::string::npos);
    EXPECT_NE(refusal(bytes.substr(0, 14)).find("ends before its JSON"), std::string::npos);
    EXPECT_NE(refusal(replaced(bytes, bytes_of<u32>({2}), bytes_of<u32>({1}))).find("version 1"), std::string::npos);
}

TEST(Gltf, ReadsBuffersBesideIt) {
    Pieces pieces;
    pieces.buffer = R"("uri": "my%20walls.bin")";
    std::string asked;
    read_gltf(text_of(pieces), "m.gltf", [&](const std::string& uri) {
        asked = uri;
        return tetrahedron();
    });
    EXPECT_EQ(asked, "my walls.bin");
}

TEST(Gltf, RefusalsNameThePlace) {
    const struct {
        const char *what, *instead, *says;
    } bad[] = {
        {R"("2.0")", R"("1.0")", "m.gltf:1:1: glTF version 1.0"},
        {R"("mesh": 0)", R"("mesh": 3)", "m.gltf:2:36: there is no 3 in 'meshes', which has 1"},
        {R"("nodes": [)", R"("scenes": [{"nodes": [0, 0]}], "nodes": [)", "reached twice"},
        {R"("count": 12)", R"("count": 13)", "13 elements from byte 48 on reach beyond the 72 bytes"},
        {R"("count": 4,)", R"("count": 3,)", "a triangle with corner 3; there are 3"},
        {"5126", "5123", "corners are not floats"},
        {R"("byteOffset": 48)", R"("byteOffset": -48)", "-48 where a whole number belongs"},
        {R"("byteLength": 72)", R"("byteLength": 100)", "72 bytes where 100 are announced"},
        {R"("bufferView": 0, )", R"("sparse": {}, )", "sparse"},
        {"AAAA", "AACAfw", "not finite"},
        {R"({"asset")", R"({"extensionsRequired": ["KHR_draco_mesh_compression"], "asset")", "KHR_draco"},
        {R"("nodes": [)", R"("nodes": {}, "x": [)", "'nodes' is an object; give a list"},
    };
    for (const auto& [what, instead, says] : bad) {
        const std::string message = refusal(replaced(text_of({}), what, instead));
        EXPECT_NE(message.find(says), std::string::npos) << instead << " gives: " << message;
    }
    EXPECT_NE(refusal("solid wall").find("m.gltf:1:1"), std::string::npos);
}

TEST(Gltf, ManyNodesWithOneSurfaceAreLimited) {
    Pieces pieces;
    pieces.nodes = R"({"mesh": 0})";
    for (int i = 0; i < 99; ++i) pieces.nodes += R"(, {"mesh": 0})";
    const auto none = [](const std::string&) -> std::string { return ""; };
    EXPECT_THROW(read_gltf(text_of(pieces), "m.gltf", none, 100), UsageError);
    EXPECT_EQ(read_gltf(text_of(pieces), "m.gltf", none, 1000).parts.size(), 100u);
}

}  // namespace building_gltf_test
}  // namespace nearfield::building
