// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "slurry/option_table.hpp"

namespace slurry {

/// A TOML float, which always shows that it is one, with as many digits as tell it from its neighbours.
std::string toml_number(double x);
/// Quoted and escaped for TOML.
std::string toml_text(std::string_view text);

/// "; did you mean 'a' or 'b'?", empty when nothing is near.
std::string did_you_mean(std::string_view key, const OptionTable& table);

/// Keys that every scenario in SI must say; domain.radius where there is a pipe.
const std::vector<std::string_view>& needed_in_si();
/// Whether a default is a length or a time in reduced units, and in SI as many a or a/U0 of the first bodies.
bool scales_in_si(const Option& option);

/// KeyError with the usual sentence: "where: key = value is not allowed: problem; it must be ALLOWED",
/// or "...; ALLOWED" where that is a sentence of its own: "centres must be at least 2 apart".
[[noreturn]] void refuse_value(const std::string& where, const std::string& key, const std::string& value,
                               const std::string& problem, const std::string& allowed);

}  // namespace slurry
