// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "slurry/options.hpp"

// Spreading onto a periodic mesh as a sparse operator, for points that stay while values change.
namespace slurry {

enum class SpreadMethod {
  automatic,    ///< by measured rates
  particle,     ///< a thread per particle, weights on the fly, atomic additions
  probe,        ///< as `particle`, with stores in place of atomics: the numbers are wrong, only its time counts
  gather,       ///< a thread per mesh point, which looks for particles around it; the rest by `particle`
  single_mesh,  ///< sparse matrix by rows, a row per mesh point
  group_mesh,   ///< as `single_mesh`, with one row for a group of mesh points
  hybrid,       ///< rows of equal length, and a list of what is beyond them
  colours,      ///< even slabs of the mesh before odd ones, on the host: no atomics
  stored        ///< sorted particles with their window values stored, spread as Slurry does
};
enum class SpreadWindow {
  spline,        ///< cardinal B-spline of the smooth particle mesh Ewald sum
  kaiser_bessel  ///< Slurry's, by its polynomials
};
/// How the threads of a row add up.
enum class RowSum { shuffle, scratch };
enum class GroupShape { row, cube };
enum class GroupSum { scratch, atomics };

struct SpreadOptions {
  int mesh = 64;          ///< K: nodes along each edge of the unit cube
  int window_points = 6;  ///< p: 4, 6 or 8
  int components = 1;     ///< values of a particle, 1 to 4
  SpreadWindow window = SpreadWindow::spline;
  SpreadMethod method = SpreadMethod::automatic;
  double spreads = 20;  ///< how many are expected for one set of points; `automatic` alone asks
  int row_group = 0;    ///< threads (on the host: partial sums) of a row, 1, 2, 4, 8, 16 or 32; 0: row_group_of
  RowSum row_sum = RowSum::shuffle;
  int group_size = 64;  ///< nodes of a group, at most 256; of a cube 8 or 64
  GroupShape group_shape = GroupShape::row;
  GroupSum group_sum = GroupSum::scratch;
  bool deterministic = false;  ///< rows in the order of their particles: the same bits every time
};

/// Words of options and files.
std::string_view name_of(SpreadMethod method);
/// All that can be asked for, `automatic` first.
const std::vector<SpreadMethod>& spread_methods();

/// Contributions to a mesh point, in the mean: N p^3/K^3.
double contributions_per_node(const SpreadOptions& options, std::size_t points);
/// Threads of a row: 1 below one contribution, 2^t from 2^t on, at most 16.
int row_group_of(double contributions_per_node);

/// One method and one set of uniform random points.  A Runtime must live.
struct SpreadBenchCase {
  SpreadOptions options;
  std::size_t points = 10000;
  Precision precision = Precision::fp64;
  Device device = Device::host;
  int repeats = 3;
  std::uint64_t seed = 1;
};
struct SpreadBenchResult {
  SpreadMethod method = SpreadMethod::particle;    ///< that was taken
  double build_seconds = 0, spread_seconds = 0;    ///< wall time, the least of the repeats
  double modelled_build = 0, modelled_spread = 0;  ///< by the rates that `automatic` goes by [s]; 0: not modelled
  double bytes = 0;                                ///< held for the points
};
/// Throws InputError where the method cannot do what the options say, RefusedError where it would take too much memory.
SpreadBenchResult bench_spread(const SpreadBenchCase& c);

/// The method that `automatic` takes for so many points, by rates that are measured once in a process.
SpreadMethod chosen_spread_method(const SpreadBenchCase& c);
/// Build and spread times by the same rates.
SpreadBenchResult modelled_spread(const SpreadBenchCase& c);

}  // namespace slurry
