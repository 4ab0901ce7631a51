// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "io/descriptions.hpp"
#include "slurry/report.hpp"
#include "slurry/sum_wishes.hpp"

namespace slurry {

/// Name of a value in sum files. Some values keep the name that they had in the first version, although an engine names
/// them differently now.
inline std::string sum_file_name(const std::string& name) {
  return name == "shape" ? "shape_c" : name;
}

/// Writes every value of a part of a report. name_of: returns the file's name of a value. counts: numbers that count
/// something are written as integers in lists too, as recordings have had them from the first version on.
template <class NameOf>
void write_values(DescribedAttributes& to, const ParameterReport::Part& part, const NameOf& name_of,
                  bool counts = false) {
  for (const NamedValue& v : part.values) {
    const std::string name = name_of(v.name);
    if (!v.word.empty())
      to.set(name, v.word, v.help);
    else if (v.numbers.size() == 1 && v.whole)
      to.set(name, static_cast<std::int64_t>(v.numbers[0]), v.help, v.unit);
    else if (v.numbers.size() == 1)
      to.set(name, v.numbers[0], v.help, v.unit);
    else if (v.whole && counts) {
      const std::vector<std::int64_t> numbers(v.numbers.begin(), v.numbers.end());
      to.set(name, std::span<const std::int64_t>(numbers), v.help, v.unit);
    } else
      to.set(name, std::span<const double>(v.numbers), v.help, v.unit);
  }
}

/// Writes which engine was chosen, and how.
inline void write_choice(DescribedAttributes& to, const SumChoice& choice, const char* about) {
  to.set("method", choice.engine(), about);
  to.set("method_chosen_by", word_of(choice.by),
         "Reason for the choice of the engine: a request of the user, predicted times or measured times");
  for (const std::string_view engine : engine_names())
    to.set(std::string(engine) + "_seconds", choice.seconds(engine),
           "Predicted or measured time of a call of the engine " + std::string(engine), "s");
}

}  // namespace slurry
