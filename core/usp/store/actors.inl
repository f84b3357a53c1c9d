#pragma once
// Definitions for search_cpu.cpp and search_cuda.cu, which instantiate them.
#include "usp/store/actors.hpp"

namespace nearfield {

namespace detail {

template <int D> struct MoveActors {
    const u32* source;
    const Packed<D>* from;
    Packed<D>* to;
    const u32* id_from;
    u32* id_to;
    NF_HD void operator()(u32 k) const {
        const u32 s = source[k];
        to[k] = from[s];
        id_to[k] = id_from[s];
    }
};

}  // namespace detail

template <class Exec, int D> void Actors<Exec, D>::resize(u32 n) {
    position.resize(n, "positions");
    id.resize(n, "actor ids");
    for (auto& c : carried_) c->resize(n);
    size_ = n;
}

template <class Exec, int D> void Actors<Exec, D>::gather(Exec& exec, const u32* source) {
    for_each(exec, size_, detail::MoveActors<D>{source, position.current(), position.next(), id.current(), id.next()});
    position.swap();
    id.swap();
    for (auto& c : carried_) c->gather(exec, source, size_);
}

template <class Exec, int D> void Actors<Exec, D>::scatter_carried(Exec& exec, const u32* target) {
    for (auto& c : carried_) c->scatter(exec, target, size_);
}

template <class Exec, int D> std::size_t Actors<Exec, D>::bytes() const {
    std::size_t sum = position.bytes() + id.bytes();
    for (const auto& c : carried_) sum += c->bytes();
    return sum;
}

template <class Exec, int D> typename Actors<Exec, D>::Saved Actors<Exec, D>::save(Exec& exec) const {
    Saved s;
    s.position.resize(size_, "a copy of the positions");
    s.id.resize(size_, "a copy of the ids");
    copy_on_device(exec, s.position.data(), position.current(), size_);
    copy_on_device(exec, s.id.data(), id.current(), size_);
    for (const auto& c : carried_) s.carried.push_back(c->save(exec, size_));
    return s;
}

template <class Exec, int D> void Actors<Exec, D>::restore(Exec& exec, const Saved& s) {
    copy_on_device(exec, position.writable(), s.position.data(), size_);
    copy_on_device(exec, id.writable(), s.id.data(), size_);
    for (std::size_t c = 0; c < carried_.size(); ++c) carried_[c]->restore(exec, s.carried[c].get(), size_);
}

}  // namespace nearfield
