#pragma once
// Geometry of cut cells: regular cells, straight wall parts and the fragments that they cut a cell into.
#include "cells/cut.hpp"
#include "cells/faces.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

namespace nearfield::cutting {

// Unit of length: the lattice spacing; of area: its square.
constexpr double on_line = 1e-9;     ///< distance below which a point lies on a line
constexpr double sliver = 1e-12;     ///< area below which a fragment is dropped
constexpr double along_line = 1e-8;  ///< distance below which a wall covers a face
constexpr double gap = 1e-5;         ///< length below which a face is closed, since corners of walls would leak by
                                     ///< rounding
constexpr double alike = 3e-5;       ///< difference below which a length or area counts as whole

inline double cross(glm::dvec2 a, glm::dvec2 b) { return a.x * b.y - a.y * b.x; }

/// The regular cells of a lattice, relative to the centre of cell 0.
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
    /// The neighbour across a face; none outside the lattice.
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
std::vector<Part> parts_of(const std::vector<CellWall>& walls, double spacing);

/// Length of a part within a cell whose faces are moved outwards by `beyond`; below 0 if they do not meet.
double length_within(const Regular& regular, glm::dvec2 middle, const Part& part, double beyond);

/// Calls f(cell) for the cells that a part touches.
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

/// Calls f(cell) for the cells whose centres lie within an outline.
template <class F> void each_within(const Regular& regular, const std::vector<glm::dvec2>& outline, const F& f) {
    double low = INFINITY, high = -INFINITY;
    for (const auto& p : outline) {
        low = std::min(low, p.y);
        high = std::max(high, p.y);
    }
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

bool is_within(const std::vector<glm::dvec2>& outline, glm::dvec2 p);
std::vector<glm::dvec2> outline_of(const CellWall& wall, double spacing);

/// A convex part of a cell. Edge i runs from corner i to the next and lies on line[i]: a face of the cell, or the line
/// of a wall.
struct Fragment {
    std::vector<glm::dvec2> corner;
    std::vector<int> line;

    double area() const;
    glm::dvec2 middle() const;
};

/// Splits a fragment by a line. A side without area is left empty.
void divide(const Fragment& whole, glm::dvec2 at, glm::dvec2 way, int line, Fragment& left, Fragment& right);

/// An interval of a line that a wall covers.
struct Cover {
    double from, to;
    int gate;
};

/// Open lengths of a line between two positions, by gate; permanently open ones under `always`.
std::map<int, double> open_lengths(double from, double to, const std::vector<Cover>& covers);

/// The stretch of a line that two fragments share; its length is negative if there is none.
struct Shared {
    double from = 0, to = -1;
    glm::dvec2 normal{0};  ///< outwards from the first
};
Shared shared_line(const Fragment& a, const Fragment& b, int line, glm::dvec2 at, glm::dvec2 way);

}  // namespace nearfield::cutting
