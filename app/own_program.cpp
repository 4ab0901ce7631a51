// SPDX-License-Identifier: BSD-3-Clause
#include "own_program.hpp"

#include <unistd.h>

#include <cstdlib>
#include <system_error>
#include <utility>

namespace slurry::app {
namespace {

char** arguments = nullptr;
std::function<void()> leave;

}  // namespace

void remember_arguments(char** argv) {
  arguments = argv;
}

std::filesystem::path own_program() {
  std::error_code code;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", code);
  return code ? std::filesystem::path() : self;
}

std::vector<std::string> given_arguments() {
  std::vector<std::string> given;
  for (char** word = arguments; word != nullptr && *word != nullptr; ++word) given.emplace_back(*word);
  if (!given.empty()) given.erase(given.begin());
  return given;
}

void before_becoming(std::function<void()> call) {
  leave = std::move(call);
}

void become(const std::filesystem::path& program) {
  if (leave) std::exchange(leave, nullptr)();
  if (arguments != nullptr && !program.empty()) ::execv(program.c_str(), arguments);
}

void settle_thread_environment() {
#ifdef __linux__
  if (std::getenv("GOMP_SPINCOUNT") != nullptr || std::getenv("OMP_WAIT_POLICY") != nullptr) return;
  // Some ten microseconds: long enough between two loops of a step, short enough beside anything else.
  if (::setenv("GOMP_SPINCOUNT", "5000", 1) == 0) become(own_program());
    // Not started again: slower, but right.
#endif
}

}  // namespace slurry::app
