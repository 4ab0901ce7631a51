// SPDX-License-Identifier: BSD-3-Clause
#include "yardsticks/plain_ewald/operation_counts.hpp"

namespace slurry {

OperationCounts published_pair_counts(double charges, double share_within) {
  const double pairs = charges * charges, within = share_within * pairs;
  OperationCounts c;
  c.simple = 6 * pairs + 2 * within + charges;
  c.square_root = pairs;
  c.divide = within;
  c.erfc = within;
  return c;
}

OperationCounts published_mode_counts(double charges, double modes, double share_within) {
  const double within = modes * share_within;
  OperationCounts c;
  c.simple = 3 * modes + within * (9 + 3 * charges);
  c.divide = 3 * within;
  c.exponential = within;
  c.sine = within * charges;
  c.cosine = within * charges;
  return c;
}

OperationCounts balanced_pair_counts(double charges, double candidates, double within) {
  OperationCounts c;
  c.simple = 6 * candidates + 2 * within + charges;
  c.square_root = candidates;
  c.divide = within;
  c.erfc = within;
  return c;
}

OperationCounts balanced_mode_counts(double charges, double half_modes) {
  return published_mode_counts(charges, half_modes, 1);
}

LeastCycles least_cycles(const OperationCycles& c) {
  LeastCycles l;
  l.pair = 6 * c.simple + c.square_root;
  l.pair_within = 2 * c.simple + c.divide + c.erfc;
  l.charge = c.simple;
  l.cube_mode = 3 * c.simple;
  l.mode = 9 * c.simple + 3 * c.divide + c.exponential;
  l.mode_charge = c.sine + c.cosine + 3 * c.simple;
  return l;
}

double performance_portability(std::span<const std::optional<double>> efficiencies) {
  double sum = 0;
  for (const std::optional<double>& e : efficiencies) {
    if (!e || *e <= 0) return 0;
    sum += 1 / *e;
  }
  return efficiencies.empty() ? 0 : static_cast<double>(efficiencies.size()) / sum;
}

}  // namespace slurry
