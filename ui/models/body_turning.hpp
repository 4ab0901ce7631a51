// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "models/body_shape.hpp"

namespace slurry::ui {

/// How a body turns [1/time]: the newest that the engine has found, of a rod always that of the snapshot.  Empty where
/// it is not known.
inline std::optional<Vec3d> turning(const Snapshot& s, std::size_t body) {
  const std::size_t i = 3 * body;
  if (is_rod(s, body) && s.rates.size() == s.directors.size())
    return cross({s.directors[i], s.directors[i + 1], s.directors[i + 2]},
                 {s.rates[i], s.rates[i + 1], s.rates[i + 2]});
  const auto& known = s.angular_velocities;
  if (!known || known->values.size() != s.positions.size()) return {};
  const Vec3d w{known->values[i], known->values[i + 1], known->values[i + 2]};
  if (!std::isfinite(dot(w, w))) return {};
  return w;
}

}  // namespace slurry::ui
