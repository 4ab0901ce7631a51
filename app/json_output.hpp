// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "json.hpp"
#include "slurry/error_report.hpp"
#include "slurry/report.hpp"

namespace slurry::app {

/// Milliseconds of every stage that took time.
Json milliseconds(const StageTimes& times);

/// Writes to standard output when `where` is "-", else to the file of that name.  Throws InputError.
void write_json(const std::string& where, const std::string& json);

/// Before long work: throws InputError where write_json could not write, since there is no such folder or it is a
/// folder.
void refuse_json_nowhere(const std::string& where);

}  // namespace slurry::app
