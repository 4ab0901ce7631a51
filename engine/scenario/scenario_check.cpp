// SPDX-License-Identifier: BSD-3-Clause
#include "scenario/scenario_check.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <span>
#include <tuple>

#include "base/text.hpp"
#include "geometry/body_cells.hpp"
#include "planning/engines.hpp"
#include "scenario/body_file.hpp"
#include "scenario/option_text.hpp"
#include "slurry/stage_variants.hpp"

namespace slurry {

namespace {

constexpr double densest = 0.5;         // what random placement reaches
constexpr double shortest_period = 4;   // in radii: no sphere has the same neighbour twice, on both sides
constexpr double most_periods = 1e9;    // that a position may be away: further ones have no digits left
constexpr double shortest_lattice = 2;  // no body overlaps its own image (theory/rods.md, short periods)

double sphere_volume(double a) {
  return 4.0 / 3.0 * std::numbers::pi * a * a * a;
}

double cross_section(const Domain& d) {
  return std::numbers::pi * d.radius * d.radius;
}

bool bounded(DomainKind kind) {
  return kind == DomainKind::pipe || kind == DomainKind::periodic_3;
}

double largest_reach(const Scenario& s) {
  double l = 0;
  for (const BodyGroup& g : s.bodies) l = std::max(l, g.reach());
  return l;
}

double largest_radius(const Scenario& s) {
  double a = 0;
  for (const BodyGroup& g : s.bodies) a = std::max(a, g.radius);
  return a;
}

std::string group_key(const Scenario& s, std::size_t g, const std::string& leaf) {
  return s.bodies.size() > 1 ? text("bodies.{}.{}", g, leaf) : "bodies." + leaf;
}

}  // namespace

double body_volume(const BodyGroup& g) {
  return sphere_volume(g.radius) * (g.shape == BodyShape::rod ? g.aspect : 1);
}

double domain_volume(const Domain& d) {
  switch (d.kind) {
    case DomainKind::pipe:
      return cross_section(d) * d.length;
    case DomainKind::periodic_3:
      return d.cell[0] * d.cell[1] * d.cell[2];
    default:
      return std::numeric_limits<double>::infinity();
  }
}

std::array<bool, 3> periodic_directions(const Domain& d) {
  if (d.kind == DomainKind::periodic_3) return {true, true, true};
  return {d.kind == DomainKind::pipe || d.kind == DomainKind::periodic_1, false, false};
}

std::array<double, 3> periods(const Domain& d) {
  return d.kind == DomainKind::periodic_3 ? d.cell : std::array<double, 3>{d.length, 0, 0};
}

void complete(Scenario& s) {
  if (s.length_from_fraction)
    for (const BodyGroup& g : s.bodies) {
      if (!g.volume_fraction || g.count_from_fraction) continue;
      const double volume = static_cast<double>(g.count) * body_volume(g) / *g.volume_fraction;
      s.domain.length = volume / cross_section(s.domain);
      s.domain.cell.fill(std::cbrt(volume));
      break;
    }
  const double volume = domain_volume(s.domain);
  for (BodyGroup& g : s.bodies) {
    if (!g.count_from_fraction || !g.volume_fraction || !std::isfinite(volume)) continue;
    g.count = static_cast<std::size_t>(std::llround(*g.volume_fraction * volume / body_volume(g)));
  }
}

void check_variant_words(const std::string& words, const std::string& where, const std::string& key) {
  try {
    check_stage_variants(stage_variants(words));
  } catch (const InputError& e) {
    refuse_value(where, key, toml_text(words), std::string("cannot be used: ") + e.what(),
                 "names that 'slurry bench variants' lists");
  }
}

namespace {

void check_periods(const Scenario& s, const WhereIs& where) {
  bool rods = false;
  for (const BodyGroup& g : s.bodies) rods = rods || g.shape == BodyShape::rod;
  // contacts of rods look at every image, those of spheres at the nearest
  const double least = s.solver.contacts && !rods ? shortest_period : shortest_lattice;
  const char* const meet =
      least == shortest_lattice
          ? "a body would meet its own image"
          : "two spheres could touch on both sides at once, and contacts of spheres look at the nearest image alone";
  // a period that follows from count and volume fraction is rounded
  const double shortest = least * largest_reach(s) * (s.length_from_fraction ? 1 - 1e-12 : 1);
  const auto too_short = [&](const std::string& key, double length) {
    if (s.length_from_fraction)
      refuse_value(where(key), key, std::to_string(s.bodies.front().count),
                   text("is too small: with this volume fraction the period would be {:g}, and {}", length, meet),
                   text("larger, or the volume fraction smaller, so that the period is at least {:g}", shortest));
    refuse_value(where(key), key, text("{:g}", length), std::string("is too short: ") + meet,
                 text("a number of at least {:g}, {} times the largest radius or half length", shortest,
                      least == 2 ? "two" : "four"));
  };
  // A length that follows from other keys is answered at one that the person wrote.
  const std::string length_key = s.length_from_fraction ? "bodies.count" : "domain.length";
  if (s.domain.kind == DomainKind::pipe || s.domain.kind == DomainKind::periodic_1)
    if (s.domain.length < shortest) too_short(length_key, s.domain.length);
  if (s.domain.kind == DomainKind::periodic_3)
    for (double c : s.domain.cell)
      if (c < shortest) too_short(s.length_from_fraction ? length_key : "domain.cell", c);
}

void check_density(const Scenario& s, const WhereIs& where) {
  double filled = 0;
  for (std::size_t i = 0; i < s.bodies.size(); ++i) {
    const BodyGroup& g = s.bodies[i];
    if (g.placement != PlacementKind::random) continue;
    if (!bounded(s.domain.kind))
      refuse_value(where(group_key(s, i, "placement")), group_key(s, i, "placement"), "\"random\"",
                   "has no volume to fill in this domain",
                   "\"positions\" with a list, or domain.kind \"pipe\" or \"periodic-3\"");
    filled += static_cast<double>(g.count) * body_volume(g) / domain_volume(s.domain);
    if (filled <= densest * 1.0001) continue;
    const std::string key = group_key(s, i, g.count_from_fraction || g.volume_fraction ? "volume_fraction" : "count");
    refuse_value(where(key), key, option_value(s, key),
                 text("the volume fraction would be {:.3g}, which is too high for random placement", filled),
                 text("the volume fraction must be at most {:g}", densest));
  }
}

/// Given positions: outside of the pipe, or overlapping; the sentence names the bodies.
void check_positions(const Scenario& s, const WhereIs& where) {
  std::vector<double> xyz, radii;
  std::vector<std::size_t> group, in_group;
  for (std::size_t i = 0; i < s.bodies.size(); ++i)
    for (std::size_t k = 0; k < s.bodies[i].positions.size(); ++k) {
      if (s.bodies[i].shape == BodyShape::rod) continue;  // rod_placement looks at them
      const auto& p = s.bodies[i].positions[k];
      xyz.insert(xyz.end(), p.begin(), p.end());
      radii.push_back(s.bodies[i].radius);
      group.push_back(i);
      in_group.push_back(k);
    }
  const double slack = s.solver.contact_tolerance;
  const auto key_of = [&](std::size_t body) {
    return group_key(s, group[body], s.bodies[group[body]].source ? "file" : "positions");
  };
  const auto place_of = [&](std::size_t body) {
    const std::string in_file = file_place(s.bodies[group[body]], in_group[body]);
    return in_file.empty() ? where(key_of(body)) : in_file;
  };
  const auto number_of = [&](std::size_t body) {
    const BodyGroup& g = s.bodies[group[body]];
    return in_group[body] < g.numbers.size() ? static_cast<std::size_t>(g.numbers[in_group[body]]) : body;
  };
  if (s.domain.kind == DomainKind::pipe)
    for (std::size_t i = 0; i < radii.size(); ++i) {
      const double reach = std::hypot(xyz[3 * i + 1], xyz[3 * i + 2]) + radii[i];
      if (reach <= s.domain.radius + slack * radii[i]) continue;
      refuse_value(place_of(i), key_of(i), text("[{:g}, {:g}, {:g}]", xyz[3 * i], xyz[3 * i + 1], xyz[3 * i + 2]),
                   text("body {} is outside of the pipe: it reaches {:.6g} from the axis", number_of(i), reach),
                   text("the distance from the axis must be at most {:g}", s.domain.radius - radii[i]));
    }
  if (!s.solver.contacts || s.solver.model == BodyModel::points || radii.size() < 2) return;
  BodyCells cells(s.domain, 2 * largest_radius(s), std::span<const double>(xyz));
  for (std::size_t i = 0; i < radii.size(); ++i)
    cells.for_near(&xyz[3 * i], [&](std::size_t j, double distance) {
      if (j >= i || distance - radii[i] - radii[j] >= -slack * std::min(radii[i], radii[j])) return;
      const std::string other = file_place(s.bodies[group[j]], in_group[j]);
      refuse_value(place_of(i), key_of(i), "",
                   text("bodies {} and {} overlap: their centres are {:.6g} apart{}", number_of(j), number_of(i),
                        distance, other.empty() ? "" : " (body " + std::to_string(number_of(j)) + " is " + other + ")"),
                   text("centres must be at least {:g} apart", radii[i] + radii[j]));
    });
}

/// Rods that are placed at random must fit into the pipe as they may lie there; of listed ones the placement says it.
void check_room_for_rods(const Scenario& s, std::size_t group, const WhereIs& where) {
  const BodyGroup& g = s.bodies[group];
  if (s.domain.kind != DomainKind::pipe || g.placement == PlacementKind::positions) return;
  const auto& d = g.director;
  const bool aligned = g.orientation == OrientationLaw::aligned;
  const double across = aligned ? std::hypot(d[1], d[2]) / std::hypot(d[0], d[1], d[2]) : 1;
  const double reach = g.radius + (g.reach() - g.radius) * across;
  if (reach < s.domain.radius) return;
  const std::string key = group_key(s, group, "aspect");
  refuse_value(
      where(key), key, text("{:g}", g.aspect),
      text("makes rods of length {:g}, which is longer than the pipe is wide{}", 2 * g.reach(),
           aligned ? text(": with this bodies.director they reach {:g} from the axis of the pipe", reach) : ""),
      text("less than {:g} with this radius{}", 1 + (s.domain.radius / g.radius - 1) / across,
           aligned ? "" : ", or come with a bodies.director along the pipe"));
}

/// Lists beside a list of positions: as long as that, and of whole numbers that can be.
void check_lists(const Scenario& s, const WhereIs& where) {
  std::size_t bodies = 0;
  bool numbered = false;
  for (const BodyGroup& g : s.bodies) {
    bodies += g.count;
    numbered = numbered || !g.numbers.empty();
  }
  std::vector<bool> taken(numbered ? bodies : 0, false);
  const auto whole = [](double x, double below) { return x == std::floor(x) && std::abs(x) < below; };
  const std::array<bool, 3> periodic = periodic_directions(s.domain);
  for (std::size_t i = 0; i < s.bodies.size(); ++i) {
    const BodyGroup& g = s.bodies[i];
    const auto refuse = [&](const char* leaf, std::size_t body, const std::string& value, const std::string& problem,
                            const std::string& allowed) {
      const std::string key = group_key(s, i, leaf), in_file = file_place(g, body);
      refuse_value(in_file.empty() ? where(key) : in_file, key, value, problem, allowed);
    };
    const auto check_size = [&](const char* leaf, std::size_t size) {
      if (size != 0 && size != g.positions.size())
        refuse(leaf, g.positions.size(), "", text("there are {} for {} positions", size, g.positions.size()),
               "one for each position, or left out");
    };
    check_size("images", g.images.size());
    check_size("numbers", g.numbers.size());
    for (std::size_t b = 0; b < g.images.size(); ++b)
      for (std::size_t k = 0; k < 3; ++k)
        if (const double n = g.images[b][k]; !whole(n, most_periods) || (n != 0 && !periodic[k]))
          refuse("images", b, text("{:.12g}", n),
                 n == std::floor(n) && periodic[k] ? text("is too large a number of periods along {}", "xyz"[k])
                                                   : text("is not a number of periods along {}", "xyz"[k]),
                 periodic[k] ? text("a whole number between {:g} and {:g}", -most_periods, most_periods)
                             : "0, because this direction is not periodic");
    for (std::size_t b = 0; b < g.numbers.size(); ++b) {
      const double n = g.numbers[b];
      if (!whole(n, static_cast<double>(bodies)) || n < 0 || taken[static_cast<std::size_t>(n)])
        refuse("numbers", b, text("{:g}", n), "is not the number of a body, or is given twice",
               text("a whole number from 0 to {}, different for each body", bodies - 1));
      taken[static_cast<std::size_t>(n)] = true;
    }
    const std::array<double, 3> lengths = periods(s.domain);
    for (std::size_t b = 0; b < g.positions.size(); ++b)
      for (std::size_t k = 0; k < 3; ++k)
        if (const double x = g.positions[b][k]; periodic[k] && !(std::abs(x / lengths[k]) < most_periods))
          refuse(g.source ? "file" : "positions", b, text("{:g}", x),
                 text("is more than {:g} periods away along {}: rounding hides the place within the period",
                      most_periods, "xyz"[k]),
                 "nearer to the domain");
  }
}

void check_rods(const Scenario& s, const WhereIs& where) {
  bool rods = false;
  for (std::size_t i = 0; i < s.bodies.size(); ++i) {
    const BodyGroup& g = s.bodies[i];
    const auto key = [&](const char* leaf) { return group_key(s, i, leaf); };
    if (g.shape != BodyShape::rod && std::hypot(g.torque[0], g.torque[1], g.torque[2]) > 0)
      refuse_value(where(key("torque")), key("torque"), "", "acts on rods only",
                   "it must be left out, or kind must be \"rod\"");
    if (g.shape != BodyShape::rod) continue;
    rods = true;
    const auto zero = [](const std::array<double, 3>& d) { return !(std::hypot(d[0], d[1], d[2]) > 0); };
    if (zero(g.director))
      refuse_value(where(key("director")), key("director"), "[0, 0, 0]", "has no direction",
                   "three numbers, not all zero");
    for (const auto& d : g.directors)
      if (zero(d))
        refuse_value(where(key("directors")), key("directors"), "[0, 0, 0]", "has no direction",
                     "three numbers each, not all zero");
    check_room_for_rods(s, i, where);
    if (!g.directors.empty() && g.directors.size() != g.positions.size())
      refuse_value(where(key("directors")), key("directors"), "",
                   text("there are {} for {} positions", g.directors.size(), g.positions.size()),
                   "one for each position, or left out");
  }
  for (std::size_t i = 0; rods && i < s.bodies.size(); ++i)
    if (s.bodies[i].placement != PlacementKind::random && s.bodies[i].placement != PlacementKind::positions)
      refuse_value(where(group_key(s, i, "placement")), group_key(s, i, "placement"),
                   option_value(s, group_key(s, i, "placement")), "is for spheres only, but there are rods",
                   "\"random\", or a list of positions");
  if (rods && s.solver.model == BodyModel::points)
    refuse_value(where("solver.model"), "solver.model", "\"points\"", "is not possible with rods", "\"spheres\"");
  if (s.solver.lubrication != LubricationLaw::none && (rods || s.solver.model == BodyModel::points))
    refuse_value(where("solver.lubrication"), "solver.lubrication", option_value(s, "solver.lubrication"),
                 "is available for spheres only", "\"none\", or a scenario of spheres");
  if (s.shear_rate != 0 && s.domain.kind != DomainKind::free_space)
    refuse_value(where("flow.shear_rate"), "flow.shear_rate", text("{:g}", s.shear_rate),
                 "is possible in free space only", "it must be left out, or domain.kind must be \"free-space\"");
  if (s.shear_rate != 0 && s.solver.model == BodyModel::points)
    refuse_value(where("flow.shear_rate"), "flow.shear_rate", text("{:g}", s.shear_rate),
                 "is possible for spheres and rods only, not for points",
                 "it must be left out, or solver.model must be \"spheres\"");
}

/// Refuses a radius or another number of the bodies of a group: at its place in the file of bodies if it is from there,
/// else at its key.
[[noreturn]] void refuse_of_bodies(const Scenario& s, std::size_t group, const std::string& leaf,
                                   const std::string& problem, const std::string& allowed, const WhereIs& where) {
  const BodyGroup& g = s.bodies[group];
  const std::string key = group_key(s, group, leaf), value = option_value(s, key);
  if (g.source && ((leaf == "radius" && !g.source->radii.empty()) || (leaf == "force" && !g.source->forces.empty())))
    throw InputError(text("{}: the {} {} {}; it must be {}", file_place(g, 0), leaf, value, problem, allowed));
  refuse_value(where(key), key, value, problem, allowed);
}

/// Squares of forces, and of velocities, beyond these leave the range of a double (mobility/solve_mobility.cpp).
constexpr double smallest_force = 1e-100, largest_force = 1e100;

void check_forces(const Scenario& s, const WhereIs& where) {
  const auto in_range = [](double f) {
    return f == 0 || (std::abs(f) >= smallest_force && std::abs(f) <= largest_force);
  };
  for (std::size_t i = 0; i < s.bodies.size(); ++i) {
    const BodyGroup& g = s.bodies[i];
    const auto check = [&](const char* leaf, double size) {
      const std::string allowed = text("0, or a size from {:g} to {:g}", smallest_force, largest_force);
      if (!in_range(size)) refuse_of_bodies(s, i, leaf, "is out of range", allowed, where);
      if (!in_range(size / s.viscosity))
        refuse_of_bodies(s, i, leaf, text("over the viscosity, {:g}, is out of range", s.viscosity),
                         allowed + " of the ratio; choose other units", where);
    };
    const auto length = [](const std::array<double, 3>& v) { return std::hypot(v[0], v[1], v[2]); };
    check("force", g.force);
    check("external_force", length(g.external_force));
    check("torque", length(g.torque));
    check("tangential_force", g.tangential_force);
    check("ring_stiffness", g.ring_stiffness);
  }
}

void check_variants(const Scenario& s, const WhereIs& where) {
  if (s.solver.variants.empty()) return;
  const Engine* engine = find_engine(s.solver.method);
  const auto has_variants = [](const Engine& row) {
    return std::any_of(row.stages.begin(), row.stages.end(), [](const StageView& v) { return !v.rows.empty(); });
  };
  if (engine && !has_variants(*engine)) {
    std::string others;
    for (const Engine& row : engines())
      if (has_variants(row)) others += text(" \"{}\" or", row.name);
    refuse_value(where("solver.variants"), "solver.variants", option_value(s, "solver.variants"),
                 text("is for stages of other engines, but solver.method is \"{}\"", s.solver.method),
                 text("none, or solver.method{} \"{}\"", others, any_engine));
  }
  check_variant_words(s.solver.variants, where("solver.variants"), "solver.variants");
}

void check_solver(const Scenario& s, const WhereIs& where) {
  check_variants(s, where);
  if (s.solver.direct_terms == Precision::fp64) return;
  const auto refuse = [&](const std::string& what, const std::string& would_do) {
    refuse_value(where("solver.direct_terms"), "solver.direct_terms", "\"fp32\"", what, would_do);
  };
  if (s.domain.kind != DomainKind::free_space)
    refuse("is possible in free space only", "it must be \"fp64\", or domain.kind must be \"free-space\"");
  const Engine* engine = find_engine(s.solver.method);
  if (engine && !engine->exact)
    refuse(text("is for the direct sum, but solver.method is \"{}\"", s.solver.method),
           text("it must be \"fp64\", or solver.method must be \"{}\" or \"{}\"", the_exact_engine().name, any_engine));
}

/// The third power of a radius, and its inverse, must be numbers of double precision.
void check_radius(const Scenario& s, std::size_t i, const WhereIs& where) {
  constexpr double least = 1e-100, most = 1e100;
  const double radius = s.bodies[i].radius;
  if (radius >= least && radius <= most) return;
  refuse_of_bodies(s, i, "radius", "is out of range", text("a number from {:g} to {:g}", least, most), where);
}

/// Squares of times, and of velocities times them, must be numbers of double precision.
void check_times(const Scenario& s, const WhereIs& where) {
  constexpr double least = 1e-100, most = 1e100;
  const auto check = [&](const char* key, double time) {
    if (time < least || time > most)
      refuse_value(where(key), key, option_value(s, key), "is out of range",
                   text("a number from {:g} to {:g}", least, most));
  };
  check("integrator.time_step", s.integrator.time_step);
  if (s.driving.kind != DrivingKind::steady) check("driving.period", s.driving.period);
}

}  // namespace

void check(const Scenario& s, const WhereIs& where) {
  check_times(s, where);
  if (s.bodies.empty()) refuse_value(where("bodies"), "bodies", "", "there are none", "at least one [[bodies]] table");
  for (std::size_t i = 0; i < s.bodies.size(); ++i) {
    const BodyGroup& g = s.bodies[i];
    check_radius(s, i, where);
    if (s.domain.kind == DomainKind::pipe && g.radius >= s.domain.radius)
      refuse_of_bodies(s, i, "radius", "is too large for the pipe",
                       text("less than domain.radius = {:g}", s.domain.radius), where);
    if (g.placement == PlacementKind::positions && g.positions.empty())
      refuse_value(where(group_key(s, i, "placement")), group_key(s, i, "placement"), "\"positions\"",
                   "needs a list of positions, which is missing",
                   "\"random\", or come with positions = [[x, y, z], ...]");
    if (g.placement == PlacementKind::positions && g.count != g.positions.size()) {
      const char* leaf = g.count_from_fraction ? "volume_fraction" : "count";
      refuse_value(where(group_key(s, i, leaf)), group_key(s, i, leaf), option_value(s, group_key(s, i, leaf)),
                   text("cannot be combined with a list of {} positions", g.positions.size()),
                   "left out, or come with another placement");
    }
    const auto needs = [&](const char* leaf, const std::string& what) {
      refuse_value(where(group_key(s, i, "placement")), group_key(s, i, leaf), "", "is missing", what);
    };
    const bool others = std::any_of(s.bodies.begin(), s.bodies.end(),
                                    [](const BodyGroup& b) { return b.placement != PlacementKind::random; });
    if (g.equilibrate > 0 && others)
      refuse_value(where(group_key(s, i, "equilibrate")), group_key(s, i, "equilibrate"), std::to_string(g.equilibrate),
                   "needs random placement of all bodies", "0, or placement = \"random\" everywhere");
    if (g.placement == PlacementKind::row && !(g.spacing > 0)) needs("spacing", "given, for a row");
    if (g.placement == PlacementKind::lattice && !(g.spacing > 0) && s.domain.kind != DomainKind::periodic_3)
      needs("spacing", "given, for a lattice outside of a periodic cell");
    if (g.placement == PlacementKind::ring && !(g.ring_radius > 0)) needs("ring_radius", "given, for a ring");
    if (g.ring_stiffness > 0 && !(g.ring_radius > 0)) needs("ring_radius", "given, for a spring along a ring");
    if (g.placement == PlacementKind::cloud && !(g.cloud_radius > 0)) needs("cloud_radius", "given, for a cloud");
    if (g.placement == PlacementKind::row && s.solver.contacts && s.solver.model == BodyModel::spheres && g.count > 1 &&
        g.spacing < 2 * g.radius)
      refuse_value(where(group_key(s, i, "spacing")), group_key(s, i, "spacing"), text("{:g}", g.spacing),
                   "is so short that bodies 0 and 1 of the row overlap",
                   text("a number of at least {:g}", 2 * g.radius));
    if (g.count == 0)
      refuse_value(where(group_key(s, i, "volume_fraction")), group_key(s, i, "count"), "0", "there would be no body",
                   "at least 1, or a larger volume_fraction");
  }
  if (!(std::hypot(s.gravity[0], s.gravity[1], s.gravity[2]) > 0))
    refuse_value(where("gravity.direction"), "gravity.direction", "[0, 0, 0]", "has no direction",
                 "three numbers, not all zero");
  if (s.domain.kind != DomainKind::pipe && s.net_flow.kind != NetFlowKind::zero_flux)
    refuse_value(where("flow.net_flow"), "flow.net_flow", option_value(s, "flow.net_flow"),
                 "is possible in a pipe only", "it must be left out, or domain.kind must be \"pipe\"");
  for (double c : s.domain.cell)
    if (s.domain.kind == DomainKind::periodic_3 && !(c > 0))
      refuse_value(where("domain.cell"), "domain.cell", option_value(s, "domain.cell"), "is out of range",
                   "three numbers greater than 0");
  check_forces(s, where);
  check_solver(s, where);
  check_file_bodies(s, where);
  check_lists(s, where);
  check_rods(s, where);
  check_density(s, where);
  check_periods(s, where);
  check_positions(s, where);
}

}  // namespace slurry
