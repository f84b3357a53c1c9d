#include "usp/search/search.inl"
#include "usp/store/actors.inl"

namespace nearfield {

template class Actors<Cuda, 2>;
template class Actors<Cuda, 3>;
template class Search<Cuda, 2>;
template class Search<Cuda, 3>;
template void Search<Cuda, 2>::construct<false>(Cuda&, StageTimer<Cuda>&, Actors<Cuda, 2>&, u64);
template void Search<Cuda, 2>::construct<true>(Cuda&, StageTimer<Cuda>&, Actors<Cuda, 2>&, u64);
template void Search<Cuda, 3>::construct<false>(Cuda&, StageTimer<Cuda>&, Actors<Cuda, 3>&, u64);
template void Search<Cuda, 3>::construct<true>(Cuda&, StageTimer<Cuda>&, Actors<Cuda, 3>&, u64);

}  // namespace nearfield
