// SPDX-License-Identifier: BSD-3-Clause
#include "scenario/law_of_motion.hpp"

#include "slurry/option_table.hpp"

namespace slurry {

std::string law_of_motion(Scenario s) {
  s.run = {};
  s.view = {};
  s.expect.clear();
  s.walk.clear();
  s.text.clear();
  return write_scenario(s);
}

bool moves_by(const std::string& law, const Scenario& scenario) {
  if (law.empty()) return false;
  const std::string present = law_of_motion(scenario);
  return law == present || law_of_motion(parse_scenario(law, "the recorded law of motion")) == present;
}

}  // namespace slurry
