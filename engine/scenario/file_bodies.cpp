// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <type_traits>
#include <utility>

#include "scenario/body_file.hpp"
#include "scenario/body_text.hpp"
#include "scenario/option_binding.hpp"
#include "scenario/option_key.hpp"
#include "scenario/option_text.hpp"
#include "slurry/error.hpp"

// From the bodies of a file to the groups of a scenario.
namespace slurry {

namespace {

constexpr std::array directions{"bodies.director", "bodies.directors", "bodies.orientation"};

bool same(double a, double b) {
  return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b));
}

/// Properties that the bodies of a group have in common.
struct Kind {
  std::string name;
  BodyShape shape;
  double radius, aspect, force, tangential_force, ring_stiffness, ring_radius;
  std::array<double, 3> external_force, torque;
  RodModel rod_model;
  RodTarget fitted_to;
  auto operator<=>(const Kind&) const = default;
};

Kind kind_of(const BodyGroup& g) {
  return {g.name,           g.shape,       g.radius,         g.aspect, g.force,     g.tangential_force,
          g.ring_stiffness, g.ring_radius, g.external_force, g.torque, g.rod_model, g.fitted_to};
}

void set_kind(BodyGroup& g, const Kind& k) {
  g.name = k.name;
  g.shape = k.shape;
  g.radius = k.radius;
  g.aspect = k.aspect;
  g.force = k.force;
  g.tangential_force = k.tangential_force;
  g.ring_stiffness = k.ring_stiffness;
  g.ring_radius = k.ring_radius;
  g.external_force = k.external_force;
  g.torque = k.torque;
  g.rod_model = k.rod_model;
  g.fitted_to = k.fitted_to;
}

/// A body of a file beside the group that it is to be of.
class Fitting {
 public:
  /// bodies: those that go to the group; where they are of several species, each keeps the name of its own.
  Fitting(const Scenario& s, std::size_t group, const BodyFile& from, const std::vector<std::size_t>& bodies)
      : s_(s), group_(group), g_(s.bodies[group]), from_(from) {
    for (const std::size_t i : bodies)
      several_species_ = several_species_ || (!from.species.empty() && from.species[i] != from.species[bodies.front()]);
  }

  /// Kind of the body; throws InputError if the scenario says something else.
  Kind kind(std::size_t i) const {
    Kind k = kind_of(g_);
    if (several_species_) k.name = from_.species[i];
    const auto is_rod = [i](const std::vector<double>& lengths) { return !lengths.empty() && lengths[i] > 0; };
    if (!from_.shapes.empty())
      k.shape = from_.shapes[i];
    else if (!is_given("kind") && !(from_.aspects.empty() && from_.half_lengths.empty()))  // spheres have no length
      k.shape = is_rod(from_.aspects) || is_rod(from_.half_lengths) ? BodyShape::rod : BodyShape::sphere;
    if (k.shape != g_.shape && is_given("kind"))
      refuse(i,
             fmt::format("the body is a {}, but the bodies of this table are {}s", word_of(k.shape), word_of(g_.shape)),
             "kind");
    if (!from_.radii.empty()) k.radius = agreed(i, "radius", "radius", from_.radii[i], g_.radius);
    if (!from_.forces.empty()) k.force = agreed(i, "force", "force", from_.forces[i], g_.force);
    if (from_.run) take_of_run(i, k);
    if (k.shape == BodyShape::rod) k.aspect = aspect(i, k.radius);
    return k;
  }

