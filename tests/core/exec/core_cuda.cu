#include "exec/exec.hpp"
namespace nearfield {
using TestedExec = Cuda;
}
#define Core CoreOnCuda
#include "core_body.inl"
