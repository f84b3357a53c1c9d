#pragma once
#include "sim/command.hpp"

#include <bit>
#include <cmath>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace nearfield {

/// Random commands of every kind.
class Deck {
  public:
    explicit Deck(unsigned seed) : random_(seed) {}

    Command draw() { return draw(below(std::variant_size_v<AnyCommand>)); }
    Command draw(std::size_t kind) {
        using namespace command;
        switch (kind) {
        case 0: return Set{key(), below(5) ? words() : ""};
        case 1: return command::Run{};
        case 2: return Pause{};
        case 3: return Step{random_()};
        case 4: return Reset{};
        case 5: return Setup{};
        case 6: return load();
        case 7: return Select{below(2) ? std::optional(u32(random_())) : std::nullopt};
        case 8: return Pick{place(), place(), number()};
        case 9: return Pace{double(int(random_())), int(random_())};
        case 10: return Record{words(), below(2) == 0};
        case 11: return StopRecording{};
        case 12: return use();
        case 13: return Tune{};
        case 14: return StopWork{};
        case 15: return Verify{u32(random_())};
        case 16: return Undo{};
        case 17: return Redo{};
        case 18: return Split{{{key(), words()}}, below(2) ? std::optional(Backend::cuda) : std::nullopt};
        case 19: return Unite{};
        case 20: return SaveState{words(), below(2) == 0};
        case 21: return Continue{words(), below(2) ? std::optional(Moment{random_(), random_()}) : std::nullopt};
        case 22: return NextStage{};
        case 23: return SlowMotion{double(number())};
        case 24: return Back{};
        default: return Compare{{{key(), words()}, {key(), ""}}, {}, int(random_())};
        }
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
    command::Use use() {
        command::Use use{.tool = key(), .at = {}};
        for (u64 n = below(4); n > 0; --n) use.at.push_back(place());
        return use;
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
