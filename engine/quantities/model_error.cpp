// SPDX-License-Identifier: BSD-3-Clause
#include "slurry/model_error.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <map>
#include <mutex>
#include <numbers>
#include <optional>
#include <tuple>
#include <utility>

#include "base/text.hpp"
#include "bodies/body_kind.hpp"
#include "constraint/resistance_functions.hpp"
#include "quantities/body_gaps.hpp"
#include "quantities/exact_bodies.hpp"

namespace slurry {

namespace {

using exact_bodies::Compared;

constexpr std::string_view over_alone = "velocity over that of a sphere alone in unbounded fluid";

/// A situation of spheres: the table that knows it, and how a person calls it.
struct Situation {
  std::string_view name, label, parameter, situation, quantity, source;
  std::optional<Compared> (*of)(double at);
};
constexpr std::array<Situation, 11> sphere_situations{{
    {"axis_pushed", "pushed along it", "a/R",
     "one sphere on the axis of a long pipe without net flow, pushed along the axis", over_alone,
     "Haberman & Sayre 1958, computed anew", exact_bodies::on_axis},
    {"axis_carried", "carried by the flow", "a/R",
     "one sphere without force on the axis of a long pipe, carried by Poiseuille flow",
     "velocity over that of the undisturbed flow on the axis", "Haberman & Sayre 1958, computed anew",
     exact_bodies::carried_on_axis},
    {"pair_in_line", "in line", "gap/a",
     "two equal spheres alone in unbounded fluid, under equal forces along their line of centres", over_alone,
     "Stimson & Jeffery 1926", exact_bodies::in_line},
    {"pair_side_by_side", "side by side", "gap/a",
     "two equal spheres alone in unbounded fluid, under equal forces across their line of centres, free to turn",
     over_alone, "Jeffrey & Onishi 1984, computed anew", exact_bodies::side_by_side},
    {"pair_approaching", "towards each other", "gap/a",
     "two equal spheres alone in unbounded fluid, pushed towards each other", over_alone, "Maude 1961, Brenner 1961",
     exact_bodies::approaching},
    {"pair_passing", "past each other", "gap/a",
     "two equal spheres alone in unbounded fluid, under opposite forces across their line of centres, free to turn",
     over_alone, "Jeffrey & Onishi 1984, computed anew", exact_bodies::passing},
    {"wall_towards", "pushed towards it", "gap/a", "one sphere beside a plane wall, pushed towards the wall",
     over_alone, "Brenner 1961", exact_bodies::towards_wall},
    {"wall_along", "pushed along it", "gap/a", "one sphere beside a plane wall, pushed along the wall, free to turn",
     over_alone, "Goldman, Cox & Brenner 1967, computed anew", exact_bodies::along_wall},
    {"array_simple_cubic", "settling", "a/spacing",
     "spheres on a simple cubic lattice under equal forces, relative to the mean velocity of fluid and spheres",
     over_alone, "Zick & Homsy 1982, computed anew", exact_bodies::simple_cubic},
    {"array_body_centred", "settling", "a/spacing",
     "spheres on a body-centred cubic lattice under equal forces, relative to the mean velocity of fluid and spheres",
     over_alone, "Zick & Homsy 1982, computed anew", exact_bodies::body_centred_cubic},
    {"array_face_centred", "settling", "a/spacing",
     "spheres on a face-centred cubic lattice under equal forces, relative to the mean velocity of fluid and spheres",
     over_alone, "Zick & Homsy 1982, computed anew", exact_bodies::face_centred_cubic},
}};
constexpr const Situation &axis_pushed = sphere_situations[0], &axis_carried = sphere_situations[1],
                          &wall_towards = sphere_situations[6], &wall_along = sphere_situations[7];

/// A cubic lattice.  Its sites are points of a grid with `parts` steps along each edge of the unit cell.
struct CubicLattice {
  const Situation& situation;
  std::string_view words;
  std::size_t sites;  ///< in the unit cell
  long parts;
  double spacing;  ///< distance of neighbours over the edge of the unit cell
  double density;  ///< spheres in a cube whose edge is that distance
  bool (*has)(const std::array<long, 3>& point);
};
constexpr std::array<CubicLattice, 3> cubic_lattices{{
    {sphere_situations[8], "simple cubic array", 1, 1, 1, exact_bodies::simple_cubic_density,
     [](const std::array<long, 3>&) { return true; }},
    {sphere_situations[9], "body-centred cubic array", 2, 2, std::numbers::sqrt3 / 2,
     exact_bodies::body_centred_density,
     [](const std::array<long, 3>& p) { return (p[0] - p[1]) % 2 == 0 && (p[0] - p[2]) % 2 == 0; }},
    {sphere_situations[10], "face-centred cubic array", 4, 2, 1 / std::numbers::sqrt2,
     exact_bodies::face_centred_density, [](const std::array<long, 3>& p) { return (p[0] + p[1] + p[2]) % 2 == 0; }},
}};

constexpr std::string_view over_sphere = "velocity over that of a sphere of the rod's half length",
                           turning_over_sphere = "angular velocity over that of a sphere of the rod's half length";
/// A rod alone, pushed along its axis, across it, and turned.
struct RodSituation {
  std::string_view name, label, quantity;
  std::array<std::string_view, 2> situation;  ///< a spheroid, a cylinder
};
constexpr std::array<RodSituation, 3> rod_situations{{
    {"rod_along",
     "along its axis",
     over_sphere,
     {"one rod alone in unbounded fluid, pushed along its axis, against a spheroid of the same length and thickness",
      "one rod alone in unbounded fluid, pushed along its axis, against a cylinder of the same length and thickness"}},
    {"rod_across",
     "across it",
     over_sphere,
     {"one rod alone in unbounded fluid, pushed across its axis, against a spheroid of the same length and thickness",
      "one rod alone in unbounded fluid, pushed across its axis, against a cylinder of the same length and thickness"}},
    {"rod_turning",
     "turning",
     turning_over_sphere,
     {"one rod alone in unbounded fluid, turned about its middle, against a spheroid of the same length and thickness",
      "one rod alone in unbounded fluid, turned about its middle, against a cylinder of the same length and "
      "thickness"}},
}};
constexpr double smallest_cylinder = 2, largest_cylinder = 30;  // that the formulas are good for

bool equal(double x, double y) {
  return std::abs(x - y) <= 1e-9 * std::abs(x);
}

std::string model_name(const Scenario& s) {
  std::string out;
  const auto add = [&out](const std::string& words) {
    if (out.find(words) == std::string::npos) out += (out.empty() ? "" : "; ") + words;
  };
  for (const BodyGroup& g : s.bodies) {
    if (g.shape == BodyShape::rod)
      add(g.rod_model == RodModel::line ? "rods as lines of sources" : "rods as rigid chains of Rotne-Prager spheres");
    else if (s.solver.model == BodyModel::points)
      add("spheres as point forces (Oseen)");
    else
      add(s.solver.lubrication == LubricationLaw::none    ? "spheres by Rotne-Prager"
          : s.solver.lubrication == LubricationLaw::exact ? "spheres by Rotne-Prager with exact lubrication"
                                                          : "spheres by Rotne-Prager with lubrication as printed");
  }
  return out;
}

/// Spheres in a flow that is not the same everywhere.
std::string stresslets_left_out(const Scenario& s) {
  const auto is_sphere = [](const BodyGroup& g) { return g.shape != BodyShape::rod; };
  if (std::none_of(s.bodies.begin(), s.bodies.end(), is_sphere)) return "";
  const bool profile = s.domain.kind == DomainKind::pipe && s.net_flow.value != 0 &&
                       (s.net_flow.kind == NetFlowKind::gradient || s.net_flow.kind == NetFlowKind::flux);
  if (s.shear_rate == 0 && !profile) return "";
  return text(
      "The spheres act on the fluid by their forces alone: the model leaves out the stresslets that true spheres have "
      "in {}. The size of this error is not known.",
      s.shear_rate != 0 ? "a shear" : "the flow through the pipe");
}

/// Line rods that a torque turns (theory/rods.md, line of sources).
std::string flow_of_turned_rods(const Scenario& s) {
  const auto turned = [](const BodyGroup& g) {
    return g.shape == BodyShape::rod && g.rod_model == RodModel::line && g.torque != std::array<double, 3>{0, 0, 0};
  };
  if (std::none_of(s.bodies.begin(), s.bodies.end(), turned)) return "";
  return "The flow around a line rod that a torque turns is that of forces along its axis. On the surface it differs "
         "from the motion of the rod by 28, 9 and 4 % at the aspect ratios 2, 5 and 10; the motion itself is "
         "that of a spheroid.";
}

/// Lubrication of spheres whose radii differ; radii: of all bodies that are spheres.
std::string lubrication_of_unequal(const Scenario& s, const Step& step) {
  if (s.solver.lubrication == LubricationLaw::none || s.solver.model != BodyModel::spheres) return "";
  double least = 0, most = 0;
  for (std::size_t i = 0; i < step.bodies(); ++i) {
    if (step.is_rod(i)) continue;
    least = least == 0 ? step.radii[i] : std::min(least, step.radii[i]);
    most = std::max(most, step.radii[i]);
  }
  if (least == 0 || equal(least, most)) return "";
  return text(
      "The radii of the spheres differ, from {:.4g} to {:.4g}. The lubrication of two unequal spheres of radii a and b "
      "is taken from two equal spheres of radius 2 a b/(a + b) at the same gap: only the term that grows fastest as "
      "the gap closes is exact. The size of this error is not known.",
      least, most);
}

/// Bodies that overlap, where no contacts act.  Point forces have no size.
std::string overlapping(const Scenario& s, const Step& step) {
  if (s.solver.contacts || s.solver.model != BodyModel::spheres || step.bodies() < 2) return "";
  const double tolerance = s.solver.contact_tolerance * *std::max_element(step.radii.begin(), step.radii.end());
  if (!(step.smallest_gap < -tolerance)) return "";
  const Overlaps found = overlaps(step, tolerance);
  if (found.pairs == 0) return "";
  if (found.pairs == 1)
    return text("The bodies {} and {} overlap by {:.4g}: contacts are off, so nothing pushes them apart.",
                found.deepest.first, found.deepest.second, -found.deepest.gap);
  return text(
      "{} pairs of bodies overlap, most of all the bodies {} and {}, by {:.4g}: contacts are off, so nothing pushes "
      "them apart.",
      found.pairs, found.deepest.first, found.deepest.second, -found.deepest.gap);
}

/// Bodies that a projection has pushed apart have a gap of at most the tolerance of contacts.
std::string contacts_left_out(const Snapshot& snapshot) {
  const Scenario& s = *snapshot.scenario;
  if (s.solver.model != BodyModel::spheres || snapshot.radii.empty()) return "";
  const double tolerance =
      1.5 * s.solver.contact_tolerance * *std::max_element(snapshot.radii.begin(), snapshot.radii.end());
  const auto touched = [&](const char* gap) { return snapshot.values.number(gap) <= tolerance; };
  if (!(s.solver.contacts && touched("smallest_gap")) && !touched("smallest_wall_gap")) return "";
  return "Bodies have touched. Contacts move touching bodies at the ends of steps. Velocities, their means and the "
         "work of "
         "gravity leave out this motion. So does the measured error of the time step, although this motion is of first "
         "order in the step.";
}

/// With as many digits as tell the radii apart.
std::string spheres_of_radii(double first, double second) {
  std::string a, b;
  for (const int digits : {4, 9, 17}) {
    a = text("{:.{}g}", first, digits);
    b = text("{:.{}g}", second, digits);
    if (a != b) break;
  }
  return text("are spheres of the radii {} and {}", a, b);
}

class Statement {
 public:
  explicit Statement(const Step& step) : step_(step), scenario_(*step.scenario) {
    said_.model = model_name(scenario_);
    if (std::string s = stresslets_left_out(scenario_); !s.empty()) said_.limits.push_back(std::move(s));
    if (std::string s = flow_of_turned_rods(scenario_); !s.empty()) said_.limits.push_back(std::move(s));
    if (std::string s = lubrication_of_unequal(scenario_, step); !s.empty()) said_.limits.push_back(std::move(s));
    if (std::string s = overlapping(scenario_, step); !s.empty()) said_.limits.push_back(std::move(s));
    axis();
    wall();
    rods_at_wall();
    pair();
    array();
    rods();
  }
  ModelStatement take() { return std::move(said_); }

