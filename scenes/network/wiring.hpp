#pragma once
// Destination of each edge. Every vertex has exactly `fan` outgoing and `fan` incoming edges.
#include "scenes/network/layout.hpp"

#include <tuple>
#include <utility>

namespace nearfield::network {

/// A uniform shuffle of a list with every vertex `fan` times. Loops and duplicate edges can occur.
inline std::vector<u32> shuffled(u32 vertices, u32 fan, u32 seed) {
    const Random random{seed, 3};
    std::vector<u32> to(std::size_t(vertices) * fan);
    for (u32 i = 0; i < to.size(); ++i) to[i] = i / fan;
    for (u32 i = u32(to.size()); i > 1; --i) std::swap(to[i - 1], to[u32(u64(random.words(i)[0]) * i >> 32)]);
    return to;
}

/// Edges between nearby vertices, as far as degrees allow. First come two-way streets between the pairs with the fewest
/// vertices between them, then single edges by chains of exchanges until every vertex has its degree.
class NearWiring {
  public:
    NearWiring(const std::vector<glm::vec2>& points, glm::vec2 size, u32 fan)
        : points_(points),
          fan_(fan),
          out_(points.size()),
          in_(points.size()),
          near_(points.size()),
          seen_(points.size()),
          asked_(points.size()),
          linked_(points.size()),
          looks_(100'000'000 + 10 * std::int64_t(fan) * std::int64_t(points.size())) {
        const Nearby nearby(points, size);
        each_vertex(u32(points.size()), [&](u32 i) { near_[i] = nearby.nearest(i, std::min(3 * fan + 8, fan + 64)); });
        pair_up();
        for (u32 i = 0; i < points.size(); ++i)
            while (out_[i].size() < fan && exchange(i)) stop_if_unwanted();
        take_the_rest();
    }

    /// Destinations of the edges of vertex 0, of vertex 1, ...
    std::vector<u32> destinations() const {
        std::vector<u32> to;
        for (const auto& out : out_) to.insert(to.end(), out.begin(), out.end());
        return to;
    }

  private:
    struct Street {
        u32 a, b;
        u32 between;  ///< number of vertices in the circle with the street as diameter
        float length;
        auto rank() const { return std::tuple(between, length, a, b); }
    };

    void add(u32 from, u32 to) {
        out_[from].push_back(to);
        in_[to].push_back(from);
    }
    void remove(u32 from, u32 to) {
        std::erase(out_[from], to);
        std::erase(in_[to], from);
    }

    u32 between(u32 a, u32 b) const {
        constexpr std::size_t looked_at = 24;
        const glm::vec2 middle = 0.5f * (points_[a] + points_[b]);
        const float radius = 0.5f * glm::length(points_[a] - points_[b]);
        u32 count = 0;
        for (std::size_t n = 0; n < std::min(looked_at, near_[a].size()); ++n)
            count += near_[a][n] != b && glm::length(points_[near_[a][n]] - middle) < radius;
        return count;
    }

    bool is_near(u32 a, u32 b) const { return std::find(near_[a].begin(), near_[a].end(), b) != near_[a].end(); }

    void pair_up() {
        std::vector<Street> streets;
        for (u32 a = 0; a < points_.size(); ++a) {
            stop_if_unwanted();
            for (u32 b : near_[a])
                if (a < b || !is_near(b, a))
                    streets.push_back({std::min(a, b), std::max(a, b), between(std::min(a, b), std::max(a, b)),
                                       glm::length(points_[a] - points_[b])});
        }
        std::sort(streets.begin(), streets.end(), [](const Street& s, const Street& t) { return s.rank() < t.rank(); });
        for (const auto& s : streets)
            if (out_[s.a].size() < fan_ && out_[s.b].size() < fan_) {
                add(s.a, s.b);
                add(s.b, s.a);
            }
    }

    /// Gives vertex `start` one more edge: to a vertex with a spare incoming edge, or to one whose incoming edge is
    /// taken from another vertex, which then needs a new edge itself, and so on. Returns false if no chain within reach
    /// succeeds, or if the total search budget is exhausted: with hundreds of edges per vertex nothing is near.
    bool exchange(u32 start) {
        constexpr std::size_t reach = 4000;
        struct Link {
            u32 vertex, before,
                lost;  ///< lost: the destination that this vertex gives up to its predecessor in the chain
        };
        std::vector<Link> chain{{start, 0, 0}};
        seen_[start] = ++search_;
        for (u32 at = 0; at < chain.size() && chain.size() < reach && looks_ > 0; ++at) {
            const u32 from = chain[at].vertex;
            looks_ -= std::int64_t(near_[from].size());
            ++link_;
            for (u32 to : out_[from]) linked_[to] = link_;
            for (u32 to : near_[from]) {
                if (linked_[to] == link_ || asked_[to] == search_) continue;
                asked_[to] = search_;
                if (in_[to].size() < fan_) {
                    u32 link = at, gained = to;
                    for (; link != 0; link = chain[link].before) {
                        remove(chain[link].vertex, chain[link].lost);
                        add(chain[link].vertex, gained);
                        gained = chain[link].lost;
                    }
                    add(start, gained);
                    return true;
                }
                looks_ -= std::int64_t(in_[to].size());
                for (u32 other : in_[to])
                    if (std::exchange(seen_[other], search_) != search_) chain.push_back({other, at, to});
            }
        }
        return false;
    }

    /// Connects the remaining edges to any vertices, with loops and duplicates, where there are too few nearby
    /// vertices.
    void take_the_rest() {
        std::vector<u32> from, to;
        for (u32 i = 0; i < points_.size(); ++i) {
            from.insert(from.end(), fan_ - out_[i].size(), i);
            to.insert(to.end(), fan_ - in_[i].size(), i);
        }
        for (std::size_t k = 0; k < from.size(); ++k) add(from[k], to[to.size() - 1 - k]);
    }

    const std::vector<glm::vec2>& points_;
    u32 fan_;
    std::vector<std::vector<u32>> out_, in_, near_;
    std::vector<u32> seen_,
        asked_;  ///< per vertex: number of the last search that reached it, or that reached its incoming edges
    std::vector<u32> linked_;  ///< per vertex: number of the last visit to a vertex with an edge to it
    std::int64_t looks_;       ///< remaining budget of all searches, in vertices tested
    u32 search_ = 0, link_ = 0;
};

}  // namespace nearfield::network
