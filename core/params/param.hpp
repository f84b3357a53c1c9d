#pragma once
#include <array>
#include <cstddef>
#include <functional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace nearfield {

/// What changing a parameter does: nothing more than the new value, a new grid, or a new state (at the next Setup).
enum class Effect { live, regrid, respawn };
enum class Kind { real, integer, toggle, choice, text };
/// What a text lists, for the window lets one draw it: see params/spans.hpp.
enum class Drawn { nothing, lines, rectangles };

/// A text in a struct of parameters, which travels as a number: its place in the list of all different texts that the program
/// has met, which only grows.
class Text {
  public:
    Text() : Text("") {}
    Text(const char* text) : Text(std::string(text)) {}
    explicit Text(const std::string& text);
    /// Throws std::out_of_range for what is not such a number.
    explicit Text(double number);
    explicit operator double() const { return number_; }
    const std::string& str() const;

  private:
    double number_;
};

/// One parameter, described once: sliders, flags, presets, record headers, sweeps and tests are made from it.
/// Every value travels as a double (a choice as its index, a text as its number); `get` and `set` reach the field of the plain struct.
struct ParamSpec {
    std::string key, label, unit, help, group;
    Kind kind = Kind::real;
    double lo = 0, hi = 1;
    bool logarithmic = false;
    Effect effect = Effect::live;
    Drawn drawn = Drawn::nothing;
    std::vector<std::string> choices;  ///< of a text: suggestions
    double initial = 0;
    std::function<double(const void*)> get;
    std::function<void(void*, double)> set;

    ParamSpec& log() { return logarithmic = true, *this; }
    ParamSpec& does(Effect e) { return effect = e, *this; }
    ParamSpec& draws(Drawn what) { return drawn = what, *this; }
    ParamSpec& in(std::string name) { return group = std::move(name), *this; }
};

namespace detail {

struct Anything {
    template <class T> operator T() const;
};

template <class P, std::size_t... I> consteval bool brace_init(std::index_sequence<I...>) {
    return requires { P{(static_cast<void>(I), Anything{})...}; };
}

/// Number of members of a flat aggregate.
template <class P, std::size_t N = 0> consteval std::size_t field_count() {
    if constexpr (brace_init<P>(std::make_index_sequence<N + 1>{})) return field_count<P, N + 1>();
    else return N;
}

template <class P, class T> ParamSpec describe(T P::*member, std::string key, std::string label, std::string help) {
    ParamSpec spec;
    spec.key = std::move(key), spec.label = std::move(label), spec.help = std::move(help);
    spec.initial = static_cast<double>(P{}.*member);
    spec.get = [member](const void* p) { return static_cast<double>(static_cast<const P*>(p)->*member); };
    spec.set = [member](void* p, double v) { static_cast<P*>(p)->*member = static_cast<T>(v); };
    return spec;
}

}  // namespace detail

/// A number in [lo, hi] shown with its unit.
template <class P>
ParamSpec real(float P::*member, std::string key, std::string label, std::string unit, double lo, double hi,
               std::string help) {
    ParamSpec spec = detail::describe(member, std::move(key), std::move(label), std::move(help));
    spec.kind = Kind::real, spec.unit = std::move(unit), spec.lo = lo, spec.hi = hi;
    return spec;
}

template <class P>
ParamSpec integer(int P::*member, std::string key, std::string label, std::string unit, double lo, double hi,
                  std::string help) {
    ParamSpec spec = detail::describe(member, std::move(key), std::move(label), std::move(help));
    spec.kind = Kind::integer, spec.unit = std::move(unit), spec.lo = lo, spec.hi = hi;
    return spec;
}

template <class P> ParamSpec toggle(bool P::*member, std::string key, std::string label, std::string help) {
    ParamSpec spec = detail::describe(member, std::move(key), std::move(label), std::move(help));
    spec.kind = Kind::toggle;
    return spec;
}

/// One of named values; `member` is an enum or int holding the index into `choices`.
template <class P, class E>
ParamSpec choice(E P::*member, std::string key, std::string label, std::vector<std::string> choices, std::string help) {
    ParamSpec spec = detail::describe(member, std::move(key), std::move(label), std::move(help));
    spec.kind = Kind::choice, spec.choices = std::move(choices), spec.hi = double(spec.choices.size()) - 1;
    return spec;
}

/// A text, such as a file's name; `suggestions` are offered in the window.
template <class P> ParamSpec text(Text P::*member, std::string key, std::string label, std::vector<std::string> suggestions, std::string help) {
    ParamSpec spec = detail::describe(member, std::move(key), std::move(label), std::move(help));
    spec.kind = Kind::text, spec.choices = std::move(suggestions), spec.hi = 0;
    return spec;
}

/// The list that describes a parameter struct; does not compile while a field lacks its description.
template <class P, std::size_t N> std::vector<ParamSpec> param_list(ParamSpec (&&specs)[N]) {
    static_assert(N == detail::field_count<P>(), "every field of Params needs exactly one description");
    return {std::make_move_iterator(std::begin(specs)), std::make_move_iterator(std::end(specs))};
}

}  // namespace nearfield