 private:
  ModelError* add(const Situation& s, double at, std::vector<long> bodies) {
    const std::optional<Compared> c = s.of(at);
    if (!c) return nullptr;
    const double model = scenario_.solver.model == BodyModel::points ? c->points : c->rotne_prager;
    said_.errors.push_back(
        {s.name, s.label, s.situation, s.quantity, s.parameter, at, model, c->exact, s.source, std::move(bodies)});
    return &said_.errors.back();
  }

  /// The largest sphere, as if it were alone on the axis.
  void axis() {
    if (scenario_.domain.kind != DomainKind::pipe) return;
    long largest = -1;
    for (std::size_t i = 0; i < step_.bodies(); ++i)
      if (!step_.is_rod(i) && (largest < 0 || step_.radii[i] > step_.radii[static_cast<std::size_t>(largest)]))
        largest = static_cast<long>(i);
    if (largest < 0) return;
    const double ratio = step_.radii[static_cast<std::size_t>(largest)] / scenario_.domain.radius;
    ModelError* pushed = add(axis_pushed, ratio, {largest});
    // friction in the gap acts on the velocity of the sphere, also where the flow carries it
    double slower = 1;
    if (pushed && scenario_.solver.model == BodyModel::spheres) {
      const double friction = lubrication::of_wall(scenario_.solver.lubrication, 1 / ratio - 1, ratio).tangential;
      slower = 1 / (1 + pushed->model * friction);
      pushed->model *= slower;
    }
    if (!pushed && ratio > exact_bodies::largest_on_axis())
      said_.limits.push_back(text(
          "The table of spheres on the axis ends at a/R = {:.4g}. This sphere has a/R = {:.9g}, so the error of the "
          "model is larger and is not known.",
          exact_bodies::largest_on_axis(), ratio));
    const NetFlow& flow = scenario_.net_flow;
    const bool imposed = flow.kind == NetFlowKind::gradient || flow.kind == NetFlowKind::flux;
    if (!imposed || flow.value == 0) return;
    if (ModelError* carried = add(axis_carried, ratio, {largest})) carried->model *= slower;
  }

