// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "models/colour_by.hpp"
#include "slurry/snapshot.hpp"

namespace slurry::ui {

/// Values of a slice with those inside of bodies filled in from around them: bodies move on while the slice is still
/// the one of a moment ago, and would leave holes.
std::vector<float> filled_slice_values(const Field& slice, std::vector<float> values);

/// Whether each point lies inside the pipe (everywhere, without one).
std::vector<std::uint8_t> slice_in_domain(const Field& slice, const Domain& domain);

}  // namespace slurry::ui