 private:
  /// Takes the loads and the rod model of a body from a recorded run. Other files cannot give them.
  void take_of_run(std::size_t i, Kind& k) const {
    const std::vector<BodyGroup>& tables = from_.run->bodies;
    const BodyGroup& table = tables[from_.tables[i]];
    const auto take = [&](const char* leaf, const char* name, auto BodyGroup::*value, auto& to) {
      // a run in which no body has such a force says nothing of it
      const auto has = [&](const BodyGroup& b) { return b.*value != std::decay_t<decltype(b.*value)>{}; };
      if (std::any_of(tables.begin(), tables.end(), has)) to = agreed(i, leaf, name, table.*value, g_.*value);
    };
    take("external_force", "external force", &BodyGroup::external_force, k.external_force);
    take("torque", "torque", &BodyGroup::torque, k.torque);
    take("tangential_force", "tangential force", &BodyGroup::tangential_force, k.tangential_force);
    take("ring_stiffness", "ring stiffness", &BodyGroup::ring_stiffness, k.ring_stiffness);
    if (k.ring_stiffness > 0) take("ring_radius", "ring radius", &BodyGroup::ring_radius, k.ring_radius);
    if (!is_given("model")) k.rod_model = table.rod_model;
    if (!is_given("fitted_to")) k.fitted_to = table.fitted_to;
  }
  bool is_given(const char* leaf) const { return s_.given.contains(with_group("bodies." + std::string(leaf), group_)); }
  [[noreturn]] void refuse(std::size_t i, const std::string& problem, const char* leaf) const {
    throw InputError(fmt::format("{}: {} ({} of '{}'); the file and the scenario must agree", from_.place(i), problem,
                                 with_group("bodies." + std::string(leaf), group_), g_.name));
  }
  /// Equal to nine digits is equal: the number of the scenario is taken.
  double agreed(std::size_t i, const char* leaf, const char* name, double of_file, double of_group) const {
    if (same(of_file, of_group)) return of_group;
    if (is_given(leaf))
      refuse(i,
             fmt::format("body {} has the {} {}, but the bodies of this table have {}", from_.number(i), name, of_file,
                         of_group),
             leaf);
    return of_file;
  }
  using Vector = std::array<double, 3>;
  Vector agreed(std::size_t i, const char* leaf, const char* name, const Vector& of_file,
                const Vector& of_group) const {
    if (std::equal(of_file.begin(), of_file.end(), of_group.begin(), same)) return of_group;
    if (is_given(leaf))
      refuse(
          i,
          fmt::format("body {} has the {} [{}, {}, {}], but the bodies of this table have [{}, {}, {}]",
                      from_.number(i), name, of_file[0], of_file[1], of_file[2], of_group[0], of_group[1], of_group[2]),
          leaf);
    return of_file;
  }
  double aspect(std::size_t i, double radius) const {
    double a = g_.aspect;
    if (!from_.aspects.empty()) a = same(from_.aspects[i], g_.aspect) ? g_.aspect : from_.aspects[i];
    if (is_given("aspect") && a != g_.aspect)
      refuse(i,
             fmt::format("body {} has the aspect {}, but the bodies of this table have {} (half length {} and {})",
                         from_.number(i), a, g_.aspect, a * radius, g_.aspect * g_.radius),
             "aspect");
    if (!from_.half_lengths.empty()) {
      const double half = from_.half_lengths[i];
      if (!from_.aspects.empty() && !same(half, a * radius))
        throw InputError(
            fmt::format("{}: the half length {} is not aspect x radius = {}", from_.place(i), half, a * radius));
      if (is_given("aspect") && !same(half, g_.aspect * g_.radius))
        refuse(i,
               fmt::format("body {} has the half length {}, but the bodies of this table have {}", from_.number(i),
                           half, g_.aspect * g_.radius),
               "aspect");
      if (!same(half, a * radius)) a = half / radius;
    }
    const Range range = find_option("bodies.aspect")->range;
    if (!range.holds(a))
      throw InputError(fmt::format("{}: the rod has the aspect {} (length over thickness); it must be {} to {}",
                                   from_.place(i), a, range.lowest, range.highest));
    return a;
  }

  const Scenario& s_;
  std::size_t group_;
  const BodyGroup& g_;
  const BodyFile& from_;
  bool several_species_ = false;
};

