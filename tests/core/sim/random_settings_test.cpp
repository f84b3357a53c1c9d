// Every parameter of every scene over its whole range: first pairs of extremes, then random values. The program may
// refuse in one line; it must not crash, hang, allocate memory before refusing, or lose a number silently. A few draws
// by default; NEARFIELD_DRAWS=N makes N draws per scene, NEARFIELD_FROM=K begins with draw K. A draw depends on its
// number and on NEARFIELD_ACTORS, the largest population. many_draws.py makes a million on all cores.
#include "backends.hpp"

#include "base/error.hpp"
#include "fuzz/readers.hpp"
#include "little_memory.hpp"
#include "refusal.hpp"
#include "worlds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <ctime>
#include <fstream>
#include <map>
#include <random>
#include <thread>
#include <unistd.h>

namespace nearfield {
namespace random_settings_test {

u64 from_environment(const char* name, u64 otherwise) {
    const char* text = std::getenv(name);
    return text ? std::stoull(text) : otherwise;
}

constexpr double memory_left = 1.5e9;

constexpr double slower = sanitized ? 8 : 1;
const int most_actors = int(from_environment("NEARFIELD_ACTORS", sanitized ? 150 : 1500));

/// Settings by number.
class Draws {
  public:
    Draws(const SceneInfo& scene, Backend backend) : scene_(scene), backend_(backend) {
        for (const auto& spec : *scene.params) extremes_.push_back(extremes(spec));
        for (std::size_t i = 0; i < extremes_.size(); ++i)
            for (std::size_t j = 0; j < i; ++j)
                for (const auto& a : extremes_[i])
                    for (const auto& b : extremes_[j]) pairs_.push_back({i, j, a, b});
    }

    Settings operator()(u64 number) const {
        auto settings = drawn(number);
        // 0: the number in a tank's file, which may be hundreds of thousands
        if (settings.has("tank") && !settings.text("tank").empty() && settings.integer("actors") == 0)
            settings.set("actors", most_actors / 2);
        return settings;
    }

  private:
    struct Pair {
        std::size_t i, j;
        Value a, b;
    };

    /// Even numbers: the next pair of extremes, while there are any.
    Settings drawn(u64 number) const {
        Settings settings = scene_.defaults();
        for (const auto& spec : *scene_.params)
            if (is_size(spec) && settings.integer(spec.key) > most_actors / 2) settings.set(spec.key, most_actors / 2);
        if (settings.has("actors")) settings.set("actors", most_actors / 2);
        if (number % 2 || number / 2 >= pairs_.size()) return at_random(settings, number);
        constexpr u64 stride = 7919;  // a prime: consecutive pairs have little in common
        const auto& [i, j, a, b] = pairs_[number / 2 * stride % pairs_.size()];
        settings.set((*scene_.params)[i].key, a);
        settings.set((*scene_.params)[j].key, b);
        return settings;
    }

    static bool is_size(const ParamSpec& spec) {
        return spec.kind == Kind::integer && spec.hi >= 10'000 && spec.key != "seed";
    }
    /// Maximum of a number of actors, cells and so on: large only if memory can be limited and such a number exceeds
    /// it. A million vertices would fit, but take seconds in every draw; a test of its own has one.
    double most(const ParamSpec& spec) const {
        constexpr double least_bytes = 16;  // memory per element
        const bool exceeds = !sanitized && backend_ == Backend::cpu && scene_.searches() && !scene_.boxed() &&
                             spec.hi * least_bytes > memory_left;
        if (spec.key == "buildings") return 3;  // each is a whole building
        return is_size(spec) && !exceeds ? std::min<double>(most_actors, spec.hi) : spec.hi;
    }

    std::vector<Value> extremes(const ParamSpec& spec) const {
        switch (spec.kind) {
        case Kind::toggle: return {false, true};
        case Kind::text:
            return spec.choices.empty() ? std::vector<Value>{std::string()}
                                        : std::vector<Value>{std::string(), spec.choices.front()};
        case Kind::choice: {
            std::vector<Value> all;
            for (std::size_t c = 0; c < spec.choices.size(); ++c) all.push_back(Choice{int(c)});
            return all;
        }
        default: break;
        }
        std::vector<Value> ends{numeric(spec, spec.lo), numeric(spec, most(spec))};
        if (spec.key == "actors") {
            ends.push_back(numeric(spec, 1));
            ends.push_back(numeric(spec, most_actors));
        }
        if (spec.lo < 0 && spec.hi > 0) ends.push_back(numeric(spec, 0));
        return ends;
    }

