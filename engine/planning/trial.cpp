// SPDX-License-Identifier: BSD-3-Clause
#include "planning/trial.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace slurry {
namespace {

/// The candidate of the least seconds among some; a tie goes to one that errs by rounding alone.
std::size_t quickest_of(const std::vector<Candidate>& all, const std::vector<std::size_t>& some) {
  std::size_t best = some.front();
  for (const std::size_t i : some) {
    const double mine = all[i].seconds(), least = all[best].seconds();
    if (mine < least || (mine == least && all[i].error == 0)) best = i;
  }
  return best;
}

}  // namespace

SumChoice choose_by_prediction(std::vector<Candidate> candidates) {
  std::vector<std::size_t> all(candidates.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
  SumChoice c;
  c.taken = quickest_of(candidates, all);
  c.by = ChosenBy::prediction;
  c.candidates = std::move(candidates);
  return c;
}

std::vector<std::size_t> open_candidates(const SumChoice& predicted) {
  std::vector<std::size_t> open;
  const double least = predicted.chosen().predicted;
  for (std::size_t i = 0; i < predicted.candidates.size(); ++i)
    if (i == predicted.taken || predicted.candidates[i].predicted < open_choice * least) open.push_back(i);
  return open;
}

bool worth_a_trial(const SumChoice& predicted, double expected_calls, bool deterministic) {
  if (deterministic || expected_calls < calls_worth_a_trial) return false;
  return open_candidates(predicted).size() > 1;
}

SumChoice choose_by_trial(SumChoice c, const std::vector<std::size_t>& open,
                          const std::function<double(std::size_t)>& time_call) {
  constexpr double hopeless = 3;
  double best = std::numeric_limits<double>::infinity();
  for (const std::size_t i : open) {
    double& measured = c.candidates[i].measured;
    measured = time_call(i);
    if (measured <= hopeless * best) measured = std::min({measured, time_call(i), time_call(i)});
    best = std::min(best, measured);
  }
  c.taken = quickest_of(c.candidates, open);
  c.by = ChosenBy::measurement;
  return c;
}

}  // namespace slurry
