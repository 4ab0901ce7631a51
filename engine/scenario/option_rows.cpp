// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "scenario/option_binding.hpp"
#include "slurry/quantity.hpp"

// The rows but those of bodies and of the solver: every key of a scenario file once, with its field.
namespace slurry {

namespace {

using G = std::size_t;

bool in_pipe(const Scenario& s, G) {
  return s.domain.kind == DomainKind::pipe;
}
bool has_length(const Scenario& s, G) {
  return s.domain.kind == DomainKind::pipe || s.domain.kind == DomainKind::periodic_1;
}
bool in_cell(const Scenario& s, G) {
  return s.domain.kind == DomainKind::periodic_3;
}
bool in_free_space(const Scenario& s, G) {
  return s.domain.kind == DomainKind::free_space;
}
bool is_pulled(const Scenario& s, G) {
  return std::any_of(s.bodies.begin(), s.bodies.end(), [](const BodyGroup& b) { return b.force != 0; });
}

/// Marks the size of the domain as given, so that it no longer follows from other values.
void fix_size(Scenario& s, G) {
  if (s.length_from_fraction)
    for (BodyGroup& g : s.bodies) g.count_from_fraction = g.volume_fraction.has_value();
  s.length_from_fraction = false;
}

/// Scales a vector to length 1.  A unit vector, such as the one that a recorded run gives, is not rounded again.
void normalise(std::array<double, 3>& v) {
  const double length = std::hypot(v[0], v[1], v[2]);
  if (length > 0 && std::abs(length - 1) > 2 * std::numeric_limits<double>::epsilon())
    for (double& x : v) x /= length;
}

constexpr double degree = std::numbers::pi / 180;

/// Angle between a direction and the pipe's axis.
double tilt_of(const OptionValue& direction) {
  const auto& d = std::get<std::array<double, 3>>(direction);
  return std::atan2(std::hypot(d[1], d[2]), std::abs(d[0])) / degree;  // exact near 0, where acos is not
}
OptionValue direction_with(double tilt) {
  return std::array<double, 3>{std::cos(tilt * degree), -std::sin(tilt * degree), 0};
}

void add_titles(OptionTable& t) {
  t.push_back(tied(
      {.key = "name", .help = "short name of the scenario; if it is empty, the name of the file", .numerics = true},
      [](auto& s, G) -> auto& { return s.name; }));
  t.push_back(tied(
      {.key = "title", .help = "one line that the gallery shows", .numerics = true},
      [](auto& s, G) -> auto& { return s.title; }));
  t.push_back(tied(
      {.key = "description", .help = "text that says what should happen, and why", .numerics = true},
      [](auto& s, G) -> auto& { return s.description; }));
  t.push_back(tied(
      {.key = "units",
       .help = "units of all values. reduced: lengths in a, velocities in U0 = F/(6 pi eta a), times in a/U0. SI: "
               "metres, seconds, newtons",
       .of_start = true},
      [](auto& s, G) -> auto& { return s.units; }));
}

void add_fluid_and_domain(OptionTable& t) {
  t.push_back(tied(
      {.key = "fluid.viscosity",
       .symbol = "η",
       .unit = "force time/length^2",
       .help = "dynamic viscosity eta; with the default, 6 pi eta a is 1 for a = 1",
       .note = "A single body settles at U0 = F/(6 pi eta a), so twice the viscosity gives half the speed.",
       .range = positive,
       .change = Change::live,
       .aliases = {"eta", "mu", "dynamic_viscosity"},
       .view = {.panel = Panel::physics,
                .slider = Slider{.lowest = 0.1, .highest = 10, .scale = Scale::logarithmic, .of_start = true}}},
      [](auto& s, G) -> auto& { return s.viscosity; }));
  t.push_back(tied(
      {.key = "domain.kind",
       .help = "shape of the domain that holds the fluid; a pipe and its period lie along x",
       .of_start = true,
       .aliases = {"geometry", "box"},
       .view = {.panel = Panel::scenario, .more = true, .label = "Domain"}},
      [](auto& s, G) -> auto& { return s.domain.kind; }));
  t.push_back(without_standard(tied(
      {.key = "domain.radius",
       .symbol = "R",
       .unit = "length",
       .help = "radius R of the pipe",
       .example = 10.0,
       .range = positive,
       .of_start = true,
       .aliases = {"pipe_radius"},
       .view = {.panel = Panel::scenario, .label = "Radius of the pipe"},
       .applies = in_pipe},
      [](auto& s, G) -> auto& { return s.domain.radius; })));
  t.push_back(followed_by(without_standard(tied(
                              {.key = "domain.length",
                               .symbol = "L",
                               .unit = "length",
                               .help = "period L along x; if it is left out, it follows from count and volume fraction",
                               .example = 40.0,
                               .range = positive,
                               .of_start = true,
                               .aliases = {"period_length", "lx"},
                               .view = {.panel = Panel::scenario, .more = true, .label = "Period"},
                               .applies = has_length},
                              [](auto& s, G) -> auto& { return s.domain.length; })),
                          fix_size));
  t.push_back(followed_by(tied(
                              {.key = "domain.cell",
                               .unit = "length",
                               .help = "lengths of the periodic-3 cell along x, y and z",
                               .of_start = true,
                               .aliases = {"periods", "box_lengths"},
                               .view = {.panel = Panel::scenario, .more = true, .label = "Periods"},
                               .applies = in_cell},
                              [](auto& s, G) -> auto& { return s.domain.cell; }),
                          fix_size));
}

void add_flow_and_gravity(OptionTable& t) {
  t.push_back(tied(
      {.key = "flow.net_flow",
       .help = "mean flow along the pipe: no flux (a closed tube), no mean pressure gradient, a given dp/dx, or a "
               "given flux",
       .note =
           "In a closed pipe, sinking bodies displace an equal volume of liquid upwards. In an open pipe, they drag "
           "the liquid along.",
       .choices = all_words<NetFlowKind>(),
       .change = Change::live,
       .aliases = {"flux", "pressure_gradient", "gradient"},
       .view = {.panel = Panel::physics,
                .label = "Flow",
                .choices = {"Closed pipe (zero net flux)", "Open pipe (zero pressure gradient)",
                            "Given pressure gradient", "Given flux"}},
       .applies = in_pipe},
      [](auto& s, G) -> auto& { return s.net_flow; }));
  t.push_back(tied(
      {.key = "flow.shear_rate",
       .unit = "1/time",
       .help = "shear rate of the flow u_x = rate y in free space",
       .aliases = {"shear", "gamma_dot"},
       .view = {.panel = Panel::scenario, .more = true, .label = "Shear rate"},
       .applies = in_free_space},
      [](auto& s, G) -> auto& { return s.shear_rate; }));
  t.push_back(followed_by(
      tied(
          {.key = "gravity.direction",
           .help = "direction of the force of gravity on the bodies; the length of the vector does not matter",
           .note =
               "The tilt is the angle between gravity and the axis of the pipe. At 0 degrees the pipe is upright. At "
               "90 degrees it lies, and sinking bodies fall onto the wall.",
           .change = Change::live,
           .aliases = {"gravity.g", "tilt"},
           .view = {.panel = Panel::physics,
                    .where = [](const Scenario& s) { return in_pipe(s, 0); },  // elsewhere one angle does not say it
                    .label = "Tilt",
                    .slider = Slider{.highest = 90},
                    .as_number = AsNumber{.unit = "°",
                                          .range = {.lowest = 0, .highest = 90},
                                          .number = tilt_of,
                                          .value = direction_with}},
           .applies = is_pulled},
          [](auto& s, G) -> auto& { return s.gravity; }),
      [](Scenario& s, G) { normalise(s.gravity); }));
}

void add_run(OptionTable& t) {
  t.push_back(tied(
      {.key = "run.until",
       .unit = "time",
       .help = "stops exactly at this time, counted from the start of the run",
       .range = positive,
       .numerics = true,
       .aliases = {"run.end", "t_end", "duration", "run.time"}},
      [](auto& s, G) -> auto& { return s.run.until; }));
  t.push_back(tied(
      {.key = "run.steps",
       .help = "stops after this number of steps",
       .range = {.lowest = 1, .highest = 1e12},
       .numerics = true,
       .aliases = {"nsteps", "number_of_steps"}},
      [](auto& s, G) -> auto& { return s.run.steps; }));
  t.push_back(tied(
      {.key = "run.placement_seconds",
       .unit = "s",
       .help = "wall time after which random placement gives up",
       .range = positive,
       .numerics = true},
      [](auto& s, G) -> auto& { return s.run.placement_seconds; }));
  t.push_back(tied(
      {.key = "run.seed",
       .symbol = "seed",
       .help = "seed of the random numbers that place the bodies",
       .range = {.lowest = 0, .highest = 9.2e18},
       .of_start = true,
       .aliases = {"random_seed", "rng"},
       .view = {.panel = Panel::scenario}},
      [](auto& s, G) -> auto& { return s.run.seed; }));
  t.push_back(tied(
      {.key = "run.reverse_at",
       .unit = "time",
       .help = "time from which every force and flow has the opposite sign",
       .range = positive,
       .aliases = {"reversal"},
       .view = {.panel = Panel::scenario, .more = true, .label = "Reverse at"}},
      [](auto& s, G) -> auto& { return s.run.reverse_at; }));
  t.push_back(tied(
      {.key = "run.exit_distance",
       .unit = "length",
       .help = "the group counts as broken up once two bodies are farther apart than this",
       .range = positive},
      [](auto& s, G) -> auto& { return s.run.exit_distance; }));
}

std::vector<std::string_view> charts() {
  std::vector<std::string_view> names;
  for (const Quantity& q : *quantities())
    if ((q.shown & in_chart) != 0) names.push_back(q.name);
  return names;
}

/// How the window opens a scenario as a demonstration.  These keys live in Scenario::more.
void add_demonstration(OptionTable& t) {
  t.push_back({.key = "view.camera",
               .help = "direction from which the window looks at the bodies when it opens the scenario",
               .note =
                   "oblique: from the front and a little from above. front: at the x-y plane. side: at the x-z plane. "
                   "along-axis: along x.",
               .type = OptionType::choice,
               .standard = std::string("oblique"),
               .choices = {"oblique", "front", "side", "along-axis"},
               .numerics = true});
  t.push_back({.key = "view.flat",
               .help = "the window opens the scenario with gravity to the right instead of down",
               .type = OptionType::boolean,
               .standard = false,
               .numerics = true});
  t.push_back({.key = "view.zoom",
               .help = "zoom with which the window opens the scenario; 1 shows all of it",
               .type = OptionType::number,
               .standard = 1.0,
               .range = positive,
               .numerics = true});
  t.push_back({.key = "view.follow",
               .help = "number of the body that the window follows when it opens the scenario",
               .type = OptionType::integer,
               .range = not_negative,
               .numerics = true});
  t.push_back({.key = "view.chart",
               .help = "quantity that the window plots when it opens the scenario",
               .type = OptionType::choice,
               .choices = charts(),
               .numerics = true});
  t.push_back({.key = "view.speed",
               .unit = "time",
               .help = "time of the run that the window shows per second",
               .type = OptionType::number,
               .range = positive,
               .numerics = true});
  t.push_back({.key = "view.duration",
               .unit = "time",
               .help = "time at which the window compares the results with the expected values",
               .note = "If it is left out, the window compares at the end of the run.",
               .type = OptionType::number,
               .range = positive,
               .numerics = true});
  t.push_back({.key = "view.summary",
               .help = "one line on the physics, for the gallery of the window",
               .note = "If it is left out, the gallery shows the first sentence of the description.",
               .type = OptionType::text,
               .numerics = true});
  t.push_back({.key = "view.sums",
               .help = "the window sums points by every engine while the scenario is open, and draws the times",
               .type = OptionType::boolean,
               .standard = false,
               .numerics = true});
  t.push_back({.key = "view.tree",
               .help =
                   "draws the boxes of the tree if the fast multipole sum is used, and those that act on the selected "
                   "body",
               .note = "Other sums have no boxes. The window then says so.",
               .type = OptionType::boolean,
               .standard = false,
               .numerics = true});
  t.push_back({.key = "view.try_label",
               .help = "name of the change that the window offers to try",
               .type = OptionType::text,
               .numerics = true});
  t.push_back({.key = "view.try",
               .help = "changes that this button makes, as key=value; a semicolon separates two changes",
               .type = OptionType::text,
               .numerics = true});
}

void add_output_and_view(OptionTable& t) {
  t.push_back(followed_by(tied(
                              {.key = "output.interval",
                               .unit = "time",
                               .help = "time between recorded frames; 0: output.stride decides",
                               .note = "Steps end at multiples of this interval, whether the run is recorded or not.",
                               .range = not_negative,
                               .numerics = true,
                               .aliases = {"dt_out", "output_interval"}},
                              [](auto& s, G) -> auto& { return s.run.output_interval; }),
                          [](Scenario& s, G) {
                            if (s.run.output_interval > 0) s.run.output_seconds = 0;
                          }));
  t.push_back(followed_by(tied(
                              {.key = "output.stride",
                               .help = "number of steps between recorded frames",
                               .range = {.lowest = 1, .highest = 1e9},
                               .numerics = true,
                               .aliases = {"output.every", "output.frequency"},
                               .applies = [](const Scenario& s, G) { return !(s.run.output_interval > 0); }},
                              [](auto& s, G) -> auto& { return s.run.output_stride; }),
                          [](Scenario& s, G) { s.run.output_seconds = 0; }));
  t.push_back(tied(
      {.key = "output.seconds",
       .unit = "s of wall time",
       .help = "records a frame at least every so many seconds of wall time; 0 switches this off",
       .note = "It is off by default when a stride or an interval is given.",
       .range = not_negative,
       .numerics = true},
      [](auto& s, G) -> auto& { return s.run.output_seconds; }));
  t.push_back(tied(
      {.key = "output.angular_velocity",
       .help = "records the angular velocity of spheres (half the curl of the flow at their centres). Each frame then "
               "costs the time of about two more steps",
       .numerics = true,
       .aliases = {"omega"}},
      [](auto& s, G) -> auto& { return s.run.output_angular_velocity; }));
  t.push_back(tied(
      {.key = "output.moments",
       .help = "frames of a recording that hold the whole state, from which a run continues bit for bit",
       .note =
           "some: the first frame, the last frame, frames before a change, and further frames, as many as fit into a "
           "quarter of the space of all frames. all: every frame. end: the first and the last frame. To continue from "
           "any other frame, a deterministic run computes its way there from the newest whole state before it.",
       .numerics = true,
       // a file that is as usual is read by builds that do not know the key
       .written = [](const Scenario& s, G) { return s.run.output_moments != OutputMoments::some; }},
      [](auto& s, G) -> auto& { return s.run.output_moments; }));
  t.push_back(tied(
      {.key = "view.colour_by",
       .help = "quantity that the colours of the bodies show",
       .numerics = true,
       .aliases = {"color_by", "colour", "color"}},
      [](auto& s, G) -> auto& { return s.view.colour_by; }));
  t.push_back(tied(
      {.key = "view.slice", .help = "shows the velocity of the fluid on a plane", .numerics = true},
      [](auto& s, G) -> auto& { return s.view.slice; }));
  add_demonstration(t);
}

}  // namespace

void add_scenario_options(OptionTable& t) {
  add_titles(t);
  add_fluid_and_domain(t);
  add_flow_and_gravity(t);
  add_body_options(t);
  add_solver_options(t);
  add_run(t);
  add_output_and_view(t);
}

}  // namespace slurry
