// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

// Splits keys of options into their parts.
namespace slurry {

/// Splits a key, for example "bodies.1.radius" into group 1 and "bodies.radius".
struct OptionKey {
  std::string key;
  std::size_t group = 0;
};
OptionKey split_group(std::string_view key);
/// Puts a key and its group together again.  Other sections have no groups, and group 0 has no number.
std::string with_group(std::string_view key, std::size_t group);

/// Section of a key, for example "fluid" of "fluid.viscosity". It is empty for "title".
std::string_view section_of(std::string_view key);
/// Last part of a key, for example "viscosity" of "fluid.viscosity".
std::string_view leaf_of(std::string_view key);
inline bool is_of_bodies(std::string_view key) {
  return key.starts_with("bodies.");
}

/// Key of a change, "key" of "key=value", without spaces around it.
std::string key_of_change(std::string_view key_equals_value);

/// Whether a key sets the length of a run. The length of a run is no condition for an expectation.
inline bool is_length_of_run(std::string_view key) {
  return key == "run.until" || key == "run.steps";
}

}  // namespace slurry
