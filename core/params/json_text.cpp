#include "params/json_text.hpp"

#include "base/error.hpp"
#include "base/foreign_text.hpp"

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

/// Rejects what nlohmann accepts. It reads on its own: json::parse with a callback looks at all that a list holds
/// whenever one of its items ends.
class Watch : public nlohmann::json_sax<json> {
  public:
    explicit Watch(const std::string& name) : name_(name) {}

    bool start_object(std::size_t) override { return keys_.emplace_back(), open(); }
    bool start_array(std::size_t) override { return open(); }
    bool end_object() override { return keys_.pop_back(), --depth_, true; }
    bool end_array() override { return --depth_, true; }
    bool key(string_t& key) override {
        string(key);
        if (!keys_.back().insert(key).second)
            throw UsageError(name_ + ": the key '" + key + "' occurs twice; keep one");
        return true;
    }
    bool null() override { return true; }
    bool boolean(bool) override { return true; }
    bool number_integer(number_integer_t) override { return true; }
    bool number_unsigned(number_unsigned_t) override { return true; }
    bool number_float(number_float_t, const string_t&) override { return true; }
    bool string(string_t& text) override {
        if (text.find('\0') != std::string::npos) throw UsageError(name_ + ": " + nul_in_text);
        return true;
    }
    bool binary(binary_t&) override { return true; }
    bool parse_error(std::size_t, const std::string&, const json::exception&) override { return false; }

  private:
    bool open() {
        constexpr int deepest = 64;
        if (++depth_ > deepest)
            throw UsageError(name_ + ": more than 64 brackets within each other; nothing needs that");
        return true;
    }

    const std::string& name_;
    int depth_ = 0;
    std::vector<std::unordered_set<std::string>> keys_;
};

template <class Json> std::string dumped(const Json& value, int indent) {
    return json_safe(value.dump(indent, ' ', false, Json::error_handler_t::replace));
}

}  // namespace

std::string json_reason(const std::string& message) {
    const auto column = message.find(", column "), code = message.find("] ");
    return message.substr(column == std::string::npos ? code + 2 : message.find(": ", column) + 2);
}

json read_json(const std::string& text, const std::string& name) {
    try {
        Watch watch(name);
        json::sax_parse(text, &watch);
        return json::parse(text);
    } catch (const json::parse_error& problem) {
        const auto [line, column] = place(text, problem.byte);
        throw UsageError(fmt::format("{}:{}:{}: {}", name, line, column, json_reason(problem.what())));
    } catch (const json::exception& problem) {  // a number beyond all numbers
        throw UsageError(fmt::format("{}: {}", name, json_reason(problem.what())));
    }
}

std::string json_text(const json& value, int indent) { return dumped(value, indent); }

std::string json_text(const nlohmann::ordered_json& value, int indent) { return dumped(value, indent); }

}  // namespace nearfield
