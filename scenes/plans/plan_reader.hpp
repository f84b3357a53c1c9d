#pragma once
// Reads plans from text and files, and lists the built-in ones.
#include "scenes/document/carried.hpp"
#include "scenes/plans/plan.hpp"

namespace nearfield::plans {

/// Reads a plan and checks it (plan_check.hpp). Throws UsageError "name:line:column: what is wrong; remedy".
Plan read_plan(const std::string& text, const std::string& name);

/// Every plan under assets/plans, by key.
const std::vector<document::Carried>& carried_plans();

/// The plan with that key, or else from that file. Throws UsageError with the name.
Plan load_plan(const std::string& key_or_file);

}  // namespace nearfield::plans
