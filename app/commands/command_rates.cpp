// SPDX-License-Identifier: BSD-3-Clause
#include <cstdio>
#include <memory>
#include <string>

#include "commands/commands.hpp"
#include "measured_rates.hpp"
#include "option_checks.hpp"

namespace slurry::app {

void add_rates_command(CommandLine& line) {
  Subcommand c = line.command("rates", "Measure how fast this machine is and store it");
  auto a = std::make_shared<RatesAsked>();
  auto json = std::make_shared<std::string>();
  c.flag("--redo", a->redo, "measure again what is stored");
  c.option("--threads", a->threads, "threads that the rates are for; one and all cores when not given")
      .check(thread_count());
  add_device_option(c, a->device);
  c.option("--json", *json, "'-': the rates as JSON on standard output").check(one_of({"-"}));
  c.footer([] {
    return std::string(
        "All commands predict times and choose parameters by the stored rates. Deterministic runs use the "
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
