// SPDX-License-Identifier: BSD-3-Clause
#include "mobility/rotlet_sum.hpp"

#include <algorithm>
#include <cmath>

#include "base/loop_name.hpp"
#include "geometry/body_cells.hpp"
#include "geometry/near_images.hpp"
#include "kernels/sphere_turn.hpp"
#include "mobility/pressure_sum.hpp"
#include "mobility/velocity_norms.hpp"
#include "planning/engines.hpp"
#include "summation/rates.hpp"

namespace slurry {

namespace {

using Space = RotletSum::Space;

constexpr double most_pairs = 2.5e7;  // summed one by one: a tenth of a second
/// rms of half the curl over the rms of all nine slopes, for errors without order: sqrt(1.5)/3 = 0.41.
constexpr double curl_share = 0.41;

void all_pairs(ConstVectors<Space> sources, ConstVectors<Space> forces, ConstVectors<Space> targets,
               Vectors<Space> out) {
  const auto count = static_cast<int>(sources.extent(0));
  Kokkos::parallel_for(
      "slurry::mobility::rotlet_sum"_loop, Kokkos::RangePolicy<Space>(0, static_cast<int>(targets.extent(0))),
      KOKKOS_LAMBDA(int t) {
        const double x = targets(t, 0), y = targets(t, 1), z = targets(t, 2);
        double wx = 0, wy = 0, wz = 0;
        for (int j = 0; j < count; ++j) {
          const double dx = x - sources(j, 0), dy = y - sources(j, 1), dz = z - sources(j, 2);
          const double r2 = dx * dx + dy * dy + dz * dz;
          const double g = r2 > 0 ? 1 / (r2 * ::sqrt(r2)) : 0;
          wx += g * (forces(j, 1) * dz - forces(j, 2) * dy);
          wy += g * (forces(j, 2) * dx - forces(j, 0) * dz);
          wz += g * (forces(j, 0) * dy - forces(j, 1) * dx);
        }
        out(t, 0) = wx;
        out(t, 1) = wy;
        out(t, 2) = wz;
      });
  Kokkos::fence();
}

double squared_sum(ConstVectors<Space> f) {
  double sum = 0;
  for (std::size_t i = 0; i < f.extent(0); ++i) sum += f(i, 0) * f(i, 0) + f(i, 1) * f(i, 1) + f(i, 2) * f(i, 2);
  return sum;
}

bool same_box(const Box& a, const Box& b) {
  return a.periodicity == b.periodicity && a.lengths == b.lengths;
}

}  // namespace

/// The tolerances of sums are those of velocities; what it takes for this curl is found by asking for its error.
RotletSum::Planned RotletSum::plan(const Box& box, std::size_t sources, std::size_t targets, double forces2,
                                   double tolerance) const {
  PlanRequest request;
  request.task.box = box;
  request.task.options = options_;
  request.task.targets_are_sources = false;
  EwaldOptions& options = request.task.options;
  options.tolerance = 1e-2;
  options.tolerance_kind = ToleranceKind::relative;
  options.gradient = true;
  options.device = Device::host;
  request.counts.sources = sources;
  request.counts.targets = targets;
  request.counts.squared_force_sum = forces2;
  request.rates = rates_for(options);
  request.engine = the_usual_engine().name;
  SumCounts unit;
  unit.squared_force_sum = 1;
  Planned planned;
  for (int attempt = 0; attempt < 6; ++attempt) {
    const SumPlan chosen = best(candidates(request));
    refuse_memory(chosen, options, "angular velocities", "need");
    planned = {make_sum(chosen), 0};
    planned.unit_error = curl_share * planned.sum->expected_errors(unit).gradient;
    const double fit = planned.unit_error * std::sqrt(forces2) / tolerance;
    if (fit <= 1 || options.tolerance <= 1e-12) break;
    options.tolerance = std::max(1e-12, 0.7 * options.tolerance / fit);
  }
  return planned;
}

RotletSum::Planned& RotletSum::planned_for(const Box& box, std::size_t sources, std::size_t targets, double forces2,
                                           double tolerance) {
  if (!same_box(box_, box)) planned_.clear();
  box_ = box;
  if (options_.deterministic) {
    const int exponent = static_cast<int>(std::floor(std::log2(tolerance / std::sqrt(forces2))));
    auto found = planned_.find(exponent);
    if (found == planned_.end())
      found = planned_.emplace(exponent, plan(box, sources, targets, 1, std::ldexp(1, exponent))).first;
    return found->second;
  }
  Planned& only = planned_[0];
  if (!only.sum || only.unit_error * std::sqrt(forces2) > 1.2 * tolerance) {
    only.sum.reset();  // its memory serves the next one
    only = plan(box, sources, targets, forces2, tolerance);
  }
  return only;
}

void RotletSum::by_engine(const Box& box, ConstVectors<Space> sources, ConstVectors<Space> forces,
                          ConstVectors<Space> targets, double tolerance, std::span<double> out) {
  const std::size_t n = sources.extent(0), m = targets.extent(0);
  Summation<Space>& sum = *planned_for(box, n, m, squared_sum(forces), tolerance).sum;
  SumFields<Space> fields;
  fields.velocity = Vectors<Space>("slurry::mobility::rotlet_sum_u", m);
  fields.gradient = FieldGradients<Space>("slurry::mobility::rotlet_sum_gradient", m, 9);
  sum.set_points({sources, 0, {}}, {{targets, 0, false, {}}});
  sum.apply({{forces, {}, {}}, {}}, {fields});
  const auto g = fields.gradient;
  for (std::size_t i = 0; i < m; ++i) {
    out[3 * i] = (g(i, 7) - g(i, 5)) / 2;
    out[3 * i + 1] = (g(i, 2) - g(i, 6)) / 2;
    out[3 * i + 2] = (g(i, 3) - g(i, 1)) / 2;
  }
}

void RotletSum::at(const Box& box, ConstVectors<Space> sources, ConstVectors<Space> forces, ConstVectors<Space> targets,
                   double tolerance, double least_scale, std::span<double> out) {
  const std::size_t n = sources.extent(0), m = targets.extent(0);
  if (m == 0) return;
  if (options_.deterministic) scale_ = 0;  // a run that was resumed has no last answer
  if (box.periodicity == 0 && static_cast<double>(n) * static_cast<double>(m) <= most_pairs) {
    const Vectors<Space> w("slurry::mobility::rotlet_sum", m);
    all_pairs(sources, forces, targets, w);
    Kokkos::deep_copy(host_vectors(out), w);
    return;
  }
  if (scale_ == 0)  // a force of the usual size at the usual distance
    scale_ = std::sqrt(squared_sum(forces) / static_cast<double>(n)) /
             std::pow(box.volume() / static_cast<double>(n), 2.0 / 3);
  for (int attempt = 0; attempt < 4; ++attempt) {
    const double scale = std::max(scale_, least_scale);
    by_engine(box, sources, forces, targets, tolerance * scale, out);
    scale_ = rms(out);
    if (std::max(scale_, least_scale) > 0.8 * scale) break;
  }
}

EwaldOptions sum_options(const PointMobilitySetup& setup) {
  EwaldOptions o;
  o.take(setup);
  o.engine.clear();
  o.device = Device::automatic;
  o.variants.clear();
  o.own.clear();
  return o;
}

double least_turn(const BodySizes& sizes, std::span<const double> f) {
  double sum = 0;
  for (std::size_t i = 0; i < sizes.count; ++i)
    if (const double a = sizes.of(i); a > 0)
      sum += (f[3 * i] * f[3 * i] + f[3 * i + 1] * f[3 * i + 1] + f[3 * i + 2] * f[3 * i + 2]) / std::pow(a, 4);
  return sizes.count == 0 ? 0 : std::sqrt(sum / static_cast<double>(sizes.count));
}

void correct_overlaps(const Domain& domain, std::span<const double> x, std::span<const double> f,
                      const BodySizes& sizes, std::span<const std::size_t> targets, std::span<double> out) {
  const double largest = sizes.largest();
  if (largest == 0) return;
  const BodyCells cells(domain, 2 * largest, x);
  const Periods periods = Periods::of(domain);
  for (std::size_t k = 0; k < targets.size(); ++k) {
    const std::size_t i = targets[k];
    const double a = sizes.of(i);
    cells.for_near(&x[3 * i], [&](std::size_t j, double) {
      const double b = sizes.of(j);
      if (j == i || a == 0 || b == 0) return;
      double difference[3];
      for (std::size_t c = 0; c < 3; ++c) difference[c] = x[3 * i + c] - x[3 * j + c];
      // in a short period a sphere may overlap several images of another one
      for_near_images(periods, difference, a + b, [&](const double* d) {
        const double r = std::hypot(d[0], d[1], d[2]);
        if (r == 0) return;
        const double excess = sphere_turn(r, a, b) - 1 / (r * r * r);
        for (std::size_t c = 0; c < 3; ++c) {
          const std::size_t p = (c + 1) % 3, q = (c + 2) % 3;
          out[3 * k + c] += excess * (f[3 * j + p] * d[q] - f[3 * j + q] * d[p]);
        }
      });
    });
  }
}

}  // namespace slurry
