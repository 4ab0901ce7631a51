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
  /// Bodies whose centre lies in front of this plane (normal·x > offset) are left out.
  struct Cut {
    Vec3d normal{0, 0, 1};
    double offset = 0;
  };
  std::optional<Cut> cut;
};

/// Bodies as they are drawn, as spheres: one entry per sphere, and many per rod. A body that crosses an end of the
/// period is drawn at the other end too.
struct BodyCloud {
  std::vector<float> centres;         ///< (M,3) [length]
  std::vector<float> radii;           ///< (M) [length]
  std::vector<std::uint8_t> colours;  ///< (M,4), 0..255
  std::vector<std::int32_t> bodies;   ///< (M), index into the snapshot
  std::vector<std::uint8_t> spare;    ///< (M), 1 for spheres of a rod that a picture with less detail leaves out
  double loss = 0;                    ///< without them, outlines of rods lie within the rods by at most this [length]
  std::size_t size() const { return radii.size(); }
};

/// Fills the cloud and reuses its memory. `values`: one number per body, shown as a colour within `range`.
void fill_body_cloud(BodyCloud& cloud, const Snapshot& snapshot, const std::vector<float>& values,
                     const ColourRange& range, const CloudOptions& options);

/// Copies the spheres of a cloud that are not spare.
void thin(const BodyCloud& cloud, BodyCloud& thinner);

}  // namespace slurry::ui
