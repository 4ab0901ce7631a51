// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "direct/direct_pairs.hpp"

namespace slurry::direct {

/// Chooses the number of explicit images, and the series for all other images, for separations of at most `span` across
/// the axis [length]. The tolerance is relative to 1/period.
ImageSeries make_image_series(double period, double span, double tolerance);

/// Hurwitz zeta function sum_{k>=0} (q + k)^-s for s > 1, q >= 1, to rounding.
double hurwitz_zeta(double s, double q);

}  // namespace slurry::direct
