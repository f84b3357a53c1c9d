#include "cells/cut.hpp"

#include "cells/cut_geometry.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <unordered_map>

namespace nearfield {
namespace {

using namespace cutting;

std::vector<CellWall> with_seams(std::vector<CellWall> walls, const std::vector<CellSeam>& seams) {
    for (const CellSeam& seam : seams) {
        walls.push_back({.points = {seam.a, seam.b}});
        walls.push_back({.points = {seam.a + seam.shift, seam.b + seam.shift}});
    }
    return walls;
}

/// A wall part that touches a cell.
struct Meeting {
    u32 cell, part;
    auto operator<=>(const Meeting&) const = default;
};

/// A connected part of a cell.
struct Piece {
    u32 cell;
    double area = 0;
    double largest = 0;      ///< area of its largest fragment
    glm::dvec2 middle{0};    ///< centroid of that fragment, relative to the cell's centre
    bool keeps = false;      ///< the largest piece of its cell
    bool whole = false;      ///< no wall touches its cell
    int home = -1;           ///< the piece that it is merged into; itself if it stays
    std::vector<u32> links;  ///< in ascending order
};
/// A stretch of a face, or of a gate within a cell, that two pieces share.
struct Link {
    u32 a, b;
    int face;  ///< of a's cell
    int gate;
    double length;
    glm::dvec2 normal;  ///< unit vector from a to b
};
/// The stretch of a cell's face that bounds a piece.
struct Stretch {
    int face;
    double from, to;
    u32 piece;
};

class Cutter {
  public:
    Cutter(const CellLattice& lattice, const std::vector<CellWall>& walls, const std::vector<CellSeam>& seams,
           const std::vector<Cuttable>& cuttable)
        : regular_(lattice),
          seams_(seams),
          walls_(with_seams(walls, seams)),
          plain_(u32(walls.size())),
          parts_(parts_of(walls_, lattice.spacing)),
          cuttable_(cuttable),
          whole_(lattice.cells(), none) {
        meet();
        fill();
        for (const u32 cell : met_) divide_cell(cell);
        for (const u32 cell : met_) link_cell(cell);
        link_seams();
        settle();
    }

    Cuts result();

  private:
    static constexpr u32 none = ~0u, body = none - 1, divided = none - 2;

    /// The wall parts that touch a cell.
    std::span<const Meeting> meetings(u32 cell) const {
        const auto [first, end] = std::equal_range(meetings_.begin(), meetings_.end(), Meeting{cell, 0},
                                                   [](auto& a, auto& b) { return a.cell < b.cell; });
        return {first, end};
    }
    void meet();
    void fill();
    void divide_cell(u32 cell);
    std::vector<Fragment> fragments_of(u32 cell);
    bool is_solid(u32 cell, const Fragment& f) const;
    void unite(u32 cell, const std::vector<Fragment>& fragments);
    std::vector<Cover> covers(u32 cell, glm::dvec2 at, glm::dvec2 way) const;
    void link_cell(u32 cell);
    void link_face(u32 cell, int face, u32 other);
    void note_seams(u32 cell, const Fragment& fragment, u32 piece);
    void link_seams();
    void add_link(u32 a, u32 b, int face, const std::map<int, double>& open, glm::dvec2 normal);
    u32 whole_piece(u32 cell);
    void settle();
    int wanted_home(const Piece& piece, bool among_settled) const;
    bool join_some(bool among_settled);
    bool is_unchanged(u32 home) const;
    void link_whole_neighbours(u32 piece);
    std::map<u32, std::vector<u32>> members() const;
    void add_cell(Cuts& cuts, u32 home, const std::vector<u32>& members);

