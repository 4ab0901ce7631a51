// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

// Keys of options, taken apart.
namespace slurry {

/// "bodies.1.radius" is group 1 and "bodies.radius".
struct OptionKey {
  std::string key;
  std::size_t group = 0;
};
OptionKey split_group(std::string_view key);
/// Puts a key and its group together again.  Other sections have no groups, and group 0 has no number.
std::string with_group(std::string_view key, std::size_t group);

/// "fluid" of "fluid.viscosity"; empty of "title".
std::string_view section_of(std::string_view key);
/// "viscosity" of "fluid.viscosity".
std::string_view leaf_of(std::string_view key);
inline bool is_of_bodies(std::string_view key) {
  return key.starts_with("bodies.");
}

/// "key" of "key=value", without spaces around it.
std::string key_of_change(std::string_view key_equals_value);

/// How long a run goes on is no condition of what an expectation speaks of.
inline bool is_length_of_run(std::string_view key) {
  return key == "run.until" || key == "run.steps";
}

}  // namespace slurry
