// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "command_line.hpp"
#include "slurry/options.hpp"
#include "slurry/stage_variants.hpp"

// What an option may be given.  Each gives the parser one sentence that says what was given and what would do.
namespace slurry::app {

/// One of some words.
Check one_of(std::vector<std::string> words);
/// `given` is none of `words`.
std::string unknown_word(const std::string& given, const std::vector<std::string>& words);
std::string listed(const std::vector<std::string>& words, const std::string& between);

/// A number of threads that a Runtime takes.
Check thread_count();
/// A whole number from 1 on.
Check positive_count();
/// A seed that a scenario takes.
Check seed_number();
/// A positive finite number.
Check positive_number();
/// A number in a range, its ends included.
Check number_between(double lowest, double highest);
/// A positive finite number, in words for a tolerance.
Check tolerance_number();
/// Name of a file that is not empty.
Check file_name();

/// Words that --engine takes: the word for any engine, and the names of all engines.
std::vector<std::string> engines_to_ask_for();

/// The option --device auto|host|cuda; `device` is any that takes a Device.
template <class Target>
void add_device_option(Subcommand& command, Target& device) {
  command.option("--device", device, words_for<Device>(),
                 "where the sums are evaluated: auto (default: the device where there is one), host or cuda");
}

/// The option --variant STAGE=NAME, which may be given several times, and what it says once the line is parsed.
void add_variant_option(Subcommand& command, std::vector<std::string>& given);
StageVariantNames variants_of(const std::vector<std::string>& given);

/// Throws InputError where a relative tolerance leaves nothing of what is to be computed.
void refuse_senseless_tolerance(double relative, const std::string& what_else_would_do = "");

}  // namespace slurry::app
