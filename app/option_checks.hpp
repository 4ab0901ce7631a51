// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "command_line.hpp"
#include "slurry/options.hpp"
#include "slurry/stage_variants.hpp"

// Checks of the values of options. Each check gives the parser one sentence that says which value was given and which
// values are allowed.
namespace slurry::app {

/// The value is one of these words.
Check one_of(std::vector<std::string> words);
/// Returns a sentence that says that `given` is not known, and lists `words`.
std::string unknown_word(const std::string& given, const std::vector<std::string>& words);

/// Joins words with this text between them.
std::string listed(const std::vector<std::string>& words, const std::string& between);

/// The value is a number of threads that a Runtime accepts.
Check thread_count();
/// The value is a whole number of at least 1.
Check positive_count();
/// The value is a seed that a scenario accepts.
Check seed_number();
/// The value is a positive finite number.
Check positive_number();
/// The value is a number in a range, which includes its ends.
Check number_between(double lowest, double highest);
/// The value is a positive finite number; the sentence speaks of a tolerance.
Check tolerance_number();
/// The value is a file name that is not empty.
Check file_name();

/// Returns the words that --engine accepts: the word for any engine, and the names of all engines.
std::vector<std::string> engines_to_ask_for();

/// Adds the option --device auto|host|cuda. `device` is any target that holds a Device.
template <class Target>
void add_device_option(Subcommand& command, Target& device) {
  command.option("--device", device, words_for<Device>(),
                 "where the sums are evaluated: host, cuda, or auto (default), which takes the device if there is one");
}

/// Adds the option --variant STAGE=NAME, which may be given several times.
void add_variant_option(Subcommand& command, std::vector<std::string>& given);

/// Returns the variants that the values of --variant name.
StageVariantNames variants_of(const std::vector<std::string>& given);

/// Throws InputError if a relative tolerance is 1 or larger, because then no digit of the result would be right.
/// what_else_would_do: text at the end of the message.
void refuse_senseless_tolerance(double relative, const std::string& what_else_would_do = "");

}  // namespace slurry::app
