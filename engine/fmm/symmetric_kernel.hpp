// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "fmm/level_kernels.hpp"
#include "fmm/level_sums.hpp"
#include "fmm/octant_tiles.hpp"

// M2L by 56 operators: sources are sorted by octant, and one coefficient of many boxes lies side by side.
namespace slurry::fmm {

/// Scheme `symmetric`: one row and one reference offset for `Lanes` sources side by side. Each source adds to 1, 2, 4
/// or 8 mirrored targets (theory/fast-multipole.md (M38)).
template <class Space, int Lanes, bool Shared>
struct SymmetricProduct {
  LevelView<Space> level;
  HarmonicTable<Space> table;  ///< harmonics of the reference offsets
  Kokkos::View<SourceReference*, typename Space::memory_space> references;

  KOKKOS_INLINE_FUNCTION int rows() const { return (level.p + 1) * (level.p + 2) / 2; }

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
  /// Computes the four real products once. Each target adds them with its own signs.
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

/// On the host each thread has one row, and no other thread adds to it.
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

}  // namespace slurry::fmm
