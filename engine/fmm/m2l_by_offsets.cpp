// SPDX-License-Identifier: BSD-3-Clause
#include <cstring>

#include "fmm/m2l.hpp"
#include "fmm/octant_tiles.hpp"

// The schemes that treat one offset after the other: dense matrices and rotations.
namespace slurry::fmm {
namespace {

template <class Real>
struct OffsetWork {
  explicit OffsetWork(const ExpansionShape& s)
      : in(std::size_t(s.rows() * tile_columns)), out(in.size()), sum(in.size()), scratch(2 * in.size()) {}
  TileBuffer<Real> in, out, sum, scratch;
};

/// One operator per reference offset; the mirrored ones by signs on what goes in and comes out.
/// Operator: apply(in, out, scratch) in tiles.
template <class Real, class Operator>
class OffsetM2l final : public M2lOf<Real> {
 public:
  template <class Make>
  OffsetM2l(const ExpansionShape& shape, const Vector3& cell, const Make& make)
      : shape_(shape),
        cell_(cell),
        offsets_(reference_offsets()),
        work_([&] { return std::make_unique<OffsetWork<Real>>(shape); }) {
    for (const ReferenceOffset& r : offsets_)
      operators_.push_back(make(Vector3{r.size[0] * cell[0], r.size[1] * cell[1], r.size[2] * cell[2]}));
    for (int axes = 0; axes < 8; ++axes) signs_.push_back(mirror_signs<Real>(shape.p, axes));
  }

  void apply(const Tree& tree, int level, const ExpansionsOf<Real>& multipoles,
             ExpansionsOf<Real>& locals) const override {
    const std::vector<OctantTile> tiles = octant_tiles(tree, level, shape_.boxes());
    for_each_item("slurry::fmm::m2l", static_cast<int>(tiles.size()), [&](int t) {
      work_.use([&](OffsetWork<Real>& w) { tile(tree, tiles[std::size_t(t)], multipoles, locals, w); });
    });
  }

 private:
  void tile(const Tree& tree, const OctantTile& tile, const ExpansionsOf<Real>& multipoles, ExpansionsOf<Real>& locals,
            OffsetWork<Real>& w) const {
    std::memset(w.sum.data(), 0, w.sum.size() * sizeof(Real));
    for (std::size_t r = 0; r < offsets_.size(); ++r)
      for (int mirror = 0; mirror < 8; ++mirror)
        if ((mirror & ~offsets_[r].both) == 0) offset(tree, tile, r, mirror, multipoles, w);
    scatter_tile<Real>(shape_, w.sum.data(), nullptr, tile.boxes, locals);
  }
  void offset(const Tree& tree, const OctantTile& tile, std::size_t r, int mirror, const ExpansionsOf<Real>& multipoles,
              OffsetWork<Real>& w) const {
    const int negative = negative_axes(offsets_[r], tile.octant, mirror);
    std::array<int, tile_columns> sources;
    if (!sources_at(tree, tile, offsets_[r].size, negative, sources)) return;
    const Real* const signs = signs_[static_cast<std::size_t>(negative)].data();
    gather_tile(shape_, multipoles, {sources.data(), tile.boxes.size()}, signs, w.in.data());
    double d[3];  // source minus target, from which the origin of B moves
    for (std::size_t a = 0; a < 3; ++a)
      d[a] = cell_[a] * (negative >> a & 1 ? offsets_[r].size[a] : -offsets_[r].size[a]);
    move_origin(shape_, d, w.in.data());
    operators_[r].apply(w.in.data(), w.out.data(), w.scratch.data());
    const Real* out = w.out.data();
    Real* sum = w.sum.data();
    for (int k = 0; k < shape_.rows(); ++k, out += tile_columns, sum += tile_columns)
      for (int i = 0; i < tile_columns; ++i) sum[i] += signs[k] * out[i];
  }

  ExpansionShape shape_;
  Vector3 cell_;
  std::vector<ReferenceOffset> offsets_;
  std::vector<Operator> operators_;
  std::vector<std::vector<Real>> signs_;
  ThreadWork<OffsetWork<Real>> work_;
};

template <class Real>
struct DenseOperator {
  TileMatrix<Real> matrix;
  void apply(const Real* in, Real* out, Real*) const { multiply(matrix, in, out); }
};

}  // namespace

template <class Real>
std::unique_ptr<M2lOf<Real>> make_dense_m2l(const ExpansionShape& shape, const Vector3& cell) {
  return std::make_unique<OffsetM2l<Real, DenseOperator<Real>>>(shape, cell, [&](const Vector3& d) {
    const RealMatrix m = m2l_matrix(shape.p, d);
    return DenseOperator<Real>{TileMatrix<Real>(m.rows, m.columns, [&](int r, int c) { return m(r, c); })};
  });
}

template <class Real>
std::unique_ptr<M2lOf<Real>> make_rotation_m2l(const ExpansionShape& shape, const Vector3& cell) {
  return std::make_unique<OffsetM2l<Real, RotatedTranslation<Real>>>(
      shape, cell, [&](const Vector3& d) { return rotated_m2l<Real>(shape.p, d); });
}

#define SLURRY_INSTANTIATE(Real)                                                                     \
  template std::unique_ptr<M2lOf<Real>> make_dense_m2l<Real>(const ExpansionShape&, const Vector3&); \
  template std::unique_ptr<M2lOf<Real>> make_rotation_m2l<Real>(const ExpansionShape&, const Vector3&);
SLURRY_INSTANTIATE(double)
SLURRY_INSTANTIATE(float)
#undef SLURRY_INSTANTIATE

}  // namespace slurry::fmm
