// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include "slurry/communicator.hpp"
#include "support/ewald_case.hpp"
#include "support/random_points.hpp"

// Ewald sums over ranks, and the same sums by one process.
namespace slurry::test {

/// Results at all targets, on every rank. Rows lie one after the other.
struct RankFields {
  std::vector<double> value;               ///< velocity (N,3), or potential (N)
  std::vector<double> gradient, pressure;  ///< empty if the sum does not have them
};

/// Rows of this rank's share: every size-th row, so that points lie anywhere.
inline std::vector<double> share_of(const Communicator& ranks, const std::vector<double>& rows, std::size_t width) {
  std::vector<double> mine;
  for (std::size_t i = ranks.rank(); i * width < rows.size(); i += ranks.size())
    mine.insert(mine.end(), rows.begin() + i * width, rows.begin() + (i + 1) * width);
  return mine;
}

/// All rows, from the shares of all ranks, on every rank.
template <class View>
std::vector<double> together(Communicator& ranks, const View& found, std::size_t width, std::size_t rows) {
  const auto mine = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), found);
  std::vector<double> all(rows * width, 0.0);
  for (std::size_t k = 0; k * width < mine.size(); ++k)
    std::copy_n(mine.data() + k * width, width, all.begin() + (k * ranks.size() + ranks.rank()) * width);
  return ranks.sum(all);
}

/// Sums over the ranks with a RankedEwald or a RankSide. calls: how often points are set and the density is applied.
template <class Space, class Sum>
RankFields over_ranks(Communicator& ranks, const EwaldCase& c, const EwaldParameters& p, Sum& sum, int calls = 1) {
  const bool charges = p.layer == Layer::coulomb;
  const auto in_space = [&](const std::vector<double>& rows) {
    return to_space<Space>(share_of(ranks, rows, 3), "rows");
  };
  const auto y = in_space(c.sources), x = in_space(c.where());
  SumDensity<Space> d;
  if (charges) {
    const std::vector<double> f = share_of(ranks, c.f, 1);
    const Kokkos::View<double*, typename Space::memory_space> all("charges", f.size());
    Kokkos::deep_copy(all, Kokkos::View<const double*, Kokkos::HostSpace>(f.data(), f.size()));
    d.charges = all;
  } else {
    if (p.layer != Layer::double_layer) d.layers.forces = in_space(c.f);
    if (p.layer != Layer::single) {
      d.layers.dipoles = in_space(c.q);
      d.layers.normals = in_space(c.n);
    }
  }
  const std::size_t mine = x.extent(0), slopes = charges ? 3 : 9, all = c.where().size() / 3;
  SumFields<Space> r;
  if (charges)
    r.potential = FieldScalars<Space>("potential", mine);
  else
    r.velocity = Vectors<Space>("velocity", mine);
  if (p.gradient) r.gradient = FieldGradients<Space>("gradient", mine, slopes);
  if (p.pressure) r.pressure = FieldScalars<Space>("pressure", mine);
  for (int i = 0; i < calls; ++i) {
    sum.set_points({y, c.source_radius}, {{x, c.target_radius, c.targets_are_sources()}});
    sum.apply(d, {r});
  }
  RankFields out;
  out.value = charges ? together(ranks, r.potential, 1, all) : together(ranks, r.velocity, 3, all);
  if (p.gradient) out.gradient = together(ranks, r.gradient, slopes, all);
  if (p.pressure) out.pressure = together(ranks, r.pressure, 1, all);
  return out;
}

/// The same sum by this process alone, with the variants asked for.
inline RankFields by_one_process(const EwaldCase& c, const EwaldParameters& p, const StageVariantNames& asked = {}) {
  EwaldStages stages;
  stages.asked = asked;
  SpectralEwald<Host> sum(Host(), p, stages);
  const auto y = view_of(c.sources), x = view_of(c.where());
  sum.set_points(y, c.source_radius, {{x, c.target_radius, c.targets_are_sources()}});
  const std::size_t count = x.extent(0);
  const bool charges = p.layer == Layer::coulomb;
  RankFields out;
  out.value.resize((charges ? 1 : 3) * count);
  if (p.gradient || charges) out.gradient.resize((charges ? 3 : 9) * count);
  if (p.pressure) out.pressure.resize(count);
  if (charges) {
    sum.apply(PointCharges<Host>(c.f.data(), c.f.size()), FieldScalars<Host>(out.value.data(), count),
              FieldGradients<Host>(out.gradient.data(), count, 3));
    return out;
  }
  std::vector<TargetFields<Host>> fields(1);
  if (p.gradient) fields[0].gradient = FieldGradients<Host>(out.gradient.data(), count, 9);
  if (p.pressure) fields[0].pressure = FieldScalars<Host>(out.pressure.data(), count);
  if (!p.gradient && !p.pressure) fields.clear();
  sum.apply(density_of(c, p.layer), {Vectors<Host>(out.value.data(), count)}, fields);
  return out;
}

inline double rms(const std::vector<double>& v) {
  return std::sqrt(std::inner_product(v.begin(), v.end(), v.begin(), 0.0) / double(v.size()));
}
/// Largest difference, relative to the rms of b.
inline double apart(const std::vector<double>& a, const std::vector<double>& b) {
  EXPECT_EQ(a.size(), b.size());
  double most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, std::abs(a[i] - b[i]));
  return most / rms(b);
}

/// Expects the fields of the sum to differ by less than `rounding`, relative to their rms.
inline void expect_same(const RankFields& many, const RankFields& one, const EwaldParameters& p, double rounding) {
  EXPECT_LT(apart(many.value, one.value), rounding);
  if (p.gradient) {
    EXPECT_LT(apart(many.gradient, one.gradient), rounding);
  }
  if (p.pressure) {
    EXPECT_LT(apart(many.pressure, one.pressure), rounding);
  }
}

inline EwaldParameters parameters_of(const EwaldCase& c, Layer layer, double tolerance,
                                     Precision precision = Precision::fp64, bool fields = false) {
  EwaldOptions o = relative(tolerance, layer);
  o.precision = precision;
  o.gradient = fields;
  o.pressure = fields && layer != Layer::coulomb;
  return select_ewald_parameters(c.box, o, counts_of(c, layer == Layer::coulomb ? Layer::single : layer));
}
/// Points anywhere in the box, with random forces, dipoles and normals.
inline EwaldCase case_in(const Box& box, std::size_t sources, std::uint64_t seed) {
  EwaldCase c;
  c.box = box;
  c.sources = uniform_points(sources, box.lengths, seed);
  c.f = normal_vectors(sources, seed + 1);
  c.q = normal_vectors(sources, seed + 2);
  c.n = normal_vectors(sources, seed + 3);
  return c;
}

}  // namespace slurry::test
