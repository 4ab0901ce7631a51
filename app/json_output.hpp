// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nlohmann/json.hpp>

#include <string>

#include "slurry/report.hpp"

namespace slurry::app {

/// A number, or null where it is not finite: JSON has no word for that.
nlohmann::ordered_json finite(double x);

/// Milliseconds of every stage that took time.
nlohmann::json milliseconds(const StageTimes& times);

/// Writes to standard output when `where` is "-", else to the file of that name.  Throws InputError.
void write_json(const std::string& where, const std::string& json);

}  // namespace slurry::app
