#pragma once
#include "scenes/network/wiring.hpp"

namespace nearfield::network {

enum class Wiring { near, shuffled };

/// Parameters that determine a graph.
struct GraphKey {
    u32 vertices = 1, fan = 1;  ///< fan: edges out of each vertex, and into it
    Wiring wiring = Wiring::near;
    float spread = 1;  ///< lengths are uniform in [1, 1 + spread]
    float aspect = 1;
    u32 seed = 0;

    u32 edges() const { return vertices * fan; }
};

/// The directed graph. The edges of vertex V are V * fan ... V * fan + fan - 1.
struct Graph {
    GraphKey key;
    std::vector<glm::vec2> vertex;  ///< position of each vertex in the picture
    std::vector<u32> destination;   ///< vertex, per edge
    std::vector<float> length;      ///< per edge

    static Graph make(const GraphKey& key) {
        Graph g{key, lay_out(key.vertices, key.aspect, key.seed), {}, std::vector<float>(key.edges())};
        if (key.wiring == Wiring::near)
            g.destination = NearWiring(g.vertex, area(key.vertices, key.aspect), key.fan).destinations();
        else g.destination = shuffled(key.vertices, key.fan, key.seed);
        const Random random{key.seed, 4};
        for (u32 e = 0; e < key.edges(); ++e) g.length[e] = 1 + key.spread * random.uniform<2>(e)[0];
        return g;
    }
};

}  // namespace nearfield::network
