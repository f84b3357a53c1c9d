#include "params/read_json.hpp"

#include "base/error.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <unordered_set>
#include <vector>

namespace nearfield {
namespace {

using nlohmann::json;

/// Line and column of the last byte read, counted from 1.
std::pair<std::size_t, std::size_t> place(const std::string& text, std::size_t byte) {
    const std::size_t at = std::min(byte ? byte - 1 : 0, text.size());
    const std::size_t line = 1 + std::size_t(std::count(text.begin(), text.begin() + std::ptrdiff_t(at), '\n'));
    const std::size_t start = at == 0 ? std::string::npos : text.rfind('\n', at - 1);
    return {line, start == std::string::npos ? at + 1 : at - start};
}

/// nlohmann's message without its own codes and position.
std::string reason(const json::exception& problem) {
    const std::string what = problem.what();
    const auto from = what.find("syntax error");
    return from == std::string::npos ? what.substr(what.find("] ") + 2) : what.substr(from);
}

/// Rejects what nlohmann accepts, while it reads.
class Watch {
  public:
    explicit Watch(const std::string& name) : name_(name) {}

    bool operator()(int depth, json::parse_event_t event, json& value) {
        constexpr int deepest = 64;
        using Event = json::parse_event_t;
        if ((event == Event::object_start || event == Event::array_start) && depth >= deepest)
            throw UsageError(name_ + ": more than 64 brackets within each other; nothing needs that");
        if (event == Event::object_start) keys_.emplace_back();
        if (event == Event::object_end) keys_.pop_back();
        if (event == Event::key && !keys_.back().insert(value.get<std::string>()).second)
            throw UsageError(name_ + ": the key '" + value.get<std::string>() + "' occurs twice; keep one");
        return true;
    }

  private:
    const std::string& name_;
    std::vector<std::unordered_set<std::string>> keys_;
};

}  // namespace

json read_json(const std::string& text, const std::string& name) {
    Watch watch(name);
    try {
        return json::parse(
            text, [&](int depth, json::parse_event_t event, json& value) { return watch(depth, event, value); });
    } catch (const json::parse_error& problem) {
        const auto [line, column] = place(text, problem.byte);
        throw UsageError(fmt::format("{}:{}:{}: {}", name, line, column, reason(problem)));
    } catch (const json::exception& problem) {  // a number beyond all numbers
        throw UsageError(fmt::format("{}: {}", name, reason(problem)));
    }
}

}  // namespace nearfield
