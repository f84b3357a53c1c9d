#include "cells/cut.hpp"

#include "cells/faces.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <unordered_map>

namespace nearfield {
namespace {

// Lengths are in spacings of the lattice from here on, areas in squares of it.
constexpr double on_line = 1e-9;     ///< nearer points lie on a line
constexpr double sliver = 1e-12;     ///< fragments of less area are left out
constexpr double along_line = 1e-8;  ///< nearer walls cover a face
constexpr double gap = 1e-5;         ///< shorter faces are closed: corners of walls would leak by rounding
constexpr double alike = 3e-5;       ///< what lacks less of a whole is whole

double cross(glm::dvec2 a, glm::dvec2 b) { return a.x * b.y - a.y * b.x; }

/// The regular cells of a lattice around the middle of cell 0.
struct Regular {
    explicit Regular(const CellLattice& l)
        : lattice(l),
          faces(l.shape == CellShape::hexagon ? 6 : 4),
          pitch(faces == 6 ? std::sqrt(3.) / 2 : 1),
          length(faces == 6 ? 1 / std::sqrt(3.) : 1),
          area(faces == 6 ? std::sqrt(3.) / 2 : 1) {}

    glm::dvec2 middle(u32 cell) const {
        const u32 row = cell / lattice.columns;
        return {double(cell % lattice.columns) + (faces == 6 ? 0.5 * double(row & 1) : 0), double(row) * pitch};
    }
    glm::dvec2 normal(int face) const {
        const double angle = 2 * M_PI * face / faces;
        return {std::cos(angle), std::sin(angle)};
    }
    glm::dvec2 tangent(int face) const {
        const glm::dvec2 n = normal(face);
        return {-n.y, n.x};
    }
    /// The cell across a face; none outside the lattice.
    u32 beyond(u32 cell, int face) const {
        const int column = int(cell % lattice.columns), row = int(cell / lattice.columns), odd = row & 1;
        using Six = CellFaces<CellShape::hexagon>;
        using Four = CellFaces<CellShape::square>;
        const int c = column + (faces == 6 ? Six::columns_to(face, odd) : Four::columns_to(face, odd));
        const int r = row + (faces == 6 ? Six::rows_to(face) : Four::rows_to(face));
        const bool there = c >= 0 && r >= 0 && c < int(lattice.columns) && r < int(lattice.rows);
        return there ? u32(r) * lattice.columns + u32(c) : CellLattice::none;
    }

