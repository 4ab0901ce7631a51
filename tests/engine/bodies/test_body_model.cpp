// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "bodies/body_model.hpp"
#include "support/random_points.hpp"

namespace slurry {
namespace {

struct Kind {
  const char* name;
  BodyKind kind;
};

std::vector<Kind> kinds() {
  return {{"sphere", BodyKind::of_sphere(0.7)},
          {"point", BodyKind::of_point(0.7)},
          {"line rod", BodyKind::of(make_rod_line(1.3, 7))},
          {"chain", BodyKind::of(fit_rod_chain(1.3, 6, ChainTarget::spheroid))}};
}

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

std::vector<double> normal(test::Random& random, std::size_t n) {
  std::vector<double> v(n);
  for (double& x : v) x = random.normal();
  return v;
}

/// expand(F, T; g) . v = F . U + (T x n) . dn/dt + g . slip for any load, forces g and velocities v, with the motion
/// (U, dn/dt) and the slip that project finds in v.
TEST(BodyModels, ExpandAndProjectAreEachOthersTranspose) {
  test::Random random(3);
  for (const Kind& k : kinds()) {
    const RigidBodyModel& model = model_of(k.kind);
    EXPECT_EQ(model.name, k.name);
    const std::size_t m = 3 * k.kind.points();
    for (int repeat = 0; repeat < 5; ++repeat) {
      std::vector<double> n = normal(random, 3);
      const double length = std::sqrt(dot(n, n));
      for (double& c : n) c /= length;
      const std::vector<double> force = normal(random, 3), torque = normal(random, 3), v = normal(random, m);
      std::vector<double> g = model.unknown ? normal(random, m) : std::vector<double>(m, 0.0), f = g, slip = v;
      model.expand(k.kind, 0.7, n.data(), force.data(), torque.data(), f.data());
      std::vector<double> velocity(3, 0.0), rate(3, 0.0), turning(3);
      model.project(k.kind, n.data(), v.data(), velocity.data(), rate.data());
      turning_load(torque.data(), n.data(), turning.data());
      if (model.unknown) model.unknown->add_rigid(k.kind, -1, velocity.data(), rate.data(), slip.data());
      const double right = dot(force, velocity) + dot(turning, rate) + dot(g, slip);
      EXPECT_NEAR(dot(f, v), right, 1e-12 * m) << k.name;
      EXPECT_NEAR(dot(rate, n), 0, 1e-13) << k.name;
    }
  }
}

/// Whatever forces it begins with, expand ends with forces that bear the load, and their answer's slip bears none.
TEST(BodyModels, UnknownForcesBearTheLoad) {
  test::Random random(4);
  for (const Kind& k : kinds()) {
    const RigidBodyModel& model = model_of(k.kind);
    if (!model.unknown) continue;
    const std::size_t m = 3 * k.kind.points();
    const std::vector<double> n{0.6, 0, 0.8}, force = normal(random, 3), torque = normal(random, 3);
    std::vector<double> f = normal(random, m), load(3), turning(3);
    model.expand(k.kind, 2, n.data(), force.data(), torque.data(), f.data());
    turning_load(torque.data(), n.data(), load.data());
    const auto moments = [&](const std::vector<double>& of, std::vector<double>& sum, std::vector<double>& moment) {
      sum.assign(3, 0.0);
      moment.assign(3, 0.0);
      for (std::size_t i = 0; i < k.kind.points(); ++i)
        for (std::size_t c = 0; c < 3; ++c) {
          sum[c] += of[3 * i + c];
          moment[c] += k.kind.offsets[i] * of[3 * i + c];
        }
      remove_along(n.data(), moment.data());
    };
    std::vector<double> sum, moment;
    moments(f, sum, moment);
    for (std::size_t c = 0; c < 3; ++c) {
      EXPECT_NEAR(sum[c], force[c], 1e-12);
      EXPECT_NEAR(moment[c], load[c], 1e-12);
    }
    std::vector<double> slip = normal(random, m), velocity(3, 0.0), rate(3, 0.0), answer(m);
    model.project(k.kind, n.data(), slip.data(), velocity.data(), rate.data());
    model.unknown->add_rigid(k.kind, -1, velocity.data(), rate.data(), slip.data());
    model.unknown->answer(k.kind, 2, n.data(), slip.data(), answer.data());
    moments(answer, sum, moment);
    for (std::size_t c = 0; c < 3; ++c) {
      EXPECT_NEAR(sum[c], 0, 1e-10);
      EXPECT_NEAR(moment[c], 0, 1e-10);
    }
  }
}

}  // namespace
}  // namespace slurry
