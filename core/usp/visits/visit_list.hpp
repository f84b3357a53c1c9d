#pragma once
// What follows from a list of types: of visits, and of the numberings of bins that they use.
#include "usp/visits/visit_shape.hpp"

#include <array>

namespace nearfield {

/// A listed visit, by its place in Visits (visits.hpp).
enum class Visit : int {};

/// A numbering of bins, by its place in Numberings; 0 is row by row.
enum class NumberingId : std::uint8_t {};

/// What its type says about a visit, for use at run time.
struct VisitInfo {
    Visit visit;
    const char *name, *help;
    bool reads_bins;  ///< not all actors
    bool trims;       ///< strips are cut to the circle or ball
    bool one_by_one;  ///< each bin is a stretch
    bool fine;        ///< bins are divided by search.fine along x
    bool fused;       ///< CUDA: walks several rows in one loop, in kernels of its own
    NumberingId numbering;
    /// The first listed visit with the same walk. Sparse grids have neither numberings nor fused kernels.
    Visit in_sparse_grids;
    double (*volume)(const Lengths&);  ///< this and the next: walks.hpp
    double (*rows)(const Lengths&);
    std::optional<double> (*bins)(const Lengths&);
    const char* (*surplus)(int dimensions);

    constexpr bool by_curve() const { return numbering != NumberingId{}; }
};

namespace detail {

template <class... T> struct TypeList {
    template <class One> static NF_HD constexpr int place_of() {
        int place = 0;
        static_cast<void>(((std::is_same_v<One, T> ? true : (++place, false)) || ...));
        return place;
    }
};

/// Numberings to choose from at run time. The last one needs no test.
template <class... N> struct AnyNumbering;
template <class N, class... More> struct AnyNumbering<N, More...> {
    template <int D> static constexpr int most_bits(int which) {
        if constexpr (sizeof...(More) > 0)
            if (which > 0) return AnyNumbering<More...>::template most_bits<D>(which - 1);
        return N::template most_bits<D>;
    }
    template <int D> static NF_INLINE u32 row(int which, u32 y, u32 z, int bits) {
        if constexpr (sizeof...(More) > 0)
            if (which > 0) return AnyNumbering<More...>::template row<D>(which - 1, y, z, bits);
        return N::template row<D>(y, z, bits);
    }
    template <int D> static NF_INLINE u32 beyond_row(int which, u32 row, u32 x, int bits) {
        if constexpr (sizeof...(More) > 0)
            if (which > 0) return AnyNumbering<More...>::template beyond_row<D>(which - 1, row, x, bits);
        return N::template beyond_row<D>(row, x, bits);
    }
    template <int D> static NF_INLINE ivec<D> place(int which, u32 number, int bits) {
        if constexpr (sizeof...(More) > 0)
            if (which > 0) return AnyNumbering<More...>::template place<D>(which - 1, number, bits);
        return N::template place<D>(number, bits);
    }
};
template <> struct AnyNumbering<> : AnyNumbering<RowByRow> {};

/// Row by row and the curves C.
template <class... C> struct NumberingList : TypeList<RowByRow, C...> {
    using Curves = AnyNumbering<C...>;  ///< numbered from 0
    template <class N> static constexpr NumberingId numbering_of() {
        static_assert(one_of<N, RowByRow, C...>, "no listed visit has this numbering");
        return NumberingId(NumberingList::template place_of<N>());
    }
    template <class N> using With =
        std::conditional_t<one_of<N, RowByRow, C...>, NumberingList<C...>, NumberingList<C..., N>>;
};

template <class List, class... V> struct NumberingsOf { using Type = List; };
template <class List, class V, class... More> struct NumberingsOf<List, V, More...>
    : NumberingsOf<typename List::template With<typename V::Numbering>, More...> {};

template <class V, class W> constexpr bool same_walk = std::is_same_v<typename V::Walk, typename W::Walk>;
template <class V, class W> constexpr bool same_code =
    same_walk<V, W>&& std::is_same_v<typename V::Numbering, typename W::Numbering>;

/// The first listed visit with the walk and the numbering of V.
template <class V, class... Listed> struct FirstLike;
template <class V, class W, class... More> struct FirstLike<V, W, More...>
    : std::conditional_t<same_code<V, W>, std::type_identity<W>, FirstLike<V, More...>> {};

}  // namespace detail

template <class... V> struct VisitList : detail::TypeList<V...> {
    static_assert((require_visit<V>() && ...));

    using Numberings = typename detail::NumberingsOf<detail::NumberingList<>, V...>::Type;
    template <class One> using Like = typename detail::FirstLike<One, V...>::type;

    template <class One> static NF_HD constexpr Visit visit_of() {
        static_assert(detail::one_of<One, V...>, "this visit is not in the list of visits");
        return Visit(VisitList::template place_of<One>());
    }

    static NF_HD constexpr bool reads_bins(Visit visit) { return ((V::Walk::reads_bins && is<V>(visit)) || ...); }
    static NF_HD constexpr bool trims(Visit visit) { return ((V::Walk::trims && is<V>(visit)) || ...); }
    static NF_HD constexpr bool one_by_one(Visit visit) { return ((V::Walk::one_by_one && is<V>(visit)) || ...); }
    static NF_HD constexpr bool fuses(Visit visit) { return ((V::fused && is<V>(visit)) || ...); }

    static constexpr std::array<VisitInfo, sizeof...(V)> infos() { return {info_of<V>()...}; }

  private:
    template <class One> static NF_HD constexpr bool is(Visit visit) { return visit == visit_of<One>(); }

    template <class One> static constexpr Visit in_sparse_grids() {
        int place = 0;
        static_cast<void>(((detail::same_walk<One, V> ? true : (++place, false)) || ...));
        return Visit(place);
    }

    template <class One> static constexpr VisitInfo info_of() {
        using Walk = typename One::Walk;
        return {.visit = visit_of<One>(),
                .name = One::name,
                .help = One::help,
                .reads_bins = Walk::reads_bins,
                .trims = Walk::trims,
                .one_by_one = Walk::one_by_one,
                .fine = One::fine,
                .fused = One::fused,
                .numbering = Numberings::template numbering_of<typename One::Numbering>(),
                .in_sparse_grids = in_sparse_grids<One>(),
                .volume = Walk::volume,
                .rows = Walk::rows,
                .bins = Walk::bins,
                .surplus = Walk::surplus};
    }
};

}  // namespace nearfield
