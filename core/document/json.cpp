#include "document/json.hpp"

#include "base/error.hpp"
#include "params/json_text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>
#include <unordered_set>

namespace nearfield {
namespace document {
namespace {

using nlohmann::json;
using Kind = JsonNode::Kind;

JsonNode& add_to(JsonNode& around, const std::string&) { return around.items.emplace_back(); }
json& add_to(json& around, const std::string& key) { return around.is_array() ? around.emplace_back() : around[key]; }

void begin(JsonNode& node, Kind kind) { node.kind = kind; }
void begin(json& node, Kind kind) { node = kind == Kind::list ? json::array() : json::object(); }

template <class Number> void set(JsonNode& node, Number value) {
    node.kind = Kind::number;
    node.number = double(value);
}
void set(JsonNode&, std::nullptr_t) {}
void set(JsonNode& node, bool value) {
    node.kind = Kind::truth;
    node.truth = value;
}
void set(JsonNode& node, const std::string& value) {
    node.kind = Kind::text;
    node.text = value;
}
template <class Value> void set(json& node, const Value& value) { node = value; }

/// Converts byte offsets to lines and columns.
class Lines {
  public:
    explicit Lines(const std::string& text) {
        for (std::size_t i = 0; i < text.size(); ++i)
            if (text[i] == '\n') start_.push_back(i + 1);
    }
    Place at(std::size_t offset) const {
        const auto line = std::upper_bound(start_.begin(), start_.end(), offset) - start_.begin();
        return {int(line), int(offset - start_[std::size_t(line - 1)]) + 1};
    }

  private:
    std::vector<std::size_t> start_{0};
};

/// An iterator over the text that records the position of the parser. Copies share the record.
struct Counting {
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;
    const char* at;
    const char** furthest;

    reference operator*() const { return *at; }
    Counting& operator++() {
        *furthest = ++at;
        return *this;
    }
    Counting operator++(int) {
        Counting before = *this;
        ++*this;
        return before;
    }
    bool operator==(const Counting& o) const { return at == o.at; }
};

/// Builds a tree of JsonNode or json from the events of nlohmann's parser.
template <class Node> class Builder {
  public:
    Builder(const std::string& text, const std::string& file)
        : text_(text),
          file_(file),
          lines_(text),
          read_(text.data()),
          seen_(text.data()) {}

    Node build() {
        const char* end = text_.data() + text_.size();
        json::sax_parse(Counting{text_.data(), &read_}, Counting{end, &read_}, this);
        return std::move(root_);
    }

    bool null() { return add(nullptr); }
    bool boolean(bool value) { return add(value); }
    bool number_integer(std::int64_t value) { return add(value); }
    bool number_unsigned(std::uint64_t value) { return add(value); }
    bool number_float(double value, const std::string&) { return add(value); }
    bool string(std::string& value) {
        refuse_nul(value);
        return add(value);
    }
    bool binary(json::binary_t&) { return false; }
    bool start_object(std::size_t) { return open(Kind::object); }
    bool start_array(std::size_t) { return open(Kind::list); }
    bool end_object() { return close(); }
    bool end_array() { return close(); }
    bool key(std::string& name) {
        refuse_nul(name);
        key_place_ = token();
        if (!keys_.back().insert(name).second)
            complain(file_, key_place_, "the key '" + name + "' occurs twice; keep one");
        key_ = name;
        return true;
    }
    bool parse_error(std::size_t byte, const std::string&, const json::exception& problem) {
        const std::size_t last = std::min(byte ? byte - 1 : 0, text_.size());
        const bool separator = last < text_.size() && (text_[last] == ',' || text_[last] == ':');
        complain(file_, separator ? lines_.at(last) : token(), json_reason(problem.what()));
    }

  private:
    /// Throws UsageError for a NUL, which would silently truncate file names.
    void refuse_nul(const std::string& text) {
        if (text.find('\0') != std::string::npos) complain(file_, token(), nul_in_text);
    }
    /// Start of the token just read.
    Place token() {
        const char* at = seen_;
        while (at < read_ && (std::isspace(static_cast<unsigned char>(*at)) || *at == ',' || *at == ':')) ++at;
        seen_ = read_;
        return lines_.at(std::size_t(at - text_.data()));
    }
    Node& add_node(Place place) {
        Node& node = around_.empty() ? root_ : add_to(*around_.back(), key_);
        if constexpr (std::is_same_v<Node, JsonNode>) {
            node.place = place;
            node.key_place = key_place_;
            node.key = key_;
        }
        key_.clear();
        return node;
    }
    template <class Value> bool add(const Value& value) {
        set(add_node(token()), value);
        return true;
    }
    bool open(Kind kind) {
        constexpr std::size_t deepest = 64;
        const Place place = token();
        Node& node = add_node(place);
        begin(node, kind);
        if (around_.size() >= deepest)
            complain(file_, place, "more than 64 brackets within each other; nothing needs that");
        around_.push_back(&node);
        keys_.emplace_back();
        return true;
    }
    bool close() {
        seen_ = read_;
        around_.pop_back();
        keys_.pop_back();
        return true;
    }

    const std::string& text_;
    const std::string& file_;
    Lines lines_;
    const char* read_;  ///< end of the text read so far, at most one character past the token
    const char* seen_;
    Node root_;
    std::vector<Node*> around_;
    std::vector<std::unordered_set<std::string>> keys_;  ///< keys of each open object
    std::string key_;
    Place key_place_;
};

}  // namespace

void complain(const std::string& file, Place place, const std::string& what) {
    if (place.line == 0) throw UsageError(file + ": " + what);
    throw UsageError(fmt::format("{}:{}:{}: {}", file, place.line, place.column, what));
}

const JsonNode* JsonNode::find(std::string_view name) const {
    for (const auto& item : items)
        if (item.key == name) return &item;
    return nullptr;
}

const char* name_of(Kind kind) {
    constexpr const char* names[] = {"null", "true or false", "a number", "a text", "a list", "an object"};
    return names[int(kind)];
}

JsonNode parse_json(const std::string& text, const std::string& file) { return Builder<JsonNode>(text, file).build(); }

}  // namespace document

std::string json_reason(const std::string& message) {
    const auto column = message.find(", column "), code = message.find("] ");
    return message.substr(column == std::string::npos ? code + 2 : message.find(": ", column) + 2);
}

nlohmann::json read_json(const std::string& text, const std::string& name) {
    return document::Builder<nlohmann::json>(text, name).build();
}

std::string no_key(const std::string& key, const std::string& in, const std::vector<std::string>& known) {
    return fmt::format("no key '{}' {}.{}", key, in, suggest(key, known));
}

void require_known_keys(const nlohmann::json& object, const std::vector<std::string>& known, const std::string& where,
                        const std::string& in) {
    for (const auto& [key, value] : object.items())
        if (std::find(known.begin(), known.end(), key) == known.end())
            throw UsageError(where + ": " + no_key(key, in, known));
}

void require_format(const nlohmann::json& file, const std::string& where, const std::string& otherwise) {
    if (!file.is_object() || !file.contains("nearfield")) throw UsageError(where + ": " + otherwise);
    if (file["nearfield"] != 1)
        throw UsageError(fmt::format("{}: \"nearfield\": {} is not a version this program reads; it reads 1", where,
                                     json_text(file["nearfield"])));
}

}  // namespace nearfield
