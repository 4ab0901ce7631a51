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

/// Shape with which a body is drawn. A line of sources is drawn as a spheroid, and a chain of spheres as a capsule.
enum class BodyForm : std::uint8_t { sphere, spheroid, capsule };

/// Bodies as they are drawn, one entry each. A body that crosses an end of the period is drawn at the other end too.
struct BodyCloud {
  std::vector<float> centres;         ///< (M,3) [length]
  std::vector<float> radii;           ///< (M) half thickness [length]
  std::vector<float> axes;            ///< (M,3) from the centre to the tip [length]; 0 for a sphere
  std::vector<BodyForm> forms;        ///< (M)
  std::vector<std::uint8_t> colours;  ///< (M,4), 0..255
  std::vector<std::int32_t> bodies;   ///< (M), index into the snapshot
  std::size_t size() const { return radii.size(); }
  void clear();
  void add(const Vec3d& centre, double radius, const Vec3d& axis, BodyForm form, Rgb8 colour, std::size_t body);
};

/// Fills the cloud and reuses its memory. `values`: one number per body, shown as a colour within `range`.
void fill_body_cloud(BodyCloud& cloud, const Snapshot& snapshot, const std::vector<float>& values,
                     const ColourRange& range, const CloudOptions& options);

}  // namespace slurry::ui
