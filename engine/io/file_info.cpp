// SPDX-License-Identifier: BSD-3-Clause
#include "slurry/file_info.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>
#include <numeric>
#include <thread>
#include <utility>
#include <vector>

#include "io/hdf5_file.hpp"
#include "io/hdf5_probe.hpp"
#include "io/sparse_rows.hpp"
#include "io/trajectory_layout.hpp"
#include "slurry/error.hpp"
#include "slurry/model_error.hpp"
#include "slurry/option_table.hpp"
#include "slurry/quantity.hpp"
#include "slurry/trajectory.hpp"

namespace slurry {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

SeriesMean mean_of_series(std::span<const double> values) {
  if (values.empty()) throw InputError("a mean needs values; there is none");
  std::vector<double> blocks(values.begin(), values.end());
  const double nan = std::numeric_limits<double>::quiet_NaN();
  SeriesMean m{std::accumulate(blocks.begin(), blocks.end(), 0.0) / static_cast<double>(blocks.size()), nan, 0};
  while (blocks.size() >= fewest_blocks) {
    const auto n = static_cast<double>(blocks.size());
    const double mean = std::accumulate(blocks.begin(), blocks.end(), 0.0) / n;
    double squares = 0;
    for (const double b : blocks) squares += (b - mean) * (b - mean);
    const double error = std::sqrt(squares / (n * (n - 1)));
    if (!(error <= m.error)) {
      m.error = error;
      m.blocks = blocks.size();
    }
    for (std::size_t i = 0; i + 1 < blocks.size(); i += 2) blocks[i / 2] = 0.5 * (blocks[i] + blocks[i + 1]);
    blocks.resize(blocks.size() / 2);  // an odd one at the end is left out
  }
  return m;
}

namespace {

ordered_json number(double x) {
  return std::isfinite(x) ? ordered_json(x) : ordered_json(nullptr);
}

/// What a reader of the file wants to know first of the system, as the scenario says it.
ordered_json system_of(const Scenario& s) {
  ordered_json j;
  for (const char* key : {"domain.kind", "domain.radius", "domain.length", "domain.cell", "fluid.viscosity",
                          "flow.net_flow", "flow.shear_rate", "gravity.direction", "solver.tolerance", "solver.model",
                          "solver.lubrication", "integrator.kind", "integrator.time_step"}) {
    const Option* option = find_option(key);
    if (option && applies(*option, s)) j[key] = option_value(s, key);
  }
  j["bodies"] = ordered_json::array();
  for (std::size_t g = 0; g < s.bodies.size(); ++g) {
    ordered_json kind;
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

/// Means over the second half of the frames, which leaves the way from the start to a steady state out where that took
/// less than half of the run.
ordered_json statistics_of(const Hdf5Reader& f, std::size_t frames, long first_step) {
  const std::size_t first = frames / 2;
  ordered_json j;
  if (frames - first < fewest_blocks) return j;
  const std::string observables = std::string(layout::observables) + "/";
  ordered_json means;
  for (const Quantity& q : *quantities()) {
    const std::string dataset = observables + std::string(q.name) + "/value";
    if (q.of != Of::system || q.length != 1) continue;
    std::vector<double> half;
    if (f.has(dataset)) {
      half = f.read(dataset).values;
      half.erase(half.begin(), half.begin() + static_cast<std::ptrdiff_t>(std::min(first, half.size())));
    } else if (q.sometimes) {
      half = sparse_series(f, sparse_elements(q)[0], first_step);
    }
    if (half.size() < frames - first) continue;
    half.resize(frames - first);
    if (!std::all_of(half.begin(), half.end(), [](double x) { return std::isfinite(x); })) continue;
    const auto [least, most] = std::minmax_element(half.begin(), half.end());
    if (*most - *least <= 1e-12 * std::abs(*most)) continue;  // a constant of the run
    const SeriesMean m = mean_of_series(half);
    means[std::string(q.name)] = {{"mean", m.mean}, {"error", number(m.error)}};
  }
  j["of"] = "the second half of the frames; errors from the scatter of blocks";
  j["frames"] = frames - first;
  j["means"] = means;
  return j;
}

/// Of one frame: which model moved the bodies, and by how much true ones differ where that is known.
ordered_json model_error_of(const Snapshot& frame) {
  const ModelStatement said = model_errors(frame);
  ordered_json j;
  j["model"] = said.model;
  j["step"] = frame.step;
  j["situations"] = ordered_json::array();
  for (const ModelError& e : said.errors) {
    ordered_json s{{"name", e.name},           {"situation", e.situation},
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

ordered_json attributes_of(const Hdf5Reader& f, const std::string& object) {
  ordered_json j = ordered_json::object();
  for (const std::string& name : f.attribute_names(object)) {
    if (f.is_text(object, name)) {
      j[name] = f.read_text(object, name);
      continue;
    }
    try {
      const std::vector<double> values = f.read_numbers(object, name);
      ordered_json list = ordered_json::array();
      for (const double x : values) list.push_back(number(x));
      j[name] = values.size() == 1 ? list[0] : list;
    } catch (const InputError&) {
      j[name] = nullptr;  // of a type that is none of ours
    }
  }
  return j;
}

/// Attributes and members, three levels deep.
ordered_json contents_of(const Hdf5Reader& f, const std::string& group, int deep) {
  ordered_json j = attributes_of(f, group);
  for (const std::string& name : f.members(group)) {
    const std::string path = group.empty() ? name : group + "/" + name;
    if (f.is_group(path)) {
      if (deep > 1) j[name] = contents_of(f, path, deep - 1);
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
      ordered_json j;
      j["file"] = file.string();
      const bool sum = f.is_group("stages"), mobility = f.has("V");
      j["kind"] = sum        ? "result of slurry sum"
                  : mobility ? "result of slurry mobility"
                             : "HDF5 file, not written by slurry run, sum or mobility";
      j.update(contents_of(f, "", 3));
      return j.dump(2);
    }
  }
  const Trajectory trajectory(file);
  ordered_json j = ordered_json::parse(trajectory.summary_json());
  const Hdf5Reader f(file);
  j["scenario"] = system_of(trajectory.scenario());
  const std::size_t frames = trajectory.frames();
  if (frames > 0) j["model_error"] = model_error_of(*trajectory.frame(frames - 1));
  const long first_step = frames > 0 ? trajectory.frame(frames / 2)->step : 0;
  if (const ordered_json means = statistics_of(f, frames, first_step); !means.empty()) j["statistics"] = means;
  return j.dump(2);
}

/// What tells whether a file is being written.
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

}  // namespace slurry
