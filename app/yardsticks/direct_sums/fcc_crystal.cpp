// SPDX-License-Identifier: BSD-3-Clause
#include "yardsticks/direct_sums/fcc_crystal.hpp"

#include <cmath>

#include "slurry/error.hpp"

namespace slurry {

FccCrystal fcc_crystal(std::size_t count, double density) {
  // neighbours half a diagonal of a face apart: (4/n)^(1/3)/sqrt(2) >= 2
  if (count < 1 || !(density > 0 && density <= 0.1767))
    throw InputError("a crystal needs at least one sphere, and may have at most 0.1767 spheres per cubed radius");
  std::size_t cells = 1;
  while (4 * cells * cells * cells < count) ++cells;
  // places are whole numbers of half edges: with 16 bits of an edge they have no rounding, not even in fp32, and two
  // spheres half a box apart are so exactly
  const double edge = std::ldexp(std::round(std::ldexp(std::cbrt(4 / density), 14)), -14);
  constexpr double sites[4][3] = {{0, 0, 0}, {0, 0.5, 0.5}, {0.5, 0, 0.5}, {0.5, 0.5, 0}};
  FccCrystal c{double(cells) * edge, {}};
  c.positions.reserve(3 * count);
  for (std::size_t x = 0; x < cells; ++x)
    for (std::size_t y = 0; y < cells; ++y)
      for (std::size_t z = 0; z < cells; ++z)
        for (const auto& s : sites) {
          if (c.positions.size() == 3 * count) return c;
          c.positions.push_back(edge * (double(x) + s[0]));
          c.positions.push_back(edge * (double(y) + s[1]));
          c.positions.push_back(edge * (double(z) + s[2]));
        }
  return c;
}

}  // namespace slurry
