// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

// Figures that Halver, Meinke and Sutmann print for plain Ewald sums on five platforms: a node of two Xeon E5-2680 v3,
// a node of two Xeon 8168, a Xeon Phi 7250-F, half a K80, and a V100.
namespace slurry::app {

inline constexpr std::array printed_platforms{"haswell", "skylake", "knights_landing", "k80", "v100"};
using OnPlatforms = std::array<double, printed_platforms.size()>;

/// Table 3: all ordered pairs and the whole cube of modes [s], and the metric of performance portability.
struct PrintedTimes {
  int edge;
  OnPlatforms seconds;
  double portability;
};
inline constexpr PrintedTimes printed_times[] = {
    {32, {.349, .143, 2.378, .453, .073}, .060},         {48, {2.682, .737, 3.634, 2.482, .409}, .190},
    {64, {14.06, 3.300, 7.966, 10.32, 1.536}, .286},     {80, {52.63, 11.79, 23.57, 36.94, 5.053}, .309},
    {96, {154.55, 34.16, 62.70, 105.05, 13.84}, .322},   {112, {400.97, 89.40, 153.95, 257.54, 33.24}, .320},
    {128, {885.55, 208.5, 339.28, 559.47, 71.62}, .320}, {160, {3371.65, 774.5, 1301, 2129.78, 287.19}, .314},
    {192, {9987.50, 2270, 3910, 6265.08, 837.75}, .316}};

/// Table 4: peaks [Tflop/s].
inline constexpr OnPlatforms printed_peaks{.9, 4.1, 3.05, .945, 7.8};

/// Table 1: cycles of a core, or of a multiprocessor, per operation (Skylake with vectors of 512 bits).
struct PrintedCycles {
  const char* operation;
  OnPlatforms cycles;
};
inline constexpr PrintedCycles printed_cycles[] = {{"fused", {1. / 8, 1. / 16, 1. / 16, 1. / 64, 1. / 32}},
                                                   {"divide", {3.97, .96, 1.12, .15, .30}},
                                                   {"root", {3.97, 1.20, 2.04, .21, .31}},
                                                   {"exp", {2.66, 6.32, 3.82, .37, .57}},
                                                   {"sin", {2.84, 6.51, 6.94, .55, .84}},
                                                   {"cos", {3.35, 6.76, 7.09, .55, .84}},
                                                   {"erfc", {5.85, 9.25, 9.20, 1.25, 2.04}}};

/// A figure of table 2 that does not follow from table 1 as all others do, and is therefore recomputed. printed: the
/// figure of the paper; empty: the paper repeats the expression for the pairs in place of that for the modes.
struct Recomputed {
  std::size_t platform;
  std::optional<double> printed;
};

/// Table 2: least cycles that follow from table 1. They are the printed figures unless they are named as recomputed.
struct PrintedLeast {
  const char* what;
  OnPlatforms cycles;
  std::vector<Recomputed> recomputed;
};
inline const std::vector<PrintedLeast>& printed_least() {
  constexpr std::size_t knights_landing = 2, k80 = 3, v100 = 4;
  static const std::vector<PrintedLeast> table{
      {"pair", {4.72, 1.58, 2.415, .30, .50}, {}},
      {"pair within", {10.07, 10.34, 10.45, 1.43, 2.40}, {{knights_landing, 9.39}}},
      {"charge", {1. / 8, 1. / 16, 1. / 16, 1. / 64, 1. / 32}, {}},
      {"mode of the cube", {.38, .19, .19, .047, .094}, {{knights_landing, {}}, {v100, {}}}},
      {"mode", {15.70, 9.76, 7.74, .96, 1.75}, {{knights_landing, {}}, {k80, .30}, {v100, {}}}},
      {"mode and charge", {6.57, 13.46, 14.22, 1.15, 1.77}, {{knights_landing, {}}, {k80, 1.43}, {v100, {}}}}};
  return table;
}

}  // namespace slurry::app