    const CellLattice& lattice;
    int faces;
    double pitch, length, area;
};

/// A straight part of a wall.
struct Part {
    glm::dvec2 from, to;
    u32 wall;
};

std::vector<Part> parts_of(const std::vector<CellWall>& walls, double spacing) {
    std::vector<Part> parts;
    for (u32 w = 0; w < walls.size(); ++w) {
        const auto& p = walls[w].points;
        for (std::size_t i = 0; i + 1 < p.size() + walls[w].solid; ++i) {
            const Part part{p[i] / spacing, p[(i + 1) % p.size()] / spacing, w};
            if (distance(part.from, part.to) > gap) parts.push_back(part);
        }
    }
    return parts;
}

std::vector<CellWall> with_seams(std::vector<CellWall> walls, const std::vector<CellSeam>& seams) {
    for (const CellSeam& seam : seams) {
        walls.push_back({.points = {seam.a, seam.b}});
        walls.push_back({.points = {seam.a + seam.shift, seam.b + seam.shift}});
    }
    return walls;
}

/// A part of a wall that comes to a cell.
struct Meeting {
    u32 cell, part;
    friend bool operator<(const Meeting& a, const Meeting& b) {
        return a.cell != b.cell ? a.cell < b.cell : a.part < b.part;
    }
};

/// How much of a part lies in a cell whose faces are moved outwards by `beyond`; below 0: none.
double length_within(const Regular& regular, glm::dvec2 middle, const Part& part, double beyond) {
    double lo = 0, hi = 1;
    for (int k = 0; k < regular.faces; ++k) {
        const glm::dvec2 n = regular.normal(k);
        const double a = dot(part.from - middle, n) - 0.5 - beyond, b = dot(part.to - middle, n) - 0.5 - beyond;
        if (a > 0 && b > 0) return -1;
        if (a > 0) lo = std::max(lo, a / (a - b));
        else if (b > 0) hi = std::min(hi, a / (a - b));
    }
    return (hi - lo) * distance(part.from, part.to);
}

/// Calls f(cell) for the cells that a part comes to.
template <class F> void each_met(const Regular& regular, const Part& part, double beyond, const F& f) {
    const double reach = (regular.faces == 6 ? regular.length : 0.5) + beyond;
    const auto row_of = [&](double y, double limit) {
        return limited(int(std::floor(y / regular.pitch + limit)), 0, int(regular.lattice.rows));
    };
    const double low = std::min(part.from.y, part.to.y), high = std::max(part.from.y, part.to.y);
    for (int row = row_of(low - reach, 0); row < row_of(high + reach, 1); ++row) {
        const double y = row * regular.pitch, rise = part.to.y - part.from.y;
        double a = 0, b = 1;
        if (std::abs(rise) > 1e-12) {
            a = std::clamp((y - reach - part.from.y) / rise, 0., 1.);
            b = std::clamp((y + reach - part.from.y) / rise, 0., 1.);
        }
        const double x0 = part.from.x + a * (part.to.x - part.from.x), x1 = part.from.x + b * (part.to.x - part.from.x);
        const double shift = regular.faces == 6 ? 0.5 * (row & 1) : 0;
        const int first = int(std::ceil(std::max(0., std::min(x0, x1) - 0.5 - beyond - shift)));
        const double last = std::min(std::max(x0, x1) + 0.5 + beyond - shift, double(regular.lattice.columns) - 1);
        for (int column = first; column <= last; ++column) {
            const u32 cell = u32(row) * regular.lattice.columns + u32(column);
            if (length_within(regular, regular.middle(cell), part, beyond) > 0) f(cell);
        }
    }
}

/// Calls f(cell) for the cells whose middles lie within an outline.
template <class F> void each_within(const Regular& regular, const std::vector<glm::dvec2>& outline, const F& f) {
    double low = INFINITY, high = -INFINITY;
    for (const auto& p : outline) low = std::min(low, p.y), high = std::max(high, p.y);
    const int end = std::min(int(regular.lattice.rows), int(std::floor(high / regular.pitch)) + 1);
    for (int row = std::max(0, int(std::ceil(low / regular.pitch))); row < end; ++row) {
        const double y = row * regular.pitch, shift = regular.faces == 6 ? 0.5 * (row & 1) : 0;
        std::vector<double> crossings;
        for (std::size_t i = 0; i < outline.size(); ++i) {
            const glm::dvec2 a = outline[i], b = outline[(i + 1) % outline.size()];
            if ((a.y <= y) != (b.y <= y)) crossings.push_back(a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x));
        }
        std::sort(crossings.begin(), crossings.end());
        for (std::size_t i = 0; i + 1 < crossings.size(); i += 2) {
            const double last = std::min(crossings[i + 1] - shift, double(regular.lattice.columns) - 1);
            for (int c = int(std::ceil(std::max(0., crossings[i] - shift))); c <= last; ++c)
                f(u32(row) * regular.lattice.columns + u32(c));
        }
    }
}

bool is_within(const std::vector<glm::dvec2>& outline, glm::dvec2 p) {
    bool inside = false;
    for (std::size_t i = 0; i < outline.size(); ++i) {
        const glm::dvec2 a = outline[i], b = outline[(i + 1) % outline.size()];
        if ((a.y <= p.y) != (b.y <= p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x)) inside = !inside;
    }
    return inside;
}

std::vector<glm::dvec2> outline_of(const CellWall& wall, double spacing) {
    auto points = wall.points;
    for (auto& p : points) p /= spacing;
    return points;
}

/// A convex part of a cell; edge i leads from corner i to the next and lies on line[i]: faces of the cell at first,
/// then the lines of walls.
struct Fragment {
    std::vector<glm::dvec2> corner;
    std::vector<int> line;

