#include "app/lessons/measured.hpp"

#include "usp/store/stages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace nearfield::lessons {
namespace {

constexpr std::size_t most_kept = 100, least_steps = 5;
constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
constexpr u32 sample = 4096;  // actors, as in the window

/// A number and its name after a prefix.
template <class From> struct Named {
    const char* name;
    double (*of)(const From&);
};

constexpr auto audited = std::to_array<Named<Audit>>({
    {"bins", [](const Audit& a) { return a.bins; }},
    {"strips", [](const Audit& a) { return a.strips; }},
    {"candidates", [](const Audit& a) { return a.candidates; }},
    {"neighbours", [](const Audit& a) { return a.neighbours; }},
    {"surplus", [](const Audit& a) { return a.surplus; }},
    {"surplus_theory", [](const Audit& a) { return a.surplus_theory; }},
    {"wee", [](const Audit& a) { return a.wee; }},
});

constexpr auto of_grid = std::to_array<Named<GridReport>>({
    {"bins", [](const GridReport& g) { return double(g.bin_count); }},
    {"bins_x", [](const GridReport& g) { return double(g.bins.x); }},
    {"bins_y", [](const GridReport& g) { return double(g.bins.y); }},
    {"bins_z", [](const GridReport& g) { return double(g.bins.z); }},
    {"pbm_bytes", [](const GridReport& g) { return double(g.pbm_bytes); }},
});

constexpr auto verified = std::to_array<Named<Verification>>({
    {"queries", [](const Verification& v) { return double(v.queries); }},
    {"mismatches", [](const Verification& v) { return double(v.mismatches); }},
});

constexpr auto compared = std::to_array<Named<Comparison>>({
    {"ratio", [](const Comparison& c) { return c.ratio.median; }},
    {"low", [](const Comparison& c) { return c.ratio.lo; }},
    {"high", [](const Comparison& c) { return c.ratio.hi; }},
    {"same", [](const Comparison& c) { return double(c.same_neighbours); }},
    {"a_ms", [](const Comparison& c) { return c.a.construct_ms + c.a.query_ms; }},
    {"b_ms", [](const Comparison& c) { return c.b.construct_ms + c.b.query_ms; }},
    {"a_construct_ms", [](const Comparison& c) { return c.a.construct_ms; }},
    {"b_construct_ms", [](const Comparison& c) { return c.b.construct_ms; }},
});

constexpr auto tuned = std::to_array<Named<Tuning>>({
    {"ways", [](const Tuning& t) { return double(t.ways.size()); }},
    {"best_ms", [](const Tuning& t) { return t.winner().whole().ms; }},
    {"gain", [](const Tuning& t) { return t.ways[t.start].whole().ms / t.winner().whole().ms; }},
});

constexpr auto of_selected = std::to_array<Named<Inspection>>({
    {"strips", [](const Inspection& i) { return double(i.strips.size()); }},
    {"candidates", [](const Inspection& i) { return double(i.candidates.size()); }},
    {"neighbours",
     [](const Inspection& i) {
         return double(
             std::count_if(i.candidates.begin(), i.candidates.end(), [](const auto& c) { return c.neighbour; }));
     }},
});

/// A choice's name in the form of checks: "helbing-2000" becomes "helbing_2000".
std::string as_word(std::string name) {
    for (char& c : name)
        if (!(c >= '0' && c <= '9') && !(c >= 'a' && c <= 'z') && !(c >= 'A' && c <= 'Z')) c = '_';
    return name;
}

/// Names of a setting. A number, integer or toggle has its key; a choice or text has a name per choice.
std::vector<std::string> names_of(const ParamSpec& spec) {
    if (spec.kind != Kind::choice && spec.kind != Kind::text) return {"set." + spec.key};
    std::vector<std::string> names;
    for (const auto& choice : spec.choices)
        if (!choice.empty()) names.push_back("set." + spec.key + "." + as_word(choice));
    return names;
}

double setting(const Settings& settings, const std::string& name) {
    for (const auto& spec : settings.specs()) {
        const std::string key = "set." + spec.key;
        const bool named = spec.kind == Kind::choice || spec.kind == Kind::text;
        if (!named && name == key) {
            const auto& value = settings.value(spec.key);
            const bool* on = std::get_if<bool>(&value);
            return on ? double(*on) : number_of(value);
        }
        if (named && name.size() > key.size() + 1 && name.compare(0, key.size() + 1, key + ".") == 0)
            return name.substr(key.size() + 1) == as_word(settings.text(spec.key));
    }
    return unknown;
}

/// 1 if side a or b of a comparison has this word, as in `compare.a.bins`.
double word_of_side(const Comparison& comparison, const std::string& rest) {
    const auto& side = rest[0] == 'a' ? comparison.a : comparison.b;
    std::string words = fmt::format(" {} ", side.settings);
    std::replace(words.begin(), words.end(), ',', ' ');
    return words.find(fmt::format(" {} ", rest.substr(2))) != std::string::npos;
}

template <class From, std::size_t N>
double among(const std::array<Named<From>, N>& all, const From* from, const std::string& name) {
    if (!from) return unknown;
    for (const auto& one : all)
        if (name == one.name) return one.of(*from);
    return unknown;
}

double metric(const Measured& m, const std::string& key) {
    const auto index = index_by_key(m.scene->metrics, key);
    const auto* metrics = m.readings.metrics.get();  // empty until a new world is measured
    return metrics && index && *index < metrics->size() ? (*metrics)[*index] : unknown;
}

template <class From, std::size_t N>
void add(std::vector<std::string>& names, const std::string& prefix, const std::array<Named<From>, N>& all) {
    for (const auto& one : all) names.push_back(prefix + one.name);
}

void add_search(std::vector<std::string>& names, const SceneInfo& scene) {
    add(names, "audit.", audited);
    add(names, "grid.", of_grid);
    add(names, "verify.", verified);
    add(names, "compare.", compared);
    add(names, "tune.", tuned);
    add(names, "selected.", of_selected);
    for (const auto& spec : *scene.params)
        if (spec.section == Section::search && spec.kind == Kind::choice)
            for (const auto& choice : spec.choices)
                for (const char* side : {"compare.a.", "compare.b."}) names.push_back(side + choice);
}

}  // namespace

