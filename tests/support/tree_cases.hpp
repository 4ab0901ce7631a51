// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "base/execution.hpp"
#include "direct/direct_sums.hpp"
#include "fmm/tree_sum.hpp"
#include "support/host.hpp"
#include "support/random_points.hpp"

// Point sets for sums over trees, and their direct sums.
namespace slurry::test {

inline std::vector<double> point_set(const std::string& kind, std::size_t n, std::uint64_t seed) {
  Random random(seed);
  std::vector<double> x;
  x.reserve(3 * n);
  for (std::size_t i = 0; i < n; ++i) {
    double p[3] = {random.uniform(), random.uniform(), random.uniform()};
    const double v[3] = {random.normal(), random.normal(), random.normal()};
    if (kind == "sphere") {
      const double r = std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
      for (int a = 0; a < 3; ++a) p[a] = 0.5 * v[a] / r;
    } else if (kind == "helix") {
      const double t = 6 * 3.14159265358979 * p[0];
      p[1] = 0.2 * std::cos(t);
      p[2] = 0.2 * std::sin(t);
    } else if (kind == "clusters") {
      for (int a = 0; a < 3; ++a) p[a] = (i % 2 ? 0.2 : 0.7) + (i % 2 ? 1e-3 : 1e-4) * v[a];
    } else if (kind == "gaussian") {
      for (int a = 0; a < 3; ++a) p[a] = 0.1 * v[a];
    } else if (kind == "coinciding" && i % 3 == 0) {
      for (double& c : p) c = 0.25;
    }
    x.insert(x.end(), p, p + 3);
  }
  return x;
}

/// Velocities (N,3) of spheres with a radius each at themselves: centres y, forces f (N,3), radii a (N).
inline std::vector<double> velocities_of_spheres(Summation<Host>& sum, const std::vector<double>& y,
                                                 const std::vector<double>& a, const std::vector<double>& f) {
  const auto points = view_of(y), forces = view_of(f);
  sum.set_points({points, 0, SphereRadii<Host>(a.data(), a.size())}, {{points, 0, true}});
  SumFields<Host> r;
  r.velocity = Vectors<Host>("u", a.size());
  sum.apply({{forces, {}, {}}, {}}, {r});
  return std::vector<double>(r.velocity.data(), r.velocity.data() + y.size());
}

struct FieldValues {
  std::vector<double> value, gradient, pressure;
};

/// Sources with densities of a layer, and targets that are the sources or are not.
struct TreeCase {
  Box box{{1, 1, 1}, 0};
  Layer layer;
  bool apart;
  std::vector<double> sources, targets, f, q, n;
  int levels = 0;  ///< of the last sum's tree

  TreeCase(const std::string& kind, std::size_t count, Layer of, std::uint64_t seed, bool targets_apart = false)
      : layer(of), apart(targets_apart), sources(point_set(kind, count, seed)) {
    targets = apart ? point_set(kind == "coinciding" ? "uniform" : kind, count / 2, seed + 100) : sources;
    if (layer != Layer::double_layer) f = normal_vectors(count, seed + 1);
    if (layer == Layer::double_layer || layer == Layer::combined) {
      q = normal_vectors(count, seed + 2);
      n = normal_vectors(count, seed + 3);
    }
  }
  fmm::TreeParameters parameters(int order, int leaf_points) const {
    fmm::TreeParameters p;
    p.box = box;
    p.layer = layer;
    p.order = order;
    p.leaf_points = leaf_points;
    return p;
  }
  FieldValues sum(const fmm::TreeParameters& p) {
    return p.precision == Precision::fp32 ? sum_in<float>(p) : sum_in<double>(p);
  }
  template <class Real>
  FieldValues sum_in(const fmm::TreeParameters& p) {
    fmm::TreeSumOf<Real> sum(Host(), p);
    FieldValues out = values(sum, p.gradient, p.pressure);
    levels = sum.tree().levels();
    return out;
  }
  /// By all pairs, of the room `summation`: no loop and no formula is shared with the tree.
  FieldValues truth() const {
    const auto all = make_sum_of_all_pairs(Host());
    return values(*all, true, layer != Layer::coulomb);
  }

  /// Of any sum over these points.
  FieldValues values(Summation<Host>& sum, bool gradient, bool pressure) const {
    const auto y = view_of(sources), x = view_of(apart ? targets : sources);
    sum.set_points({y, 0}, {{x, 0, !apart}});
    const auto forces = view_of(f), dipoles = view_of(q), normals = view_of(n);
    const bool charge = layer == Layer::coulomb;
    Kokkos::View<double*, Kokkos::HostSpace> charges("charges", charge ? f.size() / 3 : 0);
    for (std::size_t i = 0; i < charges.extent(0); ++i) charges(i) = f[3 * i];
    SumDensity<Host> density;
    if (charge)
      density.charges = charges;
    else
      density.layers = {forces, dipoles, normals};
    SumFields<Host> r;
    const std::size_t m = x.extent(0);
    if (charge)
      r.potential = FieldScalars<Host>("u", m);
    else
      r.velocity = Vectors<Host>("u", m);
    if (gradient) r.gradient = FieldGradients<Host>("g", m, charge ? 3 : 9);
    if (pressure) r.pressure = FieldScalars<Host>("p", m);
    sum.apply(density, {r});
    const auto copy = [](const auto& view) { return std::vector<double>(view.data(), view.data() + view.size()); };
    FieldValues out{charge ? copy(r.potential) : copy(r.velocity), {}, {}};
    if (gradient) out.gradient = copy(r.gradient);
    if (pressure) out.pressure = copy(r.pressure);
    return out;
  }
};

}  // namespace slurry::test
