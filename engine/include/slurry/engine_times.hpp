// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "slurry/machine_rates.hpp"
#include "slurry/words.hpp"

// The same sum of Stokeslets by every engine, timed on this machine.
namespace slurry {

/// Sets of points on which engines differ. All lie in a cube of edge 1.
enum class EngineSet {
  uniform,         ///< spread evenly over the cube
  sphere_surface,  ///< a sphere of radius 0.4
  helix,           ///< a line: three turns of radius 0.2
  two_clusters,    ///< half the points each, standard deviations 1e-3 and 1e-4
  gaussian_cloud   ///< standard deviation 0.1
};
template <>
inline constexpr std::array words<EngineSet>{
    Word<EngineSet>{EngineSet::uniform, "uniform"}, Word<EngineSet>{EngineSet::sphere_surface, "sphere surface"},
    Word<EngineSet>{EngineSet::helix, "helix"}, Word<EngineSet>{EngineSet::two_clusters, "two clusters"},
    Word<EngineSet>{EngineSet::gaussian_cloud, "gaussian cloud"}};

/// Positions (N,3) of the points of such a set.
std::vector<double> points_of_set(EngineSet set, std::size_t count, std::uint64_t seed);

/// The sum of random forces over one set of points. Targets are the sources.
struct EngineTimesCase {
  EngineSet set = EngineSet::uniform;
  std::size_t points = 1000;
  int periodicity = 0;
  double tolerance = 1e-3;  ///< relative
  int repeats = 3;          ///< timed calls of each engine; a first call, which allocates memory, is not timed
  double most_seconds = 5;  ///< an engine that is predicted to take longer for one call is not timed
  std::uint64_t seed = 1;
  std::shared_ptr<const MachineRates> rates;  ///< rates of this machine; empty: the built-in rates
};

/// One engine. An engine without a plan for the case stands in no row.
struct EngineTime {
  std::string engine;
  double predicted = 0;         ///< seconds of a call
  double seconds = 0;           ///< seconds of the quickest call; 0: not timed (yet)
  double cpu_seconds = 0;       ///< CPU seconds of the process in the quickest call; 0: not timed (yet)
  double reached = 0;           ///< relative l2 error at 64 targets; the truth has another engine or another split
  bool left_out = false;        ///< it would take longer than most_seconds
  bool chosen_by_name = false;  ///< `automatic` leaves it out
};

/// What is known about one case so far.
struct EngineTimesRow {
  EngineSet set = EngineSet::uniform;
  std::size_t points = 0;
  std::vector<EngineTime> engines;  ///< in the order of the table of engines
  std::string automatic;            ///< engine that `automatic` takes
  double over_quickest = 0;         ///< time of that engine over the time of the quickest; 0: not timed
};

/// Several sets at several numbers of points, in free space.
struct EngineContestCase {
  std::vector<EngineSet> sets{EngineSet::uniform, EngineSet::two_clusters, EngineSet::helix};
  std::vector<std::size_t> counts{300, 1000, 3000, 10000, 30000};
  double tolerance = 1e-3;  ///< relative
  int repeats = 2;
  double most_seconds = 0.5;
  std::uint64_t seed = 1;
};

struct EngineContestState {
  std::vector<EngineTimesRow> rows;  ///< one for each case so far; all sets at the smallest number first
  std::size_t cases = 0;             ///< number of rows at the end
  bool done = false;
  std::string failure;  ///< why the contest stopped; otherwise empty
};

/// Times every engine on every case. The work is done on the engine's thread between the steps of the sessions, one
/// call of one engine at a time, so that runs continue. It may be stopped at any call. Every function may be called
/// from any thread and returns immediately, except the destructor, which waits for the present call.
class EngineContest {
 public:
  /// listener: called on the engine's thread after each new result; it must be short.
  explicit EngineContest(EngineContestCase c, std::function<void()> listener = {});
  ~EngineContest();
  EngineContest(const EngineContest&) = delete;
  EngineContest& operator=(const EngineContest&) = delete;
  /// The newest state. It is never null.
  std::shared_ptr<const EngineContestState> latest() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace slurry
