#include "exec/exec.hpp"
namespace nearfield {
using TestedExec = Cuda;
}
#define WaysCase WaysOnCuda
#include "ways_body.inl"
