// SPDX-License-Identifier: BSD-3-Clause
#include "measured_rates.hpp"

#include <algorithm>
#include <array>
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
         {"origin", r.origin},
         {"direct_pair_ns", std::array{nanoseconds(r.direct_free), nanoseconds(r.direct_periodic)}}};
  for (const auto& [name, member] : run_rates) j["run_ns"][std::string(name)] = nanoseconds(r.run.*member);
  const std::vector<std::string_view> names = all_words<RateLayer>();
  for (std::size_t l = 0; l < rate_layers; ++l) {
    const SumRates& s = r.sums[l];
    j[std::string(names[l])] = {
        {"sort_ns", nanoseconds(s.sort)},         {"pair_ns", nanoseconds(s.pair + 15 * s.pair_degree)},
        {"spread_ns", nanoseconds(s.spread)},     {"transform_ns", nanoseconds(s.fft)},
        {"multiply_ns", nanoseconds(s.multiply)}, {"gather_ns", nanoseconds(s.gather)}};
  }
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
  std::printf("%-9s %9s %7s %7s %8s %7s %9s %8s %7s   ns per unit of work (slurry/machine_rates.hpp)\n", "layer",
              "precision", "threads", "sort", "pair(15)", "spread", "transform", "multiply", "gather");
  for (const Json& r : rows.elements()) {
    const std::string& precision = r["precision"].words();
    const bool host = r["device"].words() == name_of(Device::host);
    const std::string where = host ? std::to_string(r["threads"].integer()) : r["device"].words();
    for (const std::string_view word : all_words<RateLayer>()) {
      const std::string layer(word);
      const Json& s = r[layer];
      std::printf("%-9s %9s %7s %7.2f %8.3f %7.4f %9.4f %8.4f %7.4f\n", layer.c_str(), precision.c_str(), where.c_str(),
                  s["sort_ns"].number(), s["pair_ns"].number(), s["spread_ns"].number(), s["transform_ns"].number(),
                  s["multiply_ns"].number(), s["gather_ns"].number());
    }
    const Json::List& direct = r["direct_pair_ns"].elements();
    std::printf("%-9s %9s %7s %.3g per pair in free space, %.3g with images along x; %s\n", "all pairs",
                precision.c_str(), where.c_str(), direct[0].number(), direct[1].number(), r["origin"].words().c_str());
    const Json& run = r["run_ns"];
    std::printf(
        "%-9s %9s %7s a step takes %.3g us and %.3g ns per body in addition to its sums; a frame takes %.3g us and "
        "%.3g ns per body\n",
        "run", precision.c_str(), where.c_str(), 1e-3 * run["step"].number(), run["step_body"].number(),
        1e-3 * run["frame"].number(), run["frame_body"].number());
  }
}

}  // namespace slurry::app
