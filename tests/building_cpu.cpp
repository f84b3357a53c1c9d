#include "exec/exec.hpp"
namespace nearfield {
using TestedExec = Cpu;
}
#define BuildingRelations BuildingRelationsOnCpu
#include "building_body.inl"
