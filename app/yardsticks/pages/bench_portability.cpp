// SPDX-License-Identifier: BSD-3-Clause
#include "yardsticks/pages/bench_portability.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <sstream>
#include <utility>

#include "slurry/error.hpp"
#include "yardsticks/pages/subject.hpp"
#include "yardsticks/plain_ewald/performance_portability.hpp"

namespace slurry::app {
namespace {

/// Content of one file: achieved over achievable for everything in it; no value where the machine could not do it.
struct Platform {
  std::string file, space, kind;  ///< kind: coulomb or variants
  std::string device;
  long threads = 0;
  Json measured;  ///< for variants: the sum that all rows measure
  std::vector<std::pair<std::string, std::optional<double>>> shares;

  const std::optional<double>* share_of(const std::string& what) const {
    for (const auto& [name, share] : shares)
      if (name == what) return &share;
    return nullptr;
  }
  std::string name() const {
    std::string words = std::filesystem::path(file).stem().string() + " (" + space;
    if (threads > 0) words += ", " + std::to_string(threads) + (threads == 1 ? " thread" : " threads");
    return words + ")";
  }
};

Json parsed(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  if (in) text << in.rdbuf();
  if (!in) throw InputError(file + " cannot be read");
  std::optional<Json> found = Json::parse(text.str());
  if (!found)
    throw InputError(
        file +
        " is not JSON; give a file that 'slurry bench coulomb --json -' or 'slurry bench variants --json -' wrote");
  return std::move(*found);
}

[[noreturn]] void foreign(const std::string& file, const std::string& what) {
  throw InputError(file +
                   " was not written by 'slurry bench coulomb --json -' or 'slurry bench variants --json -': " + what);
}

double share_in(const std::string& file, const Json& share) {
  const double s = share.number();
  if (!(s > 0 && std::isfinite(s))) foreign(file, "a row has no 'achieved_over_achievable'");
  return s;
}

void read_space(const Json& from, Platform& p) {
  p.space = from["space"].words();
  p.device = from["device"].words();
  p.threads = from["threads"].integer();
  if (p.space.empty()) foreign(p.file, "it names no 'space'");
}

/// Rows of bench coulomb, an edge each.
void read_crystals(const Json& rows, Platform& p) {
  p.kind = "coulomb";
  if (rows.elements().empty()) foreign(p.file, "it has no rows");
  for (const Json& r : rows.elements()) {
    Platform other = p;
    read_space(r, other);
    if (!p.space.empty() && other.space != p.space) foreign(p.file, "its rows were measured in different spaces");
    p.space = other.space;
    p.device = other.device;
    p.threads = other.threads;
    std::string what = "coulomb, " + r["variant"].words() + ", edge " + std::to_string(r["edge"].integer());
    if (r["jitter"].number() > 0) what += ", jittered";
    for (const char* part : {"pairs", "modes", "sum"})
      p.shares.emplace_back(what + ": " + part, share_in(p.file, r["achieved_over_achievable"][part]));
  }
}

/// Rows of bench variants; where all modelled stages are there, their quickest rows together stand for the sum.
void read_stages(const Json& found, Platform& p) {
  p.kind = "variants";
  read_space(found, p);
  for (const char* name : {"points", "periodicity", "layer", "precision", "tolerance", "sources_per_cell", "window"})
    p.measured[name] = found[name];
  std::map<std::string, std::pair<double, double>> quickest;  // of each stage: milliseconds, and the least
  for (const Json& r : found["rows"].elements()) {
    const std::string stage = r["stage"].words(), what = stage + " " + r["variant"].words();
    if (stage.empty()) foreign(p.file, "a row names no 'stage'");
    if (!r["refused"].is_null()) {
      p.shares.emplace_back(what, std::nullopt);
      continue;
    }
    if (r["achieved_over_achievable"].is_null()) continue;  // a row without a model
    const double share = share_in(p.file, r["achieved_over_achievable"]), took = r["milliseconds"].number();
    p.shares.emplace_back(what, share);
    const auto known = quickest.find(stage);
    if (known == quickest.end() || took < known->second.first) quickest[stage] = {took, share * took};
  }
  if (quickest.empty()) foreign(p.file, "no row of it has a model (rows of fp32 have none)");
  double took = 0, least = 0;
  std::string stages;
  for (const auto& [stage, times] : quickest) {
    took += times.first;
    least += times.second;
    stages += (stages.empty() ? "" : " + ") + stage;
  }
  if (quickest.size() > 1) p.shares.emplace_back("whole, quickest of " + stages, least / took);
}

Platform read_platform(const std::string& file) {
  Platform p;
  p.file = file;
  const Json found = parsed(file);
  if (found.is_list())
    read_crystals(found, p);
  else if (found["rows"].is_list() && !found["sources_per_cell"].is_null())
    read_stages(found, p);
  else
    foreign(file, "it holds neither a list of crystals nor rows of stages");
  return p;
}

/// The metric compares platforms at the same work alone.
void refuse_different_sums(const std::vector<Platform>& platforms) {
  const Platform* first = nullptr;
  for (const Platform& p : platforms) {
    if (p.kind != "variants") continue;
    if (!first) first = &p;
    for (const auto& [name, value] : first->measured.members()) {
      const double a = value.number(), b = p.measured[name].number();
      const bool alike = value == p.measured[name] || std::abs(a - b) <= 0.01 * std::abs(a);
      if (!alike)
        throw InputError(first->file + " and " + p.file + " are measurements of different sums: " + name + " is " +
                         value.text() + " and " + p.measured[name].text());
    }
  }
}

/// All that some platform can do and is in a file of that kind, in the order of the first that has it: what none can is
/// not for that sum.
std::vector<std::string> all_of(const std::vector<Platform>& platforms, const std::string& kind) {
  std::vector<std::string> all;
  for (const Platform& p : platforms) {
    if (p.kind != kind) continue;
    for (const auto& [what, share] : p.shares)
      if (share && std::find(all.begin(), all.end(), what) == all.end()) all.push_back(what);
  }
  return all;
}

Json row_of(const std::vector<Platform>& platforms, const std::string& kind, const std::string& what) {
  std::vector<std::optional<double>> shares;
  Json each = Json::list(), missing = Json::list();
  for (const Platform& p : platforms) {
    if (p.kind != kind) continue;
    const std::optional<double>* share = p.share_of(what);
    if (!share) {
      missing.push_back(p.name());
      continue;
    }
    shares.push_back(*share);
    each.push_back({{"platform", p.name()}, {"achieved_over_achievable", *share ? Json(**share) : Json()}});
  }
  Json row{{"what", what}, {"platforms", each}};
  if (missing.elements().empty())
    row["performance_portability"] = performance_portability(shares);
  else
    row["not_measured_on"] = missing;
  return row;
}

void print_portability_row(std::FILE* lines, const Json& r) {
  std::fprintf(lines, "%-42s", r["what"].words().c_str());
  if (r["performance_portability"].is_null())
    std::fprintf(lines, " %9s ", "-");
  else
    std::fprintf(lines, " %9.3f ", r["performance_portability"].number());
  for (const Json& p : r["platforms"].elements()) {
    const Json& share = p["achieved_over_achievable"];
    if (share.is_null())
      std::fprintf(lines, "  %s cannot", p["platform"].words().c_str());
    else
      std::fprintf(lines, "  %s %.3f", p["platform"].words().c_str(), share.number());
  }
  for (const Json& name : r["not_measured_on"].elements())
    std::fprintf(lines, "  not measured: %s", name.words().c_str());
  std::fprintf(lines, "\n");
}

}  // namespace

Json bench_portability(const std::vector<std::string>& files, std::FILE* lines) {
  if (files.empty())
    throw InputError(
        "no files are given; give files that 'slurry bench coulomb --json -' or 'slurry bench variants --json -' "
        "wrote");
  std::vector<Platform> platforms;
  for (const std::string& file : files) platforms.push_back(read_platform(file));
  refuse_different_sums(platforms);
  Json rows = Json::list(), known = Json::list();
  for (const Platform& p : platforms)
    known.push_back(
        {{"file", p.file}, {"bench", p.kind}, {"device", p.device}, {"space", p.space}, {"threads", p.threads}});
  std::fprintf(lines, "%-42s %9s   achieved over achievable on each\n", "", "metric");
  for (const char* kind : {"coulomb", "variants"})
    for (const std::string& what : all_of(platforms, kind)) {
      rows.push_back(row_of(platforms, kind, what));
      print_portability_row(lines, rows.elements().back());
    }
  const auto above_one = [](const Json& row) {
    const auto& each = row["platforms"].elements();
    return std::any_of(each.begin(), each.end(),
                       [](const Json& p) { return p["achieved_over_achievable"].number() > 1; });
  };
  if (std::any_of(rows.elements().begin(), rows.elements().end(), above_one))
    std::fprintf(lines,
                 "A share above 1 means that the model counts more operations than were done, or that the machine was "
                 "busier while its costs were measured.\n");
  return {{"platforms", known}, {"rows", rows}};
}

const Subject& portability_subject() {
  static constexpr Subject row{
      "portability",
      "Performance portability over machines, from output files of coulomb or variants",
      "S. J. Pennycook, J. D. Sewall and V. W. Lee, Future Gener. Comput. Syst. 92 (2019) 947; Halver, Meinke and "
      "Sutmann",
      "the work, the metric, and the achieved share of the achievable performance in each file",
      "1 s",
      [](Subcommand& c) {
        auto a = std::make_shared<SubjectArguments>();
        auto files = std::make_shared<std::vector<std::string>>();
        c.option("files", *files,
                 "files that 'slurry bench coulomb --json -' or 'slurry bench variants --json -' wrote, one from each "
                 "machine");
        a->add_json(c);
        c.action([a, files] { return a->finish(bench_portability(*files, a->lines())); });
      }};
  return row;
}

}  // namespace slurry::app
