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

/// The points of a sum that one process holds, among those of all processes.
struct PointsView {
  std::span<const double> sources, targets;  ///< (N,3), (M,3) [length]; targets: empty where they are the sources
  bool targets_are_sources = false;
  std::size_t first_source = 0, first_target = 0;  ///< numbers of the first ones here among all
  std::size_t all_sources = 0, all_targets = 0;    ///< of all processes; targets: 0 where they are the sources

  /// The points of a sum that one process holds alone.  Targets are the sources where they are the same list.
  static PointsView alone(const std::vector<double>& sources, const std::vector<double>& targets);
};

/// What planning knows of the points of a sum, without a pointer to them.  Every member is a sum, an extreme, a union
/// or a sample, so that the surveys of several processes, which hold some points each, make the survey of all of them.
///
/// It takes two rounds.  The first needs the points alone.  The second sees how far the points reach around where they
/// crowd, which only the sample of all points says; it may be left out where no clustered part is looked for.
class Survey {
 public:
  /// Points in each of the samples, at most.
  static constexpr std::size_t most = 20000;
  static constexpr int slices = 64;
  using Extremes = std::array<double, 3>;

  Survey() = default;
  /// The first round.
  Survey(const Box& box, const PointsView& mine);
  /// Both rounds, by one process that holds all points.
  static Survey of(const Box& box, const std::vector<double>& sources, const std::vector<double>& targets);

  /// The second round, once the first ones of all processes are merged: the same points again.
  void see_crowd(const Box& box, const PointsView& mine);

  /// Adds the squares of densities, for the formulas of errors: `layer` says which of them there are.  forces, dipoles,
  /// normals (N,3), charges (N).
  void add_densities(Layer layer, std::span<const double> forces, std::span<const double> dipoles,
                     std::span<const double> normals, std::span<const double> charges);

  /// Adds the points of another process after the first round.  The order of processes does not matter, but for the
  /// rounding of sums of squares.  Throws std::logic_error for surveys of different sums.
  void merge(const Survey& other);
  /// Adds what another process saw in the second round, which began with the same merged survey.
  void merge_crowd(const Survey& other);

  /// Numbers of points and squares of densities, as plans take them.
  SumCounts counts() const;
  bool targets_are_sources() const { return same_; }
  bool net_source() const { return net_source_; }  ///< some q.n is not 0
  bool has_points() const { return all_sources_ > 0 && all_targets() > 0; }
  std::size_t all_sources() const { return all_sources_; }
  std::size_t all_targets() const { return same_ ? all_sources_ : targets_.all; }

  /// Some of the points (count,3), spread over all of them; all in turn where there are no more.  count: `most` at
  /// most.  Throws std::logic_error as long as points of other processes are missing.
  std::vector<double> some_sources(std::size_t count) const { return some(sources_, count); }
  std::vector<double> some_targets(std::size_t count) const { return some(same_ ? sources_ : targets_, count); }

  /// Lowest and highest coordinates of sources and targets [length]; infinite, the wrong way around, of no points.
  const Extremes& lowest() const { return lowest_; }
  const Extremes& highest() const { return highest_; }
  /// Whether every coordinate along a direction is a finite number.
  bool finite(int direction) const { return finite_[std::size_t(direction)]; }
  /// Those of 64 slices of a period that hold points, as bits; 0 along free directions.
  std::uint64_t occupied(int direction) const { return occupied_[std::size_t(direction)]; }

  /// How far points reach above crowd_start() [length], once the second round is done.
  const Extremes& crowd_lowest() const { return crowd_lowest_; }
  const Extremes& crowd_highest() const { return crowd_highest_; }
  /// Half a period below the mean direction of some sources: seen from there, a cluster is one.  0 along free
  /// directions.
  double crowd_start(const Box& box, int direction) const;

 private:
  static constexpr double infinity = std::numeric_limits<double>::infinity();

  /// Points with their turns in the sequence that a sample is taken by, in rising order.
  struct Sample {
    std::size_t all = 0;  ///< points that it is a sample of
    std::vector<std::size_t> turns;
    std::vector<double> points;
  };
  static Sample sample_of(std::span<const double> mine, std::size_t first, std::size_t all);
  static Sample merged(const Sample& a, const Sample& b);
  static std::vector<double> some(const Sample& sample, std::size_t count);

  std::size_t all_sources_ = 0;
  bool same_ = false, net_source_ = false;
  double squared_forces_ = 0, dipole_norm_ = 0;
  Sample sources_, targets_;
  Extremes lowest_{infinity, infinity, infinity}, highest_{-infinity, -infinity, -infinity};
  Extremes crowd_lowest_ = lowest_, crowd_highest_ = highest_;
  std::array<bool, 3> finite_{true, true, true};
  std::array<std::uint64_t, 3> occupied_{};
};

/// Index of the k-th of `chosen` elements of a list of `count`: all in turn, or spread by the golden ratio, so that no
/// order of the list is in step with them.
std::size_t spread_index(std::size_t k, std::size_t chosen, std::size_t count);

/// x in [0, period).
double wrapped(double x, double period);

/// Half a period below the mean direction of the points x (N,3) along a periodic direction; 0 along a free one.
double seen_from(const Box& box, const std::vector<double>& x, int direction);

}  // namespace slurry
