// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>
#include <vector>

#include "fmm/point_expansions.hpp"
#include "fmm/sorted_sources.hpp"

namespace slurry::fmm {

/// A run of sources in the order of the tree, moved by whole periods.
struct SourceRun {
  int first = 0, last = 0;
  double shift[3] = {0, 0, 0};        ///< added to the sources [length]
  int first_leaf = 0, last_leaf = 0;  ///< the same run in leaves, counted as TreeBox counts them
};

/// Scratch memory of one thread: the sources of one leaf. Double precision reads them where they are.
template <class Real>
struct PairWork {
  std::vector<Real> x[3], rest[3], f[3], q[3], n[3], radius;
};

/// P2P of the targets of one leaf. In single precision, places are taken from the centre of the leaf and in units of
/// its side, so that no power of a distance overflows. A place is the sum of two numbers, the second of which holds
/// what rounding took from the first: close points would otherwise lose the digits of their distance. A leaf whose
/// sources lie so far away in its units that powers of the distance would vanish is computed in double precision. That
/// happens where points coincide almost, so that their leaf is tiny.
template <class Real>
class LeafPairs {
 public:
  /// Sets the sources. They, the runs and the scratch memory must outlive this object.
  LeafPairs(const SortedSources& sources, const SourceRun* runs, int count, const Frame& leaf, PairWork<Real>& work);

  /// Fields of the runs at one or two vectors of targets, which begin at x, one array per axis [length]. Coinciding
  /// points contribute nothing. radii: radii of the targets; read only for spheres. A sphere at the centre of another
  /// contributes the self-mobility of the larger sphere. fields: must be zero. Error: 1e-13 relative to the largest
  /// term; 1e-6 in single precision.
  void add(int vectors, const double* const x[3], const double* radii, const Wanted& wanted,
           LaneFields<Real>* fields) const;

 private:
  static constexpr bool in_two = !std::is_same_v<Real, double>;  ///< places are the sum of two numbers
  /// Places of a vector of targets.
  struct Places {
    simd::Wide<Real> x[3], rest[3];
  };
  Places places_at(const double* const x[3], int first) const;
  /// The places moved back by the shift of a run.
  static Places seen_from(const Places& x, const SourceRun& run);
  /// Target minus source.
  [[gnu::always_inline]] void distance(const Places& x, int source, simd::Wide<Real> d[3]) const;
  template <Kernel kernel>
  void run_kernel(int vectors, const Places* x, bool slopes, LaneFields<Real>* fields) const;
  template <Kernel kernel, bool Fields, int Vectors>
  void run_pairs(const Places* x, LaneFields<Real>* fields) const;
  void run_spheres(const Places& x, simd::Wide<Real> radius, LaneFields<Real>& field) const;
  void add_in_double(int vectors, const double* const x[3], const double* radii, const Wanted& wanted,
                     LaneFields<Real>* fields) const;

  const SortedSources& sources_;
  const SourceRun* given_;  ///< the runs of the constructor,
  int given_count_;         ///< and their number
  Frame leaf_;
  bool far_ = false;  ///< a source lies too far away for the powers of its distance in single precision
  Kernel kernel_;
  const Real *x_[3], *rest_[3], *f_[3], *q_[3], *n_[3], *radius_;
  SourceRun all_;  ///< in single precision: the sources of all runs
  const SourceRun* runs_;
  int count_;
  double origin_[3] = {0, 0, 0};  ///< [length]
  double unit_ = 1;               ///< 1/length
};

}  // namespace slurry::fmm
