#pragma once
// Requirements on a scene's type, checked at compile time. Errors name the missing or nearly right part.
//
// A scene is a type with
//   struct Params                                    plain values; member initialisers are the only defaults
//   struct Setup                                     made once from Params; it has `int dimensions` and
//                                                    `Environment<3> box`
//   static Setup prepare(const Params&, u32 seed)    makes it; files are read here and nowhere else. Throws UsageError
//   static const char *key(), *title(), *summary(), *elements()   elements: "actors", "people", "cells"
//   static const char* length_unit()                 optional: unit of positions, such as "m"
//   static std::vector<ParamSpec> describe()         made with param_list<Params>
//   struct Metrics                                   numbers of the scene as a whole: members of type double
//   static std::vector<MetricSpec> metrics()         made with metric_list<Metrics>, see sim/metrics.hpp
//   static std::vector<Quantity> attributes()
//   static constexpr Facets facets                   optional abilities
//   static constexpr Depth depth
//   static constexpr auto tools()                    optional: the user's tools, see sim/tools.hpp
//   template <class Exec, int D> class Model         the state, the rules and the services that they use
//
// A Model<Exec, D> has
//   Model(Exec&, const Setup&)                       acquires services and memory; the Setup outlives it
//   void configure(Exec&, const Params&)             live and regrid parameters; strong guarantee
//   void reset(Exec&, const Params& at_setup, u32 seed)     the state at the start
//   void step(StepContext<Exec>&, const Params&)
//   Metrics metrics(Exec&)
//   AttributeView attribute(int) const               values by element, in the order of Scene::attributes()
//   void picture(Canvas<Exec>&)                      changes how the actors are drawn, adds layers
//   std::size_t bytes() const                        memory on the device, services included
// and, where actors meet,
//   auto& space()                                    a ByDistance or a ByKey; Params then ends with the member
//                                                    SearchSettings search, which Model::configure passes to it
//   void use(const Stroke&)                          if Scene::tools() has tools that edit no list; without a space
//                                                    save() and restore() too, see sim/tools.hpp
//   auto key() const, reads() const                  ByKey: i -> key of actor i; i -> KeyRange that its query reads
// or, where boxes meet (sim/by_boxes.hpp),
//   BoxSearch<Exec>& boxes()                         a search over one box per element
//   void find_pairs(Exec&, StageTimer<Exec>&)        takes the boxes of the present state and finds all pairs
//   bool pairs_are_found() const                     true if the last pairs are of the present state and settings
//   double box_step() const                          a step of the boxes' lattice in world units
#include "params/settings.hpp"
#include "picture/canvas.hpp"
#include "sim/by_distance.hpp"
#include "sim/by_key.hpp"
#include "sim/metrics.hpp"
#include "sim/scene.hpp"

#include <concepts>

