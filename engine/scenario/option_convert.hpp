// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <toml++/toml.h>

#include <string>
#include <string_view>

#include "slurry/option_table.hpp"

namespace slurry {

/// Value of one key, checked against its row. where: "file:line", may be empty. key: as the user wrote it. Throws
/// KeyError that names place, key and value, and says what is allowed.
OptionValue convert(const toml::node& node, const Option& option, const std::string& key, const std::string& where);

/// Refuses an unknown key in a list of tables such as [[expect]]. Throws KeyError that names place, key, the nearest
/// key and all keys of the list.
[[noreturn]] void refuse_unknown(const toml::key& key, std::string_view list, const OptionTable& keys,
                                 const std::string& file);

/// Sets a value that has been checked.
void set_value(Scenario& scenario, const Option& option, std::size_t group, const OptionValue& value);

/// Place of a node as "file:line". It is the file's name alone if the node has no line.
std::string place_of(const toml::node& node, const std::string& file);
std::string place_of(const toml::source_region& region, const std::string& file);

/// A node as one line of TOML, for messages.
std::string node_text(const toml::node& node);

}  // namespace slurry
