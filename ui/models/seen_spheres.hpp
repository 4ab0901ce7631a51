// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "models/body_cloud.hpp"
#include "models/turntable.hpp"

namespace slurry::ui {

/// A picture with one sample at the middle of each pixel, and what its camera can see.
struct PictureFrame {
  int width = 0, height = 0;         ///< [pixels]
  double nearest = 0, farthest = 0;  ///< clipping planes, distance from the eye along the axis of the camera [length]
  double rim = 0;  ///< spheres of which nothing is seen but a rim of this width may be left out [pixels]
};

/// Finds the spheres of a cloud that a picture shows. Software OpenGL shades every pixel of a sphere before it compares
/// depths, so leaving out spheres that are hidden saves most of the time of a dense suspension.
///
/// A sphere is left out only if each pixel that it covers is covered by a sphere that lies wholly before its nearest
/// point. The picture is therefore the same, pixel by pixel, as that of all spheres. With a rim, other spheres are seen
/// in the place of those that are left out.
class SeenSpheres {
 public:
  /// Returns the indices of those spheres that may be seen, in ascending order. The reference is valid until the next
  /// call.
  const std::vector<std::uint32_t>& find(const BodyCloud& cloud, const CameraPose& pose, const PictureFrame& frame);

 private:
  /// Disc in the picture [pixels], with the distances from the eye of the sphere's nearest point and of its outline.
  struct Disc {
    float x = 0, y = 0;
    float outer = 0;  ///< radius of a disc around all that is seen of the sphere; negative: all of the picture
    float inner = 0;  ///< radius of a disc that the sphere covers; 0: hides nothing
    float nearest = 0, outline = 0;
  };
  Disc disc_of(const Vec3d& centre, double radius, const CameraPose& pose, const PictureFrame& frame) const;
  void cover(const Disc& disc);
  bool is_open(const Disc& disc) const;

  Vec3d right_{}, up_{}, out_{};  ///< of the camera
  double scale_ = 1;              ///< pixels per length, at distance 1 if in perspective
  int width_ = 0, height_ = 0, words_ = 0;
  float rim_ = 0;                       ///< [pixels]
  std::vector<std::uint64_t> covered_;  ///< one bit per pixel, rows of words_
  std::vector<Disc> discs_;
  std::vector<std::uint32_t> starts_, order_;     ///< spheres sorted into layers by their nearest points
  std::vector<std::uint32_t> first_, following_;  ///< for each layer, the list of discs that cover from there on
  std::vector<char> is_seen_;
  std::vector<std::uint32_t> seen_;
};

}  // namespace slurry::ui
