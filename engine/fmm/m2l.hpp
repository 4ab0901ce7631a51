// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <type_traits>

#include "base/stage_variant.hpp"
#include "fmm/expansions.hpp"
#include "fmm/operators.hpp"

// M2L turns the multipoles of a box's interaction list into its local expansion. The list holds the children of its
// parent's colleagues that do not touch it. There are seven schemes, which agree to rounding. Only the plane waves have
// an additional error, from their nodes (theory/fast-multipole.md (M17) to (M24), (M36) to (M38)).
namespace slurry::fmm {

enum class M2lScheme {
  naive,       ///< all loops flattened into one, as Kohnke et al. published it; O(p^4)
  nested,      ///< a team for the children of each source parent, of the same publication; O(p^4)
  symmetric,   ///< 56 operators over sources sorted by octant, of the same publication; O(p^4)
  dense,       ///< boxes sorted by octant, 56 matrices for 316 offsets by mirror images; O(p^4)
  parity,      ///< matrices of `dense` by classes of parity: 56 products in place of 189; O(p^4)
  rotation,    ///< each offset turned to the z axis; O(p^3)
  plane_waves  ///< exponentials along the axes, shifts merged over parents; O(p^3) a box, O(p^2) an offset
};

/// Properties of a sum that are known when the scheme is chosen.
struct M2lCase {
  const StageVariantNames& asked;
  int order = 0;          ///< p
  Vector3 cell{1, 1, 1};  ///< sides of a box relative to its side along x
};
/// A scheme as the form of a row. Each scheme exists in every space, in fp64.
struct M2lForm {
  M2lScheme scheme;
  template <class Space, class Real>
  bool get() const {
    return std::is_same_v<Real, double>;
  }
};
/// The table of the schemes.
using M2lSlot = StageSlot<M2lCase, M2lForm>;
const M2lSlot& m2l_slot();

std::string_view name_of(M2lScheme scheme);
/// Source in which a scheme was published; "own" for a scheme of this program.
std::string_view source_of(M2lScheme scheme);
/// Returns the scheme of M2L that is asked for by name, or nothing if no scheme is asked for.
std::optional<M2lScheme> scheme_asked(const StageVariantNames& asked);

/// A scheme of M2L. Real: precision in which expansions are kept and operators work.
template <class Real>
class M2lOf {
 public:
  virtual ~M2lOf() = default;
  /// Adds the interaction lists of all boxes of `level` that hold targets. The level must be above 0.
  virtual void apply(const Tree& tree, int level, const ExpansionsOf<Real>& multipoles,
                     ExpansionsOf<Real>& locals) const = 0;
};
using M2l = M2lOf<double>;

struct M2lOptions {
  M2lScheme scheme = M2lScheme::plane_waves;
  /// Largest error of the nodes of plane waves, relative to 1/(box side).
  double node_error = 1e-6;
};

/// Throws InputError if plane waves are asked for in boxes that are no cubes.
void check_plane_waves(const Vector3& cell);

/// The quickest scheme for an order and a shape of cell (M2lCase).
M2lScheme default_scheme(int p, const Vector3& cell);

/// Makes a scheme. cell: sides of a box in units of length of its expansions. Throws InputError for plane waves in a
/// box that is no cube.
template <class Real = double>
std::unique_ptr<M2lOf<Real>> make_m2l(const ExpansionShape& shape, const Vector3& cell, const M2lOptions& options);

template <class Real>
std::unique_ptr<M2lOf<Real>> make_dense_m2l(const ExpansionShape& shape, const Vector3& cell);
template <class Real>
std::unique_ptr<M2lOf<Real>> make_parity_m2l(const ExpansionShape& shape, const Vector3& cell);
template <class Real>
std::unique_ptr<M2lOf<Real>> make_rotation_m2l(const ExpansionShape& shape, const Vector3& cell);
/// side: side of a box in units of length of its expansions.
template <class Real>
std::unique_ptr<M2lOf<Real>> make_plane_wave_m2l(const ExpansionShape& shape, double side, double node_error);

}  // namespace slurry::fmm
