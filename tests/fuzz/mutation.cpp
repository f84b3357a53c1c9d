#include "mutation.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace nearfield::fuzz {
namespace {

constexpr const char* separators = " \t\n,;:=/";
const std::vector<double> numbers{0,     -0.,    1,    -1,   2,       0.5,      1e-3,       1e-7,        1e-30,
                                  1e-45, 5e-324, 1e4,  1e5,  1e6,     16777217, 2147483647, -2147483648, 4294967296,
                                  1e16,  1e18,   1e19, 3e38, 3.41e38, 1.79e308, -1e308,     9999.999,    -1e-300};
const std::vector<std::string> tokens{"1e309",
                                      "-1e309",
                                      "nan",
                                      "inf",
                                      "-inf",
                                      "0x10",
                                      "1e-400",
                                      "00",
                                      "1e",
                                      "+1",
                                      ".5",
                                      "-",
                                      "",
                                      "\"",
                                      "\xff",
                                      "\xef\xbb\xbf",
                                      "\x1b[2J",
                                      "\r",
                                      "1,5",
                                      "99999999999999999999999",
                                      "0.30000000000000004"};

Json parsed(const std::string& text) { return Json::parse(text, nullptr, false); }
std::string written(const Json& value, int indent = -1) {
    return value.dump(indent, ' ', false, Json::error_handler_t::ignore);
}

void visit(Json& node, const std::function<void(Json&)>& use) {
    use(node);
    if (node.is_structured())
        for (auto& part : node) visit(part, use);
}

/// Words and separators in turn, beginning with a word.
std::vector<std::string> words_of(const std::string& text) {
    std::vector<std::string> words(1);
    bool between = false;
    for (const char c : text) {
        const bool separates = std::string(separators).find(c) != std::string::npos;
        if (separates != between) {
            words.emplace_back();
            between = separates;
        }
        words.back() += c;
    }
    return words;
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines(1);
    for (const char c : text)
        if (c == '\n') lines.emplace_back();
        else lines.back() += c;
    return lines;
}

std::string joined(const std::vector<std::string>& parts, const std::string& between) {
    std::string text;
    for (std::size_t i = 0; i < parts.size(); ++i) text += (i ? between : "") + parts[i];
    return text;
}

std::string varied(const std::string& word, std::size_t n) {
    const bool separates = word.find_first_of(separators) != std::string::npos;
    return separates ? word : word + std::to_string(n);
}

/// A variation of the same type, with other names and numbers.
Json varied(const Json& value, std::size_t n) {
    if (value.is_number()) return value.get<double>() + double(n);
    if (value.is_string()) return value.get<std::string>() + std::to_string(n);
    Json copy = value;
    if (value.is_structured())
        for (auto& part : copy)
            if (!part.is_object()) part = varied(part, n);
    return copy;
}

std::size_t size_of(const std::string& text) { return text.size() + 1; }
std::size_t size_of(const Json& value) { return written(value).size() + 1; }

/// Repeats parts [at, at + length) of a list up to a total of `most_bytes`; `vary` makes the copies differ.
template <class List>
void repeat(List& list, std::size_t at, std::size_t length, std::size_t times, bool vary = false) {
    constexpr std::size_t most_bytes = 200'000;
    const List part(list.begin() + std::ptrdiff_t(at), list.begin() + std::ptrdiff_t(at + length));
    std::size_t bytes = 1;
    for (const auto& one : part) bytes += size_of(one);
    List copies;
    for (std::size_t n = 1; n <= std::min(times, most_bytes / bytes); ++n)
        for (const auto& one : part) copies.push_back(vary ? varied(one, n) : one);
    list.insert(list.begin() + std::ptrdiff_t(at), copies.begin(), copies.end());
}

constexpr std::size_t most_parts = 50'000;

}  // namespace

