// SPDX-License-Identifier: BSD-3-Clause
#include "slurry/stage_survey.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

#include "planning/engines.hpp"
#include "session/engine_thread.hpp"
#include "slurry/error.hpp"
#include "timing/variant_series.hpp"

namespace slurry {
namespace {

/// Of this process, where they are measured once; known to the engine thread alone.
using CostsOf = std::pair<Device, Precision>;
std::map<CostsOf, MachineCosts>& known_costs() {
  static std::map<CostsOf, MachineCosts> costs;
  return costs;
}

RunVariants run_of(VariantProblem problem, std::shared_ptr<const MachineRates> rates) {
  if (!problem.plan || problem.positions.empty())
    throw InputError("variants can be timed only in a run that sums over bodies; this run does not");
  RunVariants c;
  c.plan = problem.plan;
  c.positions = std::move(problem.positions);
  c.radius = problem.radius;
  c.device = problem.device;
  c.rates = std::move(rates);
  const auto known = known_costs().find({c.device, c.plan->task.options.precision});
  if (known != known_costs().end()) c.costs = known->second;
  return c;
}

class Surveyor final : public EngineMember {
 public:
  Surveyor(VariantProblem problem, bool measure, std::shared_ptr<const MachineRates> rates,
           std::function<void()> listener)
      : problem_(std::move(problem)), measure_(measure), rates_(std::move(rates)), listener_(std::move(listener)) {}

  Clock::time_point turn(const RuntimeInfo&) override {
    if (state_->done) return Clock::time_point::max();
    VariantSurveyState next;
    try {
      const bool listed = series_ != nullptr;
      if (!listed) list();
      next.done = listed ? !series_->measure_next() : !measure_;
      next.rows = series_->rows();
      next.costs = series_->found().costs;
    } catch (const std::exception& e) {
      next = *state_;
      next.done = true;
      next.failure = e.what();
    }
    if (next.done) series_.reset();
    publish(std::move(next));
    return Clock::time_point::min();
  }
  void end() override { series_.reset(); }
  void fail_all(const std::string& sentence) override {
    if (!state_->done) publish({{}, {}, true, sentence});
  }
  std::shared_ptr<const VariantSurveyState> latest() const {
    const std::lock_guard lock(guard_);
    return state_;
  }
  void forget_listener() {
    const std::lock_guard lock(listener_guard_);
    listener_ = {};
  }

 private:
  void list() {
    const Device device = problem_.device;
    series_ = std::make_unique<VariantSeries>(run_of(std::move(problem_), rates_));
    const MachineCosts& costs = series_->found().costs;
    // a sum without models does not measure the machine
    if (costs.flops_per_second > 0) known_costs()[{device, costs.precision}] = costs;
  }
  void publish(VariantSurveyState next) {
    {
      const std::lock_guard lock(guard_);
      state_ = std::make_shared<const VariantSurveyState>(std::move(next));
    }
    const std::lock_guard lock(listener_guard_);
    if (listener_) listener_();
  }

  VariantProblem problem_;
  const bool measure_;
  std::shared_ptr<const MachineRates> rates_;
  std::unique_ptr<VariantSeries> series_;
  mutable std::mutex guard_, listener_guard_;
  std::function<void()> listener_;
  std::shared_ptr<const VariantSurveyState> state_ = std::make_shared<const VariantSurveyState>();
};

}  // namespace

bool has_stage_variants(std::string_view engine) {
  const Engine* row = find_engine(engine);
  return row && std::any_of(row->stages.begin(), row->stages.end(), [](const StageView& v) { return !v.rows.empty(); });
}

struct VariantSurvey::Impl {
  EngineThread& thread;
  std::shared_ptr<Surveyor> surveyor;
};

VariantSurvey::VariantSurvey(VariantProblem problem, bool measure, std::function<void()> listener)
    : impl_(new Impl{EngineThread::instance({}), nullptr}) {
  impl_->surveyor = std::make_shared<Surveyor>(std::move(problem), measure, impl_->thread.rates(), std::move(listener));
  impl_->thread.add(impl_->surveyor);
}

VariantSurvey::~VariantSurvey() {
  impl_->surveyor->forget_listener();
  impl_->thread.remove(impl_->surveyor);
}

std::shared_ptr<const VariantSurveyState> VariantSurvey::latest() const {
  return impl_->surveyor->latest();
}

}  // namespace slurry
