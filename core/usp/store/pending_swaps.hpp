#pragma once
#include "base/innermost.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace nearfield {

/// Columns whose next() was taken in the current step without a swap() afterwards. Exists during a step.
class PendingSwaps : public Innermost<PendingSwaps> {
  public:
    PendingSwaps() : pending_(std::move(spare_)) {}
    ~PendingSwaps() {
        pending_.clear();
        spare_ = std::move(pending_);
    }
    void took_next(const void* column, const char* what) {
        for (const auto& [pending, name] : pending_)
            if (pending == column) return;
        pending_.emplace_back(column, what);
    }
    void swapped(const void* column) {
        std::erase_if(pending_, [&](const auto& pending) { return pending.first == column; });
    }
    /// Throws std::logic_error with the names of the pending columns, if any.
    void require_none() const {
        std::string names;
        for (const auto& [column, name] : pending_) names += (names.empty() ? "'" : ", '") + std::string(name) + "'";
        if (!names.empty())
            throw std::logic_error("the step took next() of the column " + names +
                                   " and did not make it current; call swap() once it is written");
    }

  private:
    using Columns = std::vector<std::pair<const void*, const char*>>;
    static inline thread_local Columns spare_;  ///< memory of the last step, so that a step allocates none
    Columns pending_;
};

}  // namespace nearfield
