// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "slurry/error_report.hpp"
#include "slurry/json.hpp"
#include "slurry/report.hpp"

namespace slurry::app {

/// Returns the milliseconds of every stage that took time.
Json milliseconds(const StageTimes& times);

/// Writes to standard output if `where` is "-", otherwise to the file of that name. Throws InputError.
void write_json(const std::string& where, const std::string& json);

/// Checks an output before long work. Throws InputError if write_json() would fail (the folder does not exist, or
/// `where` is a folder). Throws it also if the file exists, is not empty and `overwrite` is false. Empty and "-" are
/// never refused.
void refuse_json_file(const std::string& where, bool overwrite);

}  // namespace slurry::app
