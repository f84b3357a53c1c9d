#pragma once
// A parameter takes two lines in a scene: the member, whose initialiser is the default, and its description:
//
//   float sway = 0;
//   real(&P::sway, "sway", "Sway", "m", 0, 10, "The tank swings along x by this much.").in("Motion"),
//
// Slider, flag, presets, records, sweeps and the list of `nearfield scenes` are made from the description.
// The description may continue with
//   log()                  a logarithmic slider
//   does(effect)           effect of a change: live, regrid or respawn
//   names_file()           a text that may name a file to read
//   in(title)              the group in which it is shown; the most important parameters have none
//   when(key, values), when_set(key), when_empty(key), on_backend(name)
//                          conditions under which it has an effect; all must hold
#include <array>
#include <cstddef>
#include <functional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace nearfield {

/// Requirement of a change of a parameter: only the new value, a new grid, or a new state.
enum class Effect { live, regrid, respawn };
enum class Kind { real, integer, toggle, choice, text };

/// Index of a choice in its list.
struct Choice {
    int index = 0;
    std::string name;  ///< in the list; Settings fills it in

    Choice() = default;
    explicit Choice(int place) : index(place) {}
    template <class E>
    requires std::is_enum_v<E>
    explicit Choice(E one) : index(int(one)) {}
    bool operator==(const Choice& other) const { return index == other.index; }
};

/// The value of a parameter: a number, an integer, a toggle, a choice or a text. A text for a parameter of another kind
/// is its value as a person writes it; Settings::set reads it.
using Value = std::variant<double, long long, bool, Choice, std::string>;

/// Owner of a parameter.
enum class Section { scene, search, common };

/// A requirement on the parameter `key`: its text is one of the values, or it is set, or it is empty. A text is set if
/// it is not empty, a number if it is not 0, a toggle if it is on.
struct Condition {
    enum class Is { one_of, set, empty };
    static constexpr const char* backend = "backend";  ///< key that stands for the name of the backend

    std::string key;
    Is is = Is::one_of;
    std::vector<std::string> values;
};

/// Writes into the member of the parameter struct.
using SetMember = std::function<void(void*, const Value&)>;

/// A parameter and its description, the source of sliders, flags, presets, record headers, sweeps and tests.
struct ParamSpec {
    std::string key, label, unit, help, group;
    Section section = Section::scene;
    Kind kind = Kind::real;
    double lo = 0, hi = 1;
    bool logarithmic = false, file = false;
    Effect effect = Effect::live;
    std::vector<std::string> choices;   ///< for a text: suggestions
    std::vector<Condition> conditions;  ///< for an effect; all must hold
    Value initial;                      ///< the default; every value has the type of `kind`
    SetMember set;

    ParamSpec(Kind kind, std::string key, std::string label, std::string help, Value initial, SetMember set);
    ParamSpec(const ParamSpec&);
    ParamSpec(ParamSpec&&) noexcept;
    ParamSpec& operator=(const ParamSpec&);
    ParamSpec& operator=(ParamSpec&&) noexcept;
    ~ParamSpec();

    ParamSpec& names_file();
    ParamSpec& log();
    ParamSpec& does(Effect e);
    ParamSpec& in(std::string title);
    ParamSpec& of(Section owner);
    ParamSpec& when(std::string other, std::vector<std::string> values);
    ParamSpec& when_set(std::string other);
    ParamSpec& when_empty(std::string other);
    ParamSpec& on_backend(std::string name);
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

struct AnyPart {
    template <class T>
    requires(std::is_class_v<T> && !std::is_same_v<T, std::string>) operator T() const;
};

/// True if the member behind the first I ones is a struct.
template <class P, std::size_t... I> consteval bool is_part(std::index_sequence<I...>) {
    return requires { P{(static_cast<void>(I), Anything{})..., AnyPart{}}; };
}

/// Number of members from the Ith on that are no structs.
template <class P, std::size_t I = 0> consteval std::size_t plain_field_count() {
    if constexpr (I == field_count<P>()) return 0;
    else return std::size_t(!is_part<P>(std::make_index_sequence<I>{})) + plain_field_count<P, I + 1>();
}

/// The type of Value that holds a member of type T.
template <class T> using Carrier = std::conditional_t<
    std::is_enum_v<T>, Choice,
    std::conditional_t<std::is_same_v<T, float>, double, std::conditional_t<std::is_same_v<T, int>, long long, T>>>;

template <class P, class T>
ParamSpec describe(T P::*member, Kind kind, std::string key, std::string label, std::string help) {
    const auto set = [member](void* p, const Value& value) {
        const auto& carried = std::get<Carrier<T>>(value);
        if constexpr (std::is_enum_v<T>) static_cast<P*>(p)->*member = T(carried.index);
        else static_cast<P*>(p)->*member = T(carried);
    };
    return {kind, std::move(key), std::move(label), std::move(help), Carrier<T>(P{}.*member), set};
}

}  // namespace detail

