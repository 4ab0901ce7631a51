// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fmm/level_sums.hpp"
#include "fmm/space_arrays.hpp"
#include "fmm/space_harmonics.hpp"

// Operators from points to expansions and back for loops in any space: P2M, P2L, L2P, M2P, with a team per box
// (theory/fast-multipole.md (M11) to (M16)).
namespace slurry::fmm {

/// Number of sums of densities times harmonics. In their order: a charge; or f and f.w; or f, f.w and, for each of
/// these four, three dipoles -2 S_jk and -2 w_j S_jk.
template <Kernel kernel>
inline constexpr int source_sums = kernel == Kernel::charges ? 1
                                   : has_dipoles(kernel)     ? 16
                                                             : 4;

/// Adds the expansions of sources about boxes: M (regular: P2M) or E (irregular: P2L). A team takes some sources at a
/// time. It computes their harmonics, then the products with their densities. For dipoles it also sums
/// densities times harmonics, and differentiates these sums afterwards.
template <class Space, class Real, Family family, Kernel kernel>
struct ExpandSources {
  using Number = Real;
  using Member = typename Kokkos::TeamPolicy<Space>::member_type;
  static constexpr bool has_f = has_forces(kernel), has_q = has_dipoles(kernel);
  static constexpr int sums = source_sums<kernel>, sets = sets_of(kernel), components = components_of(kernel);
  static constexpr int together = 16, stride = together + 1;  // an odd stride spreads over the banks of fast memory
  SpacePoints<Space> points;
  SpaceDensities<Space, Real> densities;
  SpaceJobs<Space> jobs;
  SpaceArray<Space, Real> inverse_of;
  SpaceArray<Space, Real> out;  ///< [box][coefficient][set]
  int p;
  int scratch_level;

  /// Degree of the harmonics.
  KOKKOS_INLINE_FUNCTION static int degree(int p) { return has_q && family == Family::irregular ? p + 1 : p; }
  static std::size_t scratch_numbers(int p) {
    return std::size_t(coefficients(degree(p)) * (stride + sums) + together * sums);
  }

  KOKKOS_INLINE_FUNCTION void operator()(const Member& team) const {
    const auto job = std::size_t(team.league_rank());
    const int box = jobs.boxes(job), last = degree(p), n = (last + 1) * (last + 1);
    Real* const harmonics =
        static_cast<Real*>(team.team_scratch(scratch_level)
                               .get_shmem(std::ptrdiff_t(sizeof(Real)) * (n * (stride + sums) + together * sums)));
    Real *const total = harmonics + n * stride, *const values = total + n * sums;
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, n * sums), [&](int i) { total[i] = 0; });
    const Frame frame = points.frames(std::size_t(box));
    for (int r = jobs.first_run(job); r < jobs.first_run(job + 1); ++r) {
      const SourceRun run = jobs.runs(std::size_t(r));
      for (int first = run.first; first < run.last; first += together) {
        const int count = run.last - first < together ? run.last - first : together;
        team.team_barrier();
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, together * (last + 1)), [&](int i) {
          if (i % together < count) order_of(first, i % together, i / together, run, frame, harmonics, values);
        });
        team.team_barrier();
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, n * sums), [&](int i) {
          const Real *const h = harmonics + i / sums * stride, *const v = values + i % sums;
          Real sum = 0;
          for (int s = 0; s < count; ++s) sum += h[s] * v[s * sums];
          total[i] += sum;
        });
      }
    }
    team.team_barrier();
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, (p + 1) * (p + 1)), [&](int k) { store(box, k, total); });
  }

 private:
  /// Stores the harmonics of the order m of a source, and with the first order also its densities.
  KOKKOS_INLINE_FUNCTION void order_of(int first, int source, int m, const SourceRun& run, const Frame& frame,
                                       Real* harmonics, Real* values) const {
    const auto k = std::size_t(first + source);
    Real x[3];
    for (int a = 0; a < 3; ++a)
      x[a] = Real((points.sources(3 * k + std::size_t(a)) + (run.shift[a] - frame.centre[a])) / frame.unit);
    OrderByOrder<family, Real> of(x, inverse_of.data());
    for (int order = 1; order <= m; ++order) of.next(order);
    of.degrees(m, degree(p), [&](int l, Real re, Real im) {
      harmonics[(l * l + l + m) * stride + source] = re;
      if (m > 0) harmonics[(l * l + l - m) * stride + source] = im;
    });
    if (m > 0) return;
    const Real* const f = densities.values.data() + k * std::size_t(components);
    Real* const v = values + source * sums;
    if constexpr (kernel == Kernel::charges) {
      v[0] = f[0];
    } else {
      for (int c = 0; c < 4; ++c) v[c] = 0;
      if constexpr (has_f)
        for (int c = 0; c < 3; ++c) {
          v[c] = f[c];
          v[3] += f[c] * x[c];
        }
      if constexpr (has_q) {
        const Real *const q = f + components - 6, *const n = q + 3;
        const Real unit = Real(frame.unit);
        Real qx = 0, nx = 0;
        for (int c = 0; c < 3; ++c) {
          qx -= q[c] / unit * x[c];
          nx += n[c] * x[c];
        }
        for (int c = 0; c < 3; ++c) {
          for (int j = 0; j < 3; ++j) v[4 + 3 * j + c] = -(q[j] * n[c] + n[j] * q[c]) / unit;
          v[13 + c] = qx * n[c] - nx * q[c] / unit;
        }
      }
    }
  }

  KOKKOS_INLINE_FUNCTION void store(int box, int k, const Real* total) const {
    int l = 0;
    while ((l + 1) * (l + 1) <= k) ++l;
    const int m = k - l * l - l;
    const Real weight = family == Family::irregular && m != 0 ? 2 : 1;
    for (int c = 0; c < sets; ++c) {
      Real sum = total[k * sums + c];
      if constexpr (has_q)
        for (int axis = 0; axis < 3; ++axis)
          sum += derivative<family>(axis, l, m, [&](int place) { return total[place * sums + 4 + 3 * c + axis]; });
      out((std::size_t(box) * std::size_t((p + 1) * (p + 1)) + std::size_t(k)) * std::size_t(sets) + std::size_t(c)) +=
          weight * sum;
    }
  }
};

