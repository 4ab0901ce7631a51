// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "yardsticks/plain_ewald/ewald_balance.hpp"

namespace slurry {

/// published: all ordered pairs with nearest images and erfc within the cutoff, and a test of every mode of the whole
/// cube. balanced: pairs from cells of a third of the cutoff, and half of the modes of the sphere.
enum class PlainEwaldVariant { published, balanced };

/// Plain Ewald sum of charges in a cube that is periodic in all three directions, in fp64:
///   phi_i = sum_j q_j erfc(alpha r)/r + (4 pi/L^3) sum_{k != 0} exp(-k^2/4 alpha^2)/k^2 sum_j q_j cos(k.(r_i - r_j))
///           - 2 alpha q_i/sqrt(pi) - pi Q/(alpha^2 L^3).
/// Only nearest images count. Q is the net charge; a uniform background cancels it, so that the mean potential is zero.
template <class Space>
class PlainEwald {
 public:
  struct Energy {
    double pairs = 0, modes = 0, constant = 0;  ///< constant: energy of each charge with itself and with the background
    double total() const { return pairs + modes + constant; }
  };
  struct Seconds {
    double sort = 0, pairs = 0, modes = 0;
  };
  /// Amount of work, for the counts of operations.
  struct Work {
    double candidates = 0;    ///< number of ordered pairs whose distance was computed
    double modes = 0;         ///< number of modes that were tested
    double modes_within = 0;  ///< number of modes that were summed
  };

  /// Throws InputError if the cutoff exceeds half the edge.
  PlainEwald(const Space& space, const PlainEwaldParameters& parameters, PlainEwaldVariant variant);

  /// Sums only one of `stride` charges and one of `stride` modes, to measure the time. The seconds are scaled to all of
  /// them. Energies and potentials are then wrong.
  void time_a_sample(int stride) { sample_stride_ = stride; }

  /// Sets positions (N,3) [length] and charges (N), in memory of the host.
  void set_charges(std::span<const double> positions, std::span<const double> charges);

  /// Returns the energy U = 1/2 sum_i q_i phi_i. It computes one sine and one cosine per mode and charge, as the
  /// published counts assume.
  Energy energy();
  /// Returns phi at every charge (N), in the order in which the charges were given. The modes are summed once more, at
  /// the charges.
  std::vector<double> potentials();

  const Seconds& seconds() const { return seconds_; }
  const Work& work() const { return work_; }

 private:
  using Memory = typename Space::memory_space;
  using Numbers = Kokkos::View<double*, Memory>;
  using Points = Kokkos::View<double* [3], Kokkos::LayoutLeft, Memory>;  // over the edge
  using Modes = Kokkos::View<double* [3], Kokkos::LayoutLeft, Memory>;
  using Cells = Kokkos::View<int*, Memory>;

  void sum_pairs();
  void sum_modes();
  int sampled(int n) const { return (n + sample_stride_ - 1) / sample_stride_; }

  Space space_;
  PlainEwaldParameters p_;
  PlainEwaldVariant variant_;
  int count_ = 0, cells_per_edge_ = 1, half_cube_ = 0, sample_stride_ = 1;
  double net_charge_ = 0, squared_charge_ = 0;
  std::vector<int> order_;  // order_[i]: where the i-th of the sum was given
  Points x_;
  Numbers q_, pair_potential_, mode_potential_;
  Cells first_;                     // of each cell, and the end
  Modes modes_;                     // balanced: n of each
  Numbers weight_, cosine_, sine_;  // of each mode: coefficient, structure factor
  Seconds seconds_;
  Work work_;
};

}  // namespace slurry
