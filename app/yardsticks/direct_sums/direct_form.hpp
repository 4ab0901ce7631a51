// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>

namespace slurry {

/// Numbers that single terms, sums of terms and positions are held in.  double_single: hi + lo in fp32; extended: the
/// host's long double.
enum class DirectNumber { fp32, fp64, double_single, extended };

/// naive: a thread per target reads all sources.  tiling: a team of `block` targets stages as many sources at a time.
/// small_tiling: tiles of 32, loaded by the team's first vector group.  symmetric: every pair once, one after the other
/// on the host.
enum class DirectKernel { naive, tiling, small_tiling, symmetric };

/// memory_alone: what is read is added up without any arithmetic of a pair, to time the reading.
enum class DirectPair { rotne_prager, oseen, memory_alone };

/// A published way to sum pair by pair.  There are: terms in fp32 with sums in fp32, fp64, double_single and extended,
/// terms in fp64 with sums in fp64 and extended; extended and symmetric on the host alone.
struct DirectForm {
  DirectKernel kernel = DirectKernel::naive;
  DirectPair pair = DirectPair::rotne_prager;
  DirectNumber terms = DirectNumber::fp32, sums = DirectNumber::fp64;
  int block = 128;  ///< targets of a team, 32 to 1024 (on devices with terms in fp64 512)
  int lanes = 0;    ///< lanes of a team; 0: one on the host, `block` on devices
};

/// The order in which the access study reads its items: one after the other, with a stride of 131, or each thread from
/// another place on.
enum class AccessMap { linear, strided, unordered };

std::string_view name_of(AccessMap map);
std::string_view name_of(DirectNumber number);
std::string_view name_of(DirectKernel kernel);
std::string_view name_of(DirectPair pair);

}  // namespace slurry
