// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "slurry/option_table.hpp"

// How the rows of the option table are tied to the fields of a Scenario.
namespace slurry {

/// A value of an option: nothing, or the type that its row wants (vectors and positions: flat).
using OptionValue = std::variant<std::monostate, bool, std::int64_t, double, std::string, std::vector<double>, NetFlow>;

struct OptionRow {
  Option option;
  OptionValue (*get)(const Scenario&, std::size_t group);
  void (*set)(Scenario&, std::size_t group, const OptionValue&);
};

/// The option table with its bindings, in the order of the sections of a file.
const std::vector<OptionRow>& option_rows();

/// A key taken apart: "bodies.1.radius" is group 1 and "bodies.radius".
struct OptionKey {
  std::string key;
  std::size_t group = 0;
};
OptionKey split_group(std::string_view key);

const OptionRow* find_row(std::string_view key);

/// "key" of "key=value", without spaces around it.
std::string key_of_change(std::string_view key_equals_value);

/// How long a run goes on is no condition of what an expectation speaks of.
inline bool is_length_of_run(std::string_view key) {
  return key == "run.until" || key == "run.steps";
}

/// TOML text of a value; empty for monostate.
std::string to_toml(const OptionValue& value);
/// Quoted and escaped for TOML.
std::string toml_text(std::string_view text);

}  // namespace slurry
