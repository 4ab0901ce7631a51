// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <istream>
#include <ostream>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "device/gate_groups.hpp"
#include "ewald/plan/nested_plan.hpp"
#include "ewald/sums/nested_ewald.hpp"
#include "support/random_points.hpp"

// Groups of points that cluster in a patch, made here (no file holds them), and what their sums need.
namespace slurry::gate {

/// Where the points cluster, and the box around most of them.
struct Cluster {
  const char* name;
  Box box;
  std::array<double, 3> middle;
  PatchBox patch;
  bool self;
};

/// Patches at the halo of free directions, over the seam of every periodic one, and all along x.
inline const std::vector<Cluster> clusters{
    {"0P", {{1, 1, 1}, 0}, {0.1, 0.5, 0.9}, {{0, 0.3, 0.7}, {0.25, 0.4, 0.3}}, true},
    {"1P", {{1, 1, 1}, 1}, {0.02, 0.1, 0.5}, {{-0.13, 0, 0.3}, {0.3, 0.25, 0.4}}, false},
    {"1P_along", {{0.5, 1, 1}, 1}, {0.25, 0.5, 0.5}, {{0, 0.3, 0.35}, {0.5, 0.4, 0.3}}, true},
    {"2P", {{1, 0.8, 1}, 2}, {0.98, 0.75, 0.4}, {{0.85, 0.6, 0.2}, {0.3, 0.35, 0.4}}, false},
    {"3P", {{1, 1, 1.3}, 3}, {0.99, 0.02, 1.28}, {{0.82, -0.15, 1.1}, {0.32, 0.33, 0.35}}, true}};

/// Three points of four in the cluster.
inline Numbers cluster_points(const Cluster& c, std::size_t n, std::uint64_t seed) {
  constexpr double width = 0x1p-4;  // a power of two: the same points with and without fused multiply-adds
  test::Random random(seed);
  Numbers x;
  for (std::size_t i = 0; i < n; ++i)
    for (int d = 0; d < 3; ++d) {
      const double in = c.middle[d] + width * random.normal(), anywhere = c.box.lengths[d] * random.uniform(),
                   v = i % 4 < 3 ? in : anywhere;
      x.push_back(d < c.box.periodicity ? v : std::min(std::max(v, 0.0), c.box.lengths[d]));
    }
  return x;
}

/// A patch in the middle of another, a period away where the outer one lies over a seam.
inline PatchBox patch_within(const Cluster& c) {
  PatchBox inner;
  for (int d = 0; d < 3; ++d) {
    const double length = c.box.lengths[d];
    inner.lengths[d] = c.patch.lengths[d] < length ? 0.14 : length;
    inner.lower[d] = c.patch.lower[d] + 0.4 * (c.patch.lengths[d] - inner.lengths[d]);
    if (d < c.box.periodicity) inner.lower[d] -= length * std::floor(inner.lower[d] / length);
  }
  return inner;
}

/// Every cluster with one patch (`wide`: its margin keeps images away; `tight`: none) and with two.
inline std::vector<Group> nested_groups() {
  std::vector<Group> groups;
  for (const Cluster& c : clusters) {
    Group g;
    g.box = c.box;
    g.self = c.self;
    g.arrays["src"] = cluster_points(c, 1000, 11);
    g.arrays["trg"] = c.self ? g["src"] : cluster_points(c, 700, 21);
    g.arrays["f"] = test::normal_vectors(1000, 13);
    g.arrays["q"] = test::normal_vectors(1000, 14);
    g.arrays["n"] = test::normal_vectors(1000, 15);
    const std::string name = c.name;
    for (const auto& [patches, cutoff, requests] :
         {std::tuple{"wide_core", 0.22, std::vector<PatchRequest>{{c.patch, 0.07, 1}}},
          std::tuple{"tight_core", 0.22, std::vector<PatchRequest>{{c.patch, 0.07, 0}}},
          std::tuple{"two_cores", 0.23, std::vector<PatchRequest>{{c.patch, 0.11, 0}, {patch_within(c), 0.05, 0}}}}) {
      g.name = name + '_' + patches;
      g.cutoff = cutoff;
      g.patches = requests;
      groups.push_back(g);
    }
  }
  return groups;
}

/// The splits of a group with patches.
inline NestedParameters nested_parameters_of(const Group& g, const EwaldOptions& options, const SumCounts& counts) {
  const auto p = nested_parameters(box_around(g), options, counts, g.cutoff, g.patches);
  if (!p) throw std::runtime_error("the cutoffs of " + g.name + " do not nest");
  return *p;
}

/// A plain sum has no patches.
inline void write(std::ostream& out, const NestedParameters& p) {
  write(out, p.whole);
  out << ' ' << p.patches.size();
  for (const RefinedPatch& patch : p.patches) {
    for (double v : patch.lower) out << ' ' << hex(v);
    for (double v : patch.lengths) out << ' ' << hex(v);
    out << ' ';
    write(out, patch.parameters);
  }
}
inline void read(std::istream& in, NestedParameters& p, Layer layer, Precision precision) {
  const auto read_level = [&](EwaldParameters& level) {
    read(in, level);
    level.layer = layer;
    level.precision = precision;
  };
  read_level(p.whole);
  p.patches.resize(static_cast<std::size_t>(read_number(in)));
  for (RefinedPatch& patch : p.patches) {
    for (double& v : patch.lower) v = read_number(in);
    for (double& v : patch.lengths) v = read_number(in);
    read_level(patch.parameters);
  }
}

inline Numbers nested_sum(const Group& g, const NestedParameters& p) {
  NestedEwald<Space> ewald(Space(), p);
  const auto y = to_space<Space>(g["src"], "slurry::gate::y"),
             x = g.self ? y : to_space<Space>(g["trg"], "slurry::gate::x");
  const auto u = new_vectors(x.extent(0));
  ewald.set_points(y, x, g.self);
  ewald.apply(density_of(g["f"], g["q"], g["n"], p.whole.layer), u);
  return on_host(u);
}

}  // namespace slurry::gate