    const Regular regular_;
    const std::vector<CellSeam>& seams_;
    const std::vector<CellWall> walls_;  ///< with two lines per seam at the end
    const u32 plain_;                    ///< number of walls before the seams' lines
    const std::vector<Part> parts_;
    const std::vector<Cuttable>& cuttable_;
    std::vector<Meeting> meetings_;
    std::vector<u32> met_;    ///< cells that walls touch
    std::vector<u32> whole_;  ///< per cell: the piece of a whole cell, or `none` (not made yet), `body` or `divided`
    std::unordered_map<u32, std::vector<Stretch>> stretches_;
    std::vector<Stretch> seam_stretches_;  ///< `face` is the line's number, from plain_ on
    std::vector<Piece> pieces_;
    std::vector<Link> links_;
};

void Cutter::meet() {
    for (u32 p = 0; p < parts_.size(); ++p)
        each_met(regular_, parts_[p], 1e-6, [&](u32 cell) {
            if (cuttable_[cell] == Cuttable::yes) meetings_.push_back({cell, p});
        });
    std::sort(meetings_.begin(), meetings_.end());
    for (const Meeting& m : meetings_)
        if (met_.empty() || met_.back() != m.cell) {
            met_.push_back(m.cell);
            whole_[m.cell] = divided;
        }
}

/// Closes the cells in solid bodies, except those that the body's own outline touches, which are divided later.
void Cutter::fill() {
    for (u32 w = 0; w < walls_.size(); ++w) {
        if (!walls_[w].solid) continue;
        each_within(regular_, outline_of(walls_[w], regular_.lattice.spacing), [&](u32 cell) {
            if (whole_[cell] == divided)
                for (const Meeting& m : meetings(cell))
                    if (parts_[m.part].wall == w) return;
            whole_[cell] = body;
        });
    }
    std::erase_if(met_, [&](u32 cell) { return whole_[cell] == body; });
}

std::vector<Fragment> Cutter::fragments_of(u32 cell) {
    Fragment start;
    for (int k = 0; k < regular_.faces; ++k) {
        const double angle = 2 * M_PI * (k - 0.5) / regular_.faces, radius = 0.5 / std::cos(M_PI / regular_.faces);
        start.corner.push_back({radius * std::cos(angle), radius * std::sin(angle)});
        start.line.push_back(k);
    }
    std::vector<Fragment> fragments{start}, next;
    const glm::dvec2 middle = regular_.middle(cell);
    const auto met = meetings(cell);
    for (std::size_t m = 0; m < met.size(); ++m) {
        const glm::dvec2 at = parts_[met[m].part].from - middle, end = parts_[met[m].part].to - middle;
        const glm::dvec2 way = normalize(end - at);
        next.clear();
        for (const Fragment& f : fragments) {
            Fragment left, right;
            divide(f, at, way, regular_.faces + int(m), left, right);
            double lo = INFINITY, hi = -INFINITY;  // extent of the cut within the fragment, along the line
            for (std::size_t i = 0; i < left.corner.size(); ++i)
                if (left.line[i] == regular_.faces + int(m))
                    for (const auto& p : {left.corner[i], left.corner[(i + 1) % left.corner.size()]}) {
                        lo = std::min(lo, dot(p - at, way));
                        hi = std::max(hi, dot(p - at, way));
                    }
            const bool meets = std::min(hi, dot(end - at, way)) - std::max(lo, 0.) > on_line;
            if (!meets || left.corner.empty() || right.corner.empty()) next.push_back(f);
            else {
                next.push_back(left);
                next.push_back(right);
            }
        }
        fragments.swap(next);
    }
    std::erase_if(fragments, [&](const Fragment& f) { return is_solid(cell, f); });
    return fragments;
}

bool Cutter::is_solid(u32 cell, const Fragment& f) const {
    const glm::dvec2 at = regular_.middle(cell) + f.middle();
    u32 last = none;
    for (const Meeting& m : meetings(cell)) {
        const u32 w = parts_[m.part].wall;
        if (w == last || !walls_[w].solid) continue;
        last = w;
        if (is_within(walls_[w].points, at * double(regular_.lattice.spacing))) return true;
    }
    return false;
}

/// The stretches that walls cover on the line through `at` in a cell.
std::vector<Cover> Cutter::covers(u32 cell, glm::dvec2 at, glm::dvec2 way) const {
    std::vector<Cover> covers;
    for (const Meeting& m : meetings(cell)) {
        const Part& part = parts_[m.part];
        glm::dvec2 a = part.from - regular_.middle(cell) - at, b = part.to - regular_.middle(cell) - at;
        const double run = dot(b - a, way), here = dot(-at, way);
        if (std::abs(run) < gap) continue;
        const auto clipped = [&](double s) {
            return a + (b - a) * ((std::clamp(s, here - 1, here + 1) - dot(a, way)) / run);
        };
        const glm::dvec2 near_a = clipped(dot(a, way)), near_b = clipped(dot(b, way));
        a = near_a;
        b = near_b;
        if (std::abs(cross(way, a)) > along_line || std::abs(cross(way, b)) > along_line) continue;
        const auto [from, to] = std::minmax({dot(a, way), dot(b, way)});
        covers.push_back({from - on_line, to + on_line, walls_[part.wall].gate});
    }
    return covers;
}

/// Merges fragments that no wall separates into pieces, and links pieces that a gate separates.
void Cutter::unite(u32 cell, const std::vector<Fragment>& fragments) {
    std::vector<std::size_t> group(fragments.size());
    for (std::size_t i = 0; i < group.size(); ++i) group[i] = i;
    struct Gated {
        std::size_t a, b;
        std::map<int, double> open;
        glm::dvec2 normal;
    };
    std::vector<Gated> gated;
    const auto met = meetings(cell);
    for (std::size_t m = 0; m < met.size(); ++m) {
        const glm::dvec2 at = parts_[met[m].part].from - regular_.middle(cell);
        const glm::dvec2 way = normalize(parts_[met[m].part].to - parts_[met[m].part].from);
        const auto closed = covers(cell, at, way);
        for (std::size_t i = 0; i < fragments.size(); ++i)
            for (std::size_t j = i + 1; j < fragments.size(); ++j) {
                const Shared s = shared_line(fragments[i], fragments[j], regular_.faces + int(m), at, way);
                if (!(s.to - s.from > gap)) continue;
                auto open = open_lengths(s.from, s.to, closed);
                if (open.erase(CellWall::always)) {
                    const std::size_t from = group[j], to = group[i];
                    std::replace(group.begin(), group.end(), from, to);
                }
                if (!open.empty()) gated.push_back({i, j, open, s.normal});
            }
    }
    std::vector<u32> piece(fragments.size());
    for (std::size_t i = 0; i < fragments.size(); ++i) {
        const auto same = std::size_t(std::find(group.begin(), group.end(), group[i]) - group.begin());
        if (same == i) {
            piece[i] = u32(pieces_.size());
            pieces_.push_back({.cell = cell});
        } else piece[i] = piece[same];
        Piece& whole = pieces_[piece[i]];
        whole.area += fragments[i].area();
        if (fragments[i].area() > whole.largest) {
            whole.largest = fragments[i].area();
            whole.middle = fragments[i].middle();
        }
        for (std::size_t e = 0; e < fragments[i].corner.size(); ++e) {
            const int face = fragments[i].line[e];
            if (face >= regular_.faces) continue;
            const auto& c = fragments[i].corner;
            const glm::dvec2 way = regular_.tangent(face);
            stretches_[cell].push_back({face, dot(c[e], way), dot(c[(e + 1) % c.size()], way), piece[i]});
        }
    }
    for (std::size_t i = 0; i < fragments.size(); ++i) note_seams(cell, fragments[i], piece[i]);
    for (const Gated& g : gated)
        if (piece[g.a] != piece[g.b]) add_link(piece[g.a], piece[g.b], CutFace::within, g.open, g.normal);
}

/// Records the stretches to the right of a seam's first line, and those to the left of its second.
void Cutter::note_seams(u32 cell, const Fragment& fragment, u32 piece) {
    for (const Meeting& m : meetings(cell)) {
        const Part& part = parts_[m.part];
        if (part.wall < plain_) continue;
        const bool second = (part.wall - plain_) % 2;
        const glm::dvec2 from = part.from - regular_.middle(cell), way = normalize(part.to - part.from);
        const double end = distance(part.from, part.to);
        for (std::size_t e = 0; e < fragment.corner.size(); ++e) {
            const glm::dvec2 a = fragment.corner[e] - from,
                             b = fragment.corner[(e + 1) % fragment.corner.size()] - from;
            if (std::abs(cross(way, a)) > along_line || std::abs(cross(way, b)) > along_line) continue;
            const double s = dot(a, way), t = dot(b, way);  // counter-clockwise order: a forward edge has the fragment
                                                            // on its left
            if ((t > s) != second) continue;
            const double lo = std::max(0., std::min(s, t)), hi = std::min(end, std::max(s, t));
            if (hi - lo > gap) seam_stretches_.push_back({int(part.wall - plain_), lo, hi, piece});
        }
    }
}

void Cutter::link_seams() {
    std::vector<std::vector<Stretch>> lines(2 * seams_.size());
    for (const Stretch& s : seam_stretches_) lines[std::size_t(s.face)].push_back(s);
    for (std::size_t k = 0; k < seams_.size(); ++k) {
        const glm::dvec2 way = normalize(seams_[k].b - seams_[k].a);
        for (const Stretch& here : lines[2 * k])
            for (const Stretch& there : lines[2 * k + 1]) {
                const double length = std::min(here.to, there.to) - std::max(here.from, there.from);
                if (length > gap)
                    add_link(here.piece, there.piece, CutFace::within, {{CellWall::always, length}}, {-way.y, way.x});
            }
    }
}

void Cutter::divide_cell(u32 cell) {
    const u32 first = u32(pieces_.size());
    unite(cell, fragments_of(cell));
    if (first == pieces_.size()) {
        whole_[cell] = body;
        return;
    }
    std::max_element(pieces_.begin() + first, pieces_.end(), [](const auto& a, const auto& b) {
        return a.area < b.area - alike;  // the first of two equal halves
    })->keeps = true;
}

u32 Cutter::whole_piece(u32 cell) {
    if (whole_[cell] == none) {
        whole_[cell] = u32(pieces_.size());
        pieces_.push_back({.cell = cell, .area = regular_.area, .keeps = true, .whole = true});
    }
    return whole_[cell];
}

void Cutter::add_link(u32 a, u32 b, int face, const std::map<int, double>& open, glm::dvec2 normal) {
    for (const auto& [gate, length] : open) {
        pieces_[a].links.push_back(u32(links_.size()));
        pieces_[b].links.push_back(u32(links_.size()));
        links_.push_back({a, b, face, gate, length, normal});
    }
}

void Cutter::link_cell(u32 cell) {
    for (int face = 0; face < regular_.faces; ++face) {
        const u32 other = regular_.beyond(cell, face);
        if (other == CellLattice::none || cuttable_[other] == Cuttable::no || whole_[other] == body) continue;
        if (whole_[other] == divided && face >= regular_.faces / 2) continue;  // linked from the other side
        link_face(cell, face, other);
    }
}

void Cutter::link_face(u32 cell, int face, u32 other) {
    const glm::dvec2 way = regular_.tangent(face), at = 0.5 * regular_.normal(face);
    auto closed = covers(cell, at, way);
    std::vector<Stretch> there;
    if (whole_[other] == divided) {
        for (const Cover& c : covers(other, -at, way)) closed.push_back(c);
        for (const Stretch& s : stretches_[other])
            if (s.face == (face + regular_.faces / 2) % regular_.faces)
                there.push_back({face, -s.to, -s.from, s.piece});
    } else there.push_back({face, -regular_.length / 2, regular_.length / 2, whole_piece(other)});
    for (const Stretch& here : stretches_[cell]) {
        if (here.face != face) continue;
        for (const Stretch& t : there) {
            const double from = std::max(here.from, t.from), to = std::min(here.to, t.to);
            if (to - from > gap)
                add_link(here.piece, t.piece, face, open_lengths(from, to, closed), regular_.normal(face));
        }
    }
}

/// The home of the neighbour with the longest common face; -1 if there is none. With `among_settled` only neighbours
/// that have a home count.
int Cutter::wanted_home(const Piece& piece, bool among_settled) const {
    double longest = 0;
    int home = -1;
    for (const u32 l : piece.links) {
        const Link& link = links_[l];
        const Piece& other = pieces_[&pieces_[link.a] == &piece ? link.b : link.a];
        if (link.gate != CellWall::always || link.face < 0 || cuttable_[other.cell] != Cuttable::yes) continue;
        if (among_settled && other.home < 0) continue;
        if (link.length > longest * (1 + 1e-9)) {
            longest = link.length;
            home = other.home;
        }
    }
    return home;
}

bool Cutter::join_some(bool among_settled) {
    std::vector<std::pair<u32, int>> joins;
    for (u32 p = 0; p < pieces_.size(); ++p)
        if (pieces_[p].home < 0)
            if (const int home = wanted_home(pieces_[p], among_settled); home >= 0) joins.push_back({p, home});
    for (const auto& [piece, home] : joins) pieces_[piece].home = home;
    return !joins.empty();
}

/// Assigns every piece a home, which is a piece that keeps its cell. In a pocket of pieces without a home the largest
/// one that can keeps its cell; otherwise the pocket is closed.
void Cutter::settle() {
    for (u32 p = 0; p < pieces_.size(); ++p)
        if (pieces_[p].keeps && pieces_[p].area >= regular_.area * (0.5 - alike)) pieces_[p].home = int(p);
    for (;;) {
        while (join_some(false) || join_some(true)) {}
        u32 largest = none;
        for (u32 p = 0; p < pieces_.size(); ++p)
            if (pieces_[p].home < 0 && pieces_[p].keeps && (largest == none || pieces_[p].area > pieces_[largest].area))
                largest = p;
        if (largest == none) return;
        pieces_[largest].home = int(largest);
    }
}

/// The pieces of every home.
std::map<u32, std::vector<u32>> Cutter::members() const {
    std::map<u32, std::vector<u32>> members;
    for (u32 p = 0; p < pieces_.size(); ++p)
        if (pieces_[p].home >= 0) members[u32(pieces_[p].home)].push_back(p);
    return members;
}

/// True if a home with a single piece fills its whole cell, and every face is open over its full length or leads
/// nowhere.
bool Cutter::is_unchanged(u32 home) const {
    const Piece& piece = pieces_[home];
    if (piece.whole) return true;
    if (piece.area < regular_.area - alike) return false;
    for (int face = 0; face < regular_.faces; ++face) {
        const u32 other = regular_.beyond(piece.cell, face);
        double length = 0;
        for (const u32 l : piece.links) {
            const Link& link = links_[l];
            if (link.gate != CellWall::always || link.face < 0) return false;
            const int out = link.a == home ? link.face : (link.face + regular_.faces / 2) % regular_.faces;
            if (out == face) length += link.length;
        }
        const bool nothing = other == CellLattice::none || cuttable_[other] == Cuttable::no || whole_[other] == body;
        if (!nothing && length < regular_.length - alike) return false;
    }
    return true;
}

/// Links a whole piece with the whole cells around it.
void Cutter::link_whole_neighbours(u32 piece) {
    const u32 cell = pieces_[piece].cell;
    for (int face = 0; face < regular_.faces; ++face) {
        const u32 other = regular_.beyond(cell, face);
        if (other == CellLattice::none || cuttable_[other] == Cuttable::no) continue;
        if (whole_[other] == body || whole_[other] == divided) continue;
        const u32 there = whole_piece(other);
        const auto known = [&](u32 l) { return links_[l].a == there || links_[l].b == there; };
        if (std::any_of(pieces_[piece].links.begin(), pieces_[piece].links.end(), known)) continue;
        add_link(piece, there, face, {{CellWall::always, regular_.length}}, regular_.normal(face));
        if (pieces_[there].home < 0) pieces_[there].home = int(there);
    }
}

/// A fraction of a whole; 1 within the tolerance for rounding.
float share(double part) { return std::abs(part - 1) < 2 * alike ? 1.f : float(part); }

void Cutter::add_cell(Cuts& cuts, u32 home, const std::vector<u32>& members) {
    struct Key {
        int home, face, gate;
        auto operator<=>(const Key&) const = default;
    };
    std::vector<std::pair<Key, Link>> faces;  // links in a fixed order, so that both sides add lengths alike
    std::vector<u32> links;
    double area = 0;
    for (const u32 p : members) {
        area += pieces_[p].area;
        links.insert(links.end(), pieces_[p].links.begin(), pieces_[p].links.end());
    }
    std::sort(links.begin(), links.end());
    glm::dvec2 open(0);
    double around = 0;
    for (const u32 l : links) {
        Link link = links_[l];
        if (pieces_[link.a].home == pieces_[link.b].home || pieces_[link.a].home < 0 || pieces_[link.b].home < 0)
            continue;
        if (pieces_[link.a].home != int(home)) {
            std::swap(link.a, link.b);
            link.normal = -link.normal;
            if (link.face >= 0) link.face = (link.face + regular_.faces / 2) % regular_.faces;
        }
        open += link.normal * link.length;
        around += link.length;
        const Key key{pieces_[link.b].home, link.face, link.gate};
        const auto same =
            std::find_if(faces.begin(), faces.end(), [&](const auto& f) { return f.first == key && key.face >= 0; });
        if (same == faces.end()) faces.push_back({key, link});
        else same->second.length += link.length;
    }
    const glm::vec2 wall(-open / regular_.length);
    cuts.cells.push_back({.cell = pieces_[home].cell,
                          .first = u32(cuts.faces.size()),
                          .count = u32(faces.size()),
                          .area = share(area / regular_.area),
                          .around = float(around / regular_.length / regular_.faces),
                          .wall = length(wall) < float(2 * alike) ? glm::vec2(0) : wall,
                          .inside = glm::vec2(pieces_[home].middle)});
    for (const auto& [key, link] : faces)
        cuts.faces.push_back({.other = pieces_[u32(key.home)].cell,
                              .face = link.face,
                              .gate = link.gate,
                              .length = share(link.length / regular_.length),
                              .out = glm::vec2(link.normal)});
}

Cuts Cutter::result() {
    Cuts cuts;
    const auto members = this->members();
    std::vector<u32> changed, beside;
    for (const auto& [home, pieces] : members)
        if (pieces.size() > 1 || !is_unchanged(home)) changed.push_back(home);
    for (const u32 home : changed)  // a whole piece that others were merged into may have neighbours without pieces
        if (pieces_[home].whole) link_whole_neighbours(home);
    std::vector<bool> is_changed(pieces_.size());
    for (const u32 home : changed) is_changed[home] = true;
    for (const u32 home : changed)
        for (const u32 p : members.at(home))
            for (const u32 l : pieces_[p].links)
                for (const int other : {pieces_[links_[l].a].home, pieces_[links_[l].b].home})
                    if (other >= 0 && !is_changed[u32(other)] && cuttable_[pieces_[u32(other)].cell] == Cuttable::yes)
                        beside.push_back(u32(other));
    std::sort(beside.begin(), beside.end());
    beside.erase(std::unique(beside.begin(), beside.end()), beside.end());
    for (const u32 home : beside)
        if (pieces_[home].whole) link_whole_neighbours(home);
    for (const u32 home : changed) add_cell(cuts, home, members.at(home));
    cuts.changed = u32(cuts.cells.size());
    for (const u32 home : beside) add_cell(cuts, home, {home});
    std::vector<bool> open(regular_.lattice.cells());
    for (const Piece& piece : pieces_)
        if (piece.home >= 0) open[pieces_[u32(piece.home)].cell] = true;
    for (u32 cell = 0; cell < whole_.size(); ++cell)
        if ((whole_[cell] == body || whole_[cell] == divided) && !open[cell]) cuts.closed.push_back(cell);
    return cuts;
}

}  // namespace

Cuts cut_cells(const CellLattice& lattice, const std::vector<CellWall>& walls, const std::vector<CellSeam>& seams,
               const std::vector<Cuttable>& cuttable) {
    return Cutter(lattice, walls, seams, cuttable).result();
}

std::vector<u32> closed_cells(const CellLattice& lattice, const std::vector<CellWall>& walls) {
    const Regular regular(lattice);
    std::vector<u32> closed;
    const auto close = [&](u32 cell) { closed.push_back(cell); };
    for (const CellWall& wall : walls)
        if (wall.solid) each_within(regular, outline_of(wall, lattice.spacing), close);
    for (const Part& part : parts_of(walls, lattice.spacing))
        if (!walls[part.wall].solid && walls[part.wall].gate == CellWall::always) each_met(regular, part, -1e-6, close);
    std::sort(closed.begin(), closed.end());
    closed.erase(std::unique(closed.begin(), closed.end()), closed.end());
    return closed;
}

}  // namespace nearfield