/// Whether a body of a file is as the bodies of a group are, whoever says so.  A force may change while a run goes on.
bool fits_but_force(const BodyFile& from, std::size_t i, const BodyGroup& g) {
  return (from.shapes.empty() || from.shapes[i] == g.shape) && (from.radii.empty() || same(from.radii[i], g.radius)) &&
         (g.shape != BodyShape::rod || from.aspects.empty() || same(from.aspects[i], g.aspect)) &&
         (g.shape != BodyShape::rod || from.half_lengths.empty() || same(from.half_lengths[i], g.reach()));
}
bool fits(const BodyFile& from, std::size_t i, const BodyGroup& g) {
  return fits_but_force(from, i, g) && (from.forces.empty() || same(from.forces[i], g.force));
}

/// The only group for which something holds, or none.
template <class Holds>
std::optional<std::size_t> only_group(const Scenario& s, const Holds& holds) {
  std::optional<std::size_t> only;
  for (std::size_t i = 0; i < s.bodies.size(); ++i) {
    if (!holds(s.bodies[i])) continue;
    if (only) return {};
    only = i;
  }
  return only;
}

/// How a body differs from the first group.
std::string misfit(const Scenario& s, const BodyFile& from, std::size_t i) {
  std::string words;
  const auto say = [&](const std::vector<double>& values, const char* name) {
    if (!values.empty()) words += fmt::format("{}{} {}", words.empty() ? " (they have " : ", ", name, values[i]);
  };
  say(from.radii, "radius");
  say(from.forces, "force");
  if (words.empty()) return words;
  words += "; the bodies of the tables have radius ";
  for (std::size_t g = 0; g < s.bodies.size(); ++g)
    words += fmt::format("{}{}", g == 0 ? "" : g + 1 == s.bodies.size() ? " and " : ", ", s.bodies[g].radius);
  return words + ")";
}

/// The bodies of a file by the group that they go to.
std::vector<std::vector<std::size_t>> shared_out(const Scenario& s, const BodyFile& from, std::size_t asking) {
  std::vector<std::vector<std::size_t>> of_group(s.bodies.size());
  std::vector<std::pair<std::string, std::vector<std::size_t>>> species;
  for (std::size_t i = 0; i < from.positions.size(); ++i) {
    const std::string name = from.species.empty() ? "" : from.species[i];
    auto found = std::find_if(species.begin(), species.end(), [&](const auto& x) { return x.first == name; });
    if (found == species.end()) found = species.insert(species.end(), {name, {}});
    found->second.push_back(i);
  }
  const auto is_first_table = [&](const auto& x) { return x.first == s.bodies.front().name; };
  const bool by_name =
      s.given.contains(with_group("bodies.name", 0)) && std::any_of(species.begin(), species.end(), is_first_table);
  for (const auto& [name, bodies] : species) {
    std::optional<std::size_t> g = asking;
    if (s.bodies.size() == 1 && by_name && name != s.bodies.front().name)
      throw InputError(fmt::format(
          "{}: the species '{}' has no [[bodies]] table, because the only table has the name '{}' of another species; "
          "add a table with the name '{}', or remove the name of the only table, so that it takes all species",
          from.place(bodies.front()), name, s.bodies.front().name, name));
    if (s.bodies.size() > 1 && !name.empty()) {
      g = only_group(s, [&](const BodyGroup& group) { return group.name == name; });
      if (!g && species.size() == 1) g = asking;
      if (!g)
        g = only_group(s, [&](const BodyGroup& group) {
          return std::all_of(bodies.begin(), bodies.end(), [&](std::size_t i) { return fits(from, i, group); });
        });
      const std::string said =
          bodies.size() == 1
              ? fmt::format("{}: the body of the species '{}'", from.place(bodies.front()), name)
              : fmt::format("{}: the {} bodies of the species '{}'", from.place(bodies.front()), bodies.size(), name);
      if (!g) {
        const auto fitting = std::count_if(s.bodies.begin(), s.bodies.end(), [&](const BodyGroup& group) {
          return std::all_of(bodies.begin(), bodies.end(), [&](std::size_t i) { return fits(from, i, group); });
        });
        throw InputError(fmt::format(
            "{}: {} by radius and force, and no [[bodies]] table has the name '{}'; give the table of this species the "
            "name '{}'{}",
            said, fitting == 0 ? "no [[bodies]] table fits" : fmt::format("{} [[bodies]] tables fit", fitting), name,
            name, misfit(s, from, bodies.front())));
      }
      if (!of_group[*g].empty())
        throw InputError(
            fmt::format("{} and another species both fit the [[bodies]] table '{}'; give each species a [[bodies]] "
                        "table with its name",
                        said, s.bodies[*g].name));
    }
    of_group[*g].insert(of_group[*g].end(), bodies.begin(), bodies.end());
  }
  for (auto& list : of_group) std::sort(list.begin(), list.end());
  return of_group;
}

