// Water: the solvers against brute-force evaluation of the formulas in double precision, and against closed forms.
#include "refusal.hpp"
#include "sph_world.hpp"
#include "strokes.hpp"

#include "base/random.hpp"
#include "scenes/sph/tank_reader.hpp"
#include "usp/visits/visits.hpp"

#include <cmath>
#include <regex>

namespace nearfield {
namespace sph_test {

constexpr double pi = 3.14159265358979323846;

/// A small tank or periodic box whose lattice is disturbed.
const Values still = {{"gravity", "0"}, {"xsph", "0"}, {"time_step", "0.0005"}};
const Values cube = still + Values{{"start", "filled"}, {"tank_width", "1"}, {"tank_height", "1"}, {"tank_depth", "1"}};

glm::dvec3 random_in(u32 i, u32 stream, double half) {
    const auto v = Random{7, stream}.uniform<3>(i, vec<3>(float(-half)), vec<3>(float(half)));
    return {v.x, v.y, v.z};
}

/// Displaces positions by up to `part` of a spacing and sets velocities.
void disturb(World& w, int dims, double spacing, double speed, double part = 1. / 3) {
    auto table = w.actors()->read();
    Picture picture;
    w.draw(picture, 0, true);
    std::vector<glm::vec3> v(table.position.size(), glm::vec3(0));
    for (u32 i = 0; i < v.size(); ++i)
        for (int a = 0; a < dims; ++a) {
            float& x = table.position[i][a];
            x += float(random_in(i, 1, spacing * part)[a]);
            const float side = picture.hi[a] - picture.lo[a];
            if (picture.wrapped) x -= side * std::floor((x - picture.lo[a]) / side);
            v[i][a] = float(random_in(i, 2, speed)[a]);
        }
    w.actors()->place(table.position);
    w.actors()->set_in_motion(v);
}

/// The textbook formulas over all pairs in double precision, in a periodic box.
struct Reference {
    int dims;
    double side, h, spacing;
    bool cubic;

    double shape(double q) const {
        if (q >= 1) return 0;
        if (!cubic) return std::pow(1 - q, 4) * (4 * q + 1);
        return q <= 0.5 ? 6 * q * q * q - 6 * q * q + 1 : 2 * std::pow(1 - q, 3);
    }
    double slope(double q) const {
        if (q >= 1) return 0;
        if (!cubic) return -20 * q * std::pow(1 - q, 3);
        return q <= 0.5 ? 18 * q * q - 12 * q : -6 * std::pow(1 - q, 2);
    }
    double norm() const {
        if (cubic) return dims == 2 ? 40 / (7 * pi * h * h) : 8 / (pi * h * h * h);
        return dims == 2 ? 7 / (pi * h * h) : 21 / (2 * pi * h * h * h);
    }
    double kernel(double r) const { return norm() * shape(r / h); }
    glm::dvec3 gradient(const glm::dvec3& x) const {  // of W(|x|) by x
        const double r = glm::length(x);
        return r > 0 ? x * (norm() * slope(r / h) / (h * r)) : glm::dvec3(0);
    }
    glm::dvec3 between(const glm::vec3& a, const glm::vec3& b) const {
        glm::dvec3 d = glm::dvec3(a) - glm::dvec3(b);
        for (int k = 0; k < dims; ++k) d[k] -= side * std::round(d[k] / side);
        return d;
    }
    /// Volume of a particle: 1 / sum of W over the lattice.
    double volume() const {
        double sum = 0;
        for (int x = -5; x <= 5; ++x)
            for (int y = -5; y <= 5; ++y)
                for (int z = dims == 3 ? -5 : 0; z <= (dims == 3 ? 5 : 0); ++z)
                    sum += kernel(spacing * std::sqrt(double(x * x + y * y + z * z)));
        return 1 / sum;
    }
    std::vector<double> densities(const std::vector<glm::vec3>& x) const {
        std::vector<double> density(x.size());
        const double v = volume();
        for (std::size_t i = 0; i < x.size(); ++i)
            for (const auto& other : x) density[i] += v * kernel(glm::length(between(x[i], other)));
        return density;
    }
};

class SphModel : public OnBackend {
  protected:
    std::unique_ptr<World> world(const Values& values) const {
        return make_world(scene(), settings(values), GetParam());
    }

