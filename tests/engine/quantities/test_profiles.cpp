// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "quantities/radial_profiles.hpp"
#include "support/random_points.hpp"

namespace slurry {
namespace {

using std::numbers::pi;

Domain pipe(double radius, double length) {
  Domain d;
  d.radius = radius;
  d.length = length;
  return d;
}

double total_volume(const RadialProfiles& p, const Domain& d) {
  double sum = 0;
  for (std::size_t k = 0; k < profile_rings; ++k) {
    const double inner = d.radius * static_cast<double>(k) / profile_rings, outer = inner + d.radius / profile_rings;
    sum += p.volume_fraction[k] * pi * (outer * outer - inner * inner) * d.length;
  }
  return sum;
}

TEST(RadialProfiles, SphereOnTheAxis_FillsRingsLikeItsVolumeBetweenCylinders) {
  const Domain d = pipe(5, 8);
  const double a = 1;
  const RadialProfiles p = radial_profiles(d, std::vector<double>{3, 0, 0}, std::vector<double>{0.7, 9, 9},
                                           std::vector<double>{a}, {}, {}, {});
  EXPECT_NEAR(total_volume(p, d), 4 * pi / 3, 1e-12);
  double inside = 0;  // up to r = 0.75 a, which lies between two of the circles of parcels
  for (std::size_t k = 0; k < 3; ++k)
    inside += p.volume_fraction[k] * pi * d.length * 0.0625 * static_cast<double>(2 * k + 1);
  EXPECT_NEAR(inside / (4 * pi / 3), 1 - std::pow(1 - 0.5625, 1.5), 0.05);
  for (std::size_t k = 4; k < profile_rings; ++k) {
    EXPECT_EQ(p.volume_fraction[k], 0);
    EXPECT_TRUE(std::isnan(p.axial_velocity[k]));
  }
  EXPECT_NEAR(p.axial_velocity[1], 0.7, 1e-14);
}

/// Bodies that move with a parabola, everywhere alike: both profiles are known.
TEST(RadialProfiles, UniformSuspensionInAParabola) {
  const Domain d = pipe(20, 50);
  constexpr std::size_t n = 40000;
  constexpr double a = 0.2;
  test::Random random(3);
  std::vector<double> x, v;
  for (std::size_t i = 0; i < n; ++i) {
    const double r = d.radius * std::sqrt(random.uniform()), angle = random.uniform(0, 2 * pi);
    x.insert(x.end(), {random.uniform(0, d.length), r * std::cos(angle), r * std::sin(angle)});
    v.insert(v.end(), {2 * (1 - r * r / (d.radius * d.radius)), 0, 0});
  }
  const RadialProfiles p = radial_profiles(d, x, v, std::vector<double>(n, a), {}, {}, {});
  const double phi = n * 4 * pi / 3 * a * a * a / (pi * d.radius * d.radius * d.length);
  for (std::size_t k = 2; k + 1 < profile_rings; ++k) {  // the last ring holds what reaches over the wall
    const double share = static_cast<double>(2 * k + 1) / (profile_rings * profile_rings);  // of the section
    EXPECT_NEAR(p.volume_fraction[k], phi, 5 * phi / std::sqrt(n * share)) << k;
    const double s = (static_cast<double>(k) + 0.5) / profile_rings;
    EXPECT_NEAR(p.axial_velocity[k], 2 * (1 - s * s), 0.02) << k;
  }
}

TEST(RadialProfiles, RodAcrossThePipe_ReachesAsFarAsItIsLong_AndTurns) {
  const Domain d = pipe(10, 50);
  const std::vector<double> x{5, 0, 0}, v{1, 0, 0}, n{0, 1, 0}, rate{-0.1, 0, 0};
  const RadialProfiles p = radial_profiles(d, x, v, std::vector<double>{0.4}, std::vector<double>{4}, n, rate);
  EXPECT_NEAR(total_volume(p, d), 4 * pi / 3 * 0.4 * 0.4 * 4, 1e-12);
  EXPECT_GT(p.volume_fraction[6], 0);  // r from 3 to 3.5
  for (std::size_t k = 9; k < profile_rings; ++k) EXPECT_EQ(p.volume_fraction[k], 0);
  EXPECT_NEAR(p.axial_velocity[6], 1, 1e-12);  // one end up, the other one down
  const std::vector<double> off{5, 4, 0};
  const RadialProfiles q = radial_profiles(d, off, v, std::vector<double>{0.4}, std::vector<double>{4}, n, rate);
  EXPECT_NEAR(q.axial_velocity[13], 1 - 0.1 * 2.75, 0.05);  // 2.75 from the centre
}

}  // namespace
}  // namespace slurry
