// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "slurry/stage_variants.hpp"
#include "slurry/words.hpp"

namespace slurry {

struct MachineRates;

/// Where sums are evaluated: on the host, or on a device if the library was built for it and finds it at run time.
enum class Device {
  automatic,  ///< the device where there is one, otherwise the host
  host,
  cuda
};
template <>
inline constexpr std::array words<Device>{Word<Device>{Device::automatic, "auto"}, Word<Device>{Device::host, "host"},
                                          Word<Device>{Device::cuda, "cuda"}};

/// Wishes for a sum in addition to its accuracy. The command line or the scenario fills this value, and it is passed
/// unchanged through mobility and pipe to planning.
struct SumWishes {
  /// Name of an engine (engine_names()), `any_engine` or `usual_engine`. Empty: the usual engine, unless another engine
  /// needs far less time or memory.
  std::string engine;
  Device device = Device::automatic;
  StageVariantNames variants;  ///< variants of stages; for stages without a wish, suitable variants are chosen
  /// Wishes for one engine, by that engine's own names: "direct.terms" = "fp32". Other engines ignore them.
  std::map<std::string, std::string> own;
  bool deterministic = false;  ///< nothing is chosen by measured times, so that every run gives the same bits
  /// Rates of this machine for the cost model. If empty, or in deterministic mode, the built-in rates are used
  /// (machine_rates.hpp).
  std::shared_ptr<const MachineRates> rates;
  std::optional<double> memory_limit;  ///< limit in bytes; empty: the memory that is free
  /// Expected number of calls of a sum whose points move. The planner divides the time of planning by this number.
  double expected_calls = 1000;

  /// Copies all wishes from an object that has further members, or into such an object.
  void take(const SumWishes& wishes) { *this = wishes; }
};

/// Value of SumWishes::engine that chooses the engine with the shortest predicted or measured time.
inline constexpr std::string_view any_engine = "automatic";
/// Value of SumWishes::engine for the engine that does sums by default.
inline constexpr std::string_view usual_engine = "usual";

/// The names of all engines, in the order of their table.
std::vector<std::string_view> engine_names();

}  // namespace slurry
