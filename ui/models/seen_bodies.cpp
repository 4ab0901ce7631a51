// SPDX-License-Identifier: BSD-3-Clause
#include "models/seen_bodies.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace slurry::ui {
namespace {

constexpr std::uint32_t layers = 2048, none = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint32_t ahead = 16;  // discs that are on their way from memory while one is looked at
constexpr int most_pieces = 40;      // of a rod
constexpr float margin = 0.05F;      // of a disc's radius [pixels], for the rounding of the shaders' 32-bit numbers

/// Pixels of a row whose middles lie within `half` of x: [begin, end), within the picture.
struct Span {
  int begin, end;
};
Span span(float x, float half, int width) {
  const auto limit = static_cast<float>(width);
  const float first = std::clamp(x - half - 0.5F, 0.0F, limit), end = std::clamp(x + half + 0.5F, 0.0F, limit);
  const int floor = static_cast<int>(first);
  return {floor + (static_cast<float>(floor) < first ? 1 : 0), static_cast<int>(end)};
}

/// Calls `what(word, mask)` for each word of a row's bits from begin to end, until it returns false.
template <class F>
bool each_word(Span s, const F& what) {
  for (int at = s.begin; at < s.end;) {
    const int word = at >> 6, beyond = std::max(0, 64 * (word + 1) - s.end);
    if (!what(word, (~std::uint64_t{0} << (at & 63)) & (~std::uint64_t{0} >> beyond))) return false;
    at = 64 * (word + 1);
  }
  return true;
}

/// Calls `what(row, span)` for each row of a disc in the picture, until it returns false.
template <class F>
bool each_row(float x, float y, float radius, int width, int height, const F& what) {
  const Span rows = span(y, radius, height);
  for (int row = rows.begin; row < rows.end; ++row) {
    const float dy = static_cast<float>(row) + 0.5F - y, rest = radius * radius - dy * dy;
    if (rest < 0) continue;
    if (!what(row, span(x, std::sqrt(rest), width))) return false;
  }
  return true;
}

/// Radius of the largest ball within a rod whose middle lies on its axis, at a distance from its centre [length].
double room_within(BodyForm form, double radius, double half, double place) {
  const double foci2 = half * half - radius * radius;
  if (form == BodyForm::capsule) return std::min(radius, half - place);
  return place < foci2 / half ? radius * std::sqrt(1 - place * place / foci2) : half - place;
}

}  // namespace

SeenBodies::Disc SeenBodies::disc_of(const Vec3d& centre, double around, double within, const CameraPose& pose,
                                     const PictureFrame& frame) const {
  const Vec3d from_eye = centre - pose.position;
  const double x = dot(from_eye, right_), y = dot(from_eye, up_), z = -dot(from_eye, out_);
  double place = scale_, inner = scale_ * within, outer = scale_ * around, nearest = z - around, outline = z;
  bool whole = z - around > frame.nearest && z + around < frame.farthest;
  if (!pose.parallel) {
    // The outline is an ellipse: its half axes and its middle follow from the cone of tangents.
    const double d2 = dot(from_eye, from_eye), beside = z * z - around * around;
    nearest = std::sqrt(d2) - around;
    if (z <= around || beside <= 0) {
      whole = false;
      outer = -1;
    } else {
      place = scale_ * z / beside;
      outer = scale_ * around * std::sqrt(d2 - around * around) / beside;
      const double beside_inner = z * z - within * within;
      inner = scale_ * within / std::sqrt(beside_inner);
      // The ellipse of the ball within has another middle.
      if (within < around) inner -= (place - scale_ * z / beside_inner) * std::hypot(x, y);
      outline = std::sqrt(d2 - within * within);
    }
  }
  Disc disc;
  disc.x = static_cast<float>(0.5 * width_ + place * x);
  disc.y = static_cast<float>(0.5 * height_ + place * y);
  disc.outer = outer < 0 ? -1 : static_cast<float>(outer) + margin;
  disc.inner = whole ? std::max(0.0F, static_cast<float>(inner) - margin) : 0;
  disc.nearest = static_cast<float>(nearest);
  disc.outline = static_cast<float>(outline);
  return disc;
}

void SeenBodies::add_pieces(const BodyCloud& cloud, std::uint32_t i, const CameraPose& pose,
                            const PictureFrame& frame) {
  const auto add = [&](const Vec3d& x, double around, double within) {
    discs_.push_back(disc_of(x, around, within, pose, frame));
    bodies_.push_back(i);
  };
  const Vec3d centre{cloud.centres[3 * i], cloud.centres[3 * i + 1], cloud.centres[3 * i + 2]};
  const double radius = cloud.radii[i];
  if (cloud.forms[i] == BodyForm::sphere) return add(centre, radius, radius);
  const Vec3d axis{cloud.axes[3 * i], cloud.axes[3 * i + 1], cloud.axes[3 * i + 2]};
  const double half = length(axis);
  // A rod is drawn as a box around it. If the box is cut by a clipping plane, so may be any part of the rod.
  const double depth = -dot(centre - pose.position, out_), box = std::hypot(half, 1.5 * radius);
  const bool hides = depth - box > frame.nearest && depth + box < frame.farthest;
  const int count = std::clamp(static_cast<int>(std::ceil(half / radius)), 1, most_pieces);
  for (int k = 0; k < count; ++k) {
    const double share = (2 * k + 1.0) / count - 1;
    add(centre + share * axis, std::hypot(half / count, radius),
        hides ? room_within(cloud.forms[i], radius, half, std::abs(share) * half) : 0);
  }
}

