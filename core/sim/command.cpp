#include "sim/command.hpp"

#include "base/error.hpp"
#include "params/json_text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <charconv>
#include <cmath>
#include <functional>
#include <sstream>

namespace nearfield {
namespace {

using nlohmann::json;

std::string place_text(const glm::vec3& at) { return fmt::format(" {} {} {}", at.x, at.y, at.z); }

struct Texts {
    std::string operator()(const command::Set& c) const { return "set " + c.key + "=" + c.value; }
    std::string operator()(const command::Run&) const { return "run"; }
    std::string operator()(const command::Pause&) const { return "pause"; }
    std::string operator()(const command::Step& c) const { return fmt::format("step {}", c.count); }
    std::string operator()(const command::NextStage&) const { return "next stage"; }
    std::string operator()(const command::SlowMotion& c) const { return fmt::format("slow motion {}", c.seconds); }
    std::string operator()(const command::Back&) const { return "back"; }
    std::string operator()(const command::Reset&) const { return "reset"; }
    std::string operator()(const command::Setup&) const { return "setup"; }
    std::string operator()(const command::Load& c) const {
        return fmt::format("load {} {} {}", c.scene->key, name(c.backend), json_text(c.settings.to_json()));
    }
    std::string operator()(const command::Select& c) const {
        return c.actor ? fmt::format("select {}", *c.actor) : "deselect";
    }
    std::string operator()(const command::Pick& c) const {
        return fmt::format("pick{}{} {}", place_text(c.origin), place_text(c.direction), c.tolerance);
    }
    std::string operator()(const command::Pace& c) const { return fmt::format("pace {} {}", c.rate, c.draw_every); }
    std::string operator()(const command::Record& c) const { return (c.over ? "record-over " : "record ") + c.folder; }
    std::string operator()(const command::StopRecording&) const { return "stop recording"; }
    std::string operator()(const command::Use& c) const {
        std::string words = "tool " + c.tool;
        for (const auto& at : c.at) words += place_text(at);
        return words;
    }
    std::string operator()(const command::Undo&) const { return "undo"; }
    std::string operator()(const command::Redo&) const { return "redo"; }
    std::string operator()(const command::Tune&) const { return "tune"; }
    std::string operator()(const command::StopWork&) const { return "stop work"; }
    std::string operator()(const command::Verify& c) const { return fmt::format("verify {}", c.sample); }
    std::string operator()(const command::Compare& c) const {
        return fmt::format("compare {} {} {}", c.repeats, json_text(json(c.a)), json_text(json(c.b)));
    }
    std::string operator()(const command::Split& c) const {
        return fmt::format("split {} {}", c.backend ? name(*c.backend) : "same", json_text(json(c.changes)));
    }
    std::string operator()(const command::Unite&) const { return "unite"; }
    std::string operator()(const command::SaveState& c) const {
        return (c.over ? "save-state-over " : "save-state ") + c.file;
    }
    std::string operator()(const command::Continue& c) const {
        return c.at ? fmt::format("continue-at {} {} {}", c.at->commands, c.at->step, c.from) : "continue " + c.from;
    }
};

/// Reads the words after a command's verb from the left.
class Words {
  public:
    Words(const std::string& line, std::size_t from, const char* form) : line_(line), at_(from), form_(form) {}

    [[noreturn]] void complain() const {
        throw UsageError(
            fmt::format("the command '{}' is not complete or has too much; write it as: {}", line_, form_));
    }
    /// Returns the rest of the line unchanged.
    std::string rest() {
        if (at_ >= line_.size()) complain();
        return line_.substr(std::exchange(at_, line_.size()));
    }
    std::string word() {
        const auto end = std::min(line_.find(' ', at_), line_.size());
        if (at_ >= end) complain();
        const std::string word = line_.substr(at_, end - at_);
        at_ = std::min(end + 1, line_.size());
        return word;
    }
    bool more() const { return at_ < line_.size(); }
    template <class T> T number() {
        const std::string text = word();
        T value{};
        const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (problem != std::errc() || end != text.data() + text.size() || !std::isfinite(double(value))) complain();
        return value;
    }
    glm::vec3 place() {
        const float x = number<float>(), y = number<float>();
        return {x, y, number<float>()};
    }
    /// Reads one JSON value.
    json value() {
        std::istringstream in(line_.substr(std::min(at_, line_.size())));
        json value;
        try {
            in >> value;
        } catch (const json::exception&) { complain(); }
        at_ = in.eof() || in.tellg() < 0 ? line_.size() : at_ + std::size_t(in.tellg());
        while (at_ < line_.size() && line_[at_] == ' ') ++at_;
        return value;
    }

