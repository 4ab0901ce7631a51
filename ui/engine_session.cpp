// SPDX-License-Identifier: BSD-3-Clause
#include "engine_session.hpp"

#include <utility>
#include <vector>

#include "slurry/session.hpp"

namespace slurry::ui {
namespace {

class EngineSession final : public SessionPort {
 public:
  explicit EngineSession(const RuntimeOptions& options) : session_(options) {}
  CommandNumber post(Command command) override { return session_.post(std::move(command)); }
  SnapshotPtr latest() const override { return session_.latest(); }
  std::vector<MomentPtr> take_moments() override { return session_.take_moments(); }
  void set_listener(std::function<void()> listener) override { session_.set_listener(std::move(listener)); }
  RuntimeInfo runtime() const override { return session_.runtime(); }
  std::shared_ptr<const Series> series() const override { return session_.series(); }

 private:
  Session session_;
};

class EngineSurvey final : public SurveyPort {
 public:
  EngineSurvey(VariantProblem problem, bool measure, std::function<void()> listener)
      : survey_(std::move(problem), measure, std::move(listener)) {}
  std::shared_ptr<const VariantSurveyState> latest() const override { return survey_.latest(); }

 private:
  VariantSurvey survey_;
};

class RunningContest final : public ContestPort {
 public:
  RunningContest(EngineContestCase c, std::function<void()> listener) : contest_(std::move(c), std::move(listener)) {}
  std::shared_ptr<const EngineContestState> latest() const override { return contest_.latest(); }

 private:
  EngineContest contest_;
};

}  // namespace

std::unique_ptr<SessionPort> make_engine_session(const RuntimeOptions& options) {
  return std::make_unique<EngineSession>(options);
}

StartSurvey make_engine_surveys() {
  return [](VariantProblem problem, bool measure, std::function<void()> listener) {
    return std::make_unique<EngineSurvey>(std::move(problem), measure, std::move(listener));
  };
}

StartContest make_engine_contests() {
  return [](EngineContestCase c, std::function<void()> listener) {
    return std::make_unique<RunningContest>(std::move(c), std::move(listener));
  };
}

}  // namespace slurry::ui
