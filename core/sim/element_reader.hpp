#pragma once
// Columns of elements for files: read block by block, without a copy of the state.
#include "sim/world_core.hpp"

#include <algorithm>
#include <bit>
#include <tuple>
#include <vector>

namespace nearfield {

namespace detail {

constexpr u32 nowhere_in_memory = ~0u;

/// Notes where the present elements of a range of ids lie in memory.
template <int D> struct NotePlaces {
    const u32* id;
    const Packed<D>* position;
    u32 first, count;
    u32* place;
    NF_HD void operator()(u32 k) const {
        const u32 at = id[k] - first;
        if (at < count && !is_absent<D>(load<D>(position + k))) place[at] = k;
    }
};

struct NoPlace {
    u32* place;
    NF_HD void operator()(u32 i) const { place[i] = nowhere_in_memory; }
};

struct OwnPlace {
    u32 first;
    u32* place;
    NF_HD void operator()(u32 i) const { place[i] = first + i; }
};

/// Collects values of elements from their places in memory.
template <class T> struct Collect {
    const T* from;
    u32 stride;
    const u32* place;
    T* to;
    NF_HD void operator()(u32 i) const {
        to[i] = place[i] == nowhere_in_memory ? T(0) : from[std::size_t(place[i]) * stride];
    }
};

}  // namespace detail

/// Reads the elements of a world with or without actors.
template <class Core> class ReaderOf final : public ElementReader {
    using Exec = typename Core::Exec;
    static constexpr bool spacious = HasSpace<typename Core::Model>;
    static constexpr int own_dimensions = Core::dimensions;
    static constexpr int dimensions = spacious ? own_dimensions : 3;

  public:
    explicit ReaderOf(Core& core) : core_(core) { core.derive(); }

    std::vector<ElementColumn> columns() const override {
        using enum ElementColumn::Part;
        std::vector<ElementColumn> all{{id, 0, true}};
        for (int a = 0; a < dimensions; ++a) all.push_back({position, a, false});
        if constexpr (has<typename Core::Scene>(Facets::velocity))
            for (int a = 0; a < dimensions; ++a) all.push_back({velocity, a, false});
        for (int a = 0; a < own_attributes<typename Core::Scene>(); ++a)
            all.push_back({attribute, a, core_.model.attribute(a).whole != nullptr});
        if constexpr (spacious) all.push_back({attribute, own_attributes<typename Core::Scene>(), false});
        return all;
    }

    u32 count() const override {
        if constexpr (spacious) return core_.model.space().count();
        else return core_.model.count();
    }

    Extent box() const override { return {core_.setup->box.lo, core_.setup->box.hi}; }
    bool is_wrapped() const override {
        if constexpr (spacious) return core_.model.space().box().wrapped;
        else return core_.setup->box.wrapped;
    }

    const std::vector<u32>& choose(u32 first, u32 wanted) override {
        const u32 n = std::min(wanted, count() - std::min(first, count()));
        place_.resize(n, "a block of elements");
        if constexpr (spacious) {
            const auto& actors = core_.model.space().actors();
            for_each(core_.exec, n, detail::NoPlace{place_.data()});
            for_each(core_.exec, count(),
                     detail::NotePlaces<own_dimensions>{actors.id.current(), actors.position.current(), first, n,
                                                        place_.data()});
        } else {
            for_each(core_.exec, n, detail::OwnPlace{first, place_.data()});
        }
        places_.resize(n);
        if (n) copy_to_host(core_.exec, places_.data(), place_.data(), n);
        ids_.clear();
        for (u32 i = 0; i < n; ++i)
            if (places_[i] != detail::nowhere_in_memory) ids_.push_back(first + i);
        first_ = first;
        return ids_;
    }

    void read(const ElementColumn& column, std::vector<u32>& bits) override {
        switch (column.part) {
        case ElementColumn::Part::id: bits = ids_; return;
        case ElementColumn::Part::position: return read_position(column.index, bits);
        case ElementColumn::Part::velocity:
            if constexpr (has<typename Core::Scene>(Facets::velocity))
                collect(&core_.model.velocity().array().data()->c[column.index], words_of_packed, bits);
            return;
        case ElementColumn::Part::attribute: return read_attribute(column.index, bits);
        }
    }

  private:
    static constexpr u32 words_of_packed = sizeof(Packed<own_dimensions>) / sizeof(float);

    void read_position(int axis, std::vector<u32>& bits) {
        if constexpr (spacious)
            collect(&core_.model.space().actors().position.current()->c[axis], words_of_packed, bits);
        else {
            bits.clear();
            for (const u32 id : ids_) bits.push_back(std::bit_cast<u32>(core_.model.centre(id)[axis]));
        }
    }

    void read_attribute(int attribute, std::vector<u32>& bits) {
        if (attribute < own_attributes<typename Core::Scene>()) {
            const AttributeView view = core_.model.attribute(attribute);
            return view.whole ? collect(view.whole, 1, bits) : collect(view.real, 1, bits);
        }
        bits.clear();
        for (const u32 id : ids_) bits.push_back(std::bit_cast<u32>(float(places_[id - first_]) / float(count())));
    }

    template <class T> void collect(const T* from, u32 stride, std::vector<u32>& bits) {
        auto& block = std::get<Array<Exec, T>>(blocks_);
        const auto n = u32(places_.size());
        block.resize(n, "a block of elements");
        for_each(core_.exec, n, detail::Collect<T>{from, stride, place_.data(), block.data()});
        std::vector<T> values(n);
        if (n) copy_to_host(core_.exec, values.data(), block.data(), n);
        bits.resize(ids_.size());
        for (std::size_t i = 0; i < ids_.size(); ++i) bits[i] = std::bit_cast<u32>(values[ids_[i] - first_]);
    }

    Core& core_;
    Array<Exec, u32> place_;
    std::tuple<Array<Exec, float>, Array<Exec, u32>> blocks_;
    std::vector<u32> places_;  ///< of the chosen elements in memory
    std::vector<u32> ids_;     ///< of the chosen elements that are present
    u32 first_ = 0;
};

}  // namespace nearfield
