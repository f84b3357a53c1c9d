#include "exec/exec.hpp"
namespace nearfield {
using TestedExec = Cpu;
}
#define Sectors SectorsOnCpu
#include "sector_body.inl"
