// SPDX-License-Identifier: BSD-3-Clause
#include "models/variant_list.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "slurry/error.hpp"

namespace slurry::ui {
namespace {

StageVariantNames names_of(const Snapshot& s) {
  if (!s.scenario) return {};
  try {
    return stage_variants(s.scenario->solver.variants);
  } catch (const Error&) {  // no run has such words, but a file may
    return {};
  }
}

std::string words_of(const StageVariantNames& names) {
  std::string words;
  for (const StageVariantName& n : names) words += (words.empty() ? "" : " ") + n.stage + "=" + n.variant;
  return words;
}

}  // namespace

std::string VariantEntry::base() const {
  const auto colon = variant.find(':');
  return colon == variant.npos ? std::string() : variant.substr(0, colon);
}

void VariantList::take(const VariantSurveyState& survey) {
  if (survey.rows.empty()) return;
  const std::vector<VariantEntry> old = std::exchange(entries_, {});
  costs_ = survey.costs;
  for (const SurveyedVariant& v : survey.rows) {
    VariantEntry& e = entries_.emplace_back();
    const auto before = std::find_if(old.begin(), old.end(), [&](const VariantEntry& o) {
      return o.stage == v.row.stage && o.variant == v.row.variant;
    });
    if (before != old.end()) {
      e.in_run = before->in_run;
      e.alone = before->alone;
      e.refused = before->refused;
    }
    e.stage = v.row.stage;
    e.variant = v.row.variant;
    e.source = v.row.source;
    e.stages = v.stages;
    e.own = v.row.source == "own";
    e.usual = v.usual;
    e.predicted = v.predicted;
    e.model = v.row.model;
    if (!v.measured) continue;
    e.refused = v.row.refused;
    e.alone = v.row.refused.empty() ? v.row.seconds : std::nan("");
  }
  mark();
}

void VariantList::show(const Snapshot& shown) {
  shown_ = names_of(shown);
  mark();
}

void VariantList::add(const Snapshot& s) {
  if (!s.scenario) return;
  if (s.scenario_generation != generation_) {
    clear();
    generation_ = s.scenario_generation;
  }
  const std::string& variants = s.scenario->solver.variants;
  if (variants != live_ || s.step < step_) {
    live_ = variants;
    step_ = s.step;
    steps_ = 0;
  }
  if (s.step == step_ || s.stage_times.total() <= 0) return;
  step_ = s.step;
  // the first step takes memory; the second one is as all that follow
  const double share = ++steps_ <= 2 ? 1.0 : std::max(0.15, 1.0 / double(steps_ - 1));
  const StageVariantNames names = names_of(s);
  for (VariantEntry& e : entries_) {
    if (!is_used(e, names)) continue;
    double seconds = 0;
    for (const std::string& stage : e.stages) seconds += s.stage_times[stage];
    if (seconds > 0)
      e.in_run = std::isfinite(e.in_run) && steps_ > 1 ? e.in_run + share * (seconds - e.in_run) : seconds;
  }
}

void VariantList::clear() {
  entries_.clear();
  live_.clear();
  step_ = -1;
  steps_ = 0;
}

bool VariantList::covers(const VariantEntry& e, const std::string& stage) const {
  return stage == e.stage || std::find(e.stages.begin(), e.stages.end(), stage) != e.stages.end();
}

const StageVariantName* VariantList::asked(const VariantEntry& e, const StageVariantNames& names) const {
  for (const StageVariantName& n : names)
    if (covers(e, n.stage)) return &n;
  return nullptr;
}

bool VariantList::is_used(const VariantEntry& e, const StageVariantNames& names) const {
  const StageVariantName* a = asked(e, names);
  return a ? a->variant == e.variant : e.usual;
}

void VariantList::mark() {
  for (VariantEntry& e : entries_) e.in_use = is_used(e, shown_);
}

std::string VariantList::asking_beside(std::size_t entry, const StageVariantNames& others) const {
  const VariantEntry& e = entries_.at(entry);
  StageVariantNames names;
  for (const StageVariantName& n : others)
    if (!covers(e, n.stage)) names.push_back(n);
  if (!e.usual) names.push_back({e.stage, e.variant});
  return words_of(names);
}

std::string VariantList::asking_for(std::size_t entry, const std::string& words) const {
  return asking_beside(entry, stage_variants(words));
}

std::string VariantList::asking_for(std::size_t entry) const {
  return asking_beside(entry, shown_);
}

std::string why_not_surveyable(const Snapshot& s) {
  if (s.positions.empty()) return "There are no bodies yet.";
  if (!s.half_lengths.empty()) return "Variants are listed only for spheres, and this run has rods.";
  if (!s.sum_plan || !has_stage_variants(s.sum_choice.engine()))
    return "The engine of this run, such as the direct sum, has stages without variants.";
  if (std::any_of(s.radii.begin(), s.radii.end(), [&](double r) { return r != s.radii[0]; }))
    return "Variants are listed only for spheres of one radius, and in this run the radii differ.";
  return {};
}

VariantProblem surveyed_sum(const Snapshot& s) {
  const bool points = s.radii.empty() || (s.scenario && s.scenario->solver.model == BodyModel::points);
  std::vector<double> positions = s.positions;
  for (double& x : positions) x /= s.sum_length;
  return {s.sum_plan, std::move(positions), points ? 0 : s.radii[0] / s.sum_length, s.sum_device};
}

bool same_sum(const Snapshot& a, const Snapshot& b) {
  return a.scenario_generation == b.scenario_generation && a.radii.size() == b.radii.size() &&
         a.sum_report == b.sum_report && a.sum_device == b.sum_device && a.sum_choice.engine() == b.sum_choice.engine();
}

bool same_task(const Snapshot& a, const Snapshot& b) {
  return a.scenario_generation == b.scenario_generation && a.radii.size() == b.radii.size() && a.scenario &&
         b.scenario && a.scenario->solver.tolerance == b.scenario->solver.tolerance && a.sum_device == b.sum_device &&
         a.sum_choice.engine() == b.sum_choice.engine();
}

std::string stage_title(const std::string& stage) {
  if (stage == "P2P") return "Near field (P2P)";
  if (stage == "P2G") return "Spread (P2G)";
  if (stage == "transform") return "Transforms (FFT, CNV, IFFT)";
  if (stage == "G2P") return "Gather (G2P)";
  return stage;
}

}  // namespace slurry::ui