    Value somewhere(const ParamSpec& spec, std::minstd_rand& random) const {
        if (spec.kind == Kind::text && !spec.choices.empty()) return spec.choices[random() % spec.choices.size()];
        if (spec.kind != Kind::real && spec.kind != Kind::integer) return spec.initial;
        const double hi = spec.key == "actors" ? most_actors : most(spec), share = double(random() % 10001) / 10000;
        const bool by_factors = random() % 2 && hi > 0;
        const double lo = by_factors ? std::max(spec.lo, 1e-6 * hi) : spec.lo;
        return numeric(spec, std::clamp(by_factors ? lo * std::pow(hi / lo, share) : lo + share * (hi - lo), lo, hi));
    }

    Settings at_random(Settings settings, u64 number) const {
        std::minstd_rand random(u32(number * 2654435761u + 1));
        random.discard(3);
        const u32 kept = 1 + random() % 6;  // some draws change nearly everything, some only a few parameters
        for (std::size_t p = 0; p < extremes_.size(); ++p) {
            const auto& spec = (*scene_.params)[p];
            if (random() % 6 < kept - (kept > 3)) continue;
            if (random() % 2) settings.set(spec.key, extremes_[p][random() % extremes_[p].size()]);
            else
                settings.set(spec.key, spec.key == "search.block" ? numeric(spec, 32. * double(1 + random() % 16))
                                                                  : somewhere(spec, random));
        }
        return settings;
    }

    const SceneInfo& scene_;
    Backend backend_;
    std::vector<std::vector<Value>> extremes_;
    std::vector<Pair> pairs_;
};

std::string command_of(const SceneInfo& scene, const Settings& settings, Backend backend) {
    std::string text =
        fmt::format("nearfield run --headless --steps 3 --backend {} --scene {}", name(backend), scene.key);
    for (const auto& key : settings.differing(scene.defaults()))
        text += fmt::format(" --set {}='{}'", key, settings.text(key));
    return text;
}

/// Processor time since construction.
class Used {
  public:
    double seconds() const { return double(std::clock() - begin_) / CLOCKS_PER_SEC; }

  private:
    std::clock_t begin_ = std::clock();
};

/// Ends the program with a message if a draw takes far too long or makes no progress.
class Watch {
  public:
    static constexpr double most = 60 * slower;  ///< s of processor time for a draw

    Watch() : thread_([this] { look(); }) {}
    ~Watch() {
        done_ = true;
        thread_.join();
    }
    void begin(const std::string& what) {
        std::ofstream(file(), std::ios::trunc) << what << std::endl;
        began_ = std::clock();
    }
    static std::string file() { return testing::TempDir() + fmt::format("nearfield-draw-{}", getpid()); }

  private:
    void look() const {
        constexpr int looks = 150;  // 30 s, in which a runnable thread gets far more than the tenth of a second
        constexpr std::clock_t little = CLOCKS_PER_SEC / 10;
        std::clock_t before = std::clock();
        for (int k = 1; !done_; ++k) {
            std::this_thread::sleep_for(std::chrono::milliseconds(200));
            const auto now = std::clock();
            if (double(now - began_) > most * CLOCKS_PER_SEC) end(fmt::format("no end after {} s", most));
            if (k % looks != 0) continue;
            if (now - std::exchange(before, now) < little) end("nothing goes on");
        }
    }
    [[noreturn]] static void end(const std::string& why) {
        std::ifstream in(file());
        std::string what;
        std::getline(in, what);
        fmt::print(stderr, "{}: {}\n", why, what);
        std::abort();
    }
    std::atomic<bool> done_ = false;
    std::atomic<std::clock_t> began_ = std::clock();
    std::thread thread_;
};

// takes long
class RandomSettings : public testing::TestWithParam<std::tuple<Backend, std::string>> {
  protected:
    void SetUp() override {
        if (backend == Backend::cuda && cuda_status().devices.empty()) GTEST_SKIP() << cuda_status().why_not;
    }

