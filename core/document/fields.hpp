#pragma once
// Typed access to the members of a JSON object. Errors state the place. Unread keys are reported as unknown.
#include "base/vec.hpp"
#include "document/json.hpp"

#include <functional>

namespace nearfield::document {

/// Range of permitted numbers: [lo, hi], or (lo, hi] with `above`.
struct Limits {
    double lo, hi;
    bool above = false;  ///< excludes lo
};

constexpr double largest_coordinate = 10000;  // m; floats of this size are about a millimetre apart

/// A value, called `what` in error messages.
class Value {
  public:
    Value(const std::string& file, const JsonNode& node, std::string what)
        : file_(file),
          node_(node),
          what_(std::move(what)) {}

    const JsonNode& node() const { return node_; }
    bool is(JsonNode::Kind kind) const { return node_.kind == kind; }
    [[noreturn]] void fail(const std::string& problem) const;

    float number(Limits) const;
    int whole(Limits) const;
    bool truth() const;
    const std::string& text() const;  ///< not empty
    template <int D = 2> vec<D> point() const;
    std::vector<glm::vec2> points(std::size_t least) const;
    std::pair<glm::vec2, glm::vec2> line() const;
    /// Reads a polygon of at least three points, or two opposite corners of a rectangle.
    std::vector<glm::vec2> area() const;
    /// Reads a number, or [least, most].
    Range range(Limits) const;
    std::vector<Value> items() const;

  private:
    void require(JsonNode::Kind) const;

    const std::string& file_;
    const JsonNode& node_;
    std::string what_;
};

/// An object. done() rejects unread keys.
class Fields {
  public:
    Fields(const std::string& file, const JsonNode& node, std::string what);

    Place place() const { return node_.place; }
    bool has(const std::string& key) { return get(key) != nullptr; }
    Value need(const std::string& key);
    /// Calls use(value) if the key exists.
    void maybe(const std::string& key, const std::function<void(const Value&)>& use);
    /// Reads a list of objects: calls read(fields, name) for each, then done(). The name is the value of 'name', or
    /// `kind` with the object's number: "kind 2".
    void each(const std::string& key, const std::string& kind,
              const std::function<void(Fields&, const std::string&)>& read);
    void done() const;
    [[noreturn]] void fail(const std::string& problem) const;

  private:
    const JsonNode* get(const std::string& key);

    const std::string& file_;
    const JsonNode& node_;
    std::string what_;
    std::vector<std::string> asked_;
};

}  // namespace nearfield::document
