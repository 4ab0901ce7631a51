// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <span>
#include <vector>

#include "base/views.hpp"
#include "yardsticks/direct_sums/direct_form.hpp"

namespace slurry {

/// A position or a force as the published kernels store it: four numbers, of which the last is padding.
template <class Real>
struct alignas(4 * sizeof(Real)) FourNumbers {
  Real value[4];
};

/// Particles as the kernels read them: 32 bytes per particle in fp32, 64 in fp64.
template <class Space, class Term>
struct PackedParticles {
  using Memory = typename Space::memory_space;
  using Numbers = Kokkos::View<FourNumbers<Term>*, Memory>;
  Numbers positions, forces;            ///< (N) [radius], [force]
  Term length = 0, inverse_length = 0;  ///< length of the box and its inverse; 0: free space
};

/// Throws InputError for a form that does not exist in this space (DirectForm).
template <class Space>
void check_direct_form(const DirectForm& form);

/// Computes the sum: velocities (N,3) [mu0 force], which are overwritten. It does not fence. The form must have been
/// checked, and its terms must be those of the particles.
template <class Space, class Term>
void sum_velocities(const Space& space, const DirectForm& form, const PackedParticles<Space, Term>& particles,
                    const Vectors<Space>& velocities);

/// The O(N^2) sum of velocities v_i = mu0 F_i + sum_j mu_ij F_j over equal spheres, as Kopp and Hoefling published it.
/// Lengths are in radii, velocities in mu0 F. The spheres are in free space or, with `minimum-image`, in a cube where
/// only the nearest image of every other sphere counts. The latter is a model of the times and no mobility, because it
/// is not positive (README.md). naive, tiling and small-tiling add the terms of a particle in the same order and agree
/// to the last bit.
template <class Space>
class VelocitySum {
 public:
  /// box: edge of the cube [radius]; 0: free space. Throws InputError like check_direct_form, and for a negative edge.
  VelocitySum(const Space& space, const DirectForm& form, double box);

  /// Sets positions and forces (N,3). Throws InputError if they differ in number.
  void set_particles(std::span<const double> positions, std::span<const double> forces);
  void set_forces(const ConstVectors<Space>& forces);
  /// Takes positions that are stored elsewhere, in the precision of the terms.
  void set_positions(const ConstVectors<Space>& positions);

  /// Computes velocities(). It does not fence.
  void run();
  const Vectors<Space>& velocities() const { return velocities_; }  ///< (N,3)
  std::vector<double> host_velocities() const;

  std::size_t count() const { return velocities_.extent(0); }

 private:
  Space space_;
  DirectForm form_;
  PackedParticles<Space, float> single_;  // one of the two is in use
  PackedParticles<Space, double> double_;
  Vectors<Space> velocities_;
};

}  // namespace slurry
