// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <unordered_map>
#include <vector>

#include "slurry/moment.hpp"

namespace slurry::ui {

/// Counts memory that several moments share: each block once, for as long as somebody uses it.
class Ledger {
 public:
  void add(const std::vector<MemoryBlock>& blocks) {
    for (const MemoryBlock& b : blocks) {
      Entry& e = entries_[b.at];
      if (e.users++ > 0) continue;
      e.bytes = b.bytes;
      bytes_ += b.bytes;
    }
  }
  void remove(const std::vector<MemoryBlock>& blocks) {
    for (const MemoryBlock& b : blocks) {
      const auto at = entries_.find(b.at);
      if (at == entries_.end() || --at->second.users > 0) continue;
      bytes_ -= at->second.bytes;
      entries_.erase(at);
    }
  }
  std::size_t bytes() const { return bytes_; }

 private:
  struct Entry {
    std::size_t bytes = 0;
    long users = 0;
  };
  std::unordered_map<const void*, Entry> entries_;
  std::size_t bytes_ = 0;
};

}  // namespace slurry::ui
