// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "models/colour_by.hpp"
#include "slurry/snapshot.hpp"

namespace slurry::ui {

/// Values of a slice, in which the points inside of bodies get values from the points around them. The bodies move
/// while an earlier slice is still shown; without this, each body would leave a hole.
std::vector<float> filled_slice_values(const Field& slice, std::vector<float> values);

/// Whether each point lies inside the pipe. Without a pipe, all points do.
std::vector<std::uint8_t> slice_in_domain(const Field& slice, const Domain& domain);

}  // namespace slurry::ui
