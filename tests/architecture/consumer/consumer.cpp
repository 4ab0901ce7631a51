// SPDX-License-Identifier: BSD-3-Clause
// Velocities of a thousand point forces in a periodic box, with the error asked, predicted and measured.
#include <cmath>
#include <cstdio>
#include <random>

#include "slurry/error.hpp"
#include "slurry/runtime.hpp"
#include "slurry/sum.hpp"
#include "slurry/version.hpp"

int main() {
  const slurry::Runtime runtime({1});
  std::printf("Slurry %s on %s\n", slurry::build_info().version.c_str(), runtime.info().back_end.c_str());

  slurry::SumProblem problem;
  problem.box = {{2, 1, 1}, 3};
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> uniform(0, 1);
  for (int i = 0; i < 1000; ++i) {
    problem.sources.insert(problem.sources.end(), {2 * uniform(random), uniform(random), uniform(random)});
    problem.forces.insert(problem.forces.end(), {uniform(random) - 0.5, uniform(random) - 0.5, uniform(random) - 0.5});
  }

  slurry::SumOptions options;
  options.tolerance = 1e-6;
  const slurry::SumResult result = slurry::evaluate_sum(problem, options);
  std::printf("u(0) = %.9f %.9f %.9f\n", result.velocities[0], result.velocities[1], result.velocities[2]);
  std::printf("error: asked %.1e, predicted %.1e, measured %.1e; plan %.2f s, sum %.3f s of CPU\n", result.error.asked,
              result.error.predicted, result.error.measured, result.plan_seconds, result.cpu_seconds);

  try {
    options.tolerance = 1e-20;
    slurry::evaluate_sum(problem, options);
    return 1;
  } catch (const slurry::RefusedError& e) {
    std::printf("refused, as it should be: %s\n", e.what());
  }
  return result.velocities.size() == 3000 && result.error.measured <= 1.5 * result.error.asked ? 0 : 1;
}
