// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

namespace slurry::ui {

/// Index in speeds_of() of the speed of a new experiment. It is slow enough to see what happens.
inline constexpr std::size_t first_speed = 6;

/// Speeds that are offered, in time of the run per second of wall time: 1, 2 and 5 times powers of ten. The speed at
/// `first_speed` is at most sixty steps a second. The last one, 0, means as fast as possible. time_step: time step of
/// the scenario [time].
inline std::vector<double> speeds_of(double time_step) {
  constexpr int slower = static_cast<int>(first_speed), faster = 4;
  constexpr double steps_per_second = 60;
  const double most = steps_per_second * (time_step > 0 && std::isfinite(time_step) ? time_step : 1);
  // The number k of the series is 1, 2 or 5 times 10^(k/3).
  const auto value = [](int k) {
    const int decade = k >= 0 ? k / 3 : (k - 2) / 3;
    constexpr double digits[3] = {1, 2, 5};
    return decade >= 0 ? digits[k - 3 * decade] * std::pow(10.0, decade)
                       : digits[k - 3 * decade] / std::pow(10.0, -decade);
  };
  int usual = static_cast<int>(std::floor(3 * std::log10(most))) + 2;
  while (value(usual) > most * (1 + 1e-9)) --usual;
  std::vector<double> all;
  for (int k = usual - slower; k <= usual + faster; ++k) all.push_back(value(k));
  all.push_back(0);
  return all;
}

}  // namespace slurry::ui
