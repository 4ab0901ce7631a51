// SPDX-License-Identifier: BSD-3-Clause
#include "progress.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

namespace slurry::app {

namespace {

constexpr int width = 24;
constexpr double redraw_seconds = 0.1;
constexpr double line_seconds = 10;  // where lines stay

}  // namespace

std::string clock_text(double seconds) {
  if (!std::isfinite(seconds) || seconds > 1e7) return "?";
  const long s = std::lround(seconds);
  if (s < 3600) return fmt::format("{}:{:02}", s / 60, s % 60);
  return fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60);
}

Progress::Progress() : terminal_(::isatty(STDERR_FILENO) == 1), last_(Clock::now()) {}

void Progress::show(double fraction, const std::string& words) {
  const auto now = Clock::now();
  if (first_ < 0 && fraction >= 0) {
    first_ = fraction;
    start_ = now;
  }
  const double since = std::chrono::duration<double>(now - last_).count();
  if (since < (terminal_ ? redraw_seconds : line_seconds)) return;
  last_ = now;
  const double passed = std::chrono::duration<double>(now - start_).count();
  std::string line;
  if (fraction >= 0) {
    const int filled = static_cast<int>(std::clamp(fraction, 0.0, 1.0) * width);
    line = fmt::format("[{:=<{}}{: <{}}] {:3.0f} %  {}", "", filled, "", width - filled, 100 * fraction, words);
    if (fraction > first_ + 0.001)
      line += fmt::format("  {} left", clock_text(passed / (fraction - first_) * (1 - fraction)));
  } else {
    line = words + "  Ctrl-C ends it";
  }
  if (terminal_)
    std::fprintf(stderr, "\r\x1b[K%s", line.c_str());
  else
    std::fprintf(stderr, "%s\n", line.c_str());
  std::fflush(stderr);
  drawn_ = true;
}

SaidWhenSlow::SaidWhenSlow(std::string sentence)
    : thread_([this, sentence = std::move(sentence)] {
        std::unique_lock lock(mutex_);
        if (ended_.wait_for(lock, std::chrono::seconds(1), [this] { return over_; })) return;
        std::fprintf(stderr, "%s\n", sentence.c_str());
      }) {}

SaidWhenSlow::~SaidWhenSlow() {
  {
    const std::lock_guard guard(mutex_);
    over_ = true;
  }
  ended_.notify_all();
  thread_.join();
}

void Progress::end() {
  if (terminal_ && drawn_) std::fprintf(stderr, "\r\x1b[K");
  drawn_ = false;
}

}  // namespace slurry::app
