// SPDX-License-Identifier: BSD-3-Clause
#include "yardsticks/measures/bench_m2l.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <random>
#include <type_traits>

#include "base/execution.hpp"
#include "base/loop_name.hpp"
#include "fmm/error_law.hpp"
#include "fmm/level_kernels.hpp"
#include "fmm/m2l.hpp"
#include "slurry/runtime.hpp"

namespace slurry {
namespace {

using fmm::Expansions;
using fmm::M2lScheme;

constexpr fmm::Vector3 cube{1, 1, 1};

/// Least seconds of a call.  Long calls are timed once.
template <class Call>
double quickest(const Call& call) {
  constexpr double long_call = 1;
  constexpr int most_calls = 5;
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < most_calls; ++i) {
    const auto start = std::chrono::steady_clock::now();
    call();
    least = std::min(least, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    if (least > long_call) break;
  }
  return least;
}

/// A full octree, periodic in all directions: a point in the middle of each box of the deepest level.
class FullTree {
 public:
  explicit FullTree(int depth) : points_(middles(depth)), tree_(roots(), {1, 2, 0}, view(), view(), true) {}
  const fmm::Tree& tree() const { return tree_; }
  int level() const { return tree_.levels() - 1; }
  int boxes() const { return static_cast<int>(tree_.boxes().size()); }

 private:
  static fmm::RootCells roots() {
    fmm::RootCells r;
    r.periodicity = 3;
    return r;
  }
  static std::vector<double> middles(int depth) {
    const int side = 1 << depth;
    std::vector<double> x;
    for (int i = 0; i < side * side * side; ++i)
      for (const int cell : {i % side, i / side % side, i / side / side}) x.push_back((cell + 0.5) / side);
    return x;
  }
  ConstHostVectors view() const { return ConstHostVectors(points_.data(), points_.size() / 3); }

  std::vector<double> points_;
  fmm::Tree tree_;
};

/// Size of the coefficients of degree l, of points at half a box's side from its middle.
double size_of_degree(int l) {
  return std::pow(0.5, l) / std::tgamma(l + 1);
}

Expansions expansions(const FullTree& at, int order) {
  Expansions e;
  e.resize(at.boxes(), order, 1);
  e.clear();
  return e;
}

Expansions random_multipoles(const FullTree& at, int order) {
  Expansions e = expansions(at, order);
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  for (int b = 0; b < at.boxes(); ++b)
    for (int l = 0, k = 0; l <= order; ++l)
      for (int m = -l; m <= l; ++m) e.of(b)[k++] = normal(random) * std::pow(0.5, l) / std::tgamma(l + std::abs(m) + 1);
  return e;
}

/// Relative difference of the local expansions of a level, in which each degree counts by its part of a potential.
double difference(const FullTree& at, int order, const Expansions& found, const Expansions& truth) {
  double apart = 0, size = 0;
  for (int b = at.tree().level_start(at.level()); b < at.tree().level_start(at.level() + 1); ++b)
    for (int l = 0, k = 0; l <= order; ++l)
      for (int m = -l; m <= l; ++m, ++k) {
        apart += std::pow(size_of_degree(l) * (found.of(b)[k] - truth.of(b)[k]), 2);
        size += std::pow(size_of_degree(l) * truth.of(b)[k], 2);
      }
  return std::sqrt(apart / size);
}

/// Seconds of a complex multiply-add that reads both factors and adds to memory, over arrays that no cache holds.
template <class Space>
double seconds_in_memory(const Space& space) {
  using Numbers = Kokkos::View<Kokkos::complex<double>*, typename Space::memory_space>;
  constexpr int count = 1 << 23;
  const Numbers a("slurry::bench::m2l_a", count), b("slurry::bench::m2l_b", count),
      sum("slurry::bench::m2l_sum", count);
  Kokkos::deep_copy(space, a, Kokkos::complex<double>(0.5, 0.25));
  Kokkos::deep_copy(space, b, Kokkos::complex<double>(0.25, -0.5));
  return quickest([&] {
           Kokkos::parallel_for(
               "slurry::bench::m2l_memory"_loop, Kokkos::RangePolicy<Space>(space, 0, count), KOKKOS_LAMBDA(int i) {
                 const Kokkos::complex<double> x = a(i), y = b(i), s = sum(i);
                 sum(i) = Kokkos::complex<double>(s.real() + x.real() * y.real() - x.imag() * y.imag(),
                                                  s.imag() + x.real() * y.imag() + x.imag() * y.real());
               });
           space.fence();
         }) /
         count;
}

/// Reads the coefficients of a group of boxes one after the other, and takes each as often as the matrices do.
template <class Space>
struct ComputeBound {
  /// Boxes of a group: what vector registers hold.
  static constexpr int width = is_host_space<Space> ? 16 : 1;
  Kokkos::View<const double*, typename Space::memory_space> real, imaginary;  ///< [group][coefficient][box]
  Kokkos::View<double*, typename Space::memory_space> out;                    ///< [item]
  int groups, coefficients, products;                                         ///< products: of a coefficient

