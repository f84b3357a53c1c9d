#include "params/expression.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <set>
#include <stdexcept>
#include <string_view>

namespace nearfield {
namespace {

using Operation = Expression::Operation;
using Code = Operation::Code;

enum class Type { number, condition };

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// A token of the text: a number, a word (a name, a function, and, or, not) or a sign. Empty at the end of the text.
struct Token {
    std::size_t at;
    std::string_view text;

    bool is_word() const { return !text.empty() && is_letter(text[0]); }
    bool is_number() const { return !text.empty() && (is_digit(text[0]) || text[0] == '.'); }
};

/// Column of a byte, in characters from 1 on.
std::size_t column_of(const std::string& text, std::size_t at) {
    const auto starts = [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; };
    return 1 + std::size_t(std::count_if(text.begin(), text.begin() + std::ptrdiff_t(at), starts));
}

[[noreturn]] void complain(const std::string& text, std::size_t at, const std::string& reason) {
    constexpr std::size_t longest = 80;
    const std::string shown = text.size() > longest ? text.substr(0, longest) + "..." : text;
    throw UsageError(fmt::format("'{}', column {}: {}", shown, column_of(text, at), reason));
}

/// Parses an expression by recursive descent. Each rule appends the operations of its tokens and returns its type.
class Reader {
  public:
    Reader(const std::string& text, const std::vector<std::string>& names) : text_(text), names_(names) { next(); }

    std::vector<Operation> read(Type wanted) {
        if (token_.text.empty()) complain(text_, 0, fmt::format("expected {}", called(wanted)));
        const Type type = either();
        if (!token_.text.empty()) refuse("an operator or the end");
        require(type, wanted, 0, wanted == Type::condition ? "compare it with something, such as == 0" : "");
        return std::move(operations_);
    }

  private:
    static const char* called(Type type) { return type == Type::number ? "a number" : "a condition"; }

    [[noreturn]] void refuse(const std::string& expected) const {
        complain(text_, token_.at,
                 token_.text.empty() ? fmt::format("expected {} here, where it ends", expected)
                                     : fmt::format("expected {}, not '{}'", expected, token_.text.substr(0, 40)));
    }
    void require(Type type, Type wanted, std::size_t at, const std::string& way_out = "") const {
        if (type == wanted) return;
        complain(text_, at,
                 fmt::format("expected {}, but this is {}{}{}", called(wanted), called(type),
                             way_out.empty() ? "" : "; ", way_out));
    }

    std::size_t length_at(std::size_t at) const {
        if (at == text_.size()) return 0;
        std::size_t end = at + 1;
        const auto take = [&](auto wanted) {
            while (end < text_.size() && wanted(text_[end])) ++end;
            return end - at;
        };
        const char c = text_[at];
        if (is_letter(c)) return take([](char d) { return is_letter(d) || is_digit(d) || d == '.'; });
        if (is_digit(c) || c == '.') {
            double value = 0;
            const auto read = std::from_chars(text_.data() + at, text_.data() + text_.size(), value);
            if (read.ec != std::errc{}) complain(text_, at, "expected a number that can be stored, such as 12 or 1e-3");
            return std::size_t(read.ptr - text_.data()) - at;
        }
        if (static_cast<unsigned char>(c) >= 0x80) return take([](char d) { return static_cast<signed char>(d) < 0; });
        return end < text_.size() && text_[end] == '=' && std::string_view("<>=!").find(c) != std::string_view::npos
                   ? 2
                   : 1;
    }
    void next() {
        std::size_t at = token_.at + token_.text.size();
        while (at < text_.size() && std::string_view(" \t\r\n").find(text_[at]) != std::string_view::npos) ++at;
        token_ = {at, std::string_view(text_).substr(at, length_at(at))};
    }
    bool take(std::string_view text) {
        if (token_.text != text) return false;
        next();
        return true;
    }
    void put(Code code) { operations_.push_back({.code = code}); }

