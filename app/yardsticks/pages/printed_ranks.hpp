// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace slurry::app {

/// A row of table 11 of Kosmacher et al. 2026: milliseconds of each stage for 4,000,000 points on each of some H200.
struct PrintedRanks {
  int ranks;
  double p2p, p2g, fft, cnv, ifft, g2p, sort, ghost_sources, ghost_grid;
  constexpr double total() const { return p2p + p2g + fft + cnv + ifft + g2p + sort + ghost_sources + ghost_grid; }
};
inline constexpr PrintedRanks printed_ranks[] = {{1, 227.4, 45.9, 48.8, 18.1, 10.7, 33.3, 0, 0, 0},
                                                 {2, 232.2, 53.6, 190.4, 25.4, 47.4, 35.2, 16.5, 7.6, 6.9},
                                                 {4, 232.2, 51.3, 245.9, 24.8, 61.5, 34.0, 23.7, 8.1, 6.2},
                                                 {8, 234.2, 51.6, 278.3, 24.6, 69.6, 32.7, 37.1, 8.0, 6.1},
                                                 {16, 235.1, 49.9, 299.0, 24.2, 74.6, 32.0, 61.3, 8.0, 5.7},
                                                 {32, 231.5, 50.5, 307.0, 24.3, 76.6, 31.4, 110.4, 8.0, 5.5},
                                                 {64, 229.9, 45.0, 330.2, 23.4, 83.2, 30.5, 222.0, 7.2, 2.7}};

}  // namespace slurry::app
