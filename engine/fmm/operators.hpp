// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <vector>

#include "fmm/tile_product.hpp"

// Operators between expansions as real matrices (theory/fast-multipole.md (M6) to (M10)).
//
// A multipole expansion M has phi(x) = sum_i w_i M_i S_i(x - c), a local expansion E has phi(x) = sum_i E_i R_i(x - c);
// i runs over the places of the real storage, w_i is 1 for m = 0 and 2 elsewhere.  The factor w is part of E, so that
// L2L is the transpose of M2M and rotations of E are transposes of those of M.
namespace slurry::fmm {

using Vector3 = std::array<double, 3>;
using Matrix3 = std::array<Vector3, 3>;

/// Weight of a place: 1 for places with m = 0, 2 for others.
double weight_of_place(int m);

/// A dense real matrix, row-major.
struct RealMatrix {
  int rows = 0, columns = 0;
  std::vector<double> values;
  RealMatrix(int r, int c) : rows(r), columns(c), values(static_cast<std::size_t>(r) * static_cast<std::size_t>(c)) {}
  double& operator()(int r, int c) {
    return values[static_cast<std::size_t>(r) * static_cast<std::size_t>(columns) + static_cast<std::size_t>(c)];
  }
  double operator()(int r, int c) const { return const_cast<RealMatrix&>(*this)(r, c); }
};

/// Matrix C with R(a + b) = C(a) R(b). M2M from one centre to another is C(old - new). L2L is the transpose of C(new -
/// old).
RealMatrix translation_matrix(int p, const Vector3& a);
/// Matrix K with E = K M, for centres with the distance vector d = target - source.
RealMatrix m2l_matrix(int p, const Vector3& d);
/// Matrix of M2L from irregular harmonics up to degree 2p, in real storage. They need not be those of one point.
RealMatrix m2l_matrix_of(int p, const std::vector<double>& irregular);

/// Signs by which a mirror image along an axis acts on M and on E.
double mirror_sign(int axis, int l, int m);

/// Blocks of D with R(P x) = D R(x), one block of 2l + 1 rows per degree. P is orthogonal and may include reflections.
/// The blocks follow from the derivatives (M5), from degree to degree in extended precision.
std::vector<RealMatrix> rotation_blocks(int p, const Matrix3& map);

/// An orthogonal map whose third row is the unit vector of d.
Matrix3 map_to_z(const Vector3& d);
Matrix3 transposed(const Matrix3& m);

/// A translation along one direction, in O(p^3): the expansion is turned to the z axis, shifted order by order, and
/// turned back. axial(m, row l, column j): the shift along z. local_in, local_out: whether the two ends are local
/// expansions.
template <class Real>
class RotatedTranslation {
 public:
  RotatedTranslation() = default;
  RotatedTranslation(int p, const Vector3& direction, bool local_in, bool local_out,
                     const std::function<double(int m, int l, int j)>& axial);
  /// Applies the translation to coefficients(p) rows of tile_columns numbers. out is overwritten. work: scratch memory,
  /// twice as large.
  void apply(const Real* in, Real* out, Real* work) const;

 private:
  int p_ = -1;
  std::vector<TileMatrix<Real>> turn_, turn_back_, axial_;
  std::vector<std::vector<int>> real_rows_, imaginary_rows_;
};

/// M2L where d lies along z: the factor by which M of degree j adds to E of degree l, both of order m or -m.
double axial_m2l(const Vector3& d, int m, int l, int j);
/// M2L along d: E = K(d) M.
template <class Real = double>
RotatedTranslation<Real> rotated_m2l(int p, const Vector3& d);
/// M2M from the child at (+,+,+) to its parent, with lengths in the units of each. Mirror images give the other
/// children. offset: centre of the child, in the parent's units of length.
template <class Real = double>
RotatedTranslation<Real> rotated_m2m(int p, const Vector3& offset);
/// L2L from the parent to the child at (+,+,+).
template <class Real = double>
RotatedTranslation<Real> rotated_l2l(int p, const Vector3& offset);

}  // namespace slurry::fmm
