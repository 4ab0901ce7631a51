// SPDX-License-Identifier: BSD-3-Clause
#include "ewald/accuracy/presets.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/instantiations.hpp"

namespace slurry {
namespace {

struct Row {
  double c;
  int points;
  double beta;
};
// eps = 1e-1 ... 1e-14; the first and the last two rows continue the table by its own slope
constexpr std::array<Row, 14> single_rows{{{3.2, 3, 1.80},
                                           {5.8, 4, 1.95},
                                           {8.5, 5, 2.10},
                                           {11.2, 5, 2.35},
                                           {13.8, 6, 2.35},
                                           {16.1, 7, 2.35},
                                           {18.5, 8, 2.35},
                                           {20.9, 9, 2.35},
                                           {23.3, 10, 2.35},
                                           {25.6, 11, 2.35},
                                           {28.0, 12, 2.35},
                                           {30.3, 13, 2.35},
                                           {32.6, 14, 2.35},
                                           {34.9, 15, 2.35}}};

constexpr std::array<Row, 14> combined_rows{{{5.2, 4, 2.50},
                                             {8.1, 5, 2.55},
                                             {11.0, 6, 2.60},
                                             {13.7, 7, 2.55},
                                             {16.2, 8, 2.45},
                                             {18.7, 9, 2.50},
                                             {21.2, 10, 2.45},
                                             {23.7, 11, 2.45},
                                             {26.1, 12, 2.40},
                                             {28.5, 13, 2.45},
                                             {30.9, 14, 2.40},
                                             {33.3, 15, 2.40},
                                             {35.7, 16, 2.40},
                                             {37.0, 17, 2.40}}};

struct HasimotoRow {
  int points;
  double kf, beta;  // kf = pi/(2 h xi)
};
// eps = 1e-1 ... 1e-14; the first and the last row continue the table by its own slope.  Combined layer: first
// column, one point wider, since the window's error varies most there.
constexpr std::array<HasimotoRow, 14> hasimoto_single_rows{{{3, 1.30, 2.00},
                                                            {3, 1.87, 2.25},
                                                            {4, 2.54, 2.15},
                                                            {5, 3.08, 2.35},
                                                            {6, 3.45, 2.30},
                                                            {7, 3.82, 2.25},
                                                            {8, 4.22, 2.30},
                                                            {9, 4.51, 2.30},
                                                            {10, 4.82, 2.30},
                                                            {11, 5.11, 2.30},
                                                            {12, 5.36, 2.30},
                                                            {13, 5.62, 2.30},
                                                            {14, 5.86, 2.30},
                                                            {15, 6.10, 2.30}}};
constexpr std::array<HasimotoRow, 14> hasimoto_combined_rows{{{4, 2.10, 2.50},
                                                              {5, 2.64, 2.50},
                                                              {6, 3.14, 2.45},
                                                              {7, 3.55, 2.35},
                                                              {8, 4.02, 2.40},
                                                              {9, 4.38, 2.40},
                                                              {10, 4.72, 2.40},
                                                              {11, 5.01, 2.40},
                                                              {12, 5.28, 2.35},
                                                              {13, 5.49, 2.35},
                                                              {14, 5.78, 2.35},
                                                              {15, 6.06, 2.35},
                                                              {16, 6.30, 2.35},
                                                              {17, 6.55, 2.35}}};

}  // namespace

Preset hasimoto_preset(Layer layer, double eps) {
  const bool single = layer == Layer::single;
  const double near = single ? 0.6 : 0.35, far = single ? 0.7 : 0.5;  // shares of eps
  double s = 2;
  for (int i = 0; i < 50; ++i) {
    const double factor = single ? std::sqrt(0.6 * 0.3) : std::sqrt(0.2363 * s * s * s);
    s = std::sqrt(std::max(1.0, std::log(factor / (near * eps))));
  }
  const auto& rows = single ? hasimoto_single_rows : hasimoto_combined_rows;
  const double position = std::clamp(-std::log10(far * eps) - 1, 0.0, double(rows.size() - 1));
  const auto tighter = static_cast<std::size_t>(std::ceil(position - 0.12));
  const std::size_t looser = tighter == 0 ? 0 : tighter - 1;
  const double fraction = tighter == 0 ? 1 : position - double(looser);
  Preset p;
  p.shape = std::min(s, largest_hasimoto_shape);
  p.points = compiled_window(rows[tighter].points);
  p.window_shape = rows[tighter].beta;
  p.oversampling = 2 * (rows[looser].kf + fraction * (rows[tighter].kf - rows[looser].kf));
  return p;
}

double tightest_single_precision(Layer layer) {
  return layer == Layer::single || layer == Layer::coulomb ? 3e-7 : 1e-6;
}

Preset layer_preset(Layer layer, double eps) {
  const auto& rows = layer == Layer::single ? single_rows : combined_rows;
  const double position = std::clamp(-std::log10(eps) - 1, 0.0, double(rows.size() - 1));
  // P is that of the next tighter row; its window serves a little beyond the row
  const auto tighter = static_cast<std::size_t>(std::ceil(position - 0.12));
  const std::size_t looser = tighter == 0 ? 0 : tighter - 1;
  const double fraction = tighter == 0 ? 1 : position - double(looser);
  Preset p;
  p.shape = rows[looser].c + fraction * (rows[tighter].c - rows[looser].c);
  p.points = compiled_window(rows[tighter].points);
  p.window_shape = rows[tighter].beta;
  return p;
}

}  // namespace slurry