    double area() const {
        double twice = 0;
        for (std::size_t i = 0; i < corner.size(); ++i) twice += cross(corner[i], corner[(i + 1) % corner.size()]);
        return twice / 2;
    }
    glm::dvec2 middle() const {
        glm::dvec2 sum(0);
        for (std::size_t i = 0; i < corner.size(); ++i) {
            const glm::dvec2 a = corner[i], b = corner[(i + 1) % corner.size()];
            sum += (a + b) * cross(a, b);
        }
        return sum / (6 * area());
    }
};

/// Divides a fragment by a line; `right` stays empty if all of it is left of the line, and the other way round.
void divide(const Fragment& whole, glm::dvec2 at, glm::dvec2 way, int line, Fragment& left, Fragment& right) {
    std::vector<double> side;
    for (const auto& p : whole.corner) {
        const double d = cross(way, p - at);
        side.push_back(std::abs(d) < on_line ? 0 : d);
    }
    const auto add = [](Fragment& to, glm::dvec2 p, int edge) { to.corner.push_back(p), to.line.push_back(edge); };
    for (std::size_t i = 0; i < side.size(); ++i) {
        const std::size_t j = (i + 1) % side.size();
        const double a = side[i], b = side[j];
        if (a >= 0) add(left, whole.corner[i], a == 0 && b < 0 ? line : whole.line[i]);
        if (a <= 0) add(right, whole.corner[i], a == 0 && b > 0 ? line : whole.line[i]);
        if (a * b >= 0) continue;
        const glm::dvec2 p = whole.corner[i] + (whole.corner[j] - whole.corner[i]) * (a / (a - b));
        add(left, p, a > 0 ? line : whole.line[i]);
        add(right, p, a < 0 ? line : whole.line[i]);
    }
    for (Fragment* f : {&left, &right})
        if (f->corner.size() < 3 || f->area() < sliver) *f = {};
}

/// A stretch of a line, from `from` to `to` along it, that a wall covers.
struct Cover {
    double from, to;
    int gate;
};

/// The lengths between two places on a line that are open, by gate; those that are always open under `always`.
std::map<int, double> open_lengths(double from, double to, const std::vector<Cover>& covers) {
    std::vector<double> ends{from, to};
    for (const Cover& c : covers)
        for (const double end : {c.from, c.to})
            if (end > from && end < to) ends.push_back(end);
    std::sort(ends.begin(), ends.end());
    std::map<int, double> open;
    for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
        const double middle = (ends[i] + ends[i + 1]) / 2;
        bool closed = false;
        int gate = CellWall::always;
        for (const Cover& c : covers) {
            if (middle < c.from || middle > c.to) continue;
            if (c.gate == CellWall::always) closed = true;
            else gate = c.gate;
        }
        if (!closed) open[gate] += ends[i + 1] - ends[i];
    }
    std::erase_if(open, [](const auto& entry) { return entry.second < gap; });
    return open;
}

/// A connected part of a cell.
struct Piece {
    u32 cell;
    double area = 0;
    double largest = 0;      ///< area of its largest fragment
    glm::dvec2 middle{0};    ///< of that fragment, from the middle of the cell
    bool keeps = false;      ///< the largest of its cell
    bool whole = false;      ///< no wall comes to its cell
    int home = -1;           ///< the piece that it belongs to in the end
    std::vector<u32> links;  ///< rising
};
/// Pieces that share a stretch of a face, or of a gate within a cell.
struct Link {
    u32 a, b;
    int face;  ///< of a's cell
    int gate;
    double length;
    glm::dvec2 normal;  ///< from a to b
};
/// What of a face of a cell belongs to a piece.
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
        meet(), fill();
        for (const u32 cell : met_) divide_cell(cell);
        for (const u32 cell : met_) link_cell(cell);
        link_seams();
        settle();
    }

    Cuts result();

  private:
    static constexpr u32 none = ~0u, body = none - 1, divided = none - 2;

    /// The walls that come to a cell.
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
    const std::vector<CellWall> walls_;  ///< at last two lines for every seam
    const u32 plain_;                    ///< walls before these
    const std::vector<Part> parts_;
    const std::vector<Cuttable>& cuttable_;
    std::vector<Meeting> meetings_;
    std::vector<u32> met_;    ///< cells that walls come to
    std::vector<u32> whole_;  ///< per cell: its piece if it is whole; or none yet, `body` or `divided`
    std::unordered_map<u32, std::vector<Stretch>> stretches_;
    std::vector<Stretch> seam_stretches_;  ///< `face`: the line's number from plain_ on
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
        if (met_.empty() || met_.back() != m.cell) met_.push_back(m.cell), whole_[m.cell] = divided;
}

/// Closes the cells that lie in bodies; those to which the body's own outline comes are divided later.
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
        start.corner.push_back({radius * std::cos(angle), radius * std::sin(angle)}), start.line.push_back(k);
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
            double lo = INFINITY, hi = -INFINITY;  // where the line is in the fragment
            for (std::size_t i = 0; i < left.corner.size(); ++i)
                if (left.line[i] == regular_.faces + int(m))
                    for (const auto& p : {left.corner[i], left.corner[(i + 1) % left.corner.size()]})
                        lo = std::min(lo, dot(p - at, way)), hi = std::max(hi, dot(p - at, way));
            const bool meets = std::min(hi, dot(end - at, way)) - std::max(lo, 0.) > on_line;
            if (!meets || left.corner.empty() || right.corner.empty()) next.push_back(f);
            else next.push_back(left), next.push_back(right);
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

/// The stretches of a line through a cell, from a place on, that walls cover.
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
        a = near_a, b = near_b;
        if (std::abs(cross(way, a)) > along_line || std::abs(cross(way, b)) > along_line) continue;
        const auto [from, to] = std::minmax({dot(a, way), dot(b, way)});
        covers.push_back({from - on_line, to + on_line, walls_[part.wall].gate});
    }
    return covers;
}

