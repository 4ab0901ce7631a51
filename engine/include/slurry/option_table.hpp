// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "slurry/scenario.hpp"

// One table of all options of a scenario. The reader of scenario files, `--set`, `slurry options` and the panels of the
// window all use this table. An option is one row in one file.
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

/// The work that a change of an option makes necessary.
enum class Change {
  live,   ///< can change between two steps; only the right-hand side of the equations changes
  plan,   ///< can change between two steps; the sums are planned again
  bodies  ///< the suspension is set up anew, at time 0 (LoadScenario)
};

/// Range of a number. Either limit may be missing.
struct Range {
  double lowest = -std::numeric_limits<double>::infinity();
  double highest = std::numeric_limits<double>::infinity();
  bool lowest_excluded = false, highest_excluded = false;
  bool holds(double x) const;
};

enum class Panel { none, scenario, physics, solver };

enum class Scale { linear, logarithmic };

/// The interval that a slider covers. Values outside of it can be typed if they lie within the option's range.
struct Slider {
  double lowest = 0, highest = 1;
  Scale scale = Scale::linear;
  /// both ends are multiples of the value at the start of the run; if that is 0, of the default value
  bool of_start = false;
};

/// Shows a value of several numbers as one number in a panel, for example the direction of gravity as a tilt.
struct AsNumber {
  std::string_view unit{};
  Range range{};
  double (*number)(const OptionValue&) = nullptr;
  OptionValue (*value)(double) = nullptr;
};

/// Properties of an option that only the window needs.
struct OptionView {
  Panel panel = Panel::none;  ///< panel that shows the option; none: only files and the command line have it
  bool more = false;          ///< shown only when the user opens "more"
  bool (*where)(const Scenario&) = nullptr;  ///< whether the panel shows the option; null: wherever the option applies
  std::string_view label{};                  ///< label; empty: the last part of the key
  std::optional<Slider> slider{};
  std::vector<std::string_view> choices{};  ///< names of the choices in the window; empty: the names in files
  std::optional<AsNumber> as_number{};
  std::string_view keys{};  ///< two keyboard keys in the view, which change the value by half a decade up and down
};

/// One option. Keys have dots, as in "fluid.viscosity". Keys of a body group begin with "bodies." and mean the first
/// group; "bodies.1.radius" means the second group.
struct Option {
  std::string_view key{};
  std::string_view symbol{};
  std::string_view unit{};  ///< unit in words (unit.hpp): "length", "force time/length^2"; empty: a pure number
  std::string_view help{};  ///< explanation in one phrase
  std::string_view note{};  ///< further sentences, if one phrase is not enough
  OptionType type = OptionType::number;
  OptionValue standard{};  ///< default value; empty: there is none, or it follows from other keys
  OptionValue example{};   ///< example for an option that every scenario must set
  Range range{};
  std::vector<std::string_view> choices{};
  Change change = Change::bodies;
  /// concerns how numbers are computed, shown or stored; the system and its motion stay the same
  bool numerics = false;
  bool of_start = false;  ///< concerns the bodies with which a run starts; a continued run cannot change it
  /// Other names of the option, used in messages only: a user who writes such a name is told the key. "table.name"
  /// applies in that table only.
  std::vector<std::string_view> aliases{};
  OptionView view{};

  /// Whether the option is used together with the other options of the scenario. An empty function means always.
  std::function<bool(const Scenario&, std::size_t group)> applies{};
  /// Whether scenario files contain the option. An empty function means always.
  std::function<bool(const Scenario&, std::size_t group)> written{};
  /// Returns the value in force (empty if it is not set), and sets it. If both functions are empty, the value is in
  /// Scenario::more.
  std::function<OptionValue(const Scenario&, std::size_t group)> get{};
  std::function<void(Scenario&, std::size_t group, const OptionValue&)> set{};
};
using OptionTable = std::vector<Option>;

const OptionTable& option_table();

/// Row of a key, with or without a group number. Null if there is no such key.
const Option* find_option(std::string_view key, const OptionTable& table = option_table());

/// Known keys that the writer of a wrong key may have meant, the most likely first. They are found by other names,
/// common words and similar spelling. Empty if no key is similar.
std::vector<std::string> nearest_options(std::string_view key, const OptionTable& table = option_table());
/// Message for an unknown key: "unknown key 'bodies.phi'; did you mean 'bodies.volume_fraction'?"
std::string unknown_key(std::string_view key, const OptionTable& table = option_table());

/// Value of an option that is in force. Empty if it is not set.
OptionValue value_of(const Scenario& scenario, const Option& option, std::size_t group = 0);
bool applies(const Option& option, const Scenario& scenario, std::size_t group = 0);

/// Reads a value that the user typed, in TOML syntax; quotes may be left out. Throws KeyError with the allowed range or
/// list.
OptionValue read_value(const Option& option, std::string_view text);

/// Reads a scenario as described in scenario.hpp, with another table of options.
Scenario parse_scenario(std::string_view toml, const std::string& name_for_messages, const OptionTable& table,
                        const std::vector<std::string>& changes = {});
void set_options(Scenario& scenario, const std::vector<std::string>& keys_equal_values, const OptionTable& table);

/// Value in force, written as in a file. Empty if it is not set. Throws KeyError for an unknown key.
std::string option_value(const Scenario& scenario, std::string_view key, const OptionTable& table = option_table());

/// An option that has different values in two scenarios.
struct OptionDifference {
  std::string key;         ///< key, with the group number unless the group is the first
  std::string old, value;  ///< values as option_value() writes them
  bool of_start;           ///< value of Option::of_start for this option
};
/// Lists the options in which two scenarios differ, in the order of the table.
std::vector<OptionDifference> differences(const Scenario& old, const Scenario& changed,
                                          const OptionTable& table = option_table());

/// Writes the whole scenario as a file, with every value in force. parse_scenario() reads an equal scenario from it.
std::string write_scenario(const Scenario& scenario, const OptionTable& table = option_table());

/// Writes a file with every key, its help and its default. A required key without a default gets an example value. A
/// key that does not apply is a comment. parse_scenario() reads the scenario of minimal_file() from it.
std::string write_defaults(const OptionTable& table = option_table());
/// The shortest valid scenario file.
std::string minimal_file(const OptionTable& table = option_table());

/// TOML text of a value. Empty if there is no value.
std::string to_toml(const OptionValue& value);
/// Allowed range or list in words: "a number greater than 0", "one of \"pipe\", \"free-space\"".
std::string allowed_values(const Option& option);
/// Name of a type: "number", "integer", "choice", ...
std::string_view type_name(OptionType type);
/// Other names of the option, without their tables.
std::vector<std::string_view> names_elsewhere(const Option& option);
/// Name of the option for the user: "Time step".
std::string label_of(const Option& option);

/// Reference text of one key, as a paragraph.
std::string describe_option(const Option& option);
/// Reference text of all keys, or of the keys of one section, with one line per key.
std::string list_options(std::string_view section = {}, const OptionTable& table = option_table());
/// Text that explains how to write a scenario file, with the shortest file as an example. The help of commands shows
/// it.
std::string about_scenario_files();

}  // namespace slurry
