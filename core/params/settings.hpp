#pragma once
#include "params/param.hpp"

#include <nlohmann/json_fwd.hpp>

#include <memory>
#include <string>
#include <vector>

namespace nearfield {

using ParamSpecs = std::shared_ptr<const std::vector<ParamSpec>>;

/// The values of every parameter of one run, by key. Sliders, flags, presets and replays all end in `set`.
/// A value that is unknown, out of range or not a number throws UsageError naming key, value and the way out,
/// and leaves everything as it was.
class Settings {
  public:
    /// All parameters at their defaults. The specs' keys must be unique (throws std::logic_error).
    explicit Settings(ParamSpecs specs);

    const std::vector<ParamSpec>& specs() const { return *specs_; }
    const ParamSpec& spec(const std::string& key) const;
    bool has(const std::string& key) const;

    double get(const std::string& key) const;
    /// The value as a person writes it: a choice by name, a toggle as on/off.
    std::string text(const std::string& key) const;

    void set(const std::string& key, double value);
    void set(const std::string& key, const std::string& text);
    /// "key=value" as given to --set.
    void set_assignment(const std::string& assignment);
    void reset(const std::string& key) { set(key, spec(key).initial); }

    /// Copies the values that `specs` describes into the plain struct at `params`.
    void store(const std::vector<ParamSpec>& specs, void* params) const;

    /// All values as {"key": value}; a choice by name.
    nlohmann::json to_json() const;
    /// Sets what `values` holds; `where` (a file name) leads every complaint. All or nothing.
    void merge(const nlohmann::json& values, const std::string& where);

    /// Keys whose values differ from `other` (which must have the same specs).
    std::vector<std::string> differing(const Settings& other) const;
    bool operator==(const Settings& other) const { return specs_ == other.specs_ && values_ == other.values_; }

  private:
    std::size_t index(const std::string& key) const;

    ParamSpecs specs_;
    std::vector<double> values_;
};

/// A number as a person would write it: shortest text that reads back as the same float.
std::string format_number(double value);

}  // namespace nearfield
