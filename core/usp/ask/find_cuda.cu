#include "usp/ask/find.inl"

namespace nearfield {

Found find_on_cuda(const FindRequest& request) { return find_as<Cuda>(request); }

FoundNearest nearest_on_cuda(const NearestRequest& request) { return nearest_as<Cuda>(request); }

}  // namespace nearfield
