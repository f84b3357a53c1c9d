#pragma once
// Plans from text and files, and the plans that the program carries.
#include "libs/document/carried.hpp"
#include "libs/plans/plan.hpp"

namespace nearfield::plans {

/// Reads and checks (plan_check.hpp) a plan. Throws UsageError "name:line:column: what is wrong; remedy".
Plan read_plan(const std::string& text, const std::string& name);

/// Every plan under assets/plans, by key.
const std::vector<document::Carried>& carried_plans();

/// The plan with that key, or else the one in that file. Throws UsageError with the name looked for.
Plan load_plan(const std::string& key_or_file);

}  // namespace nearfield::plans
