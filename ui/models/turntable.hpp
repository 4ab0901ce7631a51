// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "models/vec.hpp"
#include "slurry/snapshot.hpp"

namespace slurry::ui {

/// Pose of a camera; lengths in the scenario's unit.
struct CameraPose {
  Vec3d position{0, 0, 1}, focus{0, 0, 0}, up{0, 1, 0};
  double view_angle = 24;     ///< full vertical angle of view [degrees]
  bool parallel = false;      ///< parallel projection; parallel_scale is half the height of the picture
  double parallel_scale = 1;  ///< [length]

  /// Unit vectors of the picture: right, up, and towards the eye.
  Vec3d towards_eye() const { return normalised(position - focus); }
  Vec3d right() const { return normalised(cross(up, towards_eye())); }
  Vec3d upward() const { return cross(towards_eye(), right()); }
  /// Length that one pixel covers at the focus, in a picture with this height in pixels.
  double length_per_pixel(double height) const;
};

/// Box around what is shown: the domain, or the bodies in free space. The axis of a pipe is x, with 0 <= x <= L.
struct SubjectBox {
  Vec3d centre{0, 0, 0}, half{1, 1, 1};
  bool round = false;  ///< a cylinder about x rather than a box
  bool moves = false;  ///< follows the bodies
};
SubjectBox subject_box(const Snapshot& snapshot);
/// The same box. For at least a hundred bodies in free space, it holds only most of them: a few bodies that were left
/// behind would make the cloud look small.
SubjectBox bulk_box(const Snapshot& snapshot);

enum class ViewPreset { front, side, along_axis };

/// A camera that circles a focus about a vertical axis. Vertical means against gravity, so gravity points down. For
/// long pipes the picture can be turned, so that gravity points to the right.
class Turntable {
 public:
  /// Sets the vertical axis and the size of the subject. The angles are kept.
  void set_subject(const SubjectBox& box, const Vec3d& gravity);
  void preset(ViewPreset which);
  /// Moves the camera back until the subject fills a picture of this shape (width / height).
  void fit(double aspect);
  /// Whether the subject has become so large that it no longer fits from here.
  bool outgrown_by(const SubjectBox& box, double aspect) const;

  void orbit(double azimuth_degrees, double elevation_degrees);
  /// Shifts the focus by pixels, in a picture of that height.
  void pan(double right_pixels, double up_pixels, double height);
  void zoom(double factor);
  void look_at(const Vec3d& focus) { focus_ = focus; }
  /// Moves the focus because the whole subject moved.
  void shift(const Vec3d& by);
  void set_parallel(bool parallel) { parallel_ = parallel; }
  bool parallel() const { return parallel_; }
  void set_flat(bool flat) { flat_ = flat; }
  bool flat() const { return flat_; }

  /// Whether another camera has the same direction and distance, and the same position relative to its subject.
  bool looks_like(const Turntable& other) const;
  /// Takes the view of another camera, applied to its own subject.
  void look_like(const Turntable& other);

  CameraPose pose() const;

 private:
  /// Distance from which a box with these half edges fills a picture of this shape.
  double fitting_distance(const Vec3d& half, bool round, double aspect) const;

  Vec3d vertical_{-1, 0, 0}, first_{0, 0, 1}, second_{0, 1, 0};
  Vec3d centre_{0, 0, 0}, half_{1, 1, 1}, focus_{0, 0, 0};
  bool round_ = true;
  double azimuth_ = 28, elevation_ = 14, distance_ = 10;
  bool parallel_ = false, flat_ = false;
  static constexpr double view_angle = 24;
};

}  // namespace slurry::ui
