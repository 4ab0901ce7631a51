// SPDX-License-Identifier: BSD-3-Clause
#include "slurry/file_info.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "io/file_warnings.hpp"
#include "io/hdf5_file.hpp"
#include "io/hdf5_probe.hpp"
#include "io/run_means.hpp"
#include "io/trajectory_layout.hpp"
#include "slurry/error.hpp"
#include "slurry/json.hpp"
#include "slurry/model_error.hpp"
#include "slurry/option_table.hpp"
#include "slurry/quantity.hpp"
#include "slurry/snapshot.hpp"
#include "slurry/trajectory.hpp"
#include "slurry/unit.hpp"

namespace slurry {

namespace fs = std::filesystem;

namespace {

/// Properties of the system that a reader of the file wants to know first, as the scenario says them.
Json system_of(const Scenario& s) {
  Json j;
  for (const char* key : {"domain.kind", "domain.radius", "domain.length", "domain.cell", "fluid.viscosity",
                          "flow.net_flow", "flow.shear_rate", "gravity.direction", "solver.tolerance", "solver.model",
                          "solver.lubrication", "integrator.kind", "integrator.time_step"}) {
    const Option* option = find_option(key);
    if (option && applies(*option, s)) j[key] = option_value(s, key);
  }
  j["bodies"] = Json::list();
  for (std::size_t g = 0; g < s.bodies.size(); ++g) {
    Json kind;
    for (const char* key :
         {"bodies.kind", "bodies.count", "bodies.radius", "bodies.aspect", "bodies.volume_fraction", "bodies.force"}) {
      const Option* option = find_option(key);
      const OptionValue value = option ? value_of(s, *option, g) : OptionValue();
      if (option && applies(*option, s, g) && value.index() != 0) kind[key + 7] = to_toml(value);
    }
    j["bodies"].push_back(kind);
  }
  return j;
}

Json mean_json(const SeriesMean& m, const std::string& unit) {
  Json j{{"mean", m.mean}, {"error", m.error}};
  if (!m.too_short.empty()) j["too_short_to_say"] = m.too_short;
  if (!m.no_error.empty()) j["no_error"] = m.no_error;
  if (!m.caution.empty()) j["caution"] = m.caution;
  if (!unit.empty()) j["unit"] = unit;
  j["steady_from"] = std::isfinite(m.error) ? Json(m.from) : Json();
  j["averaged_from"] = m.from;
  j["frames"] = m.values;
  j["correlation_time"] = m.correlation_time;
  j["window"] = m.window;
  j["independent_values"] = m.independent;
  return j;
}

Json statistics_of(const Hdf5Reader& f, const Trajectory& run) {
  Json j, means = Json::object();
  const std::size_t frames = run.frames();
  if (frames < fewest_frames_of_mean) return j;
  const MeanRules rules = mean_rules(run);
  const std::size_t bodies = run.frame(0)->radii.size();
  for (const Quantity& q : *quantities()) {
    if (!is_valid(q, run.scenario(), bodies)) continue;  // files of earlier versions have more
    if (const std::optional<SeriesMean> m = mean_of_quantity(f, run, q, rules))
      means[std::string(q.name)] = mean_json(*m, unit_text(q.unit, run.scenario()));
  }
  j["method"] = std::string(method_of_series_mean) + " " + limit_of_series_mean;
  if (!rules.why.empty()) j["counted"] = rules.why;
  j["frames"] = frames;
  j["means"] = means;
  return j;
}

/// Model error of one frame: which model moved the bodies, and by how much exact bodies differ where that is known.
Json model_error_of(const Snapshot& frame) {
  const ModelStatement said = model_errors(frame);
  Json j;
  j["model"] = said.model;
  j["limits"] = said.limits;
  j["step"] = frame.step;
  j["situations"] = Json::list();
  for (const ModelError& e : said.errors) {
    Json s{{"name", e.name},           {"situation", e.situation},
           {"parameter", e.parameter}, {"at", e.at},
           {"quantity", e.quantity},   {"model", e.model},
           {"exact", e.exact},         {"relative_error", e.relative_error()},
           {"source", e.source}};
    if (!e.bodies.empty()) s["bodies"] = e.bodies;
    j["situations"].push_back(std::move(s));
  }
  j["lines"] = model_error_lines(said);
  return j;
}

/// Keeps those last values that apply and are known, and adds their units.
void tidy_last_values(Json& j, const Scenario& s, std::size_t bodies) {
  Json last = Json::object(), units = Json::object();
  for (const auto& [name, value] : j["last"].members()) {
    const Quantity* q = find_quantity(quantities(), name);
    if (value.is_null() || !q || (!q->make_meter && !is_valid(*q, s, bodies))) continue;
    last[name] = value;
    if (const std::string unit = unit_text(q->unit, s); !unit.empty()) units[name] = unit;
  }
  j["last"] = last;
  j["units_of_last"] = units;
}

// Of a file that others wrote no more than a person reads.
constexpr std::size_t most_members = 50;   // of a group
constexpr std::size_t most_numbers = 16;   // of an attribute
constexpr std::size_t longest_text = 300;  // of an attribute

/// ours: all of it is told.
Json attributes_of(const Hdf5Reader& f, const std::string& object, bool ours) {
  Json j = Json::object();
  for (const std::string& name : f.attribute_names(object)) {
    if (f.is_text(object, name)) {
      std::string words = f.read_text(object, name);
      if (!ours && words.size() > longest_text)
        words = text("{}... ({} characters)", words.substr(0, longest_text), words.size());
      j[name] = words;
      continue;
    }
    try {
      const std::vector<double> values = f.read_numbers(object, name);
      if (!ours && values.size() > most_numbers) {
        j[name] = text("{} numbers", values.size());
        continue;
      }
      Json list = Json::list();
      for (const double x : values) list.push_back(x);
      j[name] = values.size() == 1 ? Json(values[0]) : list;
    } catch (const InputError&) {
      j[name] = nullptr;  // of a type that is none of ours
    }
  }
  return j;
}

/// A group whose contents are not told.
std::string inner_group_text(const Hdf5Reader& f, const std::string& group) {
  const std::size_t n = f.members(group).size() + f.attribute_names(group).size();
  return n == 0 ? "(empty group)" : text("(group of {} {})", n, n == 1 ? "entry" : "entries");
}

/// Attributes and members, three levels deep.
Json contents_of(const Hdf5Reader& f, const std::string& group, int deep, bool ours) {
  Json j = attributes_of(f, group, ours);
  std::size_t told = 0;
  const std::vector<std::string> names = f.members(group);
  for (const std::string& name : names) {
    if (!ours && told++ == most_members) {
      j["..."] = text("{} members more", names.size() - most_members);
      break;
    }
    const std::string path = group.empty() ? name : group + "/" + name;
    if (f.is_group(path)) {
      if (deep > 1)
        j[name] = contents_of(f, path, deep - 1, ours);
      else if (!ours)
        j[name] = inner_group_text(f, path);
      continue;
    }
    std::string words;
    for (const std::size_t n : f.shape(path)) words += (words.empty() ? "" : " x ") + std::to_string(n);
    j[name] = words.empty() ? "one value" : words;
  }
  return j;
}

std::string info_of(const fs::path& file) {
  probe_hdf5(file);
  bool is_run = false;
  {
    const Hdf5Reader f(file);
    is_run = f.has(layout::scenario_in_force);
    if (!is_run) {
      Json j;
      j["file"] = file.string();
      const bool sum = f.is_group("stages"), mobility = f.has("V");
      j["kind"] = sum        ? "result of slurry sum"
                  : mobility ? "result of slurry mobility"
                             : "HDF5 file, not written by slurry run, sum or mobility";
      if (const std::size_t n = f.members("").size(); !sum && !mobility) j["members"] = n;
      const Json contents = contents_of(f, "", sum || mobility ? 3 : 2, sum || mobility);
      for (const auto& [name, value] : contents.members()) j[name] = value;
      return j.text(2);
    }
  }
  const Trajectory trajectory(file);
  Json j = Json::parse(trajectory.summary_json()).value();
  const Hdf5Reader f(file);
  if (const std::vector<std::string> warnings = warnings_of(f); !warnings.empty()) j["warnings"] = warnings;
  const std::size_t frames = trajectory.frames();
  if (frames > 0) {
    const auto first = trajectory.frame(0);
    tidy_last_values(j, trajectory.scenario(), first->radii.size());
    j["gauge_dependent"] = depends_on_gauge(step_of(*first));
  }
  if (frames > 0) j["model_error"] = model_error_of(*trajectory.frame(frames - 1));
  j["scenario"] = system_of(trajectory.scenario());
  if (const Json statistics = statistics_of(f, trajectory); !statistics.is_null()) j["statistics"] = statistics;
  return j.text(2);
}

/// Size and time of change of a file, which tell whether it is being written.
std::pair<std::uintmax_t, fs::file_time_type> mark_of(const fs::path& file) {
  std::error_code code;
  return {fs::file_size(file, code), fs::last_write_time(file, code)};
}

}  // namespace

/// A file that grows may be met in the middle of a write, and is read again then.
std::string file_info_json(const fs::path& file) {
  constexpr int attempts = 8;
  for (int attempt = 1;; ++attempt) {
    const auto before = mark_of(file);
    try {
      return info_of(file);
    } catch (const InputError&) {
      std::this_thread::sleep_for(std::chrono::milliseconds(2 << attempt));
      if (attempt == attempts || mark_of(file) == before) throw;
    }
  }
}

std::optional<SeriesMean> mean_in_file(const fs::path& file, std::string_view quantity) {
  probe_hdf5(file);
  const Trajectory trajectory(file);
  const Quantity* q = find_quantity(quantities(), quantity);
  return q ? mean_of_quantity(Hdf5Reader(file), trajectory, *q, mean_rules(trajectory)) : std::nullopt;
}

}  // namespace slurry