    /// Runs `what` and returns true if it succeeded; checks the message of a refusal. Fails beyond `seconds` of
    /// processor time. Copying to the host for inspection may exhaust its memory, which must be reported in one line.
    bool does(const char* name, double seconds, const std::function<void()>& what) {
        if (sanitized && draw_.seconds() > 20) return false;  // steps of half a minute; a dozen more show nothing new
        bool done = false;
        const Used used;
        try {
            what();
            done = true;
        } catch (const Error& problem) {
            EXPECT_EQ(fuzz::fault_of_message(problem.what()), "") << name;
        } catch (const std::bad_alloc&) {
            EXPECT_TRUE(looks(name)) << name << ": memory was not asked for before it was taken";
        } catch (const std::exception& problem) {
            ADD_FAILURE() << name << ": an exception that is no Error: " << problem.what();
        }
        EXPECT_LT(used.seconds(), slower * seconds) << name << (done ? "" : " (refused)");
        auto& [all, refused] = counts_[name];
        ++all;
        refused += !done;
        return done;
    }

    static bool looks(const std::string& name) { return name == "read" || name == "values" || name == "draw"; }

    static void expect_numbers(World& world) {
        if (!world.actors()) return;
        const auto table = world.actors()->read();
        const auto is_finite = [](glm::vec3 x) {
            return std::isfinite(x.x) && std::isfinite(x.y) && std::isfinite(x.z);
        };
        u32 absent = 0;
        for (std::size_t i = 0; i < table.position.size(); ++i) {
            const bool lost = !is_finite(table.position[i]);
            absent += lost;
            if (lost || table.velocity.empty() || is_finite(table.velocity[i])) continue;
            ADD_FAILURE() << "actor " << i << " has a velocity that is no number, which no error reported";
            return;
        }
        EXPECT_EQ(absent, world.elements() ? u32(table.position.size()) - world.elements()->present() : 0u)
            << "actors with positions that are no numbers, which no error reported";
    }

    static bool may_be_unknown(const Quantity& quantity) { return quantity.help.find("nknown") != std::string::npos; }

    void expect_known(World& world) {
        const auto values = world.metrics();
        ASSERT_EQ(values.size(), scene.metrics.size());
        for (std::size_t m = 0; m < values.size(); ++m) {
            const auto& metric = scene.metrics[m];
            if (metric.known == Known::after_a_step && world.steps() == 0) continue;
            EXPECT_TRUE(std::isfinite(values[m]) || (std::isnan(values[m]) && may_be_unknown(metric)))
                << "metric " << metric.key << " is " << values[m] << " at step " << world.steps();
        }
    }

    /// Values of elements other than actors. Water's values go together: if one is unknown, all are.
    void expect_known_values(World& world) {
        if (world.actors() || !world.elements()) return;
        static const std::map<std::string, std::string> with{
            {"level", "depth"},      {"speed", "depth"},   {"hazard", "depth"},       {"velocity_x", "depth"},
            {"velocity_y", "depth"}, {"worst", "deepest"}, {"worst_class", "deepest"}};
        std::map<std::string, std::vector<float>> values;
        for (std::size_t a = 0; a < scene.attributes.size(); ++a) {
            const auto& key = scene.attributes[a].key;
            const auto& all = values[key] = world.elements()->values(int(a));
            EXPECT_TRUE(std::none_of(all.begin(), all.end(), [](float x) { return std::isinf(x); })) << key;
            if (scene.key != "flood" || !with.contains(key)) continue;
            const auto& other = values.at(with.at(key));
            for (std::size_t i = 0; i < all.size(); ++i)
                if (std::isnan(all[i]) != std::isnan(other[i])) {
                    ADD_FAILURE() << "cell " << i << " has " << with.at(key) << " " << other[i] << " and " << key << " "
                                  << all[i];
                    break;
                }
        }
    }

    void use_tools(World& world) {
        for (const auto& tool : scene.tools) {
            if (tool.edits_list() || !world.tools()) continue;
            std::vector<glm::vec3> at{{0.1f, 0.2f, 0}};
            if (tool.gesture >= Gesture::line) at.push_back({0.4f, 0.3f, 0});
            does(tool.key, budget(world), [&] { world.tools()->use({tool.key, at}); });
        }
    }

    /// Permitted time of a step or setup of this many elements, s.
    static double budget(World& world) {
        return 3 + 0.003 * (world.elements() ? world.elements()->count() : 0) + 2e-8 * double(world.bytes());
    }

    void step(World& world) {
        const double most = budget(world);
        for (int s = 0; s < 3; ++s)
            if (!does("step", most, [&] {
                    world.step();
                    world.finish();
                }))
                return;
        does("read", most, [&] { expect_numbers(world); });
        does("metrics", most, [&] { expect_known(world); });
        does("values", most, [&] { expect_known_values(world); });
        does("draw", most, [&] {
            Picture picture;
            world.draw(picture, 0, true);
        });
    }