/// Whether the scenario says how the rods of a group lie, whatever a file says.
bool says_direction(const Scenario& s, std::size_t group) {
  return std::any_of(directions.begin(), directions.end(),
                     [&](const char* leaf) { return s.given.contains(with_group(leaf, group)); });
}

/// Directions that mean nothing to the bodies, or are not those that the scenario says.
void check_directors(const Scenario& s, std::size_t group, const BodyFile& from, const std::vector<std::size_t>& bodies,
                     bool rods) {
  if (bodies.empty()) return;
  const BodyGroup& g = s.bodies[group];
  // nothing is drawn at random in the place of directions under another name
  const std::vector<std::string>& unknown = from.unknown_vectors;
  if (rods && from.directors.empty() && !unknown.empty() && !says_direction(s, group))
    throw InputError(fmt::format(
        "{}: the rods of the table '{}' have no known direction there, and '{}' is not known. Name the direction nx, "
        "ny, nz in CSV, director in XYZ and orientation in H5MD. Or give bodies.director or bodies.orientation, or "
        "leave "
        "'{}' out of the file",
        from.file.string(), g.name, unknown.front(), unknown.front()));
  if (from.directors.empty()) return;
  if (!rods && from.shapes.empty())
    throw InputError(
        fmt::format("{}: the file gives directions, but the bodies of this table ('{}') are spheres; give them kind = "
                    "\"rod\", or leave the directions out",
                    from.place(bodies.front()), g.name));
  const std::string key = with_group("bodies.director", group);
  if (!rods || !s.given.contains(key)) return;
  const double length = std::hypot(g.director[0], g.director[1], g.director[2]);
  for (const std::size_t i : bodies) {
    const auto& d = from.directors[i];
    const double n = std::hypot(d[0], d[1], d[2]);
    for (std::size_t k = 0; k < 3; ++k)
      if (std::abs(d[k] / n - g.director[k] / length) > 1e-9)
        throw InputError(
            fmt::format("{}: the direction [{}, {}, {}] does not agree with {} = [{}, {}, {}]; the "
                        "file and the scenario must agree",
                        from.place(i), d[0], d[1], d[2], key, g.director[0], g.director[1], g.director[2]));
  }
}

void give(Scenario& s, std::size_t group, const std::shared_ptr<const BodyFile>& from,
          const std::vector<std::size_t>& bodies) {
  const Fitting fitting(s, group, *from, bodies);
  std::vector<Kind> kinds;
  for (const std::size_t i : bodies) kinds.push_back(fitting.kind(i));
  const bool rods = std::any_of(kinds.begin(), kinds.end(), [](const Kind& k) { return k.shape == BodyShape::rod; });
  check_directors(s, group, *from, bodies, rods);
  BodyGroup& g = s.bodies[group];
  g.positions.clear();
  g.images.clear();
  g.directors.clear();
  g.numbers.clear();
  const bool images = std::any_of(from->images.begin(), from->images.end(),
                                  [](const auto& n) { return n[0] != 0 || n[1] != 0 || n[2] != 0; });
  for (const std::size_t i : bodies) {
    g.positions.push_back(from->positions[i]);
    if (images) g.images.push_back(from->images[i]);
    if (rods && !from->directors.empty()) g.directors.push_back(from->directors[i]);
  }
  g.is_new = true;
  set_kind(g, kinds.front());
  g.placement = PlacementKind::positions;
  g.count = g.positions.size();
  g.count_from_fraction = false;
  g.volume_fraction.reset();
  g.source = from;
  g.source_bodies = bodies;
}