void StepClock::add(const StepTimes& times) {
    last_.push_back(times);
    if (last_.size() > most_kept) last_.pop_front();
}

double StepClock::mean(const std::string& name) const {
    if (last_.size() < least_steps) return unknown;
    double sum = 0;
    for (const auto& step : last_) {
        if (name == "total") sum += step.total_ms;
        for (const auto& stage : step.stages)
            if (name == stage.name || (name == "construction" && stage.construction)) sum += stage.ms;
    }
    return sum / double(last_.size());
}

Measured measured(Run& run, std::shared_ptr<const StepClock> clock) {
    auto& world = run.world();
    Measured m{.scene = &run.scene(),
               .settings = std::make_shared<const Settings>(run.settings()),
               .step = world.steps(),
               .time = world.time(),
               .readings = run.measure(),
               .answers = run.answers(),
               .clock = std::move(clock)};
    auto* search = world.search();
    if (!search) return m;
    m.grid = search->grid();
    m.audit = std::make_shared<const Audit>(search->audit(sample));
    if (m.answers.selected)
        if (auto seen = search->inspect(*m.answers.selected))
            m.inspection = std::make_shared<const Inspection>(*std::move(seen));
    return m;
}

Measured measured(const Status& status, std::shared_ptr<const StepClock> clock) {
    return {.scene = status.scene,
            .settings = status.settings,
            .step = status.step,
            .time = status.time,
            .grid = status.grid,
            .readings = status.measured,
            .answers = status.answers,
            .audit = status.audit,
            .inspection = status.inspection,
            .clock = std::move(clock)};
}

std::vector<std::string> names_in(const SceneInfo& scene) {
    std::vector<std::string> names{"step", "time"};
    for (const auto& metric : scene.metrics) names.push_back(metric.key);
    for (const auto& spec : *scene.params)
        for (auto& name : names_of(spec)) names.push_back(std::move(name));
    names.insert(names.end(), {"ms.total", "ms.construction"});
    for (const auto& stage : stages::construction) names.push_back("ms." + std::string(stage.name));
    if (scene.searches()) add_search(names, scene);
    return names;
}

double value_of(const Measured& m, const Notes& notes, const std::string& name) {
    const auto dot = name.find('.');
    const std::string prefix = name.substr(0, dot), rest = dot == std::string::npos ? "" : name.substr(dot + 1);
    if (name == "step") return double(m.step);
    if (name == "time") return m.time;
    if (prefix == "noted") return notes.contains(rest) ? notes.at(rest) : unknown;
    if (prefix == "set") return setting(*m.settings, name);
    if (prefix == "ms") return m.clock ? m.clock->mean(rest) : unknown;
    if (prefix == "audit") return among(audited, m.audit.get(), rest);
    if (prefix == "grid") return among(of_grid, m.scene->searches() ? &m.grid : nullptr, rest);
    if (prefix == "verify") return among(verified, m.answers.verification.get(), rest);
    if (prefix == "tune") return among(tuned, m.answers.tuning.get(), rest);
    if (prefix == "selected") return among(of_selected, m.inspection.get(), rest);
    if (prefix != "compare") return metric(m, name);
    const auto* comparison = m.answers.comparison.get();
    if (comparison && (rest.starts_with("a.") || rest.starts_with("b."))) return word_of_side(*comparison, rest);
    return among(compared, comparison, rest);
}

std::string what_measures(const std::string& name) {
    const std::string prefix = name.substr(0, name.find('.'));
    if (prefix == "compare") return "press Compare";
    if (prefix == "verify") return "press Verify";
    if (prefix == "tune") return "press Tune";
    if (prefix == "selected") return "click an actor";
    if (prefix == "noted") return "do the earlier steps of the lesson";
    if (prefix == "audit" || prefix == "grid") return "choose a scene with a search";
    return "run some steps";
}

}  // namespace nearfield::lessons
