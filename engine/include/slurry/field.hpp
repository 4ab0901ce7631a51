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

// The flow of a recorded frame, or of the start of a scenario, at any points, as `slurry field` gives it.  A Runtime
// must live while field_of_frame() and start_of() work.
namespace slurry {

/// Points at which the velocity is wanted.
struct FieldPoints {
  std::vector<double> points;           ///< X (M,3) [length]
  std::array<long, 3> counts{0, 0, 0};  ///< points of a regular grid, the first direction running fastest; 0: points
                                        ///< without a grid
  std::array<double, 3> origin{0, 0, 0}, spacing{1, 1, 1};  ///< origin and spacing of that grid [length]
  /// Unit vectors along its three directions, one after the other.
  std::array<std::array<double, 3>, 3> directions{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  bool may_leave_pipe = true;  ///< points outside of a pipe have no velocity; false: they are refused
  std::string words;           ///< "plane x = 2, 80 x 80 points"
};

/// The whole domain at axis (0 to 2) = value, in the middles of square cells at most `spacing` wide; empty: 100 cells
/// along its longer side.  Where the domain is open, it ends four radii beyond the bodies.  Throws InputError, and
/// RefusedError for more points than memory holds.
FieldPoints plane_points(const Snapshot& frame, int axis, double value, std::optional<double> spacing);
/// `count` points from `first` to `last`, both included.
FieldPoints line_points(const std::array<double, 3>& first, const std::array<double, 3>& last, long count);
/// The middles of so many cells of the whole domain.
FieldPoints box_points(const Snapshot& frame, const std::array<long, 3>& counts);
/// The dataset X (M,3) of an HDF5 file.
FieldPoints read_field_points(const std::filesystem::path& file);

struct FieldOptions {
  std::optional<double> tolerance;  ///< rms error of u over the rms of u in the fluid; empty: the scenario's
  InsideBodies inside = InsideBodies::motion;
  bool gradient = false, pressure = false;
  std::optional<Device> device;               ///< device of the sums; empty: as the scenario has it
  std::shared_ptr<const MachineRates> rates;  ///< rates of this machine; empty: the built-in rates
  std::optional<double> memory_limit;         ///< bytes; empty: what the machine has left
  std::function<void(double)> progress;       ///< hears how much is done, 0 to 1; what it throws ends the work
};

struct FieldResult {
  std::vector<double> velocity;                ///< u (M,3) [length/time]
  std::vector<std::int32_t> inside;            ///< (M): the body that a point lies in, -1: none
  std::vector<double> gradient;                ///< (M,3,3), [i][l] = du_i/dx_l [1/time]; empty: not asked for
  std::vector<double> pressure;                ///< (M) [pressure]; empty: not asked for
  std::size_t inside_bodies = 0, outside = 0;  ///< points in bodies, and outside of the pipe
  double rms = 0;                              ///< rms of u in the fluid
  ErrorEntry error;                            ///< error of u in the fluid, relative to its rms there
  ErrorEntry gradient_error, pressure_error;   ///< likewise
  MobilityParameters parameters;
  double seconds = 0;
};

/// The flow that the bodies of a frame make: with the forces of the frame, and with wall, periods, net flow, shear,
/// rods, chains and lubrication as in the run.  Inside a body it is the body's motion, with the velocity of the frame.
/// Throws InputError and RefusedError (tolerance, memory).
FieldResult field_of_frame(const Snapshot& frame, const FieldPoints& where, const FieldOptions& options);

/// The start of a scenario: bodies placed and their velocities solved for.
std::shared_ptr<const Snapshot> start_of(const Scenario& scenario, const std::shared_ptr<const MachineRates>& rates);

/// The frame or scenario to which a field belongs, for its file.
struct FieldOrigin {
  std::string file;         ///< recorded run or scenario
  std::int64_t frame = -1;  ///< frame of the run; -1: the start of a scenario
};

/// Throws InputError unless the name ends in .h5, .hdf5, .csv or .vti, and for points without a grid in .vti.
void check_field_file(const std::filesystem::path& file, bool has_grid);

/// Writes X, u, inside and what else was asked for, in the format that the ending says, beside `file`, and renames.
void write_field(const std::filesystem::path& file, bool overwrite, const FieldPoints& where, const FieldResult& result,
                 const Snapshot& frame, const FieldOrigin& origin, const FieldOptions& options);

}  // namespace slurry
