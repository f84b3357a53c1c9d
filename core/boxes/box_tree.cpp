#include "boxes/box_tree.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace nearfield {
namespace {

double volume(const Box& b) { return b.is_empty() ? 0 : b.side(0) * b.side(1) * b.side(2); }
double margin(const Box& b) { return b.side(0) + b.side(1) + b.side(2); }
Box bounds_of(Box a, const Box& b) {
    a.hold(b);
    return a;
}
double enlargement(const Box& a, const Box& b) { return volume(bounds_of(a, b)) - volume(a); }

double overlap(const Box& a, const Box& b) {
    double common = 1;
    for (int k = 0; k < 3; ++k)
        common *= std::max(0., double(std::min(a.hi[k], b.hi[k])) - double(std::max(a.lo[k], b.lo[k])));
    return common;
}

/// Squared distance of the centres, times 4.
double distance(const Box& a, const Box& b) {
    double sum = 0;
    for (int k = 0; k < 3; ++k) {
        const double d = double(a.lo[k]) + double(a.hi[k]) - double(b.lo[k]) - double(b.hi[k]);
        sum += d * d;
    }
    return sum;
}

}  // namespace

Box BoxTree::all(const std::vector<Entry>& entries) {
    Box box;
    for (const Entry& e : entries) box.hold(e.box);
    return box;
}

std::vector<Box> BoxTree::suffix_boxes(const std::vector<Entry>& entries) {
    std::vector<Box> boxes(entries.size());
    Box box;
    for (std::size_t e = entries.size(); e-- > 0;) {
        box.hold(entries[e].box);
        boxes[e] = box;
    }
    return boxes;
}

u32 BoxTree::new_node(int level) {
    if (free_.empty()) {
        nodes_.push_back({{}, level});
        return u32(nodes_.size() - 1);
    }
    const u32 node = free_.back();
    free_.pop_back();
    nodes_[node] = {{}, level};
    return node;
}

u32 BoxTree::choose(const Node& node, const Box& box) const {
    if (shape_.rstar && node.level == 1) return choose_by_overlap(node, box);
    u32 best = 0;
    std::pair<double, double> least{INFINITY, INFINITY};
    for (u32 k = 0; k < node.entries.size(); ++k) {
        const Box& there = node.entries[k].box;
        const std::pair cost{enlargement(there, box), volume(there)};
        if (cost < least) {
            least = cost;
            best = k;
        }
    }
    return best;
}

u32 BoxTree::choose_by_overlap(const Node& node, const Box& box) const {
    u32 best = 0;
    std::array<double, 3> least{INFINITY, INFINITY, INFINITY};
    for (u32 k = 0; k < node.entries.size(); ++k) {
        const Box &there = node.entries[k].box, more = bounds_of(there, box);
        double added = 0;
        for (u32 o = 0; o < node.entries.size(); ++o)
            if (o != k) added += overlap(more, node.entries[o].box) - overlap(there, node.entries[o].box);
        const std::array cost{added, enlargement(there, box), volume(there)};
        if (cost < least) {
            least = cost;
            best = k;
        }
    }
    return best;
}

std::vector<BoxTree::Step> BoxTree::descend(const Box& box, int level, u32& node) const {
    std::vector<Step> way;
    for (node = root_; nodes_[node].level > level; node = nodes_[node].entries[way.back().entry].child)
        way.push_back({node, choose(nodes_[node], box)});
    return way;
}

void BoxTree::grow(const std::vector<Step>& way, const Box& box) {
    for (const Step& s : way) nodes_[s.node].entries[s.entry].box.hold(box);
}

void BoxTree::add(u32 id, const Box& box) {
    u64 reinserted = 0;
    insert({box, id}, 0, reinserted);
}

void BoxTree::insert(const Entry& entry, int level, u64& reinserted) {
    u32 node = 0;
    auto way = descend(entry.box, level, node);
    nodes_[node].entries.push_back(entry);
    grow(way, entry.box);
    if (int(nodes_[node].entries.size()) > shape_.fan) overflow(std::move(way), node, reinserted);
}