/// What two fragments share of a line; the length is below 0 if nothing.
struct Shared {
    double from = 0, to = -1;
    glm::dvec2 normal{0};  ///< out of the first
};
Shared shared_line(const Fragment& a, const Fragment& b, int line, glm::dvec2 at, glm::dvec2 way) {
    const auto edge = [&](const Fragment& f, double& from, double& to) {
        from = INFINITY, to = -INFINITY;
        bool forward = true;
        for (std::size_t i = 0; i < f.corner.size(); ++i) {
            if (f.line[i] != line) continue;
            const double s = dot(f.corner[i] - at, way), e = dot(f.corner[(i + 1) % f.corner.size()] - at, way);
            forward = e > s, from = std::min({from, s, e}), to = std::max({to, s, e});
        }
        return forward;
    };
    double a0, a1, b0, b1;
    const bool left_a = edge(a, a0, a1),
               left_b = edge(b, b0, b1);  // counter-clockwise: forward edges have it on the left
    if (!(a0 < a1) || !(b0 < b1) || left_a == left_b) return {};
    return {std::max(a0, b0), std::min(a1, b1), left_a ? glm::dvec2(way.y, -way.x) : glm::dvec2(-way.y, way.x)};
}

/// Makes pieces of fragments between which no wall is, and links those between which a gate is.
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
        if (same == i) piece[i] = u32(pieces_.size()), pieces_.push_back({.cell = cell});
        else piece[i] = piece[same];
        Piece& whole = pieces_[piece[i]];
        whole.area += fragments[i].area();
        if (fragments[i].area() > whole.largest)
            whole.largest = fragments[i].area(), whole.middle = fragments[i].middle();
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

/// Notes what of a seam's first line lies to the right of it, or of its second to the left.
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
            const double s = dot(a, way), t = dot(b, way);  // counter-clockwise: forward edges have it on the left
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
        return a.area < b.area - alike;  // of two halves the first
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
        pieces_[a].links.push_back(u32(links_.size())), pieces_[b].links.push_back(u32(links_.size()));
        links_.push_back({a, b, face, gate, length, normal});
    }
}

void Cutter::link_cell(u32 cell) {
    for (int face = 0; face < regular_.faces; ++face) {
        const u32 other = regular_.beyond(cell, face);
        if (other == CellLattice::none || cuttable_[other] == Cuttable::no || whole_[other] == body) continue;
        if (whole_[other] == divided && face >= regular_.faces / 2) continue;  // done from the other side
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

/// The home of the neighbour with the longest common face, perhaps among those that have one; below 0: none.
int Cutter::wanted_home(const Piece& piece, bool among_settled) const {
    double longest = 0;
    int home = -1;
    for (const u32 l : piece.links) {
        const Link& link = links_[l];
        const Piece& other = pieces_[&pieces_[link.a] == &piece ? link.b : link.a];
        if (link.gate != CellWall::always || link.face < 0 || cuttable_[other.cell] != Cuttable::yes) continue;
        if (among_settled && other.home < 0) continue;
        if (link.length > longest * (1 + 1e-9)) longest = link.length, home = other.home;
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

/// Gives every piece a home: a piece that keeps its cell. A pocket without one has the largest that could keep its
/// cell, or is closed.
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

/// Whether a piece that is alone in its home has all of its cell, and every face whole or with nothing beyond it.
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

/// Links a whole piece with the whole cells beside it.
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

/// A part of a whole: 1 if only rounding is missing.
float share(double part) { return std::abs(part - 1) < 2 * alike ? 1.f : float(part); }

void Cutter::add_cell(Cuts& cuts, u32 home, const std::vector<u32>& members) {
    struct Key {
        int home, face, gate;
        auto operator<=>(const Key&) const = default;
    };
    std::vector<std::pair<Key, Link>> faces;  // links in their order, so that both sides add up the same lengths
    std::vector<u32> links;
    double area = 0;
    for (const u32 p : members)
        area += pieces_[p].area, links.insert(links.end(), pieces_[p].links.begin(), pieces_[p].links.end());
    std::sort(links.begin(), links.end());
    glm::dvec2 open(0);
    double around = 0;
    for (const u32 l : links) {
        Link link = links_[l];
        if (pieces_[link.a].home == pieces_[link.b].home || pieces_[link.a].home < 0 || pieces_[link.b].home < 0)
            continue;
        if (pieces_[link.a].home != int(home)) {
            std::swap(link.a, link.b), link.normal = -link.normal;
            if (link.face >= 0) link.face = (link.face + regular_.faces / 2) % regular_.faces;
        }
        open += link.normal * link.length, around += link.length;
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
    for (const u32 home : changed)  // a whole piece that took others in has neighbours without pieces as yet
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
