// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "slurry/option_table.hpp"

namespace slurry {

/// One "key=value", parsed and checked against its row.
struct OptionChange {
  const Option* option = nullptr;
  std::size_t group = 0;
  OptionValue value;
};

/// Parses "key=value" texts. The value is in TOML syntax or a bare word. The result is in the order of the table, so
/// that nothing depends on the order of the texts. groups: number of [[bodies]] tables. where: place for messages, may
/// be empty. Throws KeyError for an unknown key, a missing [[bodies]] table, a wrong value, and a key that is given
/// twice with different values.
std::vector<OptionChange> read_changes(const std::vector<std::string>& texts, const OptionTable& table,
                                       std::size_t groups, const std::string& where);

/// Refuses to change the units of a scenario from those in its file. Throws KeyError.
[[noreturn]] void refuse_units(const Scenario& scenario, const std::string& where);

}  // namespace slurry
