// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "command_line.hpp"
#include "slurry/json.hpp"
#include "slurry/options.hpp"

// Subjects that `slurry bench` can measure or repeat. There is one row for each subject, which stands at the end of the
// source file of its page.
namespace slurry::app {

struct Subject {
  std::string_view name;
  std::string_view answers;          ///< the question that the subject answers, as a sentence for the list
  std::string_view source;           ///< publication that it repeats, or another source of its figures
  std::string_view columns;          ///< sentence on the columns of its output
  std::string_view takes;            ///< approximate duration with the default options on one core
  void (*add)(Subcommand& command);  ///< adds its options and its action
};

const Subject& access_subject();
const Subject& all_subject();
const Subject& coulomb_subject();
const Subject& direct_subject();
const Subject& engines_subject();
const Subject& ewald_subject();
const Subject& fcc_subject();
const Subject& m2l_subject();
const Subject& operations_subject();
const Subject& orbit_subject();
const Subject& pairs_subject();
const Subject& pipe_subject();
const Subject& portability_subject();
const Subject& ranks_subject();
const Subject& spread_subject();
const Subject& stages_subject();
const Subject& sum_subject();
const Subject& tables_subject();
const Subject& uneven_subject();
const Subject& variants_subject();
const Subject& window_subject();

/// Options that several subjects have, and the destination of their figures.
struct SubjectArguments {
  std::optional<long> points;
  int threads = 0;  ///< 0: not given
  std::optional<Device> device;
  std::string json;

  void add_points(Subcommand& command, const std::string& help, double least = 100, double most = 1e8);
  void add_threads(Subcommand& command, const std::string& otherwise);
  void add_device(Subcommand& command);
  void add_json(Subcommand& command);

  std::size_t points_or(std::size_t otherwise) const { return points ? static_cast<std::size_t>(*points) : otherwise; }
  /// Number of threads for a sum; one if no number was given.
  int threads_of_a_sum() const { return threads > 0 ? threads : 1; }
  /// The device that was asked for. Without a wish, it is the accelerator if there is one.
  Device on() const { return device.value_or(Device::automatic); }
  bool for_a_person() const { return json.empty(); }
  /// Stream for the rows while they are measured: standard output, or standard error if JSON is written.
  std::FILE* lines() const { return for_a_person() ? stdout : stderr; }
  /// Writes the figures as JSON if this was asked for. Returns the exit code.
  int finish(const Json& found) const;
};

/// Returns the standard output of a shell command; empty if it cannot be started.
std::string output_of(const std::string& command);

}  // namespace slurry::app
