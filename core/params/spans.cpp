#include "params/spans.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <cmath>
#include <sstream>

namespace nearfield {
namespace {

[[noreturn]] void refuse(const std::string& key, const std::string& item) {
    throw UsageError(
        fmt::format("{}: '{}' is not four numbers; write two points x y x y for each, and ; between them", key, item));
}

Span read_span(const std::string& key, const std::string& item) {
    std::istringstream words(item);
    words.imbue(std::locale::classic());
    float v[4];
    std::string more;
    for (float& number : v)
        if (!(words >> number) || !std::isfinite(number)) refuse(key, item);
    if (words >> more) refuse(key, item);
    return {{v[0], v[1]}, {v[2], v[3]}};
}

std::string centimetres(float v) { return fmt::format("{}", float(std::round(double(v) * 100) / 100 + 0.0)); }

}  // namespace

std::vector<Span> read_spans(const std::string& key, const std::string& text) {
    std::vector<Span> spans;
    std::string plain = text;
    for (char& c : plain)
        if (c == ',') c = ' ';
    std::istringstream items(plain);
    for (std::string item; std::getline(items, item, ';');)
        if (item.find_first_not_of(" \t") != std::string::npos) spans.push_back(read_span(key, item));
    return spans;
}

std::string write_spans(const std::vector<Span>& spans) {
    std::string text;
    for (const auto& [a, b] : spans)
        text += fmt::format("{}{} {} {} {}", text.empty() ? "" : "; ", centimetres(a.x), centimetres(a.y),
                            centimetres(b.x), centimetres(b.y));
    return text;
}

}  // namespace nearfield
