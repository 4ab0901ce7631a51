// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "io/choice_words.hpp"
#include "io/hdf5_file.hpp"
#include "io/hdf5_probe.hpp"
#include "io/sum_parameters.hpp"
#include "slurry/error.hpp"
#include "slurry/mobility.hpp"
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
    "(1/L)(-(2 ln rho + 3) I + 2 rho rho/rho^2) across; the gauge -(4/L) ln rho, (2/L)(-ln rho I + rho rho/rho^2) has "
    "diag(4,3,3)/(8 pi eta L) times the sum of F more";
constexpr const char* free_convention =
    "V = velocities of the bodies at Y, u = velocity of the fluid at X, from forces F; u = 1/(8 pi eta) sum of G f";

const char* name_of(NetFlowKind kind) {
  switch (kind) {
    case NetFlowKind::zero_gradient:
      return "zero-gradient";
    case NetFlowKind::gradient:
      return "gradient";
    case NetFlowKind::flux:
      return "flux";
    case NetFlowKind::zero_flux:
      break;
  }
  return "zero-flux";
}

void write_sum(Hdf5Writer& out, const std::string& group, const EwaldParameters& p, const MethodChoice& choice,
               Device device) {
  out.group(group);
  write_box(out, group, p.box);
  out.attribute(group, "device", slurry::name_of(device));
  out.attribute(group, "method", p.grid[0] > 0 ? "ewald" : "direct");
  out.attribute(group, "method_chosen_by", chosen_by_word(choice.by));
  out.attribute(group, "direct_seconds", choice.direct_seconds);
  out.attribute(group, "ewald_seconds", choice.ewald_seconds);
  if (p.grid[0] > 0) write_ewald_parameters(out, group, p);
}

void write_error(Hdf5Writer& out, const std::string& group, const ErrorEntry& e) {
  out.group(group);
  out.attribute(group, "asked", e.asked);
  out.attribute(group, "predicted", e.predicted);
  out.attribute(group, "measured", e.measured);
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
  if (!problem.points.empty()) out.write_vectors("u", r.field);
  if (pipe) {
    out.attribute("/", "flux", r.flow.flux);
    out.attribute("/", "pressure_gradient", r.flow.pressure_gradient);
    out.attribute("/", "wall_drag", r.wall_drag);
    out.attribute("/", "net_flow", name_of(options.net_flow.kind));
  }
  out.attribute("/", "bodies", options.model == BodyModel::spheres ? "spheres" : "points");
  out.attribute("/", "tolerance", options.tolerance);
  out.attribute("/", "error_predicted", r.errors.total.predicted);
  out.attribute("/", "error_measured", r.errors.total.measured);
  out.attribute("/", "split", "prolate");
  out.attribute("/", "precision", "fp64");
  out.attribute("/", "convention",
                pipe                                            ? pipe_convention
                : problem.domain.kind == DomainKind::periodic_1 ? periodic_convention
                                                                : free_convention);

  const MobilityParameters& p = r.parameters;
  write_sum(out, "parameters/bodies_sum", p.bodies_sum, p.bodies_choice, p.device);
  if (pipe) {
    write_sum(out, "parameters/images_sum", p.images_sum, p.images_choice, p.device);
    out.attribute("parameters", "length_unit_of_sums", "R");
    out.attribute("parameters", "wall_points_axial", std::int64_t(p.wall_points_axial));
    out.attribute("parameters", "wall_points_angular", std::int64_t(p.wall_points_angular));
    out.attribute("parameters", "wall_spacing", p.wall_spacing);
    out.attribute("parameters", "image_radius", p.image_radius);
  }
  write_error(out, "errors/near_far", r.errors.near_far);
  if (pipe) write_error(out, "errors/wall", r.errors.wall);
  write_error(out, "errors/total", r.errors.total);
  out.attribute("errors", "measured_targets", std::int64_t(options.measured_targets));

  out.group("timings");
  for (const auto& [stage, seconds] : r.times)
    if (seconds > 0) out.attribute("timings", stage, seconds);
  out.attribute("timings", "solve", r.solve_seconds);
  out.attribute("timings", "field", r.field_seconds);
  out.attribute("timings", "measure", r.measure_seconds);
  out.commit();
}

}  // namespace slurry