  KOKKOS_FUNCTION void operator()(int item) const {
    double re[width], im[width];
    for (int w = 0; w < width; ++w) re[w] = im[w] = 1e-3 * (w + item % 7);
    const double c = 0.6, s = 0.7999;  // their squares add up to less than 1, so that no sum grows
    const std::size_t first = std::size_t(item % groups) * std::size_t(coefficients) * width;
    for (int k = 0; k < coefficients; ++k) {
      const double *const a = &real(first + std::size_t(k) * width), *const b =
                                                                         &imaginary(first + std::size_t(k) * width);
      for (int j = 0; j < products; ++j)
        for (int w = 0; w < width; ++w) {
          const double r = re[w];
          re[w] = a[w] + r * c - im[w] * s;
          im[w] = b[w] + r * s + im[w] * c;
        }
    }
    double sum = 0;
    for (int w = 0; w < width; ++w) sum += re[w] + im[w];
    out(item) = sum;
  }
};

template <class Space>
double compute_bound(const Space& space, int order, int depth) {
  using Bound = ComputeBound<Space>;
  using Numbers = Kokkos::View<double*, typename Space::memory_space>;
  const int boxes = 1 << 3 * depth, coefficients = (order + 1) * (order + 1), groups = boxes / Bound::width;
  const Numbers real("slurry::bench::m2l_real", std::size_t(boxes * coefficients)),
      imaginary("slurry::bench::m2l_imaginary", std::size_t(boxes * coefficients)),
      out("slurry::bench::m2l_out", std::size_t(189 * groups));
  Kokkos::deep_copy(space, real, 0.5);
  Kokkos::deep_copy(space, imaginary, 0.25);
  const Bound bound{real, imaginary, out, groups, coefficients, (order + 1) * (order + 2) / 2};
  return quickest([&] {
    Kokkos::parallel_for("slurry::bench::m2l_compute"_loop, Kokkos::RangePolicy<Space>(space, 0, 189 * groups), bound);
    space.fence();
  });
}

/// Seconds of a scheme, and its local expansions.
template <class Space>
double run_scheme(const Space& space, M2lScheme scheme, const FullTree& at, int order, const Expansions& multipoles,
                  Expansions& locals) {
  const fmm::ExpansionShape shape{order, 1};
  const fmm::M2lOptions options{scheme, fmm::tree_error(Layer::coulomb, order, 0)};
  const bool published = fmm::source_of(scheme) != "own";
  if (!is_host_space<Space> || published) {
    const auto kernel = fmm::make_level_kernel<Space>(options, shape, cube);
    const fmm::LevelBoxes boxes = fmm::boxes_of_level(at.tree(), at.level());
    auto level = fmm::level_in<Space>(boxes, shape, cube, multipoles, kernel->order());
    const double seconds = quickest([&] {
      Kokkos::deep_copy(space, level.locals, 0.0);
      kernel->run(space, level);
      space.fence();
    });
    fmm::add_level(level, boxes, locals);
    return seconds;
  }
  const auto m2l = fmm::make_m2l(shape, cube, options);
  return quickest([&] {
    locals.clear();
    m2l->apply(at.tree(), at.level(), multipoles, locals);
  });
}

}  // namespace

double m2l_products(int order, int depth) {
  return 189 * std::pow(8, depth) * std::pow(order + 1, 3) * (order + 2) / 2;
}

M2lBenchResult bench_m2l(const M2lBenchCase& c) {
  M2lBenchResult r;
  r.depth = c.depth;
  with_space(name_of(Runtime::device(c.device)), [&](const auto& space) {
    using Space = std::decay_t<decltype(space)>;
    r.device = is_host_space<Space> ? Device::host : Device::cuda;
    r.space = Space::name();
    r.threads = is_host_space<Space> ? space.concurrency() : 0;
    const auto done = [&] {
      if (c.row_done) c.row_done(r);
    };
    done();
    const FullTree at(c.depth);
    const double in_memory = seconds_in_memory(space);
    for (const int order : c.orders) {
      const double least = compute_bound(space, order, c.depth);
      const auto add = [&](std::string scheme, double seconds, double apart) {
        r.rows.push_back({order, std::move(scheme), seconds, apart, least / seconds});
        done();
      };
      add("memory bound", in_memory * m2l_products(order, c.depth), 0);
      add("compute bound", least, 0);
      const Expansions multipoles = random_multipoles(at, order);
      std::optional<Expansions> first;
      for (const M2lScheme scheme : {M2lScheme::dense, M2lScheme::naive, M2lScheme::nested, M2lScheme::symmetric,
                                     M2lScheme::parity, M2lScheme::rotation, M2lScheme::plane_waves}) {
        Expansions locals = expansions(at, order);
        const double seconds = run_scheme(space, scheme, at, order, multipoles, locals);
        if (!first) first = locals;
        add(std::string(fmm::name_of(scheme)), seconds, difference(at, order, locals, *first));
      }
    }
  });
  return r;
}

}  // namespace slurry
