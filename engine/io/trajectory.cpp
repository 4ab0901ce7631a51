// SPDX-License-Identifier: BSD-3-Clause
#include "slurry/trajectory.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <limits>
#include <mutex>
#include <optional>
#include <thread>

#include "base/cross_product.hpp"
#include "base/text.hpp"
#include "io/hdf5_common.hpp"
#include "io/hdf5_file.hpp"
#include "io/hdf5_probe.hpp"
#include "io/sparse_rows.hpp"
#include "io/trajectory_layout.hpp"
#include "slurry/error.hpp"
#include "slurry/json.hpp"
#include "slurry/option_table.hpp"

namespace slurry {

namespace {

namespace fs = std::filesystem;

std::string dataset_of(const Quantity& q) {
  return std::string(layout::observables) + "/" + std::string(q.name) + "/value";
}

/// Whole numbers as numbers of their own type; what a damaged file holds in their place is refused.
template <class To>
To whole(double x, const std::string& dataset, const fs::path& file) {
  constexpr double end = -static_cast<double>(std::numeric_limits<To>::min());
  if (!(x >= -end && x < end) || x != std::floor(x))
    throw InputError(text("'{}' is damaged: '{}' holds {}, which must be a whole number", file.string(), dataset, x));
  return static_cast<To>(x);
}

template <class To>
std::vector<To> whole(const std::vector<double>& v, const std::string& dataset, const fs::path& file) {
  std::vector<To> numbers(v.size());
  for (std::size_t i = 0; i < v.size(); ++i) numbers[i] = whole<To>(v[i], dataset, file);
  return numbers;
}

}  // namespace

struct Trajectory::Impl {
  fs::path path;
  mutable std::mutex mutex;  ///< guards what follows: several threads may ask for a frame
  mutable std::optional<Hdf5Reader> file;
  mutable std::size_t frames = 0;
  mutable std::uintmax_t size_seen = 0;
  mutable fs::file_time_type time_seen{};
  std::shared_ptr<const Scenario> scenario;  ///< scenario of the start
  /// Scenarios that later steps were done with, each with the step after which it holds, and the events in them.
  mutable std::vector<std::pair<std::int64_t, std::shared_ptr<const Scenario>>> later;
  mutable std::size_t events_read = 0;
  mutable layout::Bodies bodies{layout::body_groups[0]};
  std::vector<double> radii, half_lengths;
  std::vector<std::string> stages;  ///< one per column of the timings
  std::vector<std::int32_t> groups;
  std::vector<ParentFrame> parents;

  QuantityTable table;

  Impl(const fs::path& p, QuantityTable t) : path(p), table(std::move(t)) {
    probe_hdf5(path);
    refresh();
  }

