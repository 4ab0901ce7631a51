// SPDX-License-Identifier: BSD-3-Clause
#include "models/turntable.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "models/body_shape.hpp"

namespace slurry::ui {
namespace {

constexpr double radians = std::numbers::pi / 180;

}  // namespace

double CameraPose::length_per_pixel(double height) const {
  const double full = parallel ? 2 * parallel_scale : 2 * length(position - focus) * std::tan(view_angle / 2 * radians);
  return full / std::max(height, 1.0);
}

SubjectBox subject_box(const Snapshot& s) {
  const Domain d = s.scenario ? s.scenario->domain : Domain{};
  switch (d.kind) {
    case DomainKind::pipe:
      return {{d.length / 2, 0, 0}, {d.length / 2, d.radius, d.radius}, true, false};
    case DomainKind::periodic_3:
      return {
          {d.cell[0] / 2, d.cell[1] / 2, d.cell[2] / 2}, {d.cell[0] / 2, d.cell[1] / 2, d.cell[2] / 2}, false, false};
    case DomainKind::periodic_1:
    case DomainKind::free_space:
      break;
  }
  Vec3d low{1e300, 1e300, 1e300}, high{-1e300, -1e300, -1e300};
  for (std::size_t i = 0; i < s.radii.size(); ++i) {
    // Rods turn: room for them in every direction.
    const double reach = is_rod(s, i) ? std::max(s.half_lengths[i], s.radii[i]) : s.radii[i];
    for (int k = 0; k < 3; ++k) {
      low[k] = std::min(low[k], s.positions[3 * i + k] - reach);
      high[k] = std::max(high[k], s.positions[3 * i + k] + reach);
    }
  }
  if (s.radii.empty()) low = {-1, -1, -1}, high = {1, 1, 1};
  if (d.kind == DomainKind::periodic_1) low[0] = 0, high[0] = d.length;
  return {0.5 * (low + high), 0.5 * (high - low), false, d.kind == DomainKind::free_space};
}

SubjectBox bulk_box(const Snapshot& s) {
  constexpr std::size_t cloud_from = 100;
  constexpr double share = 0.02;  // of the bodies, that lie outside at each side
  constexpr double room = 1.25;   // a whole ball is no wider than this times the middle 96 percent of its bodies
  SubjectBox box = subject_box(s);
  if (!box.moves || s.radii.size() < cloud_from) return box;
  std::vector<double> along(s.radii.size());
  for (int k = 0; k < 3; ++k) {
    for (std::size_t i = 0; i < along.size(); ++i) along[i] = s.positions[3 * i + static_cast<std::size_t>(k)];
    const auto at = [&](double part) {
      const auto place = along.begin() + static_cast<std::ptrdiff_t>(part * static_cast<double>(along.size() - 1));
      std::nth_element(along.begin(), place, along.end());
      return *place;
    };
    const double first = at(share), last = at(1 - share), middle = 0.5 * (first + last),
                 half = room * 0.5 * (last - first);
    const double low = std::max(box.centre[k] - box.half[k], middle - half);
    const double high = std::min(box.centre[k] + box.half[k], middle + half);
    box.centre[k] = 0.5 * (low + high);
    box.half[k] = 0.5 * (high - low);
  }
  return box;
}

void Turntable::set_subject(const SubjectBox& box, const Vec3d& gravity) {
  centre_ = focus_ = box.centre;
  half_ = box.half;
  round_ = box.round;
  vertical_ = length(gravity) > 0 ? -1.0 * normalised(gravity) : Vec3d{-1, 0, 0};
  // Azimuth 0 looks at the x-y plane (the slice) from +z where it can, otherwise from +y.
  const Vec3d wish = std::abs(vertical_[2]) < 0.9 ? Vec3d{0, 0, 1} : Vec3d{0, 1, 0};
  first_ = normalised(wish - dot(wish, vertical_) * vertical_);
  second_ = cross(vertical_, first_);
}

void Turntable::preset(ViewPreset which) {
  focus_ = centre_;
  if (which == ViewPreset::front) azimuth_ = 0, elevation_ = 0;
  if (which == ViewPreset::side) azimuth_ = 90, elevation_ = 0;
  if (which == ViewPreset::along_axis) {
    // From that end of the pipe's axis, which is x, that is not below.
    const Vec3d end{vertical_[0] < 0 ? -1.0 : 1.0, 0, 0};
    elevation_ = std::asin(std::clamp(dot(end, vertical_), -1.0, 1.0)) / radians;
    azimuth_ = elevation_ > 89 ? 0 : std::atan2(dot(end, second_), dot(end, first_)) / radians;
  }
}

void Turntable::fit(double aspect) {
  focus_ = centre_;
  distance_ = fitting_distance(half_, round_, aspect);
}

bool Turntable::outgrown_by(const SubjectBox& box, double aspect) const {
  bool grew = false;
  for (int k = 0; k < 3; ++k) grew = grew || box.half[k] > half_[k];
  // of the margin that fitting leaves a half may be used up
  return grew && fitting_distance(box.half, box.round, aspect) > 1.06 * distance_;
}

double Turntable::fitting_distance(const Vec3d& half, bool round, double aspect) const {
  const CameraPose now = pose();
  const Vec3d right = now.right(), up = now.upward(), out = now.towards_eye();
  // Room at the sides for the legend.
  const double tangent = std::tan(view_angle / 2 * radians), used = 0.88, used_wide = 0.80;
  double distance = 0;
  // Every point of the outline must lie within the used part of the picture: the farthest distance that one asks for.
  const auto hold = [&](const Vec3d& d) {
    const double high =
        std::max(std::abs(dot(d, up)) / used, std::abs(dot(d, right)) / (used_wide * std::max(aspect, 0.1)));
    distance = std::max(distance, high / tangent + (parallel_ ? 0 : dot(d, out)));
  };
  for (const double x : {-half[0], half[0]}) {
    for (int i = 0; i < 64 && round; ++i) {
      const double t = 2 * std::numbers::pi * i / 64;
      hold({x, half[1] * std::cos(t), half[2] * std::sin(t)});
    }
    for (int i = 0; i < 4 && !round; ++i) hold({x, i & 1 ? half[1] : -half[1], i & 2 ? half[2] : -half[2]});
  }
  return distance;
}

void Turntable::shift(const Vec3d& by) {
  centre_ = centre_ + by;
  focus_ = focus_ + by;
}

void Turntable::orbit(double azimuth_degrees, double elevation_degrees) {
  azimuth_ = std::remainder(azimuth_ + azimuth_degrees, 360);
  elevation_ = std::clamp(elevation_ + elevation_degrees, -90.0, 90.0);
}

void Turntable::pan(double right_pixels, double up_pixels, double height) {
  const CameraPose now = pose();
  const double scale = now.length_per_pixel(height);
  focus_ = focus_ - (scale * right_pixels) * now.right() - (scale * up_pixels) * now.upward();
}

void Turntable::zoom(double factor) {
  const double size = length(half_);
  distance_ = std::clamp(distance_ / factor, 0.02 * size, 40 * size);
}

bool Turntable::looks_like(const Turntable& other) const {
  return azimuth_ == other.azimuth_ && elevation_ == other.elevation_ && distance_ == other.distance_ &&
         parallel_ == other.parallel_ && flat_ == other.flat_ && focus_ - centre_ == other.focus_ - other.centre_;
}

void Turntable::look_like(const Turntable& other) {
  azimuth_ = other.azimuth_;
  elevation_ = other.elevation_;
  distance_ = other.distance_;
  parallel_ = other.parallel_;
  flat_ = other.flat_;
  focus_ = centre_ + (other.focus_ - other.centre_);
}

CameraPose Turntable::pose() const {
  const double ca = std::cos(azimuth_ * radians), sa = std::sin(azimuth_ * radians);
  const double ce = std::cos(elevation_ * radians), se = std::sin(elevation_ * radians);
  const Vec3d outward = ca * first_ + sa * second_;
  const Vec3d direction = ce * outward + se * vertical_;
  CameraPose p;
  p.focus = focus_;
  p.position = focus_ + distance_ * direction;
  // The derivative of the direction with the elevation: defined at the poles too.
  p.up = ce * vertical_ - se * outward;
  if (flat_) p.up = cross(p.up, direction);
  p.view_angle = view_angle;
  p.parallel = parallel_;
  p.parallel_scale = distance_ * std::tan(view_angle / 2 * radians);
  return p;
}

}  // namespace slurry::ui
