#include "scenes/plans/plan_ways.hpp"

#include "scenes/document/json.hpp"
#include "scenes/plans/navigation_grid.hpp"
#include "scenes/plans/placement.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace nearfield::plans {
namespace {

class Ways {
  public:
    Ways(const Plan& plan, const std::vector<Wall>& walls) : plan_(plan), walls_(walls) {}

    /// Requires that every exit is reachable and that everybody can reach one of their exits. Doors count as open.
    void run() const {
        const NavigationGrid grid = navigation_grid(plan_);
        std::map<float, Floor> floors;
        std::vector<char> reached(plan_.exits.size(), 0);
        const auto look = [&](const auto& list) {
            for (const auto& s : list) {
                const float radius = s.people.radius.lo;
                if (!floors.count(radius)) floors.emplace(radius, floor_for(grid, radius));
                const Floor& floor = floors.at(radius);
                for (int here : within(grid, floor.part, s.outline, radius))
                    leads_out(s.name, s.people, here, floor, reached, s.place);
            }
        };
        look(plan_.spawns);
        look(plan_.sources);
        for (std::size_t e = 0; e < plan_.exits.size(); ++e)
            if (!reached[e])
                complain(plan_.file, plan_.exits[e].place,
                         plan_.exits[e].name + ": nobody can reach it; walls, other exits or gaps narrower than a "
                                               "person stand between. Open a way or take it out");
    }

  private:
    /// The floor for bodies of one radius: connected parts, parts that stairs lead to, and parts at each exit.
    struct Floor {
        std::vector<int> part;
        std::map<int, std::set<int>> beyond;
        std::vector<std::set<int>> at_exit;

        /// The parts reachable from one part.
        std::set<int> reached_from(int here) const {
            std::set<int> reached{here};
            for (std::vector<int> front{here}; !front.empty();) {
                const auto next = beyond.find(front.back());
                front.pop_back();
                if (next == beyond.end()) continue;
                for (const int part : next->second)
                    if (reached.insert(part).second) front.push_back(part);
            }
            return reached;
        }
    };
    Floor floor_for(const NavigationGrid& grid, float radius) const {
        std::vector<Wall> walls = walls_;
        for (const auto& e : plan_.exits)
            if (e.is_door()) walls.push_back({e.a, e.b});
        auto links = find_links(grid, walls);
        const auto portals = link_through(grid, portals_of(plan_), links);
        const float least = radius - 0.5f * grid.cell;  // a gap just wide enough has a node this far from its sides
        const auto clear = wall_distance(grid, walls_, radius);
        for (std::size_t n = 0; n < links.size(); ++n)
            if (clear[n] < least) block(grid, links, portals, int(n));
        auto on_foot = links;
        for (auto& bits : on_foot) bits &= link_right | link_up | link_left | link_down;
        Floor floor{connected_parts(grid, on_foot), {}, {}};
        const LinkView view = view_of(links, portals);
        for (std::size_t n = 0; n < links.size(); ++n)
            for (const auto& way : ways(grid))
                if (view.leads_on(int(n), way.link))
                    floor.beyond[floor.part[n]].insert(floor.part[std::size_t(view.next(int(n), way))]);
        for (const auto& e : plan_.exits)
            floor.at_exit.push_back(e.is_door() ? beside(grid, floor.part, e) : within(grid, floor.part, e.outline, 0));
        return floor;
    }
    static void block(const NavigationGrid& grid, std::vector<std::uint8_t>& links,
                      const std::vector<PortalLink>& portals, int node) {
        const auto around = ways(grid);
        const LinkView view = view_of(links, portals);
        for (std::size_t w = 0; w < 4; ++w)
            if (const int next = view.next(node, around[w]); next >= 0) {
                const Link back = around[(w + 2) % 4].link;
                links[std::size_t(next)] &= std::uint8_t(~(back | PortalLink::bit(back)));
            }
        links[std::size_t(node)] = 0;
    }

    void leads_out(const std::string& name, const People& people, int here, const Floor& floor,
                   std::vector<char>& reached, Place place) const {
        bool out = false;
        const auto parts = floor.reached_from(here);
        for (std::size_t e = 0; e < floor.at_exit.size(); ++e) {
            const auto& there = floor.at_exit[e];
            if (std::none_of(there.begin(), there.end(), [&](int part) { return parts.count(part) > 0; })) continue;
            reached[e] = 1;
            out = out || people.exits.empty() ||
                  std::find(people.exits.begin(), people.exits.end(), int(e)) != people.exits.end();
        }
        if (out) return;
        const std::string where = people.exits.empty() ? "any exit" : "the exits named";
        complain(plan_.file, place,
                 name + ": no way wide enough leads from here to " + where +
                     "; open one through the walls or name other exits");
    }

    /// Parts with a node in the outline at least `radius` from every wall. Without such a node: parts at a place for a
    /// body or, for radius 0, at the outline's corners.
    std::set<int> within(const NavigationGrid& grid, const std::vector<int>& part, const Polygon& outline,
                         float radius) const {
        std::set<int> found;
        each_node_near(grid, outline, 0, [&](int node, glm::vec2 p) {
            const int here = part[std::size_t(node)];
            if (!found.count(here) && contains(outline, p) && (radius == 0 || free_of_walls(p, radius)))
                found.insert(here);
        });
        if (!found.empty()) return found;
        for (const auto p : radius > 0 ? places(outline, walls_, radius, 1, 0) : outline)
            found.insert(part[std::size_t(grid.index(p))]);
        return found;
    }
    bool free_of_walls(glm::vec2 p, float radius) const {
        return std::none_of(walls_.begin(), walls_.end(), [&](const Wall& w) { return distance_to(w, p) < radius; });
    }
    /// Parts at a door: those of nodes near the door with a view of its nearest point.
    std::set<int> beside(const NavigationGrid& grid, const std::vector<int>& part, const Exit& exit) const {
        std::set<int> found;
        const float reach = 1.5f * grid.cell;
        const glm::vec2 along = exit.b - exit.a;
        each_node_near(grid, {exit.a, exit.b}, reach, [&](int node, glm::vec2 p) {
            const float t = glm::clamp(glm::dot(p - exit.a, along) / glm::dot(along, along), 0.1f, 0.9f);
            const glm::vec2 q = exit.a + t * along;
            if (glm::length(q - p) <= reach && sees(p, q, walls_)) found.insert(part[std::size_t(node)]);
        });
        return found;
    }

    const Plan& plan_;
    const std::vector<Wall>& walls_;
};

}  // namespace

void check_ways(const Plan& plan, const std::vector<Wall>& walls) { Ways(plan, walls).run(); }

}  // namespace nearfield::plans
