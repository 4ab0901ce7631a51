// SPDX-License-Identifier: BSD-3-Clause
// The published direct sums against a slow sum that is written here and against the engine's own; the access study
// against sums by hand.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include "base/execution.hpp"
#include "direct/direct.hpp"
#include "slurry/error.hpp"
#include "support/error_norms.hpp"
#include "support/random_points.hpp"
#include "support/spaces.hpp"
#include "yardsticks/direct_sums/access_study.hpp"
#include "yardsticks/direct_sums/fcc_crystal.hpp"
#include "yardsticks/direct_sums/velocity_sum.hpp"

namespace slurry::test {
namespace {

using enum DirectNumber;

/// Spheres on a jittered crystal, which do not overlap, and random forces.
struct Spheres {
  double box;
  std::vector<double> x, f;
};
Spheres some_spheres(std::size_t count) {
  const FccCrystal crystal = fcc_crystal(count);
  Random random(5);
  Spheres s{crystal.length, crystal.positions, normal_vectors(count, 6)};
  for (double& x : s.x) x += random.uniform(-0.1, 0.1);
  return s;
}

/// mu/mu0 = 3/(4r) [(1 + 2/(3 r^2)) I + (1 - 2/r^2) rr] in long double, written out with whole images.
std::vector<double> slow_sum(const Spheres& s, bool images, bool oseen) {
  const std::size_t n = s.x.size() / 3;
  std::vector<double> u(3 * n);
  for (std::size_t i = 0; i < n; ++i) {
    long double sum[3] = {s.f[3 * i], s.f[3 * i + 1], s.f[3 * i + 2]};
    for (std::size_t j = 0; j < n; ++j) {
      if (j == i) continue;
      long double d[3], r2 = 0, df = 0;
      for (int c = 0; c < 3; ++c) {
        d[c] = s.x[3 * i + c] - s.x[3 * j + c];
        while (images && d[c] > s.box / 2) d[c] -= s.box;
        while (images && d[c] < -s.box / 2) d[c] += s.box;
        r2 += d[c] * d[c];
        df += d[c] * s.f[3 * j + c];
      }
      const long double r = std::sqrt(r2), far = oseen ? 0 : 1;
      for (int c = 0; c < 3; ++c)
        sum[c] += 3 / (4 * r) * ((1 + far * 2 / (3 * r2)) * s.f[3 * j + c] + (1 - far * 2 / r2) * df * d[c] / r2);
    }
    for (int c = 0; c < 3; ++c) u[3 * i + c] = static_cast<double>(sum[c]);
  }
  return u;
}

template <class Space = Host>
std::vector<double> sum_by(const Spheres& s, const DirectForm& form, bool images) {
  VelocitySum<Space> sum(Space(), form, images ? s.box : 0);
  sum.set_particles(s.x, s.f);
  sum.run();
  return sum.host_velocities();
}

constexpr std::array kernels{DirectKernel::naive, DirectKernel::tiling, DirectKernel::small_tiling,
                             DirectKernel::symmetric};

// Sums in extended precision are the host's alone.
template <class Space>
void expect_slow_sum(const Spheres& s, DirectKernel kernel, DirectPair pair, bool images,
                     const std::vector<double>& truth) {
  const auto expect = [&](const DirectForm& form, double bound) {
    if (form.sums == extended && !is_host_space<Space>) return;
    EXPECT_LT(relative_l2(sum_by<Space>(s, form, images), truth), bound)
        << space_name<Space> << ' ' << name_of(kernel) << name_of(form.sums);
  };
  for (const DirectNumber sums : {fp32, fp64, double_single, extended}) expect({kernel, pair, fp32, sums, 64, 0}, 2e-6);
  for (const DirectNumber sums : {fp64, extended}) expect({kernel, pair, fp64, sums, 64, 0}, 1e-13);
}

TEST(VelocitySum, EveryFormMatchesASlowSum) {
  const Spheres s = some_spheres(301);  // no multiple of any tile
  for (const bool images : {false, true})
    for (const DirectPair pair : {DirectPair::rotne_prager, DirectPair::oseen}) {
      const std::vector<double> truth = slow_sum(s, images, pair == DirectPair::oseen);
      for (const DirectKernel kernel : kernels)
        for_each_space([&](const auto& space) {
          using Space = std::decay_t<decltype(space)>;
          if (is_host_space<Space> || kernel != DirectKernel::symmetric)
            expect_slow_sum<Space>(s, kernel, pair, images, truth);
        });
    }
}

// Where the sum does not round (terms in fp32 in a wide sum nearly so), the order of terms does not matter either.
TEST(VelocitySum, TilesDoNotChangeABit_WithOneLaneOrSeveral) {
  const Spheres s = some_spheres(500);
  const int threads = Host().concurrency();
  for (const DirectNumber sums : {fp32, fp64, double_single}) {
    const std::vector<double> naive =
        sum_by(s, {DirectKernel::naive, DirectPair::rotne_prager, fp32, sums, 128, 0}, true);
    for (const DirectKernel kernel : {DirectKernel::tiling, DirectKernel::small_tiling})
      for (const int block : {32, 128, 1024})
        for (const int lanes : {1, threads})
          EXPECT_EQ(sum_by(s, {kernel, DirectPair::rotne_prager, fp32, sums, block, lanes}, true), naive)
              << name_of(kernel) << block << " " << lanes;
  }
}

TEST(VelocitySum, DoubleSingleSumsAreAsGoodAsThoseInFp64) {
  const Spheres s = some_spheres(500);
  DirectForm form;
  form.sums = extended;
  const std::vector<double> exact = sum_by(s, form, true);  // of the same terms
  form.sums = double_single;
  EXPECT_LT(relative_l2(sum_by(s, form, true), exact), 1e-12);
  form.sums = fp32;
  EXPECT_GT(relative_l2(sum_by(s, form, true), exact), 1e-8);
}

TEST(VelocitySum, AgreesWithTheEnginesDirectSumInFreeSpace) {
  const Spheres s = some_spheres(256);
  const auto x = to_space<Host>(s.x, "x"), f = to_space<Host>(s.f, "f");
  DirectSum<Host> engine(Host(), Box{{1, 1, 1}, 0});
  std::vector<double> u(s.x.size());
  engine.set_points(x, 1, {{x, 1, true}});
  engine.apply(f, {host_vectors(std::span<double>(u))});
  for (double& v : u) v *= 0.75;  // 1/(8 pi eta) over mu0
  EXPECT_LT(relative_l2(sum_by(s, {DirectKernel::tiling, DirectPair::rotne_prager, fp64, fp64, 64, 0}, false), u),
            1e-13);
}

TEST(VelocitySum, WhatThereIsNotIsRefused) {
  const auto refused = [](const DirectForm& form) { EXPECT_THROW(VelocitySum<Host>(Host(), form, 0), InputError); };
  refused({DirectKernel::naive, DirectPair::oseen, fp64, fp32, 128, 0});
  refused({DirectKernel::naive, DirectPair::oseen, fp64, double_single, 128, 0});
  refused({DirectKernel::naive, DirectPair::oseen, extended, extended, 128, 0});
  refused({DirectKernel::tiling, DirectPair::oseen, fp32, fp32, 2048, 0});
  EXPECT_THROW(VelocitySum<Host>(Host(), {}, -1), InputError);
}

TEST(AccessStudy, AddsUpEveryItem_WhateverTheOrder) {
  for (const int bytes : {4, 16}) {
    AccessStudy<Host> study(Host(), bytes, 1000);
    study.run(DirectKernel::naive, AccessMap::linear);
    const std::vector<double> linear = study.result();
    // items 1 + (i mod 1009)/1009, in float4 those of 4 i .. 4 i + 3
    double all = 0;
    for (int i = 0; i < (bytes == 4 ? 1000 : 4000); ++i) all += 1 + i % 1009 / 1009.0;
    const double own = bytes == 4 ? 1 + 7 / 1009.0 : 4 + (28 + 29 + 30 + 31) / 1009.0;
    EXPECT_NEAR(linear[7], all + own, 1e-4 * all);
    for (const AccessMap map : {AccessMap::linear, AccessMap::strided}) {
      study.run(DirectKernel::naive, map);
      const std::vector<double> naive = study.result();
      EXPECT_LT(relative_l2(naive, linear), 1e-5);
      for (const DirectKernel kernel : {DirectKernel::tiling, DirectKernel::small_tiling}) {
        study.run(kernel, map);
        EXPECT_EQ(study.result(), naive) << name_of(kernel) << name_of(map);
      }
    }
    study.run(DirectKernel::naive, AccessMap::unordered);
    EXPECT_LT(relative_l2(study.result(), linear), 1e-5);
  }
}

}  // namespace
}  // namespace slurry::test
