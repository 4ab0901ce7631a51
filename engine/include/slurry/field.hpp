// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "slurry/error_report.hpp"
#include "slurry/mobility.hpp"
#include "slurry/snapshot.hpp"

// Computes the flow at any points for a recorded frame or for the start of a scenario, as `slurry field` does. A
// Runtime must exist while field_of_frame() and start_of() work.
namespace slurry {

/// Points at which the velocity is wanted.
struct FieldPoints {
  std::vector<double> points;           ///< X (M,3) [length]
  std::array<long, 3> counts{0, 0, 0};  ///< points of a regular grid, first direction fastest; 0: there is no grid
  std::array<double, 3> origin{0, 0, 0}, spacing{1, 1, 1};  ///< origin and spacing of the grid [length]
  /// Unit vectors along the three directions of the grid.
  std::array<std::array<double, 3>, 3> directions{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  bool may_leave_pipe = true;  ///< points outside of a pipe get no velocity; false: such points are refused
  std::string words;           ///< description, for example "plane x = 2, 80 x 80 points"
};

/// Points of the plane where the coordinate `axis` (0 to 2) has the given value. The plane covers the whole domain and
/// has points at the centres of square cells, at most `spacing` wide. Without a spacing, there are 100 cells along the
/// longer side. An open domain is taken to end four radii beyond the bodies. Throws InputError, and RefusedError if the
/// memory cannot hold the points.
FieldPoints plane_points(const Snapshot& frame, int axis, double value, std::optional<double> spacing);
/// `count` equally spaced points from `first` to `last`, both included.
FieldPoints line_points(const std::array<double, 3>& first, const std::array<double, 3>& last, long count);
/// Centres of the cells when the whole domain is divided into this number of cells in each direction.
FieldPoints box_points(const Snapshot& frame, const std::array<long, 3>& counts);
/// Reads the points from the dataset X (M,3) of an HDF5 file.
FieldPoints read_field_points(const std::filesystem::path& file);

struct FieldOptions {
  std::optional<double> tolerance;  ///< rms error of u over the rms of u in the fluid; empty: the scenario's tolerance
  InsideBodies inside = InsideBodies::motion;
  bool gradient = false, pressure = false;
  std::optional<Device> device;               ///< device of the sums; empty: the device that the scenario names
  std::shared_ptr<const MachineRates> rates;  ///< rates of this machine; empty: the built-in rates
  std::optional<double> memory_limit;         ///< limit in bytes; empty: the memory that is free
  std::function<void(double)> progress;       ///< receives the finished part, 0 to 1; an exception ends the work
};

struct FieldResult {
  std::vector<double> velocity;                ///< u (M,3) [length/time]
  std::vector<std::int32_t> inside;            ///< (M): number of the body that holds the point; -1: none
  std::vector<double> gradient;                ///< (M,3,3), [i][l] = du_i/dx_l [1/time]; empty if not asked for
  std::vector<double> pressure;                ///< (M) [pressure]; empty if not asked for
  std::size_t inside_bodies = 0, outside = 0;  ///< numbers of points inside bodies and outside of the pipe
  double rms = 0;                              ///< rms of u in the fluid
  ErrorEntry error;                            ///< error of u in the fluid, relative to its rms there
  ErrorEntry gradient_error, pressure_error;   ///< errors of gradient and pressure, relative to their rms in the fluid
  MobilityParameters parameters;
  double seconds = 0;
};

/// Computes the flow that the bodies of a frame make. The calculation uses the forces of the frame, and wall, periods,
/// net flow, shear, rods, chains and lubrication as in the run. Inside a body, the result is the motion of the body
/// with the velocity of the frame. Throws InputError and RefusedError (tolerance, memory).
FieldResult field_of_frame(const Snapshot& frame, const FieldPoints& where, const FieldOptions& options);

/// Makes the start of a scenario: places the bodies and solves for their velocities.
std::shared_ptr<const Snapshot> start_of(const Scenario& scenario, const std::shared_ptr<const MachineRates>& rates);

/// The frame or scenario to which a field belongs. It is recorded in the file of the field.
struct FieldOrigin {
  std::string file;         ///< file of the recorded run, or of the scenario
  std::int64_t frame = -1;  ///< frame of the run; -1: the start of a scenario
};

/// Checks the name of a field file. Throws InputError unless the name ends in .h5, .hdf5, .csv or .vti, and for .vti
/// also if the points form no grid.
void check_field_file(const std::filesystem::path& file, bool has_grid);

/// Writes X, u, `inside` and the other results that were asked for, in the format that the file's ending names. The
/// data are written to a temporary file beside `file`, which is then renamed.
void write_field(const std::filesystem::path& file, bool overwrite, const FieldPoints& where, const FieldResult& result,
                 const Snapshot& frame, const FieldOrigin& origin, const FieldOptions& options);

}  // namespace slurry
