#pragma once
#include "sim/command.hpp"

#include <bit>
#include <cmath>
#include <optional>
#include <random>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

namespace nearfield {

/// Random commands of every kind.
class Deck {
  public:
    explicit Deck(unsigned seed) : random_(seed) {}

    Command draw() { return draw(below(std::variant_size_v<AnyCommand>)); }
    Command draw(std::size_t kind) {
        Command drawn;
        const auto try_each = [&]<class... C>(const std::variant<C...>*) {
            std::size_t n = 0;
            ((n++ == kind ? void(drawn = draw_as<C>()) : void()), ...);
        };
        try_each(static_cast<const AnyCommand*>(nullptr));
        return drawn;
    }

  private:
    u64 below(u64 n) { return random_() % n; }
    float number() {
        for (;;)
            if (const float value = std::bit_cast<float>(u32(random_())); std::isfinite(value)) return value;
    }
    glm::vec3 place() { return {number(), number(), number()}; }
    std::string key() {
        std::string key;
        for (u64 n = 1 + below(12); n > 0; --n) key += "abcxyz._019"[below(11)];
        return key;
    }
    std::string words() {
        static const std::vector<std::string> letters{"a", "Z", " ", "=", "\"", "\\", "\n", "{", "ü", "→", "7", "-"};
        std::string words;
        for (u64 n = 1 + below(12); n > 0; --n) words += letters[below(letters.size())];
        return words;
    }
    template <class C> Command draw_as() {
        if constexpr (std::is_same_v<C, command::Load>) return load();
        else {
            C command;
            std::apply([&](const auto&... field) { (fill(command.*field.member, field.written), ...); },
                       fields_of<C>());
            return command;
        }
    }
    void fill(std::string& text, Written how) { text = how == Written::to_end ? words() : key(); }
    void fill(Value& value, Written) { value = below(5) ? words() : ""; }
    void fill(bool& on, Written) { on = below(2) == 0; }
    void fill(float& value, Written) { value = number(); }
    void fill(double& value, Written) { value = double(number()); }
    template <class Whole> void fill(Whole& value, Written) { value = Whole(random_()); }
    void fill(Backend& backend, Written) { backend = below(2) ? Backend::cpu : Backend::cuda; }
    void fill(glm::vec3& at, Written) { at = place(); }
    void fill(Moment& at, Written) { at = {random_(), random_()}; }
    void fill(std::vector<glm::vec3>& places, Written) {
        for (u64 n = below(4); n > 0; --n) places.push_back(place());
    }
    void fill(Assignments& assignments, Written) {
        for (u64 n = below(3); n > 0; --n) assignments[key()] = below(5) ? words() : "";
    }
    template <class T> void fill(std::optional<T>& value, Written how) {
        if (below(2)) fill(value.emplace(), how);
    }
    command::Load load() {
        const SceneInfo& scene = scenes()[below(scenes().size())];
        Settings settings = scene.defaults();
        for (const auto& spec : settings.specs()) {
            const double share = double(below(1000)) / 999, number = spec.lo + share * (spec.hi - spec.lo);
            switch (spec.kind) {
            case Kind::real: settings.set(spec.key, number); break;
            case Kind::integer: settings.set(spec.key, numeric(spec, std::floor(number))); break;
            case Kind::toggle: settings.set(spec.key, below(2) == 0); break;
            case Kind::choice: settings.set(spec.key, spec.choices[below(spec.choices.size())]); break;
            case Kind::text: settings.set(spec.key, words());
            }
        }
        return {&scene, settings, below(2) ? Backend::cpu : Backend::cuda};
    }

    std::mt19937_64 random_;
};

}  // namespace nearfield
