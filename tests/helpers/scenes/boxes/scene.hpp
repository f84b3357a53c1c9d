#pragma once
// Static boxes, and the number of overlaps of a sample: a scene of triangles without a search.
#include "base/random.hpp"
#include "sim/world_of.hpp"

namespace nearfield {

namespace boxes {

struct Box {
    float lo[3], hi[3];
    NF_HD bool overlaps(const Box& other) const {
        bool meet = true;
        for (int a = 0; a < 3; ++a) meet &= lo[a] < other.hi[a] && other.lo[a] < hi[a];
        return meet;
    }
};

constexpr u32 faces = 12;  ///< triangles of a box

/// Counts the overlaps of a range of boxes by testing every other box.
struct CountOverlaps {
    const Box* box;
    u32 boxes, first;
    float* overlaps;
    NF_HD void operator()(u32 k) const {
        const u32 i = (first + k) % boxes;
        u32 count = 0;
        for (u32 j = 0; j < boxes; ++j) count += j != i && box[i].overlaps(box[j]);
        overlaps[i] = float(count);
    }
};

struct Unknown {
    float* overlaps;
    NF_HD void operator()(u32 i) const { overlaps[i] = NAN; }
};

/// Shows a box's value on all its triangles.
struct ShowOnFaces {
    const float* overlaps;
    float* shown;
    NF_HD void operator()(u32 triangle) const { shown[triangle] = overlaps[triangle / faces]; }
};

struct Known {
    double count = 0, overlaps = 0;
    friend NF_HD Known operator+(const Known& a, const Known& b) {
        return {a.count + b.count, a.overlaps + b.overlaps};
    }
};
struct KnownOf {
    const float* overlaps;
    NF_HD Known operator()(u32 i) const {
        if (!(overlaps[i] >= 0)) return {};
        return {1, overlaps[i]};
    }
};

/// Adds two triangles per side, with corners counter-clockwise as seen from outside.
inline void add_faces(std::vector<glm::vec3>& corners, const Box& box) {
    const auto corner = [&](int n) {
        return glm::vec3(n & 1 ? box.hi[0] : box.lo[0], n & 2 ? box.hi[1] : box.lo[1], n & 4 ? box.hi[2] : box.lo[2]);
    };
    constexpr int quads[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    for (const auto& q : quads)
        for (const int n : {q[0], q[1], q[2], q[0], q[2], q[3]}) corners.push_back(corner(n));
}

}  // namespace boxes

struct Boxes {
    struct Params {
        int boxes = 100000;
        float side = 50;
        float size = 1;
        int sample = 500;
    };

    static const char* key() { return "boxes"; }
    static const char* title() { return "Boxes"; }
    static const char* elements() { return "boxes"; }
    static const char* summary() { return "Boxes and how many others each overlaps."; }
    static std::vector<ParamSpec> describe() {
        using P = Params;
        return param_list<P>({
            integer(&P::boxes, "boxes", "Boxes", "", 1, 1000000, "Number of boxes.").log().does(Effect::respawn),
            real(&P::side, "side", "Side", "", 1, 1000, "Side of the cube that they lie in.").does(Effect::respawn),
            real(&P::size, "size", "Size", "", 0.01, 10, "Longest edge of a box.").does(Effect::respawn),
            integer(&P::sample, "sample", "Sample", "boxes", 1, 100000, "Boxes that a step compares with all others."),
        });
    }
    struct Metrics {
        double known = 0, overlaps = 0;
    };
    static std::vector<MetricSpec> metrics() {
        using M = Metrics;
        return metric_list<M>({
            metric(&M::known, "known", "known", "", "Boxes that were compared with all others."),
            metric(&M::overlaps, "overlaps", "mean overlaps", "", "Other boxes that a known one overlaps, on average."),
        });
    }
    static std::vector<Quantity> attributes() {
        return {{"overlaps", "overlaps", "", "Other boxes that the box overlaps; none while it is not known."}};
    }
    static constexpr Facets facets = Facets::elements;
    static constexpr Depth depth = Depth::flat_or_deep;

    struct Setup {
        int dimensions = 3;
        Environment<3> box;
        std::vector<boxes::Box> boxes;
        std::shared_ptr<const std::vector<glm::vec3>> corners;
        std::shared_ptr<const std::vector<u32>> box_of_triangle;
    };
    static Setup prepare(const Params& p, u32 seed) {
        Setup setup{.box = {.lo = vec<3>(0.f), .hi = vec<3>(p.side + p.size)}};
        std::vector<glm::vec3> corners;
        std::vector<u32> owner;
        const Random place{seed, 0}, size{seed, 1};
        for (u32 i = 0; i < u32(p.boxes); ++i) {
            const vec<3> lo = place.uniform<3>(i, vec<3>(0.f), vec<3>(p.side)), edges = size.uniform<3>(i) * p.size;
            setup.boxes.push_back({{lo.x, lo.y, lo.z}, {lo.x + edges.x, lo.y + edges.y, lo.z + edges.z}});
            boxes::add_faces(corners, setup.boxes.back());
            owner.insert(owner.end(), boxes::faces, i);
        }
        setup.corners = std::make_shared<const std::vector<glm::vec3>>(std::move(corners));
        setup.box_of_triangle = std::make_shared<const std::vector<u32>>(std::move(owner));
        return setup;
    }

    template <class Exec, int D> class Model {
      public:
        Model(Exec& exec, const Setup& setup) : setup_(setup) {
            box_.upload(exec, setup.boxes);
            overlaps_.resize(count(), "overlaps");
            shown_.resize(count() * boxes::faces, "values of triangles");
        }

        void configure(Exec&, const Params&) {}
        void reset(Exec& exec, const Params&, u32) {
            compared_ = 0;
            for_each(exec, count(), boxes::Unknown{overlaps_.data()});
        }
        void step(StepContext<Exec>& step, const Params& p) {
            const u32 sample = std::min(u32(p.sample), count());
            step.each("compare", sample,
                      boxes::CountOverlaps{box_.data(), count(), u32(compared_ % count()), overlaps_.data()});
            compared_ += sample;
        }
        Metrics metrics(Exec& exec) {
            const auto known = reduce<boxes::Known>(exec, count(), boxes::KnownOf{overlaps_.data()});
            return {.known = known.count, .overlaps = known.count > 0 ? known.overlaps / known.count : 0};
        }
        AttributeView attribute(int) const { return {.real = overlaps_.data()}; }
        void picture(Canvas<Exec>& canvas) {
            for_each(canvas.exec(), u32(shown_.size()), boxes::ShowOnFaces{overlaps_.data(), shown_.data()});
            canvas.triangles(
                {.name = "boxes", .corners = setup_.corners, .value = shown_.data(), .ids = setup_.box_of_triangle});
        }
        u32 count() const { return u32(setup_.boxes.size()); }
        glm::vec3 centre(u32 i) const {
            const auto& box = setup_.boxes[i];
            return (glm::vec3(box.lo[0], box.lo[1], box.lo[2]) + glm::vec3(box.hi[0], box.hi[1], box.hi[2])) / 2.f;
        }
        std::size_t bytes() const { return box_.bytes() + overlaps_.bytes() + shown_.bytes(); }

      private:
        const Setup& setup_;
        u64 compared_ = 0;
        Array<Exec, boxes::Box> box_;
        Array<Exec, float> overlaps_, shown_;
    };
};

using SceneHere = Boxes;

}  // namespace nearfield
