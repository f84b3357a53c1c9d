#include "scenes/building/gltf.hpp"

#include "base/error.hpp"
#include "base/read_file.hpp"
#include "scenes/document/json.hpp"

#include <fmt/format.h>
#include <glm/gtc/quaternion.hpp>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <map>
#include <optional>
#include <set>

namespace nearfield::building {
namespace {

using document::JsonNode;
using Kind = JsonNode::Kind;

constexpr glm::dmat4 z_up{1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1};

std::string from_base64(std::string_view text) {
    std::string bytes;
    u32 bits = 0;
    int count = 0;
    for (const char c : text) {
        const int digit = c >= 'A' && c <= 'Z'   ? c - 'A'
                          : c >= 'a' && c <= 'z' ? c - 'a' + 26
                          : c >= '0' && c <= '9' ? c - '0' + 52
                          : c == '+' || c == '-' ? 62
                          : c == '/' || c == '_' ? 63
                                                 : -1;
        if (digit < 0) break;  // padding '='; the reader of the buffer checks its length
        bits = bits << 6 | u32(digit);
        count += 6;
        if (count >= 8) {
            count -= 8;
            bytes += char(bits >> count & 255);
        }
    }
    return bytes;
}

/// Decodes percent escapes: "my%20file.bin".
std::string unescaped(const std::string& uri) {
    std::string path;
    for (std::size_t i = 0; i < uri.size(); ++i) {
        const bool escape = uri[i] == '%' && i + 2 < uri.size() &&
                            std::isxdigit(static_cast<unsigned char>(uri[i + 1])) &&
                            std::isxdigit(static_cast<unsigned char>(uri[i + 2]));
        path += escape ? char(std::stoi(uri.substr(i + 1, 2), nullptr, 16)) : uri[i];
        if (escape) i += 2;
    }
    return path;
}

u32 word_at(const std::string& bytes, std::size_t at) {
    u32 word = 0;
    if (at + 4 <= bytes.size()) std::memcpy(&word, bytes.data() + at, 4);
    return word;
}

struct Chunks {
    std::string json, binary;
};

/// The JSON and binary chunks of a .glb; a .gltf is JSON only.
Chunks chunks_of(const std::string& bytes, const std::string& name) {
    if (bytes.compare(0, 4, "glTF") != 0) return {bytes, ""};
    const u32 version = word_at(bytes, 4);
    if (version != 2) throw UsageError(fmt::format("{}: glTF version {}; export it as glTF 2.0", name, version));
    Chunks chunks;
    for (std::size_t at = 12; at + 8 <= bytes.size();) {
        const std::size_t length = word_at(bytes, at), kind = word_at(bytes, at + 4);
        if (length > bytes.size() - at - 8)
            throw UsageError(
                fmt::format("{}: the file ends in the middle, after {} bytes; export it again", name, bytes.size()));
        if (kind == 0x4e4f534a) chunks.json = bytes.substr(at + 8, length);
        if (kind == 0x004e4942) chunks.binary = bytes.substr(at + 8, length);
        at += 8 + (length + 3) / 4 * 4;
    }
    if (chunks.json.empty()) throw UsageError(name + ": the file ends before its JSON; export it again");
    return chunks;
}

/// A strided run of elements in a buffer.
struct Elements {
    const std::string* bytes = nullptr;
    std::size_t from = 0, stride = 0, count = 0;
    int component = 0;  ///< glTF's componentType

    template <class T> T at(std::size_t element, std::size_t offset) const {
        T value;
        std::memcpy(&value, bytes->data() + from + element * stride + offset, sizeof value);
        return value;
    }
};

std::size_t size_of_component(int type) {
    switch (type) {
    case 5120:
    case 5121: return 1;
    case 5122:
    case 5123: return 2;
    case 5125:
    case 5126: return 4;
    default: return 0;
    }
}

class Reader {
  public:
    Reader(const std::string& bytes, const std::string& name, const BufferSource& source, std::size_t limit)
        : name_(name),
          chunks_(chunks_of(bytes, name)),
          root_(document::parse_json(chunks_.json, name)),
          source_(source),
          limit_(limit) {}

