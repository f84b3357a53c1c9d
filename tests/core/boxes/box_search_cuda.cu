#include "exec/exec.hpp"
namespace nearfield {
using TestedExec = Cuda;
}
#define BoxesCase BoxesOnCuda
#include "box_search_body.inl"
