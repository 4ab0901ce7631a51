// SPDX-License-Identifier: BSD-3-Clause
#include <array>
#include <cmath>
#include <filesystem>
#include <utility>

#include "scenario/option_row.hpp"
#include "scenario/position_file.hpp"

// The rows: every key of a scenario file once, with its field.
namespace slurry {

namespace {

using G = std::size_t;
using V = OptionValue;

constexpr double infinity = std::numeric_limits<double>::infinity();

double number(const V& v) {
  return std::get<double>(v);
}
const std::string& text(const V& v) {
  return std::get<std::string>(v);
}
bool boolean(const V& v) {
  return std::get<bool>(v);
}
std::int64_t integer(const V& v) {
  return std::get<std::int64_t>(v);
}
std::array<double, 3> vector(const V& v) {
  const auto& x = std::get<std::vector<double>>(v);
  return {x[0], x[1], x[2]};
}
V from_array(const std::array<double, 3>& a) {
  return std::vector<double>(a.begin(), a.end());
}

/// Words of an enumeration, in the order of its values.
template <class Enum, std::size_t n>
struct Words {
  std::array<std::string_view, n> words;
  V say(Enum e) const { return std::string(words[static_cast<std::size_t>(e)]); }
  Enum read(const V& v) const {
    std::size_t i = 0;
    while (i + 1 < n && words[i] != text(v)) ++i;
    return static_cast<Enum>(i);
  }
  std::vector<std::string_view> list() const { return {words.begin(), words.end()}; }
};

constexpr Words<Units, 2> unit_words{{"reduced", "SI"}};
constexpr Words<DomainKind, 4> domain_words{{"pipe", "free-space", "periodic-1", "periodic-3"}};
constexpr Words<PlacementKind, 6> placement_words{{"random", "positions", "row", "ring", "cloud", "lattice"}};
constexpr Words<LatticeKind, 4> lattice_words{{"cubic", "body-centred", "face-centred", "hexagonal"}};
constexpr Words<DrivingKind, 3> driving_words{{"steady", "oscillating", "reversing"}};
constexpr Words<SumMethod, 3> method_words{{"automatic", "ewald", "direct"}};
constexpr Words<Device, 3> device_words{{"auto", "host", "cuda"}};
constexpr Words<Precision, 2> precision_words{{"fp64", "fp32"}};
constexpr Words<BodyModel, 2> model_words{{"spheres", "points"}};
constexpr Words<BodyShape, 2> shape_words{{"sphere", "rod"}};
constexpr Words<RodModel, 2> rod_words{{"line", "chain"}};
constexpr Words<RodTarget, 2> target_words{{"spheroid", "cylinder"}};
constexpr Words<OrientationLaw, 2> orientation_words{{"random", "aligned"}};
constexpr Words<LubricationLaw, 3> lubrication_words{{"none", "exact", "printed"}};
constexpr Words<IntegratorKind, 6> integrator_words{
    {"adams-bashforth-2", "midpoint", "euler", "rk4", "implicit-midpoint", "dormand-prince"}};

Option positive(std::string_view key, std::string_view unit, std::string_view default_value, std::string_view help) {
  return {.key = key,
          .type = OptionType::number,
          .unit = unit,
          .lowest = 0,
          .lowest_excluded = true,
          .default_value = default_value,
          .help = help};
}
Option whole(std::string_view key, double lowest, double highest, std::string_view default_value,
             std::string_view help) {
  return {.key = key,
          .type = OptionType::integer,
          .lowest = lowest,
          .highest = highest,
          .default_value = default_value,
          .help = help};
}
Option word(std::string_view key, std::vector<std::string_view> choices, std::string_view default_value,
            std::string_view help) {
  return {.key = key,
          .type = OptionType::choice,
          .choices = std::move(choices),
          .default_value = default_value,
          .help = help};
}
Option of_type(OptionType type, std::string_view key, std::string_view default_value, std::string_view help) {
  return {.key = key, .type = type, .default_value = default_value, .help = help};
}
Option live(Option option) {
  option.while_running = true;
  return option;
}
Option in_range(Option option, double lowest, double highest) {
  option.lowest = lowest;
  option.lowest_excluded = false;
  option.highest = highest;
  return option;
}
Option with_unit(Option option, std::string_view unit) {
  option.unit = unit;
  return option;
}

bool is_rod(const Scenario& s, G g) {
  return s.bodies[g].shape == BodyShape::rod;
}

/// Rods alone have them; a scenario of spheres does not write them.
void add_rod_rows(std::vector<OptionRow>& r) {
  const auto row = [&r](Option o, auto get, auto set) { r.push_back({std::move(o), get, set}); };
  row(
      in_range(positive("bodies.aspect", "", "10", "of a rod: length over thickness"), 2, 50),
      [](const Scenario& s, G g) -> V { return is_rod(s, g) ? V(s.bodies[g].aspect) : V(); },
      [](Scenario& s, G g, const V& v) { s.bodies[g].aspect = number(v); });
  row(
      word("bodies.model", rod_words.list(), "\"line\"",
           "of a rod: a line of sources (exact alone, no solve), or a rigid chain of spheres (solved for)"),
      [](const Scenario& s, G g) -> V { return is_rod(s, g) ? rod_words.say(s.bodies[g].rod_model) : V(); },
      [](Scenario& s, G g, const V& v) { s.bodies[g].rod_model = rod_words.read(v); });
  row(
      word("bodies.fitted_to", target_words.list(), "\"spheroid\"", "whose resistances a chain of spheres is given"),
      [](const Scenario& s, G g) -> V { return is_rod(s, g) ? target_words.say(s.bodies[g].fitted_to) : V(); },
      [](Scenario& s, G g, const V& v) { s.bodies[g].fitted_to = target_words.read(v); });
  row(
      word("bodies.orientation", orientation_words.list(), "\"random\"",
           "of rods: every direction alike, or along bodies.director"),
      [](const Scenario& s, G g) -> V { return is_rod(s, g) ? orientation_words.say(s.bodies[g].orientation) : V(); },
      [](Scenario& s, G g, const V& v) { s.bodies[g].orientation = orientation_words.read(v); });
  row(
      of_type(OptionType::vector, "bodies.director", "[1, 0, 0]", "of aligned rods; its length does not count"),
      [](const Scenario& s, G g) -> V {
        return is_rod(s, g) && s.bodies[g].orientation == OrientationLaw::aligned ? from_array(s.bodies[g].director)
                                                                                  : V();
      },
      [](Scenario& s, G g, const V& v) {
        s.bodies[g].director = vector(v);
        s.bodies[g].orientation = OrientationLaw::aligned;
      });
  row(
      with_unit(of_type(OptionType::vector, "bodies.torque", "[0, 0, 0]", "external, on each rod"), "force length"),
      [](const Scenario& s, G g) -> V { return is_rod(s, g) ? from_array(s.bodies[g].torque) : V(); },
      [](Scenario& s, G g, const V& v) { s.bodies[g].torque = vector(v); });
  row(
      of_type(OptionType::positions, "bodies.directors", "", "of listed rods, one [x, y, z] each"),
      [](const Scenario& s, G g) -> V {
        if (!is_rod(s, g) || s.bodies[g].directors.empty()) return {};
        std::vector<double> flat;
        for (const auto& d : s.bodies[g].directors) flat.insert(flat.end(), d.begin(), d.end());
        return flat;
      },
      [](Scenario& s, G g, const V& v) {
        const auto& flat = std::get<std::vector<double>>(v);
        s.bodies[g].directors.resize(flat.size() / 3);
        for (std::size_t i = 0; i < flat.size(); ++i) s.bodies[g].directors[i / 3][i % 3] = flat[i];
      });
}

std::vector<OptionRow> make_rows() {
  std::vector<OptionRow> r;
  const auto row = [&r](Option o, auto get, auto set) { r.push_back({std::move(o), get, set}); };

  row(
      of_type(OptionType::text, "name", "", "short name; the file's name if empty"),
      [](const Scenario& s, G) -> V { return s.name; }, [](Scenario& s, G, const V& v) { s.name = text(v); });
  row(
      of_type(OptionType::text, "title", "", "one line for the gallery"),
      [](const Scenario& s, G) -> V { return s.title; }, [](Scenario& s, G, const V& v) { s.title = text(v); });
  row(
      of_type(OptionType::text, "description", "", "what should happen, and why"),
      [](const Scenario& s, G) -> V { return s.description; },
      [](Scenario& s, G, const V& v) { s.description = text(v); });
  row(
      word("units", unit_words.list(), "\"reduced\"",
           "reduced: lengths in a, velocities in U0 = F/(6 pi eta a), times in a/U0; SI: metres, seconds, newtons"),
      [](const Scenario& s, G) -> V { return unit_words.say(s.units); },
      [](Scenario& s, G, const V& v) { s.units = unit_words.read(v); });

  row(
      live(positive("fluid.viscosity", "force time/length^2", "0.05305164769729845",
                    "dynamic viscosity eta; the default makes 6 pi eta a = 1")),
      [](const Scenario& s, G) -> V { return s.viscosity; },
      [](Scenario& s, G, const V& v) { s.viscosity = number(v); });

  row(
      word("domain.kind", domain_words.list(), "\"pipe\"",
           "where the fluid is; the pipe's axis and period are along x"),
      [](const Scenario& s, G) -> V { return domain_words.say(s.domain.kind); },
      [](Scenario& s, G, const V& v) { s.domain.kind = domain_words.read(v); });
  row(
      positive("domain.radius", "length", "1", "radius R of the pipe"),
      [](const Scenario& s, G) -> V { return s.domain.radius; },
      [](Scenario& s, G, const V& v) { s.domain.radius = number(v); });
  row(
      positive("domain.length", "length", "", "period L along x; from count and volume fraction if left out"),
      [](const Scenario& s, G) -> V { return s.domain.length; },
      [](Scenario& s, G, const V& v) {
        s.domain.length = number(v);
        if (s.length_from_fraction)
          for (BodyGroup& g : s.bodies) g.count_from_fraction = g.volume_fraction.has_value();
        s.length_from_fraction = false;
      });
  row(
      with_unit(of_type(OptionType::vector, "domain.cell", "[1, 1, 1]", "periods of the periodic-3 cell"), "length"),
      [](const Scenario& s, G) -> V { return from_array(s.domain.cell); },
      [](Scenario& s, G, const V& v) {
        s.domain.cell = vector(v);
        if (s.length_from_fraction)
          for (BodyGroup& g : s.bodies) g.count_from_fraction = g.volume_fraction.has_value();
        s.length_from_fraction = false;
      });

  row(
      live(of_type(OptionType::net_flow, "flow.net_flow", "\"zero-flux\"",
                   "mean flow along the pipe: closed tube, no mean gradient, a given dp/dx, or a given flux")),
      [](const Scenario& s, G) -> V { return s.net_flow; },
      [](Scenario& s, G, const V& v) { s.net_flow = std::get<NetFlow>(v); });

  row(
      with_unit(of_type(OptionType::number, "flow.shear_rate", "0", "of the flow u_x = rate y, in free space"),
                "1/time"),
      [](const Scenario& s, G) -> V { return s.shear_rate; },
      [](Scenario& s, G, const V& v) { s.shear_rate = number(v); });

  row(
      live(of_type(OptionType::vector, "gravity.direction", "[1, 0, 0]",
                   "direction of the bodies' force; its length does not count")),
      [](const Scenario& s, G) -> V { return from_array(s.gravity); },
      [](Scenario& s, G, const V& v) {
        s.gravity = vector(v);
        const double length = std::hypot(s.gravity[0], s.gravity[1], s.gravity[2]);
        if (length > 0)
          for (double& g : s.gravity) g /= length;
      });

  row(
      of_type(OptionType::text, "bodies.name", "\"spheres\"", "what to call them"),
      [](const Scenario& s, G g) -> V { return s.bodies[g].name; },
      [](Scenario& s, G g, const V& v) { s.bodies[g].name = text(v); });
  row(
      word("bodies.kind", shape_words.list(), "\"sphere\"", "what they are"),
      [](const Scenario& s, G g) -> V { return is_rod(s, g) ? shape_words.say(s.bodies[g].shape) : V(); },
      [](Scenario& s, G g, const V& v) { s.bodies[g].shape = shape_words.read(v); });
  add_rod_rows(r);
  row(
      positive("bodies.radius", "length", "1", "radius a of a sphere; half the thickness of a rod"),
      [](const Scenario& s, G g) -> V { return s.bodies[g].radius; },
      [](Scenario& s, G g, const V& v) { s.bodies[g].radius = number(v); });
  row(
      whole("bodies.count", 1, 1e7, "", "how many; from the volume fraction if left out"),
      [](const Scenario& s, G g) -> V { return static_cast<std::int64_t>(s.bodies[g].count); },
      [](Scenario& s, G g, const V& v) {
        s.bodies[g].count = static_cast<std::size_t>(integer(v));
        if (s.bodies[g].count_from_fraction) s.bodies[g].volume_fraction.reset();
        s.bodies[g].count_from_fraction = false;
      });
  row(
      {.key = "bodies.volume_fraction",
       .type = OptionType::number,
       .lowest = 0,
       .highest = 0.5,
       .lowest_excluded = true,
       .help = "share of the domain that the spheres fill"},
      [](const Scenario& s, G g) -> V { return s.bodies[g].volume_fraction ? V(*s.bodies[g].volume_fraction) : V(); },
      [](Scenario& s, G g, const V& v) {
        s.bodies[g].volume_fraction = number(v);
        if (!s.length_from_fraction) s.bodies[g].count_from_fraction = true;
      });
  row(
      word("bodies.placement", placement_words.list(), "\"random\"",
           "random without overlap, as listed, a row along x, a ring, at random in a sphere, or on a lattice"),
      [](const Scenario& s, G g) -> V { return placement_words.say(s.bodies[g].placement); },
      [](Scenario& s, G g, const V& v) { s.bodies[g].placement = placement_words.read(v); });
  row(
      word("bodies.lattice", lattice_words.list(), "\"cubic\"",
           "simple cubic, body-centred or face-centred cubic, or hexagonal close packing"),
      [](const Scenario& s, G g) -> V {
        return s.bodies[g].placement == PlacementKind::lattice ? lattice_words.say(s.bodies[g].lattice) : V();
      },
      [](Scenario& s, G g, const V& v) { s.bodies[g].lattice = lattice_words.read(v); });
  row(
      with_unit(of_type(OptionType::positions, "bodies.positions", "[]", "centres, one [x, y, z] each"), "length"),
      [](const Scenario& s, G g) -> V {
        if (s.bodies[g].positions.empty()) return {};
        std::vector<double> flat;
        for (const auto& p : s.bodies[g].positions) flat.insert(flat.end(), p.begin(), p.end());
        return flat;
      },
      [](Scenario& s, G g, const V& v) {
        const auto& flat = std::get<std::vector<double>>(v);
        BodyGroup& b = s.bodies[g];
        b.positions.resize(flat.size() / 3);
        for (std::size_t i = 0; i < flat.size(); ++i) b.positions[i / 3][i % 3] = flat[i];
        b.placement = PlacementKind::positions;
        b.count = b.positions.size();
        b.count_from_fraction = false;
        b.volume_fraction.reset();
      });
  row(
      of_type(OptionType::text, "bodies.file", "",
              "positions from a .csv, .xyz or .extxyz file, or from a recorded run (NAME.h5#FRAME; its last frame)"),
      [](const Scenario&, G) -> V { return {}; },  // what came from it is written as positions
      [](Scenario& s, G g, const V& v) {
        BodyGroup& b = s.bodies[g];
        PositionFile from = read_positions(text(v), std::filesystem::path(s.file_name).parent_path());
        s.position_files.push_back(std::move(from.file));
        b.positions = std::move(from.positions);
        b.placement = PlacementKind::positions;
        b.count = b.positions.size();
        b.count_from_fraction = false;
        b.volume_fraction.reset();
      });
  row(
      positive("bodies.spacing", "length", "",
               "between neighbours of a row or a lattice; a lattice without it fills its cell"),
      [](const Scenario& s, G g) -> V { return s.bodies[g].spacing > 0 ? V(s.bodies[g].spacing) : V(); },
      [](Scenario& s, G g, const V& v) { s.bodies[g].spacing = number(v); });
  row(
      in_range(with_unit(of_type(OptionType::number, "bodies.wave_amplitude", "0",
                                 "of the wave on a row, along gravity; a quarter of a wave ahead along the row"),
                         "length"),
               0, infinity),
      [](const Scenario& s, G g) -> V { return s.bodies[g].wave_amplitude; },
      [](Scenario& s, G g, const V& v) { s.bodies[g].wave_amplitude = number(v); });
  row(
      whole("bodies.wave_bodies", 3, 1e6, "6", "bodies per wavelength of a row"),
      [](const Scenario& s, G g) -> V { return static_cast<std::int64_t>(s.bodies[g].wave_bodies); },
      [](Scenario& s, G g, const V& v) { s.bodies[g].wave_bodies = static_cast<int>(integer(v)); });
  row(
      positive("bodies.cloud_radius", "length", "", "of a cloud around the origin"),
      [](const Scenario& s, G g) -> V { return s.bodies[g].cloud_radius > 0 ? V(s.bodies[g].cloud_radius) : V(); },
      [](Scenario& s, G g, const V& v) { s.bodies[g].cloud_radius = number(v); });
  row(
      positive("bodies.ring_radius", "length", "", "of a ring around gravity's direction"),
      [](const Scenario& s, G g) -> V { return s.bodies[g].ring_radius > 0 ? V(s.bodies[g].ring_radius) : V(); },
      [](Scenario& s, G g, const V& v) { s.bodies[g].ring_radius = number(v); });
  row(
      with_unit(of_type(OptionType::number, "bodies.tangential_force", "0", "along the ring, on each body"), "force"),
      [](const Scenario& s, G g) -> V { return s.bodies[g].tangential_force; },
      [](Scenario& s, G g, const V& v) { s.bodies[g].tangential_force = number(v); });
  row(
      in_range(with_unit(of_type(OptionType::number, "bodies.ring_stiffness", "0",
                                 "of a spring that holds each body at ring_radius"),
                         "force/length"),
               0, infinity),
      [](const Scenario& s, G g) -> V { return s.bodies[g].ring_stiffness; },
      [](Scenario& s, G g, const V& v) { s.bodies[g].ring_stiffness = number(v); });
  row(
      live(with_unit(of_type(OptionType::vector, "bodies.external_force", "[0, 0, 0]", "on each body, beside gravity"),
                     "force")),
      [](const Scenario& s, G g) -> V { return from_array(s.bodies[g].external_force); },
      [](Scenario& s, G g, const V& v) { s.bodies[g].external_force = vector(v); });
  row(
      whole("bodies.equilibrate", 0, 1e6, "0",
            "Monte Carlo sweeps after random placement, for an equilibrium structure"),
      [](const Scenario& s, G g) -> V { return static_cast<std::int64_t>(s.bodies[g].equilibrate); },
      [](Scenario& s, G g, const V& v) { s.bodies[g].equilibrate = static_cast<int>(integer(v)); });
  row(
      live(with_unit(
          of_type(OptionType::number, "bodies.force", "1", "weight less buoyancy of one sphere, along gravity"),
          "force")),
      [](const Scenario& s, G g) -> V { return s.bodies[g].force; },
      [](Scenario& s, G g, const V& v) { s.bodies[g].force = number(v); });

  row(
      live(in_range(positive("solver.tolerance", "", "1e-3", "asked: rms error of the velocities over their rms"),
                    1e-12, 0.1)),
      [](const Scenario& s, G) -> V { return s.solver.tolerance; },
      [](Scenario& s, G, const V& v) { s.solver.tolerance = number(v); });
  row(
      word("solver.method", method_words.list(), "\"automatic\"", "how the sum is done"),
      [](const Scenario& s, G) -> V { return method_words.say(s.solver.method); },
      [](Scenario& s, G, const V& v) { s.solver.method = method_words.read(v); });
  row(
      word("solver.device", device_words.list(), "\"auto\"",
           "where the sums are evaluated; auto: the device where there is one, otherwise the host"),
      [](const Scenario& s, G) -> V { return device_words.say(s.solver.device); },
      [](Scenario& s, G, const V& v) { s.solver.device = device_words.read(v); });
  row(
      word("solver.direct_terms", precision_words.list(), "\"fp64\"",
           "single terms of a direct sum in free space, added up in fp64; fp32 is quicker, for tolerances from 2e-6"),
      [](const Scenario& s, G) -> V { return precision_words.say(s.solver.direct_terms); },
      [](Scenario& s, G, const V& v) { s.solver.direct_terms = precision_words.read(v); });
  row(
      word("solver.model", model_words.list(), "\"spheres\"",
           "spheres: Rotne-Prager with Faxen terms; points: Stokeslets (Oseen), alone as fast as a sphere"),
      [](const Scenario& s, G) -> V { return model_words.say(s.solver.model); },
      [](Scenario& s, G, const V& v) { s.solver.model = model_words.read(v); });
  row(
      of_type(OptionType::boolean, "solver.contacts", "true", "push overlapping spheres apart after each step"),
      [](const Scenario& s, G) -> V { return s.solver.contacts; },
      [](Scenario& s, G, const V& v) { s.solver.contacts = boolean(v); });
  row(
      in_range(positive("solver.contact_tolerance", "radius", "1e-6", "largest overlap left"), 1e-10, 1e-2),
      [](const Scenario& s, G) -> V { return s.solver.contact_tolerance; },
      [](Scenario& s, G, const V& v) { s.solver.contact_tolerance = number(v); });
  row(
      in_range(
          with_unit(of_type(OptionType::number, "solver.repulsion_force", "0",
                            "F0 of a steric repulsion F0 exp(-gap/range) of bodies from each other and from the wall"),
                    "force"),
          0, infinity),
      [](const Scenario& s, G) -> V { return s.solver.repulsion_force; },
      [](Scenario& s, G, const V& v) { s.solver.repulsion_force = number(v); });
  row(
      positive("solver.repulsion_range", "length", "0.1", "of the steric repulsion"),
      [](const Scenario& s, G) -> V { return s.solver.repulsion_range; },
      [](Scenario& s, G, const V& v) { s.solver.repulsion_range = number(v); });
  row(
      word("solver.lubrication", lubrication_words.list(), "\"none\"",
           "friction in narrow gaps between spheres and with the wall, by a solve; printed: as in the source paper"),
      [](const Scenario& s, G) -> V { return lubrication_words.say(s.solver.lubrication); },
      [](Scenario& s, G, const V& v) { s.solver.lubrication = lubrication_words.read(v); });
  row(
      of_type(OptionType::boolean, "solver.deterministic", "false", "the same file and seed give the same bits"),
      [](const Scenario& s, G) -> V { return s.solver.deterministic; },
      [](Scenario& s, G, const V& v) { s.solver.deterministic = boolean(v); });

  row(
      word("driving.kind", driving_words.list(), "\"steady\"",
           "gravity, external forces and flow in time: steady, times cos(2 pi t/period), or forward and backward"),
      [](const Scenario& s, G) -> V { return driving_words.say(s.driving.kind); },
      [](Scenario& s, G, const V& v) { s.driving.kind = driving_words.read(v); });
  row(
      positive("driving.period", "time", "1", "of the driving"),
      [](const Scenario& s, G) -> V { return s.driving.period; },
      [](Scenario& s, G, const V& v) { s.driving.period = number(v); });

  row(
      word("integrator.kind", integrator_words.list(), "\"adams-bashforth-2\"", "time integration"),
      [](const Scenario& s, G) -> V { return integrator_words.say(s.integrator.kind); },
      [](Scenario& s, G, const V& v) { s.integrator.kind = integrator_words.read(v); });
  row(
      live(positive("integrator.time_step", "time", "0.1", "time step; the largest one when adaptive")),
      [](const Scenario& s, G) -> V { return s.integrator.time_step; },
      [](Scenario& s, G, const V& v) { s.integrator.time_step = number(v); });
  row(
      live(of_type(OptionType::boolean, "integrator.adaptive", "true",
                   "halve and double the step by movement and error")),
      [](const Scenario& s, G) -> V { return s.integrator.adaptive; },
      [](Scenario& s, G, const V& v) { s.integrator.adaptive = boolean(v); });
  row(
      live(in_range(
          positive("integrator.largest_move", "radius", "0.25", "of neighbours relative to each other per step"), 0.001,
          1)),
      [](const Scenario& s, G) -> V { return s.integrator.largest_move; },
      [](Scenario& s, G, const V& v) { s.integrator.largest_move = number(v); });
  row(
      live(in_range(
          positive("integrator.tolerance", "1/time", "0.02", "local error per unit of time over the rms velocity"),
          1e-12, 1)),
      [](const Scenario& s, G) -> V { return s.integrator.tolerance; },
      [](Scenario& s, G, const V& v) { s.integrator.tolerance = number(v); });

  row(
      positive("run.until", "time", "", "stop at this time"),
      [](const Scenario& s, G) -> V { return s.run.until ? V(*s.run.until) : V(); },
      [](Scenario& s, G, const V& v) { s.run.until = number(v); });
  row(
      whole("run.steps", 1, 1e12, "", "stop after so many steps"),
      [](const Scenario& s, G) -> V { return s.run.steps ? V(static_cast<std::int64_t>(*s.run.steps)) : V(); },
      [](Scenario& s, G, const V& v) { s.run.steps = static_cast<long>(integer(v)); });
  row(
      positive("run.placement_seconds", "s", "30", "of wall time, in which random placement must succeed"),
      [](const Scenario& s, G) -> V { return s.run.placement_seconds; },
      [](Scenario& s, G, const V& v) { s.run.placement_seconds = number(v); });
  row(
      whole("run.seed", 0, 9.2e18, "1", "of the random placement"),
      [](const Scenario& s, G) -> V { return static_cast<std::int64_t>(s.run.seed); },
      [](Scenario& s, G, const V& v) { s.run.seed = static_cast<std::uint64_t>(integer(v)); });

  row(
      positive("run.reverse_at", "time", "", "every force and flow has the opposite sign from here on"),
      [](const Scenario& s, G) -> V { return s.run.reverse_at ? V(*s.run.reverse_at) : V(); },
      [](Scenario& s, G, const V& v) { s.run.reverse_at = number(v); });
  row(
      positive("run.exit_distance", "length", "", "two bodies farther apart than this: the group has come apart"),
      [](const Scenario& s, G) -> V { return s.run.exit_distance ? V(*s.run.exit_distance) : V(); },
      [](Scenario& s, G, const V& v) { s.run.exit_distance = number(v); });

  row(
      in_range(with_unit(of_type(OptionType::number, "output.interval", "0", "between recorded frames; 0: by stride"),
                         "time"),
               0, infinity),
      [](const Scenario& s, G) -> V { return s.run.output_interval; },
      [](Scenario& s, G, const V& v) {
        s.run.output_interval = number(v);
        if (s.run.output_interval > 0) s.run.output_seconds = 0;
      });
  row(
      whole("output.stride", 1, 1e9, "10", "steps between recorded frames"),
      [](const Scenario& s, G) -> V { return static_cast<std::int64_t>(s.run.output_stride); },
      [](Scenario& s, G, const V& v) {
        s.run.output_stride = static_cast<int>(integer(v));
        s.run.output_seconds = 0;
      });
  row(
      in_range(with_unit(of_type(OptionType::number, "output.seconds", "0.5",
                                 "a frame at least so often; 0, and the default with a stride or an interval: never "
                                 "for the clock's sake"),
                         "s of wall time"),
               0, infinity),
      [](const Scenario& s, G) -> V { return s.run.output_seconds; },
      [](Scenario& s, G, const V& v) { s.run.output_seconds = number(v); });

  row(
      of_type(OptionType::boolean, "output.angular_velocity", "false",
              "record how the flow turns spheres: half its curl at their centres; it takes about two steps per frame"),
      [](const Scenario& s, G) -> V { return s.run.output_angular_velocity; },
      [](Scenario& s, G, const V& v) { s.run.output_angular_velocity = boolean(v); });

  row(
      of_type(OptionType::text, "view.colour_by", "\"speed\"", "what the colours of the bodies show"),
      [](const Scenario& s, G) -> V { return s.view.colour_by; },
      [](Scenario& s, G, const V& v) { s.view.colour_by = text(v); });
  row(
      of_type(OptionType::boolean, "view.slice", "true", "show the fluid's velocity on a plane"),
      [](const Scenario& s, G) -> V { return s.view.slice; },
      [](Scenario& s, G, const V& v) { s.view.slice = boolean(v); });
  return r;
}

}  // namespace

const std::vector<OptionRow>& option_rows() {
  static const std::vector<OptionRow> rows = make_rows();
  return rows;
}

}  // namespace slurry
