// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

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

/// Two unit spheres on the axis of a pipe of four radii: a cylinder of radius s holds 4 pi/3 (1 - (1 - s^2)^(3/2)) of
/// each.
TEST(RadialProfiles, SpheresInANarrowPipe_AreTheClosedForm) {
  const Domain d = pipe(4, 20);
  const RadialProfiles p =
      radial_profiles(d, std::vector<double>{3, 0, 0, 9, 0, 0}, std::vector<double>{0.7, 0, 0, 0.7, 0, 0},
                      std::vector<double>{1, 1}, {}, {}, {});
  const double rounded[5] = {0.1980, 0.1897, 0.1719, 0.1410, 0.0800};
  for (std::size_t k = 0; k < profile_rings; ++k) {
    const double inner = 0.2 * static_cast<double>(k), outer = inner + 0.2;
    const auto within = [](double s) { return 4 * pi / 3 * (s < 1 ? 1 - std::pow(1 - s * s, 1.5) : 1); };
    EXPECT_NEAR(p.volume_fraction[k], 2 * (within(outer) - within(inner)) / (pi * (outer * outer - inner * inner) * 20),
                1e-8)
        << k;
    if (k < 5) {
      EXPECT_NEAR(p.volume_fraction[k], rounded[k], 5e-5) << k;
    }
    if (k < 5) {
      EXPECT_NEAR(p.axial_velocity[k], 0.7, 1e-12) << k;
    }
    if (k >= 5) {
      EXPECT_TRUE(std::isnan(p.axial_velocity[k])) << k;
    }
  }
}

/// Area that circles of radii c and s have in common, with their centres d apart.
double lens(double c, double s, double d) {
  if (d >= c + s) return 0;
  if (d <= std::abs(c - s)) return pi * std::min(c, s) * std::min(c, s);
  const double angle_c = std::acos(std::clamp((d * d + c * c - s * s) / (2 * d * c), -1.0, 1.0));
  const double angle_s = std::acos(std::clamp((d * d + s * s - c * c) / (2 * d * s), -1.0, 1.0));
  return c * c * (angle_c - 0.5 * std::sin(2 * angle_c)) + s * s * (angle_s - 0.5 * std::sin(2 * angle_s));
}

/// The slices of a sphere across the pipe are circles, so its volume in a cylinder is an integral of lenses.
TEST(RadialProfiles, SphereOffTheAxis_IsTheSumOfItsSlices) {
  for (const double a : {0.05, 1.0, 2.7})
    for (const double off : {0.0, 1e-9, 0.3, 0.999, 1.0, 1.7, 2.3}) {
      const Domain d = pipe(5, 9);
      const double y = off * std::cos(0.8), z = off * std::sin(0.8);
      const RadialProfiles p = radial_profiles(d, std::vector<double>{3, y, z}, std::vector<double>{-0.4, 1, 1},
                                               std::vector<double>{a}, {}, {}, {});
      const auto within = [&](double s) {
        constexpr int slices = 20000;
        double sum = 0;
        for (int i = 0; i < slices; ++i) {
          const double angle = pi * (i + 0.5) / slices;
          sum += lens(a * std::sin(angle), s, off) * a * std::sin(angle) * pi / slices;
        }
        return sum;
      };
      double inner = 0;
      for (std::size_t k = 0; k < profile_rings; ++k) {
        const double low = 0.25 * static_cast<double>(k), high = low + 0.25, outer = within(high);
        const double share = p.volume_fraction[k] * pi * (high * high - low * low) * 9 / (4 * pi / 3 * a * a * a);
        EXPECT_NEAR(share, (outer - inner) / (4 * pi / 3 * a * a * a), 1e-6) << a << " " << off << " " << k;
        inner = outer;
        const bool matter = low < off + a - 1e-6 && high > off - a + 1e-6;  // less of it is rounding
        EXPECT_EQ(std::isnan(p.axial_velocity[k]), !matter) << a << " " << off << " " << k;
        if (matter) {
          EXPECT_NEAR(p.axial_velocity[k], -0.4, 1e-9);
        }
      }
    }
}

/// A slanted rod that turns: volumes and velocities are those of a fine grid of points in it, which turn with it.
TEST(RadialProfiles, SlantedRod_IsTheSumOfItsPoints) {
  const Domain d = pipe(5, 30);
  const double b = 0.6, l = 3, y = 0.9, z = -0.5;
  const double n[3] = {0.48, 0.64, 0.6}, rate[3] = {0.25, -0.2, (0.2 * 0.64 - 0.25 * 0.48) / 0.6};  // n . rate = 0
  const RadialProfiles p = radial_profiles(
      d, std::vector<double>{3, y, z}, std::vector<double>{1, 0, 0}, std::vector<double>{b}, std::vector<double>{l},
      std::vector<double>{n[0], n[1], n[2]}, std::vector<double>{rate[0], rate[1], rate[2]});
  const double omega_y = n[2] * rate[0] - n[0] * rate[2], omega_z = n[0] * rate[1] - n[1] * rate[0];
  const double e[3] = {-n[1] / 0.8, n[0] / 0.8, 0};  // across the rod, and f = n x e
  const double f[3] = {n[1] * e[2] - n[2] * e[1], n[2] * e[0] - n[0] * e[2], n[0] * e[1] - n[1] * e[0]};
  constexpr int cells = 160;
  std::vector<double> volume(profile_rings), moving(profile_rings);
  for (int i = 0; i < cells; ++i)
    for (int j = 0; j < cells; ++j)
      for (int k = 0; k < cells; ++k) {
        const double u = 2 * (i + 0.5) / cells - 1, v = 2 * (j + 0.5) / cells - 1, w = 2 * (k + 0.5) / cells - 1;
        if (u * u + v * v + w * w > 1) continue;
        const double r_y = l * u * n[1] + b * (v * e[1] + w * f[1]), r_z = l * u * n[2] + b * (v * e[2] + w * f[2]);
        const auto ring = static_cast<std::size_t>(std::hypot(y + r_y, z + r_z) / 0.25);
        volume[ring] += 1;
        moving[ring] += 1 + omega_y * r_z - omega_z * r_y;
      }
  double all = 0;
  for (const double v : volume) all += v;
  for (std::size_t k = 0; k < profile_rings; ++k) {
    const double low = 0.25 * static_cast<double>(k), high = low + 0.25;
    const double share = p.volume_fraction[k] * pi * (high * high - low * low) * 30 / (4 * pi / 3 * b * b * l);
    EXPECT_NEAR(share, volume[k] / all, 2e-4) << k;
    EXPECT_EQ(std::isnan(p.axial_velocity[k]), volume[k] == 0) << k;
    if (volume[k] > 0) {
      EXPECT_NEAR(p.axial_velocity[k], moving[k] / volume[k], 2e-3) << k;
    }
  }
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