    Building read() {
        if (root_.kind != Kind::object) fail(root_, "no object; a glTF file begins with {");
        check_version();
        building_.name = std::filesystem::path(name_).stem().string();
        std::set<std::size_t> below;  // nodes that have a parent
        for (const auto& node : list("nodes"))
            for (const auto& child : children_of(node)) below.insert(index(child, "nodes"));
        if (const auto* scene = scene_of_file())
            for (const auto& node : items(*scene, "nodes")) add_node(index(node, "nodes"), z_up, 0);
        else
            for (std::size_t i = 0; i < list("nodes").size(); ++i)
                if (!below.count(i)) add_node(i, z_up, 0);
        if (lines_ > 0) building_.notes.push_back(fmt::format("{} surfaces are points or lines and left out", lines_));
        return std::move(building_);
    }

  private:
    [[noreturn]] void fail(const JsonNode& node, const std::string& what) const {
        document::complain(name_, node.place, what);
    }

    const std::vector<JsonNode>& items(const JsonNode& node, const char* key) const {
        static const std::vector<JsonNode> none;
        const JsonNode* found = node.find(key);
        if (!found) return none;
        if (found->kind != Kind::list)
            fail(*found, fmt::format("'{}' is {}; give a list", key, document::name_of(found->kind)));
        return found->items;
    }
    const std::vector<JsonNode>& list(const char* key) const { return items(root_, key); }
    const std::vector<JsonNode>& children_of(const JsonNode& node) const { return items(node, "children"); }

    double number(const JsonNode& node) const {
        if (node.kind != Kind::number)
            fail(node, fmt::format("{} where a number belongs", document::name_of(node.kind)));
        return node.number;
    }
    std::size_t whole(const JsonNode& node) const {
        const double value = number(node);
        if (!(value >= 0 && value < 1e15 && value == std::floor(value)))
            fail(node, fmt::format("{} where a whole number belongs", value));
        return std::size_t(value);
    }
    std::size_t whole(const JsonNode& node, const char* key, std::optional<std::size_t> otherwise = {}) const {
        const JsonNode* found = node.find(key);
        if (!found && !otherwise) fail(node, fmt::format("'{}' is missing", key));
        return found ? whole(*found) : *otherwise;
    }
    std::string text(const JsonNode& node, const char* key) const {
        const JsonNode* found = node.find(key);
        return found && found->kind == Kind::text ? found->text : "";
    }
    /// An index into a list of the file.
    std::size_t index(const JsonNode& node, const char* key) const {
        const std::size_t at = whole(node);
        if (at >= list(key).size())
            fail(node, fmt::format("there is no {} in '{}', which has {}", at, key, list(key).size()));
        return at;
    }

    void check_version() const {
        const JsonNode* asset = root_.find("asset");
        const std::string version = asset ? text(*asset, "version") : "";
        if (version.rfind("2.", 0) != 0)
            fail(root_, version.empty() ? "no asset.version; this is no glTF 2.0"
                                        : "glTF version " + version + "; export it as glTF 2.0");
        for (const auto& extension : list("extensionsRequired"))
            if (extension.text.rfind("KHR_materials", 0) != 0 && extension.text != "KHR_texture_transform")
                fail(extension,
                     "the extension '" + extension.text + "' is not read; export without compression and extensions");
    }

    const JsonNode* scene_of_file() const {
        const auto& scenes = list("scenes");
        if (scenes.empty()) return nullptr;
        const JsonNode* chosen = root_.find("scene");
        return &scenes[chosen ? index(*chosen, "scenes") : 0];
    }

    template <int N>
    glm::vec<N, double> numbers(const JsonNode& node, const char* key, glm::vec<N, double> otherwise) const {
        const auto& values = items(node, key);
        if (values.empty()) return otherwise;
        if (values.size() != std::size_t(N))
            fail(*node.find(key), fmt::format("'{}' has {} numbers; give {}", key, values.size(), N));
        for (int a = 0; a < N; ++a) otherwise[a] = number(values[std::size_t(a)]);
        return otherwise;
    }

    /// The node's local transformation: a matrix, or translation * rotation * scale.
    glm::dmat4 placement(const JsonNode& node) const {
        if (const auto& values = items(node, "matrix"); !values.empty()) {
            if (values.size() != 16)
                fail(*node.find("matrix"), fmt::format("a matrix of {} numbers; give 16", values.size()));
            glm::dmat4 matrix;
            for (int i = 0; i < 16; ++i) matrix[i / 4][i % 4] = number(values[std::size_t(i)]);
            return matrix;
        }
        const auto by = numbers<3>(node, "translation", glm::dvec3(0)),
                   scale = numbers<3>(node, "scale", glm::dvec3(1));
        const auto q = numbers<4>(node, "rotation", {0, 0, 0, 1});
        const glm::dmat3 turn = glm::mat3_cast(glm::dquat(q.w, q.x, q.y, q.z));
        return {glm::dvec4(turn[0] * scale.x, 0), glm::dvec4(turn[1] * scale.y, 0), glm::dvec4(turn[2] * scale.z, 0),
                glm::dvec4(by, 1)};
    }

