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
  double rim = 0;  ///< bodies of which nothing is seen but a rim of this width may be left out [pixels]
};

/// Finds the bodies of a cloud that a picture shows. Software OpenGL shades every pixel of a body before it compares
/// depths, so leaving out bodies that are hidden saves most of the time of a dense suspension.
///
/// Each body consists of pieces: a sphere of one, a rod of several along its axis. A piece has a ball around it and a
/// ball within it. A body is left out only if each pixel of the balls around its pieces is covered by a ball within
/// another body that lies wholly before the nearest point of the piece. The picture is therefore the same, pixel by
/// pixel, as that of all bodies. With a rim, other bodies are seen in the place of those that are left out.
class SeenBodies {
 public:
  /// Returns the indices of those bodies that may be seen, in ascending order. The reference is valid until the next
  /// call.
  const std::vector<std::uint32_t>& find(const BodyCloud& cloud, const CameraPose& pose, const PictureFrame& frame);

 private:
  /// A piece in the picture: two discs around the same point [pixels], and distances from the eye.
  struct Disc {
    float x = 0, y = 0;
    float outer = 0;    ///< radius of a disc around all that is seen of the piece; negative: all of the picture
    float inner = 0;    ///< radius of a disc that the piece covers; 0: hides nothing
    float nearest = 0;  ///< of the ball around the piece
    float outline = 0;  ///< of the outline of the ball within the piece
  };
  Disc disc_of(const Vec3d& centre, double around, double within, const CameraPose& pose,
               const PictureFrame& frame) const;
  void add_pieces(const BodyCloud& cloud, std::uint32_t body, const CameraPose& pose, const PictureFrame& frame);
  void cover(const Disc& disc);
  bool is_open(const Disc& disc) const;

  Vec3d right_{}, up_{}, out_{};  ///< of the camera
  double scale_ = 1;              ///< pixels per length, at distance 1 if in perspective
  int width_ = 0, height_ = 0, words_ = 0;
  float rim_ = 0;                                 ///< [pixels]
  std::vector<std::uint64_t> covered_;            ///< one bit per pixel, rows of words_
  std::vector<Disc> discs_;                       ///< of the pieces
  std::vector<std::uint32_t> bodies_;             ///< of the pieces
  std::vector<std::uint32_t> starts_, order_;     ///< pieces sorted into layers by their nearest points
  std::vector<std::uint32_t> first_, following_;  ///< for each layer, the list of discs that cover from there on
  std::vector<char> is_seen_;                     ///< by body
  std::vector<std::uint32_t> seen_;
};

}  // namespace slurry::ui
