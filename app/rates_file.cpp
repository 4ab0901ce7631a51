// SPDX-License-Identifier: BSD-3-Clause
#include "rates_file.hpp"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <sstream>
#include <string_view>
#include <utility>

#include "slurry/error.hpp"
#include "slurry/json.hpp"
#include "slurry/runtime.hpp"
#include "slurry/version.hpp"

namespace slurry::app {
namespace {

constexpr int file_format = 1;
std::string value_of(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr ? value : "";
}

/// Processor as the system names it: names alone are too general on virtual machines.
std::string processor() {
  std::ifstream in("/proc/cpuinfo");
  std::string words;
  for (std::string line; std::getline(in, line) && !line.empty();)
    for (const char* key : {"model name", "cpu family", "model\t", "stepping"})
      if (line.starts_with(key))
        words += (words.empty() ? "" : ", ") + line.substr(std::min(line.size(), line.find(':') + 2));
  return words.empty() ? "unknown" : words;
}

/// Other facts on which the rates depend.  The commit is not one of them: kernels change seldom, and the measured times
/// stand beside.
std::string build() {
  const BuildInfo& b = build_info();
  return b.version + ", " + b.compiler + ", " + b.build_type + (b.native ? ", native" : "") + ", Kokkos " +
         b.kokkos_version + ", FFTW " + b.fftw_version;
}

std::string precision_word(Precision p) {
  return std::string(word_of(p));
}

/// All entries of the file; none when there is no file, and a sentence when it cannot be used.
Json::List entries(bool say) {
  const std::filesystem::path path = rates_path();
  std::error_code none;
  if (path.empty() || !std::filesystem::exists(path, none)) return {};
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  const Json file = Json::parse(text.str()).value_or(nullptr);
  const Json& rates = file["rates"];
  if (file["format"].integer() == file_format && rates.is_list()) return rates.elements();
  if (say)
    std::fprintf(
        stderr,
        "slurry: the file of rates, %s, cannot be read, so built-in rates are used; 'slurry rates' writes a new file\n",
        path.c_str());
  return {};
}

/// Whether an entry is for this processor and this build.
bool is_ours(const Json& e) {
  return e["processor"].words() == processor() && e["build"].words() == build();
}

bool is_for(const Json& e, Precision precision, Device device) {
  const bool there =
      device == Device::host ? e["accelerator"].is_null() : e["accelerator"].words() == Runtime::accelerator();
  return is_ours(e) && there && e["precision"].words() == precision_word(precision) && e["threads"].integer() > 0;
}

/// False: it is no rate.
bool take(const Json& rate, double& value) {
  value = rate.number();
  return std::isfinite(value) && value > 0;
}

/// The place of a rate in files of older versions: "ewald/single/pair" was single.pair, and "direct/free" was
/// direct_free. Null: files of older versions may lack this rate.
const Json* old_place(const Json& e, std::string_view name) {
  constexpr std::string_view ewald = "ewald/", direct = "direct/";
  if (name.starts_with(direct)) return &e["direct_" + std::string(name.substr(direct.size()))];
  if (!name.starts_with(ewald)) return nullptr;
  name.remove_prefix(ewald.size());
  const std::size_t slash = name.find('/');
  return &e[name.substr(0, slash)][name.substr(slash + 1)];
}

/// False: something that every file has is missing or is no rate.
bool read_entry(const Json& e, MachineRates& r) {
  bool good = true;
  for (const std::string_view name : engine_rate_names()) {
    const Json* const old = old_place(e, name);
    const Json& now = e["engines"][name];
    if (double rate = 0; take(old && now.is_null() ? *old : now, rate))
      r.named.insert_or_assign(std::string(name), rate);
    else
      good = good && !old;
  }
  RunRates run;  // files of older versions have none, and those that are built in serve
  bool whole = true;
  for (const auto& [name, member] : run_rates) whole = whole && take(e["run"][name], run.*member);
  if (whole) r.run = run;
  r.threads = static_cast<int>(e["threads"].integer());
  if (e["measured"].is_text()) r.origin = "measured " + e["measured"].words();
  return good;
}

Json entry_of(const MachineRates& r) {
  Json e{{"processor", processor()},
         {"build", build()},
         {"precision", precision_word(r.precision)},
         {"threads", r.threads},
         {"measured", r.origin.substr(r.origin.find(' ') + 1)}};
  for (const auto& [name, member] : run_rates) e["run"][name] = r.run.*member;
  for (const auto& [name, rate] : r.named) e["engines"][name] = rate;
  if (r.device != Device::host) e["accelerator"] = Runtime::accelerator();
  return e;
}

/// For another number of threads: the work is shared.
void share_out(MachineRates& r, int threads) {
  const double factor = double(r.threads) / threads;
  for (auto& [name, rate] : r.named) rate *= factor;
  r.threads = threads;
}

}  // namespace

std::filesystem::path rates_path() {
  if (const std::string cache = value_of("SLURRY_CACHE"); !cache.empty())
    return std::filesystem::path(cache) / "rates.json";
  if (const std::string cache = value_of("XDG_CACHE_HOME"); !cache.empty())
    return std::filesystem::path(cache) / "slurry" / "rates.json";
  if (const std::string home = value_of("HOME"); !home.empty())
    return std::filesystem::path(home) / ".cache" / "slurry" / "rates.json";
  return {};
}

std::shared_ptr<const StoredRates> stored_rates(int threads, Precision precision, Device asked, bool say) {
  const Device device = Runtime::device(asked);
  if (device != Device::host) threads = 1;
  if (threads <= 0) threads = Runtime::default_threads();
  double nearest = std::numeric_limits<double>::infinity();
  std::shared_ptr<const StoredRates> found;
  const Json::List all = entries(say);
  if (say && !all.empty() && std::none_of(all.begin(), all.end(), is_ours))
    std::fprintf(stderr,
                 "slurry: %s has rates of other processors or builds only, so built-in rates are used; 'slurry "
                 "rates' measures the rates of this machine\n",
                 rates_path().c_str());
  for (const Json& e : all) {
    if (!is_for(e, precision, device)) continue;
    StoredRates r;
    static_cast<MachineRates&>(r) = built_in_rates(threads, precision, device);
    if (!read_entry(e, r)) {
      if (say)
        std::fprintf(
            stderr,
            "slurry: %s holds rates that are missing or not positive; 'slurry rates --redo' measures them again\n",
            rates_path().c_str());
      continue;
    }
    const double distance = std::abs(std::log(double(r.threads) / threads));
    if (distance >= nearest) continue;
    nearest = distance;
    r.exact = r.threads == threads;
    if (!r.exact) share_out(r, threads);
    found = std::make_shared<const StoredRates>(std::move(r));
  }
  return found;
}

void store_rates(const MachineRates& rates) {
  const std::filesystem::path path = rates_path();
  if (path.empty()) throw InputError("there is no folder for the rates; set SLURRY_CACHE to a folder");
  const Json mine = entry_of(rates);
  Json kept = Json::list();
  for (const Json& e : entries(false))
    if (!(is_for(e, rates.precision, rates.device) && e["threads"].integer() == rates.threads)) kept.push_back(e);
  kept.push_back(mine);
  std::error_code failed;
  std::filesystem::create_directories(path.parent_path(), failed);
  const std::filesystem::path next = path.string() + "." + std::to_string(::getpid());
  bool written = false;
  {
    std::ofstream out(next);
    out << Json{{"format", file_format}, {"rates", kept}}.text(1) << "\n";
    out.close();
    written = bool(out);
  }
  if (written) std::filesystem::rename(next, path, failed);
  if (!written || failed) {
    std::filesystem::remove(next, failed);
    throw InputError("the rates cannot be written to " + path.string() +
                     "; make the folder writable, or set SLURRY_CACHE to another folder");
  }
}

std::string origin_of(const MachineRates* rates) {
  if (rates == nullptr) return "built in ('slurry rates' measures the rates of this machine)";
  if (rates->device != Device::host) return rates->origin + " on " + std::string(name_of(rates->device));
  return rates->origin + " on " + std::to_string(rates->threads) + (rates->threads == 1 ? " thread" : " threads");
}

}  // namespace slurry::app