void SeenBodies::cover(const Disc& d) {
  each_row(d.x, d.y, d.inner, width_, height_, [this](int row, Span s) {
    std::uint64_t* bits = &covered_[static_cast<std::size_t>(row) * words_];
    return each_word(s, [bits](int word, std::uint64_t mask) { return bits[word] |= mask, true; });
  });
}

bool SeenBodies::is_open(const Disc& d) const {
  if (d.outer < 0) return true;
  const float radius = std::max(d.outer - rim_, std::min(d.outer, 1.0F));  // which has the middle of a pixel
  // Most hidden discs lie where all is covered, as the square around them shows without a root for each row.
  const Span rows = span(d.y, radius, height_), columns = span(d.x, radius, width_);
  bool square = true;
  for (int row = rows.begin; square && row < rows.end; ++row) {
    const std::uint64_t* bits = &covered_[static_cast<std::size_t>(row) * words_];
    square = each_word(columns, [bits](int word, std::uint64_t mask) { return (bits[word] & mask) == mask; });
  }
  if (square) return false;
  return !each_row(d.x, d.y, radius, width_, height_, [this](int row, Span s) {
    const std::uint64_t* bits = &covered_[static_cast<std::size_t>(row) * words_];
    return each_word(s, [bits](int word, std::uint64_t mask) { return (bits[word] & mask) == mask; });
  });
}

const std::vector<std::uint32_t>& SeenBodies::find(const BodyCloud& cloud, const CameraPose& pose,
                                                   const PictureFrame& frame) {
  right_ = pose.right();
  up_ = pose.upward();
  out_ = pose.towards_eye();
  width_ = frame.width;
  height_ = frame.height;
  words_ = (width_ + 63) / 64;
  rim_ = static_cast<float>(frame.rim);
  scale_ = pose.parallel ? 0.5 * height_ / pose.parallel_scale
                         : 0.5 * height_ / std::tan(0.5 * pose.view_angle * std::numbers::pi / 180);
  seen_.clear();
  discs_.clear();
  bodies_.clear();
  for (std::uint32_t i = 0; i < cloud.size(); ++i) add_pieces(cloud, i, pose, frame);
  if (discs_.empty()) return seen_;
  const auto n = static_cast<std::uint32_t>(discs_.size());
  covered_.assign(static_cast<std::size_t>(words_) * height_, 0);
  float least = std::numeric_limits<float>::max(), most = std::numeric_limits<float>::lowest();
  for (const Disc& d : discs_) {
    least = std::min(least, d.nearest);
    most = std::max(most, d.nearest);
  }
  // Layers of equal thickness, and one more for discs that lie behind all nearest points.
  const float per_length = most > least ? (layers - 1) / (most - least) : 0;
  const auto layer = [=](float distance) {
    return static_cast<std::uint32_t>(std::clamp((distance - least) * per_length, 0.0F, layers - 1.0F));
  };
  starts_.assign(layers + 1, 0);
  for (const Disc& d : discs_) ++starts_[layer(d.nearest) + 1];
  for (std::uint32_t k = 0; k < layers; ++k) starts_[k + 1] += starts_[k];
  order_.resize(n);
  first_.assign(starts_.begin(), starts_.end());
  for (std::uint32_t i = 0; i < n; ++i) order_[first_[layer(discs_[i].nearest)]++] = i;
  first_.assign(layers + 1, none);
  following_.resize(n);
  is_seen_.assign(cloud.size(), 0);
  for (std::uint32_t k = 0; k < layers; ++k) {
    for (std::uint32_t i = first_[k]; i != none; i = following_[i]) cover(discs_[i]);
    for (std::uint32_t j = starts_[k]; j < starts_[k + 1]; ++j) {
      const std::uint32_t i = order_[j];
      // The discs lie in the order of the cloud; waiting for each of them took most of the time.
      if (j + ahead < n) __builtin_prefetch(&discs_[order_[j + ahead]]);
      if (!is_open(discs_[i])) continue;
      is_seen_[bodies_[i]] = 1;
      if (!(discs_[i].inner > 0)) continue;
      // Hides from the layer on that lies behind its outline as a whole.
      const std::uint32_t from = layer(discs_[i].outline) + 1;
      following_[i] = first_[from];
      first_[from] = i;
    }
  }
  for (std::uint32_t i = 0; i < cloud.size(); ++i)
    if (is_seen_[i]) seen_.push_back(i);
  return seen_;
}

}  // namespace slurry::ui
