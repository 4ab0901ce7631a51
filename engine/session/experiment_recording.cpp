// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "base/same_time.hpp"
#include "session/experiment.hpp"
#include "session/load_state.hpp"
#include "slurry/error.hpp"
#include "slurry/output_file.hpp"
#include "slurry/trajectory.hpp"

// The file into which an experiment writes its frames.
namespace slurry {

void Experiment::apply(const StartRecording& c) {
  Simulation& sim = loaded();
  if (writer_) throw Error("'" + writer_->file().string() + "' is being recorded already; stop that first");
  refuse_same_file(c.file, sim.scenario().position_files);
  sim.stay();  // frame 0 is what is seen, and the steps that follow begin there
  measure_first();
  simulation_->begin_interval();
  const Snapshot first = frame();
  interruption.check();  // the last chance to leave no file
  writer_ = std::make_unique<TrajectoryWriter>(c.file, c.overwrite, first, runtime_, simulation_->running(true));
  for (const Event& e : changes_at_start_) writer_->event(e);
  write_moment();
  RunOptions options = sim.scenario().run;
  if (sim.scenario().solver.deterministic) options.output_seconds = 0;  // frames by the clock differ from run to run
  frames_.emplace(options, sim.state().step, sim.state().time, now());
  frame_step_ = sim.state().step;
  write_per_step_ = 0;
  recording_command_ = current_command_;
}

void Experiment::apply(const StopRecording&) {
  stop_recording();
}

Snapshot Experiment::frame() {
  if (simulation_->scenario().run.output_angular_velocity) simulation_->find_angular_velocities();
  Snapshot s;
  simulation_->fill(s);
  simulation_->fill_interval(s);
  s.parents = parents_;
  s.stage_times["write"] = write_per_step_;
  return s;
}

void Experiment::record_if_due() {
  if (!writer_ || simulation_->is_beside_the_run()) return;  // the end gets its frame when the recording ends
  const BodyState& b = simulation_->state();
  if (!frames_->due(b.step, b.time, now())) return;
  const Interruption::Whole whole(interruption);
  try {
    const double start = now();
    Snapshot s = frame();
    // a step may reach the end but for rounding; the run's own time stays as it is (Simulation::stop_at)
    if (until_ && is_same_time(s.time, *until_, simulation_->scenario().integrator.time_step)) s.time = *until_;
    writer_->write(s, simulation_->running());
    frames_->taken(b.step, b.time, now());
    const OutputMoments wanted = simulation_->scenario().run.output_moments;
    if (wanted == OutputMoments::all || (wanted == OutputMoments::some && writer_->has_room_for_moment()))
      write_moment();
    simulation_->begin_interval();
    const double seconds = now() - start;
    written_seconds_ += seconds;
    write_per_step_ = seconds / static_cast<double>(std::max(1L, b.step - std::exchange(frame_step_, b.step)));
  } catch (const std::exception& e) {
    stop_broken_recording(e);
  }
}

void Experiment::stop_broken_recording(const std::exception& e) {
  writer_.reset();
  say(std::string("Recording stopped; the frames so far are safe: ") + e.what(), recording_command_);
  finish(SessionState::paused);
}

void Experiment::write_moment() {
  State state = simulation_->checkpoint_here();
  put_made(state, runtime_);
  writer_->moment(state);
}

/// A frame is written before its errors are measured.
void Experiment::record_errors() {
  if (!writer_ || !frames_->holds(simulation_->state().step)) return;
  Snapshot s;
  simulation_->fill(s);
  writer_->last_errors(s);
}

/// Throws when the last frame cannot be written; the recording has ended all the same.
void Experiment::stop_recording() {
  if (!writer_) return;
  const Interruption::Whole whole(interruption);
  const std::unique_ptr<TrajectoryWriter> writer = std::move(writer_);
  frames_recorded_ = writer->frames();
  if (!simulation_) return;
  // The state that the run ended with is worth a frame, however the frames fell.
  if (!frames_->holds(simulation_->state().step)) {
    writer->write(frame(), simulation_->running());
    frames_recorded_ = writer->frames();
  }
  State end = simulation_->checkpoint();
  put_made(end, runtime_);
  if (simulation_->is_beside_the_run() || writer->last_moment() != simulation_->state().step ||
      !writer->moment_knows_all_events())
    writer->moment(end);
  writer->checkpoint(end);
  Snapshot last;
  simulation_->fill(last);
  writer->model_error(last);
}

void Experiment::stop_recording_quietly() {
  try {
    stop_recording();
  } catch (const std::exception& e) {
    say(e, 0);
  }
}

}  // namespace slurry
