#pragma once
// Formulas over named numbers, as experiments and lessons state them: "present == 0 and time > 10".
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace nearfield {

/// A formula that was read and checked. It has numbers (12, 0.5, 1e-3), names, + - * / and signs, brackets, abs(a),
/// min(a, b, ...), max(a, b, ...); comparisons < <= > >= == != between numbers (= means == too); and, or, not between
/// conditions. From the loosest: or, and, not, comparison, sum, product, sign. A name has letters, digits, _ and dots.
///
/// NaN stands for an unknown value: every number made from it is unknown, and every comparison with it is false.
class Expression {
  public:
    /// Reads a text that may use `names`, as a number or as a condition. Throws UsageError, which names the column of
    /// what is wrong and what was expected there.
    static Expression number(const std::string& text, const std::vector<std::string>& names);
    static Expression condition(const std::string& text, const std::vector<std::string>& names);

    const std::string& text() const { return text_; }
    /// The names that it uses, as indices into those given.
    std::vector<std::size_t> uses() const;
    /// The number; for a condition 1 if it holds, else 0. `values` belong to the names given, in their order; throws
    /// std::logic_error if there are too few.
    double value(const std::vector<double>& values) const;
    bool holds(const std::vector<double>& values) const { return value(values) != 0; }

    /// What is done with the numbers on top of a stack. Conditions are 1 and 0 there.
    struct Operation {
        // clang-format off
        enum class Code : std::uint8_t {
            constant, name,            // put one on top
            negate, absolute, invert,  // of the topmost; the others of the two topmost
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
    std::vector<Operation> operations_;  ///< in the order in which they are done
};

}  // namespace nearfield