/// Takes the lists of bodies out of a group, with the memory that they hold: there may be a group for every body.
void drop_lists(BodyGroup& g) {
  g.positions = {};
  g.images = {};
  g.directors = {};
  g.source_bodies = {};
}

void share_out_kinds(Scenario& s, const BodyGroup& all, const std::vector<Kind>& kinds,
                     const std::map<Kind, std::size_t>& group_of) {
  for (const auto& [kind, group] : group_of) {
    BodyGroup& g = s.bodies[group];
    set_kind(g, kind);
    drop_lists(g);
    g.is_new = false;
  }
  for (std::size_t b = 0; b < kinds.size(); ++b) {
    BodyGroup& g = s.bodies[group_of.at(kinds[b])];
    g.positions.push_back(all.positions[b]);
    if (!all.images.empty()) g.images.push_back(all.images[b]);
    if (!all.directors.empty() && g.shape == BodyShape::rod) g.directors.push_back(all.directors[b]);
    g.source_bodies.push_back(all.source_bodies[b]);
    g.count = g.positions.size();
  }
}

/// Where one file gives all bodies, they have the order of the file.
void number_as_in_file(Scenario& s) {
  std::vector<std::size_t> order;
  for (const BodyGroup& g : s.bodies) {
    if (!g.source || g.source != s.bodies.front().source) return;
    order.insert(order.end(), g.source_bodies.begin(), g.source_bodies.end());
  }
  if (std::is_sorted(order.begin(), order.end())) return;
  for (BodyGroup& g : s.bodies) g.numbers.assign(g.source_bodies.begin(), g.source_bodies.end());
}

/// The box of the file is that of the scenario, as far as the file says it.
void check_box(const Scenario& s, const BodyFile& from, const WhereIs& where) {
  const Domain& d = s.domain;
  const bool cell = d.kind == DomainKind::periodic_3;
  const std::string file = fmt::format("'{}'{}", from.file.string(), from.frame);
  const auto refuse = [&](const char* key, const std::string& value, const std::string& of_file,
                          const std::string& allowed) {
    refuse_value(where(key), key, value, "does not agree with " + file + ", which gives the bodies and has " + of_file,
                 allowed);
  };
  const auto kind = [](const Domain& of) { return fmt::format("\"{}\"", word_of(of.kind)); };
  const std::array<bool, 3> here = periodic_directions(d);
  const std::array<double, 3> lengths = periods(d);
  const FileBox& box = from.box;
  if (box.domain && box.domain->kind != d.kind)
    refuse("domain.kind", kind(d), "domain.kind = " + kind(*box.domain), kind(*box.domain));
  if (box.domain && d.kind == DomainKind::pipe && !same(box.domain->radius, d.radius))
    refuse("domain.radius", fmt::format("{}", d.radius), fmt::format("the radius {}", box.domain->radius),
           fmt::format("{}", box.domain->radius));
  if (box.is_periodic && *box.is_periodic != here) {
    std::string words;
    for (std::size_t k = 0; k < 3; ++k)
      if ((*box.is_periodic)[k]) words += std::string(words.empty() ? "" : ", ") + "xyz"[k];
    refuse("domain.kind", kind(d),
           words.empty() ? "no periodic direction" : "a period along " + words + " and along no other direction",
           "a domain with the same periodic directions");
  }
  std::optional<std::array<double, 3>> of_file = box.lengths;
  if (box.domain) of_file = periods(*box.domain);
  if (!of_file) return;
  for (std::size_t k = 0; k < 3; ++k)
    if (here[k] && !same((*of_file)[k], lengths[k]))
      refuse(cell ? "domain.cell" : "domain.length",
             cell ? fmt::format("[{}, {}, {}]", lengths[0], lengths[1], lengths[2]) : fmt::format("{}", lengths[k]),
             fmt::format("the period {} along {}{}", (*of_file)[k], "xyz"[k],
                         box.name.empty() ? "" : " (" + box.name + ")"),
             fmt::format("{}{}", (*of_file)[k], cell ? fmt::format(" along {}", "xyz"[k]) : ""));
}

}  // namespace

