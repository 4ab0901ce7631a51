// SPDX-License-Identifier: BSD-3-Clause
#include "yardsticks/pages/bench_orbit.hpp"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include "option_checks.hpp"
#include "slurry/error.hpp"
#include "slurry/output_file.hpp"
#include "yardsticks/direct_sums/orbit.hpp"
#include "yardsticks/pages/bench_fcc.hpp"
#include "yardsticks/pages/subject.hpp"
#include "yardsticks/window/show_orbits.hpp"

namespace slurry::app {
namespace {

using enum DirectNumber;

using Row = OrbitExpectation;

/// A tenth of the time, which none of the breaks needs less than: what is left to see is y.
std::vector<Row> quick_table() {
  std::vector<Row> rows = orbit_table();
  std::erase_if(rows, [](const Row& r) { return r.run.step < 0.01; });
  for (Row& r : rows) r.run.duration /= 10;
  return rows;
}

std::vector<Row> rows_of(const OrbitArguments& a) {
  const bool one =
      !a.terms.empty() || !a.sums.empty() || !a.positions.empty() || !a.stepping.empty() || a.step || a.box;
  std::vector<Row> rows = a.quick ? quick_table() : orbit_table();
  if (one) {
    OrbitCase c;
    c.terms = number_named(a.terms, fp32);
    c.sums = number_named(a.sums, fp64);
    c.positions = number_named(a.positions, fp64);
    if (a.stepping == "rk4") c.stepping = OrbitStep::runge_kutta_4;
    c.step = a.step.value_or(c.stepping == OrbitStep::euler ? 0.01 : 1);
    if (a.box) c.box = *a.box;
    if (a.quick) c.duration /= 10;
    rows = {{c, "", false}};
  }
  if (a.duration)
    for (Row& r : rows) r.run.duration = *a.duration;
  return rows;
}

std::string label_of(const OrbitCase& c) {
  return std::string(name_of(c.terms)) + "," + std::string(name_of(c.sums)) + "," + std::string(name_of(c.positions)) +
         (c.stepping == OrbitStep::euler ? ",euler" : ",rk4");
}

/// A file of lines that gets its name once it is whole.
class Lines {
 public:
  Lines(const std::filesystem::path& file, bool overwrite) : file_(file) {
    if (file.empty()) return;
    refuse_output(file, overwrite);
    whole_not_yet_ = file.string() + ".part";
    out_.reset(std::fopen(whole_not_yet_.c_str(), "w"));
    if (!out_) throw InputError("'" + whole_not_yet_.string() + "' cannot be written");
    std::fprintf(out_.get(), "terms,sums,positions,stepping,step,cycle,end,duration,amplitude,abs_y1\n");
  }
  ~Lines() {
    std::error_code ignored;
    if (out_) std::filesystem::remove(whole_not_yet_, ignored);
  }
  Lines(const Lines&) = delete;
  Lines& operator=(const Lines&) = delete;

  void add(const OrbitCase& c, const OrbitCycle& cycle) {
    if (out_)
      std::fprintf(out_.get(), "%s,%g,%d,%.6f,%.6f,%.7f,%.4e\n", label_of(c).c_str(), c.step, cycle.number, cycle.end,
                   cycle.duration, cycle.amplitude, cycle.largest_y);
  }
  void keep() {
    if (!out_) return;
    if (std::fclose(out_.release()) != 0)
      throw Error("'" + whole_not_yet_.string() + "' could not be written completely; check the space left");
    std::filesystem::rename(whole_not_yet_, file_);
  }