    Reference reference(World& w, const Values& values) const {
        Picture picture;
        w.draw(picture, 0, true);
        const auto s = settings(values);
        const int dims = s.text("dimensions")[0] - '0';
        const double side = picture.hi[0] - picture.lo[0],
                     spacing = side / std::round(std::pow(double(w.elements()->count()), 1. / dims));
        return {dims, side, s.number("smoothing") * spacing, spacing, s.text("kernel") == "cubic"};
    }
};

glm::dvec3 mean_velocity(World& w) {
    glm::dvec3 mean(0);
    const auto v = w.actors()->read().velocity;
    for (const auto& one : v) mean += glm::dvec3(one) / double(v.size());
    return mean;
}

double tait(double sound, double density) { return sound * sound / 7 * (std::pow(std::max(density, 1.), 7) - 1); }

/// Acceleration of particle i by the forces of the test below, and the sum of their magnitudes.
std::pair<glm::dvec3, double> accelerated(const Reference& ref, const ActorTable& before,
                                          const std::vector<double>& density, std::size_t i, double sound, double dt) {
    const double volume = ref.volume();
    glm::dvec3 a(0);
    double pushed = 0;
    for (std::size_t j = 0; j < before.position.size(); ++j) {
        if (j == i) continue;
        const glm::dvec3 x = ref.between(before.position[i], before.position[j]),
                         v = glm::dvec3(before.velocity[i]) - glm::dvec3(before.velocity[j]);
        const double r = glm::length(x);
        if (r >= ref.h) continue;
        const double pi_i = tait(sound, density[i]) / std::pow(std::max(density[i], 1.), 2),
                     pi_j = tait(sound, density[j]) / std::pow(std::max(density[j], 1.), 2);
        const double nu = 0.01 + (glm::dot(v, x) < 0 ? 0.2 * ref.h / 2 * sound / (2 * (ref.dims + 2)) : 0);
        const glm::dvec3 push = -volume * (pi_i + pi_j) * ref.gradient(x);
        a += push;
        pushed += glm::length(push);
        a += 2. * (ref.dims + 2) * nu * volume * glm::dot(v, x) / (r * r + 0.0025 * ref.h * ref.h) * ref.gradient(x);
        a -= 30 * volume * ref.kernel(r) * x;
        a -= 0.1 / dt * volume * ref.kernel(r) * v;
    }
    return {a, pushed};
}

/// Density, pressure, and every force between particles, for each visit and kernel.
TEST_P(SphModel, WeaklyCompressibleStepIsTheFormulas) {
    struct Case {
        const char *dims, *visit, *kernel, *smoothing;
    };
    std::vector<Case> cases;
    for (const char* dims : {"2", "3"}) {
        for (const auto& visit : visits) cases.push_back({dims, visit.name, "cubic", "2"});
        cases.push_back({dims, "fused", "wendland", "2.6"});
    }
    for (const auto& c : cases) {
        SCOPED_TRACE(testing::Message() << c.dims << "D " << c.visit << " " << c.kernel);
        const Values values = cube + Values{{"method", "wcsph"},
                                            {"periodic", "on"},
                                            {"actors", c.dims[0] == '2' ? "400" : "512"},
                                            {"dimensions", c.dims},
                                            {"search.visit", c.visit},
                                            {"kernel", c.kernel},
                                            {"smoothing", c.smoothing},
                                            {"viscosity", "0.01"},
                                            {"artificial_viscosity", "0.2"},
                                            {"cohesion", "30"},
                                            {"xsph", "0.1"}};
        auto w = world(values);
        const auto ref = reference(*w, values);
        disturb(*w, ref.dims, ref.spacing, 1);
        const auto before = w->actors()->read();
        run(*w, 1);
        const auto after = w->actors()->read();
        const double dt = metric(*w, "time_step"), sound = 10 * std::sqrt(2 * 9.81 * ref.side);
        ASSERT_GT(dt, 0);
        const auto density = ref.densities(before.position);
        double most = 0;
        for (std::size_t i = 0; i < before.position.size(); ++i) most = std::max(most, tait(sound, density[i]));
        ASSERT_GT(most, 0);
        for (std::size_t i = 0; i < before.position.size(); ++i) {
            ASSERT_NEAR(attribute(after, "density_error")[i], 100 * (density[i] - 1), 2e-3) << i;
            ASSERT_NEAR(attribute(after, "pressure")[i], 1000 * tait(sound, density[i]), 1000 * most * 2e-4) << i;
            const auto [a, pushed] = accelerated(ref, before, density, i, sound, dt);
            for (int k = 0; k < ref.dims; ++k)
                ASSERT_NEAR(after.velocity[i][k], before.velocity[i][k] + dt * a[k], 2e-4 * (1 + dt * pushed))
                    << i << " axis " << k;
            ASSERT_LT(
                glm::length(ref.between(after.position[i], before.position[i]) - dt * glm::dvec3(after.velocity[i])),
                1e-6)
                << i;
        }
    }
}

/// Two iterations of position based fluids with the neighbours that the search found.
TEST_P(SphModel, PositionsAreCorrectedByTheFormulas) {
    for (const char* dims : {"2", "3"}) {
        const Values values = cube + Values{{"method", "pbf"},
                                            {"iterations", "2"},
                                            {"periodic", "on"},
                                            {"actors", dims[0] == '2' ? "400" : "512"},
                                            {"dimensions", dims}};
        auto w = world(values);
        const auto ref = reference(*w, values);
        disturb(*w, ref.dims, ref.spacing, 0);
        const auto before = w->actors()->read();
        run(*w, 1);
        const auto after = w->actors()->read();
        const double volume = ref.volume();
        const std::size_t n = before.position.size();
        std::vector<glm::dvec3> change(n, glm::dvec3(0));
        const auto apart = [&](std::size_t i, std::size_t j,
                               const std::vector<glm::dvec3>& moved) {  // far away if the search missed them
            const auto x = ref.between(before.position[i], before.position[j]);
            return glm::length(x) < ref.h ? x + moved[i] - moved[j] : glm::dvec3(10 * ref.h, 0, 0);
        };
        for (int k = 0; k < 2; ++k) {
            const auto moved = change;
            std::vector<double> lambda(n);
            for (std::size_t i = 0; i < n; ++i) {
                glm::dvec3 sum(0);
                double squares = 0, density = 0;
                for (std::size_t j = 0; j < n; ++j) {
                    const auto x = apart(i, j, moved);
                    const glm::dvec3 g = volume * ref.gradient(x);
                    sum += g;
                    squares += glm::dot(g, g);
                    density += volume * ref.kernel(glm::length(x));
                }
                lambda[i] = -std::max(density - 1, 0.) /
                            std::max(squares + glm::dot(sum, sum), 0.25 / (ref.spacing * ref.spacing));
            }
            for (std::size_t i = 0; i < n; ++i)
                for (std::size_t j = 0; j < n; ++j)
                    change[i] += (lambda[i] + lambda[j]) * volume * ref.gradient(apart(i, j, moved));
        }
        for (std::size_t i = 0; i < n; ++i)
            ASSERT_LT(glm::length(ref.between(after.position[i], before.position[i]) - change[i]), 2e-6)
                << dims << "D " << i;
    }
}

/// A filled tank has rest density up to its faces: one layer of boundary particles represents the whole wall.
TEST_P(SphModel, WallsCompleteDensities) {
    for (const char* dims : {"2", "3"})
        for (const char* method : {"dfsph", "wcsph"})
            for (const char* smoothing : {"2", "2.5"}) {
                auto w = world(cube + Values{{"method", method},
                                             {"actors", dims[0] == '2' ? "400" : "1000"},
                                             {"dimensions", dims},
                                             {"smoothing", smoothing}});
                const auto start = w->actors()->read().position;
                const double spacing =
                    1 / std::round(std::pow(double(w->elements()->count()), dims[0] == '2' ? 1. / 2 : 1. / 3));
                run(*w, 1);
                const auto table = w->actors()->read();
                int at_face = 0;
                for (std::size_t i = 0; i < start.size(); ++i) {
                    int faces = 0, inner = 0;
                    for (int a = 0; a < dims[0] - '0'; ++a) {
                        const double d = std::min<double>(start[i][a], 1 - start[i][a]) / spacing;
                        faces += d < 0.6;
                        inner += d > 2.6;
                    }
                    if (faces == 1 && inner == dims[0] - '1') {
                        ++at_face;
                        ASSERT_NEAR(attribute(table, "density_error")[i], 0, 0.05)
                            << method << " " << dims << "D " << smoothing;
                    }
                    if (inner == dims[0] - '0')
                        ASSERT_NEAR(attribute(table, "density_error")[i], 0, 0.01)
                            << method << " " << dims << "D " << smoothing;
                }
                EXPECT_GT(at_face, 20);
            }
}

// not in asan, tsan: minutes of steps; shorter tests run the same code
TEST_P(SphModel, MomentumIsConserved) {
    for (const char* method : methods)
        for (const char* dims : {"2", "3"}) {
            const bool flat = dims[0] == '2';
            const Values values =
                cube + Values{{"method", method},   {"periodic", "on"},      {"actors", flat ? "144" : "125"},
                              {"dimensions", dims}, {"viscosity", "0.001"},  {"cohesion", "5"},
                              {"xsph", "0.01"},     {"most_iterations", "6"}};
            auto w = world(values);
            disturb(*w, flat ? 2 : 3, flat ? 1 / 12. : 1 / 5., 0.3, 0.05);
            const auto start = w->actors()->read().velocity;
            run(*w, 1000);
            const auto end = w->actors()->read().velocity;
            glm::dvec3 drift(0);
            double all = 0;
            for (std::size_t i = 0; i < end.size(); ++i) {
                drift += glm::dvec3(end[i]) - glm::dvec3(start[i]);
                all += glm::length(glm::dvec3(start[i]));
            }
            EXPECT_LT(glm::length(drift) / all, 1e-5) << method << " " << dims << "D";
            EXPECT_NE(end[0], start[0]);
        }
}

// not in asan, tsan: minutes of steps; shorter tests run the same code
TEST_P(SphModel, FallsFreely) {
    for (const char* method : methods)
        for (const char* dims : {"2", "3"}) {
            const Values values = {
                {"method", method},      {"start", "falling"},     {"dimensions", dims},
                {"tank_width", "1"},     {"tank_height", "2"},     {"tank_depth", "1"},
                {"column_width", "0.3"}, {"column_height", "0.3"}, {"actors", dims[0] == '2' ? "100" : "216"},
                {"time_step", "0.002"}};
            auto w = world(values);
            const auto start = w->actors()->read().position;
            run_to(*w, 0.3);
            const double t = w->time(), slack = 0.5 * 9.81 * t * 0.002 + 1e-4;
            const auto now = w->actors()->read();
            for (std::size_t i = 0; i < start.size(); ++i) {
                ASSERT_NEAR(now.position[i].y, start[i].y - 0.5 * 9.81 * t * t, slack) << method;
                ASSERT_NEAR(now.position[i].x, start[i].x, 1e-4) << method;
                ASSERT_NEAR(now.velocity[i].y, -9.81 * t, 1e-3) << method;
            }
        }
}

const Values column = {{"dimensions", "2"},    {"tank_width", "0.5"},    {"column_width", "0.5"},
                       {"tank_height", "0.6"}, {"column_height", "0.4"}, {"actors", "320"}};

// not in asan, tsan: minutes of steps; shorter tests run the same code
TEST_P(SphModel, WaterStandsUnderItsWeight) {
    const double weight = 1000 * 9.81 * 0.4;
    const auto mean_pressure = [&](World& w, double from, double to) {
        double sum = 0, n = 0;
        for (run_to(w, from); w.time() < to; ++n) {
            run(w, 1);
            sum += metric(w, "bottom_pressure");
        }
        return sum / n;
    };
    auto dfsph = world(column + Values{{"method", "dfsph"}, {"viscosity", "0.005"}, {"density_error", "0.02"}});
    EXPECT_NEAR(mean_pressure(*dfsph, 1, 1.3), weight, 0.05 * weight);
    EXPECT_LT(metric(*dfsph, "mean_error"), 0.1);
    EXPECT_GT(metric(*dfsph, "mean_error"), 0.01) << "it carries something";
    auto wcsph = world(column + Values{{"method", "wcsph"}, {"artificial_viscosity", "0.1"}});
    EXPECT_NEAR(mean_pressure(*wcsph, 0.2, 0.2 + 6 * 0.0571), weight, 0.05 * weight)
        << "over six periods 4 H / c of its sound";
    EXPECT_LT(metric(*wcsph, "max_error"), 2);
    auto pbf = world(column);
    EXPECT_NEAR(mean_pressure(*pbf, 2, 2.5), weight, 0.2 * weight);
    EXPECT_LT(metric(*pbf, "mean_error"), 3);
    for (auto* w : {dfsph.get(), pbf.get()}) {
        EXPECT_LT(metric(*w, "kinetic") * 2 / (1000 * 0.2), std::pow(0.03, 2) * 9.81 * 0.4)
            << "mean square of speeds below (0.03 √(g H))²";
        EXPECT_NEAR(metric(*w, "column"), 0.4, 0.03);
    }
}

/// As many spacings deep as the default column of a million particles, but 6 spacings wide.
const Values many_layers = {{"dimensions", "2"},    {"tank_width", "0.049"}, {"column_width", "0.049"},
                            {"tank_height", "1.5"}, {"column_height", "1"},  {"actors", "732"}};

// not in asan, tsan: minutes of steps; shorter tests run the same code
TEST_P(SphModel, AColumnOfManyLayersStands) {
    for (const char* method : {"pbf", "dfsph"}) {
        auto w = world(many_layers + Values{{"method", method}});
        const double start = metric(*w, "column");
        for (int part = 1; part <= 20; ++part) {
            ASSERT_NO_THROW(run_to(*w, 0.01 * part)) << method;
            ASSERT_NEAR(metric(*w, "column"), start, 0.025 * start) << method << " after " << w->time() << " s";
            ASSERT_LT(metric(*w, "max_speed"), 2) << method << " after " << w->time() << " s";
        }
    }
}

/// 24 iterations a step with momentum, 42 without.
// not in asan, tsan: minutes of steps; shorter tests run the same code
TEST_P(SphModel, MomentumCarriesPressureThroughManyLayers) {
    auto w = world(many_layers + Values{{"method", "dfsph"}});
    double iterations = 0;
    for (int step = 0; step < 240; ++step) {
        run(*w, 1);
        iterations += metric(*w, "iterations") / 240;
    }
    EXPECT_LT(iterations, 32);
}

// not in asan, tsan: minutes of steps; shorter tests run the same code
TEST_P(SphModel, MoreIterationsCompressLess) {
    double last = INFINITY;
    for (const char* iterations : {"2", "4", "16"}) {
        auto w = world(column + Values{{"iterations", iterations}});
        run_to(*w, 1);
        const double error = metric(*w, "mean_error");
        EXPECT_LT(error, 0.8 * last) << iterations;
        last = error;
    }
}

/// A shear wave u = sin(k y) decays as exp(-nu k^2 t).
TEST_P(SphModel, ViscosityBrakesAShearWave) {
    const double nu = 0.05, k = 2 * pi;
    auto w = world(cube + Values{{"periodic", "on"},
                                 {"dimensions", "2"},
                                 {"actors", "900"},
                                 {"viscosity", "0.05"},
                                 {"smoothing", "2.5"},
                                 {"time_step", "0.002"}});
    std::vector<glm::vec3> v;
    for (const auto& x : w->actors()->read().position) v.push_back({float(0.1 * std::sin(k * x.y)), 0, 0});
    w->actors()->set_in_motion(v);
    const double start = metric(*w, "kinetic");
    EXPECT_NEAR(start, 1000 * 0.25 * 0.01, 0.01 * 2.5) << "of the exact wave";
    run_to(*w, 0.2);
    const double fading = -std::log(metric(*w, "kinetic") / start) / w->time();
    EXPECT_NEAR(fading, 2 * nu * k * k, 0.1 * 2 * nu * k * k);
}

TEST_P(SphModel, VorticityOfATurningBlock) {
    for (const char* dims : {"2", "3"}) {
        auto w = world(cube +
                       Values{{"method", "wcsph"}, {"dimensions", dims}, {"actors", dims[0] == '2' ? "900" : "1728"}});
        std::vector<glm::vec3> v;
        const auto start = w->actors()->read().position;
        for (const auto& x : start) v.push_back({-1.5f * (x.y - .5f), 1.5f * (x.x - .5f), 0});
        w->actors()->set_in_motion(v);
        run(*w, 1);
        const auto table = w->actors()->read();
        for (std::size_t i = 0; i < start.size(); ++i)
            if (glm::distance(start[i], glm::vec3(.5f, .5f, dims[0] == '2' ? 0.f : .5f)) < 0.25f)
                ASSERT_NEAR(attribute(table, "vorticity")[i], 3, 0.15) << dims << "D";
    }
}

/// The mouse pulls and pushes the fluid at random for 10,000 steps.
// not in asan, tsan: minutes of steps; shorter tests run the same code
TEST_P(SphModel, NobodyIsLostHoweverItIsPoked) {
    for (const char* method : methods) {
        const bool slow = std::string(method) == "wcsph";
        const Values values = {
            {"method", method},     {"dimensions", slow ? "2" : "3"}, {"tank_width", "1"},      {"tank_height", "0.6"},
            {"tank_depth", "0.3"},  {"column_width", "0.4"},          {"column_height", "0.4"}, {"actors", "60"},
            {"mouse_force", "300"}, {"mouse_radius", "0.6"},          {"most_iterations", "10"}};
        auto w = world(values);
        const u32 n = w->elements()->count();
        for (u32 poke = 0; poke < 400; ++poke) {
            const auto at = random_in(poke, 3, 0.5);
            w->configure(settings(values + Values{{"mouse", poke % 2 ? "pulls" : "pushes"}}));
            point(*w, glm::vec3(at) + glm::vec3(.5f, .3f, .15f));
            ASSERT_NO_THROW(run(*w, 25)) << method << " poke " << poke;
            ASSERT_EQ(w->elements()->present(), n);
            for (const auto& x : w->actors()->read().position)
                for (int a = 0; a < (slow ? 2 : 3); ++a)
                    ASSERT_TRUE(x[a] >= 0 && x[a] <= (a == 0   ? 1.1f
                                                      : a == 1 ? 0.7f
                                                               : 0.4f))
                        << method << " axis " << a << " " << x[a];
        }
    }
}

TEST_P(SphModel, TheMousePullsAndPushes) {
    const auto moved = [&](const char* mouse, float at) {
        auto w = world(cube + Values{{"start", "falling"},
                                     {"column_width", "0.1"},
                                     {"column_height", "0.1"},
                                     {"actors", "16"},
                                     {"dimensions", "2"},
                                     {"mouse", mouse},
                                     {"mouse_radius", "0.4"}});
        const auto x = w->actors()->read().position[0].x;
        point(*w, glm::vec3(at, .5f, 0));
        run_to(*w, 0.02);
        return w->actors()->read().position[0].x - x;
    };
    EXPECT_GT(moved("pulls", 0.8f), 1e-4);
    EXPECT_LT(moved("pushes", 0.8f), -1e-4);
    EXPECT_NEAR(moved("pulls", 0.99f), 0, 1e-6) << "beyond its radius";
}

/// In a tank that is dragged to the right with half of the force, everything falls to the left; the tank slides in x,
/// and in 3D also in z.
TEST_P(SphModel, TheMouseDragsTheTank) {
    for (const char* dimensions : {"2", "3"}) {
        auto w = world(cube + Values{{"start", "falling"},
                                     {"column_width", "0.1"},
                                     {"column_height", "0.1"},
                                     {"actors", "16"},
                                     {"dimensions", dimensions},
                                     {"mouse", "drags"},
                                     {"mouse_force", "8"}});
        const auto before = w->actors()->read().position;
        point(*w, glm::vec3(0.75f, 0.9f, 0.f));
        run_to(*w, 0.1);
        const auto after = w->actors()->read().position;
        const double t = w->time();
        glm::dvec3 moved(0);
        for (std::size_t i = 0; i < after.size(); ++i) moved += glm::dvec3(after[i] - before[i]) / double(after.size());
        EXPECT_NEAR(moved.x, -0.5 * 4 * t * t, 4 * t * 0.0005);
        EXPECT_NEAR(moved.y, 0, 1e-6);
        EXPECT_NEAR(moved.z, dimensions[0] == '3' ? 0.5 * 8 * t * t : 0, 8 * t * 0.0005);
    }
}

TEST_P(SphModel, DivergenceStopsWithAReasonAndResetUndoesIt) {
    for (const char* method : methods)
        for (const float speed : {1e9f, INFINITY, NAN}) {
            auto w = world(column + Values{{"method", method}});
            const auto start = w->actors()->read().position;
            run(*w, 3);
            auto v = w->actors()->read().velocity;
            v[5] = {speed, 0, 0};
            w->actors()->set_in_motion(v);
            const auto said = refusal([&] { run(*w, 2); });
            EXPECT_TRUE(std::regex_search(said, std::regex("(before|after) step [345]: .*; reset, and lower")))
                << method << " with " << speed << ": " << said;
            w->reset();
            EXPECT_EQ(w->actors()->read().position, start);
            EXPECT_NO_THROW(run(*w, 3));
        }
}

TEST_P(SphModel, SolversAreSwitchedWhileItRuns) {
    const Values falling = column + Values{{"search.deterministic", "on"}};  // otherwise it may come to rest or not
    auto w = world(falling);
    for (int n = 0; n < 9; ++n) {
        w->configure(settings(falling + Values{{"method", methods[n % 3]},
                                               {"kernel", n % 2 ? "wendland" : "cubic"},
                                               {"smoothing", n % 2 ? "2.4" : "2"},
                                               {"search.bin_ratio", n % 2 ? "1" : "0.5"}}));
        ASSERT_NO_THROW(run(*w, 30)) << methods[n % 3];
        EXPECT_LT(metric(*w, "max_error"), 20) << methods[n % 3];
        EXPECT_EQ(w->search()->verify(200).mismatches, 0u);
    }
    w->configure(settings(falling));
    run(*w, 200);
    EXPECT_LT(metric(*w, "max_speed"), 1) << "comes to rest again";
}

TEST_P(SphModel, DeterministicRunsAreBitwiseEqual) {
    for (const char* method : methods) {
        ActorTable ends[2];
        for (int twice = 0; twice < 2; ++twice) {
            auto w = world({{"method", method}, {"actors", "800"}, {"search.deterministic", "on"}});
            run(*w, 8);
            if (twice) {
                w->search()->audit(100);
                w->metrics();
            }  // inspections between steps change nothing
            run(*w, 8);
            ends[twice] = w->actors()->read();
        }
        EXPECT_EQ(ends[0].position, ends[1].position) << method;
        EXPECT_EQ(ends[0].velocity, ends[1].velocity) << method;
    }
}

/// On a disturbed lattice, in a tank and in a periodic box. The disturbance is small, since in pbf the lists hold the
/// walls in reach before the corrections.
// not in asan, tsan: minutes of steps; shorter tests run the same code
TEST_P(SphModel, NeighbourListsChangeOnlyTheOrderOfSums) {
    for (const char* method : methods)
        for (const char* periodic : {"off", "on"})
            for (const char* visit : {"strips", "fused"}) {
                ActorTable ends[2];
                for (const bool list : {false, true}) {
                    auto w = world(cube + Values{{"method", method},
                                                 {"actors", "1000"},
                                                 {"periodic", periodic},
                                                 {"search.visit", visit},
                                                 {"search.list", list ? "on" : "off"},
                                                 {"search.deterministic", "on"}});
                    disturb(*w, 3, 0.1, 1, 0.05);
                    run(*w, 2);
                    ends[list] = w->actors()->read();
                }
                double most = 0, fastest = 0;
                for (std::size_t i = 0; i < ends[0].velocity.size(); ++i) {
                    most = std::max(most, double(glm::length(ends[1].velocity[i] - ends[0].velocity[i])));
                    fastest = std::max(fastest, double(glm::length(ends[0].velocity[i])));
                }
                EXPECT_GT(fastest, 1);
                EXPECT_LT(most, 1e-3 * fastest) << method << ", periodic " << periodic << ", " << visit;
            }
}

TEST_P(SphModel, ASwayingTankIsASwayingGravity) {
    auto w = world(cube + Values{{"start", "falling"},
                                 {"column_width", "0.1"},
                                 {"column_height", "0.1"},
                                 {"actors", "16"},
                                 {"dimensions", "2"},
                                 {"sway", "0.05"},
                                 {"sway_period", "1"}});
    const double start = w->actors()->read().position[0].x;
    run_to(*w, 0.25);  // a quarter of a swing: the tank starts at speed 2 pi A / T, and the fluid lags
    const double t = w->time(), expected = 0.05 * (2 * pi * t - std::sin(2 * pi * t));
    EXPECT_NEAR(w->actors()->read().position[0].x - start, expected, 0.02 * expected);
}

TEST_P(SphModel, TanksOfTheProgramRun) {
    for (const auto& key : sph::tank_keys()) {
        SCOPED_TRACE(key);
        const auto tank = sph::load_tank(key);
        const Values values = {{"tank", key},
                               {"actors", tank.solids.empty()    ? "600"
                                          : tank.dimensions == 2 ? "0"
                                                                 : "2000"}};
        auto w = world(values);
        ASSERT_NO_THROW(run(*w, enough(30)));
        EXPECT_GT(w->elements()->count(), 300u);
        EXPECT_LT(metric(*w, "max_error"), 15);
    }
}

// not in asan, tsan: minutes of steps; shorter tests run the same code
TEST_P(SphModel, APaddlePushesWaterAndAGateLetsItGo) {
    for (const char* method : {"pbf", "dfsph"}) {
        const TankFile paddle(
            R"({"dimensions": 2, "container": [[0, 0], [1, 0.5]], "fluids": [{"box": [[0.1, 0], [1, 0.1]]}],
                                  "solids": [{"box": [[0, 0], [0.1, 0.5]],
                                      "motion": {"velocity": [0.2, 0], "until": 1}}]})");
        const Values water = {{"tank", paddle.name}, {"method", method}, {"actors", "400"}};
        const double before = metric(*world(water), "potential");
        auto pushed = world(water);
        run_to(*pushed, 1);
        for (const auto& x : pushed->actors()->read().position) ASSERT_GT(x.x, 0.29) << method;
        EXPECT_GT(metric(*pushed, "potential"), 1.2 * before) << "on 0.7 m of floor instead of 0.9";

        const TankFile gate(
            R"({"dimensions": 2, "container": [[0, 0], [1, 0.5]], "fluids": [{"box": [[0, 0], [0.3, 0.2]]}],
                                "solids": [{"box": [[0.3, 0], [0.36, 0.5]], "gone": 0.2}]})");
        auto dam = world({{"tank", gate.name}, {"method", method}, {"actors", "400"}});
        run_to(*dam, 0.19);
        EXPECT_LT(metric(*dam, "front"), 0.315) << method << " behind the gate";
        run_to(*dam, 0.5);
        EXPECT_GT(metric(*dam, "front"), 0.6) << method << " once it is gone";
        dam->reset();
        run_to(*dam, 0.19);
        EXPECT_LT(metric(*dam, "front"), 0.315) << method << " and after reset it stands again";
    }
}

