// SPDX-License-Identifier: BSD-3-Clause
#include "measured_rates.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <optional>
#include <string>
#include <thread>

#include "rates_file.hpp"
#include "side_process.hpp"
#include "slurry/error.hpp"
#include "slurry/runtime.hpp"

namespace slurry::app {
namespace {

constexpr Precision precisions[] = {Precision::fp64, Precision::fp32};

std::string today() {
  const std::time_t now = std::time(nullptr);
  char words[16];
  std::strftime(words, sizeof words, "%Y-%m-%d", std::gmtime(&now));
  return words;
}

void measure_here(int threads, Device device, bool redo) {
  std::optional<Runtime> runtime;
  std::optional<RunRates> run;
  for (const Precision p : precisions) {
    const auto stored = stored_rates(threads, p, device, false);
    if (!redo && stored && stored->exact) continue;
    if (!runtime) runtime.emplace(RuntimeOptions{threads});
    const auto start = std::chrono::steady_clock::now();
    MachineRates rates = measure_rates(p, device);
    if (!run) run = measure_run_rates();
    rates.run = *run;
    rates.origin = "measured " + today();
    store_rates(rates);
    const std::string where = device == Device::host ? std::to_string(threads) + (threads == 1 ? " thread" : " threads")
                                                     : Runtime::accelerator();
    std::fprintf(stderr, "slurry rates: %s on %s measured in %.1f s\n", std::string(word_of(p)).c_str(), where.c_str(),
                 std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
}

Json row_of(const MachineRates& r) {
  const auto nanoseconds = [](double seconds) { return 1e9 * seconds; };
  Json j{{"precision", std::string(word_of(r.precision))},
         {"device", std::string(name_of(r.device))},
         {"threads", r.threads},
         {"origin", r.origin}};
  for (const auto& [name, member] : run_rates) j["run_ns"][std::string(name)] = nanoseconds(r.run.*member);
  for (const auto& [name, seconds] : r.named) j["engines_ns"][name] = nanoseconds(seconds);
  return j;
}

}  // namespace

Json measured_rates(const RatesAsked& asked) {
  const int cores = std::max(1, int(std::thread::hardware_concurrency()));
  const int here = asked.threads > 0 ? asked.threads : cores;
  const Device device = Runtime::device(asked.device);
  if (device == Device::host && asked.threads == 0 && cores > 1) {
    SideProcess alone([&](const std::string&) {
      measure_here(1, Device::host, asked.redo);
      return std::string();
    });
    alone.ask("measure");
  }
  measure_here(here, device, asked.redo);
  if (asked.say) std::fprintf(stderr, "slurry rates: stored in %s; --redo measures again\n", rates_path().c_str());
  Json rows = Json::list();
  for (const int threads : {1, here}) {
    if (threads != here && (asked.threads > 0 || device != Device::host)) continue;
    for (const Precision p : precisions)
      if (const auto r = stored_rates(threads, p, device)) rows.push_back(row_of(*r));
    if (here == 1) break;
  }
  return rows;
}

void print_rates(const Json& rows) {
  std::printf("nanoseconds per unit of work, by engine and kind of work\n");
  for (const Json& r : rows.elements()) {
    const bool host = r["device"].words() == name_of(Device::host);
    const std::string threads = std::to_string(r["threads"].integer());
    std::printf("%s on %s, %s\n", r["precision"].words().c_str(),
                host ? (threads + (threads == "1" ? " thread" : " threads")).c_str() : r["device"].words().c_str(),
                r["origin"].words().c_str());
    std::string last;
    for (const auto& [name, nanoseconds] : r["engines_ns"].members()) {
      const std::size_t slash = name.rfind('/');
      const std::string kind = name.substr(0, slash);
      if (kind != last) std::printf("%s  %-15s", last.empty() ? "" : "\n", kind.c_str());
      last = kind;
      std::printf(" %s %.3g", name.substr(slash + 1).c_str(), nanoseconds.number());
    }
    const Json& run = r["run_ns"];
    std::printf(
        "%s  %-15s a step takes %.3g us and %.3g ns per body in addition to its sums; a frame takes %.3g us and %.3g "
        "ns "
        "per body\n",
        last.empty() ? "" : "\n", "run", 1e-3 * run["step"].number(), run["step_body"].number(),
        1e-3 * run["frame"].number(), run["frame_body"].number());
  }
}

}  // namespace slurry::app
