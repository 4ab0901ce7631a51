// SPDX-License-Identifier: BSD-3-Clause
#include "io/trajectory_writer.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <vector>

#include "base/cross_product.hpp"
#include "base/text.hpp"
#include "io/descriptions.hpp"
#include "io/hdf5_file.hpp"
#include "io/moment_columns.hpp"
#include "io/old_checkpoint.hpp"
#include "io/running_columns.hpp"
#include "io/sparse_columns.hpp"
#include "io/sum_parameters.hpp"
#include "io/trajectory_layout.hpp"
#include "slurry/model_error.hpp"
#include "slurry/option_table.hpp"
#include "slurry/unit.hpp"
#include "slurry/version.hpp"

namespace slurry {

namespace {

using Type = Hdf5Column::Type;

// Room that is kept before a frame, an event or the checkpoint is written [bytes].
constexpr std::size_t object_growth = 4096;  ///< bytes of a new dataset besides its values: header, name, entry of its
                                             ///< group
constexpr std::size_t other_growth = 65536;  ///< blocks in which the library takes its room

/// Edges of the box; 0 where the domain is open.
std::array<double, 3> box_edges(const Domain& d) {
  switch (d.kind) {
    case DomainKind::pipe:
      return {d.length, 2 * d.radius, 2 * d.radius};
    case DomainKind::periodic_1:
      return {d.length, 0, 0};
    case DomainKind::periodic_3:
      return d.cell;
    case DomainKind::free_space:
      break;
  }
  return {0, 0, 0};
}

int periodic_axes(const Domain& d) {
  switch (d.kind) {
    case DomainKind::pipe:
    case DomainKind::periodic_1:
      return 1;
    case DomainKind::periodic_3:
      return 3;
    case DomainKind::free_space:
      break;
  }
  return 0;
}

/// Radii between so many rings of a profile, from the axis to the wall.
std::vector<double> ring_edges(const Domain& d, std::size_t rings) {
  std::vector<double> r(rings + 1);
  for (std::size_t k = 0; k < r.size(); ++k) r[k] = d.radius * static_cast<double>(k) / static_cast<double>(rings);
  return r;
}

const char* body_group(const Snapshot& s) {
  if (s.half_lengths.empty()) return layout::body_groups[0];
  const bool all = std::all_of(s.half_lengths.begin(), s.half_lengths.end(), [](double l) { return l > 0; });
  return layout::body_groups[all ? 1 : 2];
}

/// Angular velocities of a frame: those that belong to it, or else those of rods alone.
std::vector<double> turning(const Snapshot& s) {
  const auto& found = s.angular_velocities;
  if (s.scenario->run.output_angular_velocity && found && found->time == s.time) return found->values;
  std::vector<double> w(s.positions.size(), std::numeric_limits<double>::quiet_NaN());
  if (s.directors.empty()) return w;
  const std::vector<double> of_rods = cross(s.directors, s.rates);
  for (std::size_t i = 0; i < w.size(); ++i)
    if (s.half_lengths[i / 3] > 0) w[i] = of_rods[i];
  return w;
}

}  // namespace

struct TrajectoryWriter::Impl {
  std::filesystem::path path;
  layout::Bodies bodies;
  Hdf5Writer file;
  QuantityTable table;
  std::vector<Hdf5Column> observables;
  std::vector<const Quantity*> written;  ///< rows of the table, one per column
  std::unique_ptr<Hdf5Column> step, time, position, image, velocity, force, effective_velocity, contact_displacement,
      contact_force, edges, timings, orientation, angular_velocity;
  std::unique_ptr<Hdf5Column> event_step, event_time, event_key, event_value, event_old, event_by;
  std::vector<std::string> stages;  ///< one per column of the timings
  std::array<double, 3> box{};
  long frames = 0;
  FileUnits units;
  bool rods;
  bool gauge_dependent;  ///< the velocities are (depends_on_gauge())
  SparseColumns sparse;  ///< columns for the rows of the table that are not known at every frame
  RunningColumns running;
  MomentColumns moments;
  std::size_t events_at_moment = 0;  ///< written before the newest one
  std::size_t frame_bytes = 0;       ///< of all frames

