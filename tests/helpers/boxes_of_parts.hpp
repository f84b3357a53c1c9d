#pragma once
// Parts of buildings as boxes, and relations of boxes by their intervals.
#include "libs/building/meet/relation.hpp"
#include "libs/building/readers/made_models.hpp"

#include <random>

namespace nearfield::building {

inline Part part_of(const geometry::Mesh& surface) { return {.surfaces = {surface}}; }

struct WholeBox {
    int lo[3], hi[3];
};

/// Random boxes with sides of 1 to `most` within [0, room)³.
inline std::vector<WholeBox> whole_boxes(int n, int most, int room, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<WholeBox> boxes;
    for (int i = 0; i < n; ++i) {
        WholeBox box;
        for (int a = 0; a < 3; ++a) {
            const int side = 1 + int(random() % unsigned(most));
            box.lo[a] = int(random() % unsigned(room - side));
            box.hi[a] = box.lo[a] + side;
        }
        boxes.push_back(box);
    }
    return boxes;
}

inline Building building_of(const std::vector<WholeBox>& boxes) {
    Building building;
    for (const auto& b : boxes)
        building.parts.push_back(part_of(box_mesh({b.lo[0], b.lo[1], b.lo[2]}, {b.hi[0], b.hi[1], b.hi[2]})));
    return building;
}

inline Predicate relation_of(const WholeBox& a, const WholeBox& b) {
    bool apart = false, touch = false, a_in = true, b_in = true, a_inside = true, b_inside = true;
    for (int k = 0; k < 3; ++k) {
        apart = apart || a.hi[k] < b.lo[k] || b.hi[k] < a.lo[k];
        touch = touch || a.hi[k] == b.lo[k] || b.hi[k] == a.lo[k];
        a_in = a_in && b.lo[k] <= a.lo[k] && a.hi[k] <= b.hi[k];
        b_in = b_in && a.lo[k] <= b.lo[k] && b.hi[k] <= a.hi[k];
        a_inside = a_inside && b.lo[k] < a.lo[k] && a.hi[k] < b.hi[k];
        b_inside = b_inside && a.lo[k] < b.lo[k] && b.hi[k] < a.hi[k];
    }
    if (apart) return Predicate::disjoint;
    if (touch) return Predicate::touch;
    if (a_in && b_in) return Predicate::equals;
    if (a_in) return a_inside ? Predicate::inside : Predicate::covered_by;
    if (b_in) return b_inside ? Predicate::contains : Predicate::covers;
    return Predicate::overlap;
}

/// Possible relations of A and C, given those of A, B and B, C; empty if they are unrestricted.
inline std::vector<Predicate> composed(Predicate ab, Predicate bc) {
    using enum Predicate;
    if (ab == inside && bc == inside) return {inside};
    if (ab == inside && bc == disjoint) return {disjoint};
    if (ab == inside && bc == touch) return {disjoint, touch};
    if ((ab == covered_by && bc == inside) || (ab == inside && bc == covered_by)) return {inside, covered_by};
    return {};
}

/// Randomly turned boxes of many shapes, densely packed in a cube.
inline Building turned_boxes(int n, std::mt19937& random) {
    std::uniform_real_distribution<double> place(0, 6), side(0.2, 2.5), any(-1, 1);
    Building building;
    for (int i = 0; i < n; ++i) {
        const glm::dvec3 half = glm::dvec3(side(random), side(random), side(random)) / 2.;
        geometry::Mesh mesh = box_mesh(-half, half);
        const glm::dvec3 u = glm::normalize(glm::dvec3(any(random), any(random), any(random)));
        const glm::dvec3 v = glm::normalize(glm::cross(u, glm::dvec3(any(random), any(random), 1)));
        const glm::dmat3 turn(u, v, glm::cross(u, v));
        const glm::dvec3 middle{place(random), place(random), place(random)};
        for (auto& p : mesh.vertices) p = turn * p + middle;
        building.parts.push_back(part_of(mesh));
    }
    return building;
}

}  // namespace nearfield::building