    Type either() { return joined("or", Code::either, &Reader::both); }
    Type both() { return joined("and", Code::both, &Reader::inverted); }
    Type joined(const char* word, Code code, Type (Reader::*part)()) {
        const std::size_t at = token_.at;
        const Type type = (this->*part)();
        while (token_.text == word) {
            const std::string between = fmt::format("'{}' stands between conditions", word);
            require(type, Type::condition, at, between);
            next();
            const std::size_t right = token_.at;
            require((this->*part)(), Type::condition, right, between);
            put(code);
        }
        return type;
    }
    Type inverted() {
        bool is_inverted = false, any = false;
        for (; take("not"); any = true) is_inverted = !is_inverted;
        const std::size_t at = token_.at;
        const Type type = compared();
        if (any) require(type, Type::condition, at, "'not' stands before a condition");
        if (is_inverted) put(Code::invert);
        return type;
    }
    std::optional<Code> comparison() const {
        static constexpr std::pair<std::string_view, Code> signs[] = {
            {"<", Code::less},   {"<=", Code::at_most}, {">", Code::above},    {">=", Code::at_least},
            {"==", Code::equal}, {"=", Code::equal},    {"!=", Code::unequal},
        };
        for (const auto& [sign, code] : signs)
            if (token_.text == sign) return code;
        return std::nullopt;
    }
    Type compared() {
        const std::size_t at = token_.at;
        const Type type = sum();
        const auto code = comparison();
        if (!code) return type;
        const std::string between = fmt::format("'{}' compares numbers", token_.text);
        require(type, Type::number, at, between);
        next();
        const std::size_t right = token_.at;
        require(sum(), Type::number, right, between);
        put(*code);
        if (comparison())
            complain(text_, token_.at, "only two numbers are compared at once; join two comparisons with and");
        return Type::condition;
    }
    Type sum() { return calculated("+", Code::add, "-", Code::subtract, &Reader::product); }
    Type product() { return calculated("*", Code::multiply, "/", Code::divide, &Reader::sign); }
    Type calculated(const char* one, Code code, const char* other, Code other_code, Type (Reader::*part)()) {
        const std::size_t at = token_.at;
        const Type type = (this->*part)();
        while (token_.text == one || token_.text == other) {
            const bool is_one = token_.text == one;
            const std::string between = fmt::format("'{}' stands between numbers", is_one ? one : other);
            require(type, Type::number, at, between);
            next();
            const std::size_t right = token_.at;
            require((this->*part)(), Type::number, right, between);
            put(is_one ? code : other_code);
        }
        return type;
    }
    Type sign() {
        bool negative = false, any = false;
        for (; token_.text == "-" || token_.text == "+"; next()) {
            negative ^= token_.text == "-";
            any = true;
        }
        const std::size_t at = token_.at;
        const Type type = operand();
        if (any) require(type, Type::number, at, "a sign stands before a number");
        if (negative) put(Code::negate);
        return type;
    }
    Type operand() {
        if (token_.is_number()) return constant();
        if (token_.is_word()) return word();
        if (token_.text != "(") refuse("a number, a name or a bracket");
        const std::size_t at = token_.at;
        next();
        const Type type = within([&] { return either(); });
        close(at);
        return type;
    }
    template <class Read> Type within(Read read) {
        constexpr int deepest = 64;
        if (++depth_ > deepest)
            complain(text_, token_.at, "more than 64 brackets within each other; nothing needs that");
        const Type type = read();
        --depth_;
        return type;
    }
    void close(std::size_t opened) {
        if (!take(")")) refuse(fmt::format("')' for the bracket of column {}", column_of(text_, opened)));
    }
    Type constant() {
        double value = 0;
        std::from_chars(token_.text.data(), token_.text.data() + token_.text.size(), value);
        operations_.push_back({.code = Code::constant, .constant = value});
        next();
        return Type::number;
    }
    Type word() {
        const Token word = token_;
        if (word.text == "and" || word.text == "or" || word.text == "not") refuse("a number, a name or a bracket");
        next();
        if (token_.text == "(") return function(word);
        const auto found = std::find(names_.begin(), names_.end(), word.text);
        if (found == names_.end()) {
            const std::string name(word.text.substr(0, 60));
            complain(text_, word.at, fmt::format("no name '{}'.{}", name, suggest(name, names_)));
        }
        operations_.push_back({.code = Code::name, .name = std::size_t(found - names_.begin())});
        return Type::number;
    }
    Type function(const Token& name) {
        const bool is_least = name.text == "min", is_most = name.text == "max", is_absolute = name.text == "abs";
        if (!is_least && !is_most && !is_absolute)
            complain(text_, name.at,
                     fmt::format("no function '{}'; there are abs, min and max", name.text.substr(0, 60)));
        const std::size_t opened = token_.at;
        next();
        std::size_t count = 0;
        do {
            const std::size_t at = token_.at;
            require(within([&] { return either(); }), Type::number, at, fmt::format("'{}' is of numbers", name.text));
            if (++count > 1) put(is_least ? Code::least : Code::most);
            if (is_absolute && token_.text == ",") complain(text_, token_.at, "abs takes one number");
        } while (take(","));
        close(opened);
        if (is_absolute) put(Code::absolute);
        else if (count < 2) complain(text_, name.at, fmt::format("{} takes two numbers or more", name.text));
        return Type::number;
    }

