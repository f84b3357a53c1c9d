#pragma once
// Formulas over named numbers, as used in experiments and lessons: "present == 0 and time > 10".
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace nearfield {

/// A parsed and checked formula. It has numbers (12, 0.5, 1e-3), names, + - * / and signs, brackets, abs(a), min(a, b,
/// ...) and max(a, b, ...). Numbers are compared by < <= > >= == != (= means ==), conditions combined by and, or, not.
/// Precedence from the lowest: or, and, not, comparison, sum, product, sign. A name has letters, digits, _ and dots.
///
/// NaN is an unknown value: every number computed from it is unknown, and every comparison with it is false.
class Expression {
  public:
    /// Parse a text over `names` as a number or as a condition. Throw UsageError with the column of the mistake and the
    /// expected token.
    static Expression number(const std::string& text, const std::vector<std::string>& names);
    static Expression condition(const std::string& text, const std::vector<std::string>& names);

    const std::string& text() const { return text_; }
    /// The names in use, as indices into the given names.
    std::vector<std::size_t> uses() const;
    /// The number, or 1 and 0 for a condition that holds or not. `values` are in the order of the given names. Throws
    /// std::logic_error if there are too few.
    double value(const std::vector<double>& values) const;
    bool holds(const std::vector<double>& values) const { return value(values) != 0; }

    /// An operation on the top of a stack of numbers. Conditions are 1 and 0.
    struct Operation {
        // clang-format off
        enum class Code : std::uint8_t {
            constant, name,            // push a number
            negate, absolute, invert,  // on the topmost number; the others on the two topmost
            add, subtract, multiply, divide, least, most, less, at_most, above, at_least, equal, unequal, both, either
        };
        // clang-format on
        Code code;
        double constant = 0;
        std::size_t name = 0;
    };

  private:
    Expression(std::string text, std::vector<Operation> operations)
        : text_(std::move(text)),
          operations_(std::move(operations)) {}
    static Expression read(const std::string& text, const std::vector<std::string>& names, bool condition);

    std::string text_;
    std::vector<Operation> operations_;  ///< in order of execution
};

}  // namespace nearfield
