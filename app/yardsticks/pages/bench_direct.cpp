// SPDX-License-Identifier: BSD-3-Clause
#include <cstdio>
#include <memory>
#include <string>

#include "slurry/runtime.hpp"
#include "yardsticks/measures/bench.hpp"
#include "yardsticks/pages/subject.hpp"

namespace slurry::app {
namespace {

/// The direct sum against a bare loop over the same pairs, on one thread as that loop.
Json bench_direct_sums() {
  const Runtime runtime(RuntimeOptions{1});
  Json rows = Json::list();
  for (const Precision terms : {Precision::fp64, Precision::fp32}) {
    DirectBenchCase c;
    c.terms = terms;
    const DirectBenchResult r = bench_direct(c);
    rows.push_back({{"terms", std::string(word_of(terms))},
                    {"points", c.points},
                    {"cpu_seconds", r.engine_seconds},
                    {"bare_cpu_seconds", r.bare_seconds},
                    {"times_the_bare_loop", r.engine_seconds / r.bare_seconds},
                    {"nanoseconds_per_pair", 1e9 * r.engine_seconds / (double(c.points) * double(c.points))},
                    {"difference_from_fp64", r.difference}});
  }
  return rows;
}

void print_direct(const Json& rows) {
  for (const Json& r : rows.elements())
    std::printf("direct sum, terms in %s: %ld spheres in %.2f ms of CPU, %.2f ns per pair, %.2f times a bare loop\n",
                r["terms"].words().c_str(), r["points"].integer(), 1e3 * r["cpu_seconds"].number(),
                r["nanoseconds_per_pair"].number(), r["times_the_bare_loop"].number());
}

}  // namespace

const Subject& direct_subject() {
  static constexpr Subject row{
      "direct",
      "The direct sum beside a bare loop over the same pairs",
      "measured here; nothing published is repeated",
      "the precision of the terms, CPU milliseconds, nanoseconds per pair, and the ratio to the time of the bare loop",
      "1 s",
      [](Subcommand& c) {
        auto a = std::make_shared<SubjectArguments>();
        Option threads = c.option("--threads", a->threads, "it runs on one thread");
        threads.unlisted();
        a->add_json(c);
        c.action([a] {
          const Json rows = bench_direct_sums();
          if (a->for_a_person()) print_direct(rows);
          return a->finish(rows);
        });
      }};
  return row;
}

}  // namespace slurry::app