std::string file_place(const BodyGroup& group, std::size_t body) {
  return group.source && body < group.source_bodies.size() ? group.source->place(group.source_bodies[body])
                                                           : std::string();
}

void take_file_bodies(Scenario& s) {
  for (std::size_t asking = 0; asking < s.bodies.size(); ++asking) {
    const std::shared_ptr<const BodyFile> from = std::move(s.bodies[asking].from_file);
    s.bodies[asking].from_file.reset();
    if (!from) continue;
    if (from->units && *from->units != s.units)
      throw InputError(
          fmt::format("'{}' is in {} units, but the scenario is in {} units; use a scenario in the units of the file",
                      from->file.string(), word_of(*from->units), word_of(s.units)));
    if (s.units == Units::si && !from->length_unit.empty() && from->length_unit != "m")
      throw InputError(fmt::format(
          "'{}'{} gives positions in '{}', and a scenario with units = \"SI\" has metres; write the positions "
          "in metres with the unit 'm'",
          from->file.string(), from->frame, from->length_unit));
    const auto of_group = shared_out(s, *from, asking);
    for (std::size_t g = 0; g < of_group.size(); ++g) {
      if (of_group[g].empty()) continue;
      const bool other = s.bodies[g].source && s.bodies[g].source != from && g != asking;
      if (other || (g != asking && s.bodies[g].from_file))
        throw InputError(
            fmt::format("'{}' and another file both give bodies to '{}' ([[bodies]] {}); name only one of these files",
                        from->file.string(), s.bodies[g].name, g));
      give(s, g, from, of_group[g]);
    }
    if (of_group[asking].empty())
      throw InputError(
          fmt::format("'{}' has no bodies for the table '{}', which names this file; name the file in a table for one "
                      "of its species",
                      from->file.string(), s.bodies[asking].name));
    const std::size_t n = from->positions.size();
    s.start_notes.push_back(
        fmt::format("'{}'{}: {} {}", from->file.string(), from->frame, n, n == 1 ? "body" : "bodies"));
    s.start_notes.insert(s.start_notes.end(), from->notes.begin(), from->notes.end());
    if (from->box.lengths && !from->box.is_periodic && s.domain.kind == DomainKind::free_space)
      s.start_notes.push_back("the box of the file (" + from->box.name +
                              ") is not used, because free space has no period");
  }
}

void note_random_directions(Scenario& s) {
  std::size_t rods = 0;
  std::string tables;
  for (std::size_t g = 0; g < s.bodies.size(); ++g) {
    const BodyGroup& b = s.bodies[g];
    if (b.positions.empty() || !b.directors.empty() || says_direction(s, g)) continue;
    std::size_t of_table = b.shape == BodyShape::rod ? b.positions.size() : 0;
    if (b.is_new) {  // of which some may be spheres
      const Fitting fitting(s, g, *b.source, b.source_bodies);
      of_table =
          static_cast<std::size_t>(std::count_if(b.source_bodies.begin(), b.source_bodies.end(), [&](std::size_t i) {
            return fitting.kind(i).shape == BodyShape::rod;
          }));
    }
    if (of_table == 0) continue;
    rods += of_table;
    tables += fmt::format("{}'{}'", tables.empty() ? "" : ", ", b.name);
  }
  if (rods > 0)
    s.start_notes.push_back(fmt::format("no directions are given for {} {} ({}), so {} drawn at random", rods,
                                        rods == 1 ? "rod" : "rods", tables,
                                        rods == 1 ? "its direction is" : "their directions are"));
}

