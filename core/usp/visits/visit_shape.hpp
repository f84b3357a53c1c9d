#pragma once
// What a visit is. Its type has
//
//   static constexpr const char* name   "z-order", as in search.visit
//   static constexpr const char* help   a phrase that stands by itself
//   using Walk                          EachBin, EachStrip, TrimmedStrips or EveryActor (walks.hpp): which bins a query
//                                       reads, in which stretches, and their theory
//   using Numbering                     RowByRow, or a curve with the same members (row_by_row.hpp)
//   static constexpr bool fine          bins are divided by search.fine along x
//   static constexpr bool fused         CUDA: several rows in one loop, in kernels of its own
#include "usp/visits/row_by_row.hpp"
#include "usp/visits/walks.hpp"

#include <concepts>
#include <type_traits>

namespace nearfield {

namespace detail {

// clang-format off
template <class V> constexpr bool has_name = requires { requires std::same_as<decltype(V::name), const char* const>; };
template <class V> constexpr bool has_help = requires { requires std::same_as<decltype(V::help), const char* const>; };
template <class V> constexpr bool has_fine = requires { requires std::same_as<decltype(V::fine), const bool>; };
template <class V> constexpr bool has_fused = requires { requires std::same_as<decltype(V::fused), const bool>; };
template <class V> constexpr bool has_walk = requires { typename V::Walk; };
template <class V> constexpr bool has_numbering = requires { typename V::Numbering; };

template <class N> constexpr bool limits_bits = requires {
    int(N::template most_bits<2>); int(N::template most_bits<3>);
};
template <class N> constexpr bool numbers_rows = requires(u32 u, int bits) {
    u32(N::template row<2>(u, u, bits)); u32(N::template row<3>(u, u, bits));
};
template <class N> constexpr bool numbers_bins = requires(u32 u, int bits) {
    u32(N::template beyond_row<2>(u, u, bits)); u32(N::template beyond_row<3>(u, u, bits));
};
template <class N> constexpr bool tells_places = requires(u32 u, int bits) {
    ivec<2>(N::template place<2>(u, bits)); ivec<3>(N::template place<3>(u, bits));
};
// clang-format on

template <class T, class... Others> constexpr bool one_of = (std::is_same_v<T, Others> || ...);

template <class N> constexpr void require_numbering() {
    static_assert(limits_bits<N>, "Numbering lacks template <int D> static constexpr int most_bits");
    static_assert(numbers_rows<N>, "Numbering lacks template <int D> static u32 row(u32 y, u32 z, int bits)");
    static_assert(numbers_bins<N>, "Numbering lacks template <int D> static u32 beyond_row(u32 row, u32 x, int bits)");
    static_assert(tells_places<N>, "Numbering lacks template <int D> static ivec<D> place(u32 number, int bits)");
}

}  // namespace detail

/// Fails to compile if a visit lacks a required part. The error names it.
template <class V> constexpr bool require_visit() {
    using namespace detail;
    static_assert(has_name<V>, "a visit lacks static constexpr const char* name");
    static_assert(has_help<V>, "a visit lacks static constexpr const char* help");
    static_assert(has_fine<V>, "a visit lacks static constexpr bool fine");
    static_assert(has_fused<V>, "a visit lacks static constexpr bool fused");
    static_assert(has_walk<V>, "a visit lacks its Walk");
    static_assert(has_numbering<V>, "a visit lacks its Numbering");
    if constexpr (has_numbering<V>) require_numbering<typename V::Numbering>();
    if constexpr (has_walk<V>)
        static_assert(one_of<typename V::Walk, EachBin, EachStrip, TrimmedStrips, EveryActor>,
                      "a visit's Walk is EachBin, EachStrip, TrimmedStrips or EveryActor");
    if constexpr (has_walk<V> && has_numbering<V>)
        static_assert(one_of<typename V::Numbering, RowByRow> || std::is_same_v<typename V::Walk, EachBin>,
                      "bins along a curve are not adjacent in rows: the Walk is EachBin");
    if constexpr (has_walk<V> && has_fused<V>)
        static_assert(!V::fused || std::is_same_v<typename V::Walk, TrimmedStrips>,
                      "kernels of fused visits walk TrimmedStrips");
    return true;
}

}  // namespace nearfield
