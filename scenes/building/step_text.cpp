#include "scenes/building/step_text.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>

namespace nearfield::building {
namespace {

/// The text with strings and comments blanked out; positions are preserved.
std::string without_strings(const std::string& text) {
    std::string bare = text;
    for (std::size_t at = 0; at < text.size();) {
        const bool string = text[at] == '\'', comment = text.compare(at, 2, "/*") == 0;
        if (!string && !comment) {
            ++at;
            continue;
        }
        const auto end = string ? text.find('\'', at + 1) : text.find("*/", at + 2);
        const auto stop = end == std::string::npos ? text.size() : end + (string ? 1 : 2);
        std::fill(bare.begin() + std::ptrdiff_t(at), bare.begin() + std::ptrdiff_t(stop), ' ');
        at = stop;
    }
    return bare;
}

/// The first schema named by FILE_SCHEMA, in capitals; empty if there is none.
std::string schema_of(const std::string& text) {
    const auto head = text.find("FILE_SCHEMA");
    const auto from = head == std::string::npos ? head : text.find('\'', head);
    const auto to = from == std::string::npos ? from : text.find('\'', from + 1);
    if (to == std::string::npos) return "";
    std::string schema = text.substr(from + 1, to - from - 1);
    std::transform(schema.begin(), schema.end(), schema.begin(), [](unsigned char c) { return std::toupper(c); });
    return schema;
}

/// Parses "IFCLINEINDEX((1,2)),IFCARCINDEX((2,3,4))" up to the first error.
class Pieces {
  public:
    explicit Pieces(std::string_view text) : text_(text) {}

    std::vector<CurvePiece> read() {
        std::vector<CurvePiece> pieces;
        while (next_word()) {
            CurvePiece piece{.arc = word_ == "IFCARCINDEX"};
            if (!piece.arc && word_ != "IFCLINEINDEX") break;
            while (next_number()) piece.points.push_back(number_);
            pieces.push_back(std::move(piece));
        }
        return pieces;
    }

  private:
    void skip(std::string_view what) { at_ = std::min(text_.find_first_not_of(what, at_), text_.size()); }
    bool next_word() {
        skip(" \t\r\n(),");
        const auto end = std::min(text_.find_first_of(" \t\r\n(", at_), text_.size());
        word_ = text_.substr(at_, end - at_);
        at_ = end;
        return !word_.empty();
    }
    bool next_number() {
        skip(" \t\r\n(,");
        const auto [end, problem] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), number_);
        at_ = std::size_t(end - text_.data());
        return problem == std::errc{};
    }

    std::string_view text_, word_;
    std::size_t at_ = 0;
    int number_ = 0;
};

/// Position of the bracket that closes the one at `from`, or npos.
std::size_t closing(std::string_view bare, std::size_t from) {
    int depth = 0;
    for (std::size_t at = from; at < bare.size(); ++at) {
        depth += bare[at] == '(';
        depth -= bare[at] == ')';
        if (depth == 0) return at;
    }
    return std::string_view::npos;
}

/// Number of the entity whose type name begins at `name`, as in "#12 = NAME"; 0 if there is none.
int number_before(std::string_view bare, std::size_t name) {
    const auto hash = bare.rfind('#', name), equals = bare.find('=', hash);
    int number = 0;
    if (hash != std::string_view::npos && equals < name)
        std::from_chars(bare.data() + hash + 1, bare.data() + equals, number);
    return number;
}

/// The segment list of an indexed curve, found between two semicolons.
struct PieceList {
    int number = 0;
    std::size_t begin = 0, end = 0;  ///< position of its brackets
};
std::optional<PieceList> piece_list(std::string_view instance) {
    constexpr auto none = std::string_view::npos;
    const auto at = instance.find("IFCINDEXEDPOLYCURVE");
    if (at == none) return {};
    const auto open = instance.find('(', at), comma = instance.find(',', open), list = instance.find('(', comma);
    const auto end = open == none ? none : closing(instance, open);
    if (end == none || list > end) return {};
    return PieceList{number_before(instance, at), list, closing(instance, list)};
}

constexpr double tau = 6.283185307179586;