/// Adds the fields of expansions at the targets of leaves: of E (regular: L2P) or of M (irregular: M2P). A team first
/// makes the expansions of the derivatives. Then each thread evaluates them at a target.
template <class Space, class Real, Family family, bool Charges, bool Slopes>
struct EvaluateExpansions {
  using Number = Real;
  using Member = typename Kokkos::TeamPolicy<Space>::member_type;
  /// For charges: value and gradient. Otherwise: A, grad B, grad A_1, grad A_2, grad A_3.
  static constexpr int sums = Charges ? (Slopes ? 4 : 1) : 15, sets = Charges ? 1 : 4, results = Charges ? 1 : 3;
  SpacePoints<Space> points;
  SpaceLeaves<Space> leaves;
  SpaceArray<Space, Real> inverse_of;
  SpaceArray<Space, Real> expansions;  ///< [box][coefficient][set]
  SpaceResults<Space> out;
  int p;
  int scratch_level;

  KOKKOS_INLINE_FUNCTION static int degree(int p) {
    return family == Family::irregular && (Slopes || !Charges) ? p + 1 : p;
  }
  static std::size_t scratch_numbers(int p) { return std::size_t(coefficients(degree(p)) * sums); }

  KOKKOS_INLINE_FUNCTION void operator()(const Member& team) const {
    const auto leaf = std::size_t(team.league_rank());
    Real* const table =
        static_cast<Real*>(team.team_scratch(scratch_level)
                               .get_shmem(std::ptrdiff_t(sizeof(Real)) * (degree(p) + 1) * (degree(p) + 1) * sums));
    if constexpr (family == Family::regular) {
      const double still[3] = {0, 0, 0};
      box_at_targets(team, leaf, leaves.boxes(leaf), still, table);
    } else {
      for (int i = leaves.first_multipoles(leaf); i < leaves.first_multipoles(leaf + 1); ++i) {
        const MovedBox met = leaves.multipoles(std::size_t(i));
        box_at_targets(team, leaf, met.box, met.shift, table);
      }
    }
  }

