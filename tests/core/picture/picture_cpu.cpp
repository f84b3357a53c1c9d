#include "exec/exec.hpp"
namespace nearfield {
using TestedExec = Cpu;
}
#define PictureCase PictureOnCpu
#define HiddenCase HiddenOnCpu
#include "picture_body.inl"
