// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "slurry/snapshot.hpp"

namespace slurry {

/// One observable of a frame: its name in the file, its length, and how it gets out of and into a snapshot.
struct FrameObservable {
  std::string_view name;
  std::size_t length;  ///< 1: a number
  void (*get)(const Snapshot&, std::span<double>);
  void (*set)(Snapshot&, std::span<const double>);
  bool in_pipes_alone = false;
};

/// In the order of the file.
const std::vector<FrameObservable>& frame_observables();

}  // namespace slurry
