#include "exec/exec.hpp"
namespace nearfield {
using TestedExec = Cuda;
}
#define BuildingRelations BuildingRelationsOnCuda
#include "building_body.inl"
