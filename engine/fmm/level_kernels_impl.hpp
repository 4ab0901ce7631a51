// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "fmm/level_kernels.hpp"
#include "fmm/octant_tiles.hpp"

namespace slurry::fmm {

/// Place of (l, m) in a table with all orders -l..l.
KOKKOS_INLINE_FUNCTION int entry_of(int l, int m) {
  return l * l + l + m;
}
KOKKOS_INLINE_FUNCTION double sign_of(int n) {
  return n % 2 == 0 ? 1.0 : -1.0;
}
/// (-1)^l, and the weight of the order m in a local expansion (operators.hpp).
KOKKOS_INLINE_FUNCTION double local_factor(int l, int m) {
  return (m == 0 ? 1.0 : 2.0) * sign_of(l);
}

/// to += v, by whoever else adds to it as well if Shared.
template <bool Shared>
KOKKOS_INLINE_FUNCTION void add_to(double& to, double v) {
  if constexpr (Shared)
    Kokkos::atomic_add(&to, v);
  else
    to += v;
}

/// Irregular harmonics of offsets as complex numbers, all orders -l..l of the degrees to 2p: [offset][(l, m)][2].
template <class Space>
struct HarmonicTable {
  Kokkos::View<double*, typename Space::memory_space> values;
  int entries = 0;
  KOKKOS_INLINE_FUNCTION const double* of(int offset) const {
    return values.data() + std::size_t(offset) * std::size_t(entries) * 2;
  }
};
inline void append_harmonics(int p, const Vector3& d, std::vector<double>& table) {
  std::vector<double> s(std::size_t(coefficients(2 * p)));
  irregular_harmonics(2 * p, d[0], d[1], d[2], 1 / std::sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]), s.data());
  for (int l = 0; l <= 2 * p; ++l)
    for (int m = -l; m <= l; ++m) {
      const int a = m < 0 ? -m : m;
      const double sign = m < 0 ? sign_of(a) : 1, im = a > 0 ? s[std::size_t(place(l, -a))] : 0;
      table.push_back(sign * s[std::size_t(place(l, a))]);
      table.push_back(m < 0 ? -sign * im : im);
    }
}

/// Offset target minus source of a place of the window, as a number 0..342.
KOKKOS_INLINE_FUNCTION int offset_number(int dx, int dy, int dz) {
  return dx + 3 + 7 * (dy + 3 + 7 * (dz + 3));
}
template <class Space>
HarmonicTable<Space> table_of_offsets(int p, const Vector3& cell) {
  std::vector<double> all;
  const int entries = coefficients(2 * p);
  for (int z = -3; z <= 3; ++z)
    for (int y = -3; y <= 3; ++y)
      for (int x = -3; x <= 3; ++x) {
        if (std::max({std::abs(x), std::abs(y), std::abs(z)}) > 1)
          append_harmonics(p, {x * cell[0], y * cell[1], z * cell[2]}, all);
        else
          all.resize(all.size() + std::size_t(2 * entries));
      }
  return {array_in<Space>(all, "slurry::fmm::harmonics"), entries};
}

/// conj(M_lm) for any sign of the order, from the stored real and imaginary part of the order |m|.
struct Conjugate {
  double re, im;
};
KOKKOS_INLINE_FUNCTION Conjugate conjugate_of(int m, double stored_re, double stored_im) {
  const double sign = m < 0 ? sign_of(m) : 1.0;
  return {sign * stored_re, m < 0 ? sign * stored_im : -stored_im};
}

/// Up to four expansions, which share their operators.
struct SetSums {
  double re[4] = {0, 0, 0, 0}, im[4] = {0, 0, 0, 0};
  /// The origin of B, the fourth, moves by d = target minus source.
  KOKKOS_INLINE_FUNCTION void move(const double* d) {
    for (int a = 0; a < 3; ++a) {
      re[3] -= d[a] * re[a];
      im[3] -= d[a] * im[a];
    }
  }
};

/// Sum over source orders first..last of conj(M_jk) S_(l+j),(m+k), of all expansions.  multipole(place, set): a number.
template <class Multipole>
KOKKOS_INLINE_FUNCTION void add_orders(int sets, int l, int m, int j, int first, int last, const double* harmonics,
                                       const Multipole& multipole, SetSums& sums) {
  for (int k = first; k <= last; ++k) {
    const double* const s = harmonics + 2 * entry_of(l + j, m + k);
    const int a = k < 0 ? -k : k;
    for (int c = 0; c < sets; ++c) {
      const Conjugate q = conjugate_of(k, multipole(entry_of(j, a), c), a > 0 ? multipole(entry_of(j, -a), c) : 0.0);
      sums.re[c] += q.re * s[0] - q.im * s[1];
      sums.im[c] += q.re * s[1] + q.im * s[0];
    }
  }
}

