// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "slurry/scenario.hpp"

// One table of everything a scenario can say.  The reader of scenario files, `--set`, `slurry options` and the panels
// of the window walk over it: an option is one row, in one file.
namespace slurry {

enum class OptionType {
  number,
  integer,
  boolean,
  text,
  choice,     ///< one of `choices`
  vector,     ///< three numbers
  positions,  ///< a list of three numbers each
  numbers,    ///< a list of numbers
  net_flow    ///< "zero-flux", "zero-gradient", { gradient = VALUE } or { flux = VALUE }
};

/// Cost of a change of an option.
enum class Change {
  live,   ///< may come between two steps, with a new right-hand side
  plan,   ///< may come between two steps, with new plans of the sums
  bodies  ///< the suspension is set up anew, at time 0 (LoadScenario)
};

/// Range of a number; either end may be missing.
struct Range {
  double lowest = -std::numeric_limits<double>::infinity();
  double highest = std::numeric_limits<double>::infinity();
  bool lowest_excluded = false, highest_excluded = false;
  bool holds(double x) const;
};

enum class Panel { none, scenario, physics, solver };

enum class Scale { linear, logarithmic };

/// The stretch that a slider covers.  What lies beyond it and within the option's range can still be typed.
struct Slider {
  double lowest = 0, highest = 1;
  Scale scale = Scale::linear;
  bool of_start = false;  ///< both in multiples of the value that the run starts with; of the standard where that is 0
};

/// Form in which a panel shows a value of several numbers as one number: the direction of gravity as a tilt.
struct AsNumber {
  std::string_view unit{};
  Range range{};
  double (*number)(const OptionValue&) = nullptr;
  OptionValue (*value)(double) = nullptr;
};

/// Properties of an option that only the window needs.
struct OptionView {
  Panel panel = Panel::none;                 ///< none: files and the command line alone
  bool more = false;                         ///< shown when one asks for more
  bool (*where)(const Scenario&) = nullptr;  ///< null: wherever the option applies
  std::string_view label{};                  ///< empty: the last part of the key
  std::optional<Slider> slider{};
  std::vector<std::string_view> choices{};  ///< names of the choices in the window; empty: as in files
  std::optional<AsNumber> as_number{};
  std::string_view keys{};  ///< two, pressed in the view: by half a decade up and down
};

/// One row.  Keys are dotted, "fluid.viscosity"; those of a body group begin with "bodies." and mean the first group,
/// "bodies.1.radius" means the second.
struct Option {
  std::string_view key{};
  std::string_view symbol{};
  std::string_view unit{};  ///< in words (unit.hpp): "length", "force time/length^2"; empty: a pure number
  std::string_view help{};  ///< one phrase
  std::string_view note{};  ///< more sentences, where the phrase does not do
  OptionType type = OptionType::number;
  OptionValue standard{};  ///< empty: none, or worked out from other keys
  OptionValue example{};   ///< example for an option that every scenario must set
  Range range{};
  std::vector<std::string_view> choices{};
  Change change = Change::bodies;
  bool numerics = false;  ///< says how numbers are found, shown and kept; the system and its motion are the same
  bool of_start = false;  ///< says with which bodies a run starts, and where; a continued run cannot change it
  /// Other names of the option, for messages: whoever writes such a name is told the key.  "table.name" holds in that
  /// table only.
  std::vector<std::string_view> aliases{};
  OptionView view{};

  /// Whether the option is used beside the other options; empty: always.
  std::function<bool(const Scenario&, std::size_t group)> applies{};
  /// Whether files say it; empty: always.
  std::function<bool(const Scenario&, std::size_t group)> written{};
  /// Value in force, empty where it is not set; and how to set it.  Both empty: it lives in Scenario::more.
  std::function<OptionValue(const Scenario&, std::size_t group)> get{};
  std::function<void(Scenario&, std::size_t group, const OptionValue&)> set{};
};
using OptionTable = std::vector<Option>;

const OptionTable& option_table();

/// Row of a key, with or without a group's number; null when there is none.
const Option* find_option(std::string_view key, const OptionTable& table = option_table());

/// Known keys that a wrong one may have meant, the likeliest first: by other names, by words in common, by letters.
/// Empty when nothing is near.
std::vector<std::string> nearest_options(std::string_view key, const OptionTable& table = option_table());
/// "unknown key 'bodies.phi'; did you mean 'bodies.volume_fraction'?"
std::string unknown_key(std::string_view key, const OptionTable& table = option_table());

/// Value in force; empty: not set.
OptionValue value_of(const Scenario& scenario, const Option& option, std::size_t group = 0);
bool applies(const Option& option, const Scenario& scenario, std::size_t group = 0);

/// A value that a person typed, in TOML syntax; quotes may be left out.  Throws KeyError with range or list.
OptionValue read_value(const Option& option, std::string_view text);

/// Reads a scenario as in scenario.hpp, with another table.
Scenario parse_scenario(std::string_view toml, const std::string& name_for_messages, const OptionTable& table,
                        const std::vector<std::string>& changes = {});
void set_options(Scenario& scenario, const std::vector<std::string>& keys_equal_values, const OptionTable& table);

/// Value in force, as a file would say it; empty: not set.  Throws KeyError for an unknown key.
std::string option_value(const Scenario& scenario, std::string_view key, const OptionTable& table = option_table());

/// An option that two scenarios do not have in common.
struct OptionDifference {
  std::string key;         ///< with the group's number where it is not the first
  std::string old, value;  ///< as option_value() says them
  bool of_start;           ///< as Option says
};
/// Options in which two scenarios differ, in the order of the table.
std::vector<OptionDifference> differences(const Scenario& old, const Scenario& changed,
                                          const OptionTable& table = option_table());

/// The whole scenario as a file, with every value in force; parse_scenario gives an equal scenario back.
std::string write_scenario(const Scenario& scenario, const OptionTable& table = option_table());

/// A file with every key, its help and its default; what is needed and has none gets an example, and what has no
/// meaning there is a comment.  parse_scenario gives the scenario of minimal_file() back.
std::string write_defaults(const OptionTable& table = option_table());
/// The shortest file that is a scenario.
std::string minimal_file(const OptionTable& table = option_table());

/// TOML text of a value; empty for none.
std::string to_toml(const OptionValue& value);
/// Range or list in words: "a number greater than 0", "one of \"pipe\", \"free-space\"".
std::string allowed_values(const Option& option);
/// "number", "integer", "choice", ...
std::string_view type_name(OptionType type);
/// Other names of it, without their tables.
std::vector<std::string_view> names_elsewhere(const Option& option);
/// Name of the option for the user: "Time step".
std::string label_of(const Option& option);

/// Reference of one key, a paragraph.
std::string describe_option(const Option& option);
/// Reference of all keys, or of those of one section: one line each.
std::string list_options(std::string_view section = {}, const OptionTable& table = option_table());
/// Text on how to write a scenario file, with the shortest one; for the help of commands.
std::string about_scenario_files();

}  // namespace slurry