/// Adds corners after a on the arc through a, b and c, up to c; a line if the points are collinear.
void add_arc(std::vector<glm::dvec3>& corners, glm::dvec3 a, glm::dvec3 b, glm::dvec3 c) {
    const glm::dvec3 ab = b - a, ac = c - a, normal = glm::cross(ab, ac);
    const double twice = glm::dot(normal, normal);
    if (!(twice > 1e-24 * glm::dot(ac, ac) * glm::dot(ab, ab))) {
        corners.push_back(b);
        corners.push_back(c);
        return;
    }
    const glm::dvec3 centre =
        a + (glm::dot(ac, ac) * glm::cross(normal, ab) + glm::dot(ab, ab) * glm::cross(ac, normal)) / (2 * twice);
    const glm::dvec3 x = a - centre, y = glm::cross(glm::normalize(normal), x);
    double angle = std::atan2(glm::dot(c - centre, y), glm::dot(c - centre, x));
    if (angle <= 0) angle += tau;
    constexpr double per_circle = 14, least = 6;  // as in GeometrySettings of ifcplusplus
    const int chords = int(std::max(least, std::ceil(per_circle * angle / tau)));
    for (int k = 1; k < chords; ++k)
        corners.push_back(centre + x * std::cos(angle * k / chords) + y * std::sin(angle * k / chords));
    corners.push_back(c);
}

}  // namespace

void check_step(const std::string& text, const std::string& name) {
    if (text.empty()) throw UsageError(name + ": the file is empty; export the model again");
    if (text.find("ISO-10303-21") > 1000)
        throw UsageError(name +
                         ": no IFC file in STEP form (it does not begin with ISO-10303-21); export the model as .ifc");
    const std::string schema = schema_of(text);
    if (schema.empty())
        throw UsageError(name + ": no FILE_SCHEMA names its schema; export the model again as IFC4 or IFC2x3");
    const bool known =
        schema.rfind("IFC2X3", 0) == 0 || (schema.rfind("IFC4", 0) == 0 && schema.rfind("IFC4X", 0) != 0);
    if (!known)
        throw UsageError(
            fmt::format("{}: the schema {} is not read; export the model as IFC4 or IFC2x3", name, schema));
}

bool is_whole_step(const std::string& text) { return text.find("END-ISO-10303-21") != std::string::npos; }

std::map<int, std::vector<CurvePiece>> take_curve_pieces(std::string& text) {
    std::map<int, std::vector<CurvePiece>> taken;
    if (text.find("IFCINDEXEDPOLYCURVE") == std::string::npos) return taken;
    const std::string bare = without_strings(text);
    for (std::size_t from = 0, stop; from < bare.size(); from = stop + 1) {
        stop = std::min(bare.find(';', from), bare.size());
        const std::string_view instance = std::string_view(bare).substr(from, stop - from);
        const auto list = piece_list(instance);
        if (!list) continue;
        taken[list->number] = Pieces(instance.substr(list->begin, list->end - list->begin)).read();
        text[from + list->begin] = '$';
        std::fill(text.begin() + std::ptrdiff_t(from + list->begin) + 1,
                  text.begin() + std::ptrdiff_t(from + list->end) + 1, ' ');
    }
    return taken;
}

std::vector<glm::dvec3> corners_of(const std::vector<glm::dvec3>& points, const std::vector<CurvePiece>& pieces) {
    if (pieces.empty()) return points;
    std::vector<glm::dvec3> corners;
    for (const auto& [arc, indices] : pieces) {
        std::vector<glm::dvec3> at;
        for (const int index : indices) {
            if (index < 1 || std::size_t(index) > points.size())
                throw Error(fmt::format("a curve with {} points refers to point {}", points.size(), index));
            at.push_back(points[std::size_t(index) - 1]);
        }
        if (at.size() < 2) continue;
        if (corners.empty() || corners.back() != at[0]) corners.push_back(at[0]);
        if (arc && at.size() == 3) add_arc(corners, at[0], at[1], at[2]);
        else corners.insert(corners.end(), at.begin() + 1, at.end());
    }
    return corners;
}

}  // namespace nearfield::building
