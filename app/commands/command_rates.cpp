// SPDX-License-Identifier: BSD-3-Clause
#include <cstdio>
#include <memory>
#include <string>

#include "commands/commands.hpp"
#include "measured_rates.hpp"
#include "option_checks.hpp"

namespace slurry::app {

void add_rates_command(CommandLine& line) {
  Subcommand c = line.command("rates", "Measure how fast this machine is and store the rates");
  auto a = std::make_shared<RatesAsked>();
  auto json = std::make_shared<std::string>();
  c.flag("--redo", a->redo, "measure again the rates that are stored");
  c.option("--threads", a->threads,
           "number of threads for which rates are measured; by default one thread, and all cores")
      .check(thread_count());
  add_device_option(c, a->device);
  c.option("--json", *json, "with -, write the rates as JSON to standard output").check(one_of({"-"}));
  c.footer([] {
    return std::string(
        "All commands use the stored rates to predict times and to choose parameters. Deterministic runs use the "
        "built-in rates.");
  });
  c.action([a, json] {
    a->say = json->empty();
    const Json rows = measured_rates(*a);
    if (json->empty())
      print_rates(rows);
    else
      std::printf("%s\n", rows.text(2).c_str());
    return 0;
  });
}

}  // namespace slurry::app
