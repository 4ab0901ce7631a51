// SPDX-License-Identifier: BSD-3-Clause
#include "accuracy/margins.hpp"

#include <algorithm>
#include <cmath>

namespace slurry {

double few_targets(std::size_t targets) {
  return 1 + 1.5 / std::sqrt(static_cast<double>(std::max<std::size_t>(1, targets)));
}

double rounding_floor(Layer layer, Precision precision) {
  const bool single = layer == Layer::single || layer == Layer::coulomb;
  if (precision == Precision::fp32) return single ? 2e-7 : 5e-7;
  return single ? 2e-14 : 3e-13;
}

}  // namespace slurry
