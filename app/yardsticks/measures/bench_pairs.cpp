// SPDX-License-Identifier: BSD-3-Clause
#include "yardsticks/measures/bench_pairs.hpp"

#include <chrono>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>
#include <type_traits>

#include "base/execution.hpp"
#include "base/instantiations.hpp"
#include "base/relative_difference.hpp"
#include "base/stage_model.hpp"
#include "ewald/near/cell_pairs.hpp"
#include "ewald/near/source_rows.hpp"
#include "geometry/cell_grid.hpp"
#include "geometry/cell_lists.hpp"
#include "kernels/erf_rational.hpp"
#include "kernels/hasimoto_split.hpp"
#include "slurry/error.hpp"
#include "slurry/runtime.hpp"
#include "timing/machine_costs.hpp"
#include "yardsticks/published_rules/published_parameters.hpp"

namespace slurry {
namespace {

/// A loop in the shape that was best where it was printed.
struct Loop {
  const char* name;
  CellLoop loop;
  BlockShape shape;
};
constexpr Loop loops[] = {{"GM-1D", CellLoop::gm_1d, {64, 1}},
                          {"SM-1D", CellLoop::sm_1d, {32, 1}},
                          {"GM-2D", CellLoop::gm_2d, {8, 32}},
                          {"SM-2D", CellLoop::sm_2d, {64, 2}}};

std::vector<double> normal_numbers(std::size_t count, std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  std::vector<double> v(count);
  for (double& x : v) x = normal(random);
  return v;
}

std::vector<double> uniform_numbers(std::size_t count, std::mt19937_64& random) {
  std::uniform_real_distribution<double> uniform;
  std::vector<double> v(count);
  for (double& x : v) x = uniform(random);
  return v;
}

/// Operations of a pair within the cutoff, with the weights of table 1 of Kosmacher et al. 2026: an inverse square root
/// 30.2, an exponential 50.8, a division 35, a multiply-add 2.  m: degree of the far part's polynomials, or of the
/// rational function.
constexpr double inverse_root = 30.2, exponential = 50.8, division = 35;
double free_poisson_flops() {
  return inverse_root + 2;
}
double free_stokeslet_flops() {
  return inverse_root + 20;
}
double ewald_stokes_flops(int m) {
  return 6.0 * m + inverse_root + 58;
}
double rational_stokes_flops(int m) {
  return 4.0 * m + division + exponential + inverse_root + 72;
}
double ewald_charges_flops(int m) {
  return 6.0 * m + inverse_root + 27;
}

template <class Space>
class Clock {
 public:
  Clock(const Space& space, int repeats) : space_(space), repeats_(repeats) {}
  template <class Call>
  double quickest(const Call& call) const {
    double least = std::numeric_limits<double>::infinity();
    for (int i = 0; i <= std::max(1, repeats_); ++i) {  // the first does not count
      space_.fence();
      const auto start = std::chrono::steady_clock::now();
      call();
      space_.fence();
      const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      if (i > 0) least = std::min(least, seconds);
    }
    return least;
  }

 private:
  Space space_;
  int repeats_;
};

/// Points in cells of one width, with the densities of every pair function.
template <class Space>
struct CellsOfPoints {
  SortedPoints<Space> points;
  CellLists<Space> lists;
  CellRows<Space> charges, forces, combined;

  CellsOfPoints(const Space& space, const PairBenchCase& c, double cutoff) {
    std::mt19937_64 random(c.seed);
    const Box box{{1, 1, 1}, 1};
    const auto x = to_space<Space>(uniform_numbers(3 * c.points, random), "slurry::bench::x");
    points.sort(space, make_cell_grid(box, cutoff), x);
    lists.build(space, points, cutoff, is_host_space<Space>);
    Density<Space> density;
    density.forces = to_space<Space>(normal_numbers(3 * c.points, random), "slurry::bench::f");
    place(space, density, false, forces);
    density.dipoles = to_space<Space>(normal_numbers(3 * c.points, random), "slurry::bench::q");
    density.normals = to_space<Space>(normal_numbers(3 * c.points, random), "slurry::bench::n");
    place(space, density, true, combined);
    const std::vector<double> numbers = normal_numbers(c.points, random);
    const Kokkos::View<const double*, Kokkos::HostSpace> given(numbers.data(), numbers.size());
    const Kokkos::View<double*, typename Space::memory_space> q("slurry::bench::charges", c.points);
    Kokkos::deep_copy(q, given);
    ChargeRows<Space> packed;
    packed.make(space, points, q);
    charges.lists = lists;
    place_rows(space, lists, packed.rows, charges.rows);
    space.fence();
  }

 private:
  void place(const Space& space, const Density<Space>& density, bool dipoles, CellRows<Space>& to) const {
    SourceRows<Space> packed;
    packed.make(space, points, density, dipoles);
    to.lists = lists;
    place_rows(space, lists, packed.rows, to.rows);
    space.fence();
  }
};

template <class View>
std::vector<double> numbers_of(const View& v) {
  const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), v);
  return {host.data(), host.data() + host.size()};
}

/// Properties that the loops of a pair function have in common.  source, sum: bytes of a source and of a target's sum
/// in memory.
struct PairFunction {
  const char* name;
  double flops, source, sum;
};