  private:
    const std::string& line_;
    std::size_t at_;
    const char* form_;
};

command::Set read_set(Words& words) {
    const std::string assignment = words.rest();
    const auto equals = assignment.find('=');
    if (equals == std::string::npos || equals == 0) words.complain();
    return {assignment.substr(0, equals), assignment.substr(equals + 1)};
}

command::Load read_load(Words& words) {
    const SceneInfo& scene = find_scene(words.word());
    const auto backend = backend_named(words.word());
    if (!backend) words.complain();
    command::Load load{&scene, scene.defaults(), *backend};
    load.settings.merge(words.value(), "load " + scene.key);
    return load;
}

command::Use read_use(Words& words) {
    command::Use use{.tool = words.word(), .at = {}};
    while (words.more()) use.at.push_back(words.place());
    return use;
}

std::map<std::string, std::string> read_changes(Words& words) {
    try {
        return words.value().get<std::map<std::string, std::string>>();
    } catch (const json::exception&) { words.complain(); }
}

command::Pick read_pick(Words& words) {
    command::Pick pick;
    pick.origin = words.place(), pick.direction = words.place(), pick.tolerance = words.number<float>();
    return pick;
}

command::Compare read_compare(Words& words) {
    command::Compare compare{.a = {}, .b = {}, .repeats = words.number<int>()};
    compare.a = read_changes(words), compare.b = read_changes(words);
    return compare;
}

command::Split read_split(Words& words) {
    const std::string backend = words.word();
    command::Split split{.changes = {}, .backend = backend_named(backend)};
    if (!split.backend && backend != "same") words.complain();
    split.changes = read_changes(words);
    return split;
}

command::Continue read_continue_at(Words& words) {
    Moment at{.commands = words.number<std::size_t>()};
    at.step = words.number<u64>();
    return {words.rest(), at};
}

/// A verb, the form of its command, and the function that reads the rest.
struct Verb {
    const char *word, *form;
    Command (*read)(Words&);
};

const std::vector<Verb>& verbs() {
    using namespace command;
    static const std::vector<Verb> all{
        {"set", "set KEY=VALUE", [](Words& w) -> Command { return read_set(w); }},
        {"run", "run", [](Words&) -> Command { return command::Run{}; }},
        {"pause", "pause", [](Words&) -> Command { return Pause{}; }},
        {"step", "step COUNT", [](Words& w) -> Command { return Step{w.number<u64>()}; }},
        {"next stage", "next stage", [](Words&) -> Command { return NextStage{}; }},
        {"slow motion", "slow motion SECONDS", [](Words& w) -> Command { return SlowMotion{w.number<double>()}; }},
        {"back", "back", [](Words&) -> Command { return Back{}; }},
        {"reset", "reset", [](Words&) -> Command { return Reset{}; }},
        {"setup", "setup", [](Words&) -> Command { return Setup{}; }},
        {"load", R"(load SCENE cpu|cuda {"KEY": VALUE, ...})", [](Words& w) -> Command { return read_load(w); }},
        {"select", "select ACTOR", [](Words& w) -> Command { return Select{w.number<u32>()}; }},
        {"deselect", "deselect", [](Words&) -> Command { return Select{}; }},
        {"pick", "pick X Y Z DX DY DZ TOLERANCE", [](Words& w) -> Command { return read_pick(w); }},
        {"pace", "pace RATE DRAW_EVERY",
         [](Words& w) -> Command {
             const double rate = w.number<double>();
             return Pace{rate, w.number<int>()};
         }},
        {"record", "record FOLDER",
         [](Words& w) -> Command {
             return Record{w.rest(), false};
         }},
        {"record-over", "record-over FOLDER",
         [](Words& w) -> Command {
             return Record{w.rest(), true};
         }},
        {"stop recording", "stop recording", [](Words&) -> Command { return StopRecording{}; }},
        {"stop work", "stop work", [](Words&) -> Command { return StopWork{}; }},
        {"tool", "tool NAME [X Y Z ...]", [](Words& w) -> Command { return read_use(w); }},
        {"undo", "undo", [](Words&) -> Command { return Undo{}; }},
        {"redo", "redo", [](Words&) -> Command { return Redo{}; }},
        {"tune", "tune", [](Words&) -> Command { return Tune{}; }},
        {"verify", "verify SAMPLE", [](Words& w) -> Command { return Verify{w.number<u32>()}; }},
        {"compare", R"(compare REPEATS {"KEY": "VALUE", ...} {...})",
         [](Words& w) -> Command { return read_compare(w); }},
        {"split", R"(split same|cpu|cuda {"KEY": "VALUE", ...})", [](Words& w) -> Command { return read_split(w); }},
        {"unite", "unite", [](Words&) -> Command { return Unite{}; }},
        {"save-state", "save-state FILE",
         [](Words& w) -> Command {
             return SaveState{w.rest(), false};
         }},
        {"save-state-over", "save-state-over FILE",
         [](Words& w) -> Command {
             return SaveState{w.rest(), true};
         }},
        {"continue", "continue STATE_FILE",
         [](Words& w) -> Command {
             return Continue{w.rest(), {}};
         }},
        {"continue-at", "continue-at COMMANDS STEP FOLDER", [](Words& w) -> Command { return read_continue_at(w); }},
    };
    return all;
}

/// Throws UsageError for numbers beyond the limits for documents.
struct RequireBounded {
    template <class Number> static void within(const char* what, Number value, Number least, Number most) {
        if (!(value >= least && value <= most))
            throw UsageError(fmt::format("{}: {} is out of range; give {} to {}", what, value, least, most));
    }
    void operator()(const command::Compare& c) const { within("compare, repeats", c.repeats, 1, c.most_repeats); }
    void operator()(const command::Verify& c) const { within("verify, sample", c.sample, 1u, 1'000'000u); }
    void operator()(const command::Step& c) const { within<u64>("step", c.count, 0, 1'000'000'000'000); }
    void operator()(const command::SlowMotion& c) const { within("slow motion, seconds", c.seconds, 0., 60.); }
    void operator()(const command::Pace& c) const {
        within("pace", c.rate, 0., 1e6), within("pace, steps per picture", c.draw_every, 1, 1'000'000);
    }
    template <class Other> void operator()(const Other&) const {}
};

}  // namespace

Command::Command() = default;
Command::Command(const Command&) = default;
Command::Command(Command&&) noexcept = default;
Command& Command::operator=(const Command&) = default;
Command& Command::operator=(Command&&) noexcept = default;
Command::~Command() = default;

bool Command::operator==(const Command& other) const {
    return static_cast<const AnyCommand&>(*this) == static_cast<const AnyCommand&>(other);
}

std::string text(const Command& command) { return std::visit(Texts{}, command); }

Command parse_command(const std::string& line) {
    std::vector<std::string> known;
    for (const auto& verb : verbs()) {
        known.emplace_back(verb.word);
        const std::string word = verb.word;
        if (line.rfind(word, 0) != 0 || (line.size() > word.size() && line[word.size()] != ' ')) continue;
        Words words(line, word.size() + 1, verb.form);
        Command command = verb.read(words);
        if (words.more() || line.size() == word.size() + 1) words.complain();
        return command;
    }
    const std::string word = line.substr(0, line.find(' '));
    throw UsageError(fmt::format("no command '{}'.{}", word, suggest(word, known)));
}

CommandReach reach_of(const Command& command) {
    return std::visit([]<class C>(const C&) { return C::reach; }, command);
}

Command parse_document_command(const std::string& text) {
    Command command = parse_command(text);
    if (reach_of(command) == CommandReach::files)
        throw UsageError(fmt::format("'{}' is about files; a document may change the run and the view, no file: leave "
                                     "the command out",
                                     text.substr(0, 60)));
    std::visit(RequireBounded{}, command);
    return command;
}

}  // namespace nearfield