void Vocabulary::learn(Form form, const std::string& text) {
    if (form == Form::words) {
        for (auto& word : words_of(text))
            if (word.size() < 64) words.push_back(std::move(word));
        return;
    }
    for (const auto& line : form == Form::json ? std::vector{text} : lines_of(text)) {
        Json root = parsed(line);
        if (root.is_discarded()) continue;
        visit(root, [&](Json& node) {
            if (written(node).size() < 2000) values.push_back(node);
            if (node.is_string()) words.push_back(node.get<std::string>());
            if (!node.is_object()) return;
            for (const auto& [key, value] : node.items())
                if (written(value).size() < 2000) members.emplace_back(key, value);
        });
    }
}

std::size_t Mutation::many() { return 1 + below(one_in(20) ? most_parts : one_in(4) ? 100 : 4); }

Json& Mutation::some_node(Json& root) {
    std::vector<Json*> nodes;
    visit(root, [&](Json& node) { nodes.push_back(&node); });
    return *any(nodes);
}

Json Mutation::number_like(double near) {
    switch (below(8)) {
    case 0: return near + (one_in(2) ? 1 : -1);
    case 1: return near * std::vector<double>{-1, 2, 0.5, 10, 0.1, 1e6}[below(6)];
    case 2: return std::nextafter(near, one_in(2) ? INFINITY : -INFINITY);
    case 3: return std::isfinite(near) ? std::int64_t(std::clamp(near, -1e18, 1e18)) : 0;
    case 4: return UINT64_MAX - below(2);
    default: return any(numbers);
    }
}

std::string Mutation::text_like(const std::string& near) {
    switch (below(7)) {
    case 0: return near + "x";
    case 1: return near.substr(0, near.size() / 2);
    case 2: return std::string(many(), 'a');
    case 3: return near + any(std::vector<std::string>{"\n", "\x1b[31m", "\t", "\x7f", "%s%n", "{}", "\"", "\xc3\xa4"});
    case 4: return bytes_(near.substr(0, 200));
    case 5: return near + near;
    default: return known_.words.empty() ? "" : any(known_.words);
    }
}

Json Mutation::value_like(const Json& near) {
    switch (below(8)) {
    case 0: return one_in(2) ? Json() : Json(one_in(2));
    case 1: return one_in(2) ? Json::array() : Json::object();
    case 2: return known_.values.empty() ? Json() : any(known_.values);
    case 3: return text_like(near.is_string() ? near.get<std::string>() : "");
    default: break;
    }
    if (near.is_string()) return text_like(near.get<std::string>());
    if (near.is_boolean()) return !near.get<bool>();
    return number_like(near.is_number() ? near.get<double>() : 1);
}

