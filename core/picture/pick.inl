// Picking on one backend. Included by pick_cpu.cpp and pick_cuda.cu.
#include "picture/pick.hpp"

namespace nearfield {

namespace detail {

struct Hit {
    float score = INFINITY;  ///< the lowest wins; of equal scores the first element
    u32 element = ~0u;
    float distance = 0;
    friend NF_HD Hit operator+(const Hit& a, const Hit& b) {
        return a.score < b.score || (a.score == b.score && a.element < b.element) ? a : b;
    }
};

/// A ray with a unit direction, and the tolerance around it.
struct Pointer {
    glm::vec3 origin, direction;
    float tolerance;
    bool deep;  ///< the hit nearest along the ray wins, not the hit nearest to the ray

    NF_HD Hit met(float off, float reach, float along, u32 element) const {
        if (!(off <= reach) || (deep && along < 0)) return {};
        return {deep ? along : off, element, along};
    }
};

/// Tests which elements of a layer are hidden.
struct Sieve {
    ShownValues shown;
    ColumnView by;
    NF_HD bool hides(u32 i) const { return shown.count > 0 && by.there() && shown.hides(by.number(i)); }
};

struct MeetPoint {
    Pointer ray;
    ColumnView position, size;
    Sieve sieve;
    NF_HD Hit operator()(u32 i) const {
        if (sieve.hides(i)) return {};
        const glm::vec3 to = position.place(i) - ray.origin;
        const float along = glm::dot(to, ray.direction);
        const glm::vec3 aside = to - along * ray.direction;
        return ray.met(sqrtf(glm::dot(aside, aside)), size.number(i) + ray.tolerance, along, i);
    }
};

/// The closest points of ray and line; the line's start if both are parallel or its length is 0.
struct MeetLine {
    Pointer ray;
    ColumnView ends;
    Sieve sieve;
    NF_HD Hit operator()(u32 i) const {
        if (sieve.hides(i)) return {};
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

/// Ray-triangle intersection from either side (Möller and Trumbore 1997).
struct MeetTriangle {
    Pointer ray;
    ColumnView corners;
    Sieve sieve;
    NF_HD Hit operator()(u32 i) const {
        if (sieve.hides(i)) return {};
        const glm::vec3 a = corners.place(3 * i), u = corners.place(3 * i + 1) - a, v = corners.place(3 * i + 2) - a;
        const glm::vec3 p = glm::cross(ray.direction, v), to = ray.origin - a, q = glm::cross(to, u);
        const float det = glm::dot(u, p);
        if (det == 0) return {};
        const float s = glm::dot(to, p) / det, t = glm::dot(ray.direction, q) / det, along = glm::dot(v, q) / det;
        if (!(s >= 0 && t >= 0 && s + t <= 1) || (ray.deep && along < 0)) return {};
        return {ray.deep ? along : 0.f, i, along};
    }
};

/// Cells with heights, approximated by upright cylinders as wide as a cell.
struct MeetRelief {
    Pointer ray;
    CellLattice lattice;
    ColumnView height;
    CellPart part;
    Sieve sieve;

    NF_HD Hit operator()(u32 i) const {
        const float top = height.number(i);
        if (!(fabsf(top) <= 3e38f) || !part.holds(i % lattice.columns, i / lattice.columns) || sieve.hides(i))
            return {};
        const glm::vec3 normal = glm::cross(lattice.across, lattice.up);
        const glm::vec3 foot = lattice.middle(i) + part.shift - ray.origin;
        const float sinking = glm::dot(ray.direction, normal);
        const glm::vec3 level = ray.direction - sinking * normal, to = foot - glm::dot(foot, normal) * normal;
        const float speed2 = glm::dot(level, level), nearest = speed2 > 1e-12f ? glm::dot(to, level) / speed2 : 0.f;
        const glm::vec3 aside = to - nearest * level;
        const float half = 0.25f * lattice.spacing * lattice.spacing * 1.1f - glm::dot(aside, aside);
        if (half < 0) return {};
        const float within = speed2 > 1e-12f ? sqrtf(half / speed2) : INFINITY;
        const float crossing = (top + glm::dot(foot, normal)) / sinking;  // where the ray reaches the cylinder's top
                                                                          // plane
        const float from = fmaxf(nearest - within, 0.f), to_end = nearest + within;
        const float above = glm::dot(foot, normal) + top - from * sinking;  // height of the cylinder above the ray's
                                                                            // entry
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

/// Keeps a hit unless its element is hidden.
struct Unhidden {
    Hit hit;
    Sieve sieve;
    NF_HD Hit operator()(u32) const { return sieve.hides(hit.element) ? Hit{} : hit; }
};

/// The best hit over all elements, computed where their columns lie.
template <class Exec, class Meet> Hit best(Exec& exec, const LayerColumn& column, u32 count, const Meet& meet) {
    Cpu main;
    if (column.memory == LayerColumn::Memory::main) return reduce<Hit>(main, count, meet);
    return reduce<Hit>(exec, count, meet);
}

/// The column in the memory `to`, copied if necessary.
template <class Exec> LayerColumn brought(Exec& exec, const LayerColumn& column, u32 count, LayerColumn::Memory to) {
    if (!column.is_array() || column.memory == to || count == 0) return column;
    const std::size_t bytes = std::size_t(count - 1) * column.stride + bytes_of(column.format);
    const auto* from = static_cast<const unsigned char*>(column.data);
    LayerColumn copy = column;
    copy.memory = to;
    if (to == LayerColumn::Memory::main) {
        const auto kept = std::make_shared<std::vector<unsigned char>>(bytes);
        copy_to_host(exec, kept->data(), from, bytes);
        copy.data = kept->data();
        copy.owner = kept;
    } else {
        const auto kept = std::make_shared<Array<Exec, unsigned char>>();
        kept->resize(bytes, "what hides elements");
        copy_to_device(exec, kept->data(), from, bytes);
        copy.data = kept->data();
        copy.owner = kept;
    }
    return copy;
}

/// Id of an element, or its index without ids.
template <class Exec> u32 id_of(Exec& exec, const LayerColumn& ids, u32 element) {
    if (!ids.is_array()) return element;
    if (ids.memory == LayerColumn::Memory::main) return ids.at<u32>(element);
    u32 id = 0;
    copy_to_host(exec, &id, static_cast<const u32*>(ids.data) + element, 1);
    return id;
}

/// Tests all layers of a picture and keeps the best hit.
template <class Exec> class Meeting {
  public:
    Meeting(Exec& exec, const Picture& picture, const Pointer& ray) : exec_(exec), picture_(picture), ray_(ray) {}
    Picked run() {
        each(LayerKind::labels, picture_.labels, [&](const LabelLayer& layer) { return labels(layer); });
        each(LayerKind::triangles, picture_.triangles, [&](const TriangleLayer& layer) {
            return through(layer, layer.corners, [&](const Sieve& sieve) {
                return MeetTriangle{ray_, {layer.corners, layer.count}, sieve};
            });
        });
        each(LayerKind::points, picture_.points, [&](const PointLayer& layer) { return points(layer); });
        each(LayerKind::lines, picture_.lines, [&](const LineLayer& layer) {
            return through(layer, layer.ends, [&](const Sieve& sieve) {
                return MeetLine{ray_, {layer.ends, layer.count}, sieve};
            });
        });
        each(LayerKind::cells, picture_.cells, [&](const CellLayer& layer) { return cells(layer); });
        return found_;
    }
    Hit points(const PointLayer& layer) {
        return through(layer, layer.position, [&](const Sieve& sieve) {
            return MeetPoint{ray_, {layer.position, layer.count}, {layer.size, layer.count}, sieve};
        });
    }

  private:
    /// Later layers of a kind lie on top. In 2D each() is called for the topmost kind first.
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
    /// The best hit in a layer whose elements have their geometry in `places`; meet(sieve) makes the test of an
    /// element.
    template <class Layer, class Meet> Hit through(const Layer& layer, const LayerColumn& places, const Meet& meet) {
        LayerColumn by = shown_by(layer);
        if (!picture_.shown.all()) by = brought(exec_, by, layer.count, places.memory);
        return best(exec_, places, layer.count, meet(Sieve{picture_.shown, {by, layer.count}}));
    }
    Hit cells(const CellLayer& layer) {
        const LayerColumn& height = layer.relief.height;
        if (!is_relief(layer)) return flat_cells(layer);
        Hit hit;
        for (const CellPart& part : parts_of(layer))
            hit = hit + through(layer, height, [&](const Sieve& sieve) {
                      return MeetRelief{ray_, layer.lattice, {height, layer.count}, part, sieve};
                  });
        return hit;
    }
    Hit flat_cells(const CellLayer& layer) {
        const Hit hit = meet_cells(ray_, layer.lattice);
        const LayerColumn& by = shown_by(layer);
        if (picture_.shown.all() || !by.there() || hit.element == ~0u) return hit;
        return best(exec_, by, 1, Unhidden{hit, {picture_.shown, {by, layer.count}}});
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
