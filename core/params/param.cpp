#include "params/param.hpp"

namespace nearfield {

ParamSpec::ParamSpec(Kind kind, std::string key, std::string label, std::string help, Value initial, SetMember set)
    : key(std::move(key)),
      label(std::move(label)),
      help(std::move(help)),
      kind(kind),
      initial(std::move(initial)),
      set(std::move(set)) {}
ParamSpec::ParamSpec(const ParamSpec&) = default;
ParamSpec::ParamSpec(ParamSpec&&) noexcept = default;
ParamSpec& ParamSpec::operator=(const ParamSpec&) = default;
ParamSpec& ParamSpec::operator=(ParamSpec&&) noexcept = default;
ParamSpec::~ParamSpec() = default;

ParamSpec& ParamSpec::names_file() {
    file = true;
    return *this;
}
ParamSpec& ParamSpec::log() {
    logarithmic = true;
    return *this;
}
ParamSpec& ParamSpec::does(Effect e) {
    effect = e;
    return *this;
}
ParamSpec& ParamSpec::in(std::string title) {
    group = std::move(title);
    return *this;
}
ParamSpec& ParamSpec::of(Section owner) {
    section = owner;
    return *this;
}
ParamSpec& ParamSpec::when(std::string other, std::vector<std::string> values) {
    conditions.push_back({std::move(other), Condition::Is::one_of, std::move(values)});
    return *this;
}
ParamSpec& ParamSpec::when_set(std::string other) {
    conditions.push_back({std::move(other), Condition::Is::set, {}});
    return *this;
}
ParamSpec& ParamSpec::when_empty(std::string other) {
    conditions.push_back({std::move(other), Condition::Is::empty, {}});
    return *this;
}
ParamSpec& ParamSpec::on_backend(std::string name) { return when(Condition::backend, {std::move(name)}); }

}  // namespace nearfield