// ---- naive: all loops in one range

/// The work of one (target, window z y x, l, m, j): theory/fast-multipole.md (M36).
template <class Space, bool Shared>
struct NaiveProduct {
  LevelView<Space> level;
  HarmonicTable<Space> table;

  KOKKOS_INLINE_FUNCTION std::int64_t per_target() const {
    return std::int64_t(window_places) * (level.p + 1) * (level.p + 1) * (level.p + 1);
  }
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t index) const {
    const int orders = level.p + 1;
    const int j = int(index % orders), m = int(index / orders % orders), l = int(index / orders / orders % orders);
    index /= std::int64_t(orders) * orders * orders;
    const int window = int(index % window_places), target = int(index / window_places);
    if (m > l) return;
    const int source = level.met(std::size_t(target) * window_places + std::size_t(window));
    if (source < 0) return;
    const int octant = level.target_octant(std::size_t(target));
    const int dx = -from_box(window % 6, octant & 1), dy = -from_box(window / 6 % 6, octant >> 1 & 1),
              dz = -from_box(window / 36, octant >> 2 & 1);
    SetSums sums;
    add_orders(
        level.sets, l, m, j, -j, j, table.of(offset_number(dx, dy, dz)),
        [&](int at, int c) { return level.multipole(source, at, c); }, sums);
    const double d[3] = {dx * level.cell[0], dy * level.cell[1], dz * level.cell[2]};
    if (level.sets == 4) sums.move(d);
    const double factor = local_factor(l, m);
    for (int c = 0; c < level.sets; ++c) {
      add_to<Shared>(level.local(target, entry_of(l, m), c), factor * sums.re[c]);
      if (m > 0) add_to<Shared>(level.local(target, entry_of(l, -m), c), factor * sums.im[c]);
    }
  }
};

/// The same, target by target, so that one thread alone adds to a target.
template <class Space>
struct NaiveTarget {
  NaiveProduct<Space, false> product;
  KOKKOS_INLINE_FUNCTION void operator()(int target) const {
    const std::int64_t count = product.per_target();
    for (std::int64_t i = 0; i < count; ++i) product(target * count + i);
  }
};

template <class Space>
class NaiveKernel final : public LevelKernel<Space> {
 public:
  NaiveKernel(const ExpansionShape& shape, const Vector3& cell) : table_(table_of_offsets<Space>(shape.p, cell)) {}
  void run(const Space& space, const LevelView<Space>& level) const override {
    if constexpr (is_host_space<Space>) {
      Kokkos::parallel_for("slurry::fmm::m2l_naive", Kokkos::RangePolicy<Space>(space, 0, level.targets),
                           NaiveTarget<Space>{{level, table_}});
    } else {
      const NaiveProduct<Space, true> product{level, table_};
      using Policy = Kokkos::RangePolicy<Space, Kokkos::IndexType<std::int64_t>>;
      Kokkos::parallel_for("slurry::fmm::m2l_naive", Policy(space, 0, level.targets * product.per_target()), product);
    }
    space.fence();
  }

 private:
  HarmonicTable<Space> table_;
};

// ---- nested: a team for the children of one source parent

/// One source parent of one target; on the host all 26 parents of a target, one after the other
/// (theory/fast-multipole.md (M37)).
template <class Space>
struct NestedParents {
  static constexpr bool shared = !is_host_space<Space>;
  static constexpr int parents_at_once = shared ? 1 : 27;
  using Member = typename Kokkos::TeamPolicy<Space>::member_type;
  LevelView<Space> level;
  HarmonicTable<Space> table;
  int scratch_level;

  /// Numbers: the multipole of a child, the harmonics of its offset, and sums of each thread's half of a coefficient.
  static std::size_t scratch_numbers(int p, int sets) {
    return std::size_t(coefficients(p) * sets + 2 * coefficients(2 * p) + 2 * (p + 1) * (p + 2) * sets);
  }