  /// The gap over a that a number is of, and that stands beside it: contacts keep no gap more exactly than the
  /// smallest.
  static double counted_gap(double gap) {
    return std::abs(gap) < exact_bodies::smallest_gap ? exact_bodies::smallest_gap : gap;
  }

  /// The sphere with the narrowest gap to the wall, as if the wall were a plane.
  void wall() {
    if (scenario_.domain.kind != DomainKind::pipe) return;
    // where the sphere is farther from the other side: there the wall is no plane
    constexpr double other_side = 3;
    long nearest = -1;
    double narrowest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < step_.bodies(); ++i) {
      if (step_.is_rod(i)) continue;
      const double off = std::hypot(step_.positions[3 * i + 1], step_.positions[3 * i + 2]), a = step_.radii[i];
      const double near = scenario_.domain.radius - off - a, far = scenario_.domain.radius + off - a;
      if (near / a >= narrowest || far < other_side * near) continue;
      narrowest = near / a;
      nearest = static_cast<long>(i);
    }
    if (nearest < 0) return;
    narrowest = counted_gap(narrowest);
    lubrication::Resistance friction;
    if (scenario_.solver.model == BodyModel::spheres)
      friction = lubrication::of_wall(scenario_.solver.lubrication, std::max(narrowest, exact_bodies::smallest_gap), 0);
    if (ModelError* e = add(wall_towards, narrowest, {nearest})) e->model = 1 / (1 / e->model + friction.normal);
    if (ModelError* e = add(wall_along, narrowest, {nearest})) e->model = 1 / (1 / e->model + friction.tangential);
  }

