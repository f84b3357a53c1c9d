#include "scenes/sph/tank_fill.hpp"

#include "base/error.hpp"
#include "base/stoppable.hpp"
#include "exec/backend.hpp"
#include "scenes/document/json.hpp"
#include "scenes/sph/geometry/fill.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace nearfield::sph {
namespace {

template <int D> std::string shown(dvec<D> p) {
    if constexpr (D == 2) return fmt::format("({:.4g}, {:.4g})", p.x, p.y);
    else return fmt::format("({:.4g}, {:.4g}, {:.4g})", p.x, p.y, p.z);
}

template <int D> Packed<D> packed(dvec<D> p) { return pack<D>(vec<D>(p)); }

template <int D> Population population(const Tank& tank, double d) {
    Population n;
    const double full = expected_count<D>(tank.container, d);
    for (const auto& fluid : tank.fluids) n.fluid += expected_count<D>(fluid.shape, d);
    n.room = n.fluid;
    for (const auto& faucet : tank.faucets) n.room += faucet.rate * (faucet.until - faucet.from) / std::pow(d, D);
    n.room = std::max(n.fluid, std::min(n.room, full));
    if (!tank.periodic) n.boundary = double(box_samples<D>(grown(tank.container, d / 2), d, tank.open));
    for (const auto& solid : tank.solids) n.boundary += most_samples<D>(solid.shape, d, d / 2);
    return n;
}

/// Two unit vectors perpendicular to the faucet's direction; in 2D the second is zero.
template <int D> std::pair<glm::dvec3, glm::dvec3> across(const Faucet& faucet) {
    const glm::dvec3 away = faucet.direction,
                     other = std::abs(away.x) < 0.6 ? glm::dvec3(1, 0, 0) : glm::dvec3(0, 1, 0);
    if (D == 2) return {{-away.y, away.x, 0}, {0, 0, 0}};
    const glm::dvec3 u = glm::normalize(glm::cross(other, away));
    return {u, glm::cross(away, u)};
}

constexpr double most_nodes = 1e9;  ///< in the lattice around a shape: seconds of work

/// For each node of the lattice, true if it lies in the solid at time t.
template <int D> std::vector<bool> covered(const Solid& solid, Lattice<D> lattice, double t) {
    lattice.first -= cut<D>(solid.motion.offset(t));
    if constexpr (D == 3)
        if (const auto* mesh = std::get_if<std::shared_ptr<const Mesh>>(&solid.shape)) return inside(**mesh, lattice);
    std::vector<bool> in(lattice.size());
    lattice.each([&](ivec<D> node) { in[lattice.index(node)] = contains<D>(solid.shape, lattice.at(node)); });
    return in;
}

template <int D> class Filler {
  public:
    Filler(const Tank& tank, double spacing, double most) : tank_(tank), d_(spacing), most_(std::min(most, 4e9)) {
        if (!(d_ > 0) || !std::isfinite(d_))
            throw UsageError(fmt::format("{}: a spacing of {:g} m; give one above 0", tank.file, d_));
        if (tank.dimensions != D)
            throw UsageError(fmt::format("{}: has {} dimensions, not {}; take another tank or other dimensions",
                                         tank.file, tank.dimensions, D));
        require_room();
        made_.spacing = d_;
    }

    FilledTank<D> fill_all() {
        set_box();
        add_fluids();
        add_boundary();
        require_free_openings();
        add_velocities();
        const double room = population<D>(tank_, d_).room;
        made_.room = std::max(u32(made_.position.size()), tank_.faucets.empty() ? 0 : u32(room));
        return std::move(made_);
    }

  private:
    [[noreturn]] void fail(Place place, const std::string& what) const { document::complain(tank_.file, place, what); }

    void require_room() const {
        const auto n = population<D>(tank_, d_);
        const double all = n.room + n.boundary;
        if (!(all <= most_))
            throw UsageError(fmt::format("{}: {:.4g} particles ({:.4g} of fluid, {:.4g} of walls) at a spacing of "
                                         "{:.4g} m; at most {:.4g} can be, use a spacing above {:.2g} m",
                                         tank_.file, all, n.room, n.boundary, d_, most_,
                                         d_ * std::pow(all / most_, 1. / D)));
        require_memory_for(all);
        for (const auto& solid : tank_.solids) require_meshable(solid);
    }

    void require_memory_for(double particles) const {
        constexpr double each = 64;  // bytes during filling; the simulation needs more
        const auto free = double(available_bytes(Backend::cpu));
        if (particles * each > free)
            throw Error(fmt::format("{}: {:.4g} particles at a spacing of {:.4g} m need {}, but only {} of main memory "
                                    "is free; use a spacing above {:.2g} m, or fewer actors",
                                    tank_.file, particles, d_, format_bytes(particles * each), format_bytes(free),
                                    d_ * std::pow(particles * each / free, 1. / D)));
    }

    /// A mesh costs hundreds of candidate points per particle.
    void require_meshable(const Solid& solid) const {
        constexpr double most = 2e6;
        if (!std::holds_alternative<std::shared_ptr<const Mesh>>(solid.shape)) return;
        if (const double n = most_samples<D>(solid.shape, d_, d_ / 2); n > most)
            fail(solid.place, fmt::format("{}: a mesh with up to {:.3g} particles at a spacing of {:.3g} m; at most "
                                          "{:.3g} can be, use a spacing above {:.2g} m or a smaller mesh",
                                          solid.name, n, d_, most, d_ * std::sqrt(n / most)));
    }

    void set_box() {
        const Box box = tank_.periodic ? tank_.container : grown(tank_.container, 0.51 * d_);
        made_.box = {vec<D>(cut<D>(box.lo)), vec<D>(cut<D>(box.hi)), tank_.periodic};
    }

    /// Puts the remaining gap between particles and walls at the open side, or half of it at each side.
    dvec<D> anchor(const Shape& shape) const {
        const auto b = bounds_of(shape);
        dvec<D> anchor;
        for (int a = 0; a < D; ++a) {
            const bool low = b.lo[a] < tank_.container.lo[a] + d_ / 2;
            const bool high = b.hi[a] > tank_.container.hi[a] - d_ / 2;
            anchor[a] = low && high ? 0.5 : high ? 1 : 0;
        }
        return anchor;
    }

    void add_fluids() {
        for (const auto& fluid : tank_.fluids) {
            require_lattice(fluid);
            auto made = fill<D>(fluid.shape, d_, anchor(fluid.shape));
            if (made.count == 0)
                fail(fluid.place,
                     fmt::format(
                         "{}: no particle of a spacing of {:.4g} m fits in; make it larger or the spacing smaller",
                         fluid.name, d_));
            for (std::size_t k = 0; k < fills_.size(); ++k) {
                if (const auto met = overlap<D>(fills_[k], made, nearest()))
                    fail(fluid.place, fmt::format("{}: overlaps '{}' at {}; move them apart", fluid.name,
                                                  tank_.fluids[k].name, shown<D>(met->first)));
            }
            fills_.push_back(std::move(made));
        }
    }
    /// Limits the lattice: a slanted or hollow shape with few particles may have many nodes around it, one bit each.
    void require_lattice(const FluidBlock& fluid) const {
        const auto b = bounds_of(fluid.shape);
        const double nodes = expected_count<D>(Box{b.lo, b.hi}, d_);
        if (std::holds_alternative<Box>(fluid.shape)) return;  // needs no node bits
        if (!(nodes <= std::min(64 * most_, most_nodes)))
            fail(fluid.place, fmt::format("{}: spans {:.3g} places for particles at a spacing of {:.3g} m; use a "
                                          "larger one, or several smaller shapes",
                                          fluid.name, nodes, d_));
    }
    double nearest() const { return closest_fluid * d_ * (1 - 1e-6); }

    void add_boundary() {
        if (!tank_.periodic)
            add_samples(sample_box<D>(grown(tank_.container, d_ / 2), d_, tank_.open),
                        0);  // fluid stays half a spacing inside
        for (std::size_t k = 0; k < tank_.solids.size(); ++k) {
            const Solid& solid = tank_.solids[k];
            require_dry(solid);
            auto samples = surface(solid);
            require_apart(solid,
                          std::holds_alternative<Polyline>(solid.shape) ? sample<D>(solid.shape, d_ / 4) : samples);
            if (solid.motion.still()) std::erase_if(samples, [&](dvec<D> p) { return !made_.box.contains(vec<D>(p)); });
            add_samples(samples, u32(k + 1));
        }
    }
    std::vector<dvec<D>> surface(const Solid& solid) const {
        try {
            return sample<D>(solid.shape, d_, d_ / 2);
        } catch (const UsageError& problem) { fail(solid.place, solid.name + ": " + problem.what()); }
    }
    void require_apart(const Solid& solid, const std::vector<dvec<D>>& samples) const {
        StopBetween between;
        for (const auto& p : samples)
            for (std::size_t k = 0; k < fills_.size(); ++k, between())
                if (const auto met = fills_[k].near(p, nearest()))
                    fail(tank_.fluids[k].place,
                         fmt::format("{}: too near to '{}' at {}; leave half a spacing, {:.3g} m", tank_.fluids[k].name,
                                     solid.name, shown<D>(*met), d_ / 2));
    }
    void add_samples(const std::vector<dvec<D>>& samples, u32 solid) {
        for (const auto& p : samples) made_.boundary.push_back(packed<D>(p));
        made_.solid.resize(made_.boundary.size(), solid);
    }

    /// Throws if there is fluid in the solid.
    void require_dry(const Solid& solid) const {
        const auto b = bounds_of(solid.shape);
        for (std::size_t k = 0; k < fills_.size(); ++k) {
            const auto wet = in_solid(solid.shape, fills_[k], cut<D>(b.lo), cut<D>(b.hi));
            if (wet)
                fail(tank_.fluids[k].place,
                     fmt::format(
                         "{}: lies in the solid '{}' at {}; move one of them, or make the fluid of boxes around it",
                         tank_.fluids[k].name, solid.name, shown<D>(*wet)));
        }
    }
    std::optional<dvec<D>> in_solid(const Shape& shape, const Fill<D>& fill, dvec<D> lo, dvec<D> hi) const {
        if constexpr (D == 3)
            if (const auto* mesh = std::get_if<std::shared_ptr<const Mesh>>(&shape))
                return in_mesh(**mesh, fill, lo, hi);
        return fill.find(lo, hi, [&](dvec<D> p) { return contains<D>(shape, p); });
    }
    std::optional<dvec<D>> in_mesh(const Mesh& mesh, const Fill<D>& fill, dvec<D> lo, dvec<D> hi) const {
        const auto part = fill.lattice.part(lo, hi);
        const auto in = inside(mesh, part);
        return fill.find(lo, hi, [&](dvec<D> p) { return in[part.index(ivec<D>(glm::round((p - part.first) / d_)))]; });
    }

    /// Throws unless fluid that leaves a faucet is inside the container and outside solids.
    void require_free_openings() const {
        for (const auto& faucet : tank_.faucets) {
            require_ends_inside(faucet);
            for (const auto& p : faucet_layer<D>(faucet, d_).position) {
                const dvec<D> at = dvec<D>(p) + cut<D>(faucet.direction) * (d_ / 2);
                require_inside(faucet, at);
                for (const auto& solid : tank_.solids)
                    if (covered<D>(solid, {at, d_, ivec<D>(1)}, 0)[0])
                        fail(faucet.place, fmt::format("{}: its opening lies in the solid '{}' at {}; move one of them",
                                                       faucet.name, solid.name, shown<D>(at)));
            }
        }
    }
    /// Checks before the layer is built: a faucet outside may be of any size.
    void require_ends_inside(const Faucet& faucet) const {
        const auto [u, v] = across<D>(faucet);
        const double reach = std::floor(faucet.radius / d_) * d_;
        for (const glm::dvec3 end : {u, -u, v, -v})
            require_inside(faucet, cut<D>(faucet.at + reach * end + faucet.direction * (d_ / 2)));
    }
    void require_inside(const Faucet& faucet, dvec<D> at) const {
        if (!in_container(at))
            fail(faucet.place, fmt::format("{}: its opening extends outside the container at {}; move it in, make it "
                                           "narrower, or let it point inwards",
                                           faucet.name, shown<D>(at)));
    }
    bool in_container(dvec<D> p) const {
        const dvec<D> slack(1e-6 * d_), lo = cut<D>(tank_.container.lo) - slack,
                                        hi = cut<D>(tank_.container.hi) + slack;
        return glm::all(glm::greaterThanEqual(p, lo)) && glm::all(glm::lessThanEqual(p, hi));
    }

    void add_velocities() {
        for (std::size_t k = 0; k < fills_.size(); ++k) {
            fills_[k].each([&](dvec<D> p) { made_.position.push_back(packed<D>(p)); });
            made_.velocity.resize(made_.position.size(), packed<D>(cut<D>(tank_.fluids[k].velocity)));
            made_.fluid.resize(made_.position.size(), u32(k));
        }
    }

    const Tank& tank_;
    double d_, most_;
    FilledTank<D> made_;
    std::vector<Fill<D>> fills_;
};

}  // namespace