  KOKKOS_INLINE_FUNCTION void operator()(const Member& team) const {
    const int p = level.p, sets = level.sets, numbers = level.coefficients() * sets, entries = 2 * table.entries;
    const int halves = (p + 1) * (p + 2);
    double* const multipole =
        static_cast<double*>(team.team_scratch(scratch_level)
                                 .get_shmem(std::ptrdiff_t(sizeof(double)) * (numbers + entries + 2 * halves * sets)));
    double* const harmonics = multipole + numbers;
    double* const sums = harmonics + entries;
    const int target = team.league_rank() * parents_at_once / 27;
    const int first = team.league_rank() * parents_at_once % 27;
    const int octant = level.target_octant(std::size_t(target));
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, 2 * halves * sets), [&](int i) { sums[i] = 0; });
    for (int parent = first; parent < first + parents_at_once; ++parent)
      for (int child = 0; child < 8; ++child) {
        const int x = 2 * (parent % 3) + (child & 1), y = 2 * (parent / 3 % 3) + (child >> 1 & 1),
                  z = 2 * (parent / 9) + (child >> 2 & 1);
        const int window = x + window_side * (y + window_side * z);
        const int source = level.met(std::size_t(target) * window_places + std::size_t(window));
        if (source < 0) continue;
        const int dx = -from_box(x, octant & 1), dy = -from_box(y, octant >> 1 & 1), dz = -from_box(z, octant >> 2 & 1);
        const double d[3] = {dx * level.cell[0], dy * level.cell[1], dz * level.cell[2]};
        const double* const from = table.of(offset_number(dx, dy, dz));
        team.team_barrier();
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, numbers),
                             [&](int i) { multipole[i] = level.multipole(source, i / sets, i % sets); });
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, entries), [&](int i) { harmonics[i] = from[i]; });
        team.team_barrier();
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, halves),
                             [&](int i) { half_of_row(i, d, multipole, harmonics, sums); });
      }
    team.team_barrier();
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, halves), [&](int i) { store(i, target, sums); });
  }

 private:
  /// Two threads share a coefficient: one takes the negative orders of the sources, the other the rest, so that the
  /// same instructions serve all.
  struct Row {
    int l, m;
    bool negative;
  };
  KOKKOS_INLINE_FUNCTION Row row_of(int i) const {
    const int x = i % (level.p + 1), y = i / (level.p + 1);
    return x < y ? Row{y - 1, x, true} : Row{x, y, false};
  }
  KOKKOS_INLINE_FUNCTION void half_of_row(int i, const double* d, const double* multipole, const double* harmonics,
                                          double* sums) const {
    const Row row = row_of(i);
    const int sets = level.sets;
    SetSums own;
    for (int j = row.negative ? 1 : 0; j <= level.p; ++j)
      add_orders(
          sets, row.l, row.m, j, row.negative ? -j : 0, row.negative ? -1 : j, harmonics,
          [&](int at, int c) { return multipole[at * sets + c]; }, own);
    if (sets == 4) own.move(d);
    for (int c = 0; c < sets; ++c) {
      sums[2 * (i * sets + c)] += own.re[c];
      sums[2 * (i * sets + c) + 1] += own.im[c];
    }
  }
  KOKKOS_INLINE_FUNCTION void store(int i, int target, const double* sums) const {
    const Row row = row_of(i);
    if (!row.negative) return;
    const int other = row.l + (level.p + 1) * row.m;
    const double factor = local_factor(row.l, row.m);
    for (int c = 0; c < level.sets; ++c) {
      const double *const a = sums + 2 * (i * level.sets + c), *const b = sums + 2 * (other * level.sets + c);
      add_to<shared>(level.local(target, entry_of(row.l, row.m), c), factor * (a[0] + b[0]));
      if (row.m > 0) add_to<shared>(level.local(target, entry_of(row.l, -row.m), c), factor * (a[1] + b[1]));
    }
  }
};

/// Runs teams with so many numbers of scratch each, in the fast memory of a multiprocessor if they fit.
template <class Space, class Functor>
void run_teams(const char* name, const Space& space, int teams, int threads, std::size_t numbers, Functor functor) {
  if (teams == 0) return;
  using Policy = Kokkos::TeamPolicy<Space>;
  const int bytes = static_cast<int>(numbers * sizeof(double) + 64);
  functor.scratch_level = bytes <= Policy::scratch_size_max(0) ? 0 : 1;
  Policy policy(space, teams, is_host_space<Space> ? 1 : threads);
  Kokkos::parallel_for(name, policy.set_scratch_size(functor.scratch_level, Kokkos::PerTeam(bytes)), functor);
  space.fence();
}

