// SPDX-License-Identifier: BSD-3-Clause
#include "io/part_file.hpp"

#include <limits.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstring>
#include <mutex>
#include <string>
#include <system_error>

#include "io/output_names.hpp"
#include "slurry/error.hpp"

namespace slurry {

namespace fs = std::filesystem;

namespace {

// A signal's handler may use plain memory and system calls only.

constexpr std::array<int, 3> ending_signals{SIGINT, SIGTERM, SIGHUP};
/// Part files at a time that signals remove; one is usual, since all of HDF5 holds one lock.
constexpr std::size_t slots = 4;

struct Slot {
  std::atomic<bool> used = false;
  char path[PATH_MAX] = {};
};
std::array<Slot, slots> part_files;
static_assert(std::atomic<bool>::is_always_lock_free);

void remove_and_end(int signal) {
  for (Slot& s : part_files)
    if (s.used.load()) ::unlink(s.path);
  ::signal(signal, SIG_DFL);
  ::raise(signal);  // held back until the handler returns
}

struct Guarded {
  std::mutex mutex;
  std::size_t count = 0;
  std::array<bool, ending_signals.size()> ours{};
};

Guarded& guarded() {
  static Guarded g;
  return g;
}

void take_signals(Guarded& g) {
  for (std::size_t i = 0; i < ending_signals.size(); ++i) {
    struct sigaction now {};
    ::sigaction(ending_signals[i], nullptr, &now);
    g.ours[i] = now.sa_handler == SIG_DFL && (now.sa_flags & SA_SIGINFO) == 0;
    if (!g.ours[i]) continue;
    struct sigaction next {};
    next.sa_handler = remove_and_end;
    ::sigaction(ending_signals[i], &next, nullptr);
  }
}

void give_back_signals(Guarded& g) {
  for (std::size_t i = 0; i < ending_signals.size(); ++i) {
    struct sigaction now {};
    ::sigaction(ending_signals[i], nullptr, &now);
    if (g.ours[i] && now.sa_handler == remove_and_end) ::signal(ending_signals[i], SIG_DFL);
  }
}

std::size_t occupy(const fs::path& path) {
  Guarded& g = guarded();
  const std::lock_guard lock(g.mutex);
  if (path.native().size() >= PATH_MAX) return slots;
  for (std::size_t i = 0; i < slots; ++i) {
    if (part_files[i].used) continue;
    std::memcpy(part_files[i].path, path.c_str(), path.native().size() + 1);
    part_files[i].used = true;
    if (g.count++ == 0) take_signals(g);
    return i;
  }
  return slots;
}

void vacate(std::size_t slot) {
  if (slot >= slots) return;
  Guarded& g = guarded();
  const std::lock_guard lock(g.mutex);
  part_files[slot].used = false;
  if (--g.count == 0) give_back_signals(g);
}

fs::path beside(const fs::path& file) {
  const std::string ending = "." + std::to_string(::getpid()) + ".part";
  const std::string name = file.filename().string();
  return file.parent_path() / (name.substr(0, longest_name(folder_of(file)) - ending.size()) + ending);
}

}  // namespace

PartFile::PartFile(const fs::path& file) : path_(beside(file)), slot_(occupy(path_)) {}

PartFile::~PartFile() {
  std::error_code code;
  if (!path_.empty()) fs::remove(path_, code);
  vacate(slot_);
}

void PartFile::rename_to(const fs::path& file) {
  std::error_code code;
  fs::rename(path_, file, code);
  if (code)
    throw Error(quoted_name(file) + " is written under a temporary name and could not be renamed: " + code.message());
  path_.clear();
  vacate(slot_);
  slot_ = slots;
}

}  // namespace slurry
