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
  automatic,    ///< the method that measured rates predict to be the quickest
  particle,     ///< one thread per particle, which computes the weights and adds with atomics
  probe,        ///< like `particle` but with stores instead of atomics: the results are wrong, only its time counts
  gather,       ///< one thread per mesh point, which searches particles around it; `particle` spreads the others
  single_mesh,  ///< sparse matrix by rows, one row per mesh point
  group_mesh,   ///< like `single_mesh`, with one row per group of mesh points
  hybrid,       ///< rows of equal length, and a list of the entries beyond them
  colours,      ///< even slabs of the mesh before odd slabs, without atomics; on the host
  stored        ///< sorted particles with stored window values; spreads like Slurry
};
enum class SpreadWindow {
  spline,        ///< cardinal B-spline of the smooth particle mesh Ewald sum
  kaiser_bessel  ///< window of Slurry, by its polynomials
};
/// Way in which the threads of a row add up.
enum class RowSum { shuffle, scratch };
enum class GroupShape { row, cube };
enum class GroupSum { scratch, atomics };

struct SpreadOptions {
  int mesh = 64;          ///< K: nodes along each edge of the unit cube
  int window_points = 6;  ///< p: 4, 6 or 8
  int components = 1;     ///< number of values of a particle, 1 to 4
  SpreadWindow window = SpreadWindow::spline;
  SpreadMethod method = SpreadMethod::automatic;
  double spreads = 20;  ///< expected number of spreads for one set of points; only `automatic` uses it
  int row_group = 0;    ///< threads per row (on the host: partial sums), 1, 2, 4, 8, 16 or 32; 0: row_group_of
  RowSum row_sum = RowSum::shuffle;
  int group_size = 64;  ///< number of nodes in a group, at most 256; in a cube 8 or 64
  GroupShape group_shape = GroupShape::row;
  GroupSum group_sum = GroupSum::scratch;
  bool deterministic = false;  ///< rows in the order of their particles: reproducible to the bit
};

/// Returns the words of options and files.
std::string_view name_of(SpreadMethod method);
/// Returns all methods that can be asked for, `automatic` first.
const std::vector<SpreadMethod>& spread_methods();

/// Mean number of contributions to a mesh point: N p^3/K^3.
double contributions_per_node(const SpreadOptions& options, std::size_t points);
/// Number of threads of a row: 1 below one contribution, 2^t from 2^t contributions on, at most 16.
int row_group_of(double contributions_per_node);

/// Times one method on one set of uniform random points. A Runtime must exist.
struct SpreadBenchCase {
  SpreadOptions options;
  std::size_t points = 10000;
  Precision precision = Precision::fp64;
  Device device = Device::host;
  int repeats = 3;
  std::uint64_t seed = 1;
};
struct SpreadBenchResult {
  SpreadMethod method = SpreadMethod::particle;    ///< method that was used
  double build_seconds = 0, spread_seconds = 0;    ///< smallest wall time of the repeats
  double modelled_build = 0, modelled_spread = 0;  ///< times predicted by the rates of `automatic` [s]; 0: no model
  double bytes = 0;                                ///< bytes held for the points
};
/// Times the case. Throws InputError if the method cannot do what the options say, and RefusedError if it would need
/// too much memory.
SpreadBenchResult bench_spread(const SpreadBenchCase& c);

/// Returns the method that `automatic` chooses for this number of points. Its rates are measured once per process.
SpreadMethod chosen_spread_method(const SpreadBenchCase& c);
/// Predicts build and spread times by the same rates.
SpreadBenchResult modelled_spread(const SpreadBenchCase& c);

}  // namespace slurry
