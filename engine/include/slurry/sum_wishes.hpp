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

/// Where sums are evaluated: the host, or a device that the library was built for and finds at run time.
enum class Device {
  automatic,  ///< the device where there is one, otherwise the host
  host,
  cuda
};
template <>
inline constexpr std::array words<Device>{Word<Device>{Device::automatic, "auto"}, Word<Device>{Device::host, "host"},
                                          Word<Device>{Device::cuda, "cuda"}};

/// Wishes for any sum, in addition to its accuracy. This one value is handed on whole from the command line or the
/// scenario through mobility and pipe to planning.
struct SumWishes {
  /// The name of a row of the table of engines (engine_names()), `any_engine` or `usual_engine`; empty: the usual one,
  /// unless another takes far less time or memory.
  std::string engine;
  Device device = Device::automatic;
  StageVariantNames variants;  ///< of stages; of those that are not named, the ones that suit the sum
  /// Wishes of one engine, by its own names: "direct.terms" = "fp32".  An engine ignores those of another.
  std::map<std::string, std::string> own;
  bool deterministic = false;  ///< choose nothing by measuring times: the same bits every run
  /// Rates of this machine for the cost model. If empty, or in deterministic mode, the built-in rates are used
  /// (machine_rates.hpp).
  std::shared_ptr<const MachineRates> rates;
  std::optional<double> memory_limit;  ///< bytes that may be taken; empty: what the machine has left
  /// number of calls expected of a sum whose points move; the time of planning is spread over them
  double expected_calls = 1000;

  /// Hands them on whole, from or to what has wishes beside other members.
  void take(const SumWishes& wishes) { *this = wishes; }
};

/// SumWishes::engine for the engine that is predicted, or found, to be the quickest.
inline constexpr std::string_view any_engine = "automatic";
/// SumWishes::engine for the engine that does sums where nobody asks for another.
inline constexpr std::string_view usual_engine = "usual";

/// The names of all engines, in the order of their table.
std::vector<std::string_view> engine_names();

}  // namespace slurry