Population expected_population(const Tank& tank, double spacing) {
    return tank.dimensions == 2 ? population<2>(tank, spacing) : population<3>(tank, spacing);
}

double spacing_for(const Tank& tank, double particles) {
    if (!(particles >= 1)) throw UsageError(fmt::format("{}: {:g} particles; give at least 1", tank.file, particles));
    const auto unit = expected_population(tank, 1);
    const double about = std::pow((unit.fluid > 0 ? unit.fluid : unit.room) / particles, 1. / tank.dimensions);
    for (const auto& fluid : tank.fluids)
        if (const auto* box = std::get_if<Box>(&fluid.shape)) {
            const double width = box->hi.x - box->lo.x;
            if (width < about / 2)
                throw UsageError(fmt::format(
                    "actors: with {:.0f} particles their spacing would be {:.3g} m, but '{}' is only {:.3g} m wide: it "
                    "takes at least {:.0f} to fill it. Ask for more, or make it wider",
                    particles, about, fluid.name, width, expected_population(tank, width).fluid));
            return width / std::max(1., std::round(width / about));
        }
    return about;
}

template <int D> FilledTank<D> fill_tank(const Tank& tank, double spacing, double most) {
    return Filler<D>(tank, spacing, most).fill_all();
}

template <int D> FaucetLayer<D> faucet_layer(const Faucet& faucet, double d) {
    const glm::dvec3 away = faucet.direction;
    const auto [u, v] = across<D>(faucet);
    FaucetLayer<D> layer;
    const int reach = int(std::floor(faucet.radius / d)), turns = D == 2 ? 2 : 4;
    const auto turn = [](int i, int j) { return D == 2 ? i & 1 : 2 * (i & 1) + ((i ^ j) & 1); };
    for (int t = 0; t < turns; ++t)
        for (int j = D == 3 ? -reach : 0; j <= (D == 3 ? reach : 0); ++j)
            for (int i = -reach; i <= reach; ++i)
                if (turn(i, j) == t && (double(i) * i + double(j) * j) * d * d <= faucet.radius * faucet.radius) {
                    layer.position.push_back(vec<D>(cut<D>(faucet.at + d * (double(i) * u + double(j) * v))));
                    layer.phase.push_back(double(t) / turns);
                }
    const double speed = faucet.rate / (double(layer.position.size()) * std::pow(d, D - 1));
    layer.velocity = vec<D>(cut<D>(away * speed));
    layer.every = d / speed;
    return layer;
}

