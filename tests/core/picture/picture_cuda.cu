#include "exec/exec.hpp"
namespace nearfield {
using TestedExec = Cuda;
}
#define PictureCase PictureOnCuda
#define HiddenCase HiddenOnCuda
#include "picture_body.inl"