 private:
  struct Close {
    void operator()(std::FILE* f) const { std::fclose(f); }
  };
  std::filesystem::path file_, whole_not_yet_;
  std::unique_ptr<std::FILE, Close> out_;
};

Json json_of(const Row& row, const OrbitResult& r) {
  const OrbitCase& c = row.run;
  Json j = {{"terms", name_of(c.terms)},
            {"sums", name_of(c.sums)},
            {"positions", name_of(c.positions)},
            {"stepping", c.stepping == OrbitStep::euler ? "euler" : "rk4"},
            {"step", c.step},
            {"box", c.box},
            {"time_asked", c.duration},
            {"time", r.time},
            {"cycles", r.cycles},
            {"breaks", r.breaks},
            {"cycles_in_plane", r.breaks && r.cycles_in_plane >= 0 ? Json(r.cycles_in_plane) : Json()},
            {"ended_because", r.reason},
            {"first_duration", r.first_duration},
            {"last_duration", r.last_duration},
            {"mean_duration", r.period},
            {"first_amplitude", r.first_amplitude},
            {"last_amplitude", r.last_amplitude},
            {"y_after_1", r.y_after_1},
            {"y_after_100", r.y_after_100},
            {"y_after_500", r.y_after_500},
            {"y_last", r.y_last},
            {"nanoseconds_per_step", r.nanoseconds_per_step},
            {"expected", row.figures}};
  return j;
}

void show_row(const Row& row, const OrbitResult& r) {
  const OrbitCase& c = row.run;
  std::string verdict = "holds";
  if (r.breaks) verdict = "breaks after " + std::to_string(r.cycles_in_plane >= 0 ? r.cycles_in_plane : r.cycles);
  std::printf("%-5s %-13s %-13s %-5s %6g %5g | %-16s %6d %9.3f %9.3f %7.4f %7.4f %8.1e %8.1e %8.1e | %s\n",
              std::string(name_of(c.terms)).c_str(), std::string(name_of(c.sums)).c_str(),
              std::string(name_of(c.positions)).c_str(), c.stepping == OrbitStep::euler ? "euler" : "rk4", c.step,
              c.box, verdict.c_str(), r.cycles, r.first_duration, r.last_duration, r.first_amplitude, r.last_amplitude,
              r.y_after_1, r.y_after_100, r.y_last, row.figures);
  std::fflush(stdout);
}

void show_head() {
  std::printf(
      "Four spheres on a periodic orbit, whose exact period is 517.03598 tau_s. The orbit breaks when sphere 1 is more "
      "than a radius out of its plane.\nduration and amplitude are means over the first and the last 1e4 tau_s. |y_1| "
      "is given for cycle 1, cycle 100 and the last cycle. cycles counts all cycles of x_1, also after a break.\nIn "
      "the publication, sums in fp32 break after about 400 cycles. The last column comes from an independently written "
      "program, which counts cycles until sphere 1 no longer swings.\n");
  std::printf("%-5s %-13s %-13s %-5s %6s %5s | %-16s %6s %9s %9s %7s %7s %8s %8s %8s | %s\n", "terms", "sums",
              "positions", "", "step", "box", "", "cycles", "duration", "->", "ampl.", "->", "|y_1|", "100 T", "last",
              "independent program");
}

}  // namespace

void OrbitArguments::add_to(Subcommand& c) {
  add_number_options(c, terms, sums, positions, "; does one run instead of the table");
  c.option("--stepping", stepping, "integrator, euler or rk4; does one run instead of the table")
      .check(one_of({"euler", "rk4"}));
  c.option("--step", step, "time step in tau_s; does one run instead of the table").check(number_between(1e-5, 4));
  c.option(
       "--duration", duration,
       "time for which the orbit is followed, in tau_s (default: 500000 for one run, 265000 to 520000 in the table)")
      .check(number_between(1000, 1e8));
  c.option("--box", box, "edge of the periodic cube in radii, or 0 for free space; does one run instead of the table")
      .check(number_between(0, 1e6));
  c.flag(
      "--quick", quick,
      "follow the orbit for a tenth of the time, and leave out runs with the shorter step; |y_1| grows, but the orbit "
      "does not break yet");
  c.option("--output", output, "write every cycle to this CSV file: number, end, duration, amplitude, |y_1|")
      .check(file_name());
  c.flag("--overwrite", overwrite, "replace an existing file");
  c.flag("--show", show, "open a window that draws every orbit while it is followed");
  c.option("--screenshot-after", picture, "SECONDS FILE.png: save a picture of the window after this time and close it")
      .takes(2)
      .unlisted();
}

Json bench_orbits(const OrbitArguments& a, bool show) {
  const std::vector<Row> table = rows_of(a);
  for (Row row : table) {  // refused before anything is shown
    row.run.duration = 0;
    bench_orbit(row.run);
  }
  Lines lines(a.output, a.overwrite);
  Json rows = Json::list();
  if (show) show_head();
  int as_expected = 0, compared = 0;
  for (const Row& row : table) {
    std::fprintf(stderr, "slurry bench: %s, step %g, %.3g tau_s ...\n", label_of(row.run).c_str(), row.run.step,
                 row.run.duration);
    const OrbitResult r = bench_orbit(row.run, [&](const OrbitCycle& cycle) { lines.add(row.run, cycle); });
    if (show) show_row(row, r);
    rows.push_back(json_of(row, r));
    if (row.figures[0] != '\0' && !a.quick && !a.duration) {
      ++compared;
      as_expected += r.breaks == row.breaks ? 1 : 0;
    }
  }
  lines.keep();
  if (show && compared > 0)
    std::printf("rows that hold or break as in the independent program: %d of %d\n", as_expected, compared);
  return rows;
}

namespace {

int show_orbits_of(const OrbitArguments& a) {
  if (a.picture.empty()) return show_orbits({});
  double after = 0;
  const std::string& word = a.picture[0];
  const auto read = std::from_chars(word.data(), word.data() + word.size(), after);
  if (read.ec != std::errc() || read.ptr != word.data() + word.size())
    throw InputError("--screenshot-after takes SECONDS FILE.png, and '" + word + "' is not a number");
  return show_orbits(OrbitPicture{after, a.picture[1]});
}

}  // namespace

const Subject& orbit_subject() {
  static constexpr Subject row{
      "orbit",
      "How long four spheres keep a periodic orbit with each kind of sum",
      "Kopp and Hoefling 2012, figures 4 and 5",
      "the precisions and the step, whether the orbit holds, the number of cycles, first and last durations and "
      "amplitudes, |y_1|, and the result of an independently written program",
      "5 minutes",
      [](Subcommand& c) {
        struct Arguments : SubjectArguments {
          OrbitArguments orbit;
        };
        auto a = std::make_shared<Arguments>();
        a->orbit.add_to(c);
        Option threads = c.option("--threads", a->threads, "it runs on one thread");
        threads.unlisted();
        a->add_json(c);
        c.action([a] {
          if (a->orbit.show) return show_orbits_of(a->orbit);
          return a->finish(bench_orbits(a->orbit, a->for_a_person()));
        });
      }};
  return row;
}

}  // namespace slurry::app
