// SPDX-License-Identifier: BSD-3-Clause
#include <array>
#include <bit>
#include <cstring>

#include "fmm/m2l.hpp"
#include "fmm/octant_tiles.hpp"

// M2L by classes of parity, in gather form (theory/fast-multipole.md (M19)).  A mirror image along an axis multiplies a
// coefficient by a sign that its class says, so the mirrored sources of one reference offset are combined first (a
// Walsh transform over them), and one product per pair of classes then serves all of them.
namespace slurry::fmm {
namespace {

/// Bit a: whether the class's coefficients change sign under a mirror image along axis a.
constexpr int class_count = 8;
int class_of(int l, int m) {
  int c = 0;
  for (int axis = 0; axis < 3; ++axis)
    if (mirror_sign(axis, l, m) < 0) c |= 1 << axis;
  return c;
}

template <class Real>
struct ParityWork {
  explicit ParityWork(const ExpansionShape& s)
      : in(std::size_t(class_count) * std::size_t(s.rows() * tile_columns)),
        sum(std::size_t(s.rows() * tile_columns)) {}
  TileBuffer<Real> in, sum;
};

template <class Real>
class ParityM2l final : public M2lOf<Real> {
  using Work = ParityWork<Real>;

 public:
  ParityM2l(const ExpansionShape& shape, const Vector3& cell)
      : shape_(shape),
        cell_(cell),
        offsets_(reference_offsets()),
        work_([&] { return std::make_unique<Work>(shape); }) {
    for (int l = 0; l <= shape.p; ++l)
      for (int m = -l; m <= l; ++m) members_[static_cast<std::size_t>(class_of(l, m))].push_back(place(l, m));
    for (const ReferenceOffset& r : offsets_) {
      const RealMatrix k = m2l_matrix(shape.p, Vector3{r.size[0] * cell[0], r.size[1] * cell[1], r.size[2] * cell[2]});
      auto& blocks = blocks_.emplace_back();
      for (const auto& rows : members_)
        for (const auto& columns : members_)
          blocks.emplace_back(static_cast<int>(rows.size()), static_cast<int>(columns.size()), [&](int i, int j) {
            return k(rows[static_cast<std::size_t>(i)], columns[static_cast<std::size_t>(j)]);
          });
    }
    for (int axes = 0; axes < 8; ++axes) signs_.push_back(mirror_signs<Real>(shape.p, axes));
  }

  void apply(const Tree& tree, int level, const ExpansionsOf<Real>& multipoles,
             ExpansionsOf<Real>& locals) const override {
    const std::vector<OctantTile> tiles = octant_tiles(tree, level, shape_.boxes());
    for_each_item("slurry::fmm::m2l", static_cast<int>(tiles.size()), [&](int t) {
      work_.use([&](Work& w) {
        std::memset(w.sum.data(), 0, w.sum.size() * sizeof(Real));
        for (std::size_t r = 0; r < offsets_.size(); ++r) offset(tree, tiles[std::size_t(t)], r, multipoles, w);
        scatter_tile<Real>(shape_, w.sum.data(), nullptr, tiles[std::size_t(t)].boxes, locals);
      });
    });
  }

 private:
  Real* combined(Work& w, int chi) const {
    return w.in.data() + static_cast<std::ptrdiff_t>(chi) * shape_.rows() * tile_columns;
  }
  /// Sources of all mirrors of the offset; combined(chi) = sum over mirrors s of (-1)^(bits of chi and s) times them.
  bool gather(const Tree& tree, const OctantTile& tile, const ReferenceOffset& r, const ExpansionsOf<Real>& multipoles,
              Work& w) const {
    bool any = false;
    for (int mirror = 0; mirror < 8; ++mirror) {
      if (mirror & ~r.both) continue;
      const int negative = negative_axes(r, tile.octant, mirror);
      std::array<int, tile_columns> sources;
      Real* const in = combined(w, mirror);
      if (!sources_at(tree, tile, r.size, negative, sources)) {
        std::memset(in, 0, static_cast<std::size_t>(shape_.rows() * tile_columns) * sizeof(Real));
        continue;
      }
      any = true;
      gather_tile<Real>(shape_, multipoles, {sources.data(), tile.boxes.size()},
                        signs_[static_cast<std::size_t>(negative & ~r.both)].data(), in);
      double d[3];
      for (std::size_t a = 0; a < 3; ++a) d[a] = cell_[a] * (negative >> a & 1 ? r.size[a] : -r.size[a]);
      move_origin(shape_, d, in);
    }
    if (!any) return false;
    for (int bit = 1; bit < 8; bit *= 2) {
      if (!(r.both & bit)) continue;
      for (int s = 0; s < 8; ++s) {
        if ((s & bit) || (s & ~r.both)) continue;
        Real *const a = combined(w, s), *const b = combined(w, s | bit);
        for (int i = 0; i < shape_.rows() * tile_columns; ++i) {
          const Real plus = a[i] + b[i];
          b[i] = a[i] - b[i];
          a[i] = plus;
        }
      }
    }
    return true;
  }
  /// E[rows of class x] += sign K[x, y] (combined over mirrors with the sign of x times that of y)[y].
  void offset(const Tree& tree, const OctantTile& tile, std::size_t number, const ExpansionsOf<Real>& multipoles,
              Work& w) const {
    const ReferenceOffset& r = offsets_[number];
    if (!gather(tree, tile, r, multipoles, w)) return;
    const int fixed = negative_axes(r, tile.octant, 0);
    for (int x = 0; x < class_count; ++x) {
      const auto& rows = members_[static_cast<std::size_t>(x)];
      if (rows.empty()) continue;
      const bool turned = std::popcount(static_cast<unsigned>(x & fixed)) % 2 != 0;
      for (int y = 0; y < class_count; ++y) {
        const auto& columns = members_[static_cast<std::size_t>(y)];
        if (columns.empty()) continue;
        const TileMatrix<Real>& k = blocks_[number][static_cast<std::size_t>(class_count * x + y)];
        const Real* const in = combined(w, (x ^ y) & r.both);
        if (turned)
          multiply_subtract(k, in, w.sum.data(), columns.data(), rows.data());
        else
          multiply_add(k, in, w.sum.data(), columns.data(), rows.data());
      }
    }
  }

  ExpansionShape shape_;
  Vector3 cell_;
  std::vector<ReferenceOffset> offsets_;
  std::array<std::vector<int>, class_count> members_;
  std::vector<std::vector<TileMatrix<Real>>> blocks_;
  std::vector<std::vector<Real>> signs_;
  ThreadWork<Work> work_;
};

}  // namespace

template <class Real>
std::unique_ptr<M2lOf<Real>> make_parity_m2l(const ExpansionShape& shape, const Vector3& cell) {
  return std::make_unique<ParityM2l<Real>>(shape, cell);
}

template std::unique_ptr<M2lOf<double>> make_parity_m2l<double>(const ExpansionShape&, const Vector3&);
template std::unique_ptr<M2lOf<float>> make_parity_m2l<float>(const ExpansionShape&, const Vector3&);

}  // namespace slurry::fmm