template <int D>
std::vector<Packed<D>> drop_places(const Tank& tank, double d, glm::dvec3 at, double size, bool ball, double t) {
    const dvec<D> lo = cut<D>(tank.container.lo), hi = cut<D>(tank.container.hi),
                  middle = glm::clamp(cut<D>(at), lo, hi);
    const Lattice<D> all{lo + d / 2, d, ivec<D>((hi - lo) / d + 1e-6)};
    const auto part = all.part(middle - size, middle + size);
    std::vector<bool> out(part.size());
    for (const auto& solid : tank.solids) {
        if (t >= solid.gone) continue;
        const auto in = covered<D>(solid, part, t);
        for (std::size_t k = 0; k < out.size(); ++k) out[k] = out[k] || in[k];
    }
    std::vector<Packed<D>> places;
    part.each([&](ivec<D> node) {
        const dvec<D> p = part.at(node);
        if (!out[part.index(node)] && (!ball || glm::dot(p - middle, p - middle) <= size * size))
            places.push_back(packed<D>(p));
    });
    return places;
}

template std::vector<Packed<2>> drop_places(const Tank&, double, glm::dvec3, double, bool, double);
template std::vector<Packed<3>> drop_places(const Tank&, double, glm::dvec3, double, bool, double);
template FilledTank<2> fill_tank(const Tank&, double, double);
template FilledTank<3> fill_tank(const Tank&, double, double);
template FaucetLayer<2> faucet_layer(const Faucet&, double);
template FaucetLayer<3> faucet_layer(const Faucet&, double);

}  // namespace nearfield::sph
