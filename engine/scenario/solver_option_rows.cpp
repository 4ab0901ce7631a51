// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "scenario/option_binding.hpp"

// The rows of the solver, of the driving in time and of the integrator.
namespace slurry {

namespace {

/// What solver.method may be: the engines that there are, and any of them.
std::vector<std::string_view> engines_to_ask_for() {
  std::vector<std::string_view> names = engine_names();
  names.insert(names.begin(), any_engine);
  return names;
}

using G = std::size_t;

bool of_spheres(const Scenario& s, G) {
  return s.solver.model == BodyModel::spheres;
}
bool of_spheres_alone(const Scenario& s, G g) {
  return of_spheres(s, g) &&
         std::none_of(s.bodies.begin(), s.bodies.end(), [](const BodyGroup& b) { return b.shape == BodyShape::rod; });
}
bool is_adaptive(const Scenario& s, G) {
  return s.integrator.adaptive;
}

void add_sums(OptionTable& t) {
  t.push_back(tied(
      {.key = "solver.tolerance",
       .help = "largest allowed rms error of the body velocities, relative to their rms",
       .note =
           "If the bodies alone would have a larger rms velocity, the error is relative to that. The solver chooses "
           "cutoff, grid and window from this tolerance.",
       .range = {.lowest = 1e-12, .highest = 0.1},
       .change = Change::plan,
       .numerics = true,
       .aliases = {"tol", "eps", "epsilon", "rtol", "accuracy"},
       .view = {.panel = Panel::solver,
                .slider = Slider{.lowest = 1e-9, .highest = 1e-1, .scale = Scale::logarithmic},
                .keys = "[]"}},
      [](auto& s, G) -> auto& { return s.solver.tolerance; }));
  t.push_back(one_of(engines_to_ask_for(), tied(
                                               {.key = "solver.method",
                                                .help = "engine of the sum over the bodies",
                                                .numerics = true,
                                                .aliases = {"solver.engine", "algorithm"},
                                                .view = {.panel = Panel::solver, .more = true}},
                                               [](auto& s, G) -> auto& { return s.solver.method; })));
  t.push_back(tied(
      {.key = "solver.device",
       .help = "where the sums are evaluated; auto takes the device if there is one, otherwise the host",
       .numerics = true,
       .aliases = {"gpu", "space", "backend"},
       .view = {.panel = Panel::solver, .more = true}},
      [](auto& s, G) -> auto& { return s.solver.device; }));
  t.push_back(tied(
      {.key = "solver.variants",
       .help = "variants of the stages of the Ewald sum, such as \"P2P=per_target P2G=rows\"; stages that are not "
               "named use the quickest variant",
       .note = "slurry bench variants lists the variants with their times.",
       .change = Change::plan,
       .numerics = true,
       .aliases = {"variant", "stages", "kernels"},
       .view = {.panel = Panel::solver, .more = true, .label = "Variants of stages"}},
      [](auto& s, G) -> auto& { return s.solver.variants; }));
  t.push_back(tied(
      {.key = "solver.direct_terms",
       .help = "precision of the terms of a direct sum in free space; the terms are added up in fp64. fp32 is quicker "
               "and suits tolerances from 2e-6",
       .numerics = true,
       .aliases = {"solver.precision"},  // elsewhere it may be that of what is written
       .view = {.panel = Panel::solver, .more = true, .label = "Terms of a direct sum"},
       .applies = [](const Scenario& s, G) { return s.domain.kind == DomainKind::free_space; }},
      [](auto& s, G) -> auto& { return s.solver.direct_terms; }));
  t.push_back(tied(
      {.key = "solver.model",
       .help = "model of the bodies. spheres: Rotne-Prager with Faxen terms. points: point forces (Oseen tensor); a "
               "single point settles at the speed of a sphere of this radius",
       .view = {.panel = Panel::solver, .more = true, .label = "Bodies as"}},
      [](auto& s, G) -> auto& { return s.solver.model; }));
}

void add_contacts(OptionTable& t) {
  t.push_back(tied(
      {.key = "solver.contacts",
       .help = "pushes overlapping spheres apart after each step",
       .aliases = {"collisions", "excluded_volume"},
       .view = {.panel = Panel::solver, .more = true},
       .applies = of_spheres},
      [](auto& s, G) -> auto& { return s.solver.contacts; }));
  t.push_back(tied(
      {.key = "solver.contact_tolerance",
       .unit = "radius",
       .help = "largest overlap that may remain after bodies are pushed apart",
       .range = {.lowest = 1e-10, .highest = 1e-2},
       .numerics = true,
       .aliases = {"overlap"},
       .applies = [](const Scenario& s, G) { return s.solver.contacts; }},
      [](auto& s, G) -> auto& { return s.solver.contact_tolerance; }));
  t.push_back(tied(
      {.key = "solver.repulsion_force",
       .symbol = "F₀",
       .unit = "force",
       .help = "strength F0 of a steric repulsion F0 exp(-gap/range) between bodies, and between bodies and the wall",
       .range = not_negative,
       .aliases = {"repulsion", "f0"},
       .view = {.panel = Panel::solver, .more = true, .label = "Repulsion"}},
      [](auto& s, G) -> auto& { return s.solver.repulsion_force; }));
  t.push_back(tied(
      {.key = "solver.repulsion_range",
       .unit = "length",
       .help = "range of the steric repulsion",
       .range = positive,
       .aliases = {"debye_length"},
       .view = {.panel = Panel::solver, .more = true, .label = "Its range"},
       .applies = [](const Scenario& s, G) { return s.solver.repulsion_force > 0; }},
      [](auto& s, G) -> auto& { return s.solver.repulsion_range; }));
  t.push_back(tied(
      {.key = "solver.lubrication",
       .help = "adds the lubrication resistance of narrow gaps between spheres and at the wall",
       .note = "Each step then solves a linear system. exact: the correct series. printed: the formulas as the source "
               "paper prints them, misprints included.",
       .view = {.panel = Panel::solver, .more = true},
       .applies = of_spheres_alone},
      [](auto& s, G) -> auto& { return s.solver.lubrication; }));
  t.push_back(tied(
      {.key = "solver.deterministic",
       .help = "makes the result of the same file and seed the same bit for bit on the same machine",
       .numerics = true,
       .aliases = {"reproducible"},
       .view = {.panel = Panel::solver, .more = true}},
      [](auto& s, G) -> auto& { return s.solver.deterministic; }));
}

void add_time(OptionTable& t) {
  t.push_back(tied(
      {.key = "driving.kind",
       .help = "variation of gravity, external forces and flow in time: steady, times cos(2 pi t/period), or "
               "alternately forward and backward",
       .view = {.panel = Panel::scenario, .more = true, .label = "Driving"}},
      [](auto& s, G) -> auto& { return s.driving.kind; }));
  t.push_back(tied(
      {.key = "driving.period",
       .unit = "time",
       .help = "period of the driving",
       .range = positive,
       .view = {.panel = Panel::scenario, .more = true, .label = "Its period"},
       .applies = [](const Scenario& s, G) { return s.driving.kind != DrivingKind::steady; }},
      [](auto& s, G) -> auto& { return s.driving.period; }));

  t.push_back(tied(
      {.key = "integrator.kind",
       .help = "rule of the time integration",
       .numerics = true,
       .aliases = {"scheme", "integrator.method"},
       .view = {.panel = Panel::solver, .more = true, .label = "Integrator"}},
      [](auto& s, G) -> auto& { return s.integrator.kind; }));
  t.push_back(tied(
      {.key = "integrator.time_step",
       .symbol = "Δt",
       .unit = "time",
       .help = "time step; with integrator.adaptive, the largest time step",
       .range = positive,
       .change = Change::live,
       .numerics = true,
       .aliases = {"dt", "integrator.h", "integrator.step", "delta_t"},
       .view = {.panel = Panel::physics,
                .slider = Slider{.lowest = 0.05, .highest = 10, .scale = Scale::logarithmic, .of_start = true}}},
      [](auto& s, G) -> auto& { return s.integrator.time_step; }));
  t.push_back(tied(
      {.key = "integrator.adaptive",
       .help = "adapts the time step to the movement of the bodies and to the error of the step",
       .change = Change::live,
       .numerics = true,
       .view = {.panel = Panel::physics, .more = true, .label = "Adaptive step"}},
      [](auto& s, G) -> auto& { return s.integrator.adaptive; }));
  t.push_back(tied(
      {.key = "integrator.largest_move",
       .unit = "radius",
       .help = "largest distance by which two neighbouring bodies may move relative to each other in one step",
       .range = {.lowest = 0.001, .highest = 1},
       .change = Change::live,
       .numerics = true,
       .view = {.panel = Panel::physics, .more = true},
       .applies = is_adaptive},
      [](auto& s, G) -> auto& { return s.integrator.largest_move; }));
  t.push_back(tied(
      {.key = "integrator.tolerance",
       .help = "largest allowed error of a step per unit of time, relative to the rms velocity (in a shear, to that "
               "beside the flow at the mean place of the bodies); under an oscillating "
               "drive, "
               "to the largest rms velocity within about a period",
       .range = {.lowest = 1e-12, .highest = 1},
       .change = Change::live,
       .numerics = true,
       .aliases = {"tol", "local_error"},
       .view = {.panel = Panel::physics, .more = true, .label = "Local error"},
       .applies = is_adaptive},
      [](auto& s, G) -> auto& { return s.integrator.tolerance; }));
}

}  // namespace

void add_solver_options(OptionTable& t) {
  add_sums(t);
  add_contacts(t);
  add_time(t);
}

}  // namespace slurry
