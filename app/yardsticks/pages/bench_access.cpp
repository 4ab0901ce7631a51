// SPDX-License-Identifier: BSD-3-Clause
#include "yardsticks/pages/bench_access.hpp"

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "slurry/error.hpp"
#include "slurry/runtime.hpp"
#include "yardsticks/measures/bench_access.hpp"
#include "yardsticks/pages/subject.hpp"

namespace slurry::app {
namespace {

void show_row(const AccessBenchCase& c, const AccessBenchRow& r, double over_linear, double naive_over) {
  const double pairs = double(c.items) * c.items;
  std::printf("%6d %5d  %-12s %-9s %11.4f %11.2f %12.2f %11.2f  ", c.items, c.bytes,
              std::string(name_of(c.kernel)).c_str(), std::string(name_of(c.map)).c_str(), 1e3 * r.seconds,
              1e12 * r.seconds / pairs, over_linear, naive_over);
  if (r.compared)
    std::printf("%.1e\n", r.difference);
  else
    std::printf("%s\n", c.map == AccessMap::unordered ? "other items" : "");
  std::fflush(stdout);
}

Json json_of(const AccessBenchCase& c, const AccessBenchRow& r, double over_linear, double naive_over) {
  return {{"items", c.items},
          {"bytes", c.bytes},
          {"kernel", name_of(c.kernel)},
          {"map", name_of(c.map)},
          {"device", std::string(name_of(r.device))},
          {"milliseconds", 1e3 * r.seconds},
          {"calls", r.calls},
          {"picoseconds_per_pair", 1e12 * r.seconds / (double(c.items) * c.items)},
          {"over_linear", over_linear},
          {"naive_over_this", naive_over},
          {"difference", r.compared ? Json(r.difference) : Json()}};
}

}  // namespace

Json bench_accesses(std::optional<long> items, Device device, bool show) {
  std::vector<int> sizes{1000, 8000};
  if (Runtime::device(device) != Device::host) sizes.push_back(70000);
  if (items) sizes = {static_cast<int>(*items)};
  if (show)
    std::printf(
        "out[j] = in[j] + sum_k in[map(k)]: linear k, strided 131 k mod N, unordered (131 k + 32 j) mod N\n%6s %5s"
        "  %-12s %-9s %11s %11s %12s %11s  %s\n",
        "items", "bytes", "kernel", "map", "ms", "ps/pair", "over linear", "naive over", "from naive");
  Json rows = Json::list();
  for (const int n : sizes)
    for (const int bytes : {4, 16}) {
      double naive[3] = {};
      for (const DirectKernel kernel : {DirectKernel::naive, DirectKernel::tiling, DirectKernel::small_tiling}) {
        double linear = 0;
        for (const AccessMap map : {AccessMap::linear, AccessMap::strided, AccessMap::unordered}) {
          AccessBenchCase c{kernel, map, bytes, n, 0.05, device};
          const AccessBenchRow r = bench_access(c);
          const auto which = static_cast<std::size_t>(map);
          if (kernel == DirectKernel::naive) naive[which] = r.seconds;
          if (map == AccessMap::linear) linear = r.seconds;
          const double over_linear = r.seconds / linear, naive_over = naive[which] / r.seconds;
          if (show) show_row(c, r, over_linear, naive_over);
          rows.push_back(json_of(c, r, over_linear, naive_over));
        }
      }
    }
  if (show)
    std::printf(
        "For the naive kernel the paper prints the time of unordered over linear reads, with items of 4 / 16 bytes: 13 "
        "/ "
        "15 on an S1070, which has no cache, and 9 / 23 on a C2050. For tiled kernels it prints how many times they "
        "are "
        "faster than the naive kernel: 1.3 (linear) to 20 (unordered).\n");
  return rows;
}

const Subject& access_subject() {
  static constexpr Subject row{
      "access",
      "How much the order in which items are read costs",
      "Kopp and Hoefling 2012, figure 7",
      "the kernel, the order, bytes of an item, milliseconds, and the difference from the naive kernel",
      "3 s",
      [](Subcommand& c) {
        auto a = std::make_shared<SubjectArguments>();
        a->add_points(c, "number N of items; N^2 reads are made (default: several sizes)", 100, 1e6);
        a->add_threads(c, "1");
        a->add_device(c);
        a->add_json(c);
        c.action([a] {
          const Runtime runtime(RuntimeOptions{a->threads_of_a_sum()});
          return a->finish(bench_accesses(a->points, a->on(), a->for_a_person()));
        });
      }};
  return row;
}

}  // namespace slurry::app
