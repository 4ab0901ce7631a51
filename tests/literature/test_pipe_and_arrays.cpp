// SPDX-License-Identifier: BSD-3-Clause
// A sphere in a pipe and in a cubic array: numbers of the literature, and of tables to more digits
// (made by tests/reference/data/pipe_reference.py, by exact wall modes; theory/pipe-wall.md).
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "io/hdf5_file.hpp"
#include "slurry/mobility.hpp"
#include "support/reference_groups.hpp"

namespace slurry {
namespace {

using std::numbers::pi;

/// Mobility over mu0 of one sphere of radius a at distance b from the axis of a pipe of radius 1 (0: x, 1: r, 2: th).
double sphere_mobility(double a, double b, double length, int direction, NetFlowKind flow, double tolerance) {
  MobilityProblem p;
  p.domain.length = length;
  p.viscosity = 1 / (6 * pi * a);
  p.radii = {a};
  p.positions = {0.3, b, 0};
  p.forces = {0, 0, 0};
  p.forces[static_cast<std::size_t>(direction)] = 1;
  MobilityOptions o;
  o.tolerance = tolerance;
  o.net_flow.kind = flow;
  o.measured_targets = 0;
  return solve_mobility(p, o).velocities[static_cast<std::size_t>(direction)];
}

/// Tables of tests/reference/data/pipe_reference.py, to all digits.
TEST(SphereOnTheAxis, Table_AllDigitsAt1e9) {
  const double table[6][4] = {{0.05, 0.89503839, 0.90998843, 0.90996066}, {0.10, 0.79163290, 0.82123424, 0.82098900},
                              {0.15, 0.69130413, 0.73496425, 0.73413167}, {0.20, 0.59550153, 0.65234419, 0.65039323},
                              {0.25, 0.50556789, 0.57444810, 0.57071511}, {0.30, 0.42270379, 0.50222779, 0.49595461}};
  const double half_digit = 0.51e-8;
  for (const auto& row : table) {
    EXPECT_NEAR(sphere_mobility(row[0], 0, 10, 0, NetFlowKind::zero_flux, 1e-9), row[1], half_digit) << row[0];
    EXPECT_NEAR(sphere_mobility(row[0], 0, 10, 0, NetFlowKind::zero_gradient, 1e-9), row[2], half_digit) << row[0];
    EXPECT_NEAR(sphere_mobility(row[0], 0, 10, 1, NetFlowKind::zero_flux, 1e-9), row[3], half_digit) << row[0];
  }
  EXPECT_NEAR(sphere_mobility(0.2, 0, 4, 0, NetFlowKind::zero_flux, 1e-9), 0.59550149, half_digit);
  EXPECT_NEAR(sphere_mobility(0.2, 0, 4, 0, NetFlowKind::zero_gradient, 1e-9), 0.73760816, half_digit);
  EXPECT_NEAR(sphere_mobility(0.2, 0, 4, 1, NetFlowKind::zero_gradient, 1e-9), 0.65045141, half_digit);
}

/// Haberman & Sayre, David Taylor Model Basin report 1143 (1958): 1 - 2.105 l + 2.0865 l^3 for a slow sphere on the
/// axis.
TEST(SphereOnTheAxis, HabermanAndSayre_LeadingCoefficients) {
  const double l1 = 0.02, l2 = 0.05;
  const double d1 = (1 - sphere_mobility(l1, 0, 8, 0, NetFlowKind::zero_flux, 1e-9)) / l1;
  const double d2 = (1 - sphere_mobility(l2, 0, 8, 0, NetFlowKind::zero_flux, 1e-9)) / l2;
  const double cubic = (d1 - d2) / (l2 * l2 - l1 * l1), linear = d1 + cubic * l1 * l1;
  EXPECT_NEAR(linear, 2.105, 1e-3);
  EXPECT_NEAR(cubic, 2.0865, 5e-3);
}

/// Table f(b/R) of theory/pipe-wall.md in full digits from the data file: the pull of the wall on a point force.
TEST(PointOffTheAxis, TableOfTheReferenceFile_To1e8) {
  const Hdf5Array table = Hdf5Reader(test::reference_file("pipe_reference.h5")).read("table/offaxis_f");
  for (std::size_t row = 0; row < table.shape[0]; ++row) {
    const double* entry = &table.values[4 * row];
    for (std::size_t c = 0; c < 3; ++c) {
      MobilityProblem p;
      p.domain.length = 12;
      p.viscosity = 1 / (6 * pi);
      p.positions = {0.3, entry[0], 0};
      p.forces = {0, 0, 0};
      p.forces[c] = 1;
      MobilityOptions o;
      o.tolerance = 1e-9;
      o.model = BodyModel::points;
      o.measured_targets = 0;
      EXPECT_NEAR(-solve_mobility(p, o).velocities[c] / entry[1 + c], 1, 1e-8) << entry[0] << " " << c;
    }
  }
}

/// At contact the Rotne-Prager mobility comes near the values at a plane wall: 1 - 9/16 + 1/8 - 1/16 along it and
/// 1 - 9/8 + 1/2 - 1/8 towards it; a = 0.1 R from exact wall modes, to their digits (L = 2 R, zero mean gradient).
TEST(SphereTouchingTheWall, ValuesOfExactWallModes) {
  EXPECT_NEAR(sphere_mobility(0.1, 0.9, 2, 0, NetFlowKind::zero_gradient, 1e-7), 0.48334, 0.6e-5);
  EXPECT_NEAR(sphere_mobility(0.1, 0.9, 2, 1, NetFlowKind::zero_gradient, 1e-7), 0.23431, 0.6e-5);
  EXPECT_NEAR(sphere_mobility(0.1, 0.9, 2, 2, NetFlowKind::zero_gradient, 1e-7), 0.45341, 0.6e-5);
}

/// Hasimoto, J. Fluid Mech. 5 (1959): mobility of a simple cubic array, 1 - 2.8372974794806 a + (4 pi/3) a^3 at
/// Rotne-Prager level (cell of edge 1).
TEST(SimpleCubicArray, Hasimoto_To1e12) {
  MobilityProblem p;
  p.domain.kind = DomainKind::periodic_3;
  p.viscosity = 1 / (6 * pi * 0.1);
  p.radii = {0.1};
  p.positions = {0.2, 0.7, 0.4};
  p.forces = {0, 1, 0};
  for (const double tolerance : {1e-3, 1e-6, 1e-9, 1e-12}) {
    MobilityOptions o;
    o.tolerance = tolerance;
    const auto v = solve_mobility(p, o).velocities;
    EXPECT_NEAR(v[1], 0.72045904225673, 1.5 * tolerance);
    EXPECT_NEAR(v[0], 0, 1.5 * tolerance);
  }
}

}  // namespace
}  // namespace slurry