  void open() const;
  void refresh() const;
  std::size_t count() const;
  std::shared_ptr<Snapshot> read(std::size_t index) const;
  void read_events() const;
  const std::shared_ptr<const Scenario>& scenario_of(std::int64_t step) const;
  void read_values(Snapshot& s, std::size_t index) const;
  std::vector<double> column(const Quantity& q, const std::vector<long>& steps) const;
  std::vector<double> body_row(const std::string& dataset, std::size_t index) const;
  std::size_t rows(const std::string& dataset, std::optional<std::vector<std::size_t>> row) const;
  void check_count(const std::string& dataset, std::size_t found, std::size_t per_body) const;
  void check_finite(const Snapshot& s, std::size_t index) const;
};

/// Places that are not numbers would send a search of neighbours anywhere.
void Trajectory::Impl::check_finite(const Snapshot& s, std::size_t index) const {
  for (const auto& [list, name] : {std::pair(&s.positions, "position"), std::pair(&s.directors, "direction")})
    for (std::size_t i = 0; i < list->size(); ++i)
      if (!std::isfinite((*list)[i]))
        throw InputError(text("'{}' is damaged: in frame {} the {} of body {} is not finite ({} along {})",
                              path.string(), index, name, i / 3, (*list)[i], "xyz"[i % 3]));
}

/// found: numbers that a dataset of the bodies holds, which a damaged file may have too few or too many of.
void Trajectory::Impl::check_count(const std::string& dataset, std::size_t found, std::size_t per_body) const {
  if (found != per_body * radii.size())
    throw InputError("'" + path.string() + "' is damaged: '" + dataset + "' has " + std::to_string(found) +
                     " numbers, but " + std::to_string(radii.size()) + " bodies have " +
                     std::to_string(per_body * radii.size()));
}

/// Three numbers per body of one frame.
std::vector<double> Trajectory::Impl::body_row(const std::string& dataset, std::size_t index) const {
  std::vector<double> row = file->read_row(layout::value_of(dataset), index);
  check_count(dataset, row.size(), 3);
  return row;
}

/// Rows that a dataset has; row: the shape of each, none where it may have any.
std::size_t Trajectory::Impl::rows(const std::string& dataset, std::optional<std::vector<std::size_t>> row) const {
  const std::vector<std::size_t> shape = file->shape(dataset);
  if (!shape.empty() && (!row || std::equal(shape.begin() + 1, shape.end(), row->begin(), row->end()))) return shape[0];
  std::string wanted = "(rows,";
  for (std::size_t i = 0; row && i < row->size(); ++i) wanted += (i ? "," : "") + std::to_string((*row)[i]);
  throw InputError(text("'{}' is damaged: '{}' has the shape {}; it must be {}{})", path.string(), dataset,
                        hdf5::shape_text(shape), wanted, row ? "" : "..."));
}

/// Whole frames: the smallest count of all columns, since a kill may come between two writes.
std::size_t Trajectory::Impl::count() const {
  const std::vector<std::size_t> numbers, vectors{rows(bodies.radius, numbers), 3}, three{3};
  std::size_t n = std::numeric_limits<std::size_t>::max(), most = 0;
  std::string shortest, longest;
  std::vector<std::string> columns;
  const auto see = [&](const std::string& dataset, std::optional<std::vector<std::size_t>> row) {
    columns.push_back(dataset);
    const std::size_t found = rows(dataset, std::move(row));
    if (found < n) shortest = dataset;
    if (found >= most) longest = dataset;
    n = std::min(n, found);
    most = std::max(most, found);
  };
  see(bodies.step, numbers);
  for (const std::string& c : {bodies.position, bodies.image, bodies.velocity, bodies.force})
    see(layout::value_of(c), vectors);
  see(layout::value_of(bodies.edges), three);
  see(layout::value_of(layout::timings), {});
  for (const std::string& c : {bodies.orientation, bodies.angular_velocity, bodies.contact_force,
                               bodies.effective_velocity, bodies.contact_displacement})
    if (file->given(layout::value_of(c))) see(layout::value_of(c), vectors);
  for (const Quantity& q : *table)
    if (q.of != Of::body && file->given(dataset_of(q))) see(dataset_of(q), {});
  see(bodies.time, numbers);
  std::error_code code;  // of a file that grows, what is read later has more
  const bool still = fs::file_size(path, code) == size_seen && fs::last_write_time(path, code) == time_seen;
  constexpr std::size_t killed = 2;  // a kill leaves some columns one row ahead, and others one behind
  if (most > n + killed && still)
    throw InputError(text("'{}' is damaged: '{}' has {} rows, but '{}' has {}; each frame needs one row in both",
                          path.string(), shortest, n, longest, most));
  n = file->whole_rows(columns);
  // The counter of the last frame may have been made and not filled.
  const auto counted = [&] {
    try {
      return file->read_row(bodies.step, n - 1)[0] != 0 || file->read_row(bodies.step, n - 2)[0] == 0;
    } catch (const InputError&) {
      return false;
    }
  };
  if (n > 1 && !counted()) --n;
  return n;
}

void Trajectory::Impl::open() const {
  const auto lock = lock_hdf5();
  std::error_code code;
  size_seen = fs::file_size(path, code);
  time_seen = fs::last_write_time(path, code);
  file.reset();
  file.emplace(path);
  for (const char* name : layout::body_groups)
    if (file->has(layout::Bodies(name).step)) bodies = layout::Bodies(name);
  std::vector<std::string> all{layout::scenario_in_force, bodies.step, bodies.time, bodies.radius, bodies.species};
  const std::vector<std::string> of_rods{bodies.half_length, layout::value_of(bodies.orientation),
                                         layout::value_of(bodies.angular_velocity)};
  if (file->given(of_rods[0]) || file->given(of_rods[1])) all.insert(all.end(), of_rods.begin(), of_rods.end());
  for (const std::string& needed : all)
    if (!file->given(needed))
      throw InputError("'" + path.string() + "' is not a Slurry trajectory (missing '" + needed + "')");
  frames = count();
}

/// A file that grows is opened again, since an open one stays as it was.  It must be closed first: the library would
/// hand out the old view.  An opening in the middle of another process's write may fail, and is tried again; of a file
/// that stays as it is, twice is enough.
void Trajectory::Impl::refresh() const {
  std::error_code code;
  if (file && fs::file_size(path, code) == size_seen && fs::last_write_time(path, code) == time_seen) return;
  for (int attempt = 0;; ++attempt) try {
      return open();
    } catch (const InputError&) {
      file.reset();
      if (attempt == 5) throw;
      std::this_thread::sleep_for(std::chrono::milliseconds(2 << attempt));
      if (attempt > 0 && fs::file_size(path, code) == size_seen && fs::last_write_time(path, code) == time_seen) throw;
    }
}

/// Reads the values that the file has, where they apply.  If the file is older than a quantity, it is computed from the
/// bodies where these suffice.
void Trajectory::Impl::read_values(Snapshot& s, std::size_t index) const {
  Values values(table);
  const auto use = [&](const Quantity& q, const std::vector<double>& row) {
    const bool known = std::any_of(row.begin(), row.end(), [](double x) { return std::isfinite(x); });
    if (row.size() == q.length && (known || (q.make_meter && is_valid(q, *scenario, s.radii.size()))))
      values.set(q.name, row);
  };
  for (const Quantity& q : *table)
    if (q.of != Of::body && file->given(dataset_of(q))) use(q, file->read_row(dataset_of(q), index));
  if (file->has(layout::sparse))  // earlier files had NaN among the observables
    for (const Quantity& q : *table)
      if (q.sometimes) use(q, sparse_row(*file, q, s.step, index));
  s.time_step = values.number("time_step");
  const auto entry = [&](const std::string& name) {
    const std::span<const double> e = values.list(name);
    return e.size() == 3 ? ErrorEntry{e[0], e[1], e[2]} : ErrorEntry{};
  };
  for (const ErrorSource& source : error_sources()) s.errors.*source.entry = entry("error_" + std::string(source.name));
  if (values.list("error_velocity").size() != 3)  // a file of before the budget had its sources
    s.errors.velocity.measured = values.number("error_estimate");
  s.errors.uncertainty = values.number("error_uncertainty");
  s.errors.scale = values.number("error_scale");
  double squares = 0;
  for (const double v : s.velocities) squares += v * v;
  s.errors.rms_velocity = std::sqrt(squares / static_cast<double>(std::max<std::size_t>(1, s.radii.size())));
  if (std::isfinite(s.errors.scale)) s.errors.wall_slip = entry("wall_slip");  // earlier files have a velocity there
  if (std::isfinite(s.errors.velocity.measured)) s.errors.measured_at_step = s.step;
  compute_values(values, step_of(s));
  s.values = std::move(values);
}

/// A scalar at each of these steps, which are those of the frames; NaN where it is not known.  Empty if the file does
/// not have it, or has something else by its name, as read_values() leaves that out too.
std::vector<double> Trajectory::Impl::column(const Quantity& q, const std::vector<long>& steps) const {
  const std::string dense = dataset_of(q), element = sparse_elements(q)[0];
  if (file->given(dense) && file->shape(dense).size() == 1) return file->read_rows(dense, steps.size()).values;
  if (!q.sometimes || !file->has(layout::sparse)) return {};
  const std::size_t n = whole_rows(*file, element);
  if (n == 0 || file->shape(element + "/value").size() != 1) return {};
  const std::vector<double> at = file->read_rows(element + "/step", n).values,
                            known = file->read_rows(element + "/value", n).values;
  std::vector<double> values(steps.size(), std::numeric_limits<double>::quiet_NaN());
  for (std::size_t i = 0, row = 0; i < steps.size(); ++i) {  // both grow
    while (row < n && at[row] < static_cast<double>(steps[i])) ++row;
    if (row < n && at[row] == static_cast<double>(steps[i])) values[i] = known[row];
  }
  return values;
}

/// Reads the options that were changed during the run; reads them again if a file has grown.
void Trajectory::Impl::read_events() const {
  const std::string events = layout::events;
  const std::vector<std::string> columns{events + "/key", events + "/value", events + "/step"};
  std::size_t n = 0;
  if (std::all_of(columns.begin(), columns.end(), [&](const auto& c) { return file->given(c); })) {
    for (const std::string& column : columns) rows(column, std::vector<std::size_t>());
    n = file->whole_rows(columns);
  }
  if (n == events_read) return;
  const std::vector<std::string> keys = file->read_texts(events + "/key", n),
                                 values = file->read_texts(events + "/value", n);
  const std::vector<double> steps = file->read_rows(events + "/step", n).values;
  later.clear();
  Scenario s = *scenario;
  for (std::size_t i = 0; i < std::min({keys.size(), values.size(), steps.size()}); ++i) {
    // what a resumed run began with is in its scenario already
    const Option* option = find_option(keys[i]);
    if (option == nullptr || option->change == Change::bodies) continue;
    set_option(s, keys[i] + "=" + values[i]);
    later.emplace_back(whole<std::int64_t>(steps[i], events + "/step", path), std::make_shared<const Scenario>(s));
  }
  events_read = n;
}

/// A frame holds the step that led to it, so what was changed after that step is not in it yet.
const std::shared_ptr<const Scenario>& Trajectory::Impl::scenario_of(std::int64_t step) const {
  const std::shared_ptr<const Scenario>* found = &scenario;
  for (const auto& [after, changed] : later)
    if (after < step) found = &changed;
  return *found;
}

std::shared_ptr<Snapshot> Trajectory::Impl::read(std::size_t index) const {
  const auto lock = lock_hdf5();
  auto s = std::make_shared<Snapshot>();
  s->number = index + 1;
  s->state = SessionState::paused;
  s->scenario_generation = 1;
  s->step = whole<long>(file->read_row(bodies.step, index)[0], bodies.step, path);
  read_events();
  s->scenario = scenario_of(s->step);
  s->time = file->read_row(bodies.time, index)[0];
  if (!std::isfinite(s->time))
    throw InputError(text("'{}' is damaged: '{}' is {} in row {}", path.string(), bodies.time, s->time, index));
  s->positions = body_row(bodies.position, index);
  s->images = whole<std::int32_t>(body_row(bodies.image, index), layout::value_of(bodies.image), path);
  s->velocities = body_row(bodies.velocity, index);
  s->forces = body_row(bodies.force, index);
  for (const auto& [dataset, list] : {std::pair(&bodies.contact_force, &s->contact_forces),
                                      std::pair(&bodies.effective_velocity, &s->effective_velocities),
                                      std::pair(&bodies.contact_displacement, &s->contact_displacements)})
    if (file->given(layout::value_of(*dataset))) *list = body_row(*dataset, index);
  s->parents = parents;
  s->radii = radii;
  s->half_lengths = half_lengths;
  if (file->given(layout::value_of(bodies.angular_velocity)))
    s->angular_velocities =
        std::make_shared<AngularVelocities>(AngularVelocities{body_row(bodies.angular_velocity, index), s->time});
  if (file->given(layout::value_of(bodies.orientation))) {
    s->directors = body_row(bodies.orientation, index);
    s->rates = cross(s->angular_velocities->values, s->directors);
    for (std::size_t i = 0; i < s->rates.size(); ++i)
      if (!(half_lengths[i / 3] > 0)) s->rates[i] = 0;  // a sphere has no director to turn
  }
  s->groups = groups;
  check_finite(*s, index);
  read_values(*s, index);
  const std::vector<double> times = file->read_row(layout::value_of(layout::timings), index);
  for (std::size_t i = 0; i < std::min(times.size(), stages.size()); ++i) s->stage_times[stages[i]] = times[i];
  s->recording = path;
  s->frames_recorded = static_cast<long>(frames);
  return s;
}

Trajectory::Trajectory(const fs::path& file, QuantityTable table)
    : impl_(std::make_unique<Impl>(file, std::move(table))) {
  const auto lock = lock_hdf5();
  const Hdf5Reader& f = *impl_->file;
  auto scenario = std::make_shared<Scenario>(
      parse_scenario(f.read_one_text(layout::scenario_in_force), file.filename().string() + ", its scenario"));
  if (f.given(layout::scenario)) scenario->text = f.read_one_text(layout::scenario);
  impl_->scenario = std::move(scenario);
  if (f.has_attribute(layout::timings, "stages")) impl_->stages = f.read_attribute_texts(layout::timings, "stages");
  const auto refuse_size = [&](const std::string& dataset, std::size_t body, double size) {
    throw InputError(text("'{}' is damaged: '{}' is {} for body {}", file.string(), dataset, size, body));
  };
  impl_->radii = f.read_list(impl_->bodies.radius);
  for (std::size_t i = 0; i < impl_->radii.size(); ++i)
    if (const double r = impl_->radii[i]; !std::isfinite(r) || r <= 0) refuse_size(impl_->bodies.radius, i, r);
  if (f.given(impl_->bodies.half_length)) {
    impl_->half_lengths = f.read_list(impl_->bodies.half_length);
    impl_->check_count(impl_->bodies.half_length, impl_->half_lengths.size(), 1);
    for (std::size_t i = 0; i < impl_->half_lengths.size(); ++i)
      if (const double l = impl_->half_lengths[i]; !std::isfinite(l) || l < 0)
        refuse_size(impl_->bodies.half_length, i, l);
  }
  if (const std::string group = layout::parents; f.given(group + "/frame")) {
    const std::vector<std::string> files = f.read_texts(group + "/file"), hashes = f.read_texts(group + "/hash");
    const std::vector<double> frames = f.read(group + "/frame").values;
    const bool placed = f.given(group + "/step") && f.given(group + "/time");  // files of earlier versions are without
    const std::vector<double> steps = placed ? f.read(group + "/step").values : std::vector<double>(),
                              times = placed ? f.read(group + "/time").values : std::vector<double>();
    for (std::size_t i = 0; i < std::min({files.size(), hashes.size(), frames.size()}); ++i) {
      ParentFrame p{files[i], whole<std::int64_t>(frames[i], group + "/frame", file), hashes[i]};
      if (i < std::min(steps.size(), times.size())) {
        p.step = whole<std::int64_t>(steps[i], group + "/step", file);
        p.time = times[i];
      }
      impl_->parents.push_back(std::move(p));
    }
  }
  const std::string& species = impl_->bodies.species;
  impl_->groups = whole<std::int32_t>(f.read_list(species), species, file);
  impl_->check_count(species, impl_->groups.size(), 1);
  const std::size_t kinds = impl_->scenario->bodies.size();
  for (const std::int32_t kind : impl_->groups)
    if (kind < 0 || static_cast<std::size_t>(kind) >= kinds)
      throw InputError(
          text("'{}' is damaged: '{}' holds the kind {}, but its scenario has {} kinds of bodies, counted from 0",
               file.string(), species, kind, kinds));
}

Trajectory::~Trajectory() = default;
Trajectory::Trajectory(Trajectory&&) noexcept = default;
Trajectory& Trajectory::operator=(Trajectory&&) noexcept = default;

std::size_t Trajectory::frames() const {
  const std::lock_guard guard(impl_->mutex);
  impl_->refresh();
  return impl_->frames;
}

std::vector<double> Trajectory::times() const {
  const std::size_t n = frames();
  const std::lock_guard guard(impl_->mutex);
  const auto lock = lock_hdf5();
  return impl_->file->read_rows(impl_->bodies.time, n).values;
}

ScalarColumns Trajectory::scalars() const {
  const std::lock_guard guard(impl_->mutex);
  impl_->refresh();
  ScalarColumns all{impl_->table, {}, {}, {}, {}};
  const std::string &step = impl_->bodies.step, &time = impl_->bodies.time;
  all.steps = whole<long>(impl_->file->read_rows(step, impl_->frames).values, step, impl_->path);
  all.times = impl_->file->read_rows(time, impl_->frames).values;
  for (const Quantity& q : *impl_->table) {
    if ((q.of != Of::system && q.of != Of::run) || q.length != 1) continue;
    std::vector<double> column = impl_->column(q, all.steps);
    if (std::none_of(column.begin(), column.end(), [](double x) { return std::isfinite(x); })) continue;
    all.scalars.push_back(&q);
    all.columns.push_back(std::move(column));
  }
  return all;
}

const Scenario& Trajectory::scenario() const {
  return *impl_->scenario;
}

Scenario Trajectory::scenario_at_end() const {
  Scenario s = scenario();
  const auto lock = lock_hdf5();
  const Hdf5Reader file(impl_->path);
  const std::string events = layout::events;
  if (!file.given(events + "/key")) return s;
  const std::size_t n = file.whole_rows({events + "/key", events + "/value"});
  const std::vector<std::string> keys = file.read_texts(events + "/key", n),
                                 values = file.read_texts(events + "/value", n);
  for (std::size_t i = 0; i < std::min(keys.size(), values.size()); ++i)
    // what a resumed run began with is in its scenario already
    if (const Option* option = find_option(keys[i]); option && option->change != Change::bodies)
      set_option(s, keys[i] + "=" + values[i]);
  return s;
}

std::vector<Event> Trajectory::events() const {
  const auto lock = lock_hdf5();
  const Hdf5Reader f(impl_->path);
  const std::string group = layout::events;
  if (!f.given(group + "/step")) return {};
  std::vector<std::string> columns{group + "/step", group + "/time", group + "/key", group + "/value"};
  const auto maybe = [&](const char* name) {  // files of earlier versions do not have all
    const bool there = f.has(group + name);
    if (there) columns.push_back(group + name);
    return there;
  };
  const bool has_old = maybe("/old"), has_by = maybe("/by");
  const std::size_t n = f.whole_rows(columns);
  const std::vector<double> steps = f.read_rows(columns[0], n).values, times = f.read_rows(columns[1], n).values;
  const std::vector<std::string> keys = f.read_texts(columns[2], n), values = f.read_texts(columns[3], n),
                                 olds = has_old ? f.read_texts(group + "/old", n) : std::vector<std::string>(n),
                                 bys = has_by ? f.read_texts(group + "/by", n) : std::vector<std::string>(n);
  std::vector<Event> all;
  for (std::size_t i = 0;
       i < std::min({steps.size(), times.size(), keys.size(), values.size(), olds.size(), bys.size()}); ++i)
    all.push_back({whole<long>(steps[i], columns[0], impl_->path), times[i], keys[i], olds[i], values[i], bys[i]});
  return all;
}

std::string frame_hash(const Snapshot& frame) {
  std::uint64_t hash = 0xcbf29ce484222325;
  const auto add = [&hash](std::uint64_t word) {
    for (int byte = 0; byte < 8; ++byte) hash = (hash ^ (word >> 8 * byte & 0xff)) * 0x100000001b3;
  };
  add(static_cast<std::uint64_t>(frame.step));
  add(std::bit_cast<std::uint64_t>(frame.time));
  for (const double x : frame.positions) add(std::bit_cast<std::uint64_t>(x));
  return text("{:016x}", hash);
}

std::shared_ptr<const Snapshot> Trajectory::frame(std::size_t index) const {
  const std::lock_guard guard(impl_->mutex);
  if (index >= impl_->frames || !impl_->file) impl_->refresh();
  if (index >= impl_->frames)
    throw InputError("'" + impl_->path.string() + "' has no frame " + std::to_string(index) +
                     (impl_->frames ? "; it has frames 0 to " + std::to_string(impl_->frames - 1) : "; it has none"));
  return impl_->read(index);
}

std::string Trajectory::summary_json() const {
  const std::size_t n = frames();
  const Hdf5Reader f(impl_->path);
  const Scenario& s = scenario();
  Json j;
  j["file"] = impl_->path.string();
  j["name"] = s.name;
  j["title"] = s.title;
  for (const char* name : {"units", "domain", "git_hash", "build", "back_end"})
    if (f.has_attribute("parameters", name)) j[name] = f.read_text("parameters", name);
  for (const char* name : {"seed", "threads", "deterministic"})
    if (f.has_attribute("parameters", name)) j[name] = static_cast<std::int64_t>(f.read_number("parameters", name));
  j["bodies"] = impl_->radii.size();
  j["frames"] = n;
  if (f.has_attribute("parameters/solver", "summary")) j["solver"] = f.read_text("parameters/solver", "summary");
  j["parents"] = Json::list();
  for (const ParentFrame& p : impl_->parents)
    j["parents"].push_back(
        {{"file", p.file.string()}, {"frame", p.frame}, {"hash", p.hash}, {"step", p.step}, {"time", p.time}});
  j["events"] = Json::list();
  for (const Event& event : events()) {
    Json e{{"step", event.step}, {"time", event.time}, {"key", event.key}, {"value", event.value}};
    if (f.has(std::string(layout::events) + "/old")) e["old"] = event.old;  // files of earlier versions do not have it
    if (!event.by.empty()) e["by"] = event.by;
    j["events"].push_back(std::move(e));
  }
  if (n == 0) return j.text(2);
  const auto first = frame(0), last = frame(n - 1);
  j["steps"] = {{"first", first->step}, {"last", last->step}};
  j["time"] = {{"first", first->time}, {"last", last->time}, {"last_step", last->time_step}};
  j["last"] = Json::object();
  for (const Quantity& q : *impl_->table)
    if (q.of != Of::body && q.length == 1) j["last"][std::string(q.name)] = last->values.number(q.name);
  // measured errors stand in the file at some frames only; the newest are told, with their step
  const std::string measured = layout::sparse + std::string("/error_velocity/measured");
  long measured_at = last->errors.measured_at_step;
  if (measured_at < 0 && f.has(measured + "/step"))
    if (const std::size_t rows = whole_rows(f, measured); rows > 0)
      measured_at = static_cast<long>(f.read_row(measured + "/step", rows - 1)[0]);
  for (const ErrorSource& source : error_sources()) {
    const std::string name(source.name);
    ErrorEntry e = last->errors.*source.entry;
    if (measured_at >= 0 && measured_at != last->step)
      e.measured = sparse_value(f, text("{}/error_{}/measured", layout::sparse, name), measured_at, n);
    j["errors"][name] = {{"asked", e.asked}, {"predicted", e.predicted}, {"measured", e.measured}};
  }
  if (measured_at >= 0) j["errors_measured_at_step"] = measured_at;
  if (std::isfinite(last->errors.scale))
    j["error_scale"] = {{"value", last->errors.scale},
                        {"rms_velocity", last->errors.rms_velocity},
                        {"gauge_dependent", depends_on_gauge(step_of(*last))}};
  return j.text(2);
}

}  // namespace slurry