/// Threads of a team on a device: whole warps, no more than there is work for.
inline int team_threads(int items, int most) {
  return std::clamp((items + 31) / 32 * 32, 32, most);
}

template <class Space>
class NestedKernel final : public LevelKernel<Space> {
 public:
  NestedKernel(const ExpansionShape& shape, const Vector3& cell) : table_(table_of_offsets<Space>(shape.p, cell)) {}
  void run(const Space& space, const LevelView<Space>& level) const override {
    using Parents = NestedParents<Space>;
    run_teams("slurry::fmm::m2l_nested", space, level.targets * 27 / Parents::parents_at_once,
              team_threads((level.p + 1) * (level.p + 2), 256), Parents::scratch_numbers(level.p, level.sets),
              Parents{level, table_, 0});
  }

 private:
  HarmonicTable<Space> table_;
};

// ---- symmetric: 56 operators, sources sorted by octant, one coefficient of many boxes side by side

/// One reference offset from the sources' point of view.
struct SourceReference {
  int size[3];
  int both;     ///< axes, as bits, along which both signs occur
  int mirrors;  ///< 2^(number of these axes)
};

/// (row, reference offset) of Lanes sources side by side, which add to 1, 2, 4 or 8 mirrored targets each
/// (theory/fast-multipole.md (M38)).
template <class Space, int Lanes, bool Shared>
struct SymmetricProduct {
  LevelView<Space> level;
  HarmonicTable<Space> table;  ///< of the reference offsets
  Kokkos::View<SourceReference*, typename Space::memory_space> references;

  KOKKOS_INLINE_FUNCTION int rows() const { return (level.p + 1) * (level.p + 2) / 2; }

  /// The axes that turn negative for mirror q: its bits are those of `both`, in order.
  KOKKOS_INLINE_FUNCTION static int negative_of(const SourceReference& r, int octant, int q) {
    int negative = 0;
    for (int a = 0; a < 3; ++a) {
      if (r.both >> a & 1) {
        negative |= (q & 1) << a;
        q >>= 1;
      } else if (r.size[a] == 3 && (octant >> a & 1)) {
        negative |= 1 << a;  // three boxes apart: the source is the far one of its parent
      }
    }
    return negative;
  }

  KOKKOS_INLINE_FUNCTION void operator()(int l, int m, int reference, int first_source) const {
    switch (references(std::size_t(reference)).mirrors) {
      case 1:
        return group<1>(l, m, reference, first_source);
      case 2:
        return group<2>(l, m, reference, first_source);
      case 4:
        return group<4>(l, m, reference, first_source);
      default:
        return group<8>(l, m, reference, first_source);
    }
  }

  template <int Targets>
  KOKKOS_INLINE_FUNCTION void group(int l, int m, int reference, int first_source) const {
    const SourceReference r = references(std::size_t(reference));
    const int octant = level.source_octant(std::size_t(first_source)), sets = level.sets;
    int negative[Targets];
    for (int q = 0; q < Targets; ++q) negative[q] = negative_of(r, octant, q);
    double moved_re[Targets][Lanes] = {}, moved_im[Targets][Lanes] = {};
    for (int c = 0; c < sets; ++c) {
      double re[Targets][Lanes] = {}, im[Targets][Lanes] = {};
      for (int j = 0; j <= level.p; ++j)
        for (int k = -j; k <= j; ++k) add_products<Targets>(l, m, j, k, c, reference, first_source, negative, re, im);
      if (sets == 4)
        for (int q = 0; q < Targets; ++q) {
          const double d = c < 3 ? (negative[q] >> c & 1 ? -1 : 1) * r.size[c] * level.cell[c] : 0.0;
          for (int w = 0; w < Lanes; ++w) {
            if (c < 3) {
              moved_re[q][w] -= d * re[q][w];
              moved_im[q][w] -= d * im[q][w];
            } else {
              re[q][w] += moved_re[q][w];
              im[q][w] += moved_im[q][w];
            }
          }
        }
      for (int q = 0; q < Targets; ++q) store(l, m, c, r, octant, negative[q], first_source, re[q], im[q]);
    }
  }

