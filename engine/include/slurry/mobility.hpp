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

// Velocities of bodies from the forces on them, as `slurry mobility` gives them.  Any
// coherent system of units.  A Runtime must live while solve_mobility() works.
namespace slurry {

/// Bodies and where the field is wanted.  Arrays are row-major (N,3).
struct MobilityProblem {
  Domain domain;
  double viscosity = 1;
  std::vector<double> radii;      ///< one per body, or one for all [length]; not needed for points
  std::vector<double> positions;  ///< Y (N,3) [length]
  std::vector<double> forces;     ///< F (N,3) [force]
  std::vector<double> points;     ///< X (M,3) [length]; may be empty
};

/// Velocity that a field has at points inside bodies.
enum class InsideBodies {
  motion,  ///< the motion of the body, V + Omega x (x - Y)
  nan      ///< not a number
};
template <>
inline constexpr std::array words<InsideBodies>{Word<InsideBodies>{InsideBodies::motion, "motion"},
                                                Word<InsideBodies>{InsideBodies::nan, "nan"}};

/// Options of a mobility. They include the wishes for the sums over bodies, wall and images; the rest is computed on
/// the host.
struct MobilityOptions : SumWishes {
  double tolerance = 1e-3;  ///< rms error of V over the rms of V (spheres: over mu0 F where that is larger); of u over
                            ///< the rms of u
  BodyModel model = BodyModel::spheres;
  NetFlow net_flow;
  InsideBodies inside = InsideBodies::motion;  ///< velocity of the field inside bodies
  int measured_targets = 64;                   ///< bodies and wall points at which the error is measured; 0: it is not
  std::uint64_t seed = 1;                      ///< seed of their random choice
};

/// Mean flow through a section of a pipe.
struct MeanFlow {
  double flux = 0;               ///< volume per time
  double pressure_gradient = 0;  ///< mean dp/dx
};

/// Parameters that a mobility chose, for reports and files.
struct MobilityParameters {
  bool all_pairs = false;                  ///< every sum is over all pairs, with no error but rounding
  Device device = Device::host;            ///< device of the sums; the host does the rest
  SumChoice bodies_choice, images_choice;  ///< choices of the sums below
  std::map<std::string, std::string> own;  ///< wishes of SumWishes::own that the sum over the bodies heeds
  ParameterReport bodies_sum;              ///< bodies -> bodies and wall, in the lengths of the problem
  ParameterReport images_sum;              ///< wall images -> bodies, likewise
  std::shared_ptr<const SumPlan> bodies_plan;
  double plan_length = 1;  ///< unit of the plan's lengths [length]: the radius of a pipe
  int wall_points_axial = 0, wall_points_angular = 0;
  double wall_spacing = 0;  ///< h [length]
  double image_radius = 0;  ///< R_s [length]
};

struct MobilityResult {
  std::vector<double> velocities;  ///< V (N,3) [length/time]; points: without their own singular field
  std::vector<double> field;  ///< u (M,3) at the points [length/time]; inside bodies as MobilityOptions::inside says
  std::vector<std::int32_t> inside;  ///< (M): number of the body that a point lies in, -1: it lies in the fluid
  MeanFlow flow;
  /// Axial force of the fluid on the wall over one period, from the traction; NaN without a wall.
  double wall_drag = 0;
  ErrorReport errors;      ///< errors of V
  ErrorEntry field_error;  ///< error of u in the fluid, rms over the rms of u there; NaN: not known
  MobilityParameters parameters;
  StageTimes times;
  double solve_seconds = 0, field_seconds = 0, measure_seconds = 0;  ///< seconds of wall time, plans included
};

/// Throws InputError (shapes, a body outside of the pipe) and RefusedError (tolerance, memory).
/// Source: theory/pipe-wall.md, theory/rotne-prager.md.
MobilityResult solve_mobility(const MobilityProblem& problem, const MobilityOptions& options);

/// Writes a file with everything that `slurry mobility` reads, described, in the group "example": a few spheres in a
/// pipe and points of the field.  Throws InputError; an existing file is not replaced.
void write_mobility_example(const std::filesystem::path& file);

/// Reads group `group` with the layout of pipe_reference.h5: Y, F, optional X, attributes eta, a, and R and L (a pipe),
/// L alone (one periodic direction), neither (free space).  model: a is needed for spheres alone.  Throws InputError.
MobilityProblem read_mobility_problem(const std::filesystem::path& file, const std::string& group, BodyModel model);

/// Writes V, u, the flow, errors, parameters and times beside `file` and renames.  Throws InputError.
void write_mobility_result(const std::filesystem::path& file, bool overwrite, const MobilityResult& result,
                           const MobilityProblem& problem, const MobilityOptions& options);

}  // namespace slurry
