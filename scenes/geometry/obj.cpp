#include "scenes/geometry/obj.hpp"

#include "base/error.hpp"
#include "scenes/geometry/triangulate.hpp"

#include <fmt/format.h>

#include <charconv>
#include <map>
#include <string_view>

namespace nearfield::geometry {
namespace {

class Reader {
  public:
    Reader(const std::string& text, const std::string& name, std::size_t limit) : text_(text), limit_(limit) {
        mesh_.name = name;
    }

    Mesh read() {
        read_lines();
        return std::move(mesh_);
    }

    std::vector<ObjObject> read_objects() {
        read_lines();
        std::vector<ObjObject> objects;
        for (const auto& [object, group] : names_) objects.push_back({object, group, {.name = mesh_.name}});
        std::vector<std::map<u32, u32>> given(objects.size());  // per object: mesh corners by file index
        for (std::size_t t = 0; t < mesh_.triangles.size(); ++t) {
            Mesh& mesh = objects[owner_[t]].mesh;
            std::array<u32, 3> corners{};
            for (std::size_t k = 0; k < 3; ++k) {
                const u32 whole = mesh_.triangles[t][k];
                const auto [at, is_new] = given[owner_[t]].insert({whole, u32(mesh.vertices.size())});
                if (is_new) mesh.vertices.push_back(mesh_.vertices[whole]);
                corners[k] = at->second;
            }
            mesh.triangles.push_back(corners);
            mesh.lines.push_back(mesh_.lines[t]);
        }
        return objects;
    }

  private:
    void read_lines() {
        std::string_view rest = text_;
        std::string joined;
        while (!rest.empty()) {
            ++line_;
            const auto end = rest.find('\n');
            std::string_view line = rest.substr(0, end);
            rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
            if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
            line = line.substr(0, line.find('#'));
            const bool goes_on = !line.empty() && line.back() == '\\';
            joined += goes_on ? line.substr(0, line.size() - 1) : line;
            if (goes_on) continue;
            statement(joined);
            joined.clear();
        }
        if (!joined.empty()) statement(joined);
        weld(mesh_);
    }

    [[noreturn]] void fail(const std::string& what) const {
        throw UsageError(fmt::format("{}:{}: {}", mesh_.name, line_, what));
    }

    void statement(std::string_view line) {
        words_.clear();
        for (std::size_t at = 0;;) {
            at = line.find_first_not_of(" \t", at);
            if (at == std::string_view::npos) break;
            const auto end = std::min(line.find_first_of(" \t", at), line.size());
            words_.push_back(line.substr(at, end - at));
            at = end;
        }
        if (words_.empty()) return;
        if (words_[0] == "v") vertex();
        else if (words_[0] == "f") face();
        else if (words_[0] == "o") {
            object_ = rest_of_line();
            group_.clear();
        } else if (words_[0] == "g") group_ = rest_of_line();
    }

    /// Text after the first word, trimmed.
    std::string rest_of_line() const {
        if (words_.size() < 2) return "";
        const char* from = words_[1].data();
        return {from, std::size_t(words_.back().data() + words_.back().size() - from)};
    }

    /// Index in names_ of the current object.
    std::size_t owner() {
        const auto [at, is_new] = owners_.insert({{object_, group_}, names_.size()});
        if (is_new) names_.push_back(at->first);
        return at->second;
    }

    void vertex() {
        if (words_.size() < 4) fail(fmt::format("a corner with {} numbers; give v x y z", words_.size() - 1));
        glm::dvec3 p;
        for (int a = 0; a < 3; ++a) p[a] = number(words_[std::size_t(a) + 1]);
        mesh_.vertices.push_back(p);
    }

    double number(std::string_view word) const {
        double x = 0;
        const char* end = word.data() + word.size();
        const auto [stopped, problem] = std::from_chars(word.data() + (word[0] == '+'), end, x);
        if (problem != std::errc{} || stopped != end)
            fail(fmt::format("'{}' is no number; give one, as 0.5 or 1e-3", word));
        if (!std::isfinite(x)) fail(fmt::format("'{}' is not finite; give a number", word));
        return x;
    }

    u32 corner(std::string_view word) const {
        const std::string_view first = word.substr(0, word.find('/'));
        long index = 0;
        const auto [stopped, problem] = std::from_chars(first.data(), first.data() + first.size(), index);
        if (first.empty() || problem != std::errc{} || stopped != first.data() + first.size())
            fail(fmt::format("'{}' is no index of a corner; give a whole number, as 7, 7/1, 7//2 or -1", word));
        const long count = long(mesh_.vertices.size()), at = index > 0 ? index - 1 : count + index;
        if (index == 0 || at < 0 || at >= count)
            fail(fmt::format("no corner {}; {} corners precede this line, counted from 1", index, count));
        return u32(at);
    }

    void face() {
        if (words_.size() < 4) fail(fmt::format("a face with {} corners; give at least 3", words_.size() - 1));
        if (words_.size() > 1001)
            fail(fmt::format("a face with {} corners; cut it into faces of at most 1000", words_.size() - 1));
        if (mesh_.triangles.size() + words_.size() - 3 > limit_)
            fail(fmt::format("more than {} triangles; simplify the mesh (\"decimate\" in modelling programs)", limit_));
        std::vector<u32> corners;
        std::vector<glm::dvec3> places;
        for (std::size_t k = 1; k < words_.size(); ++k) {
            corners.push_back(corner(words_[k]));
            places.push_back(mesh_.vertices[corners.back()]);
        }
        const auto cut = triangulate(places);
        if (cut.empty())
            fail(fmt::format("a face of {} corners that has no area or crosses itself; draw it again or take it out",
                             corners.size()));
        const std::size_t owned_by = owner();
        for (const auto& t : cut) {
            mesh_.triangles.push_back({corners[t[0]], corners[t[1]], corners[t[2]]});
            mesh_.lines.push_back(line_);
            owner_.push_back(owned_by);
        }
    }

    const std::string& text_;
    std::size_t limit_;
    Mesh mesh_;
    int line_ = 0;
    std::vector<std::string_view> words_;
    using Names = std::pair<std::string, std::string>;  ///< of object and group
    std::string object_, group_;
    std::vector<Names> names_;  ///< of objects with faces
    std::map<Names, std::size_t> owners_;
    std::vector<std::size_t> owner_;  ///< of each triangle
};

}  // namespace

Mesh read_obj(const std::string& text, const std::string& name, std::size_t limit) {
    return Reader(text, name, limit).read();
}

std::vector<ObjObject> read_obj_objects(const std::string& text, const std::string& name, std::size_t limit) {
    return Reader(text, name, limit).read_objects();
}

}  // namespace nearfield::geometry
