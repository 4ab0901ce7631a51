// SPDX-License-Identifier: BSD-3-Clause
#include "view/private_display.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

extern char** environ;

namespace slurry::ui {
namespace {

constexpr int patience_ms = 8000;

/// The number that the server writes once it listens; empty if it does not.
std::string read_number(int from) {
  std::string text;
  pollfd wait{from, POLLIN, 0};
  char c = 0;
  while (poll(&wait, 1, patience_ms) > 0 && read(from, &c, 1) == 1) {
    if (c == '\n') return text;
    text += c;
  }
  return {};
}

void end(pid_t server) {
  kill(server, SIGTERM);
  int status = 0;
  waitpid(server, &status, 0);
}

}  // namespace

std::unique_ptr<PrivateDisplay> PrivateDisplay::start() {
  int ends[2];
  if (pipe(ends) != 0) return nullptr;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  const std::string number = std::to_string(ends[1]);
  const char* words[] = {"Xvfb",       "-displayfd", number.c_str(), "-screen",  "0",
                         "640x480x24", "-nolisten",  "tcp",          "-noreset", nullptr};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t server = -1;
  const int failed = posix_spawnp(&server, "Xvfb", &actions, nullptr, const_cast<char**>(words), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  std::string name = failed == 0 ? read_number(ends[0]) : std::string();
  close(ends[0]);
  if (failed != 0) return nullptr;
  if (name.empty()) {
    end(server);
    return nullptr;
  }
  return std::unique_ptr<PrivateDisplay>(new PrivateDisplay(server, ":" + name));
}

PrivateDisplay::~PrivateDisplay() {
  end(server_);
}

}  // namespace slurry::ui