namespace nearfield {

/// Optional abilities of a scene. A scene names its facets, and its Model then has their functions.
enum class Facets : unsigned {
    none = 0,
    clock = 1,      ///< double time() const: s of the scene's clock
    gauges = 2,     ///< Scene::gauged(), std::vector<Gauge> gauges() const, std::vector<Diagram> diagrams() const
    velocity = 4,   ///< Column<Exec, Packed<D>>& velocity()
    held = 8,       ///< auto& held(): copyable data on the host that a step changes
    derived = 16,   ///< void derive(Exec&): computes values that only pictures and questions need
    elements = 32,  ///< u32 count() const, glm::vec3 centre(u32): elements of a scene without a space, and their places
    facts = 64,     ///< beside elements: std::vector<Fact> facts(u32), void look_at(std::optional<u32>)
    names = 128,    ///< std::vector<std::string> value_names(int attribute) const: of its values 0, 1 ...; {}: numbers
    pairs = 256,    ///< beside elements: std::shared_ptr<const PairTable> pairs()
    remarks = 512,  ///< std::vector<std::string> remarks() const: warnings about this Setup, a line each
};
constexpr Facets operator|(Facets a, Facets b) { return Facets(unsigned(a) | unsigned(b)); }

/// Possible dimensions of a scene: always 2D, 2D or 3D, always 3D.
enum class Depth { flat, flat_or_deep, deep };

template <class Scene> constexpr bool has(Facets facet) { return (unsigned(Scene::facets) & unsigned(facet)) != 0; }

// clang-format off
template <class Model> concept HasSpace = requires(Model& m) { m.space(); };
template <class Model> concept HasBoxes = requires(Model& m) { m.boxes(); };

namespace detail {

template <class M> constexpr bool names_time = requires { &M::time; };
template <class M> constexpr bool names_gauges = requires { &M::gauges; } || requires { &M::diagrams; };
template <class M> constexpr bool names_velocity = requires { &M::velocity; };
template <class M> constexpr bool names_held = requires { &M::held; };
template <class M> constexpr bool names_derive = requires { &M::derive; };
template <class M> constexpr bool names_count = requires { &M::count; };
template <class M> constexpr bool names_facts = requires { &M::facts; } || requires { &M::look_at; };
template <class M> constexpr bool names_values = requires { &M::value_names; };
template <class M> constexpr bool names_pairs = requires { &M::pairs; };
template <class M> constexpr bool names_remarks = requires { &M::remarks; };
template <class M> constexpr bool names_use = requires { &M::use; };

template <class M, class E, class P>
constexpr bool configures = requires(M& m, E& e, const P& p) { m.configure(e, p); };
template <class P> constexpr bool has_search = requires(P& p) { static_cast<SearchSettings&>(p.search); };
template <class M, class E, class P> constexpr bool resets = requires(M& m, E& e, const P& p) { m.reset(e, p, u32{}); };
template <class M, class E, class P>
constexpr bool steps = requires(M& m, StepContext<E>& s, const P& p) { m.step(s, p); };
template <class M, class E, class Metrics>
constexpr bool measures = requires(M& m, E& e) { { m.metrics(e) } -> std::same_as<Metrics>; };
template <class M> constexpr bool shows = requires(const M& m) { AttributeView(m.attribute(0)); };
template <class M, class E> constexpr bool draws = requires(M& m, Canvas<E>& c) { m.picture(c); };
template <class M> constexpr bool weighs = requires(const M& m) { std::size_t(m.bytes()); };
template <class S> constexpr bool is_setup = requires(const S& s) { int(s.dimensions); Environment<3>(s.box); };
template <class M> constexpr bool tells_time = requires(const M& m) { double(m.time()); };
template <class M> constexpr bool reads_gauges = requires(const M& m) {
    std::vector<Gauge>(m.gauges());
    std::vector<Diagram>(m.diagrams());
};
template <class S> constexpr bool names_gauged = requires { S::gauged(); };
template <class M, class E> constexpr bool derives = requires(M& m, E& e) { m.derive(e); };
template <class M> constexpr bool carries_out = requires(M& m, const Stroke& stroke) { m.use(stroke); };
template <class M, class E> constexpr bool goes_back = requires(M& m, E& e) { m.restore(e, m.save(e)); };
template <class M> constexpr bool tells_facts = requires(M& m, std::optional<u32> id) {
    std::vector<Fact>(m.facts(u32{}));
    m.look_at(id);
};
template <class M, class E> constexpr bool finds_pairs = requires(M& m, E& e, StageTimer<E>& timer) {
    m.find_pairs(e, timer);
    bool(m.pairs_are_found());
    double(m.box_step());
    m.restore(e, m.save(e));
};
template <class M> constexpr bool tells_names = requires(const M& m) { std::vector<std::string>(m.value_names(0)); };
template <class M> constexpr bool tells_pairs = requires(M& m) { std::shared_ptr<const PairTable>(m.pairs()); };
template <class M> constexpr bool remarks = requires(const M& m) { std::vector<std::string>(m.remarks()); };
template <class M> constexpr bool counts = requires(M& m) {
    u32(m.count());
    glm::vec3(m.centre(u32{}));
};

}  // namespace detail
// clang-format on

template <class Model> constexpr Meeting meeting() {
    if constexpr (HasSpace<Model>)
        return std::remove_cvref_t<decltype(std::declval<Model&>().space())>::keyed ? Meeting::by_key
                                                                                    : Meeting::by_distance;
    else return HasBoxes<Model> ? Meeting::by_boxes : Meeting::none;
}

/// Fails to compile if a scene or its Model lacks a required part. The error names it.
template <class Scene, class Model, class Exec> constexpr void require_shape() {
    using Setup = typename Scene::Setup;
    using Params = typename Scene::Params;
    static_assert(detail::is_setup<Setup>, "Setup lacks int dimensions or Environment<3> box");
    static_assert(std::constructible_from<Model, Exec&, const Setup&>, "Model lacks Model(Exec&, const Setup&)");
    static_assert(detail::configures<Model, Exec, Params>, "Model lacks void configure(Exec&, const Params&)");
    static_assert(!HasSpace<Model> || detail::has_search<Params>, "Params lacks SearchSettings search");
    static_assert(detail::resets<Model, Exec, Params>, "Model lacks void reset(Exec&, const Params&, u32 seed)");
    static_assert(detail::steps<Model, Exec, Params>, "Model lacks void step(StepContext<Exec>&, const Params&)");
    static_assert(detail::measures<Model, Exec, typename Scene::Metrics>, "Model lacks Metrics metrics(Exec&)");
    static_assert(detail::shows<Model>, "Model lacks AttributeView attribute(int) const");
    static_assert(detail::draws<Model, Exec>, "Model lacks void picture(Canvas<Exec>&)");
    static_assert(detail::weighs<Model>, "Model lacks std::size_t bytes() const");
}

/// Fails to compile if a facet is named without its functions, or has functions without being named.
template <class Scene, class Model, class Exec> constexpr void require_facets() {
    using detail::names_count, detail::names_derive, detail::names_gauges, detail::names_held, detail::names_time;
    static_assert(has<Scene>(Facets::clock) == names_time<Model>, "Facets::clock or Model::time() is missing");
    static_assert(!names_time<Model> || detail::tells_time<Model>, "Facets::clock wants double time() const");
    static_assert(has<Scene>(Facets::gauges) == names_gauges<Model>,
                  "Facets::gauges or Model::gauges(), diagrams() is missing");
    static_assert(!names_gauges<Model> || (detail::reads_gauges<Model> && detail::names_gauged<Scene>),
                  "Facets::gauges wants std::vector<Gauge> gauges() const, std::vector<Diagram> diagrams() const and "
                  "static std::vector<Quantity> Scene::gauged()");
    static_assert(has<Scene>(Facets::velocity) == detail::names_velocity<Model>,
                  "Facets::velocity or Model::velocity() is missing");
    static_assert(has<Scene>(Facets::held) == names_held<Model>, "Facets::held or Model::held() is missing");
    static_assert(has<Scene>(Facets::derived) == names_derive<Model>, "Facets::derived or Model::derive() is missing");
    static_assert(!names_derive<Model> || detail::derives<Model, Exec>, "Facets::derived wants void derive(Exec&)");
    static_assert(has_strokes<Scene>() == detail::names_use<Model>,
                  "Scene::tools() or Model::use(const Stroke&) is missing (sim/tools.hpp)");
    static_assert(!detail::names_use<Model> || detail::carries_out<Model>,
                  "Scene::tools() wants void use(const Stroke&)");
    static_assert(!has_strokes<Scene>() || has<Scene>(Facets::held),
                  "what use() leaves behind belongs to Facets::held");
    static_assert(!has_strokes<Scene>() || HasSpace<Model> || detail::goes_back<Model, Exec>,
                  "strokes are undone with Model::save(Exec&) and restore(Exec&, saved) (sim/tools.hpp)");
    static_assert(has<Scene>(Facets::elements) == names_count<Model>, "Facets::elements or Model::count() is missing");
    static_assert(!names_count<Model> || detail::counts<Model>,
                  "Facets::elements wants u32 count() const and glm::vec3 centre(u32)");
    static_assert(has<Scene>(Facets::facts) == detail::names_facts<Model>,
                  "Facets::facts or Model::facts(), look_at() is missing");
    static_assert(!detail::names_facts<Model> || (detail::tells_facts<Model> && names_count<Model>),
                  "Facets::facts wants Facets::elements, std::vector<Fact> facts(u32) and void "
                  "look_at(std::optional<u32>)");
    static_assert(has<Scene>(Facets::pairs) == detail::names_pairs<Model>,
                  "Facets::pairs or Model::pairs() is missing");
    static_assert(!detail::names_pairs<Model> || (detail::tells_pairs<Model> && names_count<Model>),
                  "Facets::pairs wants Facets::elements and std::shared_ptr<const PairTable> pairs()");
    static_assert(!HasBoxes<Model> || (detail::finds_pairs<Model, Exec> && names_count<Model>),
                  "Model::boxes() wants Facets::elements, void find_pairs(Exec&, StageTimer<Exec>&), bool "
                  "pairs_are_found() const, double box_step() const, save(Exec&) and restore(Exec&, saved)");
    static_assert(!(HasBoxes<Model> && HasSpace<Model>), "a Model has a space or boxes, not both");
    static_assert(has<Scene>(Facets::names) == detail::names_values<Model>,
                  "Facets::names or Model::value_names() is missing");
    static_assert(!detail::names_values<Model> || detail::tells_names<Model>,
                  "Facets::names wants std::vector<std::string> value_names(int) const");
    static_assert(has<Scene>(Facets::remarks) == detail::names_remarks<Model>,
                  "Facets::remarks or Model::remarks() is missing");
    static_assert(!detail::names_remarks<Model> || detail::remarks<Model>,
                  "Facets::remarks wants std::vector<std::string> remarks() const");
    static_assert(!(names_count<Model> && HasSpace<Model>), "the elements of a Model with a space are its actors");
}

}  // namespace nearfield