template <class Space, class Real>
class PairBench {
 public:
  PairBench(const Space& space, const PairBenchCase& c, PairBenchResult& found)
      : space_(space),
        c_(c),
        found_(found),
        clock_(space, c.repeats),
        costs_(c.precision == Precision::fp32 ? measure_stage_costs<float>(space)
                                              : measure_stage_costs<double>(space)) {
    found.space = Space::name();
    found.device = is_host_space<Space> ? Device::host : Device::cuda;
    found.threads = is_host_space<Space> ? space.concurrency() : 0;
    found.costs = {1 / costs_.second_per_flop, 1 / costs_.second_per_byte, costs_.l1, costs_.l2};
    tell();
  }

  void all_functions(double per_cell) {
    const PublishedParameters p = published_parameters({c_.tolerance, per_cell, c_.points});
    const double cutoff = p.cutoff_radius, shape = p.xi * cutoff;
    const CellsOfPoints<Space> cells(space_, c_, cutoff);
    per_cell_ = per_cell;
    const FieldScalars<Space> scalar("slurry::bench::scalar", c_.points);
    const Vectors<Space> u("slurry::bench::u", c_.points);
    const FieldGradients<Space> gradient("slurry::bench::gradient", c_.points, 3);
    const int degree = compiled_near_degree(std::min(HasimotoSplit::natural_degree(shape), 40));
    const HasimotoSplit split(shape, degree);
    const NearPair stokes = make_combined_pair(split, cutoff);
    const FieldPair charges = make_field_pair(split, cutoff);
    const RationalPair rational{erf_rational_within(0.1 * std::exp(-2.5 * p.window_points)), p.xi, cutoff * cutoff,
                                true};
    rows({"free Poisson", free_poisson_flops(), 32, 8}, scalar, [&](const Loop& l) {
      p2p_free_by_cells<Space, Real>(l.loop, l.shape, space_, cells.points, cells.lists, cells.charges, cutoff, scalar);
    });
    rows({"free Stokeslet", free_stokeslet_flops(), 48, 24}, u, [&](const Loop& l) {
      p2p_free_by_cells<Space, Real>(l.loop, l.shape, space_, cells.points, cells.lists, cells.forces, cutoff, u);
    });
    rows({"Ewald Stokes", ewald_stokes_flops(degree), 96, 24}, u, [&](const Loop& l) {
      p2p_by_cells<Space, Real>(l.loop, l.shape, space_, cells.points, cells.lists, cells.combined, stokes, u);
    });
    rows({"Ewald Stokes, rational", rational_stokes_flops(rational.erf.degree), 96, 24}, u, [&](const Loop& l) {
      p2p_hasimoto_by_cells<Space, Real>(l.loop, l.shape, space_, cells.points, cells.lists, cells.combined, rational,
                                         u);
    });
    rows({"Ewald charges", ewald_charges_flops(degree), 32, 32}, scalar, [&](const Loop& l) {
      if (!std::is_same_v<Real, double>)
        throw InputError("these loops sum charges in fp64 only; leave out --precision fp32");
      p2p_charges_by_cells<Space>(l.loop, l.shape, space_, cells.points, cells.lists, cells.charges, charges, gradient,
                                  scalar);
    });
  }

 private:
  template <class Sums, class Call>
  void rows(const PairFunction& f, const Sums& sums, const Call& call) {
    std::vector<double> first;
    for (const Loop& l : loops) {
      PairBenchRow& r = found_.rows.emplace_back();
      r.per_cell = per_cell_;
      r.pair = f.name;
      r.loop = l.name;
      try {
        r.seconds = clock_.quickest([&] { call(l); });
        const std::vector<double> found = numbers_of(sums);
        if (first.empty()) first = found;
        r.difference = relative_difference(found, first);
        model(f, l, r);
      } catch (const Error& e) {
        r.refused = e.what();
      }
      tell();
    }
  }

  void model(const PairFunction& f, const Loop& l, PairBenchRow& r) const {
    StageSizes s;
    s.targets = s.sources = double(c_.points);
    s.near_cell = per_cell_;
    s.pair_flops = r.pair_flops = f.flops;
    if (is_host_space<Space>) s.block = 1;
    const StageWork work = cell_pairs_work(l.loop, l.shape, s, f.source, f.sum);
    const StageModelTimes t = model_times(work, costs_);
    r.model = {t.no_caches, t.l2, t.l1, t.flops, work.flops, intensity(work, costs_)};
    r.useful_flops = s.targets * s.near_cell * 4 / 3 * std::numbers::pi * f.flops;
  }

  void tell() const {
    if (c_.row_done) c_.row_done(found_);
  }

  Space space_;
  const PairBenchCase& c_;
  PairBenchResult& found_;
  Clock<Space> clock_;
  StageCosts costs_;
  double per_cell_ = 0;
};

}  // namespace

PairBenchResult bench_pairs(const PairBenchCase& c) {
  for (const double s : c.per_cell) published_parameters({c.tolerance, s, c.points});  // what it refuses, first
  PairBenchResult found;
  with_space(name_of(Runtime::device(c.device)), [&](const auto& space) {
    using Space = std::decay_t<decltype(space)>;
    const auto run = [&](auto real) {
      PairBench<Space, decltype(real)> bench(space, c, found);
      for (const double s : c.per_cell) bench.all_functions(s);
    };
    if (c.precision == Precision::fp32)
      run(float());
    else
      run(double());
  });
  return found;
}

}  // namespace slurry
