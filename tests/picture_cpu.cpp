#include "exec/exec.hpp"
namespace nearfield {
using TestedExec = Cpu;
}
#define PictureCase PictureOnCpu
#include "picture_body.inl"