namespace {

/// The kind of each body of a file in the scenario.
std::map<std::size_t, std::size_t> kinds_here(const Scenario& s, const BodyFile& from) {
  std::map<std::size_t, std::size_t> kinds;
  for (std::size_t g = 0; g < s.bodies.size(); ++g)
    if (s.bodies[g].source.get() == &from)
      for (const std::size_t body : s.bodies[g].source_bodies) kinds[body] = g;
  return kinds;
}

}  // namespace

void note_new_numbers(Scenario& s) {
  constexpr std::size_t most_said = 6;
  std::vector<const BodyFile*> seen;
  for (const BodyGroup& group : s.bodies) {
    const BodyFile* from = group.source.get();
    if (!from || (from->species.empty() && from->tables.empty())) continue;
    if (std::find(seen.begin(), seen.end(), from) != seen.end()) continue;
    seen.push_back(from);
    std::map<std::string, std::set<std::size_t>> kinds_of;
    bool other = false;
    for (const auto& [body, kind] : kinds_here(s, *from)) {
      // a run has numbers of kinds, another file may have numbers as species
      const std::string number = from->run ? fmt::format("{}", from->tables[body]) : from->species[body];
      kinds_of[number].insert(kind);
      other = other || (body_text::whole_number(number) && number != fmt::format("{}", kind));
    }
    if (!other) continue;
    std::string words;
    std::size_t said = 0;
    for (const auto& [number, kinds] : kinds_of) {
      if (++said > most_said) break;
      words += fmt::format("{}{} is now {}", words.empty() ? "" : ", ", number, fmt::join(kinds, " and "));
    }
    if (kinds_of.size() > most_said) words += fmt::format(", and {} more", kinds_of.size() - most_said);
    s.start_notes.push_back(fmt::format("the kinds of bodies (species) of '{}' get new numbers in this run: {}",
                                        from->file.string(), words));
  }
}

double volume_of_bodies(const Scenario& s, std::size_t group) {
  const BodyGroup& g = s.bodies[group];
  if (!g.is_new) return static_cast<double>(g.count) * body_volume(g);
  double volume = 0;
  const Fitting fitting(s, group, *g.source, g.source_bodies);
  BodyGroup one;
  for (const std::size_t i : g.source_bodies) {
    set_kind(one, fitting.kind(i));
    volume += body_volume(one);
  }
  return volume;
}

void separate_kinds(Scenario& s) {
  bool any = false;
  for (std::size_t group = 0, groups = s.bodies.size(); group < groups; ++group) {
    if (!std::exchange(s.bodies[group].is_new, false)) continue;
    any = true;
    const BodyGroup all = s.bodies[group];
    std::vector<Kind> kinds;
    const Fitting fitting(s, group, *all.source, all.source_bodies);  // before there are more groups
    for (const std::size_t i : all.source_bodies) kinds.push_back(fitting.kind(i));
    std::map<Kind, std::size_t> group_of{{kinds.front(), group}};
    BodyGroup empty = all;
    drop_lists(empty);
    for (const Kind& k : kinds)
      if (group_of.try_emplace(k, s.bodies.size()).second) s.bodies.push_back(empty);
    if (group_of.size() == 1) continue;
    share_out_kinds(s, all, kinds, group_of);
  }
  if (any) number_as_in_file(s);
}

void check_file_bodies(const Scenario& s, const WhereIs& where) {
  for (std::size_t group = 0; group < s.bodies.size(); ++group) {
    const BodyGroup& g = s.bodies[group];
    if (!g.source) continue;
    if (g.source_bodies.empty() || !fits_but_force(*g.source, g.source_bodies.front(), g))
      throw InputError(
          fmt::format("{}: the bodies of '{}' ([[bodies]] {}) were changed and are no longer those of the "
                      "file; the file and the scenario must agree",
                      file_place(g, 0), g.name, group));
    check_box(s, *g.source, where);
  }
}

}  // namespace slurry
