// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>

namespace slurry::app {

/// A second process that answers words with words. Work on different numbers of threads can then take turns, although
/// Kokkos can start only once per process and with one number of threads. Make the object before this process starts a
/// Runtime.
class SideProcess {
 public:
  /// answer: called in the second process for every word that asks. Throws Error if the process cannot be started.
  explicit SideProcess(const std::function<std::string(const std::string&)>& answer);
  ~SideProcess();
  SideProcess(const SideProcess&) = delete;
  SideProcess& operator=(const SideProcess&) = delete;

  /// Sends a word and waits for the answer. Throws Error with the message of the exception that was thrown in the
  /// second process.
  std::string ask(const std::string& word);

 private:
  int to_ = -1, from_ = -1;
  pid_t process_ = -1;
};

}  // namespace slurry::app
