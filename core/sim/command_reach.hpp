#pragma once
// The reach, verb and fields that a command declares. Writing, reading, equality and limits in documents are derived
// from them.
#include <concepts>
#include <tuple>

namespace nearfield {

/// Reach of a command: the run, the view of it, or files that the command itself reads or writes. Documents such as
/// lessons, recordings and states may contain commands that reach the run or the view.
enum class CommandReach { run, view, files };

/// The words with which a command begins.
struct Verb {
    const char* plain;
    const char* second = nullptr;  ///< if the field that is `by_verb` is true or present
};

/// How a field is written.
enum class Written {
    by_type,  ///< a number, a place, a JSON value
    as_word,  ///< a text without spaces
    as_key,   ///< a text up to "="
    to_end,   ///< a text up to the end of the line
    by_verb   ///< true or present: with the second verb
};

/// A member of a command.
template <class C, class T> struct CommandField {
    T C::*member;
    const char* form;  ///< in the command's correct form: "COUNT"
    Written written = Written::by_type;
    const char* second_form = nullptr;  ///< with the second verb, if it differs
    const char* limited = nullptr;      ///< name of a number that has limits in documents
    double least = 0, most = 0;         ///< these limits

    constexpr CommandField within(const char* what, double lowest, double highest) const {
        CommandField field = *this;
        field.limited = what;
        field.least = lowest;
        field.most = highest;
        return field;
    }
};

template <class C, class T> constexpr CommandField<C, T>
field(T C::*member, const char* form, Written written = Written::by_type, const char* second_form = nullptr) {
    return {member, form, written, second_form};
}

/// The fields of a command, in the order of its text.
template <class C> constexpr auto fields_of() {
    if constexpr (requires { C::fields; }) return C::fields;
    else return std::tuple<>();
}

template <class C>
concept DeclaresReach = requires {
    requires std::same_as<decltype(C::reach), const CommandReach>;
};
template <class C>
concept DeclaresVerb = requires {
    requires std::same_as<decltype(C::verb), const Verb>;
};
/// The command changes the state or later steps: logs note it.
template <class C>
concept ActsOnState = requires {
    requires C::acts_on_state;
};
/// The command concerns how a window runs and shows a run: it has no effect on the run itself.
template <class C>
concept ForWindow = requires {
    requires C::for_window;
};

}  // namespace nearfield
