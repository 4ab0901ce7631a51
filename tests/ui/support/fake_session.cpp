// SPDX-License-Identifier: BSD-3-Clause
#include "ui/support/fake_session.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iterator>
#include <numbers>
#include <random>
#include <utility>

#include "slurry/option_table.hpp"

namespace slurry::ui::testing {
namespace {

using Clock = std::chrono::steady_clock;

std::shared_ptr<const Field> plane(const Snapshot& s, const FieldPlane& r) {
  if (r.resolution[0] < 2) return nullptr;
  auto slice = std::make_shared<Field>();
  const Domain& d = s.scenario->domain;
  slice->name = "slice";
  slice->places = r;
  slice->shape = r.resolution;
  const bool across = r.plane == FieldPlane::Plane::yz;
  slice->lower = {across ? -d.radius : 0, -d.radius};
  slice->upper = {across ? d.radius : d.length, d.radius};
  for (int j = 0; j < r.resolution[1]; ++j)
    for (int i = 0; i < r.resolution[0]; ++i) {
      const double y = -1 + 2 * (j + 0.5) / r.resolution[1];
      const double v = 0.5 * (1 - y * y) * (1 + 0.3 * std::sin(0.2 * i + s.time));
      slice->velocity.insert(slice->velocity.end(), {static_cast<float>(v), 0.0F, 0.0F});
      slice->body.push_back(Field::in_fluid);
    }
  slice->time = s.time;
  return slice;
}

}  // namespace

Snapshot lattice_snapshot(std::size_t bodies, double pipe_radius) {
  auto scenario = std::make_shared<Scenario>();
  scenario->name = "fake";
  scenario->title = "Spheres on a lattice";
  scenario->description = "No hydrodynamics: for tests of the window.";
  scenario->domain.radius = pipe_radius;
  scenario->bodies = {BodyGroup{}};
  scenario->bodies.front().count = bodies;
  Snapshot s;
  std::mt19937 random(7);
  std::uniform_real_distribution<double> jitter(-0.1, 0.1);
  const double spacing = 2.4;
  double x = spacing / 2;
  for (; s.radii.size() < bodies; x += spacing)
    for (double y = -pipe_radius; y <= pipe_radius && s.radii.size() < bodies; y += spacing)
      for (double z = -pipe_radius; z <= pipe_radius && s.radii.size() < bodies; z += spacing) {
        if (std::hypot(y, z) > pipe_radius - 1.2) continue;
        s.positions.insert(s.positions.end(), {x + jitter(random), y + jitter(random), z + jitter(random)});
        s.radii.push_back(1);
        s.groups.push_back(0);
      }
  scenario->domain.length = x;
  s.scenario = scenario;
  s.scenario_generation = 1;
  s.state = SessionState::paused;
  s.images.assign(3 * bodies, 0);
  s.velocities.assign(3 * bodies, 0);
  s.forces.assign(3 * bodies, 0);
  for (std::size_t i = 0; i < bodies; ++i) s.forces[3 * i] = 1;
  move_bodies(s, 0);
  return s;
}

void move_bodies(Snapshot& s, double dt) {
  const double radius = s.scenario->domain.radius, length = s.scenario->domain.length;
  double mean = 0;
  for (std::size_t i = 0; i < s.radii.size(); ++i) {
    double* x = &s.positions[3 * i];
    const double r2 = (x[1] * x[1] + x[2] * x[2]) / (radius * radius);
    const double v = (0.9 * (1 - r2) + 0.05 * std::sin(x[0])) * 0.05305164769729845 / s.scenario->viscosity;
    s.velocities[3 * i] = v;
    mean += v / static_cast<double>(s.radii.size());
    x[0] += v * dt;
    if (x[0] >= length) x[0] -= length, ++s.images[3 * i];
    if (x[0] < 0) x[0] += length, --s.images[3 * i];
  }
  s.values.set("mean_settling_velocity", mean);
  s.values.set("mean_velocity", std::array<double, 3>{mean, 0, 0});
  s.values.set("min_gap", 0.1);
  s.values.set("min_wall_gap", 1.234567e-7);
  s.values.set("velocity_variance", std::array<double, 3>{1.234567e-5, -2.345678e-5, 3.456789e-5});
  s.values.set("flux", -1.234567e-12);
  s.values.set("pressure_gradient", -0.0001234567);
  const auto counted = [](const char* name, const char* title, std::vector<double> numbers) {
    return NamedValue{name, title, "", "A number of the sum", std::move(numbers), "", true};
  };
  s.sum_report.parts = {{"",
                         {{"split", "split", "", "How near and far are split", {}, "prolate"},
                          {"shape", "bandwidth c", "", "Of the split", {10.94}},
                          {"cutoff_radius", "cutoff r_c", "length", "Of the near field", {6.678}},
                          counted("near_degree", "near degree m", {10}),
                          counted("window_points", "window P", {12}),
                          {"window_shape", "window shape", "", "Of the window", {14.1}},
                          counted("grid", "grid", {1024, 1024, 1024})}}};
  Candidate grid, pairs;
  grid.engine = "ewald", grid.predicted = 0.0767;
  pairs.engine = "direct", pairs.predicted = 1383.75;
  s.sum_choice = {{grid, pairs}, 0, ChosenBy::prediction};
  s.time += dt;
  if (dt > 0) ++s.step;
  s.time_step = dt;
  int stage = 0;
  for (const char* name : {"sort", "P2P", "P2G", "FFT", "CNV", "IFFT", "G2P", "wall", "contact", "integrate", "write"})
    s.stage_times[name] = 1e-4 * (1 + (stage++ * 7) % 5);
  s.errors.sum = {8e-4, 4e-4, 3e-4};
  s.errors.wall = {6e-4, 9e-4, 4e-3};
  s.errors.time_step = {1e-2, std::nan(""), 8e-4};
  s.errors.velocity = {1e-3, 6e-4, 4e-4};
  s.errors.total = {1e-2, 6e-4, 9e-4};
  s.errors.measured_at_step = s.step;
}

FakeSession::FakeSession() : FakeSession(Options{}) {}

FakeSession::FakeSession(const Options& options)
    : options_(options), latest_(std::make_shared<Snapshot>()), thread_([this] { work(); }) {}

FakeSession::~FakeSession() {
  {
    const std::lock_guard lock(guard_);
    stop_ = true;
  }
  wake_.notify_all();
  thread_.join();
}

CommandNumber FakeSession::post(Command command) {
  const std::lock_guard lock(guard_);
  queue_.push_back({++posted_, std::move(command)});
  wake_.notify_all();
  return posted_;
}

SnapshotPtr FakeSession::latest() const {
  const std::lock_guard lock(guard_);
  return latest_;
}

void FakeSession::set_listener(std::function<void()> listener) {
  const std::lock_guard lock(guard_);
  listener_ = std::move(listener);
}

std::vector<Command> FakeSession::applied() const {
  const std::lock_guard lock(guard_);
  return applied_;
}

void FakeSession::failNextRecording(const std::string& sentence) {
  const std::lock_guard lock(guard_);
  recording_failure_ = sentence;
}

std::vector<MomentPtr> FakeSession::take_moments() {
  const std::lock_guard lock(guard_);
  return std::exchange(moments_, {});
}

void FakeSession::refuseNextStart(const std::string& sentence) {
  const std::lock_guard lock(guard_);
  start_refusal_ = sentence;
}

/// The present state as a moment, which only this session reads.
void FakeSession::keep(const Snapshot& now) {
  if (moments_per_second_ <= 0 || now.radii.empty()) return;
  auto m = std::make_shared<Moment>();
  m->run = now.run;
  m->step = now.step;
  m->time = now.time;
  m->scenario = now.scenario;
  m->events = now.events;
  const std::lock_guard lock(guard_);
  states_.emplace_back(m, now);
  moments_.push_back(std::move(m));
}

/// Throws what an option refuses.
void FakeSession::change(Snapshot& next, const std::string& key, const std::string& value, const std::string& by) {
  std::string old;
  auto scenario = std::make_shared<Scenario>(next.scenario ? *next.scenario : Scenario{});
  if (key == reverse_key) {
    sense_ = -sense_;
  } else {
    old = option_value(*scenario, key);
    set_option(*scenario, key + "=" + value);
  }
  keep(next);
  next.scenario = scenario;
  auto events = std::make_shared<std::vector<Event>>(next.events ? *next.events : std::vector<Event>());
  events->push_back({next.step, next.time, key, old, value, by});
  next.events = std::move(events);
}

void FakeSession::refuseStart(Snapshot& next, CommandNumber number) {
  const std::lock_guard lock(guard_);
  next.message = std::exchange(start_refusal_, {});
  next.message_command = number;
}

void FakeSession::load(Snapshot& next, const LoadState& c, CommandNumber number) {
  const std::uint64_t number_of_snapshot = next.number;
  if (c.moment) {
    for (const auto& [moment, state] : states_)
      if (moment == c.moment) next = state;
    auto event = c.replay.begin();
    const long until = c.at_step.value_or(next.step);
    for (; next.step < until; move_bodies(next, 0.2))
      for (; event != c.replay.end() && event->step <= next.step; ++event)
        change(next, event->key, event->value, event->by);
  } else {
    const std::uint64_t generation = next.scenario_generation + 1;
    next = lattice_snapshot(options_.bodies, options_.radius);
    next.scenario_generation = generation;
    for (long i = 0; i < c.frame.value_or(0); ++i) move_bodies(next, 0.2);
  }
  next.number = number_of_snapshot;
  next.run = number;
  next.last_command = number;
  next.message.clear();
  next.recording.clear();
  for (const KeyChange& k : c.changes) change(next, k.key, k.value, "person");
  running_ = false;
  steps_wanted_ = 0;
  keep(next);
}

void FakeSession::publish(Snapshot next) {
  const std::lock_guard lock(guard_);
  next.number = latest_->number + 1;
  next.seconds_per_step = 1 / options_.steps_per_second;
  next.solver_summary = "no solver: moved by hand";
  next.state = next.radii.empty() ? SessionState::empty : running_ ? SessionState::running : SessionState::paused;
  latest_ = std::make_shared<const Snapshot>(std::move(next));
  if (listener_) listener_();
}

void FakeSession::apply(Snapshot& next, const Posted& posted) {
  next.last_command = posted.number;
  std::visit(
      [&](const auto& c) {
        using C = std::decay_t<decltype(c)>;
        if constexpr (std::is_same_v<C, LoadScenario> || std::is_same_v<C, LoadState>) {
          if (!start_refusal_.empty()) return refuseStart(next, posted.number);
        }
        if constexpr (std::is_same_v<C, LoadScenario>) {
          const std::uint64_t generation = next.scenario_generation + (c.again ? 0 : 1);
          next = lattice_snapshot(options_.bodies, options_.radius);
          if (!c.scenario.title.empty()) {
            auto named = std::make_shared<Scenario>(*next.scenario);
            named->title = c.scenario.title;
            named->name = c.scenario.name;
            named->expect = c.scenario.expect;
            named->more = c.scenario.more;
            next.scenario = named;
          }
          next.scenario_generation = generation;
          next.last_command = posted.number;
          next.run = posted.number;
          running_ = false;
          steps_wanted_ = 0;
          sense_ = 1;
          keep(next);
        } else if constexpr (std::is_same_v<C, LoadState>) {
          load(next, c, posted.number);
        } else if constexpr (std::is_same_v<C, RequestMoments>) {
          moments_per_second_ = c.rate;
          keep(next);
        } else if constexpr (std::is_same_v<C, Reverse>) {
          change(next, reverse_key, "every force and flow turned round", c.by);
        } else if constexpr (std::is_same_v<C, Run>) {
          running_ = true;
        } else if constexpr (std::is_same_v<C, Pause>) {
          running_ = false;
          keep(next);
        } else if constexpr (std::is_same_v<C, StepOnce>) {
          steps_wanted_ += c.steps;
        } else if constexpr (std::is_same_v<C, SetSpeed>) {
          if (c.steps_per_second > 0) options_.steps_per_second = c.steps_per_second;
          if (c.time_per_second > 0) options_.steps_per_second = c.time_per_second / 0.2;
        } else if constexpr (std::is_same_v<C, RequestField>) {
          const auto* plane = std::get_if<FieldPlane>(&c.places);
          slice_ = plane ? *plane : FieldPlane{};
        } else if constexpr (std::is_same_v<C, StartRecording>) {
          next.recording = c.file;
        } else if constexpr (std::is_same_v<C, StopRecording>) {
          next.recording.clear();
        } else if constexpr (std::is_same_v<C, SetOption>) {
          try {
            change(next, c.key, c.value, c.by);
          } catch (const std::exception& e) {
            next.message = e.what();
            next.message_command = posted.number;
          }
        }
      },
      posted.command);
  const std::lock_guard lock(guard_);
  applied_.push_back(posted.command);
}

void FakeSession::setBusy(bool busy) {
  {
    const std::lock_guard lock(guard_);
    busy_ = busy;
  }
  wake_.notify_all();
}

void FakeSession::work() {
  Clock::time_point due = Clock::now();
  for (;;) {
    std::vector<Posted> posted;
    {
      std::unique_lock lock(guard_);
      const auto something = [this] { return stop_ || (!queue_.empty() && !busy_); };
      if (running_ || steps_wanted_ > 0) {
        wake_.wait_until(lock, due, something);
      } else {
        wake_.wait(lock, something);
      }
      if (stop_) return;
      if (!busy_) posted.assign(std::make_move_iterator(queue_.begin()), std::make_move_iterator(queue_.end()));
      if (!busy_) queue_.clear();
    }
    Snapshot next = *latest();
    for (const Posted& p : posted) apply(next, p);
    if ((running_ || steps_wanted_ > 0) && !next.radii.empty() && Clock::now() >= due) {
      move_bodies(next, 0.2);
      if (steps_wanted_ > 0 && --steps_wanted_ == 0) keep(next);
      if (moments_per_second_ > 0 && next.step % 10 == 0) keep(next);
      due = Clock::now() +
            std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(1 / options_.steps_per_second));
    }
    if (!next.recording.empty() && posted.empty()) {
      const std::lock_guard lock(guard_);
      if (!recording_failure_.empty()) {
        next.recording.clear();
        next.message = std::exchange(recording_failure_, {});
        next.message_command = 0;
      }
    }
    if (!next.radii.empty() && (next.fields.empty() || next.step % 5 == 0)) {
      next.fields.clear();
      if (auto slice = plane(next, slice_)) next.fields.push_back(std::move(slice));
    }
    publish(std::move(next));
  }
}

std::vector<double> FakeFrames::times() {
  std::vector<double> all(frames_);
  for (std::size_t i = 0; i < frames_; ++i) all[i] = 0.2 * static_cast<double>(i);
  return all;
}

SnapshotPtr FakeFrames::frame(std::size_t index) {
  std::this_thread::sleep_for(std::chrono::duration<double>(seconds_));
  auto s = std::make_shared<Snapshot>(start_);
  for (std::size_t i = 0; i < index; ++i) move_bodies(*s, 0.2);
  s->number = index;
  return s;
}

ScalarColumns FakeFrames::scalars() {
  const Quantity* mean = find_quantity(quantities(), "mean_settling_velocity");
  ScalarColumns all{quantities(), {}, times(), {mean}, {{}}};
  Snapshot s = start_;
  for (std::size_t i = 0; i < frames_; ++i) {
    all.steps.push_back(static_cast<long>(i));
    all.columns[0].push_back(s.values.number(*mean));
    move_bodies(s, 0.2);
  }
  return all;
}

}  // namespace slurry::ui::testing
