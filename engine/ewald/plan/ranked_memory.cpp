// SPDX-License-Identifier: BSD-3-Clause
#include "ewald/plan/ranked_memory.hpp"

#include <algorithm>
#include <cmath>

#include "ewald/far/slab_grid.hpp"
#include "summation/engine.hpp"

namespace slurry {
namespace {

constexpr double bytes_of_number = sizeof(double), bytes_of_vector = 3 * bytes_of_number, bytes_of_index = sizeof(int);

/// Blocks of planes on their way, and the one that is computed.
double travelling_planes(const EwaldParameters& p, const FarGrid& whole, int threads, int ranks) {
  const bool dipoles = p.layer == Layer::double_layer || p.layer == Layer::combined;
  const double components = p.layer == Layer::coulomb ? 1 : dipoles ? 4 : 3;
  const double real = p.precision == Precision::fp32 ? sizeof(float) : sizeof(double);
  const double row = components * whole.total[1] * real, others = ranks - 1;
  const double slab = row * (double(p.grid[0]) / ranks + whole.window + 2);
  const double modes = row * (whole.transform_x + 2.0) / ranks;
  return threads * (row * whole.pitch + 4 * others * (slab + modes));  // out and in, of two blocks
}

}  // namespace

double ranked_memory(const EwaldParameters& p, const EwaldLoad& load, int threads, int ranks) {
  const bool coulomb = p.layer == Layer::coulomb, fields = p.gradient || p.pressure;
  const bool half_shell =
      load.targets.size() == 1 && load.targets[0].are_sources && !fields && !coulomb && !load.several_radii;
  const double share = 1.0 / ranks, all = double(load.sources), mine = share * all;
  const double ghosts =
      std::min((half_shell ? 1 : 2) * all * p.cutoff_radius / p.box.lengths[0], (half_shell ? 1.0 : 2.0) * all);
  // a radius is on its way as densities are
  const double density = density_bytes(p.layer) + (load.several_radii ? bytes_of_number : 0);
  const double result = coulomb ? bytes_of_number + bytes_of_vector
                                : bytes_of_vector + (fields ? 3 * bytes_of_vector + bytes_of_number : 0);
  EwaldLoad one = load;
  one.ranks = ranks;
  const auto count = [](double n) { return static_cast<std::size_t>(std::ceil(n)); };
  one.sources = count(half_shell ? mine : mine + ghosts);
  one.others = half_shell ? count(ghosts) : 0;
  double targets = 0, away = 0, routes = bytes_of_number * all;
  for (auto& t : one.targets) {
    const double whole = double(t.count);
    t.count = count(share * whole);
    if (!t.are_sources) routes += bytes_of_number * whole;
    t.are_sources = t.are_sources && half_shell;
    targets += share * whole;
    away = std::max(away, (1 - share) * whole);
  }
  // positions, densities and results of its own, and of copies
  const double points = mine * (bytes_of_vector + density) + targets * (bytes_of_vector + result) +
                        ghosts * (bytes_of_vector + density + (half_shell ? bytes_of_vector : 0)) +
                        (half_shell ? 0 : (mine + ghosts) * (bytes_of_vector + density));
  // near and far field sort their points apart
  const double sorted = (mine + ghosts) * (bytes_of_vector + 2 * bytes_of_index);
  // one kind of results or densities is on its way at a time
  const double widest = p.gradient ? 3 * bytes_of_vector : bytes_of_vector;
  return ewald_memory(p, one, threads) + routes + points + sorted + away * widest +
         travelling_planes(p, make_sum_grid(p), threads, ranks);
}

}  // namespace slurry
