// SPDX-License-Identifier: BSD-3-Clause
#include "io/restart.hpp"

#include <algorithm>

#include "io/hdf5_file.hpp"
#include "io/old_checkpoint.hpp"
#include "io/trajectory_layout.hpp"
#include "slurry/error.hpp"
#include "slurry/trajectory.hpp"

namespace slurry {

RestartPoint read_restart(const std::filesystem::path& path) {
  const Trajectory trajectory(path);
  const std::size_t frames = trajectory.frames();
  if (frames == 0) throw InputError("'" + path.string() + "' has no frame to go on from");
  const auto last = trajectory.frame(frames - 1);
  RestartPoint point;
  point.scenario = trajectory.scenario_at_end();
  point.parent = {path, static_cast<std::int64_t>(frames - 1), frame_hash(*last)};
  const auto lock = lock_hdf5();
  const Hdf5Reader file(path);
  const auto name_of = [](std::string flat) {
    std::replace(flat.begin(), flat.end(), '.', '/');
    return flat;
  };
  if (const std::string group = layout::checkpoint; file.has(group))
    for (const std::string& flat : file.members(group))
      point.checkpoint.put(name_of(flat), file.read(group + "/" + flat).values);
  if (const std::string group = layout::checkpoint_words; file.has(group))
    for (const std::string& flat : file.members(group))
      point.checkpoint.put_word(name_of(flat), file.read_one_text(group + "/" + flat));
  upgrade_checkpoint(point.checkpoint, point.scenario);
  const double step = static_cast<double>(last->step);
  point.exact = point.checkpoint.has("state/positions") && point.checkpoint.number("state/step", -1) == step;
  if (point.exact) return point;
  point.checkpoint = {};
  point.checkpoint.put("state/positions", last->positions);
  point.checkpoint.put("state/images", last->images);
  if (!last->directors.empty()) point.checkpoint.put("state/directors", last->directors);
  point.checkpoint.put("state/time", last->time);
  point.checkpoint.put("state/step", step);
  return point;
}

}  // namespace slurry
