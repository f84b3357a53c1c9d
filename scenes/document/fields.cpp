#include "scenes/document/fields.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nearfield::document {

using Kind = JsonNode::Kind;

void Value::fail(const std::string& problem) const { complain(file_, node_.place, what_ + ": " + problem); }

void Value::require(Kind kind) const {
    if (node_.kind != kind) fail(fmt::format("is {}; give {}", name_of(node_.kind), name_of(kind)));
}

float Value::number(Limits limits) const {
    require(Kind::number);
    const double x = node_.number;
    if (x > limits.hi || x < limits.lo || (limits.above && x == limits.lo) || x != x)
        fail(fmt::format("is {}; give a number {} {} and at most {}", x, limits.above ? "above" : "from", limits.lo,
                         limits.hi));
    return float(x);
}

int Value::whole(Limits limits) const {
    const float x = number(limits);
    if (node_.number != std::floor(node_.number)) fail(fmt::format("is {}; give a whole number", x));
    return int(node_.number);
}

bool Value::truth() const {
    require(Kind::truth);
    return node_.truth;
}

const std::string& Value::text() const {
    require(Kind::text);
    if (node_.text.empty()) fail("is empty; give a text");
    return node_.text;
}

template <int D> vec<D> Value::point() const {
    constexpr const char* names[] = {", x", ", y", ", z"};
    require(Kind::list);
    if (node_.items.size() != D)
        fail(fmt::format("a point has {} numbers; give {}", node_.items.size(), D == 2 ? "[x, y]" : "[x, y, z]"));
    vec<D> p;
    for (int a = 0; a < D; ++a)
        p[a] = Value(file_, node_.items[std::size_t(a)], what_ + names[a])
                   .number({-largest_coordinate, largest_coordinate});
    return p;
}
template vec<2> Value::point<2>() const;
template vec<3> Value::point<3>() const;

std::vector<Value> Value::items() const {
    require(Kind::list);
    std::vector<Value> values;
    for (const auto& item : node_.items) values.emplace_back(file_, item, what_);
    return values;
}

std::vector<glm::vec2> Value::points(std::size_t least) const {
    std::vector<glm::vec2> list;
    for (const auto& item : items()) list.push_back(item.point());
    if (list.size() < least) fail(fmt::format("has {} points; give at least {}", list.size(), least));
    return list;
}

std::pair<glm::vec2, glm::vec2> Value::line() const {
    const auto ends = points(2);
    if (ends.size() != 2) fail(fmt::format("has {} points; a line has 2", ends.size()));
    if (ends[0] == ends[1]) fail(fmt::format("both ends are ({}, {}); give it a length", ends[0].x, ends[0].y));
    return {ends[0], ends[1]};
}

std::vector<glm::vec2> Value::area() const {
    const auto corners = points(2);
    if (corners.size() > 2) return corners;
    const glm::vec2 lo = glm::min(corners[0], corners[1]), hi = glm::max(corners[0], corners[1]);
    return {lo, {hi.x, lo.y}, hi, {lo.x, hi.y}};
}

Range Value::range(Limits limits) const {
    if (is(Kind::number)) return {number(limits), number(limits)};
    const auto ends = items();
    if (ends.size() != 2) fail(fmt::format("has {} numbers; give one, or [least, most]", ends.size()));
    const Range r{ends[0].number(limits), ends[1].number(limits)};
    if (r.lo > r.hi) fail(fmt::format("the least, {}, is above the most, {}; swap them", r.lo, r.hi));
    return r;
}

Fields::Fields(const std::string& file, const JsonNode& node, std::string what)
    : file_(file),
      node_(node),
      what_(std::move(what)) {
    if (node.kind != Kind::object) fail(fmt::format("is {}; give an object, {{...}}", name_of(node.kind)));
}

const JsonNode* Fields::get(const std::string& key) {
    asked_.push_back(key);
    return node_.find(key);
}

Value Fields::need(const std::string& key) {
    const JsonNode* found = get(key);
    if (!found) fail("the key '" + key + "' is missing; add it");
    return {file_, *found, what_ + ", " + key};
}

void Fields::maybe(const std::string& key, const std::function<void(const Value&)>& use) {
    if (const JsonNode* found = get(key)) use({file_, *found, what_ + ", " + key});
}

void Fields::each(const std::string& key, const std::string& kind,
                  const std::function<void(Fields&, const std::string&)>& read) {
    maybe(key, [&](const Value& list) {
        int number = 0;
        for (const auto& item : list.items()) {
            std::string name = fmt::format("{} {}", kind, ++number);
            Fields(file_, item.node(), name).maybe("name", [&](const Value& v) { name = v.text(); });
            Fields fields(file_, item.node(), name);
            fields.has("name");
            read(fields, name);
            fields.done();
        }
    });
}

void Fields::done() const {
    for (const auto& item : node_.items)
        if (std::find(asked_.begin(), asked_.end(), item.key) == asked_.end())
            complain(file_, item.key_place,
                     fmt::format("{}: no key '{}' here.{}", what_, item.key, suggest(item.key, asked_)));
}

void Fields::fail(const std::string& problem) const { complain(file_, node_.place, what_ + ": " + problem); }

}  // namespace nearfield::document
