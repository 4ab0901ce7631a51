// SPDX-License-Identifier: BSD-3-Clause
#include "summation/lengths.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "slurry/error.hpp"

namespace slurry {
namespace {

constexpr double largest_ratio = 1e4;  // of lengths

/// Lengths that the arithmetic takes as they are.
struct Range {
  double least, most;
  bool holds(double x) const { return x >= least && x <= most; }
};
/// In fp32 fifth powers of lengths of 1e-9 (double layer, gradients: 1e-5) and squares of wave numbers in boxes of 1e10
/// are out of range.
Range lengths_of(const EwaldOptions& o) {
  if (o.precision == Precision::fp64) return {1e-20, 1e20};
  const bool steep = o.layer == Layer::double_layer || o.layer == Layer::combined || o.gradient || o.pressure;
  return {steep ? 1e-4 : 1e-7, 1e9};
}

}  // namespace

void check_lengths(const Box& box, const EwaldOptions& options, int directions) {
  for (const double l : box.lengths)
    if (!(l > 0)) return;  // refused by the choice of parameters
  if (directions <= 0) return;
  const auto [shortest, longest] =
      std::minmax_element(box.lengths.begin(), box.lengths.begin() + std::clamp(directions, 1, 3));
  const Range range = lengths_of(options);
  if (!range.holds(*shortest) || !range.holds(*longest))
    throw RefusedError(text("the box is {} x {} x {}; lengths in {} must be from {} to {}, so choose another unit{}",
                            box.lengths[0], box.lengths[1], box.lengths[2], word_of(options.precision), range.least,
                            range.most, options.precision == Precision::fp32 ? " or fp64" : ""));
  if (*longest > largest_ratio * *shortest)
    throw RefusedError(text("the box is {} x {} x {}; its longest side may be at most {} times its shortest side",
                            box.lengths[0], box.lengths[1], box.lengths[2], largest_ratio));
}

}  // namespace slurry
