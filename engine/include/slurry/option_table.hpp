// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "slurry/scenario.hpp"

// One table of everything a scenario can say.  It feeds the reader of scenario files, `--set`, the help of the command
// line and the property panel of the window.
namespace slurry {

enum class OptionType {
  number,
  integer,
  boolean,
  text,
  choice,     ///< one of `choices`
  vector,     ///< three numbers
  positions,  ///< a list of three numbers each
  net_flow    ///< "zero-flux", "zero-gradient", { gradient = VALUE } or { flux = VALUE }
};

/// One row.  Keys are dotted, "fluid.viscosity"; those of a body group begin with "bodies." and mean the first group,
/// "bodies.1.radius" means the second.
struct Option {
  std::string_view key{};
  OptionType type = OptionType::number;
  std::string_view unit{};  ///< in words of dimension: "length", "force time/length^2"; empty: a pure number
  double lowest = -std::numeric_limits<double>::infinity();
  double highest = std::numeric_limits<double>::infinity();
  bool lowest_excluded = false, highest_excluded = false;
  std::vector<std::string_view> choices{};
  std::string_view default_value{};  ///< as in a file; empty: none, or worked out from other keys
  std::string_view help{};           ///< one phrase
  bool while_running = false;        ///< may change between two steps; others need a rebuild (LoadScenario)
};

const std::vector<Option>& option_table();

/// Row of a key, with or without a group's number; null when there is none.
const Option* find_option(std::string_view key);

/// Known key that is nearest in spelling; empty when none is near.
std::string nearest_option(std::string_view key);

/// Range or list in words: "a number greater than 0", "one of \"pipe\", \"free-space\"".
std::string allowed_values(const Option& option);

/// Value in force, as a file would say it; empty: not set.  Throws KeyError for an unknown key.
std::string option_value(const Scenario& scenario, std::string_view key);

/// The whole scenario as a file, with every value in force; parse_scenario gives an equal scenario back.
std::string write_scenario(const Scenario& scenario);

/// Help of the command line: one line per key, by section.
std::string option_help();

}  // namespace slurry