  /// Sum of the squared contributions of the highest degree of the local expansions, at one target of every `step`th
  /// leaf.
  struct HighestDegree {
    EvaluateExpansions of;
    int step;
    KOKKOS_INLINE_FUNCTION void operator()(int i, double& square) const {
      const auto leaf = std::size_t(i) * std::size_t(step);
      const int first = of.leaves.first_target(leaf), box = of.leaves.boxes(leaf);
      const Frame frame = of.points.frames(std::size_t(box));
      Real t[3];
      of.place_of(first, frame, frame.centre, t);
      const auto number = [&](int place, int s) { return of.number(box, place, s); };
      Real v[sums] = {};
      OrderByOrder<family, Real> h(t, of.inverse_of.data());
      for (int m = 0; m <= of.p; ++m) {
        if (m > 0) h.next(m);
        h.degrees(m, of.p, [&](int l, Real re, Real im) {
          if (l < of.p - 1) return;
          for (int s = 0; s < sums; ++s) {
            if ((l == of.p) != (s < results)) continue;
            v[s] += of.entry(l, m, s, number) * re + (m > 0 ? of.entry(l, -m, s, number) * im : Real(0));
          }
        });
      }
      Real u[3];
      of.velocity(v, t, u);
      for (int c = 0; c < results; ++c) square += double(u[c]) * u[c] / (frame.unit * frame.unit);
    }
  };

 private:
  KOKKOS_INLINE_FUNCTION Real number(int box, int place, int set) const {
    return expansions((std::size_t(box) * std::size_t((p + 1) * (p + 1)) + std::size_t(place)) * std::size_t(sets) +
                      std::size_t(set));
  }
  /// Coefficient (l, m) of sum s.
  template <class At>
  KOKKOS_INLINE_FUNCTION Real entry(int l, int m, int s, const At& number) const {
    if (s < results) return l > p ? Real(0) : number(l * l + l + m, s);
    const int set = Charges ? 0 : (s - 3) / 3 == 0 ? 3 : (s - 3) / 3 - 1, axis = Charges ? s - 1 : (s - 3) % 3;
    return derived<family>(axis, l, m, p, [&](int place) { return number(place, set); });
  }
  /// Computes the velocity (or the potential) from the sums, in units of the box.
  KOKKOS_INLINE_FUNCTION static void velocity(const Real* v, const Real* t, Real* u) {
    for (int i = 0; i < results; ++i) {
      u[i] = v[i];
      if constexpr (!Charges) {
        u[i] += v[3 + i];
        for (int c = 0; c < 3; ++c) u[i] -= t[c] * v[6 + 3 * c + i];
      }
    }
  }
  KOKKOS_INLINE_FUNCTION void place_of(int target, const Frame& frame, const double* centre, Real* t) const {
    for (int a = 0; a < 3; ++a)
      t[a] = Real((points.targets(3 * std::size_t(target) + std::size_t(a)) - centre[a]) / frame.unit);
  }

  KOKKOS_INLINE_FUNCTION void box_at_targets(const Member& team, std::size_t leaf, int box, const double* shift,
                                             Real* table) const {
    const int last = degree(p), first_target = leaves.first_target(leaf);
    const Frame frame = points.frames(std::size_t(box));
    const double centre[3] = {frame.centre[0] + shift[0], frame.centre[1] + shift[1], frame.centre[2] + shift[2]};
    const auto weighted = [&](int place, int set) {
      // the places of m = 0 are l^2 + l
      int l = 0;
      while ((l + 1) * (l + 1) <= place) ++l;
      const Real weight = family == Family::irregular && place != l * l + l ? 2 : 1;
      return weight * number(box, place, set);
    };
    team.team_barrier();
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, (last + 1) * (last + 1) * sums), [&](int i) {
      const int k = i / sums;
      int l = 0;
      while ((l + 1) * (l + 1) <= k) ++l;
      table[i] = entry(l, k - l * l - l, i % sums, weighted);
    });
    team.team_barrier();
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, leaves.last_target(leaf) - first_target), [&](int i) {
      Real t[3], v[sums] = {};
      place_of(first_target + i, frame, centre, t);
      OrderByOrder<family, Real> of(t, inverse_of.data());
      for (int m = 0; m <= last; ++m) {
        if (m > 0) of.next(m);
        of.degrees(m, last, [&](int l, Real re, Real im) {
          const Real* const a = table + (l * l + l + m) * sums;
          for (int s = 0; s < sums; ++s) v[s] += a[s] * re;
          if (m == 0) return;
          const Real* const b = table + (l * l + l - m) * sums;
          for (int s = 0; s < sums; ++s) v[s] += b[s] * im;
        });
      }
      add_to_results(first_target + i, t, v, 1 / frame.unit);
    });
  }

  KOKKOS_INLINE_FUNCTION void add_to_results(int target, const Real* t, const Real* v, double unit) const {
    const auto i = std::size_t(points.target_order(std::size_t(target)));
    Real u[3];
    velocity(v, t, u);
    for (int c = 0; c < results; ++c) out.value(std::size_t(results) * i + std::size_t(c)) += unit * u[c];
    if constexpr (Charges && Slopes)
      for (int c = 0; c < 3; ++c) out.gradient(3 * i + std::size_t(c)) += unit * unit * v[1 + c];
  }
};

