// SPDX-License-Identifier: BSD-3-Clause
#include "io/trajectory_writer.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include "base/cross_product.hpp"
#include "io/choice_words.hpp"
#include "io/hdf5_file.hpp"
#include "io/trajectory_layout.hpp"
#include "slurry/option_table.hpp"
#include "slurry/unit.hpp"
#include "slurry/version.hpp"

namespace slurry {

namespace {

using Type = Hdf5Column::Type;

// Room that is kept before a frame, an event or the checkpoint is written [bytes].
constexpr std::size_t object_growth = 4096;  ///< of a new dataset beside its values: header, name, entry of its group
constexpr std::size_t other_growth = 65536;  ///< blocks in which the library takes its room

std::string value_of(const std::string& element) {
  return element + "/value";
}

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

const char* domain_word(DomainKind k) {
  switch (k) {
    case DomainKind::pipe:
      return "pipe";
    case DomainKind::free_space:
      return "free-space";
    case DomainKind::periodic_1:
      return "periodic-1";
    case DomainKind::periodic_3:
      return "periodic-3";
  }
  return "";
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
  std::unique_ptr<Hdf5Column> step, time, position, image, velocity, force, edges, timings, orientation,
      angular_velocity;
  std::unique_ptr<Hdf5Column> event_step, event_time, event_key, event_value;
  std::vector<std::string> stages;  ///< one per column of the timings
  std::array<double, 3> box{};
  long frames = 0;
  bool si, rods;

  Impl(const std::filesystem::path& p, bool overwrite, const Snapshot& first)
      : path(p),
        bodies(body_group(first)),
        file(p, overwrite),
        table(first.values.table()),
        si(first.scenario->units == Units::si),
        rods(!first.half_lengths.empty()) {}

  void write_header(const Snapshot& s);
  void write_bodies(const Snapshot& s);
  void write_parameters(const Snapshot& s, const RuntimeInfo& runtime);
  void make_columns(const Snapshot& s);
  std::unique_ptr<Hdf5Column> element(const std::string& path, Type type, std::vector<std::size_t> row);
  void describe(const std::string& dataset, std::string_view description);
  void describe(const std::string& dataset, std::string_view description, std::string_view unit);
  void describe_bodies();
  void make_observables(const Snapshot& s);
  void make_events();
  std::vector<double> row_of(const Snapshot& s, const Quantity& q) const;
  void append(const Snapshot& s);
  void reserve_frame();
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
  const BuildInfo& build = build_info();
  file.group("parameters/solver");
  file.write_text(layout::scenario, c.text.empty() ? write_scenario(c) : c.text);
  file.write_text(layout::scenario_in_force, write_scenario(c));
  describe(layout::scenario, "The scenario as it was given");
  describe(layout::scenario_in_force, "The scenario with every option in force at the first frame");
  file.attribute("parameters", "name", c.name);
  file.attribute("parameters", "units", c.units == Units::si ? "SI" : "reduced");
  file.attribute("parameters", "domain", domain_word(c.domain.kind));
  file.attribute("parameters", "seed", static_cast<std::int64_t>(c.run.seed));
  file.attribute("parameters", "deterministic", static_cast<std::int64_t>(c.solver.deterministic));
  file.attribute("parameters", "git_hash", build.git_commit);
  file.attribute("parameters", "build", build.compiler + ", " + build.build_type + (build.native ? ", native" : ""));
  file.attribute("parameters", "back_end", runtime.back_end);
  file.attribute("parameters", "threads", static_cast<std::int64_t>(runtime.threads));
  file.attribute("parameters", "kokkos_version", runtime.kokkos_version);

  const char* solver = "parameters/solver";
  const EwaldParameters& p = s.sum_parameters;
  const std::array<std::int64_t, 3> grid{p.grid[0], p.grid[1], p.grid[2]};
  file.attribute(solver, "summary", s.solver_summary);
  file.attribute(solver, "tolerance_asked", c.solver.tolerance);
  file.attribute(solver, "error_predicted", s.errors.total.predicted);
  const MethodChoice& choice = s.sum_choice;
  file.attribute(solver, "device", name_of(s.sum_device));
  file.attribute(solver, "method", choice.method == SumMethod::direct ? "direct" : "ewald");
  file.attribute(solver, "method_chosen_by", chosen_by_word(choice.by));
  file.attribute(solver, "direct_seconds", choice.direct_seconds);
  file.attribute(solver, "ewald_seconds", choice.ewald_seconds);
  file.attribute(solver, "cutoff_radius", p.cutoff_radius);
  file.attribute(solver, "shape", p.shape);
  file.attribute(solver, "near_degree", static_cast<std::int64_t>(p.near_degree));
  file.attribute(solver, "window_points", static_cast<std::int64_t>(p.window_points));
  file.attribute(solver, "window_shape", p.window_shape);
  file.attribute(solver, "window_degree", static_cast<std::int64_t>(p.window_degree));
  file.attribute(solver, "box", p.box.lengths);
  file.attribute(solver, "grid", grid);
}

/// An H5MD element: step and time are hard links to those of the positions, so all share one time grid.
std::unique_ptr<Hdf5Column> TrajectoryWriter::Impl::element(const std::string& path, Type type,
                                                            std::vector<std::size_t> row) {
  auto column = std::make_unique<Hdf5Column>(file, value_of(path), type, std::move(row));
  if (path != bodies.position) {
    file.link(bodies.step, path + "/step");
    file.link(bodies.time, path + "/time");
  }
  return column;
}

void TrajectoryWriter::Impl::describe(const std::string& dataset, std::string_view description) {
  file.attribute(dataset, "description", description);
}

/// The unit as well, in SI runs (H5MD, module units); reduced ones name none.
void TrajectoryWriter::Impl::describe(const std::string& dataset, std::string_view description, std::string_view unit) {
  describe(dataset, description);
  if (si) file.attribute(dataset, "unit", unit_in_files(unit), Hdf5Text::fixed);
}

void TrajectoryWriter::Impl::describe_bodies() {
  describe(bodies.step, "Number of the step of each frame", "");
  describe(bodies.time, "Time of each frame", "time");
  describe(value_of(bodies.position), "Position of the centre, wrapped into the period", "length");
  describe(value_of(bodies.image), "Number of periods crossed in each direction", "");
  describe(value_of(bodies.velocity), "Hydrodynamic velocity of the centre at the frame's state", "velocity");
  describe(value_of(bodies.force), "Force on the body other than from the fluid", "force");
  describe(value_of(bodies.edges), "Lengths of the box; 0 where it is open", "length");
  describe(bodies.id, "Number of the body", "");
  describe(bodies.species, "Index of the body's kind in the scenario", "");
  describe(bodies.radius, "Radius of a sphere, largest half thickness of a rod", "length");
  if (rods) describe(bodies.half_length, "Half length of a rod, 0 for a sphere", "length");
  if (orientation) describe(value_of(bodies.orientation), "Unit vector along the axis", "");
  if (angular_velocity)
    describe(value_of(bodies.angular_velocity), "Angular velocity; NaN where it was not asked for", "velocity/length");
}

void TrajectoryWriter::Impl::make_columns(const Snapshot& s) {
  const std::size_t n = s.radii.size();
  step = std::make_unique<Hdf5Column>(file, bodies.step, Type::int64, std::vector<std::size_t>{});
  time = std::make_unique<Hdf5Column>(file, bodies.time, Type::float64, std::vector<std::size_t>{});
  position = element(bodies.position, Type::float64, {n, 3});
  image = element(bodies.image, Type::int32, {n, 3});
  velocity = element(bodies.velocity, Type::float64, {n, 3});
  force = element(bodies.force, Type::float64, {n, 3});
  edges = element(bodies.edges, Type::float64, {3});
  if (!s.directors.empty()) orientation = element(bodies.orientation, Type::float64, {n, 3});
  if (!s.directors.empty() || s.scenario->run.output_angular_velocity)
    angular_velocity = element(bodies.angular_velocity, Type::float64, {n, 3});
  describe_bodies();
  make_observables(s);
  for (const auto& [stage, seconds] : s.stage_times) stages.push_back(stage);
  timings = element(layout::timings, Type::float64, {stages.size()});
  file.attribute(layout::timings, "stages", std::vector<std::string_view>(stages.begin(), stages.end()));
  describe(value_of(layout::timings), "Wall time of each stage of the last step [s]", "time");
  make_events();
}

/// A column for every number, NaN where it has no meaning, so that all files have the same; profiles where they have
/// one.
void TrajectoryWriter::Impl::make_observables(const Snapshot& s) {
  for (const Quantity& q : *table) {
    if (q.of == Of::body) continue;
    if (q.of == Of::profile && !is_valid(q, *s.scenario, s.radii.size())) continue;
    written.push_back(&q);
    const std::string path = std::string(layout::observables) + "/" + std::string(q.name);
    const std::vector<std::size_t> row = q.length == 1 ? std::vector<std::size_t>{} : std::vector{q.length};
    observables.push_back(std::move(*element(path, Type::float64, row)));
    if (q.of == Of::profile) file.attribute(path, "ring_edges", ring_edges(s.scenario->domain, q.length));
    describe(value_of(path), q.description, q.unit);
  }
}

void TrajectoryWriter::Impl::make_events() {
  const std::string events = layout::events;
  event_step = std::make_unique<Hdf5Column>(file, events + "/step", Type::int64, std::vector<std::size_t>{});
  event_time = std::make_unique<Hdf5Column>(file, events + "/time", Type::float64, std::vector<std::size_t>{});
  event_key = std::make_unique<Hdf5Column>(Hdf5Column::of_texts(file, events + "/key", 64));
  event_value = std::make_unique<Hdf5Column>(Hdf5Column::of_texts(file, events + "/value", 192));
  describe(events + "/step", "Step after which an option was changed", "");
  describe(events + "/time", "Time at which an option was changed", "time");
  describe(events + "/key", "The option that was changed");
  describe(events + "/value", "Its new value");
}

std::vector<double> TrajectoryWriter::Impl::row_of(const Snapshot& s, const Quantity& q) const {
  const std::span<const double> known = s.values.list(q.name);
  if (known.empty()) return std::vector<double>(q.length, std::numeric_limits<double>::quiet_NaN());
  return {known.begin(), known.end()};
}

/// A frame is written whole or not at all, also where the disk ends.
void TrajectoryWriter::Impl::reserve_frame() {
  std::size_t bytes = other_growth;
  for (const auto* column :
       {&step, &time, &position, &image, &velocity, &force, &edges, &timings, &orientation, &angular_velocity})
    if (*column) bytes += (*column)->growth();
  for (const Hdf5Column& column : observables) bytes += column.growth();
  file.reserve(bytes);
}

void TrajectoryWriter::Impl::append(const Snapshot& s) {
  if (frames > 0) reserve_frame();
  position->append(s.positions);
  image->append(s.images);
  velocity->append(s.velocities);
  force->append(s.forces);
  edges->append(box);
  if (orientation) orientation->append(s.directors);
  if (angular_velocity) angular_velocity->append(turning(s));
  for (std::size_t i = 0; i < observables.size(); ++i) observables[i].append(row_of(s, *written[i]));
  std::vector<double> seconds;
  for (const std::string& stage : stages) seconds.push_back(s.stage_times[stage]);
  timings->append(seconds);
  // Step and time come last and after a flush of their own: what they count is in the file.
  file.flush();
  time->append(std::span<const double>(&s.time, 1));
  step->append(static_cast<std::int64_t>(s.step));
  file.flush();
  ++frames;
}

TrajectoryWriter::TrajectoryWriter(const std::filesystem::path& file, bool overwrite, const Snapshot& first,
                                   const RuntimeInfo& runtime)
    : impl_(std::make_unique<Impl>(file, overwrite, first)) {
  const auto lock = lock_hdf5();
  impl_->write_header(first);
  impl_->write_bodies(first);
  impl_->make_columns(first);
  impl_->write_parameters(first, runtime);
  impl_->append(first);
  impl_->file.publish();
}

TrajectoryWriter::~TrajectoryWriter() {
  const auto lock = lock_hdf5();
  impl_.reset();
}

void TrajectoryWriter::write(const Snapshot& frame) {
  const auto lock = lock_hdf5();
  impl_->append(frame);
}

void TrajectoryWriter::last_errors(const Snapshot& s) {
  const auto lock = lock_hdf5();
  for (std::size_t i = 0; i < impl_->observables.size(); ++i) {
    const Quantity& q = *impl_->written[i];
    if (q.name.starts_with("error_")) impl_->observables[i].replace_last(impl_->row_of(s, q));
  }
  impl_->file.flush();
}

void TrajectoryWriter::event(long step, double time, const std::string& key, const std::string& value) {
  const auto lock = lock_hdf5();
  std::size_t bytes = other_growth;
  for (const auto* column : {&impl_->event_step, &impl_->event_time, &impl_->event_key, &impl_->event_value})
    bytes += (*column)->growth();
  impl_->file.reserve(bytes);
  impl_->event_time->append(std::span<const double>(&time, 1));
  impl_->event_key->append(key);
  impl_->event_value->append(value);
  impl_->event_step->append(static_cast<std::int64_t>(step));
  impl_->file.flush();
}

void TrajectoryWriter::checkpoint(const State& state) {
  const auto lock = lock_hdf5();
  std::size_t bytes = other_growth;
  for (const auto& [name, values] : state.lists()) bytes += object_growth + values.size() * sizeof(double);
  for (const auto& [name, word] : state.words()) bytes += object_growth + word.size();
  impl_->file.reserve(bytes);
  const auto place = [](const char* group, std::string name) {
    std::replace(name.begin(), name.end(), '/', '.');
    return std::string(group) + "/" + name;
  };
  for (const auto& [name, values] : state.lists()) {
    if (values.empty()) continue;
    const std::array<std::size_t, 1> shape{values.size()};
    const std::string dataset = place(layout::checkpoint, name);
    impl_->file.write(dataset, values, shape);
    impl_->describe(dataset, "Part of the state that the run goes on from");
  }
  for (const auto& [name, word] : state.words()) {
    const std::string dataset = place(layout::checkpoint_words, name);
    impl_->file.write_text(dataset, word);
    impl_->describe(dataset, "Part of the state that the run goes on from");
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
