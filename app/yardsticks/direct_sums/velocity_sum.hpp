// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <span>
#include <vector>

#include "base/views.hpp"
#include "yardsticks/direct_sums/direct_form.hpp"

namespace slurry {

/// A position or a force as the published kernels keep it: four numbers, of which the last is padding.
template <class Real>
struct alignas(4 * sizeof(Real)) FourNumbers {
  Real value[4];
};

/// Particles as the kernels read them: 32 bytes a particle in fp32, 64 in fp64.
template <class Space, class Term>
struct PackedParticles {
  using Memory = typename Space::memory_space;
  using Numbers = Kokkos::View<FourNumbers<Term>*, Memory>;
  Numbers positions, forces;            ///< (N) [radius], [force]
  Term length = 0, inverse_length = 0;  ///< length of the box and its inverse; 0: free space
};

/// Throws InputError for a form that there is not in the space: see DirectForm.
template <class Space>
void check_direct_form(const DirectForm& form);

/// The sum itself: velocities (N,3) [mu0 force], overwritten.  Does not fence.  The form is one that is checked, its
/// terms those of the particles.
template <class Space, class Term>
void sum_velocities(const Space& space, const DirectForm& form, const PackedParticles<Space, Term>& particles,
                    const Vectors<Space>& velocities);

/// The O(N^2) sum of velocities v_i = mu0 F_i + sum_j mu_ij F_j over equal spheres, as Kopp and Hoefling published it:
/// in free space or, `minimum-image`, with the nearest image of every other sphere in a cube and nothing beyond.  The
/// latter is a model of their times and no mobility: it is not positive (README.md).  Lengths in radii, velocities in
/// mu0 F.  naive, tiling and small-tiling add a particle's terms in the same order and agree to the last bit.
template <class Space>
class VelocitySum {
 public:
  /// box: edge of the cube [radius]; 0: free space.  Throws InputError as check_direct_form and for a negative edge.
  VelocitySum(const Space& space, const DirectForm& form, double box);

  /// positions, forces (N,3).  Throws InputError where they differ in number.
  void set_particles(std::span<const double> positions, std::span<const double> forces);
  void set_forces(const ConstVectors<Space>& forces);
  /// As positions that are held elsewhere are read in the precision of the terms.
  void set_positions(const ConstVectors<Space>& positions);

  /// Fills velocities(); does not fence.
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