    void try_out(const Settings& settings, const Settings& next) {
        draw_ = {};
        std::unique_ptr<World> world;
        // refusals are immediate; accepted settings may take time proportional to their size
        if (!does("setup", setup_seconds, [&] { world = make_world(scene, settings, backend); })) return;
        step(*world);
        use_tools(*world);
        step(*world);
        Settings changed = settings;  // live and regrid parameters of another draw
        for (const auto& spec : *scene.params)
            if (spec.effect != Effect::respawn) changed.set(spec.key, next.value(spec.key));
        if (does("configure", budget(*world), [&] { world->configure(changed); })) step(*world);
        if (does("reset", budget(*world), [&] { world->reset(); })) step(*world);
    }

    /// Number of successes and refusals of each action.
    std::string counts() const {
        std::string text;
        for (const auto& [name, count] : counts_) {
            text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count.first, name);
            if (count.second) text += fmt::format(" ({} refused)", count.second);
        }
        return text;
    }

    static constexpr double setup_seconds = 30;
    static_assert(2 * slower * setup_seconds <= Watch::most, "what takes too long fails before the program is ended");
    std::map<std::string, std::pair<u64, u64>> counts_;
    Used draw_;
    const Backend backend = std::get<0>(GetParam());
    const SceneInfo& scene = find_scene(std::get<1>(GetParam()));
};

TEST_P(RandomSettings, AreTakenOrRefused) {
    const Draws draws(scene, backend);
    const u64 from = from_environment("NEARFIELD_FROM", 0),
              many = from_environment("NEARFIELD_DRAWS", sanitized ? 8 : 16);
    Watch watch;
    const LittleMemory little{std::size_t(memory_left)};
    const auto began = std::chrono::steady_clock::now();
    u64 number = from;
    for (; number < from + many && !testing::Test::HasFailure(); ++number) {
        const auto settings = draws(number);
        const std::string text = fmt::format("draw {}: {}", number, command_of(scene, settings, backend));
        SCOPED_TRACE(text);
        watch.begin(text);
        try_out(settings, draws(number + 1));
    }
    std::remove(Watch::file().c_str());
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
    fmt::print("{} on {}: {} draws from {} on in {:.2f} s: {}\n", scene.key, name(backend), number - from, from,
               took.count(), counts());
}

/// If memory for longer trails is missing, the present ones continue.
TEST(Trails, StayWhereThereIsNoMemoryForLongerOnes) {
    if (sanitized) GTEST_SKIP() << "sanitizers need all memory for themselves";
    const SceneInfo& scene = find_scene("circles");
    auto settings = settings_of(scene, std::map<std::string, int>{{"actors", 5000}, {"trails", 8}});
    const auto world = make_world(scene, settings, Backend::cpu);
    const auto drawn_after = [&](int steps) {
        run(*world, steps);
        Picture picture;
        world->draw(picture, 0, true);
        return picture.lines.front().count;
    };
    const auto before = drawn_after(10);
    EXPECT_GT(before, 0u);
    settings.set("trails", 64);
    const auto said = [&] {
        const LittleMemory little(0);
        return refusal<Error>([&] { world->configure(settings); });
    }();
    EXPECT_NE(said.find("trails"), std::string::npos) << said;
    EXPECT_NEAR(double(drawn_after(1)), double(before), 0.01 * double(before)) << "but for those across the borders";
}

/// Far more elements than in draws, in numbers that fit in memory.
TEST(ManyElements, OfANetworkAreTakenOnce) {
    const SceneInfo& scene = find_scene("network");
    Settings settings = scene.defaults();
    settings.set("vertices", sanitized ? 5'000 : 50'000);
    settings.set("actors", most_actors);
    const auto world = make_world(scene, settings, Backend::cpu);
    world->step();
    world->finish();
    EXPECT_EQ(world->metrics().at(3), most_actors);
}

std::vector<std::string> names_of_scenes() {
    std::vector<std::string> names;
    for (const auto& scene : scenes()) names.push_back(scene.key);
    return names;
}

INSTANTIATE_TEST_SUITE_P(Scenes, RandomSettings,
                         testing::Combine(testing::Values(Backend::cpu, Backend::cuda),
                                          testing::ValuesIn(names_of_scenes())),
                         [](const auto& info) {
                             return std::string(name(std::get<0>(info.param))) + "_" + std::get<1>(info.param);
                         });

}  // namespace random_settings_test
}  // namespace nearfield
