// SPDX-License-Identifier: BSD-3-Clause
#include "base/reserved_memory.hpp"

#include <sys/mman.h>

#include <new>

namespace slurry {

ReservedMemory::ReservedMemory(std::size_t bytes) {
  if (bytes == 0) return;
  void* const first = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (first == MAP_FAILED) throw std::bad_alloc();
  first_ = {first, Release{bytes}};
}

void ReservedMemory::Release::operator()(void* first) const {
  munmap(first, bytes);
}

}  // namespace slurry
