// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "slurry/option_table.hpp"

namespace slurry {

/// A number as a TOML float. It is always recognisable as a float, and has as many digits as are needed to tell it from
/// its neighbours.
std::string toml_number(double x);
/// A text in quotes, escaped for TOML.
std::string toml_text(std::string_view text);

/// Suggests similar keys, as in "; did you mean 'a' or 'b'?". It is empty if no key is similar.
std::string did_you_mean(std::string_view key, const OptionTable& table);

/// Keys that every scenario in SI must set. domain.radius is needed only for a pipe.
const std::vector<std::string_view>& needed_in_si();
/// Whether a default is a length or a time. In SI it then is the same multiple of a or a/U0 of the first bodies.
bool scales_in_si(const Option& option);

/// KeyError with the usual sentence: "where: key = value is not allowed: problem; it must be ALLOWED",
/// or "...; ALLOWED" where that is a sentence of its own: "centres must be at least 2 apart".
[[noreturn]] void refuse_value(const std::string& where, const std::string& key, const std::string& value,
                               const std::string& problem, const std::string& allowed);

}  // namespace slurry
