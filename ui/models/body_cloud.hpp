// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/colour_by.hpp"
#include "models/vec.hpp"
#include "slurry/snapshot.hpp"

namespace slurry::ui {

/// Options of the drawing of bodies; by default all bodies are drawn.
struct CloudOptions {
  const ColourMap* map = &ColourMap::sequential();
  /// Bodies whose centre lies before this plane (normal·x > offset) are left out.
  struct Cut {
    Vec3d normal{0, 0, 1};
    double offset = 0;
  };
  std::optional<Cut> cut;
};

/// Bodies as they are drawn, by spheres: one entry per sphere, many per rod, and the same again at the other end for
/// what sticks out of an end of the period.
struct BodyCloud {
  std::vector<float> centres;         ///< (M,3) [length]
  std::vector<float> radii;           ///< (M) [length]
  std::vector<std::uint8_t> colours;  ///< (M,4), 0..255
  std::vector<std::int32_t> bodies;   ///< (M), index into the snapshot
  std::size_t size() const { return radii.size(); }
};

/// Fills the cloud, keeping its memory.  `values`: one per body, coloured through `range`.
void fill_body_cloud(BodyCloud& cloud, const Snapshot& snapshot, const std::vector<float>& values,
                     const ColourRange& range, const CloudOptions& options);

}  // namespace slurry::ui
