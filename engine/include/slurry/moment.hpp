// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "slurry/error_report.hpp"
#include "slurry/quantity.hpp"
#include "slurry/scenario.hpp"
#include "slurry/stage_times.hpp"

namespace slurry {

class State;

/// Key of an event or a change that reverses the run: from there on, every force and flow has the opposite sign.
inline constexpr const char* reverse_key = "reverse";

/// Something that changed while a run went on.
struct Event {
  long step = 0;           ///< step after which the change was made
  double time = 0;         ///< [time]
  std::string key;         ///< an option, or reverse_key
  std::string old, value;  ///< values as option_value() writes them
  /// who made the change: "person", "undo", "scenario" or "engine"; empty in files of earlier versions
  std::string by;
  std::uint64_t drag = 0;  ///< number of the drag as in SetOption; a replay needs each of its values
};

/// Joins the events of each drag into one event, as a user sees them. That event has the time of the first change, the
/// value before it, and the last value.
std::vector<Event> joined_drags(const std::vector<Event>& events);

/// A requested change: an option with its new value, or reverse_key.
struct KeyChange {
  std::string key, value;
};

/// Everything from which a run can continue. It never changes after it is made.
struct Moment {
  std::uint64_t run = 0;  ///< number of the command that began this run, as in Snapshot::run
  long step = 0;
  double time = 0;                                   ///< [time]
  std::shared_ptr<const Scenario> scenario;          ///< scenario with every option in force
  std::shared_ptr<const State> state;                ///< state that only the engine reads
  std::shared_ptr<const std::vector<Event>> events;  ///< events of the run up to this moment
  std::vector<ParentFrame> parents;                  ///< recorded frames from which the run continues or took bodies
  Values values;
  ErrorReport errors;
  StageTimes stage_times;
  bool whole = true;  ///< false: the file of an earlier version holds only positions, and everything else starts anew
};

/// A block of memory that moments may share.
struct MemoryBlock {
  const void* at = nullptr;
  std::size_t bytes = 0;
};
/// The blocks of memory that hold a moment's state. Each block is listed once.
std::vector<MemoryBlock> blocks_of(const Moment& moment);

/// Bytes of a moment's state. Blocks that are already in `seen` are not counted again; the blocks that are counted are
/// added to `seen`.
std::size_t size_in_bytes(const Moment& moment, std::set<const void*>& seen);

}  // namespace slurry