/// Fluid on a floor that sinks or rises at 0.3 m/s moves along, without lag and without being thrown up.
// not in asan, tsan: minutes of steps; shorter tests run the same code
TEST_P(SphModel, FluidGoesAlongWithAMovingFloor) {
    for (const double speed : {-0.3, 0.3}) {
        const TankFile lift(
            R"({"dimensions": 2, "container": [[0, 0], [0.2, 1]],
                "fluids": [{"box": [[0, 0.5], [0.2, 0.6]], "velocity": [0, )" +
            std::to_string(speed) + R"(]}],
                                "solids": [{"box": [[0, 0.4], [0.2, 0.5]], "motion": {"velocity": [0, )" +
            std::to_string(speed) + "]}}]}");
        auto w = world({{"tank", lift.name}, {"method", "dfsph"}, {"actors", "200"}, {"viscosity", "0.005"}});
        const auto start = w->actors()->read().position;
        for (int part = 1; part <= 6; ++part) {
            run_to(*w, 0.1 * part);
            const auto now = w->actors()->read().position;
            double height = 0;
            for (std::size_t i = 0; i < start.size(); ++i) height += (now[i].y - start[i].y) / double(start.size());
            EXPECT_NEAR(height, speed * w->time(), 0.003) << speed << " m/s, " << w->time() << " s";
            EXPECT_NEAR(mean_velocity(*w).y, speed, 0.03) << speed << " m/s, " << w->time() << " s";
            EXPECT_LT(metric(*w, "mean_error"), 0.15);
        }
    }
}

/// A block slides between two plates. Without wall friction it keeps its speed. With the fluid's viscosity at the walls
/// the mean speed decays like a layer with no-slip walls: 8 / pi^2 times the sum over odd k of exp(-k^2 pi^2 nu t /
/// H^2) / k^2.
// not in asan, tsan: minutes of steps; shorter tests run the same code
TEST_P(SphModel, WallsBrakeIfTheyAreTo) {
    const TankFile plates(
        R"({"dimensions": 2, "gravity": [0, 0], "container": [[0, 0], [1.2, 0.1]],
            "fluids": [{"box": [[0.2, 0], [0.8, 0.1]], "velocity": [0.5, 0]}]})");
    const auto mean_speed = [&](const char* method, const char* friction) {
        auto w = world({{"tank", plates.name},
                        {"method", method},
                        {"actors", "600"},
                        {"viscosity", "0.005"},
                        {"wall_friction", friction},
                        {"xsph", "0"},
                        {"smoothing", "3"}});
        run_to(*w, 0.2);
        return std::pair(mean_velocity(*w).x / 0.5, w->time());
    };
    for (const char* method : methods) {
        EXPECT_NEAR(mean_speed(method, "0").first, 1, 1e-3) << method;
        const auto [mean, t] = mean_speed(method, "0.005");
        double layer = 0;
        for (int k = 1; k < 20; k += 2) layer += 8 / (pi * pi * k * k) * std::exp(-k * k * pi * pi * 0.005 * t / 0.01);
        EXPECT_NEAR(mean, layer, 0.1 * layer) << method;
    }
}

/// A wall that slides below the fluid drags it along.
TEST_P(SphModel, WallsDragIfTheyMove) {
    const TankFile belt(
        R"({"dimensions": 2, "container": [[0, 0], [1, 0.3]], "fluids": [{"box": [[0.4, 0.05], [0.6, 0.1]]}],
                            "solids": [{"box": [[0, 0], [0.9, 0.05]], "motion": {"velocity": [0.1, 0]}}]})");
    for (const char* method : methods)
        for (const char* friction : {"0", "0.01"}) {
            auto w = world({{"tank", belt.name}, {"method", method}, {"actors", "100"}, {"wall_friction", friction}});
            run_to(*w, 0.1);
            if (friction[1] == 0) EXPECT_NEAR(mean_velocity(*w).x, 0, 0.01) << method;
            else EXPECT_GT(mean_velocity(*w).x, 0.02) << method;
        }
}

TEST_P(SphModel, WhatMakesNoSenseIsRefused) {
    EXPECT_THROW(world({{"tank", "no-such-tank"}}), UsageError);
    EXPECT_THROW(world({{"actors", "0"}}), UsageError);
    EXPECT_THROW(world({{"column_width", "3"}}), UsageError);
    EXPECT_THROW(world({{"column_height", "1.6"}}), UsageError);
    EXPECT_THROW(world({{"start", "columns"}, {"column_width", "1.3"}}), UsageError);
    EXPECT_THROW(world({{"start", "falling"}, {"pool", "0.6"}}), UsageError);
    EXPECT_THROW(world({{"start", "filled"}, {"periodic", "on"}, {"actors", "8"}}), UsageError)
        << "support wider than half the box";
    EXPECT_THROW(settings({{"rest_density", "0"}}), UsageError);
    EXPECT_THROW(settings({{"iterations", "1"}}), UsageError) << "one iteration is unstable under weight";
}

NF_ON_BACKENDS(SphModel);

}  // namespace sph_test
}  // namespace nearfield
