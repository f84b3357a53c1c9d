#pragma once
// Copies of arrays for a later restore.
#include "exec/exec.hpp"

namespace nearfield::flood {

template <class Exec, class T> Array<Exec, T> copy_of(Exec& exec, const T* from, std::size_t n) {
    Array<Exec, T> copy;
    copy.resize(n, "a state to go back to");
    if (n > 0) copy_on_device(exec, copy.data(), from, n);
    return copy;
}
template <class Exec, class T> Array<Exec, T> copy_of(Exec& exec, const Array<Exec, T>& from) {
    return copy_of(exec, from.data(), from.size());
}
template <class Exec, class T> void put_back(Exec& exec, Array<Exec, T>& to, const Array<Exec, T>& from) {
    to.resize(from.size(), "a state");
    if (from.size() > 0) copy_on_device(exec, to.data(), from.data(), from.size());
}

}  // namespace nearfield::flood
