#include "exec/exec.hpp"
namespace nearfield {
using TestedExec = Cpu;
}
#define BoxesCase BoxesOnCpu
#include "boxes_body.inl"