void BoxTree::overflow(std::vector<Step> way, u32 node, u64& reinserted) {
    while (int(nodes_[node].entries.size()) > shape_.fan) {
        const int level = nodes_[node].level;
        const u64 bit = level < 64 ? u64{1} << level : 0;
        if (shape_.rstar && !way.empty() && bit && !(reinserted & bit)) {
            reinserted |= bit;
            return reinsert(way, node, reinserted);
        }
        const u32 other = split(node);
        const Entry halves[] = {{all(nodes_[node].entries), node}, {all(nodes_[other].entries), other}};
        if (way.empty()) {
            root_ = new_node(nodes_[node].level + 1);
            nodes_[root_].entries.assign(std::begin(halves), std::end(halves));
            return;
        }
        const Step above = way.back();
        way.pop_back();
        nodes_[above.node].entries[above.entry] = halves[0];
        nodes_[above.node].entries.push_back(halves[1]);
        node = above.node;
    }
}

/// Removes the 30 % of entries whose centres lie farthest from the node's centre, and inserts them again, nearest
/// first.
void BoxTree::reinsert(const std::vector<Step>& way, u32 node, u64& reinserted) {
    auto& entries = nodes_[node].entries;
    const int level = nodes_[node].level;
    const Box whole = all(entries);
    std::stable_sort(entries.begin(), entries.end(),
                     [&](const Entry& a, const Entry& b) { return distance(a.box, whole) < distance(b.box, whole); });
    const std::size_t out =
        std::min(entries.size() - std::size_t(shape_.least), std::max<std::size_t>(1, entries.size() * 3 / 10));
    const std::vector<Entry> again(entries.end() - long(out), entries.end());
    entries.resize(entries.size() - out);
    for (std::size_t s = way.size(); s-- > 0;) {
        auto& above = nodes_[way[s].node].entries[way[s].entry];
        above.box = all(nodes_[above.child].entries);
    }
    for (const Entry& e : again) insert(e, level, reinserted);
}

u32 BoxTree::split(u32 node) {
    const u32 other = new_node(nodes_[node].level);
    auto &from = nodes_[node].entries, &to = nodes_[other].entries;
    shape_.rstar ? split_rstar(from, to) : split_linear(from, to);
    return other;
}

/// The seeds are the two entries with the greatest normalised separation along any axis. Each other entry joins the
/// group that it enlarges less.
void BoxTree::split_linear(std::vector<Entry>& from, std::vector<Entry>& to) const {
    std::vector<Entry> entries = std::move(from);
    from.clear();
    to.clear();
    const Box whole = all(entries);
    std::size_t seed = 0, other = 1;
    double most = -INFINITY;
    for (int k = 0; k < 3; ++k) {
        std::size_t high = 0, low = 0;
        for (std::size_t e = 1; e < entries.size(); ++e)
            if (entries[e].box.lo[k] > entries[high].box.lo[k]) high = e;
        low = high == 0 ? 1 : 0;
        for (std::size_t e = 0; e < entries.size(); ++e)
            if (e != high && entries[e].box.hi[k] < entries[low].box.hi[k]) low = e;
        const double apart = double(entries[high].box.lo[k]) - double(entries[low].box.hi[k]);
        const double share = apart / std::max(1., whole.side(k));
        if (share > most) {
            most = share;
            seed = low;
            other = high;
        }
    }
    from.push_back(entries[seed]);
    to.push_back(entries[other]);
    Box first = entries[seed].box, second = entries[other].box;
    std::size_t left = entries.size() - 2;
    for (std::size_t e = 0; e < entries.size(); ++e) {
        if (e == seed || e == other) continue;
        const double cost = enlargement(first, entries[e].box) - enlargement(second, entries[e].box);
        bool here = cost < 0 || (cost == 0 && from.size() <= to.size());
        if (from.size() + left <= std::size_t(shape_.least)) here = true;
        else if (to.size() + left <= std::size_t(shape_.least)) here = false;
        (here ? from : to).push_back(entries[e]);
        (here ? first : second).hold(entries[e].box);
        --left;
    }
}