 private:
  /// The four real products are made once; every target takes them with signs of its own.
  template <int Targets>
  KOKKOS_INLINE_FUNCTION void add_products(int l, int m, int j, int k, int c, int reference, int first_source,
                                           const int* negative, double (&re)[Targets][Lanes],
                                           double (&im)[Targets][Lanes]) const {
    const int degree = l + j, order = m + k, a = k < 0 ? -k : k;
    const double* const s = table.of(reference) + 2 * entry_of(degree, order);
    const double *const real = level.multipoles.data() +
                               std::size_t(entry_of(j, a) * level.sets + c) * std::size_t(level.coefficient_stride) +
                               first_source,
                        *const imaginary =
                            level.multipoles.data() +
                            std::size_t(entry_of(j, -a) * level.sets + c) * std::size_t(level.coefficient_stride) +
                            first_source;
    const double sign = k < 0 ? sign_of(k) : 1.0, turned = a == 0 ? 0.0 : k < 0 ? -sign : 1.0;
    const double rs = sign * s[0], ri = sign * s[1], is = turned * s[0], ii = turned * s[1];
    double ac[Lanes], ad[Lanes], bc[Lanes], bd[Lanes];
    for (int w = 0; w < Lanes; ++w) {
      ac[w] = real[w] * rs;
      ad[w] = real[w] * ri;
      bc[w] = imaginary[w] * is;
      bd[w] = imaginary[w] * ii;
    }
    for (int q = 0; q < Targets; ++q) {
      const int n = negative[q];
      const int of_real = (n & order & 1) ^ ((n >> 2) & (degree + order) & 1);
      const int of_imaginary = of_real ^ (n & 1) ^ (n >> 1 & 1);
      const double sr = of_real ? -1.0 : 1.0, si = of_imaginary ? -1.0 : 1.0;
      for (int w = 0; w < Lanes; ++w) {
        re[q][w] += sr * ac[w] + si * bd[w];
        im[q][w] += si * ad[w] - sr * bc[w];
      }
    }
  }

  KOKKOS_INLINE_FUNCTION void store(int l, int m, int c, const SourceReference& r, int octant, int negative,
                                    int first_source, const double* re, const double* im) const {
    int window = 0;
    for (int a = 2; a >= 0; --a) {
      const int d = negative >> a & 1 ? -r.size[a] : r.size[a];
      window = window * window_side + place_along(d, octant >> a & 1);
    }
    const double factor = local_factor(l, m);
    for (int w = 0; w < Lanes; ++w) {
      const int target = level.reached(std::size_t(first_source + w) * window_places + std::size_t(window));
      if (target < 0) continue;
      add_to<Shared>(level.local(target, entry_of(l, m), c), factor * re[w]);
      if (m > 0) add_to<Shared>(level.local(target, entry_of(l, -m), c), factor * im[w]);
    }
  }
};

/// Row number r of the coefficients with m >= 0: (0,0), (1,0), (1,1), (2,0), ...
KOKKOS_INLINE_FUNCTION int degree_of_row(int row) {
  int l = 0;
  while ((l + 1) * (l + 2) / 2 <= row) ++l;
  return l;
}

/// On the host a thread has a row of its own, to which it alone adds.
template <class Space>
struct SymmetricRow {
  SymmetricProduct<Space, level_fill, false> product;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    const int l = degree_of_row(row), m = row - l * (l + 1) / 2;
    const int references = static_cast<int>(product.references.extent(0));
    for (int first = 0; first < product.level.sources; first += level_fill)
      for (int r = 0; r < references; ++r) product(l, m, r, first);
  }
};
/// On a device a thread has one box, one row and one operator; neighbouring threads have neighbouring boxes.
template <class Space>
struct SymmetricThread {
  SymmetricProduct<Space, 1, true> product;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t index) const {
    const int sources = product.level.sources, references = static_cast<int>(product.references.extent(0));
    const int source = int(index % sources), r = int(index / sources % references),
              row = int(index / sources / references);
    const int l = degree_of_row(row);
    product(l, row - l * (l + 1) / 2, r, source);
  }
};

