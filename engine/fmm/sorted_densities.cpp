// SPDX-License-Identifier: BSD-3-Clause
#include "fmm/sorted_densities.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "slurry/error.hpp"

namespace slurry::fmm {

Kernel kernel_of(const SumDensity<Host>& d, bool spheres) {
  if (spheres) {
    if (d.charges.extent(0) > 0 || d.layers.double_layer())
      throw InputError("spheres with a radius can be summed only in the single layer");
    return Kernel::spheres;
  }
  if (d.charges.extent(0) > 0) return Kernel::charges;
  if (d.layers.single() && d.layers.double_layer()) return Kernel::combined;
  return d.layers.double_layer() ? Kernel::double_layer : Kernel::single_layer;
}

double SetRadii::largest(std::size_t count) const {
  if (each.extent(0) == 0) return all;
  if (each.extent(0) != count) throw InputError(text("{} radii were given for {} points", each.extent(0), count));
  double most = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (!(each(i) >= 0)) throw InputError(text("a radius is {}; it must not be negative", each(i)));
    most = std::max(most, each(i));
  }
  return most;
}

double SetRadii::mean_square(std::size_t count) const {
  double sum = 0;
  for (std::size_t i = 0; i < each.extent(0); ++i) sum += each(i) * each(i);
  return each.extent(0) > 0 ? sum / static_cast<double>(count) : all * all;
}

std::vector<double> SetRadii::sorted(const std::vector<int>& order) const {
  std::vector<double> out(order.size() + point_padding);
  for (std::size_t k = 0; k < order.size(); ++k) out[k] = of(order[k]);
  return out;
}

void sort_densities(const Tree& tree, const SumDensity<Host>& d, const SetRadii* radii, SortedSources& s) {
  const std::vector<int>& order = tree.source_order();
  s.kernel = kernel_of(d, radii != nullptr);
  s.count = order.size();
  const std::size_t padded = order.size() + point_padding;
  for (int a = 0; a < 3; ++a) s.x[a] = tree.source_x(a);
  const auto copy = [&](const auto& from, std::vector<double>* to, int components) {
    for (int a = 0; a < components; ++a) to[a].assign(padded, 0.0);
    Kokkos::parallel_for("slurry::fmm::densities", Kokkos::RangePolicy<Host>(0, static_cast<int>(order.size())),
                         [&](int k) {
                           for (int a = 0; a < components; ++a)
                             to[a][static_cast<std::size_t>(k)] = from(order[static_cast<std::size_t>(k)], a);
                         });
    Kokkos::fence();
  };
  if (s.kernel == Kernel::charges) copy([&](int i, int) { return d.charges(i); }, s.f, 1);
  if (has_forces(s.kernel)) copy(d.layers.forces, s.f, 3);
  if (radii) s.radius = radii->sorted(order);
  if (!has_dipoles(s.kernel)) return;
  copy(d.layers.dipoles, s.q, 3);
  copy(d.layers.normals, s.n, 3);
}

double net_of(const SortedSources& s) {
  double square = 0;
  for (const std::vector<double>& f : s.f) {
    double sum = 0;
    for (std::size_t k = 0; k < std::min(s.count, f.size()); ++k) sum += f[k];
    square += sum * sum;
  }
  return s.kernel == Kernel::double_layer ? 0 : std::sqrt(square);
}

double squares_of(const SortedSources& s) {
  double sum = 0;
  if (has_dipoles(s.kernel)) return 0;
  for (const std::vector<double>& f : s.f)
    for (std::size_t k = 0; k < std::min(s.count, f.size()); ++k) sum += f[k] * f[k];
  return sum;
}

}  // namespace slurry::fmm
