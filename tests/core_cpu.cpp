#include "exec/exec.hpp"
namespace nearfield {
using TestedExec = Cpu;
}
#define Core CoreOnCpu
#include "core_body.inl"
