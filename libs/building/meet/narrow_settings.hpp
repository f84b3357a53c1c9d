#pragma once
#include "base/platform.hpp"
#include "exec/step_times.hpp"

namespace nearfield::building {

/// How the triangles of two parts are brought together: those within the other part's box; all of them in blocks;
/// down trees of triangles, on the CPU only.
enum class Narrow { clipped, fragments, trees };

/// exact: signs that are never wrong; moller: Moeller's test in floating point.
enum class TriangleTest { exact, moller };
enum class Precision { f32, f64 };

/// Which copies of two parts are tested, and what follows:
/// one: the surfaces themselves; they overlap if an edge passes through a triangle, touch if they only meet.
/// two: outer with outer, inner with inner; overlap if both meet, touch if the outer ones alone do.
/// four: each copy with each; overlap if all meet, touch if the outer ones do.
/// relations: the eight predicates, with rays where surfaces do not meet.
enum class Copies { one, two, four, relations };

struct NarrowSettings {
    Narrow narrow = Narrow::clipped;
    TriangleTest test = TriangleTest::exact;
    Precision precision = Precision::f64;  ///< of moller
    Copies copies = Copies::relations;
    u32 fragment = 8;          ///< triangles that one thread tests against a triangle
    double launch_budget = 0;  ///< ms that a launch on CUDA may take; 0: launches are not cut
    bool counted = true;
};

/// Throws UsageError for settings that do not fit together or that the backend does not have.
void require_valid(const NarrowSettings&, bool has_trees);

/// What a query did.
struct NarrowCounts {
    u64 boxes;      ///< boxes of triangles compared
    u64 pairs;      ///< pairs of triangles of candidates, after clipping
    u64 tests;      ///< triangle tests
    u64 signs;      ///< signs of determinants
    u64 undecided;  ///< of these, decided by integers
    u64 rays;       ///< triangles held against a ray

    friend NF_HD NarrowCounts operator+(const NarrowCounts& a, const NarrowCounts& b) {
        return {a.boxes + b.boxes, a.pairs + b.pairs,         a.tests + b.tests,
                a.signs + b.signs, a.undecided + b.undecided, a.rays + b.rays};
    }
};

namespace narrow_stages {
/// Stages of the query for how parts lie to each other; no other place names them.
constexpr Stage clip{"clip"}, triangles{"triangles"}, inside{"inside"}, classify{"classify"};
}  // namespace narrow_stages

}  // namespace nearfield::building
