#include "sim/trails.inl"

namespace nearfield {
template class TrailHistory<Cpu, 2>;
template class TrailHistory<Cpu, 3>;
}  // namespace nearfield
