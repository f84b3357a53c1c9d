#include "exec/exec.hpp"
namespace nearfield {
using TestedExec = Cuda;
}
#define PictureCase PictureOnCuda
#include "picture_body.inl"