  /// The rod nearest to the wall, for which there is no table: said where its gap is narrower than its radius.
  void rods_at_wall() {
    if (scenario_.domain.kind != DomainKind::pipe) return;
    long nearest = -1;
    double narrowest = 1;  // gap over the radius of the rod
    for (std::size_t i = 0; i < step_.bodies(); ++i) {
      if (!step_.is_rod(i)) continue;
      const double gap = wall_gap(step_, static_cast<long>(i)) / step_.radii[i];
      if (gap >= narrowest) continue;
      narrowest = gap;
      nearest = static_cast<long>(i);
    }
    if (nearest < 0) return;
    said_.limits.push_back(
        text("The rod nearest to the wall, {}, has a gap of {:.4g} of its radius to it. There is no table of rods near "
             "a wall, and the model has no lubrication between them, so the error of the model for this rod is not "
             "known. Towards the wall the rod may be many times too fast.",
             nearest, narrowest));
  }

  bool all_equal_spheres() const {
    for (std::size_t i = 0; i < step_.bodies(); ++i)
      if (step_.is_rod(i) || !equal(step_.radii[0], step_.radii[i])) return false;
    return step_.bodies() > 0;
  }

  /// Whether the nearest pair is found in some milliseconds: cells are as large as the largest body.
  bool quickly_searched() const {
    constexpr std::size_t in_any_case = 2000, of_similar_sizes = 20'000;
    if (step_.bodies() <= in_any_case) return true;
    const auto [least, most] = std::minmax_element(step_.radii.begin(), step_.radii.end());
    return step_.bodies() <= of_similar_sizes && step_.half_lengths.empty() && *most <= 4 * *least;
  }

