# OUTPUT: a C++ file that holds every plan under FOLDER
file(GLOB_RECURSE plans RELATIVE ${FOLDER} ${FOLDER}/*.json)
list(SORT plans)
set(rows "")
foreach(plan IN LISTS plans)
  file(READ ${FOLDER}/${plan} text)
  string(REGEX REPLACE "\\.json$" "" key ${plan})
  string(APPEND rows "    {\"${key}\", R\"plan(${text})plan\"},\n")
endforeach()
file(WRITE ${OUTPUT} "#include \"scenes/pedestrians/plan_reader.hpp\"

namespace nearfield::pedestrians {

const std::vector<PlanText>& carried_plans() {
    static const std::vector<PlanText> plans = {
${rows}    };
    return plans;
}

}  // namespace nearfield::pedestrians
")
