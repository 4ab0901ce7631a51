// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

#include "slurry/moment.hpp"

namespace slurry {

/// Queue of moments from the engine to the place where they are kept. It has one writer and one reader.
class MomentQueue {
 public:
  explicit MomentQueue(std::size_t most_bytes = std::size_t{64} << 20) : most_bytes_(most_bytes) {}

  /// Adds a moment. If the waiting moments take more memory than allowed, every second one is dropped, but never the
  /// first or the newest.
  void put(std::shared_ptr<const Moment> moment) {
    const std::lock_guard guard(mutex_);
    waiting_.push_back(std::move(moment));
    while (waiting_.size() > 2 && bytes() > most_bytes_) {
      std::vector<std::shared_ptr<const Moment>> kept;
      for (std::size_t i = 0; i < waiting_.size(); ++i)
        if (i % 2 == 0 || i + 1 == waiting_.size()) kept.push_back(std::move(waiting_[i]));
      waiting_ = std::move(kept);
    }
  }

  std::vector<std::shared_ptr<const Moment>> take() {
    const std::lock_guard guard(mutex_);
    return std::exchange(waiting_, {});
  }

 private:
  std::size_t bytes() const {
    std::set<const void*> seen;
    std::size_t sum = 0;
    for (const auto& m : waiting_) sum += size_in_bytes(*m, seen);
    return sum;
  }

  std::mutex mutex_;
  std::size_t most_bytes_;
  std::vector<std::shared_ptr<const Moment>> waiting_;
};

}  // namespace slurry