  /// The two bodies with the smallest gap, where they are equal spheres.
  void pair() {
    const auto finite = [](double x) { return std::isfinite(x); };
    if (step_.bodies() < 2 || !std::all_of(step_.positions.begin(), step_.positions.end(), finite)) return;
    double gap = step_.smallest_gap, radius = step_.radii[0];
    std::vector<long> bodies;
    if (quickly_searched()) {
      const double largest = *std::max_element(step_.radii.begin(), step_.radii.end());
      const NearestPair p = nearest_pair(step_, exact_bodies::largest_gap * largest * (1 + 1e-9));
      if (p.first < 0) return;
      const auto i = static_cast<std::size_t>(p.first), j = static_cast<std::size_t>(p.second);
      if (step_.is_rod(i) || step_.is_rod(j) || !equal(step_.radii[i], step_.radii[j])) return without_table(p);
      gap = p.gap;
      radius = step_.radii[i];
      bodies = {p.first, p.second};
    } else if (!all_equal_spheres()) {
      return;
    }
    const double s = counted_gap(gap / radius);
    for (const Situation& situation : sphere_situations) {
      if (!situation.name.starts_with("pair_")) continue;
      ModelError* e = add(situation, s, bodies);
      // lubrication acts on relative motion alone
      const bool normal = situation.of == exact_bodies::approaching, across = situation.of == exact_bodies::passing;
      if (e && (normal || across) && scenario_.solver.model == BodyModel::spheres) {
        const lubrication::Resistance friction = lubrication::of_pair(scenario_.solver.lubrication, s);
        e->model = 1 / (1 / e->model + 2 * (normal ? friction.normal : friction.tangential));
      }
    }
  }

  /// The nearest pair, for which there is no table: said where its gap is narrower than the thinner body's radius, so
  /// that silence is not taken for a small error.  Overlaps and the lubrication of unequal spheres have sentences of
  /// their own.
  void without_table(const NearestPair& p) {
    const auto i = static_cast<std::size_t>(p.first), j = static_cast<std::size_t>(p.second);
    if (!(p.gap >= 0 && p.gap < std::min(step_.radii[i], step_.radii[j]))) return;
    const bool lubricated = scenario_.solver.lubrication != LubricationLaw::none;
    if (lubricated && !step_.is_rod(i) && !step_.is_rod(j)) return;
    const std::string kind = step_.is_rod(i) && step_.is_rod(j)   ? "are two rods"
                             : step_.is_rod(i) || step_.is_rod(j) ? "are a sphere and a rod"
                                                                  : spheres_of_radii(step_.radii[i], step_.radii[j]);
    said_.limits.push_back(
        text("The nearest bodies, {} and {} with a gap of {:.4g}, {}. There is a table for two equal spheres only, so "
             "the error of the model for these two is not known.",
             p.first, p.second, p.gap, kind));
  }

