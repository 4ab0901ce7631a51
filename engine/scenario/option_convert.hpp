// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <toml++/toml.h>

#include <string>
#include <string_view>

#include "slurry/option_table.hpp"

namespace slurry {

/// Value of one key, checked against its row.  where: "file:line", may be empty; key: as the person wrote it.
/// Throws KeyError naming place, key, value and what is allowed.
OptionValue convert(const toml::node& node, const Option& option, const std::string& key, const std::string& where);

/// Refuses a key that a list of tables such as [[expect]] does not have.  Throws KeyError naming place, key, the
/// nearest key and all keys of the list.
[[noreturn]] void refuse_unknown(const toml::key& key, std::string_view list, const OptionTable& keys,
                                 const std::string& file);

/// Sets a value that has been checked.
void set_value(Scenario& scenario, const Option& option, std::size_t group, const OptionValue& value);

/// "file:line" of a node; the file's name alone when it has no line.
std::string place_of(const toml::node& node, const std::string& file);
std::string place_of(const toml::source_region& region, const std::string& file);

/// One line of TOML for messages.
std::string node_text(const toml::node& node);

}  // namespace slurry
