// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "slurry/error.hpp"
#include "yardsticks/published_rules/published_parameters.hpp"

// The rules of Kosmacher et al. 2026 against the runs that they print, and that their package makes of them.
namespace slurry {
namespace {

struct Printed {
  PublishedRule rule;
  double cutoff, xi;
  int points, nodes, free_nodes;
};

TEST(PublishedParameters, AreThoseOfThePrintedRuns) {
  const Printed runs[] = {{{1e-1, 160, 4000000}, 0.03420, 78.6, 4, 144, 156},
                          {{1e-4, 224, 4000000}, 0.03826, 100.5, 8, 256, 280},
                          {{1e-4, 224, 1000000}, 0.0607, 62.8, 8, 160, 184},
                          {{1e-4, 224, 250000}, 0.0964, 39.2, 8, 96, 120},
                          {{1e-12, 1008, 4000000}, 0.0632, 92.0, 14, 350, 392}};
  for (const Printed& run : runs) {
    const PublishedParameters p = published_parameters(run.rule);
    EXPECT_NEAR(p.cutoff_radius, run.cutoff, 6e-4 * run.cutoff) << run.rule.per_cell;
    EXPECT_NEAR(p.xi, run.xi, 0.06) << run.rule.tolerance;
    EXPECT_EQ(p.window_points, run.points);
    EXPECT_EQ(p.nodes, run.nodes);
    EXPECT_EQ(p.free_nodes, run.free_nodes);
  }
}

TEST(PublishedParameters, RefuseWhatTheyCannotServe) {
  EXPECT_THROW(published_parameters({0, 224, 1000}), InputError);
  EXPECT_THROW(published_parameters({1, 224, 1000}), InputError);
  EXPECT_THROW(published_parameters({1e-4, 224, 0}), InputError);
  EXPECT_THROW(published_parameters({1e-4, 224, 1000}), InputError);  // a cutoff longer than half the box
}

}  // namespace
}  // namespace slurry
