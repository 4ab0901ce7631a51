// SPDX-License-Identifier: BSD-3-Clause
#include "models/error_budget.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "models/number_text.hpp"
#include "slurry/model_error.hpp"

namespace slurry::ui {
namespace {

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

double ErrorBudget::size() const {
  return measured() ? whole.measured : whole.predicted;
}

bool ErrorBudget::measured() const {
  return std::isfinite(whole.measured);
}

double ErrorBudget::used() const {
  return size() / whole.asked;
}

ErrorBudget error_budget(const ErrorReport& r) {
  ErrorBudget budget;
  budget.whole = std::isfinite(r.total.asked) ? r.total : r.velocity;
  // with fixed steps nothing was asked of the time step: it stands apart
  const bool with_time = budget.whole.asked == r.total.asked;
  double squares = 0;
  std::size_t place = 0;
  for (const ErrorSource& s : error_sources()) {
    const bool whole =
        s.entry == &ErrorReport::velocity || s.entry == &ErrorReport::total || s.entry == &ErrorReport::total_over_rms;
    if (whole) continue;
    const std::size_t here = place++;
    const ErrorEntry& e = r.*s.entry;
    const bool measured = std::isfinite(e.measured);
    const double size = measured ? e.measured : e.predicted;
    if (!std::isfinite(size) || (!with_time && s.entry == &ErrorReport::time_step)) continue;
    budget.shares.push_back({s.title, s.help, e, size, measured, size * size, here});
    squares += size * size;
  }
  for (ErrorShare& s : budget.shares) s.share = squares > 0 ? s.share / squares : 0;
  std::stable_sort(budget.shares.begin(), budget.shares.end(),
                   [](const ErrorShare& a, const ErrorShare& b) { return a.share > b.share; });
  return budget;
}

std::string budget_verdict(const ErrorBudget& budget) {
  const double used = budget.used();
  if (!std::isfinite(used)) return {};
  const bool tiny = used > 0 && used < 1e-4;  // digits of rounding tell nothing
  const std::string percent = tiny ? "Less than 0.01" : number_text(100 * used, used < 10 ? 2 : 3);
  return (budget.measured() ? "" : "Predicted: ") + percent + " % of the allowed error";
}

}  // namespace slurry::ui
