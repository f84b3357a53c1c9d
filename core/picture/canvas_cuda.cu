#include "picture/canvas.inl"

namespace nearfield {
template class Canvas<Cuda>;
}
