#pragma once
// Everything that a user, a script or a flag can do to a simulation, as values with a text form.
#include "sim/command_reach.hpp"
#include "sim/scene.hpp"
#include "sim/tools.hpp"

#include <optional>
#include <string>
#include <tuple>
#include <variant>

namespace nearfield {

/// A moment of a recorded run: the number of its log's commands that have acted, and the step. The step alone is
/// ambiguous if the run began anew.
struct Moment {
    std::size_t commands = 0;
    u64 step = 0;
    bool operator==(const Moment&) const = default;
};

/// Commands. Each declares its reach, its verb and its fields (command_reach.hpp) beside its members.
namespace command {

template <DeclaresVerb C> bool operator==(const C& a, const C& b) {
    return std::apply([&](const auto&... f) { return ((a.*f.member == b.*f.member) && ...); }, fields_of<C>());
}

/// Sets a parameter. A live or regrid parameter acts at the next step; a respawn parameter makes a new state at once.
struct Set {
    static constexpr CommandReach reach = CommandReach::run;
    static constexpr Verb verb{"set"};
    static constexpr bool acts_on_state = true;
    std::string key;
    Value value;
    static constexpr std::tuple fields{field(&Set::key, "KEY", Written::as_key), field(&Set::value, "VALUE")};
};
struct Run {
    static constexpr CommandReach reach = CommandReach::run;
    static constexpr Verb verb{"run"};
    static constexpr bool for_window = true;
};
struct Pause {
    static constexpr CommandReach reach = CommandReach::run;
    static constexpr Verb verb{"pause"};
    static constexpr bool for_window = true;
};
/// Pauses and advances by `count` steps.
struct Step {
    static constexpr CommandReach reach = CommandReach::run;
    static constexpr Verb verb{"step"};
    u64 count = 1;
    static constexpr std::tuple fields{field(&Step::count, "COUNT").within("step", 0, 1e12)};
};
/// Pauses, advances the step under way to its next stage and waits there. Begins a step if none is under way.
struct NextStage {
    static constexpr CommandReach reach = CommandReach::run;
    static constexpr Verb verb{"next stage"};
    static constexpr bool for_window = true;
};
/// Sets the delay before each stage of a step while running, s. 0 disables it.
struct SlowMotion {
    static constexpr CommandReach reach = CommandReach::view;
    static constexpr Verb verb{"slow motion"};
    static constexpr bool for_window = true;
    double seconds = 0;
    static constexpr std::tuple fields{field(&SlowMotion::seconds, "SECONDS").within("slow motion, seconds", 0, 60)};
};
/// Goes back by one step. Settings made since stay.
struct Back {
    static constexpr CommandReach reach = CommandReach::run;
    static constexpr Verb verb{"back"};
};
/// Restores the state at the last setup.
struct Reset {
    static constexpr CommandReach reach = CommandReach::run;
    static constexpr Verb verb{"reset"};
    static constexpr bool acts_on_state = true;
};
/// Makes a new state from the present settings.
struct Setup {
    static constexpr CommandReach reach = CommandReach::run;
    static constexpr Verb verb{"setup"};
    static constexpr bool acts_on_state = true;
};
/// Makes a new world at step 0: another scene, preset or backend.
struct Load {
    static constexpr CommandReach reach = CommandReach::run;
    static constexpr Verb verb{"load"};
    static constexpr bool acts_on_state = true;
    const SceneInfo* scene;
    Settings settings;
    Backend backend = Backend::cpu;
    static constexpr std::tuple fields{field(&Load::scene, "SCENE"), field(&Load::backend, "cpu|cuda"),
                                       field(&Load::settings, R"({"KEY": VALUE, ...})")};
};
/// Selects the element to inspect. None deselects.
struct Select {
    static constexpr CommandReach reach = CommandReach::view;
    static constexpr Verb verb{"deselect", "select"};
    std::optional<u32> actor;
    static constexpr std::tuple fields{field(&Select::actor, "ACTOR", Written::by_verb)};
};
/// Selects what Elements::pick finds.
struct Pick {
    static constexpr CommandReach reach = CommandReach::view;
    static constexpr Verb verb{"pick"};
    glm::vec3 origin{0}, direction{0, 0, -1};
    float tolerance = 0;
    static constexpr std::tuple fields{field(&Pick::origin, "X Y Z"), field(&Pick::direction, "DX DY DZ"),
                                       field(&Pick::tolerance, "TOLERANCE")};
};
/// Speed of a run while a window shows it.
struct Pace {
    static constexpr CommandReach reach = CommandReach::view;
    static constexpr Verb verb{"pace"};
    static constexpr bool for_window = true;
    double rate = 0;  ///< seconds on the scene's clock per second, or steps/s without a clock; 0: as fast as possible
    int draw_every = 1;  ///< steps between pictures
    static constexpr std::tuple fields{
        field(&Pace::rate, "RATE").within("pace", 0, 1e6),
        field(&Pace::draw_every, "DRAW_EVERY").within("pace, steps per picture", 1, 1e6)};
};
/// Records into a new folder or, with `over`, replaces an earlier recording.
struct Record {
    static constexpr CommandReach reach = CommandReach::files;
    static constexpr Verb verb{"record", "record-over"};
    std::string folder;
    bool over = false;
    static constexpr std::tuple fields{field(&Record::over, "", Written::by_verb),
                                       field(&Record::folder, "FOLDER", Written::to_end)};
};
struct StopRecording {
    static constexpr CommandReach reach = CommandReach::files;
    static constexpr Verb verb{"stop recording"};
};
/// Ends a tuning or a setup in progress.
struct StopWork {
    static constexpr CommandReach reach = CommandReach::run;
    static constexpr Verb verb{"stop work"};
    static constexpr bool for_window = true;
};
/// Uses a tool for one stroke.
using Use = Stroke;
/// Restores the state before the last stroke that changes no parameter.
struct Undo {
    static constexpr CommandReach reach = CommandReach::run;
    static constexpr Verb verb{"undo"};
    static constexpr bool acts_on_state = true;
};
/// Reverts the last undo. Possible until another stroke begins.
struct Redo {
    static constexpr CommandReach reach = CommandReach::run;
    static constexpr Verb verb{"redo"};
    static constexpr bool acts_on_state = true;
};
/// Measures which way of searching is fastest in the present state and adopts it.
struct Tune {
    static constexpr CommandReach reach = CommandReach::run;
    static constexpr Verb verb{"tune"};
};
/// Checks the neighbours of `sample` actors against brute force.
struct Verify {
    static constexpr CommandReach reach = CommandReach::run;
    static constexpr Verb verb{"verify"};
    u32 sample = 4096;
    static constexpr std::tuple fields{field(&Verify::sample, "SAMPLE").within("verify, sample", 1, 1e6)};
};
/// Times two ways of searching. Each is the present settings with these changes.
struct Compare {
    static constexpr CommandReach reach = CommandReach::run;
    static constexpr Verb verb{"compare"};
    Assignments a, b;
    int repeats = 5;
    static constexpr int most_repeats = 1000;
    static constexpr std::tuple fields{field(&Compare::repeats, "REPEATS").within("compare, repeats", 1, most_repeats),
                                       field(&Compare::a, R"({"KEY": "VALUE", ...})"), field(&Compare::b, "{...}")};
};
/// Starts a second run beside the first, from the same state. It differs by these changes or in its backend.
struct Split {
    static constexpr CommandReach reach = CommandReach::run;
    static constexpr Verb verb{"split"};
    static constexpr bool for_window = true;
    Assignments changes;
    std::optional<Backend> backend;
    static constexpr std::tuple fields{field(&Split::backend, "same|cpu|cuda"),
                                       field(&Split::changes, R"({"KEY": "VALUE", ...})")};
};
/// Ends the second run.
struct Unite {
    static constexpr CommandReach reach = CommandReach::run;
    static constexpr Verb verb{"unite"};
    static constexpr bool for_window = true;
};
/// Writes a state file, from which the run can be continued.
struct SaveState {
    static constexpr CommandReach reach = CommandReach::files;
    static constexpr Verb verb{"save-state", "save-state-over"};
    std::string file;
    bool over = false;  ///< replaces an earlier file
    static constexpr std::tuple fields{field(&SaveState::over, "", Written::by_verb),
                                       field(&SaveState::file, "FILE", Written::to_end)};
};
/// Continues from a moment of the recording in the folder `from`, or, without a moment, from the state file `from`.
struct Continue {
    static constexpr CommandReach reach = CommandReach::files;
    static constexpr Verb verb{"continue", "continue-at"};
    std::string from;
    std::optional<Moment> at;
    static constexpr std::tuple fields{field(&Continue::at, "COMMANDS STEP", Written::by_verb),
                                       field(&Continue::from, "STATE_FILE", Written::to_end, "FOLDER")};
};

}  // namespace command

template <class C> struct Declared {
    static_assert(DeclaresReach<C>,
                  "a command declares its reach: static constexpr CommandReach reach = CommandReach::run or another");
    static_assert(DeclaresVerb<C>, "a command declares its verb: static constexpr Verb verb{\"reset\"}");
    using type = C;
};
template <class... C> using AnyOf = std::variant<typename Declared<C>::type...>;

using AnyCommand = AnyOf<command::Set, command::Run, command::Pause, command::Step, command::NextStage,
                         command::SlowMotion, command::Back, command::Reset, command::Setup, command::Load,
                         command::Select, command::Pick, command::Pace, command::Record, command::StopRecording,
                         command::StopWork, command::Use, command::Undo, command::Redo, command::Tune, command::Verify,
                         command::Compare, command::Split, command::Unite, command::SaveState, command::Continue>;

template <class T, class... All> consteval bool is_one_of(const std::variant<All...>*) {
    return (std::is_same_v<T, All> || ...);
}

/// One of the commands. Only command.cpp compiles their copying, comparison and destruction, which takes two seconds.
struct Command : AnyCommand {
    Command();
    Command(const Command&);
    Command(Command&&) noexcept;
    Command& operator=(const Command&);
    Command& operator=(Command&&) noexcept;
    ~Command();
    template <class T>
    requires(is_one_of<T>(static_cast<const AnyCommand*>(nullptr))) Command(T which)
        : AnyCommand(std::in_place_type<T>, std::move(which)) {}
    bool operator==(const Command&) const;
};

/// True if the command has one of these types.
template <class... C> bool is(const Command& command) { return (std::holds_alternative<C>(command) || ...); }

/// Returns a command as one line: `set search.visit=trimmed`, `step 5`, `select 17`, `tool drop 1.5 2 0`. A line break
/// in a value stays.
std::string text(const Command& command);

/// Parses the output of text(). Throws UsageError with the command and its correct form.
Command parse_command(const std::string& text);

CommandReach reach_of(const Command& command);
/// True if the command changes the state or later steps, so that a log notes it.
bool acts_on_state(const Command& command);

/// Parses a command of a document, which may be foreign. Throws UsageError like parse_command(), and also for a command
/// that reaches files or a number that would keep the program busy for ever.
Command parse_document_command(const std::string& text);

}  // namespace nearfield