  Impl(const std::filesystem::path& p, bool overwrite, const Snapshot& first)
      : path(p),
        bodies(body_group(first)),
        file(p, overwrite),
        table(first.values.table()),
        units(first.scenario),
        rods(!first.half_lengths.empty()),
        gauge_dependent(depends_on_gauge(step_of(first))),
        sparse(file, units, sparse_elements(*table), gauge_dependent),
        running(file, units),
        moments(file, units) {}

  void write_header(const Snapshot& s);
  void write_bodies(const Snapshot& s);
  void write_parameters(const Snapshot& s, const RuntimeInfo& runtime);
  void make_columns(const Snapshot& s);
  std::unique_ptr<Hdf5Column> element(const std::string& path, Type type, std::vector<std::size_t> row);
  void write_origin(const Scenario& scenario, const RuntimeInfo& runtime);
  void write_solver(const Snapshot& s);
  void write_parents(const std::vector<ParentFrame>& parents);
  void write_model_error(const ModelStatement& said, long step, const char* when);
  void describe_bodies();
  void make_observables(const Snapshot& s);
  void make_events();
  void mark_gauge();
  std::vector<double> row_of(const Snapshot& s, const Quantity& q) const;
  std::vector<double> sparse_values(const Snapshot& s, bool errors_alone) const;
  void append(const Snapshot& s, const State& running_state);
  void reserve_frame(std::span<const double> sparse_values, const State& running_state);
};

void TrajectoryWriter::Impl::write_header(const Snapshot& s) {
  const std::array<std::int64_t, 2> version{1, 1};
  file.group("h5md/author");
  file.group("h5md/creator");
  file.attribute("h5md", "version", version);
  file.attribute("h5md/author", "name", "slurry user", Hdf5Text::fixed);
  file.attribute("h5md/creator", "name", "slurry", Hdf5Text::fixed);
  file.attribute("h5md/creator", "version", build_info().version + "+" + build_info().git_commit, Hdf5Text::fixed);
  if (s.scenario->units == Units::si) {
    const std::array<std::int64_t, 2> units{1, 0};
    file.group("h5md/modules/units");
    file.attribute("h5md/modules/units", "version", units);
    file.attribute("h5md/modules/units", "system", "SI", Hdf5Text::fixed);
  }
}

void TrajectoryWriter::Impl::write_bodies(const Snapshot& s) {
  const std::string box_group = bodies.group + "/box";
  file.group(box_group);
  std::array<std::string_view, 3> boundary{"none", "none", "none"};
  for (int a = 0; a < periodic_axes(s.scenario->domain); ++a) boundary[a] = "periodic";
  file.attribute(box_group, "dimension", std::int64_t{3});
  file.attribute(box_group, "boundary", boundary);
  box = box_edges(s.scenario->domain);

  std::vector<std::int64_t> ids(s.radii.size());
  for (std::size_t i = 0; i < ids.size(); ++i) ids[i] = static_cast<std::int64_t>(i);
  const std::array<std::size_t, 1> shape{s.radii.size()};
  file.write(bodies.id, ids);
  file.write(bodies.species, s.groups);
  file.write(bodies.radius, s.radii, shape);
  if (!s.half_lengths.empty()) file.write(bodies.half_length, s.half_lengths, shape);
}

void TrajectoryWriter::Impl::write_parameters(const Snapshot& s, const RuntimeInfo& runtime) {
  const Scenario& c = *s.scenario;
  file.group("parameters/solver");
  file.write_text(layout::scenario, c.text.empty() ? write_scenario(c) : c.text);
  file.write_text(layout::scenario_in_force, write_scenario(c));
  describe(file, layout::scenario, "The scenario as it was given");
  describe(file, layout::scenario_in_force, "The scenario with every option in force at the first frame");
  write_origin(c, runtime);
  write_solver(s);
  write_parents(s.parents);
}

void TrajectoryWriter::Impl::write_origin(const Scenario& c, const RuntimeInfo& runtime) {
  const BuildInfo& build = build_info();
  DescribedAttributes a(file, "parameters", "Scenario, program and machine of the run", units);
  a.set("name", c.name, "Name of the scenario");
  a.set(
      "units", word_of(c.units),
      !length_is_in_radii(c)
          ? "System of units: SI, or reduced to ℓ, the length in which the radius of the first kind of body is given, "
            "and to a time τ that viscosity, flow and forces give; velocities are in " +
                unit_text("velocity", c)
      : unit_text("velocity", c) == unit_text("velocity", Units::reduced)
          ? "System of units: SI, or reduced to a, U0 = F/(6 pi eta a) and τ = a/U0 of the first kind of body"
          : "System of units: SI, or reduced to a, the radius of the first kind of body, and to a time τ that "
            "viscosity, flow and forces give; velocities are in a/τ");
  a.set("domain", word_of(c.domain.kind), "Where the fluid is");
  a.set("seed", static_cast<std::int64_t>(c.run.seed), "Seed of the random placement");
  a.set("deterministic", static_cast<std::int64_t>(c.solver.deterministic),
        "1: the same file and seed give the same bits on the same machine and build");
  a.set("git_hash", build.git_commit, "Commit of the program");
  a.set("build", build.compiler + ", " + build.build_type + (build.native ? ", native" : ""),
        "How the program was compiled");
  a.set("back_end", runtime.back_end, "How loops were run in parallel");
  a.set("threads", static_cast<std::int64_t>(runtime.threads), "Threads of the host");
  a.set("kokkos_version", runtime.kokkos_version, "Version of Kokkos");
  if (gauge_dependent) a.set("gauge_dependent", std::int64_t{1}, gauge_sentence);
  a.write();
}

/// Every dataset that changes with the gauge says so itself, too.
void TrajectoryWriter::Impl::mark_gauge() {
  if (!gauge_dependent) return;
  const auto mark = [this](const std::string& dataset) { file.attribute(dataset, "gauge_dependent", std::int64_t{1}); };
  mark(layout::value_of(bodies.velocity));
  if (effective_velocity) mark(layout::value_of(bodies.effective_velocity));
  for (const Quantity* q : written)
    if (q->of_the_frame) mark(layout::value_of(std::string(layout::observables) + "/" + std::string(q->name)));
}

void TrajectoryWriter::Impl::write_solver(const Snapshot& s) {
  DescribedAttributes a(file, "parameters/solver", "How velocities are found from forces, at the first frame", units);
  a.set("summary", s.solver_summary, "Solver in one line");
  a.set("tolerance_asked", s.scenario->solver.tolerance, "Relative error of the body velocities that was asked for");
  a.set("error_predicted", s.errors.velocity.predicted,
        "Relative error of the body velocities that is predicted from the parameters");
  a.set("device", name_of(s.sum_device), "Where the sums over the bodies are evaluated");
  write_choice(a, s.sum_choice, "Engine of the sum over the bodies");
  for (const ParameterReport::Part& part : s.sum_report.parts)
    if (part.title.empty())
      write_values(
          a, part, [](const std::string& name) { return name; }, true);
  // readers of the first versions look for these, whatever the engine
  const std::array<std::int64_t, 3> none{0, 0, 0};
  if (!s.sum_report.find("cutoff_radius"))
    a.set("cutoff_radius", 0.0, "Distance beyond which the near field is cut off; 0: there is no near field", "length");
  if (!s.sum_report.find("grid"))
    a.set("grid", std::span<const std::int64_t>(none), "Points of the far field's grid per direction; 0: no grid");
  a.write();
}

/// Where bodies or the whole state come from.
void TrajectoryWriter::Impl::write_parents(const std::vector<ParentFrame>& parents) {
  if (parents.empty()) return;
  const std::string group = layout::parents;
  std::size_t longest = 1;
  for (const ParentFrame& p : parents) longest = std::max(longest, p.file.string().size() + 1);
  Hdf5Column files = Hdf5Column::of_texts(file, group + "/file", longest);
  Hdf5Column frames(file, group + "/frame", Type::int64, {}), steps(file, group + "/step", Type::int64, {}),
      times(file, group + "/time", Type::float64, {});
  Hdf5Column hashes = Hdf5Column::of_texts(file, group + "/hash", 17);
  for (const ParentFrame& p : parents) {
    files.append(p.file.string());
    frames.append(p.frame);
    hashes.append(p.hash);
    steps.append(p.step);
    times.append(std::span<const double>(&p.time, 1));
  }
  describe(file, group + "/file",
           "Recorded runs that this run continues, or from which it took its bodies; an empty name means that the run "
           "was not recorded");
  describe(file, group + "/frame", "Index of the frame in each run; -1: the frame was not recorded", "", units);
  describe(file, group + "/step", "Step of that frame", "", units);
  describe(file, group + "/time", "Time of that frame", "time", units);
  describe(file, group + "/hash",
           "Hash of that frame: FNV-1a (64 bits) of the bytes of its step (int64), time and positions (float64)");
}

/// One group for each situation; kinds of rods beyond the first have a number behind the name.
void TrajectoryWriter::Impl::write_model_error(const ModelStatement& said, long at_step, const char* when) {
  const std::string group = std::string(layout::model_error) + "/" + when;
  DescribedAttributes about(file, group,
                            "Difference between the model and true bodies, in situations whose exact solution is "
                            "known; the difference is not known for a whole suspension",
                            units);
  file.group(group);
  about.set("model", said.model, "How the bodies move the fluid");
  std::string limits;
  for (const std::string& sentence : said.limits) limits += (limits.empty() ? "" : " ") + sentence;
  if (!limits.empty()) about.set("limits", limits, "Effects that the model leaves out here; their size is not known");
  about.set("step", static_cast<std::int64_t>(at_step), "Step whose bodies were examined");
  about.write();
  std::map<std::string_view, int> seen;
  for (const ModelError& e : said.errors) {
    const int number = ++seen[e.name];
    const std::string path = group + "/" + std::string(e.name) + (number > 1 ? text("_{}", number) : "");
    file.group(path);
    DescribedAttributes a(file, path, std::string(e.situation), units);
    a.set("parameter", e.parameter, "Name of the parameter that describes these bodies");
    a.set("at", e.at, "Value of the parameter");
    a.set("quantity", e.quantity, "Quantity whose values are compared");
    a.set("model", e.model, "Value of the model");
    a.set("exact", e.exact, "Value of true bodies");
    a.set("relative_error", e.relative_error(), "model/exact - 1");
    a.set("source", e.source, "Source of the exact value");
    const std::vector<std::int64_t> bodies(e.bodies.begin(), e.bodies.end());
    if (!bodies.empty()) a.set("bodies", std::span<const std::int64_t>(bodies), "Numbers of the examined bodies");
    a.write();
  }
}

/// An H5MD element: step and time are hard links to those of the positions, so all share one time grid.
std::unique_ptr<Hdf5Column> TrajectoryWriter::Impl::element(const std::string& path, Type type,
                                                            std::vector<std::size_t> row) {
  auto column = std::make_unique<Hdf5Column>(file, layout::value_of(path), type, std::move(row));
  if (path != bodies.position) {
    file.link(bodies.step, path + "/step");
    file.link(bodies.time, path + "/time");
  }
  return column;
}

void TrajectoryWriter::Impl::describe_bodies() {
  const auto say = [this](const std::string& dataset, std::string_view sentence, std::string_view unit) {
    describe(file, dataset, sentence, unit, units);
  };
  say(bodies.step, "Number of the step of each frame", "");
  say(bodies.time, "Time of each frame", "time");
  say(layout::value_of(bodies.position), "Position of the centre, wrapped into the period", "length");
  say(layout::value_of(bodies.image),
      "Number of whole periods in each direction: the place is position + image x period", "");
  say(layout::value_of(bodies.velocity), "Hydrodynamic velocity of the centre at the frame's state", "velocity");
  if (effective_velocity)
    say(layout::value_of(bodies.effective_velocity),
        "Mean velocity of the centre since the previous frame, from the stages of the integrator. Multiplied by the "
        "time since then and added to contact_displacement, it gives the change of position. In the first frame of a "
        "file, before which there is none, it is 0",
        "velocity");
  if (contact_displacement)
    say(layout::value_of(bodies.contact_displacement),
        "Displacement of the centre since the previous frame by the projection of contacts; 0 in a file's first frame",
        "length");
  say(layout::value_of(bodies.force),
      "Force on the body, without the force of the fluid: external forces and contact_force", "force");
  if (contact_force)
    say(layout::value_of(bodies.contact_force), "Part of force: repulsion by other bodies and by the wall", "force");
  say(layout::value_of(bodies.edges), "Lengths of the box; 0 where it is open", "length");
  say(bodies.id, "Number of the body", "");
  say(bodies.species, "Index of the body's kind in the scenario", "");
  say(bodies.radius, "Radius of a sphere, largest half thickness of a rod", "length");
  if (rods) say(bodies.half_length, "Half length of a rod, 0 for a sphere", "length");
  if (orientation) say(layout::value_of(bodies.orientation), "Unit vector along the axis", "");
  if (angular_velocity)
    say(layout::value_of(bodies.angular_velocity),
        "Angular velocity. For a rod it is that of its axis n, n x dn/dt, without a spin about the axis. For spheres "
        "it "
        "is NaN unless it was asked for",
        "1/time");
}

void TrajectoryWriter::Impl::make_columns(const Snapshot& s) {
  const std::size_t n = s.radii.size();
  step = std::make_unique<Hdf5Column>(file, bodies.step, Type::int64, std::vector<std::size_t>{});
  time = std::make_unique<Hdf5Column>(file, bodies.time, Type::float64, std::vector<std::size_t>{});
  position = element(bodies.position, Type::float64, {n, 3});
  image = element(bodies.image, Type::int32, {n, 3});
  velocity = element(bodies.velocity, Type::float64, {n, 3});
  force = element(bodies.force, Type::float64, {n, 3});
  if (!s.effective_velocities.empty()) effective_velocity = element(bodies.effective_velocity, Type::float64, {n, 3});
  if (!s.contact_displacements.empty())
    contact_displacement = element(bodies.contact_displacement, Type::float64, {n, 3});
  if (!s.contact_forces.empty()) contact_force = element(bodies.contact_force, Type::float64, {n, 3});
  edges = element(bodies.edges, Type::float64, {3});
  if (!s.directors.empty()) orientation = element(bodies.orientation, Type::float64, {n, 3});
  if (!s.directors.empty() || s.scenario->run.output_angular_velocity)
    angular_velocity = element(bodies.angular_velocity, Type::float64, {n, 3});
  describe_bodies();
  make_observables(s);
  for (const auto& [stage, seconds] : s.stage_times) stages.push_back(stage);
  timings = element(layout::timings, Type::float64, {stages.size()});
  DescribedAttributes about_timings(file, layout::timings, "Wall time of the parts of the work", units);
  const std::vector<std::string_view> names(stages.begin(), stages.end());
  about_timings.set("stages", std::span<const std::string_view>(names), "Names of the columns");
  about_timings.write();
  describe(file, layout::value_of(layout::timings),
           "Wall time of each stage of the last step; at the first frame, of the first solve", "s", units);
  make_events();
}

/// A column for every quantity that has a meaning in the scenario, or a value all the same, at every frame.
void TrajectoryWriter::Impl::make_observables(const Snapshot& s) {
  file.group(layout::sparse);
  for (const Quantity& q : *table) {
    if (q.of == Of::body || q.sometimes) continue;
    if (!is_valid(q, *s.scenario, s.radii.size()) && !s.values.has(q.name)) continue;
    written.push_back(&q);
    const std::string path = std::string(layout::observables) + "/" + std::string(q.name);
    const std::vector<std::size_t> row = q.length == 1 ? std::vector<std::size_t>{} : std::vector{q.length};
    observables.push_back(std::move(*element(path, Type::float64, row)));
    if (q.of == Of::profile) {
      DescribedAttributes about(file, path, std::string(q.title), units);
      about.set("ring_edges", std::span<const double>(ring_edges(s.scenario->domain, q.length)),
                "Radii between the rings, from the axis of the pipe to its wall", "length");
      about.write();
    }
    describe(file, layout::value_of(path), q.description, q.unit, units);
  }
}

void TrajectoryWriter::Impl::make_events() {
  const std::string events = layout::events;
  event_step = std::make_unique<Hdf5Column>(file, events + "/step", Type::int64, std::vector<std::size_t>{});
  event_time = std::make_unique<Hdf5Column>(file, events + "/time", Type::float64, std::vector<std::size_t>{});
  event_key = std::make_unique<Hdf5Column>(Hdf5Column::of_texts(file, events + "/key", 64));
  event_value = std::make_unique<Hdf5Column>(Hdf5Column::of_texts(file, events + "/value", 192));
  event_old = std::make_unique<Hdf5Column>(Hdf5Column::of_texts(file, events + "/old", 192));
  event_by = std::make_unique<Hdf5Column>(Hdf5Column::of_texts(file, events + "/by", 16));
  describe(file, events + "/step", "Step after which an option was changed", "", units);
  describe(file, events + "/time", "Time at which an option was changed", "time", units);
  describe(file, events + "/key",
           "Option that was changed, during the run or between the recorded run and its continuation");
  describe(file, events + "/value", "Its new value");
  describe(file, events + "/old", "Its previous value; empty: it was not set");
  describe(file, events + "/by", "Who changed it: person, undo, scenario or engine");
}

std::vector<double> TrajectoryWriter::Impl::row_of(const Snapshot& s, const Quantity& q) const {
  const std::span<const double> known = s.values.list(q.name);
  if (known.empty()) return std::vector<double>(q.length, std::numeric_limits<double>::quiet_NaN());
  return {known.begin(), known.end()};
}

/// Values of the other quantities at a frame, NaN where they are not known.
std::vector<double> TrajectoryWriter::Impl::sparse_values(const Snapshot& s, bool errors_alone) const {
  std::vector<double> values;
  for (const Quantity& q : *table) {
    if (!q.sometimes) continue;
    const bool asked = !errors_alone || q.name.starts_with("error_") || q.name == "wall_slip";
    const std::span<const double> known = asked ? s.values.list(q.name) : std::span<const double>();
    values.insert(values.end(), known.begin(), known.end());
    if (known.empty()) values.insert(values.end(), q.length, std::numeric_limits<double>::quiet_NaN());
  }
  return values;
}

/// A frame is written whole or not at all, also where the disk ends.
void TrajectoryWriter::Impl::reserve_frame(std::span<const double> sparse_values, const State& running_state) {
  std::size_t bytes = other_growth + sparse.growth(sparse_values) + running.growth(running_state);
  for (const auto* column : {&step, &time, &position, &image, &velocity, &force, &effective_velocity,
                             &contact_displacement, &contact_force, &edges, &timings, &orientation, &angular_velocity})
    if (*column) bytes += (*column)->growth();
  for (const Hdf5Column& column : observables) bytes += column.growth();
  file.reserve(bytes);
}

void TrajectoryWriter::Impl::append(const Snapshot& s, const State& all_running) {
  const std::vector<double> known = sparse_values(s, false);
  State running_state = all_running;
  for (const Quantity* q : written) running_state.remove(running_value(*q));  // it is an observable of the frame
  if (frames > 0) reserve_frame(known, running_state);
  position->append(s.positions);
  image->append(s.images);
  velocity->append(s.velocities);
  force->append(s.forces);
  if (effective_velocity) effective_velocity->append(s.effective_velocities);
  if (contact_displacement) contact_displacement->append(s.contact_displacements);
  if (contact_force) contact_force->append(s.contact_forces);
  edges->append(box);
  if (orientation) orientation->append(s.directors);
  if (angular_velocity) angular_velocity->append(turning(s));
  for (std::size_t i = 0; i < observables.size(); ++i) observables[i].append(row_of(s, *written[i]));
  sparse.put(static_cast<std::int64_t>(s.step), s.time, known);
  running.put(static_cast<std::int64_t>(s.step), running_state);
  std::vector<double> seconds;
  for (const std::string& stage : stages) seconds.push_back(s.stage_times[stage]);
  timings->append(seconds);
  // One flush writes its datasets in any order.  Step comes last, and time before it, each by a flush of its own: a
  // file of a killed run has the time and the values of every step that it counts.
  file.flush();
  time->append(std::span<const double>(&s.time, 1));
  file.flush();
  step->append(static_cast<std::int64_t>(s.step));
  file.flush();
  ++frames;
  constexpr std::size_t per_number = sizeof(double), per_image = sizeof(std::int32_t);
  frame_bytes += s.images.size() * per_image + per_number * (s.positions.size() + s.velocities.size() +
                                                             s.forces.size() + s.directors.size() + stages.size() + 5);
  for (const auto* column : {&effective_velocity, &contact_displacement, &contact_force, &angular_velocity})
    if (*column) frame_bytes += s.positions.size() * per_number;
  for (const Quantity* q : written) frame_bytes += q->length * per_number;
}

TrajectoryWriter::TrajectoryWriter(const std::filesystem::path& file, bool overwrite, const Snapshot& first,
                                   const RuntimeInfo& runtime, const State& running)
    : impl_(std::make_unique<Impl>(file, overwrite, first)) {
  const auto lock = lock_hdf5();
  impl_->write_header(first);
  impl_->write_bodies(first);
  impl_->make_columns(first);
  impl_->write_parameters(first, runtime);
  impl_->mark_gauge();
  impl_->write_model_error(model_errors(first), first.step, "first");
  impl_->append(first, running);
  impl_->file.publish();
}

TrajectoryWriter::~TrajectoryWriter() {
  const auto lock = lock_hdf5();
  impl_.reset();
}

void TrajectoryWriter::write(const Snapshot& frame, const State& running) {
  const auto lock = lock_hdf5();
  impl_->append(frame, running);
}

void TrajectoryWriter::last_errors(const Snapshot& s) {
  const auto lock = lock_hdf5();
  const std::vector<double> errors = impl_->sparse_values(s, true);
  impl_->file.reserve(other_growth + impl_->sparse.growth(errors));
  impl_->sparse.put(static_cast<std::int64_t>(s.step), s.time, errors);
  impl_->file.flush();
}

void TrajectoryWriter::model_error(const Snapshot& last) {
  const ModelStatement said = model_errors(last);
  const auto lock = lock_hdf5();
  impl_->file.reserve(other_growth + said.errors.size() * object_growth);
  impl_->write_model_error(said, last.step, "last");
  impl_->file.flush();
}

void TrajectoryWriter::event(const Event& e) {
  const auto lock = lock_hdf5();
  std::size_t bytes = other_growth;
  for (const auto* column : {&impl_->event_step, &impl_->event_time, &impl_->event_key, &impl_->event_value,
                             &impl_->event_old, &impl_->event_by})
    bytes += (*column)->growth();
  impl_->file.reserve(bytes);
  impl_->event_time->append(std::span<const double>(&e.time, 1));
  impl_->event_key->append(e.key);
  impl_->event_value->append(e.value);
  impl_->event_old->append(e.old);
  impl_->event_by->append(e.by);
  impl_->file.flush();
  impl_->event_step->append(static_cast<std::int64_t>(e.step));
  impl_->file.flush();
}

void TrajectoryWriter::moment(const State& state) {
  const auto lock = lock_hdf5();
  const std::size_t events = impl_->event_step->rows();
  impl_->moments.put(static_cast<std::int64_t>(state.number("state/step")), state, events);
  impl_->events_at_moment = events;
}

bool TrajectoryWriter::has_room_for_moment() const {
  return impl_->moments.bytes() + impl_->moments.last_bytes() <= impl_->frame_bytes / 4;
}

long TrajectoryWriter::last_moment() const {
  return static_cast<long>(impl_->moments.last_step());
}

bool TrajectoryWriter::moment_knows_all_events() const {
  return impl_->events_at_moment == impl_->event_step->rows();
}

void TrajectoryWriter::checkpoint(const State& of_run) {
  const auto lock = lock_hdf5();
  const State state = for_older_builds(of_run);
  std::size_t bytes = other_growth;
  for (const auto& [name, values] : state.lists()) bytes += object_growth + values.size() * sizeof(double);
  for (const auto& [name, word] : state.words()) bytes += object_growth + word->size();
  impl_->file.reserve(bytes);
  const auto place = [](const char* group, std::string name) {
    std::replace(name.begin(), name.end(), '/', '.');
    return std::string(group) + "/" + name;
  };
  for (const auto& [name, values] : state.lists()) {
    if (values.empty()) continue;
    const std::array<std::size_t, 1> shape{values.size()};
    const std::string dataset = place(layout::checkpoint, name);
    impl_->file.write(dataset, values.values(), shape);
    describe(impl_->file, dataset, "Part of the state from which the run can continue");
  }
  for (const auto& [name, word] : state.words()) {
    const std::string dataset = place(layout::checkpoint_words, name);
    impl_->file.write_text(dataset, *word);
    describe(impl_->file, dataset, "Part of the state from which the run can continue");
  }
  impl_->file.flush();
}

const std::filesystem::path& TrajectoryWriter::file() const {
  return impl_->path;
}

long TrajectoryWriter::frames() const {
  return impl_->frames;
}

}  // namespace slurry
