#include "scenes/building/shells.hpp"

#include "scenes/building/lattice.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>
#include <unordered_map>

namespace nearfield::building {
namespace {

using geometry::Mesh;

/// A triangle's edge, with its corners sorted.
struct Edge {
    u32 low, high, triangle;
    bool up;  ///< true if the triangle traverses the edge from low to high
    bool operator<(const Edge& o) const { return std::tie(low, high) < std::tie(o.low, o.high); }
    bool same_ends(const Edge& o) const { return low == o.low && high == o.high; }
};

std::vector<Edge> edges_of(const Mesh& mesh) {
    std::vector<Edge> edges;
    edges.reserve(3 * mesh.triangles.size());
    for (u32 t = 0; t < mesh.triangles.size(); ++t)
        for (std::size_t k = 0; k < 3; ++k) {
            const u32 a = mesh.triangles[t][k], b = mesh.triangles[t][(k + 1) % 3];
            edges.push_back({std::min(a, b), std::max(a, b), t, a < b});
        }
    std::sort(edges.begin(), edges.end());
    return edges;
}

/// Calls f(first, end) for each run of edges between the same two corners.
template <class F> void for_each_edge(const std::vector<Edge>& edges, const F& f) {
    for (std::size_t i = 0, j = 0; i < edges.size(); i = j) {
        for (j = i + 1; j < edges.size() && edges[i].same_ends(edges[j]);) ++j;
        f(edges.data() + i, edges.data() + j);
    }
}

bool is_closed(const Mesh& mesh) {
    bool closed = true;
    for_each_edge(edges_of(mesh), [&](const Edge* first, const Edge* end) {
        closed = closed && 2 * std::count_if(first, end, [](const Edge& e) { return e.up; }) == end - first;
    });
    return closed;
}

Mesh welded(const std::vector<const Mesh*>& meshes) {
    Mesh mesh;
    std::map<std::tuple<i64, i64, i64>, u32> places;
    for (const Mesh* from : meshes) {
        const auto index = [&](glm::dvec3 p) {
            const auto at = [](double x) { return i64(std::llrint(x / lattice_step)); };
            const auto [place, is_new] = places.try_emplace({at(p.x), at(p.y), at(p.z)}, u32(mesh.vertices.size()));
            if (is_new) mesh.vertices.push_back(p);
            return place->second;
        };
        std::vector<u32> to;
        for (const auto& p : from->vertices) to.push_back(index(p));
        for (const auto& [a, b, c] : from->triangles)
            if (to[a] != to[b] && to[b] != to[c] && to[c] != to[a]) mesh.triangles.push_back({to[a], to[b], to[c]});
    }
    return mesh;
}

/// For each triangle, the first triangle of its edge-connected component.
std::vector<u32> pieces_of(const Mesh& mesh) {
    std::vector<u32> leader(mesh.triangles.size());
    std::iota(leader.begin(), leader.end(), 0u);
    const auto find = [&](u32 t) {
        while (leader[t] != t) t = leader[t] = leader[leader[t]];
        return t;
    };
    for_each_edge(edges_of(mesh), [&](const Edge* first, const Edge* end) {
        for (const Edge* e = first + 1; e < end; ++e) {
            const u32 a = find(first->triangle), b = find(e->triangle);
            leader[std::max(a, b)] = std::min(a, b);
        }
    });
    for (u32 t = 0; t < leader.size(); ++t) leader[t] = find(t);
    return leader;
}

/// Makes the orientation of neighbouring triangles consistent across edges with exactly two triangles.
void make_agree(Mesh& mesh) {
    struct Neighbour {
        u32 triangle;
        bool agrees;
    };
    std::vector<std::vector<Neighbour>> neighbours(mesh.triangles.size());
    for_each_edge(edges_of(mesh), [&](const Edge* first, const Edge* end) {
        if (end - first != 2) return;
        neighbours[first[0].triangle].push_back({first[1].triangle, first[0].up != first[1].up});
        neighbours[first[1].triangle].push_back({first[0].triangle, first[0].up != first[1].up});
    });
    enum : char { unseen, kept, turned };
    std::vector<char> state(mesh.triangles.size(), unseen);
    for (u32 seed = 0; seed < mesh.triangles.size(); ++seed) {
        if (state[seed] != unseen) continue;
        std::vector<u32> front{seed};
        state[seed] = kept;
        while (!front.empty()) {
            const u32 t = front.back();
            front.pop_back();
            for (const auto& n : neighbours[t])
                if (state[n.triangle] == unseen) {
                    state[n.triangle] = (state[t] == kept) == n.agrees ? kept : turned;
                    front.push_back(n.triangle);
                }
        }
    }
    for (u32 t = 0; t < mesh.triangles.size(); ++t)
        if (state[t] == turned) std::swap(mesh.triangles[t][1], mesh.triangles[t][2]);
}

std::vector<Shell> pieces(const Mesh& mesh) {
    const std::vector<u32> piece = pieces_of(mesh);
    std::map<u32, Mesh> meshes;
    std::map<u32, std::unordered_map<u32, u32>> indices;
    for (u32 t = 0; t < mesh.triangles.size(); ++t) {
        Mesh& to = meshes[piece[t]];
        auto& index = indices[piece[t]];
        std::array<u32, 3> corners;
        for (std::size_t k = 0; k < 3; ++k) {
            const u32 v = mesh.triangles[t][k];
            const auto [at, is_new] = index.try_emplace(v, u32(to.vertices.size()));
            if (is_new) to.vertices.push_back(mesh.vertices[v]);
            corners[k] = at->second;
        }
        to.triangles.push_back(corners);
    }
    std::vector<Shell> shells;
    for (auto& [_, own] : meshes) {
        bool closed = is_closed(own);
        if (!closed) {
            make_agree(own);
            closed = is_closed(own);
        }
        shells.push_back({std::move(own), closed});
    }
    return shells;
}

}  // namespace

std::vector<Shell> shells_of(const std::vector<Mesh>& surfaces) {
    std::vector<Shell> shells, open;
    for (const auto& surface : surfaces)
        for (auto& shell : pieces(welded({&surface}))) (shell.closed ? shells : open).push_back(std::move(shell));
    std::vector<const Mesh*> loose;
    for (const auto& shell : open) loose.push_back(&shell.mesh);
    for (auto& shell : pieces(welded(loose))) shells.push_back(std::move(shell));
    return shells;
}

}  // namespace nearfield::building
