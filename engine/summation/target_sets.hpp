// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "slurry/error.hpp"
#include "summation/summation.hpp"

// Helpers for sums that have only one set of targets, or only velocities. They select these from the lists that all
// sums are given.
namespace slurry {

/// The target set, or its results, of a sum that has only one.
template <class Of>
const Of& only(const std::vector<Of>& sets) {
  if (sets.size() != 1) throw InputError("this sum takes exactly one set of targets");
  return sets[0];
}

template <class Space>
std::vector<Vectors<Space>> velocities_of(const std::vector<SumFields<Space>>& results) {
  std::vector<Vectors<Space>> velocities;
  for (const auto& r : results) velocities.push_back(r.velocity);
  return velocities;
}

}  // namespace slurry
