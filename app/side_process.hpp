// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>

namespace slurry::app {

/// A process beside this one that answers words with words, so that work on different numbers of threads can take turns
/// (Kokkos starts once per process and with one number).  To be made before this process starts a Runtime.
class SideProcess {
 public:
  /// answer: called there, for every word that asks.  Throws Error where no process can be had.
  explicit SideProcess(const std::function<std::string(const std::string&)>& answer);
  ~SideProcess();
  SideProcess(const SideProcess&) = delete;
  SideProcess& operator=(const SideProcess&) = delete;

  /// Waits for the answer.  Throws Error with what was thrown there.
  std::string ask(const std::string& word);

 private:
  int to_ = -1, from_ = -1;
  pid_t process_ = -1;
};

}  // namespace slurry::app
