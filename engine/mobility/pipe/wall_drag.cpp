// SPDX-License-Identifier: BSD-3-Clause
#include "mobility/pipe/wall_drag.hpp"

#include <Kokkos_Core.hpp>

#include <cmath>
#include <numbers>
#include <vector>

namespace slurry {

double axial_wall_drag(std::span<const double> positions, std::span<const double> forces, int angles) {
  std::vector<double> cosine(static_cast<std::size_t>(angles)), sine(cosine.size());
  for (std::size_t i = 0; i < cosine.size(); ++i) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(i) / angles;
    cosine[i] = std::cos(angle);
    sine[i] = std::sin(angle);
  }
  double sum = 0;
  Kokkos::parallel_reduce(
      "slurry::mobility::wall_drag", Kokkos::RangePolicy<Kokkos::DefaultHostExecutionSpace>(0, positions.size() / 3),
      [&](const std::size_t j, double& all) {
        const double y = positions[3 * j + 1], z = positions[3 * j + 2], far = 1 + y * y + z * z;
        double mean = 0;
        for (std::size_t i = 0; i < cosine.size(); ++i) {
          const double along = y * cosine[i] + z * sine[i];
          mean += (1 - along) / (far - 2 * along);
        }
        all += forces[3 * j] * mean;
      },
      sum);
  return sum / angles;
}

}  // namespace slurry
