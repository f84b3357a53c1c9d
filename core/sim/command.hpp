#pragma once
// All that a user, a script or a flag can do to a simulation, as values with a text form.
#include "sim/command_reach.hpp"
#include "sim/scene.hpp"
#include "sim/tools.hpp"

#include <map>
#include <optional>
#include <string>
#include <variant>

namespace nearfield {

/// A moment of a recorded run: how many commands of its log have acted, and the step. Where a run begins anew, steps
/// alone would not tell.
struct Moment {
    std::size_t commands = 0;
    u64 step = 0;
    bool operator==(const Moment&) const = default;
};

/// Commands. Each declares its reach (command_reach.hpp) beside its fields.
namespace command {

/// A live or regrid parameter acts at the next step; a respawn parameter makes a new state at once.
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
/// Pauses, goes on to the next stage of the step under way and waits before it; begins a step if none is under way.
struct NextStage {
    static constexpr CommandReach reach = CommandReach::run;
    bool operator==(const NextStage&) const = default;
};
/// While it runs, every stage of a step waits so long before it begins; 0: none waits.
struct SlowMotion {
    static constexpr CommandReach reach = CommandReach::view;
    double seconds = 0;
    bool operator==(const SlowMotion&) const = default;
};
/// Back by one step. What was set since stays.
struct Back {
    static constexpr CommandReach reach = CommandReach::run;
    bool operator==(const Back&) const = default;
};
/// Back to the state at the last setup.
struct Reset {
    static constexpr CommandReach reach = CommandReach::run;
    bool operator==(const Reset&) const = default;
};
/// A new state from the present settings.
struct Setup {
    static constexpr CommandReach reach = CommandReach::run;
    bool operator==(const Setup&) const = default;
};
/// A new world at step 0: another scene, preset or backend.
struct Load {
    static constexpr CommandReach reach = CommandReach::run;
    const SceneInfo* scene;
    Settings settings;
    Backend backend = Backend::cpu;
    bool operator==(const Load&) const = default;
};
/// The element to inspect; none deselects.
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
/// How fast a run goes while a window shows it.
struct Pace {
    static constexpr CommandReach reach = CommandReach::view;
    double rate = 0;     ///< scene's seconds per second; in a scene without a clock steps/s. 0: as fast as possible
    int draw_every = 1;  ///< steps from one picture to the next
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
    bool over = false;  ///< in place of an earlier file
    bool operator==(const SaveState&) const = default;
};
/// Goes on from a moment of the recording in the folder `from`, or, without one, from the state file `from`.
struct Continue {
    static constexpr CommandReach reach = CommandReach::files;
    std::string from;
    std::optional<Moment> at;
    bool operator==(const Continue&) const = default;
};
/// A stroke of a tool.
using Use = Stroke;
/// Back to the state before the last stroke that changes no parameter.
struct Undo {
    static constexpr CommandReach reach = CommandReach::run;
    bool operator==(const Undo&) const = default;
};
/// Back to where the last undo went back from, as long as no stroke has begun since.
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
/// Times two ways of searching: each is the present settings with these changes.
struct Compare {
    static constexpr CommandReach reach = CommandReach::run;
    std::map<std::string, std::string> a, b;
    int repeats = 5;  ///< 1 to most_repeats
    static constexpr int most_repeats = 1000;
    bool operator==(const Compare&) const = default;
};
/// From now on a second run beside the first one, from the same state: it differs by these changes, or in its backend.
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

/// One of the commands. command.cpp alone compiles how they are copied, compared and destroyed: it takes two seconds.
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

/// Whether it is a command of this kind, or of one of these.
template <class... C> bool is(const Command& command) { return (std::holds_alternative<C>(command) || ...); }

/// As one line: `set search.visit=trimmed`, `step 5`, `select 17`, `tool drop 1.5 2 0`. A line break in a value is
/// kept.
std::string text(const Command& command);

/// The inverse of text(). Throws UsageError that names the command and its correct form.
Command parse_command(const std::string& text);

CommandReach reach_of(const Command& command);

/// A command of a document that another may have written. Throws UsageError as parse_command(), for a command that
/// reaches files, and for a number that would keep the program busy for ever.
Command parse_document_command(const std::string& text);

}  // namespace nearfield
