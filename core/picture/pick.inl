// Picking on one backend; included by pick_cpu.cpp and pick_cuda.cu.
#include "picture/pick.hpp"

namespace nearfield {

namespace detail {

struct Hit {
    float score = INFINITY;  ///< the lowest wins
    u32 element = ~0u;
    float distance = 0;
    friend NF_HD Hit operator+(const Hit& a, const Hit& b) { return a.score <= b.score ? a : b; }
};

/// A ray with a direction of length 1, and the distance from it within which things are hit.
struct Pointer {
    glm::vec3 origin, direction;
    float tolerance;
    bool deep;  ///< the hit nearest along the ray wins, not the one nearest to the ray

    NF_HD Hit met(float off, float reach, float along, u32 element) const {
        if (!(off <= reach) || (deep && along < 0)) return {};
        return {deep ? along : off, element, along};
    }
};

struct MeetPoint {
    Pointer ray;
    ColumnView position, size;
    NF_HD Hit operator()(u32 i) const {
        const glm::vec3 to = position.place(i) - ray.origin;
        const float along = glm::dot(to, ray.direction);
        const glm::vec3 aside = to - along * ray.direction;
        return ray.met(sqrtf(glm::dot(aside, aside)), size.number(i) + ray.tolerance, along, i);
    }
};

/// Nearest points of ray and line. For parallels and for a line of length 0: the line's beginning.
struct MeetLine {
    Pointer ray;
    ColumnView ends;
    NF_HD Hit operator()(u32 i) const {
        const glm::vec3 from = ends.place(2 * i), line = ends.place(2 * i + 1) - from, to = from - ray.origin;
        const float length2 = glm::dot(line, line), slant = glm::dot(line, ray.direction),
                    across = length2 - slant * slant;
        const float wanted = (slant * glm::dot(to, ray.direction) - glm::dot(to, line)) / across;
        const float share = across > 1e-12f * length2 ? fminf(fmaxf(wanted, 0.f), 1.f) : 0.f;
        const glm::vec3 nearest = to + share * line;
        const float along = glm::dot(nearest, ray.direction);
        const glm::vec3 aside = nearest - along * ray.direction;
        return ray.met(sqrtf(glm::dot(aside, aside)), ray.tolerance, along, i);
    }
};

/// Möller and Trumbore 1997; hits either side.
struct MeetTriangle {
    Pointer ray;
    ColumnView corners;
    NF_HD Hit operator()(u32 i) const {
        const glm::vec3 a = corners.place(3 * i), u = corners.place(3 * i + 1) - a, v = corners.place(3 * i + 2) - a;
        const glm::vec3 p = glm::cross(ray.direction, v), to = ray.origin - a, q = glm::cross(to, u);
        const float det = glm::dot(u, p);
        if (det == 0) return {};
        const float s = glm::dot(to, p) / det, t = glm::dot(ray.direction, q) / det, along = glm::dot(v, q) / det;
        if (!(s >= 0 && t >= 0 && s + t <= 1) || (ray.deep && along < 0)) return {};
        return {ray.deep ? along : 0.f, i, along};
    }
};

/// Cells with heights as upright columns, round ones as wide as a cell.
struct MeetRelief {
    Pointer ray;
    CellLattice lattice;
    ColumnView height;
    CellPart part;

