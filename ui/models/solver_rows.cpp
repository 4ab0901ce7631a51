// SPDX-License-Identifier: BSD-3-Clause
#include "models/solver_rows.hpp"

#include <cmath>

#include "models/engine_curves.hpp"
#include "models/quantity_text.hpp"

namespace slurry::ui {
namespace {

std::string value_text(const NamedValue& v, const Scenario& scenario) {
  if (!v.word.empty()) return v.word;
  if (!v.unit.empty() && v.numbers.size() == 1) return quantity_text(v.numbers[0], v.unit, scenario);
  if (!v.unit.empty()) return list_text(v.numbers, v.unit, scenario);
  std::string words;
  for (const double x : v.numbers)
    words += (words.empty() ? "" : " × ") + (v.whole ? std::to_string(std::lround(x)) : number_text(x));
  return words;
}

}  // namespace

std::vector<SolverRow> engine_rows(const SumChoice& c) {
  std::vector<SolverRow> rows;
  const std::string how = c.by == ChosenBy::measurement ? "Measured, " : "Predicted, ";
  const auto add = [&](const std::string& engine, const std::string& help) {
    if (std::isfinite(c.seconds(engine)))
      rows.push_back({how + engine_in_words(engine), duration_text(c.seconds(engine)), help});
  };
  add(c.engine(), "Time of one sum over the bodies with the engine " + c.engine() + ", which is the quickest");
  for (const Candidate& other : c.candidates)
    if (other.engine != c.engine())
      add(other.engine, "Time of one sum over the bodies with the engine " + other.engine + ", which is not used");
  return rows.size() > 1 ? rows : std::vector<SolverRow>();
}

std::vector<SolverRow> parameter_rows(const ParameterReport& report, const Scenario& scenario) {
  std::vector<SolverRow> rows;
  for (const ParameterReport::Part& part : report.parts)
    for (const NamedValue& v : part.values)
      rows.push_back({part.title.empty() ? v.title : part.title + ": " + v.title, value_text(v, scenario), v.help});
  return rows;
}

}  // namespace slurry::ui
