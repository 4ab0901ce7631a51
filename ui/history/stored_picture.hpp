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

/// Vectors of three numbers, 64 bits each: 18 bits per number and an exponent that the three share.  Off by at most
/// 8e-6 of the largest of the three.
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

/// Places, 64 bits each, dealt out to the axes by their extent, so that all three are off by about the same length.
class PackedPlaces {
 public:
  PackedPlaces() = default;
  explicit PackedPlaces(std::span<const double> places);
  std::vector<double> unpacked() const;
  double largest_error() const;  ///< of a coordinate [length]
  std::size_t bytes() const { return words_.size() * sizeof(std::uint64_t); }

 private:
  std::array<double, 3> low_{}, cell_{};
  std::array<int, 3> bits_{};
  std::vector<std::uint64_t> words_;
};

/// A snapshot that is kept: as it is, or packed, which takes a seventh of the memory.  Numbers of the whole suspension,
/// its errors and its times are exact either way.
class StoredPicture {
 public:
  StoredPicture() = default;
  explicit StoredPicture(SnapshotPtr whole);
  /// `before`: the picture before, whose unchanged lists are shared.
  static StoredPicture packed(const Snapshot& snapshot, const StoredPicture* before);

  /// The snapshot; unpacked anew with each call where it is packed.
  SnapshotPtr snapshot() const;
  /// All but the lists of bodies, which may be missing.
  const Snapshot& bare() const { return *bare_; }
  bool is_packed() const { return lists_ != nullptr; }
  std::vector<MemoryBlock> blocks() const;

 private:
  struct Lists;
  SnapshotPtr bare_;  ///< the snapshot itself where it is not packed
  std::shared_ptr<const Lists> lists_;
};

}  // namespace slurry::ui
