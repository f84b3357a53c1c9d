#pragma once
// Everything that a user, a script or a flag can do to a simulation, as values with a text form.
#include "sim/command_reach.hpp"
#include "sim/scene.hpp"
#include "sim/tools.hpp"

#include <map>
#include <optional>
#include <string>
#include <variant>

namespace nearfield {

/// A moment of a recorded run: the number of its log's commands that have acted, and the step. The step alone is
/// ambiguous if the run began anew.
struct Moment {
    std::size_t commands = 0;
    u64 step = 0;
    bool operator==(const Moment&) const = default;
};

/// Commands. Each declares its reach (command_reach.hpp) beside its fields.
namespace command {

/// Sets a parameter. A live or regrid parameter acts at the next step; a respawn parameter makes a new state at once.
struct Set {
    static constexpr CommandReach reach = CommandReach::run;
    std::string key, value;
    bool operator==(const Set&) const = default;
};
struct Run {
    static constexpr CommandReach reach = CommandReach::run;
    bool operator==(const Run&) const = default;
};
struct Pause {
    static constexpr CommandReach reach = CommandReach::run;
    bool operator==(const Pause&) const = default;
};
/// Pauses and advances by `count` steps.
struct Step {
    static constexpr CommandReach reach = CommandReach::run;
    u64 count = 1;
    bool operator==(const Step&) const = default;
};
/// Pauses, advances the step under way to its next stage and waits there. Begins a step if none is under way.
struct NextStage {
    static constexpr CommandReach reach = CommandReach::run;
    bool operator==(const NextStage&) const = default;
};
/// Sets the delay before each stage of a step while running, s. 0 disables it.
struct SlowMotion {
    static constexpr CommandReach reach = CommandReach::view;
    double seconds = 0;
    bool operator==(const SlowMotion&) const = default;
};
/// Goes back by one step. Settings made since stay.
struct Back {
    static constexpr CommandReach reach = CommandReach::run;
    bool operator==(const Back&) const = default;
};
/// Restores the state at the last setup.
struct Reset {
    static constexpr CommandReach reach = CommandReach::run;
    bool operator==(const Reset&) const = default;
};
/// Makes a new state from the present settings.
struct Setup {
    static constexpr CommandReach reach = CommandReach::run;
    bool operator==(const Setup&) const = default;
};
/// Makes a new world at step 0: another scene, preset or backend.
struct Load {
    static constexpr CommandReach reach = CommandReach::run;
    const SceneInfo* scene;
    Settings settings;
    Backend backend = Backend::cpu;
    bool operator==(const Load&) const = default;
};
/// Selects the element to inspect. None deselects.
struct Select {
    static constexpr CommandReach reach = CommandReach::view;
    std::optional<u32> actor;
    bool operator==(const Select&) const = default;
};
/// Selects what Elements::pick finds.
struct Pick {
    static constexpr CommandReach reach = CommandReach::view;
    glm::vec3 origin{0}, direction{0, 0, -1};
    float tolerance = 0;
    bool operator==(const Pick&) const = default;
};
/// Speed of a run while a window shows it.
struct Pace {
    static constexpr CommandReach reach = CommandReach::view;
    double rate = 0;  ///< seconds on the scene's clock per second, or steps/s without a clock; 0: as fast as possible
    int draw_every = 1;  ///< steps between pictures
    bool operator==(const Pace&) const = default;
};
/// Records into a new folder or, with `over`, replaces an earlier recording.
struct Record {
    static constexpr CommandReach reach = CommandReach::files;
    std::string folder;
    bool over = false;
    bool operator==(const Record&) const = default;
};
struct StopRecording {
    static constexpr CommandReach reach = CommandReach::files;
    bool operator==(const StopRecording&) const = default;
};
/// Writes a state file, from which the run can be continued.
struct SaveState {
    static constexpr CommandReach reach = CommandReach::files;
    std::string file;
    bool over = false;  ///< replaces an earlier file
    bool operator==(const SaveState&) const = default;
};
/// Continues from a moment of the recording in the folder `from`, or, without a moment, from the state file `from`.
struct Continue {
    static constexpr CommandReach reach = CommandReach::files;
    std::string from;
    std::optional<Moment> at;
    bool operator==(const Continue&) const = default;
};
/// Uses a tool for one stroke.
using Use = Stroke;
/// Restores the state before the last stroke that changes no parameter.
struct Undo {
    static constexpr CommandReach reach = CommandReach::run;
    bool operator==(const Undo&) const = default;
};
/// Reverts the last undo. Possible until another stroke begins.
struct Redo {
    static constexpr CommandReach reach = CommandReach::run;
    bool operator==(const Redo&) const = default;
};
/// Measures which way of searching is fastest in the present state and adopts it.
struct Tune {
    static constexpr CommandReach reach = CommandReach::run;
    bool operator==(const Tune&) const = default;
};
/// Ends a tuning or a setup in progress.
struct StopWork {
    static constexpr CommandReach reach = CommandReach::run;
    bool operator==(const StopWork&) const = default;
};
/// Checks the neighbours of `sample` actors against brute force.
struct Verify {
    static constexpr CommandReach reach = CommandReach::run;
    u32 sample = 4096;
    bool operator==(const Verify&) const = default;
};
/// Times two ways of searching. Each is the present settings with these changes.
struct Compare {
    static constexpr CommandReach reach = CommandReach::run;
    std::map<std::string, std::string> a, b;
    int repeats = 5;  ///< 1 to most_repeats
    static constexpr int most_repeats = 1000;
    bool operator==(const Compare&) const = default;
};
/// Starts a second run beside the first, from the same state. It differs by these changes or in its backend.
struct Split {
    static constexpr CommandReach reach = CommandReach::run;
    std::map<std::string, std::string> changes;
    std::optional<Backend> backend;
    bool operator==(const Split&) const = default;
};
/// Ends the second run.
struct Unite {
    static constexpr CommandReach reach = CommandReach::run;
    bool operator==(const Unite&) const = default;
};

}  // namespace command

template <class C> struct Declared {
    static_assert(DeclaresReach<C>,
                  "a command declares its reach: static constexpr CommandReach reach = CommandReach::run or another");
    using type = C;
};
template <class... C> using AnyOf = std::variant<typename Declared<C>::type...>;

using AnyCommand = AnyOf<command::Set, command::Run, command::Pause, command::Step, command::Reset, command::Setup,
                         command::Load, command::Select, command::Pick, command::Pace, command::Record,
                         command::StopRecording, command::Use, command::Undo, command::Redo, command::Tune,
                         command::StopWork, command::Verify, command::Compare, command::Split, command::Unite,
                         command::SaveState, command::Continue, command::NextStage, command::SlowMotion, command::Back>;

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

/// Parses a command of a document, which may be foreign. Throws UsageError like parse_command(), and also for a command
/// that reaches files or a number that would keep the program busy for ever.
Command parse_document_command(const std::string& text);

}  // namespace nearfield
