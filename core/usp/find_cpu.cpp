#include "usp/find.inl"

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

}  // namespace

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
    if (backend == Backend::cpu) return nearest_as<Cpu>(request);
#ifdef NEARFIELD_CUDA
    return nearest_on_cuda(request);
#else
    throw Error("this program was built without CUDA; use --backend cpu");
#endif
}

float expected_reach(const FindRequest& request, u32 nearest) {
    const glm::dvec3 sides = request.hi - request.lo;
    const auto n = u32(request.points.size());
    const double reach = request.dimensions == 2 ? expected_reach<2>(sides, request.wrapped, n, nearest)
                                                 : expected_reach<3>(sides, request.wrapped, n, nearest);
    return reach > 0 ? float(std::clamp<double>(reach, FLT_MIN, FLT_MAX)) : 1.f;
}

}  // namespace nearfield
