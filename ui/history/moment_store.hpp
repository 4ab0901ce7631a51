// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include "history/ledger.hpp"

namespace slurry::ui {

/// One stored moment.
template <class Content>
struct Kept {
  long step = 0;
  double time = 0;  ///< [time]
  Content content;
  std::vector<MemoryBlock> blocks;  ///< memory of the content
  bool thinned_after = false;       ///< moments between this one and the next were dropped
};

/// How strongly a moment is protected from being dropped.
enum class Pin { none, event, firm };

/// Value of a moment for thinning; moments with a small value are dropped first. It is the gap that dropping would
/// leave over the gap that is allowed at the moment's age. The allowed gaps are even over three quarters of the time,
/// and sixteen times finer at the end. before, after: times of the neighbours; newest: time of the newest moment
/// [time].
inline double thinning_score(double before, double time, double after, double newest) {
  const double age = newest > 0 ? (newest - time) / newest : 0;
  return (after - before) / std::min(1.0, 1.0 / 16 + 4 * age);
}

/// Moments of one branch in the order of their steps, with a limit in bytes. A store that is too large is thinned out;
/// its first and its last moment always stay.
template <class Content>
class MomentStore {
 public:
  using Item = Kept<Content>;

  std::size_t size() const { return kept_.size(); }
  bool empty() const { return kept_.empty(); }
  const Item& at(std::size_t index) const { return kept_.at(index); }
  const Item& front() const { return kept_.front(); }
  const Item& back() const { return kept_.back(); }
  std::size_t bytes() const { return ledger_.bytes(); }

  /// Adds the next moment. A moment at the newest step replaces the newest one. With `beside` both stay, as the states
  /// before and after a change. An older moment is not taken.
  bool add(Item item, bool beside = false) {
    const bool again = !kept_.empty() && kept_.back().step == item.step;
    if (!kept_.empty() && kept_.back().step > item.step) return false;
    if (again && (!beside || (kept_.size() > 1 && kept_[kept_.size() - 2].step == item.step))) {
      ledger_.remove(kept_.back().blocks);
      kept_.pop_back();
    }
    ledger_.add(item.blocks);
    kept_.push_back(std::move(item));
    return true;
  }

  /// Number of moments up to this step.
  std::size_t up_to_step(long step) const {
    return static_cast<std::size_t>(
        std::upper_bound(kept_.begin(), kept_.end(), step, [](long s, const Item& k) { return s < k.step; }) -
        kept_.begin());
  }

  /// Drops moments until the store needs at most `most` bytes. pin_of(item): firmly pinned moments stay. Moments before
  /// an event are dropped last, but first if pins fill half of the store.
  template <class PinOf>
  void thin(std::size_t most, PinOf&& pin_of) {
    if (bytes() <= most || kept_.size() < 3) return;
    const std::size_t wanted = most - most / 32;  // not at every moment that comes
    const std::size_t n = kept_.size();
    std::vector<Pin> pins(n, Pin::none);
    std::size_t pinned_bytes = 0;
    for (std::size_t i = 0; i < n; ++i) {
      pins[i] = i == 0 || i + 1 == n ? Pin::firm : pin_of(kept_[i]);
      if (pins[i] == Pin::none) continue;
      for (const MemoryBlock& b : kept_[i].blocks) pinned_bytes += b.bytes;
    }
    const bool crowded = pinned_bytes > most / 2;
    std::vector<std::size_t> before(n), after(n);
    for (std::size_t i = 0; i < n; ++i) before[i] = i == 0 ? 0 : i - 1, after[i] = i + 1 == n ? i : i + 1;
    constexpr double never = std::numeric_limits<double>::infinity();
    std::vector<double> scores(n, never);
    const double newest = kept_.back().time;
    const auto score = [&](std::size_t i) {
      if (pins[i] == Pin::firm || (pins[i] == Pin::event && !crowded)) return;
      const double s = thinning_score(kept_[before[i]].time, kept_[i].time, kept_[after[i]].time, newest);
      scores[i] = pins[i] == Pin::event ? s - 1e300 : s;
    };
    for (std::size_t i = 0; i < n; ++i) score(i);
    std::vector<bool> gone(n, false);
    while (bytes() > wanted) {
      const auto least = static_cast<std::size_t>(std::min_element(scores.begin(), scores.end()) - scores.begin());
      if (scores[least] == never) break;
      gone[least] = true;
      scores[least] = never;
      ledger_.remove(kept_[least].blocks);
      kept_[before[least]].thinned_after = true;
      after[before[least]] = after[least];
      before[after[least]] = before[least];
      score(before[least]);
      score(after[least]);
    }
    std::size_t to = 0;
    for (std::size_t i = 0; i < n; ++i)
      if (!gone[i]) {
        if (to != i) kept_[to] = std::move(kept_[i]);
        ++to;
      }
    kept_.resize(to);
  }

 private:
  Ledger ledger_;
  std::vector<Item> kept_;
};

}  // namespace slurry::ui
