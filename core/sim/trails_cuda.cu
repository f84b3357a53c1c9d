#include "sim/trails.inl"

namespace nearfield {
template class TrailHistory<Cuda, 2>;
template class TrailHistory<Cuda, 3>;
}  // namespace nearfield
