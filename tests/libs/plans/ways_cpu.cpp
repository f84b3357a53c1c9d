#include "exec/exec.hpp"
namespace nearfield {
using TestedExec = Cpu;
}
#define WaysCase WaysOnCpu
#include "ways_body.inl"
