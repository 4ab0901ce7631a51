// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>

#include "bodies/background_flow.hpp"
#include "bodies/rod_chain.hpp"
#include "bodies/rod_line.hpp"
#include "io/hdf5_file.hpp"
#include "slurry/error.hpp"
#include "support/reference_groups.hpp"

namespace slurry {
namespace {

using std::numbers::pi;

/// table/spheroid: p, F_par, F_perp, T_perp, T_spin (half length 1, eta 1), Jeffery's period times rate.
TEST(Spheroid, MatchesTableToRounding) {
  const Hdf5Reader file(test::reference_file("pipe_reference.h5"));
  for (std::size_t row = 0; row < 4; ++row) {
    const auto t = file.read_row("table/spheroid", row);
    const SpheroidResistance r = spheroid_resistance(t[0]);
    EXPECT_NEAR(6 * pi * r.xa / t[1], 1, 1e-12);
    EXPECT_NEAR(6 * pi * r.ya / t[2], 1, 1e-12);
    EXPECT_NEAR(8 * pi * r.yc / t[3], 1, 1e-12);
    EXPECT_NEAR(8 * pi * r.xc / t[4], 1, 1e-12);
  }
}

/// A spheroid that is nearly a sphere: Stokes' law, first order in the deviation (Happel & Brenner 1965, 5-11).
TEST(Spheroid, TendsToSphere) {
  const SpheroidResistance r = spheroid_resistance(1.01);
  EXPECT_NEAR(r.xa, 1 - 4.0 / 5 * 0.01 / 1.01, 1e-4);
  EXPECT_NEAR(r.ya, 1 - 3.0 / 5 * 0.01 / 1.01, 1e-4);
}

/// The line of sources with weights (c^2 - xi^2)/(4 e^2)(1 - e^2) leaves no slip on the spheroid that translates
/// (theory/rods.md (D2)), with the force of spheroid_resistance.
TEST(RodLine, TranslatesSpheroidWithoutSlip) {
  for (const double p : {2.0, 5.0, 10.0}) {
    const RodLine rod = make_rod_line(1, p, 400);
    for (const double s : {-0.9, -0.3, 0.1, 0.8}) {
      const double x[3] = {s, std::sqrt(1 - s * s) / p, 0};
      double along = 0, across = 0, mixed = 0;
      for (std::size_t k = 0; k < rod.offsets.size(); ++k) {
        const double d = x[0] - rod.offsets[k], y = x[1], r2 = d * d + y * y, r = std::sqrt(r2);
        const double q = rod.sizes[k] * rod.sizes[k] / 6, w = rod.weights[k] * 6 * pi / (8 * pi);
        along += w * ((1 + 2 * q / r2) + d * d / r2 * (1 - 6 * q / r2)) / r * rod.resistance.xa;
        across += w * (1 + 2 * q / r2) / r * rod.resistance.ya;  // across and out of the plane of x
        mixed += w * d * y / r2 * (1 - 6 * q / r2) / r * rod.resistance.xa;
      }
      EXPECT_NEAR(along, 1, 1e-11) << p << " " << s;
      EXPECT_NEAR(across, 1, 1e-11) << p << " " << s;
      EXPECT_NEAR(mixed, 0, 1e-11) << p << " " << s;
    }
  }
}

/// table/chain without blob torques: p nb kappa beta - F_par F_perp T_perp (half length 1, eta 1), by dense solves.
TEST(RodChain, ResistancesMatchTableToRounding) {
  const Hdf5Reader file(test::reference_file("pipe_reference.h5"));
  int rows = 0;
  for (std::size_t row = 0; row < 14; ++row) {
    const auto t = file.read_row("table/chain", row);
    if (t[4] != 0) continue;
    ++rows;
    const RodChain chain = make_rod_chain(1, t[0], int(t[1]), t[2], t[3]);
    const SpheroidResistance r = chain_friction(chain).resistance(1);
    EXPECT_NEAR(6 * pi * r.xa / t[5], 1, 1e-10);
    EXPECT_NEAR(6 * pi * r.ya / t[6], 1, 1e-10);
    EXPECT_NEAR(8 * pi * r.yc / t[7], 1, 1e-10);
  }
  EXPECT_EQ(rows, 7);
}

/// Fits made by another program (theory/rods.md): target, p, nb, kappa, beta, errors in percent.
TEST(RodChain, FitsAreThoseOfAnotherProgram) {
  struct Row {
    ChainTarget target;
    double p;
    int blobs;
    double kappa, beta, along, across, turn;
  };
  const Row rows[] = {{ChainTarget::cylinder, 5, 5, 0.9032, 1.0510, -0.5, 0.8, -0.1},
                      {ChainTarget::cylinder, 10, 10, 0.9544, 1.0644, 0.1, -0.1, 0.0},
                      {ChainTarget::cylinder, 20, 20, 0.9855, 1.0730, 0.2, -0.4, 0.1},
                      {ChainTarget::cylinder, 10, 6, 0.9404, 1.1624, 2.3, -1.9, -0.2},
                      {ChainTarget::cylinder, 10, 20, 0.9582, 1.0324, -0.3, 0.6, -0.1},
                      {ChainTarget::spheroid, 5, 5, 0.7666, 0.9238, 1.0, -2.0, 0.3},
                      {ChainTarget::spheroid, 10, 10, 0.8511, 0.9232, 1.2, -2.4, 0.4},
                      {ChainTarget::spheroid, 20, 20, 0.9027, 0.9263, 1.2, -2.2, 0.3}};
  for (const Row& row : rows) {
    const RodChain chain = fit_rod_chain(2, row.p, row.target, row.blobs);
    EXPECT_NEAR(chain.offsets.back() / 2, row.kappa, 1e-4) << row.p;
    EXPECT_NEAR(chain.blob_radius * row.p / 2, row.beta, 1e-4) << row.p;
    const SpheroidResistance r = chain_friction(chain).resistance(2);
    const SpheroidResistance w =
        row.target == ChainTarget::cylinder ? cylinder_resistance(row.p) : spheroid_resistance(row.p);
    EXPECT_NEAR(100 * (r.xa / w.xa - 1), row.along, 0.06) << row.p;
    EXPECT_NEAR(100 * (r.ya / w.ya - 1), row.across, 0.06) << row.p;
    EXPECT_NEAR(100 * (r.yc / w.yc - 1), row.turn, 0.06) << row.p;
  }
  EXPECT_NEAR(cylinder_turning_aspect(10), 8.17, 0.005);  // Cox 1971
}

/// Every aspect ratio that is let through can be fitted, to 3 % of the spheroid.
TEST(RodChain, FitsEveryAspectRatio) {
  for (double p = smallest_aspect; p <= largest_aspect; p *= 1.3) {
    const SpheroidResistance r = chain_friction(fit_rod_chain(1, p, ChainTarget::spheroid)).resistance(1);
    const SpheroidResistance w = spheroid_resistance(p);
    EXPECT_NEAR(r.xa / w.xa, 1, 0.03) << p;
    EXPECT_NEAR(r.ya / w.ya, 1, 0.03) << p;
    EXPECT_NEAR(r.yc / w.yc, 1, 0.03) << p;
  }
}

TEST(BackgroundFlow, PoiseuilleAndItsStrain) {
  const double drive = 3, viscosity = 0.7, radius = 2, h = 1e-5;
  const BackgroundFlow f = BackgroundFlow::poiseuille(drive, viscosity, radius);
  const auto u = [&](double y, double z) { return drive * (radius * radius - y * y - z * z) / (4 * viscosity); };
  const double x[3] = {0.3, 0.8, -0.5}, n[3] = {0.6, 0, 0.8};
  double v[3] = {0, 0, 0};
  f.add_at(x, 0.9, v);
  EXPECT_NEAR(v[0], u(x[1], x[2]) - 0.81 / 6 * drive / viscosity, 1e-12);
  EXPECT_EQ(v[1], 0);
  const double dy = (u(x[1] + h, x[2]) - u(x[1] - h, x[2])) / (2 * h),
               dz = (u(x[1], x[2] + h) - u(x[1], x[2] - h)) / (2 * h);
  const auto e = f.strain_times(x, n);
  EXPECT_NEAR(e[0], 0.5 * (dy * n[1] + dz * n[2]), 1e-8);
  EXPECT_NEAR(e[1], 0.5 * dy * n[0], 1e-8);
  EXPECT_NEAR(e[2], 0.5 * dz * n[0], 1e-8);
}

TEST(Rods, RefuseWhatIsNoRod) {
  EXPECT_THROW(make_rod_line(1, 1.5), InputError);
  EXPECT_THROW(make_rod_line(1, 51), InputError);
  EXPECT_THROW(make_rod_line(0, 10), InputError);
  EXPECT_THROW(make_rod_line(1, std::nan("")), InputError);
  EXPECT_THROW(fit_rod_chain(1, 0.5, ChainTarget::spheroid), InputError);
  EXPECT_THROW(fit_rod_chain(1, 10, ChainTarget::spheroid, 1), InputError);
  EXPECT_THROW(spheroid_resistance(1), InputError);
}

}  // namespace
}  // namespace slurry
