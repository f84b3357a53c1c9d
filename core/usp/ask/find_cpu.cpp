#include "usp/ask/find.inl"

#include "base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cfloat>
#include <cmath>

namespace nearfield {

#ifdef NEARFIELD_CUDA
Found find_on_cuda(const FindRequest& request);  // find_cuda.cu
FoundNearest nearest_on_cuda(const NearestRequest& request);
#endif

namespace {

std::string as_text(const glm::dvec3& p, int dimensions) {
    return dimensions == 2 ? fmt::format("({}, {})", p.x, p.y) : fmt::format("({}, {}, {})", p.x, p.y, p.z);
}

/// Throws Error if the backend's memory cannot hold the search's results, or main memory their copy.
void require_room(const NearestRequest& request, Backend backend) {
    const std::size_t n = request.points.points.size(), nearest = std::min<std::size_t>(request.nearest, n);
    for (Backend where : {backend, Backend::cpu}) {
        const double need = double(n) * double(nearest) * sizeof(NearPoint) * (backend == Backend::cpu ? 2 : 1);
        if (const std::size_t available = available_bytes(where); need > double(available))
            throw Error(fmt::format("{} nearest of each of {} points need {} but only {} of {} memory is free; ask for "
                                    "fewer, or search the points in parts",
                                    nearest, n, format_bytes(need), format_bytes(double(available)),
                                    where == Backend::cpu ? "main" : "device"));
    }
}

/// Rounding error of decimal input as doubles. A wrapped side may be short of two radii by at most this.
double rounding_of_side(const FindRequest& request, int axis) {
    const double lo = request.lo[axis], hi = request.hi[axis];
    return 0x1p-53 * (std::abs(lo) + std::abs(hi) + std::abs(hi - lo) + 2 * request.radius);
}

void require_sides(const FindRequest& request) {
    for (int a = 0; a < request.dimensions && request.wrapped; ++a)
        if (const double side = request.hi[a] - request.lo[a]; 2 * request.radius - side > rounding_of_side(request, a))
            throw UsageError(fmt::format(
                "environment: wrapped side {} = {:.15g} is narrower than two search radii ({:.15g}), so that "
                "a point would meet another through two images; enlarge it, lower the radius, or use "
                "clamped bounds",
                "xyz"[a], side, 2 * request.radius));
}

}  // namespace

double effective_radius(const FindRequest& request) {
    double radius = request.radius;
    for (int a = 0; a < request.dimensions && request.wrapped; ++a)
        radius = std::min(radius, (request.hi[a] - request.lo[a]) / 2);
    return radius;
}

void require_room_for_pairs(u64 pairs, Backend backend) {
    if (pairs > ~0u)
        throw Error(fmt::format("{} pairs: at most {} can be listed; use a smaller radius, search the points in parts, "
                                "or ask for the counts alone",
                                pairs, ~0u));
    for (Backend where : {backend, Backend::cpu}) {
        const double need = double(pairs) * sizeof(Pair) * (backend == Backend::cpu ? 2 : 1);
        if (const std::size_t available = available_bytes(where); need > double(available))
            throw Error(fmt::format("{} pairs need {} but only {} of {} memory is free; use a smaller radius, search "
                                    "the points in parts, or ask for the counts alone",
                                    pairs, format_bytes(need), format_bytes(double(available)),
                                    where == Backend::cpu ? "main" : "device"));
    }
}

void require_points(const FindRequest& request) {
    if (request.dimensions != 2 && request.dimensions != 3)
        throw UsageError(fmt::format("{} dimensions: the search works in 2 or 3", request.dimensions));
    if (request.points.size() >= ~0u) throw Error("more than 4 billion points; search them in parts");
    for (std::size_t i = 0; i < request.points.size(); ++i) {
        for (int a = 0; a < request.dimensions; ++a) {
            const double x = request.points[i][a];
            if (!std::isfinite(x))
                throw UsageError(fmt::format("point {} = {} is not finite; remove it", i,
                                             as_text(request.points[i], request.dimensions)));
            if (x < request.lo[a] || x > request.hi[a])
                throw UsageError(fmt::format(
                    "point {} = {} lies outside the environment, where {} goes from {} to {}; enlarge it "
                    "or remove the point",
                    i, as_text(request.points[i], request.dimensions), "xyz"[a], request.lo[a], request.hi[a]));
        }
    }
}

Found find_neighbours(const FindRequest& request, Backend backend) {
    require_points(request);
    require_sides(request);
    if (backend == Backend::cpu) return find_as<Cpu>(request);
#ifdef NEARFIELD_CUDA
    return find_on_cuda(request);
#else
    throw Error("this program was built without CUDA; use --backend cpu");
#endif
}

FoundNearest find_nearest(const NearestRequest& request, Backend backend) {
    require_points(request.points);
    if (request.nearest == 0) throw UsageError("0 nearest: ask for at least 1");
    const double within = request.within, within_radii = within / request.points.radius;
    if (!(within > 0)) throw UsageError(fmt::format("nearest within {}: it must be a positive number", within));
    if (!(within_radii * within_radii >= FLT_MIN))
        throw UsageError(
            fmt::format("nearest within {}: too little beside distances around {}, at which {} are expected", within,
                        request.points.radius, request.nearest));
    require_room(request, backend);
    if (backend == Backend::cpu) return nearest_as<Cpu>(request);
#ifdef NEARFIELD_CUDA
    return nearest_on_cuda(request);
#else
    throw Error("this program was built without CUDA; use --backend cpu");
#endif
}

double distance_between(const FindRequest& request, u32 i, u32 j) {
    double d2 = 0;
    for (int a = 0; a < request.dimensions; ++a) {
        double d = std::abs(request.points[j][a] - request.points[i][a]);
        if (request.wrapped) d = std::min(d, std::abs(request.hi[a] - request.lo[a] - d));
        d2 += d * d;
    }
    return std::sqrt(d2);
}

float expected_reach(const FindRequest& request, u32 nearest) {
    const glm::dvec3 sides = request.hi - request.lo;
    const auto n = u32(request.points.size());
    const double reach = request.dimensions == 2 ? expected_reach<2>(sides, request.wrapped, n, nearest)
                                                 : expected_reach<3>(sides, request.wrapped, n, nearest);
    return reach > 0 ? float(std::clamp<double>(reach, FLT_MIN, FLT_MAX)) : 1.f;
}

}  // namespace nearfield
