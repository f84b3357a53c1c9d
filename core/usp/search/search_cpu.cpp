#include "usp/search/search.inl"
#include "usp/store/actors.inl"

namespace nearfield {

template class Actors<Cpu, 2>;
template class Actors<Cpu, 3>;
template class Search<Cpu, 2>;
template class Search<Cpu, 3>;
template void Search<Cpu, 2>::construct<false>(Cpu&, StageTimer<Cpu>&, Actors<Cpu, 2>&, u64);
template void Search<Cpu, 2>::construct<true>(Cpu&, StageTimer<Cpu>&, Actors<Cpu, 2>&, u64);
template void Search<Cpu, 3>::construct<false>(Cpu&, StageTimer<Cpu>&, Actors<Cpu, 3>&, u64);
template void Search<Cpu, 3>::construct<true>(Cpu&, StageTimer<Cpu>&, Actors<Cpu, 3>&, u64);

}  // namespace nearfield
