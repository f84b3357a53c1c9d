#pragma once
// The facets Elements, ActorState, Gauges and Tools of a world.
#include "sim/element_reader.hpp"
#include "sim/world_core.hpp"
#include "usp/explain/place_of.hpp"

namespace nearfield {

namespace detail {

struct ValueAt {
    AttributeView value;
    u32 at;
    NF_HD float operator()(u32) const { return value(at); }
};

struct CopyValues {
    AttributeView from;
    float* to;
    NF_HD void operator()(u32 i) const { to[i] = from(i); }
};

/// An actor's value, or NaN for an absent actor.
template <int D> struct ValuesThere {
    AttributeView from;
    const Packed<D>* position;
    float* to;
    NF_HD void operator()(u32 i) const { to[i] = is_absent<D>(load<D>(position + i)) ? NAN : from(i); }
};

/// The scene's own attributes of the element at a place in memory.
template <class Core> std::vector<float> values_at(Core& core, u32 place) {
    core.derive();
    std::vector<float> values;
    for (int a = 0; a < own_attributes<typename Core::Scene>(); ++a)
        values.push_back(reduce<float>(core.exec, 1, ValueAt{core.model.attribute(a), place}));
    return values;
}

/// An attribute of all actors by id. NaN for absent actors.
template <class Core> std::vector<float> values_by_id(Core& core, const std::vector<u32>& id, int attribute) {
    Array<typename Core::Exec, float> column;
    column.resize(id.size(), "attribute values");
    for_each(core.exec, u32(id.size()),
             ValuesThere<Core::dimensions>{core.model.attribute(attribute),
                                           core.model.space().actors().position.current(), column.data()});
    const auto stored = column.download(core.exec);
    std::vector<float> values(id.size());
    for (std::size_t k = 0; k < id.size(); ++k) values[id[k]] = stored[k];
    return values;
}

}  // namespace detail

/// The elements of a scene whose Model counts them; all can be picked in its picture.
template <class Core> class ElementsOf final : public Elements {
  public:
    explicit ElementsOf(Core& core) : core_(core) {}
    u32 count() const override { return core_.model.count(); }
    std::optional<u32> pick(glm::vec3 origin, glm::vec3 direction, float tolerance) override {
        Picture picture;
        core_.paint_to_pick(picture);
        const Picked picked = nearfield::pick(core_.exec, picture, {origin, direction}, tolerance);
        return picked ? std::optional<u32>(picked.element) : std::nullopt;
    }
    std::vector<float> values_of(u32 id) override {
        if (id >= count())
            throw Error("no " + std::to_string(id) + " among the " + std::to_string(count()) + " " +
                        Core::Scene::elements());
        return detail::values_at(core_, id);
    }
    std::vector<float> values(int attribute) override {
        core_.derive();
        const AttributeView from = core_.model.attribute(attribute);
        Array<typename Core::Exec, float> column;
        column.resize(count(), "attribute values");
        for_each(core_.exec, count(), detail::CopyValues{from, column.data()});
        return column.download(core_.exec);
    }
    std::unique_ptr<ElementReader> reader() override { return std::make_unique<ReaderOf<Core>>(core_); }
    std::vector<std::string> value_names(int attribute) override { return core_.value_names(attribute); }
    void look_at(std::optional<u32> id) override {
        if constexpr (has<typename Core::Scene>(Facets::facts)) core_.model.look_at(id);
    }
    std::vector<Fact> facts(u32 id) override {
        if constexpr (has<typename Core::Scene>(Facets::facts)) return core_.model.facts(id);
        return {};
    }
    std::shared_ptr<const PairTable> pairs() override {
        if constexpr (has<typename Core::Scene>(Facets::pairs)) return core_.model.pairs();
        return nullptr;
    }

  private:
    Core& core_;
};

/// Actors as elements.
template <class Core> class ActorElements final : public Elements {
  public:
    explicit ActorElements(Core& core) : core_(core) {}
    u32 count() const override { return core_.model.space().count(); }
    u32 present() const override { return core_.model.space().present(); }

    bool is_present(u32 id) override {
        constexpr int D = Core::dimensions;
        const auto& space = core_.model.space();
        if constexpr (!std::remove_cvref_t<decltype(space)>::comes_and_goes) return id < count();
        const u32 place = place_of(core_.exec, space.actors().id.current(), count(), id);
        if (place == no_place) return false;
        Packed<D> p;
        copy_to_host(core_.exec, &p, space.actors().position.current() + place, 1);
        return !is_absent<D>(unpack<D>(p));
    }

    std::optional<u32> pick(glm::vec3 origin, glm::vec3 direction, float tolerance) override {
        Picture picture;
        core_.paint_to_pick(picture);
        picture.points.resize(1);
        picture.lines.clear();
        picture.triangles.clear();
        picture.cells.clear();
        picture.labels.clear();
        const Picked picked = nearfield::pick(core_.exec, picture, {origin, direction}, tolerance);
        return picked.kind == LayerKind::points ? std::optional<u32>(picked.element) : std::nullopt;
    }

    std::vector<std::string> value_names(int attribute) override { return core_.value_names(attribute); }
    std::vector<float> values_of(u32 id) override {
        const u32 place = place_of(core_.exec, core_.model.space().actors().id.current(), count(), id);
        if (place == no_place) throw Error("no actor " + std::to_string(id) + "; there are " + std::to_string(count()));
        auto values = detail::values_at(core_, place);
        values.push_back(float(place) / float(count()));
        return values;
    }
    std::vector<float> values(int attribute) override {
        core_.derive();
        const auto id = core_.model.space().actors().id.array().download(core_.exec);
        if (attribute < own_attributes<typename Core::Scene>()) return detail::values_by_id(core_, id, attribute);
        std::vector<float> places(id.size());
        for (std::size_t k = 0; k < id.size(); ++k) places[id[k]] = float(k) / float(id.size());
        return places;
    }
    std::unique_ptr<ElementReader> reader() override { return std::make_unique<ReaderOf<Core>>(core_); }

  private:
    Core& core_;
};

/// The actors' columns, read and written by id.
template <class Core> class ActorStateOf final : public ActorState {
  public:
    explicit ActorStateOf(Core& core) : core_(core) {}

    ActorTable read() override {
        core_.derive();
        auto& actors = core_.model.space().actors();
        const auto id = actors.id.array().download(core_.exec);
        ActorTable table{.position = by_id(id, actors.position.array())};
        for (int a = 0; a < own_attributes<typename Core::Scene>(); ++a)
            table.attributes.push_back(detail::values_by_id(core_, id, a));
        if constexpr (has<typename Core::Scene>(Facets::velocity))
            table.velocity = by_id(id, core_.model.velocity().array());
        return table;
    }

    void place(const std::vector<glm::vec3>& positions) override {
        auto& space = core_.model.space();
        if constexpr (meeting<typename Core::Model>() == Meeting::by_key)
            throw UsageError(std::string("in ") + Core::Scene::title() +
                             " positions follow from keys; actors cannot be placed by position");
        require_one_each(positions, "positions");
        std::vector<Packed<D>> packed;
        for (std::size_t i = 0; i < positions.size(); ++i) {
            const vec<D> p(positions[i]);
            const bool absent = std::remove_cvref_t<decltype(space)>::comes_and_goes && is_absent<D>(p);
            if (!space.box().contains(p) && !absent)
                throw UsageError("actor " + std::to_string(i) + " at " + std::to_string(p[0]) + " " +
                                 std::to_string(p[1]) + " is outside the environment");
            packed.push_back(pack<D>(p));
        }
        store(space.actors().position, packed);
        core_.trails.forget();
    }

    void set_in_motion(const std::vector<glm::vec3>& velocities) override {
        if constexpr (has<typename Core::Scene>(Facets::velocity)) {
            require_one_each(velocities, "velocities");
            std::vector<Packed<D>> packed;
            for (const auto& v : velocities) packed.push_back(pack<D>(vec<D>(v)));
            store(core_.model.velocity(), packed);
        } else {
            throw UsageError(std::string("in ") + Core::Scene::title() + " actors have no velocities");
        }
    }

  private:
    static constexpr int D = Core::dimensions;
    using Exec = typename Core::Exec;

    std::vector<glm::vec3> by_id(const std::vector<u32>& id, const Array<Exec, Packed<D>>& column) {
        const auto stored = column.download(core_.exec);
        std::vector<glm::vec3> values(id.size(), glm::vec3(0));
        for (std::size_t k = 0; k < id.size(); ++k)
            for (int a = 0; a < D; ++a) values[id[k]][a] = stored[k].c[a];
        return values;
    }

    void require_one_each(const std::vector<glm::vec3>& given, const char* what) const {
        const u32 actors = core_.model.space().count();
        if (given.size() != actors)
            throw UsageError(std::to_string(given.size()) + " " + what + " for " + std::to_string(actors) + " actors");
    }

    /// Writes values by id to the actors' places in memory.
    void store(Column<Exec, Packed<D>>& column, const std::vector<Packed<D>>& by_id) {
        const auto id = core_.model.space().actors().id.array().download(core_.exec);
        std::vector<Packed<D>> stored(by_id.size());
        for (std::size_t k = 0; k < id.size(); ++k) stored[k] = by_id[id[k]];
        if (!stored.empty()) copy_to_device(core_.exec, column.writable(), stored.data(), stored.size());
    }

    Core& core_;
};

template <class Core> class GaugesOf final : public Gauges {
  public:
    explicit GaugesOf(Core& core) : core_(core) {}
    std::vector<Gauge> readings() override { return core_.model.gauges(); }
    std::vector<Diagram> diagrams() override { return core_.model.diagrams(); }

  private:
    Core& core_;
};

template <class Core> class ToolsOf final : public Tools {
  public:
    explicit ToolsOf(Core& core) : core_(core) {}
    void use(const Stroke& stroke) override { core_.model.use(stroke); }

  private:
    Core& core_;
};

}  // namespace nearfield
