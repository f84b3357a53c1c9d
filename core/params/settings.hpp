#pragma once
#include "params/param.hpp"

#include <nlohmann/json_fwd.hpp>

#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace nearfield {

using ParamSpecs = std::shared_ptr<const std::vector<ParamSpec>>;

/// Returns a number as a person would write it: the shortest text that reads back as the same float.
std::string format_number(double value);

/// Converts a number or an integer to a double, and a double to the parameter's type.
double number_of(const Value& value);
Value numeric(const ParamSpec& spec, double number);

/// Returns a value as a person writes it: a choice by name, a toggle as on/off.
std::string value_text(const Value& value);
/// The same for a choice that may lack its name.
std::string value_text(const ParamSpec& spec, const Value& value);

/// Values by key.
using Assignments = std::map<std::string, Value>;

/// Returns all texts that may be paths in the value of a parameter with names_file(): the whole text, and each path of
/// a list such as "west=a.csv; east=b.csv". Shipped names are included, although they are no paths.
std::vector<std::string> paths_in(const std::string& text);

/// The values of all parameters of a run, by key. Sliders, flags, presets and replays all use `set`. An unknown key, a
/// value out of range and a text that is no number throw UsageError with key, value and remedy; nothing is changed
/// then.
class Settings {
  public:
    /// Sets all parameters to their defaults. The specs' keys must be unique (throws std::logic_error).
    explicit Settings(ParamSpecs specs);
    Settings(const Settings&);
    Settings(Settings&&) noexcept;
    Settings& operator=(const Settings&);
    Settings& operator=(Settings&&) noexcept;
    ~Settings();

    const std::vector<ParamSpec>& specs() const { return *specs_; }
    const ParamSpec& spec(const std::string& key) const;
    bool has(const std::string& key) const;

    const Value& value(const std::string& key) const { return values_[index(key)]; }
    /// Return a value of this type. Throw std::logic_error if the parameter has another.
    double number(const std::string& key) const;
    long long integer(const std::string& key) const;
    bool on(const std::string& key) const;
    int choice(const std::string& key) const;
    /// The value as a person writes it.
    std::string text(const std::string& key) const { return value_text(value(key)); }

    /// Sets a value of the parameter's type. Accepts an integer for a number, and a text as a person writes the value.
    /// Throws std::logic_error for another type.
    void set(const std::string& key, const Value& value);
    void set(const Assignments& assignments);
    /// Sets "key=value", as in --set.
    void set_assignment(const std::string& assignment);
    void reset(const std::string& key) { set(key, spec(key).initial); }

    /// Copies the values that `specs` describes into the plain struct at `params`.
    void store(const std::vector<ParamSpec>& specs, void* params) const;

    /// All values as {"key": value}; a choice by name.
    nlohmann::json to_json() const;
    /// Sets all of `values`, or none. Every error message begins with `where`, a file name.
    void merge(const nlohmann::json& values, const std::string& where);

    /// Keys whose values differ from `other`, which must have the same specs. Leaves out parameters with an effect
    /// below `least`.
    std::vector<std::string> differing(const Settings& other, Effect least = Effect::live) const;
    bool operator==(const Settings& other) const;

  private:
    std::size_t index(const std::string& key) const;
    template <class T> const T& get(const std::string& key) const;

    ParamSpecs specs_;
    std::vector<Value> values_;
};

}  // namespace nearfield
