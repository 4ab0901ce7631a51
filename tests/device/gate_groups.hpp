// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "base/execution.hpp"
#include "base/relative_difference.hpp"
#include "base/views.hpp"
#include "ewald/far/spreading.hpp"
#include "ewald/plan/nested_plan.hpp"
#include "slurry/options.hpp"
#include "slurry/report.hpp"

// What the portability gate reads, writes and compares: groups of points, parameters, numbers.
namespace slurry::gate {

using Space = Kokkos::DefaultExecutionSpace;  // the device where there is one
using Numbers = std::vector<double>;
using Scalars = Kokkos::View<double*, typename Space::memory_space>;

struct Group {
  std::string name;
  Box box;
  bool self = false;
  std::map<std::string, Numbers> arrays;
  std::vector<PatchRequest> patches;  ///< of a nested sum, with the cutoff of the points around them
  double cutoff = 0;
  const Numbers& operator[](const std::string& key) const { return arrays.at(key); }
};

// hexadecimal numbers: streams of the standard library do not read them
inline double read_number(std::istream& in) {
  std::string word;
  if (!(in >> word)) throw std::runtime_error("a file ends too early");
  return std::strtod(word.c_str(), nullptr);
}

inline Numbers read_numbers(std::istream& in) {
  std::size_t n = 0;
  in >> n;
  Numbers x(n);
  for (double& v : x) v = read_number(in);
  return x;
}

inline std::vector<Group> read_groups(const std::string& file) {
  std::ifstream in(file);
  if (!in) throw std::runtime_error("cannot read " + file);
  std::vector<Group> groups;
  std::string word;
  while (in >> word) {
    if (word == "group") {
      Group g;
      std::size_t sources = 0, targets = 0;
      in >> g.name >> g.box.periodicity >> g.self >> sources >> targets;
      groups.push_back(std::move(g));
      continue;
    }
    Group& g = groups.back();
    g.arrays[word] = read_numbers(in);
    if (word == "box")
      for (int d = 0; d < 3; ++d) g.box.lengths[d] = g["box"][d];
  }
  return groups;
}

inline double squared(const Numbers& x) {
  double sum = 0;
  for (double v : x) sum += v * v;
  return sum;
}

inline SumCounts counts_of(std::size_t targets, const Numbers& f, const Numbers& q, const Numbers& n, Layer layer) {
  SumCounts c;
  c.sources = f.size() / 3;
  c.targets = targets;
  if (layer != Layer::double_layer) c.squared_force_sum = squared(f);
  if (layer == Layer::single) return c;
  for (std::size_t i = 0; i < q.size(); i += 3) {
    double qq = 0, nn = 0, qn = 0;
    for (std::size_t d = i; d < i + 3; ++d) {
      qq += q[d] * q[d];
      nn += n[d] * n[d];
      qn += q[d] * n[d];
    }
    c.dipole_norm += 17.0 / 15 * qn * qn + 0.4 * qq * nn;
  }
  return c;
}

inline Density<Space> density_of(const Numbers& f, const Numbers& q, const Numbers& n, Layer layer) {
  Density<Space> d;
  if (layer != Layer::double_layer) d.forces = to_space<Space>(f, "slurry::gate::f");
  if (layer == Layer::single) return d;
  d.dipoles = to_space<Space>(q, "slurry::gate::q");
  d.normals = to_space<Space>(n, "slurry::gate::n");
  return d;
}

inline Vectors<Space> new_vectors(std::size_t n) {
  return Vectors<Space>(Kokkos::view_alloc("slurry::gate::u", Kokkos::WithoutInitializing), n);
}

inline Numbers on_host(const Vectors<Space>& u) {
  Numbers x(3 * u.extent(0));
  Kokkos::deep_copy(host_vectors(std::span<double>(x)), u);
  return x;
}

/// Numbers (N) in the memory of Space.
inline Scalars scalars(const Numbers& x, const char* label) {
  Scalars v(Kokkos::view_alloc(std::string(label), Kokkos::WithoutInitializing), x.size());
  Kokkos::deep_copy(v, Kokkos::View<const double*, Kokkos::HostSpace>(x.data(), x.size()));
  return v;
}

/// A view whose numbers follow one another, as it lies.
template <class View>
Numbers flat_on_host(const View& v) {
  const auto copy = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), v);
  return Numbers(copy.data(), copy.data() + copy.size());
}

/// Box whose free directions hold every point of the group.
inline Box box_around(const Group& g) {
  Box box = g.box;
  for (int d = box.periodicity; d < 3; ++d) {
    double lower = g["src"][d], upper = lower;
    for (const char* key : {"src", "trg"})
      for (std::size_t i = d; i < g[key].size(); i += 3) {
        lower = std::min(lower, g[key][i]);
        upper = std::max(upper, g[key][i]);
      }
    box.lengths[d] = std::max(box.lengths[d], (upper - lower) * (1 + 1e-12));
  }
  return box;
}

inline std::string hex(double x) {
  char text[40];
  std::snprintf(text, sizeof text, "%a", x);
  return text;
}

// every number of the parameters that the sum depends on
inline void write(std::ostream& out, const EwaldParameters& p) {
  for (double l : p.box.lengths) out << hex(l) << ' ';
  out << p.box.periodicity << ' ' << hex(p.tolerance_relative) << ' ' << hex(p.shape) << ' ' << p.near_degree << ' '
      << hex(p.cutoff_radius) << ' ' << p.window_points << ' ' << hex(p.window_shape) << ' ' << p.window_degree;
  for (int m : p.grid) out << ' ' << m;
  out << ' ' << int(p.split) << ' ' << int(p.zero_mode) << ' ' << p.gradient << ' ' << p.pressure;
}
inline void read(std::istream& in, EwaldParameters& p) {
  for (double& l : p.box.lengths) l = read_number(in);
  in >> p.box.periodicity;
  p.tolerance_relative = read_number(in);
  p.shape = read_number(in);
  in >> p.near_degree;
  p.cutoff_radius = read_number(in);
  in >> p.window_points;
  p.window_shape = read_number(in);
  in >> p.window_degree;
  for (int& m : p.grid) in >> m;
  int split = 0, zero_mode = 0;
  in >> split >> zero_mode >> p.gradient >> p.pressure;
  p.split = static_cast<Split>(split);
  p.zero_mode = static_cast<ZeroMode>(zero_mode);
}

}  // namespace slurry::gate
