#include "usp/explain/probe.inl"

namespace nearfield {
NF_PROBES(Cuda, 2);
NF_PROBES(Cuda, 3);
}  // namespace nearfield