  /// Equal spheres, one on each site of a cubic lattice that fills a cubic cell.
  void array() {
    const Domain& d = scenario_.domain;
    if (d.kind != DomainKind::periodic_3 || !all_equal_spheres()) return;
    if (!equal(d.cell[0], d.cell[1]) || !equal(d.cell[0], d.cell[2])) return;
    for (const CubicLattice& lattice : cubic_lattices) {
      const auto n = static_cast<double>(step_.bodies()), sites = static_cast<double>(lattice.sites);
      const auto cells = static_cast<std::size_t>(std::lround(std::cbrt(n / sites)));
      if (lattice.sites * cells * cells * cells != step_.bodies()) continue;
      const double edge = d.cell[0] / static_cast<double>(cells);
      if (fills(lattice, cells, edge)) add(lattice.situation, step_.radii[0] / (lattice.spacing * edge), {});
    }
  }

  /// Whether each site of a lattice has one sphere. edge: that of the unit cell, of which there are cells^3 [length].
  bool fills(const CubicLattice& lattice, std::size_t cells, double edge) const {
    constexpr double off_site = 1e-3;  // of the spacing: the error of the velocities moves bodies off their sites
    const double part = edge / static_cast<double>(lattice.parts), allowed = off_site * lattice.spacing * edge / part;
    const long points = static_cast<long>(cells) * lattice.parts;
    std::vector<bool> taken(static_cast<std::size_t>(points * points * points), false);
    for (std::size_t i = 0; i < step_.bodies(); ++i) {
      std::array<long, 3> point{};
      for (std::size_t k = 0; k < 3; ++k) {
        const double along = (step_.positions[3 * i + k] - step_.positions[k]) / part, whole = std::round(along);
        if (!(std::abs(along - whole) <= allowed)) return false;
        point[k] = (std::lround(whole) % points + points) % points;
      }
      const auto site = static_cast<std::size_t>((point[0] * points + point[1]) * points + point[2]);
      if (taken[site] || !lattice.has(point)) return false;
      taken[site] = true;
    }
    return true;
  }

  void rods() {
    std::vector<std::tuple<double, RodModel, RodTarget>> seen;
    for (const BodyGroup& g : scenario_.bodies) {
      if (g.shape != BodyShape::rod) continue;
      const std::tuple key{g.aspect, g.rod_model, g.fitted_to};
      if (std::find(seen.begin(), seen.end(), key) != seen.end()) continue;
      seen.push_back(key);
      rod(g);
    }
  }

  void rod(const BodyGroup& g) {
    const bool cylinder = g.rod_model == RodModel::chain && g.fitted_to == RodTarget::cylinder;
    if (cylinder && !(g.aspect >= smallest_cylinder && g.aspect <= largest_cylinder)) {
      said_.limits.push_back(text(
          "The formulas for cylinders hold for aspect ratios of {:g} to {:g}, so the error of the model for rods of "
          "the aspect ratio {:g} is not known.",
          smallest_cylinder, largest_cylinder, g.aspect));
      return;
    }
    const SpheroidResistance exact = cylinder ? cylinder_resistance(g.aspect) : spheroid_resistance(g.aspect);
    const std::array<double, 3> truth{1 / exact.xa, 1 / exact.ya, 1 / exact.yc}, model = mobility_of(g);
    for (std::size_t k = 0; k < 3; ++k)
      said_.errors.push_back({rod_situations[k].name,
                              rod_situations[k].label,
                              rod_situations[k].situation[cylinder ? 1 : 0],
                              rod_situations[k].quantity,
                              "aspect",
                              g.aspect,
                              model[k],
                              truth[k],
                              cylinder ? "Tirado, Martinez & Garcia de la Torre 1984, good to 1 %" : "Chwang & Wu 1975",
                              {}});
    if (!cylinder || scenario_.shear_rate == 0) return;
    const auto rate = [](double r) { return 1 / (2 * std::numbers::pi * (r + 1 / r)); };  // Jeffery 1922
    said_.errors.push_back({"rod_tumbling",
                            "tumbling in the shear",
                            "one rod alone in a shear flow, against a cylinder of the same length and thickness",
                            "tumbles per unit of time, over the shear rate",
                            "aspect",
                            g.aspect,
                            rate(cylinder_turning_aspect(g.aspect)),
                            rate(short_cylinder_turning_aspect(g.aspect)),
                            "Zhang, Smith, Jack & Montgomery-Smith 2011, fitted to finite elements",
                            {}});
  }

