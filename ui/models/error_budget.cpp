// SPDX-License-Identifier: BSD-3-Clause
#include "models/error_budget.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "slurry/model_error.hpp"

namespace slurry::ui {
namespace {

constexpr double lowest_decade = -12;

/// Factor by which a source may exceed its share of the tolerance.  The solver may share the tolerance as it likes, as
/// long as the whole is kept.
double allowed_excess(const ErrorSource& source) {
  const bool whole = source.entry == &ErrorReport::velocity || source.entry == &ErrorReport::time_step ||
                     source.entry == &ErrorReport::total;
  return whole ? 1 : 1.5;
}

Verdict verdict_of(const ErrorSource& source, const ErrorEntry& e) {
  if (!std::isfinite(e.measured) || !std::isfinite(e.asked)) return Verdict::unknown;
  return e.measured <= allowed_excess(source) * e.asked ? Verdict::kept : Verdict::exceeded;
}

bool is_known(const ErrorEntry& e) {
  return std::isfinite(e.asked) || std::isfinite(e.predicted) || std::isfinite(e.measured);
}

}  // namespace

std::vector<ErrorRow> error_rows(const ErrorReport& r) {
  std::vector<ErrorRow> rows;
  for (const ErrorSource& s : error_sources())
    if (const ErrorEntry& e = r.*s.entry; is_known(e)) rows.push_back({s.title, s.help, e, verdict_of(s, e)});
  return rows;
}

std::string model_error_text(const Snapshot& s) {
  const ModelStatement said = model_errors(s);
  if (said.model.empty()) return {};
  std::string text = "Model: " + said.model;
  for (const std::string& sentence : said.limits) text += "\n" + sentence;
  const std::vector<std::string> lines = model_error_lines(said);
  if (!lines.empty()) text += "\nDifference from true bodies:";
  for (const std::string& line : lines) text += "\n" + line;
  return text;
}

double error_fraction(double error) {
  if (std::isnan(error)) return std::numeric_limits<double>::quiet_NaN();
  if (!(error > 0)) return 0;
  return std::clamp(1 - std::log10(error) / lowest_decade, 0.0, 1.0);
}

}  // namespace slurry::ui
