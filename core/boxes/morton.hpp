#pragma once
// Sorts boxes along a Morton curve through their centres.
#include "base/z_order.hpp"
#include "boxes/box.hpp"
#include "exec/exec.hpp"

namespace nearfield {

constexpr int morton_bits = 30;

namespace detail {

struct MortonKeys {
    const Box* box;
    Box all;
    u32 *key, *index;
    NF_HD void operator()(u32 i) const {
        u32 code = 0;
        for (int a = 0; a < 3 && !all.is_empty(); ++a) {
            const double middle = (double(box[i].lo[a]) + double(box[i].hi[a])) / 2 - double(all.lo[a]);
            const double cell = all.side(a) > 0 ? middle / all.side(a) * 1024 : 0;
            code |= spread_bits<3>(u32(cell < 1023 ? (cell > 0 ? cell : 0) : 1023)) << (2 - a);
        }
        key[i] = code;
        index[i] = i;
    }
};

}  // namespace detail

/// The order of boxes along the curve, and their keys in that order.
template <class Exec> class MortonOrder {
  public:
    void sort(Exec& exec, const Box* box, u32 boxes, const Box& all) {
        for (auto* list : {&key_, &sorted_key_, &index_, &order_}) list->resize(boxes, "the order of boxes");
        for_each(exec, boxes, detail::MortonKeys{box, all, key_.data(), index_.data()});
        sort_pairs(exec, key_.data(), sorted_key_.data(), index_.data(), order_.data(), boxes, morton_bits);
    }
    const u32* key() const { return sorted_key_.data(); }
    const u32* order() const { return order_.data(); }
    std::size_t bytes() const { return key_.bytes() + sorted_key_.bytes() + index_.bytes() + order_.bytes(); }

  private:
    Array<Exec, u32> key_, sorted_key_, index_, order_;
};

}  // namespace nearfield
