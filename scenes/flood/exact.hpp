#pragma once
// Exact solutions of the shallow water equations.
#include <glm/glm.hpp>

namespace nearfield::flood::exact {

constexpr double gravity = 9.81;

/// Depth in m and velocity in m/s.
struct Flow {
    double depth = 0;
    glm::dvec2 velocity{0};
};

/// A dam at x = 0 with `left` m of still water behind it and dry ground ahead (Ritter 1892).
Flow ritter(double left, double x, double time);

/// A dam at x = 0 between two depths, left > right > 0 (Stoker 1957).
struct Stoker {
    double left, right;
    double middle_depth = 0, middle_velocity = 0, shock_speed = 0;
    Stoker(double left, double right);
    Flow at(double x, double time) const;
};

/// Oscillation in a paraboloid z = h0 (r²/a² - 1), a = 1 m, h0 = 0.1 m, without friction (Thacker 1981).
struct Bowl {
    static constexpr double depth = 0.1, radius = 1;  ///< m
    static double bed(glm::dvec2 p);
    /// Radial: the water spreads and gathers; its shore starts at r = sqrt(0.8 m · a).
    static Flow radial(glm::dvec2 p, double time);
    static double radial_period();
    /// Planar: the surface stays a plane that rotates, displaced by 0.5 m from the middle.
    static Flow planar(glm::dvec2 p, double time);
    static double planar_period();
};

/// Oscillation between two open shafts joined by a full duct of the same width. The equivalent column has the length of
/// the duct plus, for the spread of the water in the shafts, 2/3 of shaft length times height over depth.
struct UTube {
    static constexpr double shaft = 10, duct = 40, height = 2,
                            depth = 4;  ///< m: length of a shaft, length and height of the duct, depth in the shafts
    /// In s. A slot above the duct's ceiling stores water over this part of the floor. It adds a third of its own floor
    /// area to each shaft: pressure is linear along the duct, and the mean of its square is a third of that at the
    /// ends.
    static double period(double slot);
};

/// A vortex that drifts without changing shape, at the origin at time 0: h = 1 - U²/(2 g) e^(1 - r²/R²), speed U r/R
/// e^((1 - r²/R²)/2), with U = 1 m/s and R = 1 m, drift (1.5, 0.7) m/s (Ricchiuto & Bollermann 2009).
Flow vortex(glm::dvec2 p, double time);
constexpr glm::dvec2 vortex_drift{1.5, 0.7};

/// The bump 0.2 - 0.05 (x - 10)² for 8 < x < 12 of the SWASHES collection (Delestre et al. 2013).
double bump(double x);

/// Critical depth of a unit discharge in m²/s.
double critical_depth(double discharge);

/// A site whose hexagonal lattice maps onto itself under a rotation by 60° around the middle of a cell.
constexpr double turned_width = 12;  ///< m, of its sides
constexpr int turned_columns = 128;
glm::dvec2 turning_point();
/// A vector rotated counter-clockwise.
glm::dvec2 turned(glm::dvec2 v, double angle);

}  // namespace nearfield::flood::exact