void Mutation::change_object(Json::object_t& object) {
    using Members = std::vector<Json::object_t::value_type>;  // allows duplicate keys
    auto& members = static_cast<Members&>(object);
    const auto add = [&](const std::string& key, const Json& value) { members.emplace_back(key, value); };
    if (object.empty() || one_in(3)) {
        if (known_.members.empty()) return;
        const auto& [key, value] = any(known_.members);
        return add(key, value);
    }
    const auto member = members[below(members.size())];
    switch (below(6)) {
    case 0: object.erase(member.first); break;
    case 1:
        object.erase(member.first);
        add(text_like(member.first), member.second);
        break;
    case 2: add(member.first, member.second); break;
    case 3:
        for (std::size_t n = std::min(many(), 400'000 / (10 + size_of(member.second))); n; --n)
            add(member.first + std::to_string(n), one_in(2) ? member.second : Json(0));
        break;
    default:
        for (const auto& [key, value] : known_.members)
            if (key == member.first && one_in(4)) object[key] = value;
    }
}

void Mutation::change_list(Json::array_t& list) {
    if (list.empty()) return list.push_back(known_.values.empty() ? Json() : any(known_.values));
    const std::size_t at = below(list.size()), length = 1 + below(std::min<std::size_t>(list.size() - at, 4));
    switch (below(6)) {
    case 0: list.erase(list.begin() + std::ptrdiff_t(at)); break;
    case 1: repeat(list, at, length, 1); break;
    case 2: repeat(list, at, length, many(), one_in(2)); break;
    case 3: std::swap(list[at], list[below(list.size())]); break;
    case 4: list[at] = list[below(list.size())]; break;
    default: list.insert(list.begin() + std::ptrdiff_t(at), value_like(list[at]));
    }
}

void Mutation::nest(Json& node) {
    const bool objects = !known_.members.empty() && one_in(2);
    for (std::size_t depth = std::min<std::size_t>(many(), 300); depth; --depth) {
        Json outer = objects ? Json::object() : Json::array();
        if (objects) outer[any(known_.members).first] = std::move(node);
        else outer.push_back(std::move(node));
        node = std::move(outer);
    }
}

void Mutation::change(Json& root) {
    Json& node = some_node(root);
    if (one_in(20)) return nest(node);
    if (node.is_object() && !one_in(6)) return change_object(node.get_ref<Json::object_t&>());
    if (node.is_array() && !one_in(6)) return change_list(node.get_ref<Json::array_t&>());
    if (one_in(4)) {
        node = Json(some_node(root));
        return;
    }
    node = value_like(node);
}

/// Malformed values: broken numbers, invalid text, unclosed brackets.
std::string Mutation::broken(std::string text) {
    const std::size_t at = below(text.size() + 1);
    switch (below(6)) {
    case 0: return text.substr(0, at);
    case 1: return text.insert(at, std::string(many(), one_in(2) ? '[' : '{'));
    case 2: return text.insert(at, std::string(1 + below(400), '9'));
    case 3: {
        std::string nested;
        for (std::size_t n = many(); n; --n) nested += "{\"a\":";
        return text.insert(at, nested);
    }
    case 4: return bytes_(text);
    default: return text.insert(at, any(tokens));
    }
}

std::string Mutation::changed_json(const std::string& text) {
    Json root = parsed(text);
    if (root.is_discarded()) return broken(text);
    for (std::size_t n = 1 + below(4); n; --n) change(root);
    const std::string made = written(root, one_in(4) ? 2 : -1);
    return one_in(12) ? broken(made) : made;
}

std::string Mutation::changed_lines(const std::string& text) {
    auto lines = lines_of(text);
    const std::size_t at = below(lines.size());
    switch (below(8)) {
    case 0: lines.erase(lines.begin() + std::ptrdiff_t(at)); break;
    case 1: repeat(lines, at, 1, many()); break;
    case 2: std::swap(lines[at], lines[below(lines.size())]); break;
    default: lines[at] = changed_json(lines[at]);
    }
    return joined(lines, "\n");
}

std::string Mutation::changed_words(const std::string& text) {
    if (one_in(8)) return broken(text);
    auto words = words_of(text);
    for (std::size_t n = 1 + below(4); n && !words.empty(); --n) {
        const std::size_t at = below(words.size()), length = 1 + below(std::min<std::size_t>(words.size() - at, 12));
        std::string& word = words[at];
        switch (below(8)) {
        case 0: words.erase(words.begin() + std::ptrdiff_t(at)); break;
        case 1: repeat(words, at, length, many(), one_in(2)); break;
        case 2: word = words[below(words.size())]; break;
        case 3: word = written(number_like(std::atof(word.c_str()))); break;
        case 4: word = any(tokens); break;
        case 5: word = text_like(word); break;
        default: word = known_.words.empty() ? "" : any(known_.words);
        }
    }
    return joined(words, "");
}

std::string Mutation::changed(Form form, const std::string& text) {
    switch (form) {
    case Form::json: return changed_json(text);
    case Form::json_lines: return changed_lines(text);
    default: return changed_words(text);
    }
}

std::string Mutation::crossed(Form form, const std::string& a, const std::string& b) {
    if (form == Form::json) {
        Json to = parsed(a), from = parsed(b);
        if (to.is_discarded() || from.is_discarded()) return a;
        some_node(to) = Json(some_node(from));
        return written(to);
    }
    auto to = lines_of(a);
    const auto from = lines_of(b);
    to.insert(to.begin() + std::ptrdiff_t(below(to.size() + 1)), any(from));
    return joined(to, "\n");
}

}  // namespace nearfield::fuzz
