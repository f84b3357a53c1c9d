#include "scenes/sph/tank_reader.hpp"

#include "base/error.hpp"
#include "base/read_file.hpp"
#include "scenes/document/fields.hpp"
#include "scenes/geometry/obj.hpp"
#include "scenes/sph/reference.hpp"
#include "scenes/sph/tank_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace nearfield::sph {
namespace {

using document::complain, document::Fields, document::JsonNode, document::Limits, document::Value;

constexpr Limits lengths{0, document::largest_coordinate, true}, times{0, 1e6}, lengths_of_time{0, 1e6, true},
    speeds{0, 1000, true};

const std::vector<std::string> side_names{"left", "right", "bottom", "top", "back", "front"};

class Reader {
  public:
    Reader(const std::string& text, const std::string& file, const MeshSource& meshes)
        : tree_(document::parse_json(text, file)),
          meshes_(meshes) {
        tank_.file = file;
    }

    Tank read() {
        Fields top(tank_.file, tree_, "tank");
        top.maybe("title", [&](const Value& v) { tank_.title = v.text(); });
        top.maybe("note", [&](const Value& v) { tank_.note = v.text(); });
        tank_.dimensions = top.need("dimensions").whole({2, 3});
        top.maybe("spacing", [&](const Value& v) { tank_.spacing = real(v, lengths); });
        top.maybe("duration", [&](const Value& v) { tank_.duration = real(v, times); });
        top.maybe("gravity", [&](const Value& v) { tank_.gravity = point(v); });
        top.maybe("periodic", [&](const Value& v) { tank_.periodic = v.truth(); });
        const Value container = top.need("container");
        tank_.container = box(container);
        tank_.container_place = container.node().place;
        top.maybe("open", [&](const Value& v) { open(v); });
        top.each("solids", "solid", [&](Fields& f, const std::string& name) { solid(f, name); });
        top.each("fluids", "fluid", [&](Fields& f, const std::string& name) { fluid(f, name); });
        top.each("faucets", "faucet", [&](Fields& f, const std::string& name) { faucet(f, name); });
        top.each("drains", "drain", [&](Fields& f, const std::string& name) {
            tank_.drains.push_back({name, box(f.need("box")), f.place()});
        });
        top.each("probes", "probe", [&](Fields& f, const std::string& name) { probe(f, name); });
        top.each("gauges", "gauge", [&](Fields& f, const std::string& name) {
            tank_.gauges.push_back({name, point(f.need("at")), f.place()});
        });
        top.maybe("references", [&](const Value& v) { references(v); });
        top.done();
        return std::move(tank_);
    }

  private:
    /// Reads a number in double precision.
    static double real(const Value& v, Limits limits) {
        v.number(limits);
        return v.node().number;
    }
    glm::dvec3 point(const Value& v) const {
        if (tank_.dimensions == 2) v.point<2>();
        else v.point<3>();
        glm::dvec3 p(0);
        for (int a = 0; a < tank_.dimensions; ++a) p[a] = v.node().items[std::size_t(a)].number;
        return p;
    }
    std::vector<glm::dvec3> points(const Value& v, std::size_t least) const {
        std::vector<glm::dvec3> list;
        for (const auto& item : v.items()) list.push_back(point(item));
        if (list.size() < least) v.fail(fmt::format("has {} points; give at least {}", list.size(), least));
        return list;
    }
    std::vector<glm::dvec2> flat_points(const Value& v, std::size_t least) const {
        std::vector<glm::dvec2> list;
        for (const auto& p : points(v, least)) list.push_back({p.x, p.y});
        return list;
    }
    Box box(const Value& v) const {
        const auto corners = points(v, 2);
        if (corners.size() != 2)
            v.fail(fmt::format("has {} points; give two corners that face each other", corners.size()));
        for (int a = 0; a < tank_.dimensions; ++a)
            if (corners[0][a] == corners[1][a])
                v.fail(fmt::format("has no size along {}; give two corners that face each other", "xyz"[a]));
        return {glm::min(corners[0], corners[1]), glm::max(corners[0], corners[1])};
    }
    /// Reads a vector and normalises it.
    glm::dvec3 direction(const Value& v) const {
        const auto d = point(v);
        if (!(glm::length(d) > 0)) v.fail("has length 0; give a direction");
        return glm::normalize(d);
    }

