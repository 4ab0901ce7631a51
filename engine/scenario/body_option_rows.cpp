// SPDX-License-Identifier: BSD-3-Clause
#include <filesystem>
#include <utility>

#include "scenario/body_file.hpp"
#include "scenario/option_binding.hpp"

// The rows of the groups of bodies, each once; every [[bodies]] has them all.
namespace slurry {

namespace {

using G = std::size_t;

bool is_rod(const Scenario& s, G g) {
  return s.bodies[g].shape == BodyShape::rod;
}
template <PlacementKind kind>
bool placed(const Scenario& s, G g) {
  return s.bodies[g].placement == kind;
}
bool is_counted(const Scenario& s, G g) {
  return !placed<PlacementKind::positions>(s, g);
}
bool fills_domain(const Scenario& s, G g) {
  return placed<PlacementKind::random>(s, g) &&
         (s.domain.kind == DomainKind::pipe || s.domain.kind == DomainKind::periodic_3);
}

/// Forgets the file of a group whose positions are now listed.
void leave_file(Scenario& s, BodyGroup& b) {
  if (!std::exchange(b.source, nullptr)) return;
  b.source_bodies.clear();
  b.images.clear();
  for (BodyGroup& g : s.bodies) g.numbers.clear();
}

void take_positions(BodyGroup& b) {
  b.placement = PlacementKind::positions;
  b.count = b.positions.size();
  b.count_from_fraction = false;
  b.volume_fraction.reset();
}

/// Adds the options of rods. A scenario of spheres does not write them.
void add_rods(OptionTable& t) {
  const auto row = [&t](Option o, auto field) {
    if (!o.applies) o.applies = is_rod;
    t.push_back(written_where_it_applies(tied(std::move(o), field)));
  };
  row(
      {.key = "bodies.aspect",
       .help = "aspect ratio of a rod: its length over its thickness",
       .range = {.lowest = 2, .highest = 50},
       .of_start = true,
       .aliases = {"aspect_ratio", "slenderness"},
       .view = {.panel = Panel::scenario, .more = true, .label = "Aspect ratio"}},
      [](auto& s, G g) -> auto& { return s.bodies[g].aspect; });
  row(
      {.key = "bodies.model",
       .help = "model of a rod. line: a line of sources, which needs no solve and is exact for a single spheroid. "
               "chain: a rigid chain of spheres, which needs a solve",
       .view = {.panel = Panel::scenario, .more = true, .label = "Rods as"}},
      [](auto& s, G g) -> auto& { return s.bodies[g].rod_model; });
  row(
      {.key = "bodies.fitted_to", .help = "body to whose resistances a chain of spheres is fitted"},
      [](auto& s, G g) -> auto& { return s.bodies[g].fitted_to; });
  row(
      {.key = "bodies.orientation",
       .help = "directions of rods: random (every direction is equally likely), or aligned along bodies.director",
       .of_start = true,
       .view = {.panel = Panel::scenario, .more = true}},
      [](auto& s, G g) -> auto& { return s.bodies[g].orientation; });
  t.push_back(followed_by(
      written_where_it_applies(tied(
          {.key = "bodies.director",
           .help = "direction of aligned rods; the length of the vector does not matter",
           .of_start = true,
           .aliases = {"bodies.direction", "bodies.axis"},
           .applies = [](const Scenario& s,
                         G g) { return is_rod(s, g) && s.bodies[g].orientation == OrientationLaw::aligned; }},
          [](auto& s, G g) -> auto& { return s.bodies[g].director; })),
      [](Scenario& s, G g) { s.bodies[g].orientation = OrientationLaw::aligned; }));
  row(
      {.key = "bodies.torque",
       .unit = "force length",
       .help = "external torque on each rod; its part along the rod's axis has no effect"},
      [](auto& s, G g) -> auto& { return s.bodies[g].torque; });
  row(
      {.key = "bodies.directors",
       .help =
           "directions of listed rods, one [x, y, z] for each rod; if they are left out, bodies.orientation decides",
       .of_start = true,
       .aliases = {"directions"}},
      [](auto& s, G g) -> auto& { return s.bodies[g].directors; });
}

void add_number_and_size(OptionTable& t) {
  t.push_back(tied(
      {.key = "bodies.radius",
       .symbol = "a",
       .unit = "length",
       .help = "radius a of a sphere; half the thickness of a rod",
       .range = positive,
       .of_start = true,
       .aliases = {"bodies.size"},
       .view = {.panel = Panel::scenario, .more = true, .label = "Radius of a body"}},
      [](auto& s, G g) -> auto& { return s.bodies[g].radius; }));
  t.push_back(followed_by(without_standard(tied(
                              {.key = "bodies.count",
                               .symbol = "N",
                               .help = "number of bodies; if it is left out, it follows from the volume fraction",
                               .example = std::int64_t{100},
                               .range = {.lowest = 1, .highest = 1e7},
                               .of_start = true,
                               .aliases = {"bodies.number", "bodies", "particles", "spheres"},
                               .view = {.panel = Panel::scenario, .label = "Number of bodies of the first kind"},
                               .applies = is_counted},
                              [](auto& s, G g) -> auto& { return s.bodies[g].count; })),
                          [](Scenario& s, G g) {
                            if (s.bodies[g].count_from_fraction) s.bodies[g].volume_fraction.reset();
                            s.bodies[g].count_from_fraction = false;
                          }));
  t.push_back(followed_by(tied(
                              {.key = "bodies.volume_fraction",
                               .symbol = "φ",
                               .help = "fraction of the volume of the domain that the bodies fill",
                               .note = "Together with the number of bodies it sets the length of the domain.",
                               .range = {.lowest = 0, .highest = 0.5, .lowest_excluded = true},
                               .of_start = true,
                               .aliases = {"phi", "concentration", "bodies.density"},
                               .view = {.panel = Panel::scenario},
                               .applies = fills_domain},
                              [](auto& s, G g) -> auto& { return s.bodies[g].volume_fraction; }),
                          [](Scenario& s, G g) {
                            if (!s.length_from_fraction) s.bodies[g].count_from_fraction = true;
                          }));
}

void add_placement(OptionTable& t) {
  t.push_back(tied(
      {.key = "bodies.placement",
       .help = "placement of the bodies: at random, at listed positions, in a row along x, on a ring, at random in a "
               "sphere (cloud), or on a lattice; places at random do not overlap while solver.contacts is on",
       .of_start = true,
       .aliases = {"arrangement", "bodies.initial"}},
      [](auto& s, G g) -> auto& { return s.bodies[g].placement; }));
  t.push_back(written_where_it_applies(tied(
      {.key = "bodies.lattice",
       .help = "lattice of the bodies: simple, body-centred or face-centred cubic, or hexagonal close packing",
       .of_start = true,
       .aliases = {"crystal"},
       .applies = placed<PlacementKind::lattice>},
      [](auto& s, G g) -> auto& { return s.bodies[g].lattice; })));
  t.push_back(followed_by(tied(
                              {.key = "bodies.positions",
                               .unit = "length",
                               .help = "centres of the bodies, one [x, y, z] for each body",
                               .of_start = true,
                               .aliases = {"centres", "centers", "coordinates"}},
                              [](auto& s, G g) -> auto& { return s.bodies[g].positions; }),
                          [](Scenario& s, G g) {
                            leave_file(s, s.bodies[g]);
                            take_positions(s.bodies[g]);
                          }));
  t.push_back(tied(
      {.key = "bodies.images",
       .help = "number of periods by which each listed body is ahead, one [i, j, k] for each body, in addition to "
               "those in its coordinates",
       .of_start = true,
       .applies = placed<PlacementKind::positions>},
      [](auto& s, G g) -> auto& { return s.bodies[g].images; }));
  t.push_back(tied(
      {.key = "bodies.numbers",
       .help = "number that each listed body has in the run, counted from 0; if it is left out, bodies are numbered "
               "table after table",
       .of_start = true,
       .applies = placed<PlacementKind::positions>},
      [](auto& s, G g) -> auto& { return s.bodies[g].numbers; }));
  t.push_back(
      {.key = "bodies.file",
       .help = "file of the bodies: CSV, XYZ, a recorded run or another H5MD file; NAME#FRAME chooses a frame",
       .note = "FRAME counts from 0; -1 is the last frame, which is the default. The file gives positions. It may also "
               "give directions, radii, forces, kinds and lengths of rods; bodies that differ in these become groups "
               "of their own. Values that file and scenario both give must agree, and so must the box. If the file has "
               "several species, each goes to the [[bodies]] with the same name. A single [[bodies]] whose name is "
               "none of the species takes all of them. A relative name in a scenario is searched beside the scenario. "
               "A relative name on the command line is searched in the current folder.",
       .type = OptionType::text,
       .of_start = true,
       .aliases = {"bodies.input"},
       .get = [](const Scenario&, G) { return OptionValue(); },  // what came from it is written as positions
       .set =
           [](Scenario& s, G g, const OptionValue& v) {
             auto from = std::make_shared<BodyFile>(
                 read_bodies(std::get<std::string>(v), std::filesystem::path(s.file_name).parent_path()));
             s.position_files.push_back(from->file);
             if (from->parent) s.parents.push_back(*from->parent);
             s.bodies[g].from_file = std::move(from);  // until all that they must fit is read
             // bodies that are given are in the order that they are; one that is asked for after this is
             // refused
             for (BodyGroup& b : s.bodies) b.equilibrate = 0;
           }});
  t.push_back(unset_while_zero(tied(
      {.key = "bodies.spacing",
       .unit = "length",
       .help = "distance between neighbours of a row or a lattice; if it is left out, a lattice fills its cell",
       .range = positive,
       .of_start = true,
       .aliases = {"bodies.distance", "lattice_constant"},
       .applies = [](const Scenario& s,
                     G g) { return placed<PlacementKind::row>(s, g) || placed<PlacementKind::lattice>(s, g); }},
      [](auto& s, G g) -> auto& { return s.bodies[g].spacing; })));
  t.push_back(tied(
      {.key = "bodies.wave_amplitude",
       .unit = "length",
       .help = "amplitude A of the wave that displaces the bodies of a row: by A cos(phase) along gravity and by "
               "-A sin(phase) along the row",
       .range = not_negative,
       .of_start = true,
       .aliases = {"amplitude"},
       .applies = placed<PlacementKind::row>},
      [](auto& s, G g) -> auto& { return s.bodies[g].wave_amplitude; }));
  t.push_back(tied(
      {.key = "bodies.wave_bodies",
       .help = "number of bodies per wavelength of a row",
       .range = {.lowest = 3, .highest = 1e6},
       .of_start = true,
       .aliases = {"wavelength"},
       .applies = placed<PlacementKind::row>},
      [](auto& s, G g) -> auto& { return s.bodies[g].wave_bodies; }));
  t.push_back(unset_while_zero(tied(
      {.key = "bodies.cloud_radius",
       .unit = "length",
       .help = "radius of a cloud around the origin",
       .range = positive,
       .of_start = true,
       .applies = placed<PlacementKind::cloud>},
      [](auto& s, G g) -> auto& { return s.bodies[g].cloud_radius; })));
  t.push_back(unset_while_zero(tied(
      {.key = "bodies.ring_radius",
       .unit = "length",
       .help = "radius of a ring around gravity's direction",
       .range = positive,
       .applies = [](const Scenario& s,
                     G g) { return placed<PlacementKind::ring>(s, g) || s.bodies[g].ring_stiffness > 0; }},
      [](auto& s, G g) -> auto& { return s.bodies[g].ring_radius; })));
}

void add_forces(OptionTable& t) {
  t.push_back(tied(
      {.key = "bodies.tangential_force", .unit = "force", .help = "force on each body along the ring"},
      [](auto& s, G g) -> auto& { return s.bodies[g].tangential_force; }));
  t.push_back(tied(
      {.key = "bodies.ring_stiffness",
       .unit = "force/length",
       .help = "stiffness of a spring that holds each body at ring_radius",
       .range = not_negative,
       .aliases = {"stiffness"}},
      [](auto& s, G g) -> auto& { return s.bodies[g].ring_stiffness; }));
  t.push_back(tied(
      {.key = "bodies.external_force",
       .unit = "force",
       .help = "force on each body in addition to gravity",
       .change = Change::live,
       .aliases = {"force_vector"},
       .view = {.panel = Panel::physics, .more = true}},
      [](auto& s, G g) -> auto& { return s.bodies[g].external_force; }));
  t.push_back(tied(
      {.key = "bodies.equilibrate",
       .help = "number of Monte Carlo sweeps after random placement, which give an equilibrium structure",
       .range = {.lowest = 0, .highest = 1e6},
       .of_start = true,
       .aliases = {"sweeps"},
       .applies = fills_domain},
      [](auto& s, G g) -> auto& { return s.bodies[g].equilibrate; }));
  t.push_back(tied(
      {.key = "bodies.force",
       .symbol = "F",
       .unit = "force",
       .help = "weight minus buoyancy of one body; the force points along gravity",
       .note = "For a sphere it is (rho_s - rho_f) (4/3) pi a^3 g.",
       .change = Change::live,
       .aliases = {"weight"},
       .view = {.panel = Panel::physics,
                .label = "Net weight per body",
                .slider = Slider{.lowest = 0, .highest = 4, .of_start = true}}},
      [](auto& s, G g) -> auto& { return s.bodies[g].force; }));
}

}  // namespace

void add_body_options(OptionTable& t) {
  t.push_back(tied(
      {.key = "bodies.name", .help = "name of this kind of body", .numerics = true},
      [](auto& s, G g) -> auto& { return s.bodies[g].name; }));
  // that they are spheres goes without saying
  Option kind = tied(
      {.key = "bodies.kind",
       .help = "shape of the bodies",
       .of_start = true,
       .aliases = {"bodies.shape", "bodies.type"}},
      [](auto& s, G g) -> auto& { return s.bodies[g].shape; });
  kind.written = is_rod;
  t.push_back(std::move(kind));
  add_rods(t);
  add_number_and_size(t);
  add_placement(t);
  add_forces(t);
}

}  // namespace slurry
