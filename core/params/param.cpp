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

ParamSpec& ParamSpec::in(std::string title) { return group = std::move(title), *this; }
ParamSpec& ParamSpec::when(std::string other, std::vector<std::string> values) {
    return conditions.push_back({std::move(other), Condition::Is::one_of, std::move(values)}), *this;
}
ParamSpec& ParamSpec::when_set(std::string other) {
    return conditions.push_back({std::move(other), Condition::Is::set, {}}), *this;
}
ParamSpec& ParamSpec::when_empty(std::string other) {
    return conditions.push_back({std::move(other), Condition::Is::empty, {}}), *this;
}
ParamSpec& ParamSpec::on_backend(std::string name) { return when(Condition::backend, {std::move(name)}); }

}  // namespace nearfield
