// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "session_port.hpp"
#include "slurry/moment.hpp"

namespace slurry::ui {

/// Memory of a snapshot with all its arrays [bytes].
std::size_t size_in_bytes(const Snapshot& snapshot);

/// Vectors of three numbers, stored in 64 bits each: 18 bits per number and one exponent for the three. The error is at
/// most 8e-6 of the largest of the three.
class PackedVectors {
 public:
  PackedVectors() = default;
  explicit PackedVectors(std::span<const double> vectors);
  std::vector<double> unpacked() const;
  bool empty() const { return words_.empty(); }
  std::size_t bytes() const { return words_.size() * sizeof(std::uint64_t); }

 private:
  std::vector<std::uint64_t> words_;
};

/// Positions, stored in 64 bits each. The bits are divided among the axes by their extent, so that the errors along the
/// axes are about equal.
class PackedPlaces {
 public:
  PackedPlaces() = default;
  explicit PackedPlaces(std::span<const double> places);
  std::vector<double> unpacked() const;
  double largest_error() const;  ///< largest error of a coordinate [length]
  std::size_t bytes() const { return words_.size() * sizeof(std::uint64_t); }

 private:
  std::array<double, 3> low_{}, cell_{};
  std::array<int, 3> bits_{};
  std::vector<std::uint64_t> words_;
};

/// A stored snapshot, either unchanged or packed into a seventh of the memory. Values of the whole suspension, errors
/// and times are exact in both cases.
class StoredPicture {
 public:
  StoredPicture() = default;
  explicit StoredPicture(SnapshotPtr whole);
  /// Packs a snapshot. `before`: the previous picture, whose lists are shared if they did not change.
  static StoredPicture packed(const Snapshot& snapshot, const StoredPicture* before);

  /// Returns the snapshot. A packed one is unpacked again in each call.
  SnapshotPtr snapshot() const;
  /// The snapshot without the lists of bodies, which may be missing.
  const Snapshot& bare() const { return *bare_; }
  std::vector<MemoryBlock> blocks() const;

 private:
  struct Lists;
  SnapshotPtr bare_;  ///< the snapshot itself if it is not packed
  std::shared_ptr<const Lists> lists_;
};

}  // namespace slurry::ui
