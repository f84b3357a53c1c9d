#pragma once
#include <concepts>

namespace nearfield {

/// Reach of a command: the run, the view of it, or files that the command itself reads or writes. Documents such as
/// lessons, recordings and states may contain commands that reach the run or the view.
enum class CommandReach { run, view, files };

template <class C>
concept DeclaresReach = requires {
    requires std::same_as<decltype(C::reach), const CommandReach>;
};

}  // namespace nearfield
