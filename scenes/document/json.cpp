#include "scenes/document/json.hpp"

#include "base/error.hpp"
#include "params/json_text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>
#include <unordered_set>

namespace nearfield::document {
namespace {

using nlohmann::json;
using Kind = JsonNode::Kind;

/// Converts offsets to places.
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

/// An iterator over the text that records how far the parser has read. Copies share the record.
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

class Builder {
  public:
    Builder(const std::string& text, const std::string& file)
        : text_(text),
          file_(file),
          lines_(text),
          read_(text.data()),
          seen_(text.data()) {}

    JsonNode build() {
        const char* end = text_.data() + text_.size();
        json::sax_parse(Counting{text_.data(), &read_}, Counting{end, &read_}, this);
        return std::move(root_);
    }

    bool null() { return add({.kind = Kind::nothing}); }
    bool boolean(bool value) { return add({.kind = Kind::truth, .truth = value}); }
    bool number_integer(std::int64_t value) { return add({.kind = Kind::number, .number = double(value)}); }
    bool number_unsigned(std::uint64_t value) { return add({.kind = Kind::number, .number = double(value)}); }
    bool number_float(double value, const std::string&) { return add({.kind = Kind::number, .number = value}); }
    bool string(std::string& value) {
        refuse_nul(value);
        return add({.kind = Kind::text, .text = value});
    }
    bool binary(json::binary_t&) { return false; }
    bool start_object(std::size_t) { return open(Kind::object); }
    bool start_array(std::size_t) { return open(Kind::list); }
    bool end_object() { return close(); }
    bool end_array() { return close(); }
    bool key(std::string& name) {
        refuse_nul(name);
        const Place place = token();
        if (!keys_.back().insert(name).second) complain(file_, place, "the key '" + name + "' occurs twice; keep one");
        key_ = name;
        key_place_ = place;
        return true;
    }
    bool parse_error(std::size_t byte, const std::string&, const json::exception& problem) {
        const std::size_t last = std::min(byte ? byte - 1 : 0, text_.size());
        const bool separator = last < text_.size() && (text_[last] == ',' || text_[last] == ':');
        complain(file_, separator ? lines_.at(last) : token(), json_reason(problem.what()));
    }

  private:
    /// A NUL would silently truncate file names.
    void refuse_nul(const std::string& text) {
        if (text.find('\0') != std::string::npos) complain(file_, token(), nul_in_text);
    }
    /// The start of the token that the parser has just read.
    Place token() {
        const char* at = seen_;
        while (at < read_ && (std::isspace(static_cast<unsigned char>(*at)) || *at == ',' || *at == ':')) ++at;
        seen_ = read_;
        return lines_.at(std::size_t(at - text_.data()));
    }
    bool add(JsonNode node) {
        node.place = token();
        node.key = std::move(key_);
        node.key_place = key_place_;
        key_.clear();
        if (around_.empty()) root_ = std::move(node);
        else around_.back()->items.push_back(std::move(node));
        return true;
    }
    bool open(Kind kind) {
        constexpr std::size_t deepest = 64;
        add({.kind = kind});
        JsonNode* node = around_.empty() ? &root_ : &around_.back()->items.back();
        if (around_.size() >= deepest)
            complain(file_, node->place, "more than 64 brackets within each other; nothing needs that");
        around_.push_back(node);
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
    const char* read_;  ///< end of the text read by the parser, at most one character past the token
    const char* seen_;
    JsonNode root_;
    std::vector<JsonNode*> around_;
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

JsonNode parse_json(const std::string& text, const std::string& file) { return Builder(text, file).build(); }

}  // namespace nearfield::document