template <class Space>
class SymmetricKernel final : public LevelKernel<Space> {
 public:
  SymmetricKernel(const ExpansionShape& shape, const Vector3& cell) {
    std::vector<double> harmonics;
    std::vector<SourceReference> references;
    for (const ReferenceOffset& o : reference_offsets()) {
      append_harmonics(shape.p, {o.size[0] * cell[0], o.size[1] * cell[1], o.size[2] * cell[2]}, harmonics);
      SourceReference r{{o.size[0], o.size[1], o.size[2]}, o.both, 1};
      for (int a = 0; a < 3; ++a) r.mirrors *= o.both >> a & 1 ? 2 : 1;
      references.push_back(r);
    }
    table_ = {array_in<Space>(harmonics, "slurry::fmm::harmonics"), coefficients(2 * shape.p)};
    references_ = array_in<Space>(references, "slurry::fmm::references");
  }
  MultipoleOrder order() const override { return MultipoleOrder::by_coefficient; }
  void run(const Space& space, const LevelView<Space>& level) const override {
    const int rows = (level.p + 1) * (level.p + 2) / 2;
    if constexpr (is_host_space<Space>) {
      using Policy = Kokkos::RangePolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>>;
      Kokkos::parallel_for("slurry::fmm::m2l_symmetric", Policy(space, 0, rows).set_chunk_size(1),
                           SymmetricRow<Space>{{level, table_, references_}});
    } else {
      using Policy = Kokkos::RangePolicy<Space, Kokkos::IndexType<std::int64_t>>;
      const std::int64_t threads = std::int64_t(rows) * std::int64_t(references_.extent(0)) * level.sources;
      Kokkos::parallel_for("slurry::fmm::m2l_symmetric", Policy(space, 0, threads),
                           SymmetricThread<Space>{{level, table_, references_}});
    }
    space.fence();
  }

 private:
  HarmonicTable<Space> table_;
  Kokkos::View<SourceReference*, typename Space::memory_space> references_;
};

// ---- dense: real matrices times tiles of boxes in one octant

/// A tile of targets in one octant: sources of each offset with their signs in scratch, one matrix for all of them.
template <class Space>
struct DenseTile {
  using Member = typename Kokkos::TeamPolicy<Space>::member_type;
  LevelView<Space> level;
  Kokkos::View<double*, typename Space::memory_space> matrices;  ///< [reference][row][column]
  Kokkos::View<double*, typename Space::memory_space> signs;     ///< [axes][coefficient]
  Kokkos::View<SourceReference*, typename Space::memory_space> references;
  int scratch_level;

  static std::size_t scratch_numbers(int p, int sets) { return std::size_t(2 * coefficients(p) * level_fill * sets); }

  KOKKOS_INLINE_FUNCTION void operator()(const Member& team) const {
    const int n = level.coefficients(), sets = level.sets, columns = level_fill * sets;
    double* const in = static_cast<double*>(
        team.team_scratch(scratch_level).get_shmem(std::ptrdiff_t(sizeof(double)) * 2 * n * columns));
    double* const sum = in + n * columns;
    const int first = team.league_rank() * level_fill, octant = level.target_octant(std::size_t(first));
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, n * columns), [&](int i) { sum[i] = 0; });
    for (int reference = 0; reference < int(references.extent(0)); ++reference) {
      const SourceReference r = references(std::size_t(reference));
      for (int q = 0; q < r.mirrors; ++q) {
        // seen from the source, a target is negative where the source's octant says so; seen from here the other way
        const int negative = SymmetricProduct<Space, 1, false>::negative_of(r, 7 - octant, q);
        int window = 0;
        double d[3];
        for (int a = 2; a >= 0; --a) {
          const int to_source = negative >> a & 1 ? r.size[a] : -r.size[a];
          d[a] = to_source * level.cell[a];
          window = window * window_side + place_along(to_source, octant >> a & 1);
        }
        team.team_barrier();
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, n * level_fill),
                             [&](int i) { gather(first, window, negative, d, i, in); });
        team.team_barrier();
        const double* const matrix = matrices.data() + std::size_t(reference) * std::size_t(n) * std::size_t(n);
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, n * columns), [&](int i) {
          const int row = i / columns, column = i % columns;
          double product = 0;
          for (int k = 0; k < n; ++k) product += matrix[row * n + k] * in[k * columns + column];
          sum[i] += signs(std::size_t(negative * n + row)) * product;
        });
      }
    }
    team.team_barrier();
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, n * columns), [&](int i) {
      const int column = i % columns;
      level.local(first + column / sets, i / columns, column % sets) += sum[i];
    });
  }

 private:
  /// One coefficient of one source, all sets; d: source minus target.
  KOKKOS_INLINE_FUNCTION void gather(int first, int window, int negative, const double* d, int i, double* in) const {
    const int box = i % level_fill, k = i / level_fill, sets = level.sets, n = level.coefficients();
    const int source = level.met(std::size_t(first + box) * window_places + std::size_t(window));
    double* const to = in + (k * level_fill + box) * sets;
    const double sign = signs(std::size_t(negative * n + k));
    for (int c = 0; c < sets; ++c) to[c] = source < 0 ? 0.0 : sign * level.multipole(source, k, c);
    if (sets == 4) to[3] += d[0] * to[0] + d[1] * to[1] + d[2] * to[2];
  }
};

