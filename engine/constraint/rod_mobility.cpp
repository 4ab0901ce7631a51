// SPDX-License-Identifier: BSD-3-Clause
#include "constraint/rod_mobility.hpp"

#include "base/text.hpp"
#include "slurry/error.hpp"

namespace slurry {

void RodMobility::solve(std::span<const double> positions, std::span<const double> forces,
                        std::span<double> velocities) {
  const std::size_t n = torques_.size();
  if (positions.size() != 2 * n || velocities.size() != 2 * n || forces.size() != n)
    throw InputError(
        text("{} bodies with directors need {} coordinates; {} were given", n / 3, 2 * n, positions.size()));
  bodies_.solve({positions.first(n), positions.last(n), forces, torques_}, {velocities.first(n), velocities.last(n)});
}

}  // namespace slurry
