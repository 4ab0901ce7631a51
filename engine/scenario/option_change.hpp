// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "slurry/option_table.hpp"

namespace slurry {

/// One "key=value", taken apart and checked against its row.
struct OptionChange {
  const Option* option = nullptr;
  std::size_t group = 0;
  OptionValue value;
};

/// Takes "key=value" texts apart, with the value in TOML syntax or as a bare word.  The result is in the order of the
/// table, so that nothing depends on the order of the texts.  groups: number of [[bodies]] there are; where: place for
/// messages, may be empty.  Throws KeyError: an unknown key, no such [[bodies]], a wrong value, a key that is given
/// twice with different values.
std::vector<OptionChange> read_changes(const std::vector<std::string>& texts, const OptionTable& table,
                                       std::size_t groups, const std::string& where);

/// Refuses another word for the units of a scenario than its file has.  Throws KeyError.
[[noreturn]] void refuse_units(const Scenario& scenario, const std::string& where);

}  // namespace slurry
