#include "exec/exec.hpp"
namespace nearfield {
using TestedExec = Cuda;
}
#define BuildingRelations BuildingRelationsOnCuda
#define TrianglesOnBackend TrianglesOnCuda
#include "building_body.inl"