    void open(const Value& v) {
        const std::vector<std::string> names(side_names.begin(), side_names.begin() + 2 * tank_.dimensions);
        for (const auto& item : v.items()) {
            const auto at = std::find(names.begin(), names.end(), item.text());
            if (at == names.end()) item.fail("no side '" + item.text() + "'." + suggest(item.text(), names));
            tank_.open |= Sides(1) << (at - names.begin());
        }
    }

    void references(const Value& v) {
        for (const auto& item : v.items()) {
            try {
                tank_.references.push_back(reference(item.text()).key);
            } catch (const UsageError& problem) { item.fail(problem.what()); }
        }
        if (tank_.fluids.empty())
            v.fail("are in units of the column's width, but there is no fluid; give 'fluids', or take them out");
    }

    Shape shape(Fields& f, bool solid) {
        std::vector<Shape> given;
        const bool flat = tank_.dimensions == 2;
        f.maybe("box", [&](const Value& v) { given.push_back(box(v)); });
        f.maybe("ball", [&](const Value& v) { given.push_back(ball(v)); });
        if (flat) f.maybe("polygon", [&](const Value& v) { given.push_back(polygon(v)); });
        if (flat && solid) f.maybe("wall", [&](const Value& v) { given.push_back(wall(v)); });
        if (!flat) f.maybe("mesh", [&](const Value& v) { given.push_back(mesh(v)); });
        const std::string kinds = flat ? (solid ? "'box', 'ball', 'polygon' or 'wall'" : "'box', 'ball' or 'polygon'")
                                       : "'box', 'ball' or 'mesh'";
        if (given.size() != 1) f.fail(fmt::format("has {} shapes; give one of {}", given.size(), kinds));
        return given[0];
    }
    Ball ball(const Value& v) {
        Fields f(tank_.file, v.node(), "ball");
        const Ball made{point(f.need("centre")), real(f.need("radius"), lengths)};
        f.done();
        return made;
    }
    Polygon polygon(const Value& v) {
        auto corners = flat_points(v, 3);
        if (area_of(corners) < 0) std::reverse(corners.begin(), corners.end());
        return {corners};
    }
    Polyline wall(const Value& v) {
        const auto list = flat_points(v, 2);
        for (std::size_t i = 0; i + 1 < list.size(); ++i)
            if (list[i] == list[i + 1])
                v.fail(fmt::format("({:g}, {:g}) occurs twice in a row; take one out", list[i].x, list[i].y));
        return {list};
    }
    Shape mesh(const Value& v) {
        const bool plain = v.is(JsonNode::Kind::text);
        double scale = 1;
        glm::dvec3 translate(0);
        std::string path;
        if (plain) {
            path = v.text();
        } else {
            Fields f(tank_.file, v.node(), "mesh");
            path = f.need("file").text();
            f.maybe("scale", [&](const Value& s) { scale = real(s, {0, 1e6, true}); });
            f.maybe("translate", [&](const Value& t) { translate = point(t); });
            f.done();
        }
        try {
            auto made = std::make_shared<Mesh>(meshes_(path));
            transform(*made, scale, translate);
            check(*made);
            require_near(*made);
            return std::shared_ptr<const Mesh>(made);
        } catch (const UsageError& problem) { v.fail(problem.what()); }
    }

    static void require_near(const Mesh& mesh) {
        for (const auto& p : mesh.vertices)
            for (int a = 0; a < 3; ++a)
                if (std::abs(p[a]) > document::largest_coordinate)
                    throw UsageError(fmt::format("{}: a corner at ({:.4g}, {:.4g}, {:.4g}); coordinates lie within "
                                                 "{:g} m, give a smaller scale",
                                                 mesh.name, p.x, p.y, p.z, document::largest_coordinate));
    }