template <class Space>
class DenseKernel final : public LevelKernel<Space> {
 public:
  DenseKernel(const ExpansionShape& shape, const Vector3& cell) {
    std::vector<double> matrices, signs;
    std::vector<SourceReference> references;
    for (const ReferenceOffset& o : reference_offsets()) {
      const RealMatrix m = m2l_matrix(shape.p, {o.size[0] * cell[0], o.size[1] * cell[1], o.size[2] * cell[2]});
      matrices.insert(matrices.end(), m.values.begin(), m.values.end());
      SourceReference r{{o.size[0], o.size[1], o.size[2]}, o.both, 1};
      for (int a = 0; a < 3; ++a) r.mirrors *= o.both >> a & 1 ? 2 : 1;
      references.push_back(r);
    }
    for (int axes = 0; axes < 8; ++axes) {
      const std::vector<double> of = mirror_signs(shape.p, axes);
      signs.insert(signs.end(), of.begin(), of.end());
    }
    matrices_ = array_in<Space>(matrices, "slurry::fmm::matrices");
    signs_ = array_in<Space>(signs, "slurry::fmm::signs");
    references_ = array_in<Space>(references, "slurry::fmm::references");
  }
  void run(const Space& space, const LevelView<Space>& level) const override {
    run_teams("slurry::fmm::m2l_dense", space, level.targets / level_fill,
              team_threads(level.coefficients() * level_fill * level.sets, 256),
              DenseTile<Space>::scratch_numbers(level.p, level.sets),
              DenseTile<Space>{level, matrices_, signs_, references_, 0});
  }

 private:
  Kokkos::View<double*, typename Space::memory_space> matrices_, signs_;
  Kokkos::View<SourceReference*, typename Space::memory_space> references_;
};

// ---- behind M2l

template <class Space>
std::unique_ptr<LevelKernel<Space>> make_level_kernel(M2lScheme scheme, const ExpansionShape& shape,
                                                      const Vector3& cell) {
  switch (scheme) {
    case M2lScheme::naive:
      return std::make_unique<NaiveKernel<Space>>(shape, cell);
    case M2lScheme::nested:
      return std::make_unique<NestedKernel<Space>>(shape, cell);
    case M2lScheme::symmetric:
      return std::make_unique<SymmetricKernel<Space>>(shape, cell);
    case M2lScheme::dense:
      return std::make_unique<DenseKernel<Space>>(shape, cell);
    default:
      throw std::logic_error("the scheme '" + std::string(name_of(scheme)) + "' of M2L has no kernel over a level");
  }
}

template <class Space>
class SpaceM2l final : public M2l {
 public:
  SpaceM2l(const Space& space, M2lScheme scheme, const ExpansionShape& shape, const Vector3& cell)
      : space_(space), shape_(shape), cell_(cell), kernel_(make_level_kernel<Space>(scheme, shape, cell)) {}
  void apply(const Tree& tree, int level, const Expansions& multipoles, Expansions& locals) const override {
    const LevelBoxes boxes = boxes_of_level(tree, level);
    if (boxes.targets.empty() || boxes.sources.empty()) return;
    const LevelView<Space> view = level_in<Space>(boxes, shape_, cell_, multipoles, kernel_->order());
    kernel_->run(space_, view);
    add_level(view, boxes, locals);
  }

 private:
  Space space_;
  ExpansionShape shape_;
  Vector3 cell_;
  std::unique_ptr<LevelKernel<Space>> kernel_;
};

template <class Space>
std::unique_ptr<M2l> make_m2l_in(const Space& space, M2lScheme scheme, const ExpansionShape& shape,
                                 const Vector3& cell) {
  return std::make_unique<SpaceM2l<Space>>(space, scheme, shape, cell);
}

}  // namespace slurry::fmm
