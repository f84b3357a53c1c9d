// Smoothing kernels: unit integral, slopes, lattice sums, support.
#include "scenes/sph/kernels.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>

// not in tsan: one thread alone, or a program that other tests start
namespace nearfield::sph {
namespace kernels_test {

constexpr double pi = 3.14159265358979323846;

template <template <int, class> class Kernel, int Dim> struct Case {
    static constexpr int D = Dim;
    template <class Real> using K = Kernel<Dim, Real>;
};

template <class C> class Kernels : public testing::Test {};
using Cases = testing::Types<Case<CubicSpline, 2>, Case<CubicSpline, 3>, Case<WendlandC2, 2>, Case<WendlandC2, 3>>;
TYPED_TEST_SUITE(Kernels, Cases);

/// Simpson's rule over shells.
template <int D> double integral(double h, const std::function<double(double)>& density) {
    constexpr int n = 4000;
    double sum = 0;
    for (int i = 0; i <= n; ++i) {
        const double r = h * i / n;
        sum += (i == 0 || i == n ? 1 : i % 2 ? 4 : 2) * density(r) * (D == 2 ? 2 * pi * r : 4 * pi * r * r);
    }
    return sum * h / n / 3;
}

TYPED_TEST(Kernels, IntegrateToOne) {
    for (const double h : {0.013, 0.1, 1., 2.5}) {
        const typename TypeParam::template K<double> exact(h);
        const typename TypeParam::template K<float> coarse(h);
        EXPECT_NEAR(integral<TypeParam::D>(h, [&](double r) { return exact.value(r); }), 1, 1e-4) << h;
        EXPECT_NEAR(integral<TypeParam::D>(h, [&](double r) { return double(coarse.value(float(r))); }), 1, 1e-4) << h;
    }
}

TYPED_TEST(Kernels, GradientIsTheSlopeOfTheValue) {
    for (const double h : {0.013, 0.1, 2.5}) {
        const typename TypeParam::template K<double> exact(h);
        const typename TypeParam::template K<float> coarse(h);
        const double step = 1e-5 * h;
        for (int i = 5; i < 400; ++i) {
            const double r = h * i / 400.;
            const double numeric = (exact.value(r + step) - exact.value(r - step)) / (2 * step);
            const double tolerance = 1e-3 * std::abs(numeric) + 1e-6 * exact.value(0.5 * h) / h;
            EXPECT_NEAR(exact.gradient(r) * r, numeric, tolerance) << r / h;
            EXPECT_NEAR(double(coarse.gradient(float(r))) * r, numeric, tolerance) << r / h;
        }
    }
}

TYPED_TEST(Kernels, AreFiniteAndWithoutSlopeAtZero) {
    const typename TypeParam::template K<float> kernel(0.05);
    EXPECT_TRUE(std::isfinite(kernel.value(0)) && std::isfinite(kernel.gradient(0)));
    EXPECT_LT(kernel.gradient(0), 0);
    EXPECT_GT(kernel.value(0), kernel.value(0.01f));
    for (const float r : {1e-30f, 1e-12f, 1e-6f})
        EXPECT_LE(std::abs(kernel.gradient(r) * r), std::abs(kernel.gradient(5e-5f) * 5.01e-5f)) << r;
}

TYPED_TEST(Kernels, AreZeroAtAndBeyondTheSupport) {
    for (const double h : {0.013, 0.1, 0.7, 2.5}) {
        const typename TypeParam::template K<float> kernel(h);
        const float edge = std::nextafter(float(h), 10.f);
        for (const float r : {edge, 1.01f * edge, 1.5f * edge, 3.f * edge, 1e6f}) {
            EXPECT_EQ(kernel.value(r), 0) << r / h;
            EXPECT_EQ(kernel.gradient(r), 0) << r / h;
        }
        EXPECT_LT(kernel.value(float(h)), 1e-6f * kernel.value(0));
        EXPECT_GT(kernel.value(0.97f * float(h)), 0);
        EXPECT_LT(kernel.gradient(0.97f * float(h)), 0);
    }
}

TYPED_TEST(Kernels, FallWithTheDistance) {
    const typename TypeParam::template K<double> kernel(1);
    for (int i = 1; i < 1000; ++i) {
        EXPECT_LT(kernel.value((i + 1) * 1e-3), kernel.value(i * 1e-3)) << i;
        EXPECT_LT(kernel.gradient(i * 1e-3), 0) << i;
    }
}

/// Sum of W d^D over a square or cubic lattice of spacing d, self included.
template <int D, class Kernel, class Real> double lattice_sum(double ratio) {
    const double d = 0.01;
    const Kernel kernel(ratio * d);
    const int n = int(ratio) + 1;
    double sum = 0;
    for (int x = -n; x <= n; ++x)
        for (int y = -n; y <= n; ++y)
            for (int z = D == 3 ? -n : 0; z <= (D == 3 ? n : 0); ++z)
                sum += double(kernel.value(Real(d * std::sqrt(double(x * x + y * y + z * z)))));
    return sum * std::pow(d, D);
}

template <template <int, class> class Kernel, int D> void expect_sums(const std::array<double, 4>& expected) {
    const double ratios[] = {2.0, 2.4, 3.0, 4.0};
    for (int i = 0; i < 4; ++i) {
        EXPECT_NEAR((lattice_sum<D, Kernel<D, double>, double>(ratios[i])), expected[i], 1e-5)
            << D << "D, h/d " << ratios[i];
        EXPECT_NEAR((lattice_sum<D, Kernel<D, float>, float>(ratios[i])), expected[i], 1e-4)
            << D << "D, h/d " << ratios[i];
    }
}

TEST(LatticeSums, AreThoseWorkedOutInClosedForm) {
    expect_sums<CubicSpline, 2>({1.000862, .999757, 1.003440, .999958});
    expect_sums<WendlandC2, 2>({1.037602, 1.017952, 1.005142, 1.001206});
    expect_sums<CubicSpline, 3>({.999972, 1.000810, 1.001795, 1.000079});
    expect_sums<WendlandC2, 3>({1.033843, 1.017457, 1.003141, 1.000549});
}

}  // namespace kernels_test
}  // namespace nearfield::sph