  /// Mobility of a rod with half length 1.  Fitting a chain takes longer than a window may wait, so chains are
  /// remembered.
  static std::array<double, 3> mobility_of(const BodyGroup& g) {
    const auto of_kind = [](const BodyKind& k) {
      return std::array<double, 3>{0.75 * k.along, 0.75 * k.across, k.turn};
    };
    if (g.rod_model == RodModel::line) return of_kind(BodyKind::of(make_rod_line(1, g.aspect)));
    static std::mutex mutex;
    static std::map<std::pair<double, RodTarget>, std::array<double, 3>> known;
    const std::lock_guard guard(mutex);
    const auto [entry, fresh] = known.try_emplace({g.aspect, g.fitted_to});
    if (fresh)
      entry->second = of_kind(BodyKind::of(fit_rod_chain(
          1, g.aspect, g.fitted_to == RodTarget::cylinder ? ChainTarget::cylinder : ChainTarget::spheroid)));
    return entry->second;
  }

  const Step& step_;
  const Scenario& scenario_;
  ModelStatement said_;
};

std::string difference_in_words(const ModelError& e) {
  const double ratio = e.model / e.exact, percent = 100 * (ratio - 1);
  if (ratio <= 0) return "in the wrong direction";
  if (std::abs(percent) < 0.005) return "right to 0.01 %";
  if (ratio >= 2) return text("{:.3g} times as fast as true bodies", ratio);
  return text("{:.3g} % too {}", std::abs(percent), percent > 0 ? "fast" : "slow");
}

/// "a pair alone, gap/a = 0.1", which the errors of one line have in common.
std::string place_in_words(const ModelError& e) {
  if (e.name.starts_with("axis_")) return text("largest sphere, as if on the axis of the pipe, a/R = {:.4g}", e.at);
  if (e.name.starts_with("wall_")) return text("nearest to the wall, as if beside a plane, gap/a = {:.4g}", e.at);
  if (e.name.starts_with("pair_")) return text("nearest pair, as if alone, gap/a = {:.4g}", e.at);
  for (const CubicLattice& lattice : cubic_lattices)
    if (e.name == lattice.situation.name)
      return text("{}, volume fraction {:.4g}", lattice.words,
                  4 * std::numbers::pi / 3 * lattice.density * std::pow(e.at, 3));
  return text("rod alone, aspect {:.4g}", e.at);
}

}  // namespace

ModelStatement model_errors(const Snapshot& snapshot) {
  Step step = step_of(snapshot);
  if (!step.scenario) return {};
  if (snapshot.values.has("min_gap")) step.smallest_gap = snapshot.values.number("min_gap");
  ModelStatement said = Statement(step).take();
  if (std::string s = contacts_left_out(snapshot); !s.empty()) said.limits.push_back(std::move(s));
  return said;
}

std::vector<std::string> model_error_lines(const ModelStatement& statement) {
  std::vector<std::string> lines;
  std::string place, sources;
  const auto end_line = [&] {
    if (!sources.empty()) lines.back() += " (" + sources + ")";
    sources.clear();
  };
  for (const ModelError& e : statement.errors) {
    if (const std::string here = place_in_words(e); here != place || lines.empty()) {
      end_line();
      lines.push_back(here + ": ");
      place = here;
    } else {
      lines.back() += ", ";
    }
    lines.back() += std::string(e.label) + " " + difference_in_words(e);
    if (sources.find(e.source) == std::string::npos) sources += (sources.empty() ? "" : "; ") + std::string(e.source);
  }
  end_line();
  return lines;
}

}  // namespace slurry