    const std::string& text_;
    const std::vector<std::string>& names_;
    Token token_{0, {}};
    std::vector<Operation> operations_;
    int depth_ = 0;
};

double smaller(double a, double b) { return std::isnan(a) || a < b ? a : b; }
double larger(double a, double b) { return std::isnan(a) || a > b ? a : b; }

double result(Code code, double a, double b) {
    switch (code) {
    case Code::add: return a + b;
    case Code::subtract: return a - b;
    case Code::multiply: return a * b;
    case Code::divide: return a / b;
    case Code::least: return smaller(a, b);
    case Code::most: return larger(a, b);
    case Code::less: return a < b;
    case Code::at_most: return a <= b;
    case Code::above: return a > b;
    case Code::at_least: return a >= b;
    case Code::equal: return a == b;
    case Code::unequal: return a < b || a > b;
    case Code::both: return a != 0 && b != 0;
    case Code::either: return a != 0 || b != 0;
    default: throw std::logic_error("not an operation of two numbers");
    }
}

}  // namespace

Expression Expression::read(const std::string& text, const std::vector<std::string>& names, bool condition) {
    constexpr std::size_t longest = 10'000;
    if (text.size() > longest)
        throw UsageError(
            fmt::format("'{}...': {} characters are too many; {} fit", text.substr(0, 40), text.size(), longest));
    return {text, Reader(text, names).read(condition ? Type::condition : Type::number)};
}

Expression Expression::number(const std::string& text, const std::vector<std::string>& names) {
    return read(text, names, false);
}
Expression Expression::condition(const std::string& text, const std::vector<std::string>& names) {
    return read(text, names, true);
}

std::vector<std::size_t> Expression::uses() const {
    std::set<std::size_t> used;
    for (const auto& operation : operations_)
        if (operation.code == Code::name) used.insert(operation.name);
    return {used.begin(), used.end()};
}

double Expression::value(const std::vector<double>& values) const {
    std::vector<double> stack;
    stack.reserve(operations_.size());
    for (const auto& [code, constant, name] : operations_) {
        if (code == Code::constant || code == Code::name) {
            if (code == Code::name && name >= values.size())
                throw std::logic_error("a value of " + text_ + " is missing");
            stack.push_back(code == Code::name ? values[name] : constant);
        } else if (code == Code::negate || code == Code::absolute || code == Code::invert) {
            double& top = stack.back();
            top = code == Code::negate ? -top : code == Code::absolute ? std::abs(top) : double(top == 0);
        } else {
            const double right = stack.back();
            stack.pop_back();
            stack.back() = result(code, stack.back(), right);
        }
    }
    return stack.back();
}

}  // namespace nearfield