/// Splits along the axis with the least sum of margins, at the position with the least overlap, then the least volume.
void BoxTree::split_rstar(std::vector<Entry>& from, std::vector<Entry>& to) const {
    struct Place {
        std::vector<Entry> sorted;
        std::size_t at = 0;
        std::pair<double, double> cost{INFINITY, INFINITY};
    } best;
    double least_margin = INFINITY;
    for (int k = 0; k < 3; ++k) {
        double margins = 0;
        Place on_axis;
        for (const bool by_upper : {false, true}) {
            auto sorted = from;
            std::stable_sort(sorted.begin(), sorted.end(), [&](const Entry& a, const Entry& b) {
                return by_upper ? std::pair(a.box.hi[k], a.box.lo[k]) < std::pair(b.box.hi[k], b.box.lo[k])
                                : std::pair(a.box.lo[k], a.box.hi[k]) < std::pair(b.box.lo[k], b.box.hi[k]);
            });
            const auto above = suffix_boxes(sorted);
            Box below;
            for (std::size_t at = 1; at + std::size_t(shape_.least) <= sorted.size(); ++at) {
                below.hold(sorted[at - 1].box);
                if (at < std::size_t(shape_.least)) continue;
                margins += margin(below) + margin(above[at]);
                const std::pair cost{overlap(below, above[at]), volume(below) + volume(above[at])};
                if (cost < on_axis.cost || on_axis.sorted.empty()) on_axis = {sorted, at, cost};
            }
        }
        if (margins < least_margin) {
            least_margin = margins;
            best = std::move(on_axis);
        }
    }
    from.assign(best.sorted.begin(), best.sorted.begin() + long(best.at));
    to.assign(best.sorted.begin() + long(best.at), best.sorted.end());
}

bool BoxTree::find(u32 node, u32 id, const Box& box, std::vector<Step>& way) const {
    const Node& n = nodes_[node];
    for (u32 k = 0; k < n.entries.size(); ++k) {
        const Entry& e = n.entries[k];
        if (n.level == 0 ? e.child != id || !(e.box == box) : !holds(e.box, box)) continue;
        way.push_back({node, k});
        if (n.level == 0 || find(e.child, id, box, way)) return true;
        way.pop_back();
    }
    return false;
}

bool BoxTree::remove(u32 id, const Box& box) {
    std::vector<Step> way;
    if (!find(root_, id, box, way)) return false;
    auto& entries = nodes_[way.back().node].entries;
    entries.erase(entries.begin() + way.back().entry);
    condense(way);
    while (nodes_[root_].level > 0 && nodes_[root_].entries.size() == 1) {
        free_.push_back(root_);
        root_ = nodes_[root_].entries[0].child;
    }
    return true;
}

/// Removes underfull nodes and inserts their entries again.
void BoxTree::condense(const std::vector<Step>& way) {
    std::vector<std::pair<Entry, int>> orphans;
    for (std::size_t s = way.size(); s-- > 1;) {
        const u32 node = way[s].node;
        auto& above = nodes_[way[s - 1].node].entries;
        auto& entries = nodes_[node].entries;
        if (int(entries.size()) >= shape_.least) {
            above[way[s - 1].entry].box = all(entries);
            continue;
        }
        for (const Entry& e : entries) orphans.push_back({e, nodes_[node].level});
        entries.clear();
        free_.push_back(node);
        above.erase(above.begin() + way[s - 1].entry);
    }
    for (auto o = orphans.rbegin(); o != orphans.rend(); ++o) {
        u64 reinserted = 0;
        insert(o->first, o->second, reinserted);
    }
}

FlatTree BoxTree::flat() const {
    const std::size_t fan = std::size_t(shape_.fan);
    FlatTree tree{.height = nodes_[root_].level + 1};
    std::vector<u32> groups{root_};
    for (std::size_t g = 0; g < groups.size(); ++g) {
        const Node& node = nodes_[groups[g]];
        tree.entry.resize((g + 1) * fan, 0);
        tree.box.resize((g + 1) * fan);
        for (std::size_t k = 0; k < node.entries.size(); ++k) {
            const Entry& e = node.entries[k];
            tree.box[g * fan + k] = e.box;
            tree.entry[g * fan + k] = node.level == 0 ? -1 - int(e.child) : int(groups.size() * fan);
            if (node.level > 0) groups.push_back(e.child);
        }
    }
    return tree;
}

}  // namespace nearfield
