#include "exec/exec.hpp"
namespace nearfield {
using TestedExec = Cuda;
}
#define MultimapCase MultimapOnCuda
#include "multimap_body.inl"
