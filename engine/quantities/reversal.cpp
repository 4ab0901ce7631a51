// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <memory>
#include <optional>

#include "quantities/return_curve.hpp"
#include "quantities/rows.hpp"

// How exactly a reversed run returns.
namespace slurry {

using namespace quantity;

namespace {

constexpr std::size_t remembered = std::size_t{4} << 20;     // numbers, of the way out of a run that turns round
constexpr std::size_t remembered_in_case = remembered / 32;  // where it may be turned round by hand

/// At the first time at which as much time has passed since the reversal as before it, and later.
class ReturnError final : public Meter {
 public:
  void see(const Step& s) override {
    if (s.positions.empty()) return;
    const std::vector<double>& now = places(s);
    if (start_.empty()) {
      start_ = std::vector<double>(now);
      start_time_ = s.time;
    }
    if (!reversed_at_) return;
    const double elapsed = s.time - *reversed_at_, forward = *reversed_at_ - start_time_;
    if (elapsed < forward * (1 - 1e-9)) return;
    double sum = 0;
    for (std::size_t i = 0; i < now.size(); ++i) sum += (now[i] - start_[i]) * (now[i] - start_[i]);
    error_ = std::sqrt(3 * sum / static_cast<double>(now.size()));
  }
  void changed(const Step& s, Change change) override {
    if (change == Change::resumed) return see(s);
    if (change != Change::reversal) return;
    error_ = unknown;
    if (reversed_at_)
      reversed_at_.reset();
    else
      reversed_at_ = s.time;
  }
  double value() const override { return error_; }
  MeterState state() const override {
    return {{"start", start_}, {"times", {start_time_, reversed_at_.value_or(unknown)}}};
  }
  void restore(const MeterState& state) override {
    const auto start = state.find("start"), times = state.find("times");
    if (start == state.end() || times == state.end() || times->second.size() != 2) return;
    start_ = start->second;
    start_time_ = times->second[0];
    if (std::isfinite(times->second[1])) reversed_at_ = times->second[1];
  }

 private:
  SharedList<double> start_;
  double start_time_ = 0, error_ = unknown;
  std::optional<double> reversed_at_;
};

class ReversalError final : public Meter {
 public:
  explicit ReversalError(bool planned) : planned_(planned), curve_(empty()) {}
  void see(const Step& s) override {
    if (!s.positions.empty()) curve_.see(s.time, places(s), s.velocities);
  }
  void changed(const Step& s, Change change) override {
    if (change == Change::resumed) {
      if (!restored_) curve_ = empty();  // the way out before is not known
      see(s);
    }
    if (change != Change::reversal) return;
    reversed_ = !reversed_;
    curve_.reversed(s.time);
  }
  double value() const override { return curve_.error(); }
  /// Also where no reversal is planned: a run that goes on from here may be turned round.
  MeterState state() const override { return curve_.state(); }
  /// The way out itself is in the frames.
  MeterState frame_state() const override { return planned_ || reversed_ ? curve_.state_without_way() : MeterState(); }
  void restore(const MeterState& state) override {
    curve_.restore(state);
    restored_ = true;
    const auto where = state.find("where");
    reversed_ = where != state.end() && where->second.size() == 6 && where->second[3] != 0;
  }

 private:
  ReturnCurve empty() const { return ReturnCurve(planned_ ? remembered : remembered_in_case); }

  bool planned_, reversed_ = false, restored_ = false;
  ReturnCurve curve_;
};

}  // namespace

std::vector<Quantity> reversal_quantities() {
  return {
      {.name = "reversal_error",
       .symbol = "return error",
       .title = "Return error",
       .description = "After the reversal: root mean square distance of the bodies from their places on the way out at "
                      "the mirrored time",
       .unit = "length",
       .shown = in_chart,
       .averaged = false,
       .valid = [](const Scenario& s, std::size_t) { return s.run.reverse_at.has_value(); },
       .make_meter = [](const Scenario& s) { return std::make_unique<ReversalError>(s.run.reverse_at.has_value()); }},
      {.name = "return_error",
       .symbol = "return error",
       .title = "Error of the return",
       .description = "Root mean square distance of the bodies from their first places, at the time when the way back "
                      "has taken as long as the way out",
       .unit = "length",
       .of = Of::run,
       .shown = nowhere,
       .sometimes = true,
       .valid = [](const Scenario& s, std::size_t) { return s.run.reverse_at.has_value(); },
       .make_meter = [](const Scenario&) { return std::make_unique<ReturnError>(); }},
  };
}

}  // namespace slurry