    void solid(Fields& f, const std::string& name) {
        Solid s{.name = name, .shape = shape(f, true), .place = f.place()};
        f.maybe("motion", [&](const Value& v) { s.motion = motion(v); });
        f.maybe("gone", [&](const Value& v) { s.gone = real(v, times); });
        tank_.solids.push_back(std::move(s));
    }
    Motion motion(const Value& v) {
        Fields f(tank_.file, v.node(), "motion");
        Motion m;
        f.maybe("stroke", [&](const Value& s) { m.stroke = point(s); });
        f.maybe("velocity", [&](const Value& s) { m.velocity = point(s); });
        f.maybe("period", [&](const Value& s) { m.period = real(s, lengths_of_time); });
        if (f.has("stroke") != f.has("period")) f.fail("'stroke' and 'period' go together; give both or none");
        times_of(f, m.from, m.until);
        f.done();
        if (m.still()) f.fail("does not move; give 'stroke' with 'period', or 'velocity'");
        return m;
    }
    void times_of(Fields& f, double& from, double& until) {
        f.maybe("from", [&](const Value& v) { from = real(v, times); });
        f.maybe("until", [&](const Value& v) { until = real(v, times); });
        if (until <= from)
            f.fail(fmt::format("ends at {:g} s, before its start at {:g} s; give a later 'until'", until, from));
    }

    void fluid(Fields& f, const std::string& name) {
        FluidBlock b{.name = name, .shape = shape(f, false), .place = f.place()};
        f.maybe("velocity", [&](const Value& v) { b.velocity = point(v); });
        tank_.fluids.push_back(std::move(b));
    }
    void faucet(Fields& f, const std::string& name) {
        Faucet made{.name = name,
                    .at = point(f.need("at")),
                    .direction = direction(f.need("direction")),
                    .radius = real(f.need("radius"), lengths),
                    .place = f.place()};
        if (f.has("rate") == f.has("speed")) f.fail("has to have either 'rate' or 'speed'; give one of them");
        f.maybe("rate", [&](const Value& v) { made.rate = real(v, {0, 1e6, true}); });
        f.maybe("speed", [&](const Value& v) { made.rate = made.opening(tank_.dimensions) * real(v, speeds); });
        times_of(f, made.from, made.until);
        tank_.faucets.push_back(made);
    }
    void probe(Fields& f, const std::string& name) {
        tank_.probes.push_back({name, point(f.need("at")), direction(f.need("normal")), f.place()});
    }

    JsonNode tree_;
    const MeshSource& meshes_;
    Tank tank_;
};

std::vector<document::Carried> carried(bool meshes) {
    std::vector<document::Carried> files;
    for (const auto& file : carried_tanks())
        if ((std::filesystem::path(file.key).extension() == ".obj") == meshes) files.push_back(file);
    return files;
}

}  // namespace

MeshSource meshes_beside(const std::string& tank) {
    return [tank](const std::string& path) {
        const auto meshes = carried(true);
        const bool known =
            std::any_of(meshes.begin(), meshes.end(), [&](const auto& mesh) { return mesh.key == path; });
        const auto place = std::filesystem::path(tank).parent_path() / path;
        if (!known) require_beside(tank, place);
        std::error_code problem;
        if (known || !std::filesystem::exists(place, problem)) {
            const auto found = document::find(known ? path : place.string(), meshes, "mesh");
            return geometry::read_obj(found.text, found.name);
        }
        return geometry::read_obj(read_beside(tank, path, "the name of a mesh file"), place.string());
    };
}

std::vector<std::string> tank_keys() {
    std::vector<std::string> keys;
    for (const auto& tank : carried(false)) keys.push_back(tank.key);
    return keys;
}

Tank read_tank(const std::string& text, const std::string& name, const MeshSource& meshes) {
    Tank tank = Reader(text, name, meshes).read();
    check_tank(tank);
    return tank;
}

Tank load_tank(const std::string& key_or_file) {
    const auto found = document::find(key_or_file, carried(false), "tank");
    return read_tank(found.text, found.name, meshes_beside(found.name));
}

}  // namespace nearfield::sph
