// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>

#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "commands/commands.hpp"
#include "headless_run.hpp"
#include "json_output.hpp"
#include "option_checks.hpp"
#include "progress.hpp"
#include "ranks.hpp"
#include "slurry/expectations.hpp"
#include "slurry/output_file.hpp"

namespace slurry::app {
namespace {

struct VerifyArguments {
  std::vector<std::string> names;
  std::string json;
  bool overwrite = false;
  std::optional<Device> device;
  bool quick = false;
  RuntimeOptions runtime{1};
  std::optional<long> ranks;
};

/// One run (or one per seed) and everything that is expected of it.
struct Case {
  Scenario scenario;  ///< as changed for it
  std::string name, with;
  int seeds = 1;
  std::vector<Expectation> expected;
};

struct Row {
  std::string scenario, with;
  Checked checked;
  double error = std::nan("");  ///< standard error of the mean over the seeds; NaN: one seed
  double seconds = 0;           ///< seconds of the case, all its seeds together
  std::string problem;
};

std::string joined(const std::vector<std::string>& parts) {
  std::string out;
  for (const std::string& p : parts) out += (out.empty() ? "" : ", ") + p;
  return out;
}

/// A demonstration without an end is as long as there is something to see.
void end_at_duration(Scenario& s) {
  const auto at = s.more.find("view.duration");
  if (s.run.until || s.run.steps || at == s.more.end()) return;
  if (const double* time = std::get_if<double>(&at->second)) s.run.until = *time;
}

/// The cases of one scenario, in the order of its file; qualitative expectations need no run.
void add_cases(const Scenario& s, bool quick, std::vector<Case>& cases, std::vector<Row>& qualitative) {
  if (s.expect.empty())
    throw InputError(
        fmt::format("scenario '{}' has no expectation that could be verified; give it an [[expect]] table", s.name));
  const std::size_t first = cases.size();
  for (const Expectation& e : s.expect) {
    if (e.qualitative) {
      qualitative.push_back({s.name, joined(e.with), {e, std::nan(""), false, ""}, std::nan(""), 0, ""});
      continue;
    }
    if (quick && e.slow) continue;
    std::size_t c = first;
    while (c < cases.size() && (cases[c].with != joined(e.with) || cases[c].seeds != e.seeds)) ++c;
    if (c == cases.size()) {
      Scenario changed = s;
      set_options(changed, e.with);
      end_at_duration(changed);
      if (!changed.run.until && !changed.run.steps)
        throw InputError(fmt::format(
            "scenario '{}' expects numbers but has no end; give it run.until, run.steps or view.duration", s.name));
      cases.push_back({std::move(changed), s.name, joined(e.with), e.seeds, {}});
    }
    cases[c].expected.push_back(e);
  }
}

std::string title_of(const Case& c) {
  return c.with.empty() ? c.name : c.name + ", " + c.with;
}

/// Runs a case for each of its seeds; the quantities are averaged over them.
std::vector<Row> run_case(Session& session, const Case& c, Progress& progress, double done, double share) {
  const auto start = std::chrono::steady_clock::now();
  std::vector<std::vector<double>> found(c.expected.size());  // one value per seed
  std::string problem;
  for (int k = 0; k < c.seeds && problem.empty() && !interrupted(); ++k) try {
      Scenario s = c.scenario;
      s.run.seed += static_cast<std::uint64_t>(k);
      post_and_wait(session, LoadScenario{std::move(s)});
      const auto last = run_to_end(session, [&](const Snapshot& now) {
        const double part = (k + std::max(0.0, fraction_done(now))) / c.seeds;
        progress.show(done + share * part, title_of(c));
      });
      for (std::size_t i = 0; i < found.size(); ++i) found[i].push_back(quantity_of(*last, c.expected[i].quantity));
    } catch (const Refused& e) {
      problem = e.what();
    }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  std::vector<Row> rows;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const auto n = static_cast<double>(found[i].size());
    double mean = std::nan(""), error = std::nan("");
    if (problem.empty() && n > 0) {
      mean = std::accumulate(found[i].begin(), found[i].end(), 0.0) / n;
      double squares = 0;
      for (const double x : found[i]) squares += (x - mean) * (x - mean);
      if (n > 1) error = std::sqrt(squares / (n - 1) / n);
    }
    rows.push_back({c.name, c.with, checked(c.expected[i], mean), error, seconds, problem});
  }
  return rows;
}

std::string verdict(const Row& r) {
  if (r.checked.expected.qualitative) return "look";
  return r.checked.passed ? "pass" : "FAIL";
}

void print_table(const std::vector<Row>& rows) {
  std::printf("%-22s %-28s %16s %16s %9s %-5s %7s  %s\n", "scenario", "quantity", "expected", "found", "tolerance", "",
              "time s", "level; source");
  for (const Row& r : rows) {
    const Expectation& e = r.checked.expected;
    const auto number = [](double x, const char* format) {
      return std::isfinite(x) ? fmt::format(fmt::runtime(format), x) : std::string("-");
    };
    const bool q = e.qualitative;
    std::printf("%-22s %-28s %16s %16s %9s %-5s %7s  %s\n", r.scenario.c_str(), e.quantity.c_str(),
                q ? "qualitative" : number(e.value, "{:.9g}").c_str(), number(r.checked.found, "{:.9g}").c_str(),
                q ? "" : number(e.tolerance, "{:.2g}").c_str(), verdict(r).c_str(),
                q ? "" : fmt::format("{:.1f}", r.seconds).c_str(),
                q ? e.note.c_str() : fmt::format("{}; {}", e.level, e.source).c_str());
    if (!r.with.empty() || e.seeds > 1)
      std::printf("    %s%s%s\n", r.with.empty() ? "" : "with ", r.with.c_str(),
                  e.seeds > 1 ? fmt::format("{}mean over {} seeds, whose standard error is {}",
                                            r.with.empty() ? "" : "; ", e.seeds, number(r.error, "{:.2g}"))
                                    .c_str()
                              : "");
    if (!r.problem.empty()) std::printf("    %s\n", r.problem.c_str());
  }
}

std::string json_of(const std::vector<Row>& rows, bool passed, double seconds) {
  Json j{{"pass", passed}, {"seconds", seconds}};
  j["rows"] = Json::list();
  for (const Row& r : rows) {
    const Expectation& e = r.checked.expected;
    Json row{{"scenario", r.scenario}, {"with", r.with}, {"quantity", e.quantity}};
    if (e.qualitative) {
      row["qualitative"] = true;
      row["note"] = e.note;
    } else {
      row["expected"] = e.value;
      row["found"] = r.checked.found;
      row["tolerance"] = e.tolerance;
      row["pass"] = r.checked.passed;
      row["level"] = e.level;
      row["source"] = e.source;
      row["seeds"] = e.seeds;
      if (e.seeds > 1) row["standard_error"] = r.error;
      row["seconds"] = r.seconds;
    }
    if (!r.problem.empty()) row["problem"] = r.problem;
    j["rows"].push_back(row);
  }
  return j.text(2);
}

int verify(const VerifyArguments& a) {
  std::error_code code;
  for (const std::string& name : a.names)  // or the name of a built-in scenario
    if (!a.json.empty() && std::filesystem::exists(name, code))
      refuse_same_file(a.json, std::array<std::filesystem::path, 1>{name});
  refuse_json_file(a.json, a.overwrite);
  std::vector<Scenario> scenarios;
  if (a.names.empty())
    for (const BuiltinScenario& b : builtin_scenarios()) scenarios.push_back(find_scenario(std::string(b.name)));
  for (const std::string& name : a.names) scenarios.push_back(find_scenario(name));
  std::vector<Case> cases;
  std::vector<Row> rows, qualitative;
  if (a.device)
    for (Scenario& s : scenarios) s.solver.device = *a.device;
  for (const Scenario& s : scenarios) add_cases(s, a.quick, cases, qualitative);

  const SignalGuard guard;
  share_sums(a.runtime.threads);
  Session session(a.runtime);
  post_and_wait(session, SetErrorBudget{0});  // velocities have their own tests; this is about what they lead to
  const auto start = std::chrono::steady_clock::now();
  Progress progress;
  const double share = cases.empty() ? 0 : 1.0 / static_cast<double>(cases.size());
  for (std::size_t i = 0; i < cases.size() && !interrupted(); ++i) {
    progress.show(share * static_cast<double>(i), title_of(cases[i]));
    for (Row& r : run_case(session, cases[i], progress, share * static_cast<double>(i), share))
      rows.push_back(std::move(r));
  }
  progress.end();
  tell_shared_sums();
  if (const int signal = interrupted()) throw Interrupted("interrupted before the end; no result is printed", signal);

  std::size_t failed = 0;
  for (const Row& r : rows) failed += r.checked.passed ? 0 : 1;
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const std::size_t quantitative = rows.size();
  rows.insert(rows.end(), qualitative.begin(), qualitative.end());
  if (a.json.empty()) {
    print_table(rows);
    std::printf("%zu of %zu pass in %s\n", quantitative - failed, quantitative, clock_text(seconds).c_str());
  } else {
    write_json(a.json, json_of(rows, failed == 0, seconds));
  }
  return failed == 0 ? 0 : 1;
}

}  // namespace

void add_verify_command(CommandLine& line) {
  Subcommand c =
      line.command("verify", "Run scenarios and compare the results with the numbers that their files expect");
  auto a = std::make_shared<VerifyArguments>();
  c.option("names", a->names, "scenario files or names of built-in scenarios; by default all built-in scenarios");
  c.flag("--quick", a->quick, "leave out the expectations that a file marks as slow");
  add_device_option(c, a->device);
  c.option("--threads", a->runtime.threads, "number of threads (default 1, because most of these systems are small)")
      .check(thread_count());
  add_ranks_option(c, a->ranks);
  c.option("--json", a->json, "write the table as JSON to this file; - is standard output");
  c.flag("--overwrite", a->overwrite, "replace an existing file of that name");
  c.action([a] { return with_ranks(a->ranks, [a] { return verify(*a); }); });
}

}  // namespace slurry::app
