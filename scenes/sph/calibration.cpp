#include "scenes/sph/calibration.hpp"

#include <cmath>

namespace nearfield::sph {
namespace {

/// Sum of W over one layer of a lattice, `layer` spacings away from the point.
template <int D, class Kernel> double layer_sum(const Kernel& kernel, double h, double d, int layer) {
    const int reach = int(std::ceil(h / d));
    double sum = 0;
    for (int x = -reach; x <= reach; ++x)
        for (int z = D == 3 ? -reach : 0; z <= (D == 3 ? reach : 0); ++z)
            sum += kernel.value(d * std::sqrt(double(x) * x + double(layer) * layer + double(z) * z));
    return sum;
}

template <int D, class Kernel> Calibration calibrate_with(const Kernel& kernel, double h, double d) {
    const int reach = int(std::ceil(h / d));
    const double in_plane = layer_sum<D>(kernel, h, d, 0);
    double missing = 0;
    for (int layer = 1; layer <= reach; ++layer) missing += layer_sum<D>(kernel, h, d, layer);
    const double volume = 1 / (in_plane + missing + missing);
    return {volume, volume * missing * in_plane / layer_sum<D>(kernel, h, d, 1)};
}

}  // namespace

template <int D> Calibration calibrate(KernelKind kind, double h, double spacing) {
    if (kind == KernelKind::cubic) return calibrate_with<D>(CubicSpline<D, double>(h), h, spacing);
    return calibrate_with<D>(WendlandC2<D, double>(h), h, spacing);
}

template Calibration calibrate<2>(KernelKind, double, double);
template Calibration calibrate<3>(KernelKind, double, double);

}  // namespace nearfield::sph
