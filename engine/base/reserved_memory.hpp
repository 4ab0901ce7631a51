// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <memory>

namespace slurry {

/// Addresses for memory of which only a part is used. The system gives memory to the pages that are written, and to no
/// others. An allocation of more than the whole memory would be refused, however little of it was used.
class ReservedMemory {
 public:
  ReservedMemory() = default;
  /// Throws std::bad_alloc if the system does not give that many addresses.
  explicit ReservedMemory(std::size_t bytes);
  /// The first byte, at the beginning of a page; all bytes are zero at first.
  void* data() const { return first_.get(); }

 private:
  struct Release {
    std::size_t bytes;
    void operator()(void* first) const;
  };
  std::unique_ptr<void, Release> first_;
};

}  // namespace slurry
