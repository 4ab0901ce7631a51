// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "io/hdf5_file.hpp"
#include "io/hdf5_probe.hpp"
#include "io/sum_parameters.hpp"
#include "slurry/error.hpp"
#include "slurry/mobility.hpp"
#include "slurry/quantity.hpp"
#include "slurry/runtime.hpp"

namespace slurry {
namespace {

constexpr const char* pipe_convention =
    "V = velocities of the bodies at Y, u = velocity of the fluid at X, from forces F; u = 1/(8 pi eta) sum of G f, "
    "G = I/r + rr/r^3, no-slip wall at y^2 + z^2 = R^2, period L along x; pressure_gradient is the mean dp/dx";
constexpr const char* periodic_convention =
    "V = velocities of the bodies at Y, u = velocity of the fluid at X, from forces F; u = 1/(8 pi eta) sum of G f "
    "over "
    "the bodies and their images along x; gauge: k = 0 mode (1/L)(-4 ln rho - 4) axially and "
    "(1/L)(-(2 ln rho + 3) I + 2 rho rho/rho^2) across; in the gauge -(4/L) ln rho, (2/L)(-ln rho I + rho rho/rho^2), "
    "u "
    "is larger by diag(4,3,3)/(8 pi eta L) times the sum of F";
constexpr const char* free_convention =
    "V = velocities of the bodies at Y, u = velocity of the fluid at X, from forces F; u = 1/(8 pi eta) sum of G f";

void write_sum(Hdf5Writer& out, const std::string& group, const std::string& about, const ParameterReport& report,
               const SumChoice& choice, Device device) {
  out.group(group);
  DescribedAttributes to(out, group, about, input_units);
  to.set("device", word_of(device), "Device on which the sum is evaluated");
  write_choice(to, choice, "Engine of the sum");
  for (const ParameterReport::Part& part : report.parts)
    if (part.title.empty()) write_values(to, part, sum_file_name);
  to.write();
}

void write_error(Hdf5Writer& out, const std::string& group, const std::string& about, const ErrorEntry& e) {
  out.group(group);
  DescribedAttributes to(out, group, about, input_units);
  to.set("asked", e.asked, "Error that was asked for");
  to.set("predicted", e.predicted, "Error that is predicted from the parameters");
  if (std::isfinite(e.measured)) to.set("measured", e.measured, "Measured error");
  to.write();
}

void write_timings(Hdf5Writer& out, const MobilityResult& r) {
  out.group("timings");
  DescribedAttributes to(out, "timings", "Times of the parts of the work", input_units);
  for (const auto& [stage, seconds] : r.times)
    if (seconds > 0) to.set(stage, seconds, "Time of the stage", "s");
  to.set("solve", r.solve_seconds, "Time of the velocities of the bodies", "s");
  to.set("field", r.field_seconds, "Time of the velocities of the fluid", "s");
  to.set("measure", r.measure_seconds, "Time of measuring errors", "s");
  to.write();
}

}  // namespace

MobilityProblem read_mobility_problem(const std::filesystem::path& file, const std::string& group, BodyModel model) {
  probe_hdf5(file);
  const Hdf5Reader in(file);
  in.require_group(group);
  std::vector<std::string> needed{"Y", "F", "eta"};
  if (model == BodyModel::spheres) needed.emplace_back("a");
  in.require_members(group, needed);
  MobilityProblem p;
  constexpr std::string_view known[] = {"Y", "F", "X", "a", "eta", "R", "L"};
  p.unknown = in.unknown_values(group, known);
  p.positions = in.read_vectors(group + "/Y");
  p.forces = in.read_vectors(group + "/F");
  if (p.forces.size() != p.positions.size())
    throw InputError(text("'{}': {}/F has {} rows but {}/Y has {}", file.string(), group, p.forces.size() / 3, group,
                          p.positions.size() / 3));
  if (in.given(group + "/X")) p.points = in.read_vectors(group + "/X");
  const auto given = [&](const char* name) { return in.has_attribute(group, name) || in.given(group + "/" + name); };
  p.viscosity = in.read_number(group, "eta");
  if (given("a") || model == BodyModel::spheres) p.radii = in.read_numbers(group, "a");
  if (model == BodyModel::spheres && p.radii.size() != 1 && p.radii.size() != p.positions.size() / 3)
    throw InputError(text("'{}': 'a' at {} has {} entries for {} bodies; give one number, or one per body",
                          file.string(), group, p.radii.size(), p.positions.size() / 3));
  p.domain.kind = given("R") ? DomainKind::pipe : given("L") ? DomainKind::periodic_1 : DomainKind::free_space;
  if (p.domain.kind == DomainKind::pipe) p.domain.radius = in.read_number(group, "R");
  if (p.domain.kind != DomainKind::free_space) p.domain.length = in.read_number(group, "L");
  return p;
}

void write_mobility_result(const std::filesystem::path& file, bool overwrite, const MobilityResult& r,
                           const MobilityProblem& problem, const MobilityOptions& options) {
  const bool pipe = problem.domain.kind == DomainKind::pipe;
  Hdf5Writer out(file, overwrite);
  out.write_vectors("V", r.velocities);
  describe(out, "V",
           options.model == BodyModel::spheres
               ? "Velocities of the bodies at Y"
               : "Velocities at Y that come from the other points, images and the net flow; the mobility of each point "
                 "itself is left out",
           "unit of F divided by the units of eta and of length", input_units);
  if (!problem.points.empty()) {
    out.write_vectors("u", r.field);
    describe(out, "u",
             options.inside == InsideBodies::motion
                 ? "Velocities at X: the velocity of the fluid, or inside a body its motion V + Omega x (X - Y)"
                 : "Velocities of the fluid at X; NaN inside bodies",
             "unit of F divided by the units of eta and of length", input_units);
    out.write("inside", std::span<const std::int32_t>(r.inside));
    describe(out, "inside", "Number of the body that a point of X lies in; -1: it lies in the fluid");
  }
  DescribedAttributes root(out, "/", "Velocities of bodies under forces, computed by slurry mobility", input_units);
  if (pipe) {
    root.set("flux", r.flow.flux, "Flux through the pipe", "length^2 velocity");
    root.set("pressure_gradient", r.flow.pressure_gradient, "Mean pressure gradient dp/dx", "force/length^3");
    root.set("wall_drag", r.wall_drag, "Force of the fluid on the wall along x, per period", "force");
    root.set("net_flow", word_of(options.net_flow.kind), "Condition on the mean flow");
  }
  root.set("bodies", word_of(options.model), "Model of the bodies");
  root.set("tolerance", options.tolerance, "Error of the velocities over error_scale, as asked for");
  root.set("error_predicted", r.errors.total.predicted,
           "Error of the velocities over error_scale, as predicted from the parameters");
  if (std::isfinite(r.errors.total.measured))
    root.set("error_measured", r.errors.total.measured, "Error of the velocities over error_scale, as measured");
  if (!problem.points.empty() && std::isfinite(r.field_error.predicted))
    root.set("field_error_predicted", r.field_error.predicted,
             "Rms error of u over the rms of u in the fluid, as predicted from the parameters");
  if (!problem.points.empty() && std::isfinite(r.field_error.measured))
    root.set("field_error_measured", r.field_error.measured,
             "Rms error of u over the rms of u in the fluid, as measured by an independent evaluation");
  root.set("error_scale", r.errors.scale,
           "Velocity S to which the errors are relative: the rms of V, or the rms velocity that the bodies would have "
           "alone under their forces if that is larger",
           "unit of F divided by the units of eta and of length");
  root.set("ranks", std::int64_t{r.ranks}, "Number of processes");
  if (r.ranks > 1) {
    root.set("sums_together", std::int64_t{r.sums_together}, "Number of sums that all ranks computed together");
    root.set("sums_alone", std::int64_t{r.sums_alone}, "Number of sums that rank 0 computed alone");
    if (!r.alone_because.empty()) root.set("alone_because", r.alone_because, "Why rank 0 computed sums alone");
  }
  root.set("split", word_of(Split::prolate), "How the kernel is split into near and far field");
  root.set("precision", word_of(Precision::fp64), "Precision of the terms");
  root.set("convention",
           pipe                                            ? pipe_convention
           : problem.domain.kind == DomainKind::periodic_1 ? periodic_convention
                                                           : free_convention,
           "Formula of the velocities");
  if (depends_on_gauge(problem.domain, problem.forces)) {
    root.set("gauge_dependent", std::int64_t{1}, gauge_sentence);
    root.set("error_scale_gauge_dependent", std::int64_t{1}, "error_scale depends on the gauge, like the velocities");
  }
  root.write();

  const MobilityParameters& p = r.parameters;
  write_sum(out, "parameters/bodies_sum", "The sum over the bodies", p.bodies_sum, p.bodies_choice, p.device);
  if (pipe) {
    write_sum(out, "parameters/images_sum", "The sum over the image forces of the wall", p.images_sum, p.images_choice,
              p.device);
    DescribedAttributes to(out, "parameters", "Parameters that follow from the tolerance", input_units);
    to.set("length_unit_of_sums", "R", "Unit of the lengths of both sums: the radius of the pipe");
    to.set("wall_points_axial", std::int64_t(p.wall_points_axial), "Points of the wall along the axis");
    to.set("wall_points_angular", std::int64_t(p.wall_points_angular), "Points of the wall around the axis");
    to.set("wall_spacing", p.wall_spacing, "Distance between points of the wall", "length");
    to.set("image_radius", p.image_radius, "Distance of the image forces of the wall from the axis", "length");
    to.write();
  }
  write_error(out, "errors/sum", "Error of the sums over bodies and images", r.errors.sum);
  if (pipe) write_error(out, "errors/wall", "Effect on the bodies of the slip that remains on the wall", r.errors.wall);
  write_error(out, "errors/arithmetic", "Error of rounding", r.errors.arithmetic);
  write_error(out, "errors/total", "Error of the velocities of the bodies over error_scale, from all sources together",
              r.errors.total);
  if (std::isfinite(r.errors.total_over_rms.predicted))
    write_error(
        out, "errors/total_over_rms_velocity",
        "Error of the velocities of the bodies over the rms of V, given if this is less than half of error_scale",
        r.errors.total_over_rms);
  if (!problem.points.empty() && std::isfinite(r.field_error.predicted))
    write_error(out, "errors/field",
                "Rms error of u over the rms of u in the fluid; it is measured at up to 512 of the points X",
                r.field_error);
  if (pipe)
    write_error(out, "errors/wall_slip", "Rms velocity on the wall, where it should be zero, over error_scale",
                r.errors.wall_slip);
  DescribedAttributes errors(out, "errors", "Errors by their sources", input_units);
  errors.set("measured_targets", std::int64_t(options.measured_targets),
             "Number of random bodies at which errors were measured");
  errors.write();

  write_timings(out, r);
  out.commit();
}

}  // namespace slurry
