#pragma once
#include "base/platform.hpp"
#include "exec/step_times.hpp"

namespace nearfield::building {

/// Generation of triangle pairs. clipped: triangles within the other part's box; fragments: all triangles, in blocks;
/// trees: descent of two triangle trees, CPU only.
enum class Narrow { clipped, fragments, trees };

/// exact: signs are always right. moller: Möller's test in floating point.
enum class TriangleTest { exact, moller };
enum class Precision { f32, f64 };

/// Copies that are tested, and the conclusion:
/// one: the surfaces themselves; overlap if an edge pierces a triangle, touch if they only meet.
/// two: outer with outer, inner with inner; overlap if both meet, touch if only the outer ones meet.
/// four: each copy with each; overlap if all meet, touch if the outer ones meet.
/// relations: the eight predicates, with rays where surfaces do not meet.
enum class Copies { one, two, four, relations };

struct NarrowSettings {
    Narrow narrow = Narrow::clipped;
    TriangleTest test = TriangleTest::exact;
    Precision precision = Precision::f64;  ///< for moller
    Copies copies = Copies::relations;
    u32 fragment = 8;          ///< triangles of one part that a thread tests against a triangle of the other
    double launch_budget = 0;  ///< longest CUDA launch, ms; 0: launches are not split
    bool counted = true;
};

/// Throws UsageError for settings that are incompatible or that the backend lacks.
void require_valid(const NarrowSettings&, bool has_trees);

/// Work of a query.
struct NarrowCounts {
    u64 boxes;      ///< comparisons of triangle boxes
    u64 pairs;      ///< triangle pairs of candidates, after clipping
    u64 tests;      ///< triangle tests
    u64 signs;      ///< determinant signs
    u64 undecided;  ///< signs that needed integers
    u64 rays;       ///< triangles tested against a ray

    friend NF_HD NarrowCounts operator+(const NarrowCounts& a, const NarrowCounts& b) {
        return {a.boxes + b.boxes, a.pairs + b.pairs,         a.tests + b.tests,
                a.signs + b.signs, a.undecided + b.undecided, a.rays + b.rays};
    }
};

namespace narrow_stages {
/// Stages of the narrow phase, named only here.
constexpr Stage clip{"clip"}, triangles{"triangles"}, inside{"inside"}, classify{"classify"};
}  // namespace narrow_stages

}  // namespace nearfield::building