    void add_node(std::size_t at, const glm::dmat4& around, int depth) {
        const JsonNode& node = list("nodes")[at];
        if (!seen_.insert(at).second) fail(node, fmt::format("node {} is reached twice; a node has one parent", at));
        if (depth > 500) fail(node, "nodes nested deeper than 500; flatten the scene");
        const glm::dmat4 matrix = around * placement(node);
        if (const JsonNode* mesh = node.find("mesh"))
            add_part(node, at, list("meshes")[index(*mesh, "meshes")], matrix);
        const std::string name = text(node, "name");
        if (!name.empty()) above_.push_back(name);
        for (const auto& child : children_of(node)) add_node(index(child, "nodes"), matrix, depth + 1);
        if (!name.empty()) above_.pop_back();
    }

    void add_part(const JsonNode& node, std::size_t at, const JsonNode& mesh, const glm::dmat4& matrix) {
        std::string called = text(node, "name");
        if (called.empty()) called = text(mesh, "name");
        if (called.empty()) called = fmt::format("node {}", at);
        Part part{.id = called, .type = "Node", .name = called, .groups = above_};
        for (const auto& primitive : items(mesh, "primitives")) {
            auto surface = surface_of(primitive, matrix);
            surface.name = called;
            geometry::weld(surface);  // exporters duplicate corners where normals or texture coordinates differ
            if (!surface.triangles.empty()) part.surfaces.push_back(std::move(surface));
        }
        if (!part.surfaces.empty()) building_.parts.push_back(std::move(part));
    }

    geometry::Mesh surface_of(const JsonNode& primitive, const glm::dmat4& matrix) {
        geometry::Mesh mesh;
        const std::size_t mode = whole(primitive, "mode", 4);
        if (mode > 6) fail(primitive, fmt::format("mode {}; glTF has 0 to 6", mode));
        if (mode < 4) {
            ++lines_;
            return mesh;
        }
        const JsonNode* attributes = primitive.find("attributes");
        const JsonNode* position = attributes ? attributes->find("POSITION") : nullptr;
        if (!position) return mesh;  // allowed: an extension may supply the positions
        const Elements places = elements(*position, "VEC3");
        if (places.component != 5126) fail(*position, "corners are not floats; export without quantisation");
        for (std::size_t v = 0; v < places.count; ++v) {
            const glm::dvec4 p(places.at<float>(v, 0), places.at<float>(v, 4), places.at<float>(v, 8), 1);
            mesh.vertices.push_back(glm::dvec3(matrix * p));
        }
        for (const auto& p : mesh.vertices)
            if (!(std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z)))
                fail(*position, "a corner that is not finite; check the model with the program that wrote it");
        count(primitive, places.count);
        add_triangles(mesh, corners_of(primitive, mesh.vertices.size()), mode, glm::determinant(matrix) < 0);
        return mesh;
    }

    /// Limits the total: small files can instance one large surface many times.
    void count(const JsonNode& primitive, std::size_t corners) {
        if ((corners_ += corners) > 3 * limit_)
            fail(primitive, fmt::format("more than {} triangles; simplify the model", limit_));
    }

    std::vector<u32> corners_of(const JsonNode& primitive, std::size_t vertices) {
        std::vector<u32> corners;
        const JsonNode* given = primitive.find("indices");
        if (!given) {
            for (std::size_t v = 0; v < vertices; ++v) corners.push_back(u32(v));
            return corners;
        }
        const Elements indices = elements(*given, "SCALAR");
        count(primitive, indices.count);
        corners.reserve(indices.count);
        for (std::size_t i = 0; i < indices.count; ++i) {
            const u32 corner = indices.component == 5121   ? indices.at<unsigned char>(i, 0)
                               : indices.component == 5123 ? indices.at<unsigned short>(i, 0)
                                                           : indices.at<u32>(i, 0);
            if (corner >= vertices)
                fail(*given, fmt::format("a triangle with corner {}; there are {}", corner, vertices));
            corners.push_back(corner);
        }
        return corners;
    }

