// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "slurry/options.hpp"

namespace slurry {

/// The part of a sum's points that one process holds, and the total numbers over all processes.
struct PointsView {
  std::span<const double> sources, targets;  ///< (N,3), (M,3) [length]; targets are empty if they are the sources
  bool targets_are_sources = false;
  std::size_t first_source = 0, first_target = 0;  ///< numbers of the first points of this process among all points
  /// over all processes; all_targets is 0 if the targets are the sources
  std::size_t all_sources = 0, all_targets = 0;

  /// The points of a sum that one process holds alone. If both arguments are the same list, the targets are the
  /// sources.
  static PointsView alone(const std::vector<double>& sources, const std::vector<double>& targets);
};

/// The data about the points of a sum that planning needs, without a pointer to the points. Every member is a sum, an
/// extreme, a union or a sample. If several processes hold some points each, their surveys can therefore be merged into
/// the survey of all points.
///
/// It takes two rounds. The first round needs only the points. The second round finds how far the points reach around
/// the place where they crowd, which only the sample of all points shows. It may be left out if no clustered part is
/// looked for.
class Survey {
 public:
  /// Largest number of points in each sample.
  static constexpr std::size_t most = 20000;
  static constexpr int slices = 64;
  using Extremes = std::array<double, 3>;

  Survey() = default;
  /// Does the first round.
  Survey(const Box& box, const PointsView& mine);
  /// Does both rounds in one process that holds all points.
  static Survey of(const Box& box, const std::vector<double>& sources, const std::vector<double>& targets);

  /// Does the second round with the same points. The first rounds of all processes must have been merged.
  void see_crowd(const Box& box, const PointsView& mine);

  /// Adds the squares of densities, for the formulas of errors. `layer` says which densities there are. forces,
  /// dipoles, normals (N,3), charges (N).
  void add_densities(Layer layer, std::span<const double> forces, std::span<const double> dipoles,
                     std::span<const double> normals, std::span<const double> charges);

  /// Adds the points of another process after the first round. The order of processes affects only the rounding of sums
  /// of squares. Throws std::logic_error for surveys of different sums.
  void merge(const Survey& other);
  /// Adds the second round of another process, which must have begun with the same merged survey.
  void merge_crowd(const Survey& other);

  /// Numbers of points and squares of densities, in the form that plans take.
  SumCounts counts() const;
  bool targets_are_sources() const { return same_; }
  bool net_source() const { return net_source_; }  ///< whether some q.n is not 0
  bool has_points() const { return all_sources_ > 0 && all_targets() > 0; }
  std::size_t all_sources() const { return all_sources_; }
  std::size_t all_targets() const { return same_ ? all_sources_ : targets_.all; }

  /// Some of the points (count,3), spread over all of them. If there are no more than `count` points, all are returned
  /// in order. count: at most `most`. Throws std::logic_error while points of other processes are missing.
  std::vector<double> some_sources(std::size_t count) const { return some(sources_, count); }
  std::vector<double> some_targets(std::size_t count) const { return some(same_ ? sources_ : targets_, count); }

  /// Lowest and highest coordinates of sources and targets [length]. Without points they are infinite, with lowest
  /// above highest.
  const Extremes& lowest() const { return lowest_; }
  const Extremes& highest() const { return highest_; }
  /// Whether every coordinate along a direction is a finite number.
  bool finite(int direction) const { return finite_[std::size_t(direction)]; }
  /// Mean square distance along a free direction between a source and a target, over all pairs [length^2].
  double mean_square_distance(int direction) const;
  /// Bits that say which of 64 slices of a period hold points. It is 0 along free directions.
  std::uint64_t occupied(int direction) const { return occupied_[std::size_t(direction)]; }

  /// Extent of the points above crowd_start() [length]. It is known after the second round.
  const Extremes& crowd_lowest() const { return crowd_lowest_; }
  const Extremes& crowd_highest() const { return crowd_highest_; }
  /// Coordinate half a period below the mean direction of some sources. Counted from there, a cluster is not cut by the
  /// period. It is 0 along free directions.
  double crowd_start(const Box& box, int direction) const;

 private:
  static constexpr double infinity = std::numeric_limits<double>::infinity();

  /// Sampled points, with their positions in the sequence by which the sample is taken, in rising order.
  struct Sample {
    std::size_t all = 0;  ///< number of points from which the sample is taken
    std::vector<std::size_t> turns;
    std::vector<double> points;
  };
  /// Means of x - origin and of its square along each free direction, over a share of the points.
  struct Moments {
    double share = 0;  ///< share of all points
    Extremes mean{}, square{};
  };
  Moments moments_of(const Box& box, std::span<const double> points, std::size_t all) const;
  /// Adds the moments of other points about another origin.
  void add_moments(const Moments& other, const Extremes& other_origin, Moments& to) const;

  static Sample sample_of(std::span<const double> mine, std::size_t first, std::size_t all);
  static Sample merged(const Sample& a, const Sample& b);
  static std::vector<double> some(const Sample& sample, std::size_t count);

  std::size_t all_sources_ = 0;
  bool same_ = false, net_source_ = false;
  double squared_forces_ = 0, dipole_norm_ = 0;
  Sample sources_, targets_;
  Extremes origin_{};  ///< a point that is near the others
  Moments source_moments_, target_moments_;
  Extremes lowest_{infinity, infinity, infinity}, highest_{-infinity, -infinity, -infinity};
  Extremes crowd_lowest_ = lowest_, crowd_highest_ = highest_;
  std::array<bool, 3> finite_{true, true, true};
  std::array<std::uint64_t, 3> occupied_{};
};

/// Index of the k-th of `chosen` elements of a list of `count` elements. All are taken in order, or they are spread by
/// the golden ratio, so that they do not follow any regular order of the list.
std::size_t spread_index(std::size_t k, std::size_t chosen, std::size_t count);

/// The coordinate x wrapped into [0, period).
double wrapped(double x, double period);

/// Coordinate half a period below the mean direction of the points x (N,3) along a periodic direction. It is 0 along a
/// free direction.
double seen_from(const Box& box, const std::vector<double>& x, int direction);

}  // namespace slurry