    NF_HD bool is_inside(u32 i) const {
        const u32 column = i % lattice.columns, row = i / lattice.columns;
        return column >= part.column && row >= part.row && column < part.column + part.columns &&
               row < part.row + part.rows;
    }
    NF_HD Hit operator()(u32 i) const {
        const float top = height.number(i);
        if (!(fabsf(top) <= 3e38f) || !is_inside(i)) return {};
        const glm::vec3 normal = glm::cross(lattice.across, lattice.up);
        const glm::vec3 foot = lattice.middle(i) + part.shift - ray.origin;
        const float sinking = glm::dot(ray.direction, normal);
        const glm::vec3 level = ray.direction - sinking * normal, to = foot - glm::dot(foot, normal) * normal;
        const float speed2 = glm::dot(level, level), nearest = speed2 > 1e-12f ? glm::dot(to, level) / speed2 : 0.f;
        const glm::vec3 aside = to - nearest * level;
        const float half = 0.25f * lattice.spacing * lattice.spacing * 1.1f - glm::dot(aside, aside);
        if (half < 0) return {};
        const float within = speed2 > 1e-12f ? sqrtf(half / speed2) : INFINITY;
        const float crossing = (top + glm::dot(foot, normal)) / sinking;  // where the ray is as high as the column
        const float from = fmaxf(nearest - within, 0.f), to_end = nearest + within;
        const float above = glm::dot(foot, normal) + top - from * sinking;  // of the column over the ray at its entry
        const float along = above >= 0 ? from : crossing;
        if (!(along >= from && along <= to_end)) return {};
        return {along, i, along};
    }
};

inline Hit meet_cells(const Pointer& ray, const CellLattice& lattice) {
    const glm::vec3 normal = glm::cross(lattice.across, lattice.up);
    const float slant = glm::dot(normal, ray.direction);
    const float along = glm::dot(lattice.origin - ray.origin, normal) / slant;
    if (!std::isfinite(along) || (ray.deep && along < 0)) return {};
    const glm::vec3 at = ray.origin + along * ray.direction - lattice.origin;
    const u32 cell = lattice.cell_at({glm::dot(at, lattice.across), glm::dot(at, lattice.up)});
    if (cell == CellLattice::none) return {};
    return {ray.deep ? along : 0.f, cell, along};
}

/// The best hit of all elements, computed where their columns lie.
template <class Exec, class Meet> Hit best(Exec& exec, const LayerColumn& column, u32 count, const Meet& meet) {
    Cpu main;
    if (column.memory == LayerColumn::Memory::main) return reduce<Hit>(main, count, meet);
    return reduce<Hit>(exec, count, meet);
}

/// Id of the thing that an element belongs to.
template <class Exec> u32 id_of(Exec& exec, const LayerColumn& ids, u32 element) {
    if (!ids.is_array()) return element;
    if (ids.memory == LayerColumn::Memory::main) return ids.at<u32>(element);
    u32 id = 0;
    copy_to_host(exec, &id, static_cast<const u32*>(ids.data) + element, 1);
    return id;
}

/// Goes through a picture's layers and keeps the best hit.
template <class Exec> class Meeting {
  public:
    Meeting(Exec& exec, const Picture& picture, const Pointer& ray) : exec_(exec), picture_(picture), ray_(ray) {}
    Picked run() {
        each(LayerKind::labels, picture_.labels, [&](const LabelLayer& layer) { return labels(layer); });
        each(LayerKind::triangles, picture_.triangles, [&](const TriangleLayer& layer) {
            return best(exec_, layer.corners, layer.count, MeetTriangle{ray_, {layer.corners, layer.count}});
        });
        each(LayerKind::points, picture_.points, [&](const PointLayer& layer) { return points(layer); });
        each(LayerKind::lines, picture_.lines, [&](const LineLayer& layer) {
            return best(exec_, layer.ends, layer.count, MeetLine{ray_, {layer.ends, layer.count}});
        });
        each(LayerKind::cells, picture_.cells, [&](const CellLayer& layer) { return cells(layer); });
        return found_;
    }
    Hit points(const PointLayer& layer) {
        return best(exec_, layer.position, layer.count,
                    MeetPoint{ray_, {layer.position, layer.count}, {layer.size, layer.count}});
    }

  private:
    /// The last layer of a kind is the topmost. In 2D the topmost kind is called first.
    template <class Layer, class Meet> void each(LayerKind kind, const std::vector<Layer>& layers, const Meet& meet) {
        if (!ray_.deep && found_) return;
        for (u32 l = u32(layers.size()); l-- > 0;) {
            const Hit hit = meet(layers[l]);
            if (!(hit.score < score_)) continue;
            score_ = hit.score;
            u32 element = hit.element;
            if constexpr (requires { layers[l].ids; }) element = id_of(exec_, layers[l].ids, element);
            found_ = {kind, l, element, hit.distance};
        }
    }
    Hit cells(const CellLayer& layer) {
        const LayerColumn& height = layer.relief.height;
        if (!is_relief(layer)) return meet_cells(ray_, layer.lattice);
        Hit hit;
        for (const CellPart& part : parts_of(layer))
            hit = hit + best(exec_, height, layer.count, MeetRelief{ray_, layer.lattice, {height, layer.count}, part});
        return hit;
    }
    Hit labels(const LabelLayer& layer) const {
        Hit hit;
        for (u32 i = 0; layer.labels && i < layer.labels->size(); ++i) {
            const glm::vec3 to = (*layer.labels)[i].at - ray_.origin;
            const float along = glm::dot(to, ray_.direction);
            hit = hit + ray_.met(glm::length(to - along * ray_.direction), ray_.tolerance, along, i);
        }
        return hit;
    }

    Exec& exec_;
    const Picture& picture_;
    const Pointer ray_;
    Picked found_;
    float score_ = INFINITY;
};

template <class Exec> Picked pick_on(Exec& exec, const Picture& picture, const Ray& ray, float tolerance) {
    const Pointer pointer{ray.origin, glm::normalize(ray.direction), tolerance, picture.dimensions == 3};
    return Meeting<Exec>(exec, picture, pointer).run();
}

}  // namespace detail

}  // namespace nearfield
