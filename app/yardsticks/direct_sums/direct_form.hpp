// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>

namespace slurry {

/// Number types for single terms, sums of terms, and positions. double_single: hi + lo in fp32; extended: the long
/// double of the host.
enum class DirectNumber { fp32, fp64, double_single, extended };

/// naive: one thread per target reads all sources. tiling: a team of `block` targets loads as many sources at a time.
/// small_tiling: tiles of 32, loaded by the first vector group of the team. symmetric: every pair once, one after the
/// other on the host.
enum class DirectKernel { naive, tiling, small_tiling, symmetric };

/// memory_alone: the kernel adds up the data that it reads, without the arithmetic of pairs, to time the reading.
enum class DirectPair { rotne_prager, oseen, memory_alone };

/// A published way to sum pair by pair. Terms in fp32 have sums in fp32, fp64, double_single or extended; terms in fp64
/// have sums in fp64 or extended. extended and symmetric exist only on the host.
struct DirectForm {
  DirectKernel kernel = DirectKernel::naive;
  DirectPair pair = DirectPair::rotne_prager;
  DirectNumber terms = DirectNumber::fp32, sums = DirectNumber::fp64;
  int block = 128;  ///< targets of a team, 32 to 1024 (to 512 on devices with terms in fp64)
  int lanes = 0;    ///< lanes of a team; 0: one on the host, `block` on devices
};

/// The order in which the access study reads its items: consecutively, with a stride of 131, or with another first item
/// for each thread.
enum class AccessMap { linear, strided, unordered };

std::string_view name_of(AccessMap map);
std::string_view name_of(DirectNumber number);
std::string_view name_of(DirectKernel kernel);
std::string_view name_of(DirectPair pair);

}  // namespace slurry
