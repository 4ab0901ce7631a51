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

/// The key of an event or a change that turns the run round: every force and flow has the opposite sign from there on.
inline constexpr const char* reverse_key = "reverse";

/// Something that changed while a run went on.
struct Event {
  long step = 0;           ///< after which it happened
  double time = 0;         ///< [time]
  std::string key;         ///< an option, or reverse_key
  std::string old, value;  ///< as option_value() says them
  std::string by;          ///< who: "person", "undo", "scenario" or "engine"; empty in files of earlier versions
  std::uint64_t drag = 0;  ///< as SetOption says; a replay needs each of its values
};

/// The events as a person made them: the values of one drag are one event, at its beginning, from the value before to
/// the last one.
std::vector<Event> joined_drags(const std::vector<Event>& events);

/// A change that is asked for: an option with its new value, or reverse_key.
struct KeyChange {
  std::string key, value;
};

/// All that a run goes on from: never changed once it is made.
struct Moment {
  std::uint64_t run = 0;  ///< number of the command that this run began with, as Snapshot has it
  long step = 0;
  double time = 0;                                   ///< [time]
  std::shared_ptr<const Scenario> scenario;          ///< every option in force
  std::shared_ptr<const State> state;                ///< what only the engine reads
  std::shared_ptr<const std::vector<Event>> events;  ///< of the run up to here
  std::vector<ParentFrame> parents;                  ///< recorded frames that the run goes on from, or took bodies from
  Values values;
  ErrorReport errors;
  StageTimes stage_times;
  bool whole = true;  ///< false: places alone, from a file of an earlier version; the rest begins anew
};

/// A piece of memory that moments may share.
struct MemoryBlock {
  const void* at = nullptr;
  std::size_t bytes = 0;
};
/// The pieces that a moment's state consists of, each once.
std::vector<MemoryBlock> blocks_of(const Moment& moment);

/// Bytes that a moment's state takes.  Blocks that other moments share are counted once: those counted go into `seen`.
std::size_t size_in_bytes(const Moment& moment, std::set<const void*>& seen);

}  // namespace slurry
