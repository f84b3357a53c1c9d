#include "scenes/building/parts.hpp"

#include "base/error.hpp"
#include "base/random.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace nearfield::building {
namespace {

[[noreturn]] void refuse(double way) {
    throw UsageError(fmt::format("a part cannot be moved by {:.4g} m: it would lie more than {:.0f} m from the middle",
                                 way, lattice_reach));
}

/// Sort order of partners: overlaps first, touching last.
int seriousness(Predicate p) { return p == Predicate::overlap ? 0 : p == Predicate::touch ? 2 : 1; }

}  // namespace

Relations::Relations(u32 parts, const std::vector<BoxPair>& candidates, const std::vector<Predicate>& found)
    : partners_(parts),
      candidates_(parts),
      cluster_(parts) {
    for (std::size_t k = 0; k < candidates.size(); ++k) {
        const auto [a, b] = candidates[k];
        ++counts_[u32(found[k])];
        ++candidates_[a];
        ++candidates_[b];
        if (found[k] == Predicate::disjoint) continue;
        partners_[a].push_back({b, found[k]});
        partners_[b].push_back({a, inverse(found[k])});
    }
    for (auto& all : partners_)
        std::sort(all.begin(), all.end(), [](const Partner& x, const Partner& y) {
            const int a = seriousness(x.predicate), b = seriousness(y.predicate);
            return a != b ? a < b : x.part < y.part;
        });
    find_clusters();
}

Predicate Relations::between(u32 a, u32 b) const {
    for (const Partner& p : partners_[a])
        if (p.part == b) return p.predicate;
    return Predicate::disjoint;
}

void Relations::find_clusters() {
    std::vector<u32> root(partners_.size());
    std::iota(root.begin(), root.end(), 0);
    const auto root_of = [&](u32 p) {
        while (root[p] != p) p = root[p] = root[root[p]];
        return p;
    };
    std::vector<u32> size(partners_.size());
    for (u32 a = 0; a < partners_.size(); ++a)
        for (const Partner& p : partners_[a])
            if (p.predicate == Predicate::overlap) root[root_of(a)] = root_of(p.part);
    for (u32 a = 0; a < partners_.size(); ++a) ++size[root_of(a)];
    std::vector<u32> largest;
    for (u32 a = 0; a < partners_.size(); ++a)
        if (root[a] == a && size[a] > 1) largest.push_back(a);
    std::stable_sort(largest.begin(), largest.end(), [&](u32 a, u32 b) { return size[a] > size[b]; });
    clusters_ = u32(largest.size());
    std::vector<u32> number(partners_.size());
    for (u32 k = 0; k < clusters_; ++k) number[largest[k]] = k + 1;
    for (u32 a = 0; a < partners_.size(); ++a) cluster_[a] = number[root_of(a)];
}

std::string verb(Predicate p) {
    constexpr const char* verbs[]{"is apart from", "touches", "contains",      "lies inside",
                                  "equals",        "covers",  "is covered by", "overlaps"};
    return verbs[u32(p)];
}

std::string called(const Part& part) {
    const std::string& name = part.name.empty() ? part.id : part.name;
    if (part.type.empty()) return name;
    return name.empty() ? part.type : part.type + " '" + name + "'";
}

Point further(Point way, glm::dvec3 by) {
    const glm::dvec3 sum = metres(way) + by;
    for (int a = 0; a < 3; ++a)
        if (!(std::abs(sum[a]) <= lattice_reach)) refuse(sum[a]);
    return snapped(sum);
}

PlacedSurfaces::PlacedSurfaces(Surfaces from)
    : start_(std::move(from)),
      now_(start_),
      moved_(start_.parts.size(), Point{0, 0, 0}),
      shaken_(moved_) {}

void PlacedSurfaces::shake(double share, u32 seed) {
    const float most = float(share * start_.tolerance / lattice_step);
    const Random random{seed, 7};
    for (u32 p = 0; most > 0 && p < shaken_.size(); ++p) {
        const vec<3> by = random.uniform<3>(p, vec<3>(-most), vec<3>(most));
        shaken_[p] = {int(by.x), int(by.y), int(by.z)};
        place(p);
    }
}

void PlacedSurfaces::move(u32 part, Point by) {
    const Box& box = start_.parts[part].box;
    const double reach = lattice_reach / lattice_step;
    const i32 way[]{by.x, by.y, by.z};
    for (int a = 0; a < 3 && !box.is_empty(); ++a)
        if (double(box.lo[a]) + way[a] < -reach || double(box.hi[a]) + way[a] > reach) refuse(way[a] * lattice_step);
    moved_[part] = by;
    place(part);
}

glm::dvec3 PlacedSurfaces::offset(u32 part) const { return metres(moved_[part]) + metres(shaken_[part]); }

void PlacedSurfaces::place(u32 part) {
    const Point &a = moved_[part], &b = shaken_[part], by{a.x + b.x, a.y + b.y, a.z + b.z};
    for (std::size_t copy = 0; copy < now_.corners.size(); ++copy)
        for (u32 c = start_.parts[part].first_corner; c < start_.parts[part].end_corner; ++c) {
            const Point& from = start_.corners[copy][c];
            now_.corners[copy][c] = {from.x + by.x, from.y + by.y, from.z + by.z};
        }
    const auto moved = [&](Box box) {
        const int steps[]{by.x, by.y, by.z};
        for (int a = 0; a < 3; ++a) {
            box.lo[a] += steps[a];
            box.hi[a] += steps[a];
        }
        return box;
    };
    const PartSurface& place = start_.parts[part];
    now_.parts[part].box = moved(place.box);
    for (u32 t = place.triangles.closed; t < place.triangles.end; ++t) now_.boxes[t] = moved(start_.boxes[t]);
    for (u32 b = place.blocks; b < place.blocks + place.block_count(); ++b) now_.blocks[b] = moved(start_.blocks[b]);
}

}  // namespace nearfield::building
