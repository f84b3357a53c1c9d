#include "exec/exec.hpp"
namespace nearfield {
using TestedExec = Cpu;
}
#define BoxesCase BoxesOnCpu
#include "box_search_body.inl"
