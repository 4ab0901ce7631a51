// SPDX-License-Identifier: BSD-3-Clause
#include "slurry/kept_run.hpp"

#include <algorithm>

#include "io/trajectory_writer.hpp"
#include "slurry/error.hpp"

namespace slurry {

void save_run(const std::filesystem::path& file, const KeptRun& run, const std::function<void(double)>& progress) {
  if (run.frames == 0) throw Error("there is no frame to save");
  std::shared_ptr<const Snapshot> frame = run.frame(0);
  TrajectoryWriter writer(file, false, *frame, run.runtime);
  const long first = frame->step;
  const std::vector<Event> events = run.events ? *run.events : std::vector<Event>();
  std::size_t told = 0;  // events that are in the file, or belong to the run before
  while (told < events.size() && events[told].step < first) ++told;
  const auto tell = [&](std::size_t known) {
    for (; told < std::min(known, events.size()); ++told) writer.event(events[told]);
  };
  // A moment stands behind the frame from which it is reached, and behind the events that it knows of.
  std::size_t moment = 0;
  while (moment < run.moments.size() && run.moments[moment]->step < first) ++moment;
  const auto moments_before = [&](long step) {
    for (; moment < run.moments.size() && run.moments[moment]->step < step; ++moment) {
      const Moment& m = *run.moments[moment];
      if (!m.state || !m.whole) continue;
      tell(m.events ? m.events->size() : 0);
      writer.moment(*m.state);
    }
  };
  for (std::size_t i = 1; i < run.frames; ++i) {
    frame = run.frame(i);
    moments_before(frame->step);
    writer.write(*frame);
    if (progress) progress(static_cast<double>(i + 1) / static_cast<double>(run.frames));
  }
  moments_before(std::max(frame->step, run.moments.empty() ? 0 : run.moments.back()->step) + 1);
  tell(events.size());
  writer.model_error(*frame);
}

}  // namespace slurry