/// Adds row k of a translation matrix (n,n), of which `matrix` is the first element, times an expansion [n][set] to
/// v [set]. The elements of a row are n apart.
template <class Real>
KOKKOS_INLINE_FUNCTION void translate(const Real* matrix, const Real* from, int n, int sets, Real v[4]) {
  for (int j = 0; j < n; ++j)
    for (int c = 0; c < sets; ++c) v[c] += matrix[j * n] * from[j * sets + c];
}

/// M2M: for each coefficient of each box of a level, a thread adds the multipoles of the children, in units of the box.
template <class Space, class Real>
struct ExpansionsUp {
  SpacePoints<Space> points;
  SpaceArray<Space, Real> matrices;  ///< [octant][column][row]
  SpaceArray<Space, Real> expansions;
  Real cell[3];
  int p, sets, first_box;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t thread) const {
    const int n = (p + 1) * (p + 1), k = int(thread % n), box = first_box + int(thread / n);
    Real total[4] = {0, 0, 0, 0};
    for (int o = 0; o < 8; ++o) {
      const int child = points.children(8 * std::size_t(box) + std::size_t(o));
      if (child < 0) continue;
      const Real* const from = expansions.data() + std::size_t(child) * std::size_t(n) * std::size_t(sets);
      const Real* const matrix = matrices.data() + (std::size_t(o) * std::size_t(n) * std::size_t(n)) + k;
      Real v[4] = {0, 0, 0, 0};
      translate(matrix, from, n, sets, v);
      if (sets == 4) {  // B in sides of the parent, about its centre
        v[3] *= Real(0.5);
        for (int a = 0; a < 3; ++a) v[3] += Real(o >> a & 1 ? 0.25 : -0.25) * cell[a] * v[a];
      }
      for (int c = 0; c < sets; ++c) total[c] += v[c];
    }
    Real* const to = expansions.data() + (std::size_t(box) * std::size_t(n) + std::size_t(k)) * std::size_t(sets);
    for (int c = 0; c < sets; ++c) to[c] += total[c];
  }
};

/// L2L: for each coefficient of each box of a level, a thread adds the expansion of the parent, in units of the box.
template <class Space, class Real>
struct ExpansionsDown {
  SpacePoints<Space> points;
  SpaceArray<Space, Real> matrices;  ///< [octant][column][row]
  SpaceArray<Space, Real> expansions;
  Real cell[3];
  int p, sets, first_box;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t thread) const {
    const int n = (p + 1) * (p + 1), k = int(thread % n), box = first_box + int(thread / n);
    const int o = points.octant(std::size_t(box)), parent = points.parent(std::size_t(box));
    const Real* const from = expansions.data() + std::size_t(parent) * std::size_t(n) * std::size_t(sets);
    const Real* const matrix = matrices.data() + (std::size_t(o) * std::size_t(n) * std::size_t(n)) + k;
    Real v[4] = {0, 0, 0, 0};
    translate(matrix, from, n, sets, v);
    if (sets == 4) {  // B in sides of the child, about its centre
      v[3] *= 2;
      for (int a = 0; a < 3; ++a) v[3] -= Real(o >> a & 1 ? 0.5 : -0.5) * cell[a] * v[a];
    }
    Real* const to = expansions.data() + (std::size_t(box) * std::size_t(n) + std::size_t(k)) * std::size_t(sets);
    for (int c = 0; c < sets; ++c) to[c] += v[c];
  }
};

}  // namespace slurry::fmm
