#include "exec/exec.hpp"
namespace nearfield {
using TestedExec = Cuda;
}
#define BoxesCase BoxesOnCuda
#include "boxes_body.inl"
