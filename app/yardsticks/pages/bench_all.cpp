// SPDX-License-Identifier: BSD-3-Clause
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "option_checks.hpp"
#include "own_program.hpp"
#include "slurry/error.hpp"
#include "slurry/runtime.hpp"
#include "yardsticks/pages/subject.hpp"

namespace slurry::app {
namespace {

struct AllArguments : SubjectArguments {
  int steps = 30;
  double seconds = 5;
};

/// One subject in a process of its own, because Kokkos starts once per process and with one number of threads.
std::string command_of(const std::string& subject, const AllArguments& a) {
  std::string line = "exec '" + own_program().string() + "' bench " + subject;
  if (subject == "ewald") line += " --points " + std::to_string(a.points_or(100000));
  if (subject == "pipe") line += " --steps " + std::to_string(a.steps);
  if (subject == "window") line += " --seconds " + std::to_string(a.seconds);
  const bool sums = subject == "ewald" || subject == "pipe";
  if (sums && a.threads > 0) line += " --threads " + std::to_string(a.threads);
  if (sums && a.device) line += " --device " + std::string(name_of(*a.device));
  return line;
}

int bench_all(const AllArguments& a) {
  Json found;
  for (const std::string subject : {"ewald", "direct", "pipe", "window"}) {
    const std::string text = output_of(command_of(subject, a) + (a.for_a_person() ? "" : " --json -"));
    if (a.for_a_person()) {
      if (text.empty() && subject != "window") throw Error("'slurry bench " + subject + "' failed");
      std::fputs(text.c_str(), stdout);
      std::fflush(stdout);
      continue;
    }
    std::optional<Json> rows = Json::parse(text);
    if (!rows) throw Error("'slurry bench " + subject + "' failed");
    found[subject] = std::move(*rows);
  }
  return a.finish(found);
}

}  // namespace

const Subject& all_subject() {
  static constexpr Subject row{
      "all",
      "The speed of this program on this machine: ewald, direct, pipe, window",
      "measured here; nothing published is repeated",
      "the columns of these subjects",
      "30 s",
      [](Subcommand& c) {
        auto a = std::make_shared<AllArguments>();
        a->add_points(c, "ewald: number of points of each sum (default 100000)");
        c.option("--steps", a->steps, "pipe: number of steps of each scenario (default 30)").check(positive_count());
        c.option("--seconds", a->seconds, "window: number of seconds for which it is watched (default 5)")
            .check(number_between(0.5, 3600));
        a->add_threads(c, "1 for ewald and all cores for pipe");
        a->add_device(c);
        a->add_json(c);
        c.action([a] { return bench_all(*a); });
      }};
  return row;
}

}  // namespace slurry::app
