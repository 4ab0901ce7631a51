// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>

#include "quantities/return_curve.hpp"

namespace slurry {
namespace {

/// One body on x = sin t and back, with a known distance from its way out.
std::vector<double> place(double t, double off) {
  return {std::sin(t), 2 * t + off, 0};
}
std::vector<double> velocity(double t) {
  return {std::cos(t), 2, 0};
}

/// Out in steps of `out` to `turn`, back in steps of `back`; visit(time, error) on the way back, off = 0.01 (t - turn).
template <class Visit>
void there_and_back(ReturnCurve& curve, double out, double back, long steps_out, long steps_back, Visit&& visit) {
  for (long k = 0; k <= steps_out; ++k) {
    const double t = out * static_cast<double>(k);
    EXPECT_TRUE(std::isnan(curve.error()));
    curve.see(t, place(t, 0), velocity(t));
  }
  const double turn = out * static_cast<double>(steps_out);
  curve.reversed(turn);
  for (long k = 1; k <= steps_back; ++k) {
    const double since = back * static_cast<double>(k), t = turn - since;
    curve.see(turn + since, place(t, 0.01 * since), velocity(t));
    visit(since, curve.error());
  }
}

TEST(ReturnCurve, SameSteps_TheDistanceIsExact_AndUnknownBeyondTheStart) {
  ReturnCurve curve;
  there_and_back(curve, 0.1, 0.1, 50, 53, [](double since, double error) {
    if (since < 5.001) {
      EXPECT_NEAR(error, 0.01 * since, 1e-13);
    } else {
      EXPECT_TRUE(std::isnan(error)) << since;
    }
  });
}

TEST(ReturnCurve, OtherSteps_CubicsBetweenStates_OfFourthOrder) {
  double worst[2] = {0, 0};
  for (int fine = 0; fine < 2; ++fine) {
    ReturnCurve curve;
    there_and_back(curve, fine ? 0.1 : 0.2, 0.037, fine ? 50 : 25, 130, [&](double since, double error) {
      worst[fine] = std::max(worst[fine], std::abs(error - 0.01 * since));
    });
  }
  EXPECT_LT(worst[0], 1e-5);
  EXPECT_GT(worst[0], 12 * worst[1]);
}

TEST(ReturnCurve, FullMemory_KeepsEverySecondState_AndTellsTheDistanceThere) {
  ReturnCurve curve(6 * 40);
  long known = 0, exact = 0;
  there_and_back(curve, 0.1, 0.1, 200, 200, [&](double since, double error) {
    if (std::isnan(error)) return;
    ++known;
    exact += std::abs(error - 0.01 * since) < 1e-12 ? 1 : 0;
  });
  EXPECT_EQ(known, exact);
  EXPECT_GE(known, 20);
  EXPECT_LE(known, 41);
}

TEST(ReturnCurve, CheckpointOnTheWayOutAndOnTheWayBack_GoesOnAlike) {
  for (const long cut : {30L, 70L}) {
    ReturnCurve whole(6 * 40), first(6 * 40), second(6 * 40);
    ReturnCurve* now = &first;
    for (long k = 0; k <= 100; ++k) {
      const double t = 0.1 * static_cast<double>(k), at = k <= 50 ? t : 10 - t;
      for (ReturnCurve* c : {&whole, now}) {
        c->see(t, place(at, k <= 50 ? 0 : 0.01), velocity(at));
        if (k == 50) c->reversed(t);
      }
      if (k == cut) {
        second.restore(first.state());
        now = &second;
        continue;
      }
      EXPECT_EQ(std::isnan(whole.error()), std::isnan(now->error())) << k;
      if (std::isnan(whole.error())) continue;
      EXPECT_EQ(whole.error(), now->error()) << k;
    }
  }
}

}  // namespace
}  // namespace slurry
