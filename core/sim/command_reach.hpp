#pragma once
#include <concepts>

namespace nearfield {

/// What a command reaches: the run, the view of it, or files that the command writes or reads itself. Documents, such
/// as lessons, recordings and states, may hold commands that reach the run or the view.
enum class CommandReach { run, view, files };

template <class C>
concept DeclaresReach = requires {
    requires std::same_as<decltype(C::reach), const CommandReach>;
};

}  // namespace nearfield
