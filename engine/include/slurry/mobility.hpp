// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "slurry/domain.hpp"
#include "slurry/error_report.hpp"
#include "slurry/options.hpp"
#include "slurry/report.hpp"

// Computes velocities of bodies from the forces on them, as `slurry mobility` does. Any consistent system of units may
// be used. A Runtime must exist while solve_mobility() works.
namespace slurry {

/// The bodies, and the points at which the field is wanted. Arrays are row-major (N,3).
struct MobilityProblem {
  Domain domain;
  double viscosity = 1;
  std::vector<double> radii;      ///< one radius per body, or one for all [length]; points need none
  std::vector<double> positions;  ///< Y (N,3) [length]
  std::vector<double> forces;     ///< F (N,3) [force]
  std::vector<double> points;     ///< X (M,3), points of the field [length]; may be empty
  /// Names of values beside these in the group of a file. They mean nothing here.
  std::vector<std::string> unknown;
};

/// Value of the velocity field at points inside bodies.
enum class InsideBodies {
  motion,  ///< the motion of the body, V + Omega x (x - Y)
  nan      ///< not a number
};
template <>
inline constexpr std::array words<InsideBodies>{Word<InsideBodies>{InsideBodies::motion, "motion"},
                                                Word<InsideBodies>{InsideBodies::nan, "nan"}};

/// Options of a mobility calculation. SumWishes holds the wishes for the sums over bodies, wall and images; everything
/// else is computed on the host.
struct MobilityOptions : SumWishes {
  /// rms error of V over the rms of V (for spheres: over the rms of mu0 F if that is larger), and rms error of u over
  /// the rms of u.
  double tolerance = 1e-3;
  BodyModel model = BodyModel::spheres;
  NetFlow net_flow;
  InsideBodies inside = InsideBodies::motion;  ///< velocity of the field inside bodies
  int measured_targets = 64;                   ///< number of bodies and wall points for measuring the error; 0: none
  std::uint64_t seed = 1;                      ///< seed of the random choice of these bodies and points
};

/// Mean flow through the cross-section of a pipe.
struct MeanFlow {
  double flux = 0;               ///< volume per time through the section
  double pressure_gradient = 0;  ///< mean dp/dx [pressure/length]
};

/// Parameters that a mobility calculation chose. Reports and files show them.
struct MobilityParameters {
  bool all_pairs = false;                  ///< every sum is over all pairs, so that only rounding errors remain
  Device device = Device::host;            ///< device of the sums; the host does the rest
  SumChoice bodies_choice, images_choice;  ///< choices of the engines for the two sums below
  std::map<std::string, std::string> own;  ///< wishes of SumWishes::own that the sum over the bodies follows
  ParameterReport bodies_sum;              ///< sum from bodies to bodies and wall, in the lengths of the problem
  ParameterReport images_sum;              ///< sum from wall images to bodies, in the lengths of the problem
  std::shared_ptr<const SumPlan> bodies_plan;
  double plan_length = 1;  ///< unit of the plan's lengths [length]; for a pipe, its radius
  int wall_points_axial = 0, wall_points_angular = 0;
  double wall_spacing = 0;  ///< h [length]
  double image_radius = 0;  ///< R_s [length]
};

struct MobilityResult {
  std::vector<double> velocities;  ///< V (N,3) [length/time]; for points, without their own singular field
  std::vector<double> field;       ///< u (M,3) at the points [length/time]; MobilityOptions::inside rules inside bodies
  std::vector<std::int32_t> inside;  ///< (M): number of the body that holds the point; -1: the point is in the fluid
  MeanFlow flow;
  /// Axial force of the fluid on the wall over one period, computed from the traction. NaN without a wall.
  double wall_drag = 0;
  ErrorReport errors;      ///< errors of V
  ErrorEntry field_error;  ///< rms error of u in the fluid, over the rms of u there; NaN: not known
  MobilityParameters parameters;
  StageTimes times;
  double solve_seconds = 0, field_seconds = 0, measure_seconds = 0;  ///< seconds of wall time, including planning
  int ranks = 1;                                                     ///< number of processes
  /// Number of the sums that all ranks computed together, and of those that rank 0 computed alone, where there are
  /// several ranks. alone_because: why it did, as the end of a sentence.
  long sums_together = 0, sums_alone = 0;
  std::string alone_because;
};

/// Solves for velocities, field and mean flow. Throws InputError (shapes, a body outside of the pipe) and RefusedError
/// (tolerance, memory). Source: theory/pipe-wall.md, theory/rotne-prager.md.
MobilityResult solve_mobility(const MobilityProblem& problem, const MobilityOptions& options);

/// Writes an example of an input file of `slurry mobility`, with descriptions, in the group "example": a few spheres in
/// a pipe and points of the field. Throws InputError; an existing file is not replaced.
void write_mobility_example(const std::filesystem::path& file);

/// Reads group `group` of a file with the layout of pipe_reference.h5: Y, F, optionally X, and the attributes eta and
/// a. The attributes R and L mean a pipe, L alone one periodic direction, and neither of them free space. model: only
/// spheres need a. Throws InputError.
MobilityProblem read_mobility_problem(const std::filesystem::path& file, const std::string& group, BodyModel model);

/// Writes V, u, mean flow, errors, parameters and times. The data are written to a temporary file beside `file`, which
/// is then renamed. Throws InputError.
void write_mobility_result(const std::filesystem::path& file, bool overwrite, const MobilityResult& result,
                           const MobilityProblem& problem, const MobilityOptions& options);

}  // namespace slurry
