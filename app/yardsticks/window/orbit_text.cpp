// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include "yardsticks/window/orbit_board.hpp"

namespace slurry::ui {
namespace {

using enum DirectNumber;

template <class... Values>
std::string form(const char* format, Values... values) {
  char text[320];
  std::snprintf(text, sizeof text, format, values...);
  return text;
}

void replace_all(std::string& text, const std::string& what, const std::string& by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
}

/// Bits of a mantissa.
int bits(DirectNumber number) {
  switch (number) {
    case fp32:
      return 24;
    case double_single:
      return 48;
    case fp64:
      return 53;
    case extended:
      return std::numeric_limits<long double>::digits;
  }
  return 0;
}

int percent(const OrbitLine& line) {
  if (line.cycles.empty() || line.asked <= 0) return 0;
  return static_cast<int>(std::min(99.0, 100 * line.cycles.back().end / line.asked));
}

const char* word_of(OrbitVerdict verdict) {
  switch (verdict) {
    case OrbitVerdict::nothing_expected:
      return "–";
    case OrbitVerdict::undecided:
      return "not decided";
    case OrbitVerdict::agrees:
      return "✓ agrees";
    case OrbitVerdict::differs:
      return "✗ differs";
  }
  return "";
}

}  // namespace

std::string kind_text(const OrbitCase& c) {
  return std::string(name_of(c.terms)) + " · " + std::string(name_of(c.sums)) + " · " +
         std::string(name_of(c.positions));
}

std::string step_text(const OrbitCase& c) {
  return form(c.stepping == OrbitStep::euler ? "%g" : "%g, RK4", c.step);
}

std::string duration_text(const OrbitLine& line) {
  const OrbitSpan d = durations_of(line);
  if (d.first == 0) return {};
  const int digits = line.run.stepping == OrbitStep::euler ? 1 : 5;  // as many as are expected
  return form("%.*f → %.*f", digits, d.first, digits, d.last);
}

std::string plane_text(const OrbitLine& line) {
  const OrbitCycle* last = nullptr;
  for (const OrbitCycle& c : line.cycles) {
    if (!(c.largest_y < 1) && last) break;
    last = &c;
  }
  if (!last) return {};
  if (last->largest_y == 0) return "0";
  if (last->largest_y >= 0.01) return form("%.2f", last->largest_y);
  std::string text = form("%.0e", last->largest_y);
  replace_all(text, "e-0", "e−");
  replace_all(text, "e-", "e−");
  return text;
}

std::string outcome_text(const OrbitLine& line) {
  const std::optional<int> broken = broken_after(line);
  const std::string breaks = broken ? "breaks after " + std::to_string(*broken) : "";
  switch (line.state) {
    case OrbitLine::State::idle:
      return {};
    case OrbitLine::State::waiting:
      return "waits";
    case OrbitLine::State::running:
      return broken ? breaks : form("%d %% followed", percent(line));
    case OrbitLine::State::stopped:
      return broken ? breaks : "stopped";
    case OrbitLine::State::over:
      return broken ? breaks : "holds";
  }
  return {};
}

std::string expected_text(const OrbitLine& line) {
  if (!line.to_break) return "–";
  std::string text = *line.to_break ? line.figures : "holds: " + line.figures;
  replace_all(text, "->", "→");
  replace_all(text, "..", "–");
  replace_all(text, "e-", "e−");
  return text;
}

std::string verdict_text(const OrbitLine& line) {
  if (line.state == OrbitLine::State::idle && line.cycles.empty()) return {};
  return word_of(verdict_of(line));
}

std::string reason_text(const OrbitCase& c) {
  if (c.stepping == OrbitStep::runge_kutta_4)
    return "A Runge-Kutta step stays on the orbit, and the orbit does not amplify rounding errors. So y₁ stays at the "
           "size of rounding for every kind of sum.";
  const int room = bits(c.sums) - bits(c.terms);
  std::string text;
  if (room > 0)
    text = form(
        "The sum has %d bits more than its terms, so it adds four of them without rounding, in any order. Mirror "
        "images move as mirror images, and y₁ stays exactly 0.",
        room);
  else
    text = form(
        "Every addition rounds in the last of %d bits, so a sum depends on the order of its terms. Mirror images no "
        "longer move as mirror images, and y₁ is no longer 0.",
        bits(c.sums));
  if (room <= 0 && c.step < 0.005)
    text +=
        " At this step, the error of Euler's rule widens the orbit so slowly that y₁ may stay too small for a break.";
  else if (room <= 0)
    text +=
        " The error of Euler's rule widens the orbit (517 → 830 τ) until it is unstable. An unstable orbit amplifies "
        "any y₁ until the spheres leave their planes.";
  if (c.positions == fp32)
    text += room > 0 ? " Positions in fp32 round in every step, but in the same way for mirror images."
                     : " Positions in fp32 also round in every step.";
  return text;
}

std::string key_text(const OrbitLine& line) {
  const OrbitCase& c = line.run;
  return "terms " + std::string(name_of(c.terms)) + ", sums " + std::string(name_of(c.sums)) + ", positions " +
         std::string(name_of(c.positions)) +
         form(", %s, step %g: ", c.stepping == OrbitStep::euler ? "Euler" : "Runge-Kutta 4", c.step) +
         outcome_text(line);
}

std::string summary_text(const OrbitBoard& board) {
  int decided = 0, agree = 0;
  for (const OrbitLine& line : board.lines()) {
    const OrbitVerdict v = verdict_of(line);
    decided += v == OrbitVerdict::agrees || v == OrbitVerdict::differs ? 1 : 0;
    agree += v == OrbitVerdict::agrees ? 1 : 0;
  }
  return decided == 0 ? std::string() : form("%d of %d results agree", agree, decided);
}

std::string orbit_csv(const OrbitBoard& board) {
  std::string text = "terms,sums,positions,stepping,step,cycle,end,duration,amplitude,abs_y1\n";
  for (const OrbitLine& line : board.lines()) {
    const OrbitCase& c = line.run;
    const std::string head = std::string(name_of(c.terms)) + ',' + std::string(name_of(c.sums)) + ',' +
                             std::string(name_of(c.positions)) + (c.stepping == OrbitStep::euler ? ",euler" : ",rk4");
    for (const OrbitCycle& k : line.cycles)
      text +=
          head + form(",%g,%d,%.6f,%.6f,%.7f,%.4e\n", c.step, k.number, k.end, k.duration, k.amplitude, k.largest_y);
  }
  return text;
}

}  // namespace slurry::ui
