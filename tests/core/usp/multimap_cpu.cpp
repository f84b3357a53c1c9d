#include "exec/exec.hpp"
namespace nearfield {
using TestedExec = Cpu;
}
#define MultimapCase MultimapOnCpu
#include "multimap_body.inl"