/// Describes a number in [lo, hi], shown with its unit.
template <class P> ParamSpec real(float P::*member, std::string key, std::string label, std::string unit, double lo,
                                  double hi, std::string help) {
    ParamSpec spec = detail::describe(member, Kind::real, std::move(key), std::move(label), std::move(help));
    spec.unit = std::move(unit);
    spec.lo = lo;
    spec.hi = hi;
    return spec;
}

template <class P> ParamSpec integer(int P::*member, std::string key, std::string label, std::string unit, double lo,
                                     double hi, std::string help) {
    ParamSpec spec = detail::describe(member, Kind::integer, std::move(key), std::move(label), std::move(help));
    spec.unit = std::move(unit);
    spec.lo = lo;
    spec.hi = hi;
    return spec;
}

template <class P> ParamSpec toggle(bool P::*member, std::string key, std::string label, std::string help) {
    return detail::describe(member, Kind::toggle, std::move(key), std::move(label), std::move(help));
}

/// Describes a choice among named values: `choices` names the enumerators of E in order, from 0 on.
template <class P, class E>
requires std::is_enum_v<E> ParamSpec choice(E P::*member, std::string key, std::string label,
                                            std::vector<std::string> choices, std::string help) {
    ParamSpec spec = detail::describe(member, Kind::choice, std::move(key), std::move(label), std::move(help));
    spec.choices = std::move(choices);
    if (auto& initial = std::get<Choice>(spec.initial); std::size_t(initial.index) < spec.choices.size())
        initial.name = spec.choices[std::size_t(initial.index)];
    return spec;
}

/// Describes a text, such as a file's name. The window offers the `suggestions`.
template <class P> ParamSpec text(std::string P::*member, std::string key, std::string label,
                                  std::vector<std::string> suggestions, std::string help) {
    ParamSpec spec = detail::describe(member, Kind::text, std::move(key), std::move(label), std::move(help));
    spec.choices = std::move(suggestions);
    return spec;
}

/// Puts descriptions without a group under one headline.
template <std::size_t N> std::array<ParamSpec, N> headed(const std::string& title, std::array<ParamSpec, N> specs) {
    for (ParamSpec& spec : specs)
        if (spec.group.empty()) spec.group = title;
    return specs;
}

/// Returns the descriptions of a parameter struct, given in one or several parts. Does not compile if a field lacks its
/// description. A member that is a struct holds the parameters of a service, which describes them itself.
template <class P, std::size_t... N> std::vector<ParamSpec> param_list(std::array<ParamSpec, N>... parts) {
    static_assert((N + ...) == detail::plain_field_count<P>(), "every field of Params needs exactly one description");
    std::vector<ParamSpec> all;
    all.reserve((N + ...));
    const auto add = [&](auto& part) {
        for (ParamSpec& spec : part) all.push_back(std::move(spec));
    };
    (add(parts), ...);
    return all;
}
template <class P, std::size_t N> std::vector<ParamSpec> param_list(ParamSpec (&&specs)[N]) {
    return param_list<P>(std::to_array(std::move(specs)));
}

/// Redirects the descriptions of a struct to a member of this type in P, under one headline.
template <class P, class Part>
std::vector<ParamSpec> within(Part P::*member, std::vector<ParamSpec> specs, const std::string& title) {
    for (ParamSpec& spec : specs) {
        if (spec.group.empty()) spec.group = title;
        spec.set = [member, set = std::move(spec.set)](void* p, const Value& value) {
            set(&(static_cast<P*>(p)->*member), value);
        };
    }
    return specs;
}

}  // namespace nearfield
