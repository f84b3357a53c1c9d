#include "exec/exec.hpp"
namespace nearfield {
using TestedExec = Cpu;
}
#define BuildingRelations BuildingRelationsOnCpu
#define TrianglesOnBackend TrianglesOnCpu
#include "building_body.inl"
