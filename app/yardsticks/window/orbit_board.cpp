// SPDX-License-Identifier: BSD-3-Clause
#include "yardsticks/window/orbit_board.hpp"

#include <algorithm>
#include <span>

namespace slurry::ui {
namespace {

/// The six kinds of the table: every pairing of terms and sums with positions as they are, at the long step.
bool is_of_the_six(const OrbitCase& c) {
  return c.stepping == OrbitStep::euler && c.step == 0.01 && c.sums != DirectNumber::double_single;
}

bool same_kind(const OrbitCase& a, const OrbitCase& b) {
  return a.terms == b.terms && a.sums == b.sums && a.positions == b.positions && a.stepping == b.stepping &&
         a.step == b.step;
}

bool finished(const OrbitLine& line) {
  return line.state == OrbitLine::State::over;
}

/// The whole time of the figures was followed, but for the last fraction of a step.
bool whole_time(const OrbitLine& line) {
  return finished(line) && line.asked >= line.run.duration * (1 - 1e-9);
}

}  // namespace

std::optional<int> broken_after(const OrbitLine& line) {
  const auto out = std::ranges::find_if(line.cycles, [](const OrbitCycle& c) { return !(c.largest_y < 1); });
  if (out != line.cycles.end()) return out->number - 1;
  if (!line.result || !line.result->breaks) return std::nullopt;
  return line.result->cycles_in_plane >= 0 ? line.result->cycles_in_plane : line.result->cycles;
}

OrbitVerdict verdict_of(const OrbitLine& line) {
  if (!line.to_break) return OrbitVerdict::nothing_expected;
  if (broken_after(line)) return *line.to_break ? OrbitVerdict::agrees : OrbitVerdict::differs;
  if (!whole_time(line)) return OrbitVerdict::undecided;
  return *line.to_break ? OrbitVerdict::differs : OrbitVerdict::agrees;
}

OrbitSpan durations_of(const OrbitLine& line) {
  constexpr double window = 1e4;
  std::span<const OrbitCycle> cycles(line.cycles);
  if (const std::optional<int> broken = broken_after(line))
    cycles = cycles.first(std::min(cycles.size(), static_cast<std::size_t>(*broken)));
  if (cycles.empty()) return {};
  const auto mean = [&](double begin, double end) {
    double sum = 0;
    int count = 0;
    for (const OrbitCycle& c : cycles) {
      if (c.end < begin || c.end > end) continue;
      sum += c.duration;
      ++count;
    }
    return sum / count;
  };
  const double first = cycles.front().end, last = cycles.back().end;
  return {mean(first, first + window), mean(last - window, last)};
}

OrbitBoard::OrbitBoard() {
  for (const OrbitExpectation& e : orbit_table()) {
    OrbitLine line;
    line.run = e.run;
    line.figures = e.figures;
    line.to_break = e.breaks;
    line.chosen = is_of_the_six(e.run);
    lines_.push_back(std::move(line));
  }
}

std::size_t OrbitBoard::add(const OrbitCase& run) {
  OrbitCase nothing = run;
  nothing.duration = 0;
  bench_orbit(nothing);  // refuses what there is not
  const auto there = std::ranges::find_if(lines_, [&](const OrbitLine& l) { return same_kind(l.run, run); });
  if (there != lines_.end()) {
    there->chosen = true;
    return static_cast<std::size_t>(there - lines_.begin());
  }
  OrbitLine line;
  line.run = run;
  line.chosen = true;
  lines_.push_back(std::move(line));
  return lines_.size() - 1;
}

std::vector<OrbitBoard::Job> OrbitBoard::begin(double share) {
  std::vector<Job> jobs;
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    OrbitLine& line = lines_[i];
    if (!line.chosen) continue;
    line.state = OrbitLine::State::waiting;
    line.asked = share * line.run.duration;
    line.cycles.clear();
    line.result.reset();
    jobs.push_back({i, line.run});
    jobs.back().run.duration = line.asked;
  }
  return jobs;
}

void OrbitBoard::ended(std::size_t i, const OrbitResult& result) {
  lines_[i].result = result;
  lines_[i].state = result.stopped ? OrbitLine::State::stopped : OrbitLine::State::over;
}

void OrbitBoard::stopped() {
  for (OrbitLine& line : lines_) {
    if (line.state == OrbitLine::State::running) line.state = OrbitLine::State::stopped;
    if (line.state == OrbitLine::State::waiting) line.state = OrbitLine::State::idle;
  }
}

}  // namespace slurry::ui
