// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "models/vec.hpp"
#include "slurry/snapshot.hpp"

namespace slurry::ui {

/// An arrow in the plane of a slice.
struct PlaneArrow {
  Vec3d tail{0, 0, 0}, tip{0, 0, 0};
  std::array<Vec3d, 2> barbs{};  ///< ends of the two strokes of its head
};

/// Numbers of the axes of a slice: the two in its plane, i0 and i1, and its normal.
std::array<int, 3> slice_axes(FieldPlane::Plane plane);

/// Arrows of the in-plane velocity, about `along` of them on the longer side. The fastest arrow is as long as its cell.
/// `lift` shifts the arrows along the normal, so that they are in front of the plane.
std::vector<PlaneArrow> slice_arrows(const Field& slice, const std::vector<std::uint8_t>& visible, int along,
                                     double lift);

}  // namespace slurry::ui
