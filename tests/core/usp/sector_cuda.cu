#include "exec/exec.hpp"
namespace nearfield {
using TestedExec = Cuda;
}
#define Sectors SectorsOnCuda
#include "sector_body.inl"