    /// Mode 4: triangles; 5: a strip; 6: a fan. Degenerate triangles, which join strips, are left out.
    static void add_triangles(geometry::Mesh& mesh, const std::vector<u32>& corners, std::size_t mode, bool mirrored) {
        const std::size_t count = mode == 4 ? corners.size() / 3 : corners.size() < 3 ? 0 : corners.size() - 2;
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t at = mode == 4 ? 3 * i : i;
            std::array<u32, 3> triangle{corners[mode == 6 ? 0 : at], corners[at + 1], corners[at + 2]};
            if ((mode == 5 && i % 2 == 1) != mirrored) std::swap(triangle[1], triangle[2]);
            if (triangle[0] != triangle[1] && triangle[1] != triangle[2] && triangle[2] != triangle[0])
                mesh.triangles.push_back(triangle);
        }
    }

    Elements elements(const JsonNode& reference, const std::string& type) {
        const JsonNode& accessor = list("accessors")[index(reference, "accessors")];
        if (text(accessor, "type") != type)
            fail(accessor, fmt::format("an accessor of type '{}'; {} is wanted here", text(accessor, "type"), type));
        if (const JsonNode* sparse = accessor.find("sparse"))
            fail(*sparse, "sparse accessors are not read; export without them");
        const JsonNode* view_reference = accessor.find("bufferView");
        if (!view_reference)
            fail(accessor, "an accessor without a bufferView; export without compression and extensions");
        const JsonNode& view = list("bufferViews")[index(*view_reference, "bufferViews")];
        const int component = int(std::min<std::size_t>(whole(accessor, "componentType"), 99999));
        const std::size_t size = size_of_component(component) * (type == "VEC3" ? 3 : 1);
        if (size == 0 || (type == "SCALAR" && component != 5121 && component != 5123 && component != 5125))
            fail(accessor, fmt::format("componentType {} is not allowed here", component));
        const std::string& bytes = buffer(view);
        Elements found{&bytes, whole(view, "byteOffset", 0) + whole(accessor, "byteOffset", 0),
                       whole(view, "byteStride", size), whole(accessor, "count"), component};
        if (found.stride < size || found.stride > 252 + size)
            fail(view, fmt::format("a byteStride of {}; give {} to 252", found.stride, size));
        if (found.count > 0 && (found.from > bytes.size() ||
                                found.count > (bytes.size() - found.from + found.stride - size) / found.stride))
            fail(accessor, fmt::format("{} elements from byte {} on reach beyond the {} bytes of the buffer",
                                       found.count, found.from, bytes.size()));
        return found;
    }

    const std::string& buffer(const JsonNode& view) {
        const JsonNode* reference = view.find("buffer");
        if (!reference) fail(view, "'buffer' is missing");
        const std::size_t at = index(*reference, "buffers");
        const JsonNode& given = list("buffers")[at];
        auto [place, is_new] = buffers_.insert({at, ""});
        if (!is_new) return place->second;
        const std::string uri = text(given, "uri");
        const auto comma = uri.find(',');
        if (uri.empty()) place->second = chunks_.binary;
        else if (uri.rfind("data:", 0) == 0 && comma != std::string::npos)
            place->second = from_base64(std::string_view(uri).substr(comma + 1));
        else place->second = source_(unescaped(uri));
        if (place->second.size() < whole(given, "byteLength"))
            fail(given, fmt::format("the buffer has {} bytes where {} are announced; export it again",
                                    place->second.size(), whole(given, "byteLength")));
        return place->second;
    }

    std::string name_;
    Chunks chunks_;
    JsonNode root_;
    const BufferSource& source_;
    Building building_;
    std::map<std::size_t, std::string> buffers_;
    std::set<std::size_t> seen_;
    std::vector<std::string> above_;  ///< names of the ancestor nodes, from the top down
    std::size_t limit_, lines_ = 0, corners_ = 0;
};

}  // namespace

Building read_gltf(const std::string& bytes, const std::string& name, const BufferSource& buffers, std::size_t limit) {
    return Reader(bytes, name, buffers, limit).read();
}

Building load_gltf(const std::string& bytes, const std::string& file) {
    const auto folder = std::filesystem::path(file).parent_path();
    return read_gltf(bytes, file, [&](const std::string& uri) {
        require_beside(file, folder / uri);
        std::error_code problem;
        if (!std::filesystem::exists(folder / uri, problem))
            throw UsageError(fmt::format(
                "{}: its buffer '{}' is not beside it; put both into one folder, or export as .glb", file, uri));
        return read_beside(file, uri, "a buffer of a glTF file");
    });
}

}  // namespace nearfield::building
