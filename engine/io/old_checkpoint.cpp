// SPDX-License-Identifier: BSD-3-Clause
#include "io/old_checkpoint.hpp"

#include <array>
#include <string>
#include <vector>

namespace slurry {

namespace {

struct Renamed {
  const char *before, *now;
};
constexpr std::array renamed{Renamed{"period/last", "period/last"},
                             Renamed{"period/found", "period/found"},
                             Renamed{"rotation", "rotation_period/rotation"},
                             Renamed{"meters/start", "return_error/start"},
                             Renamed{"return_curve/times", "reversal_error/times"},
                             Renamed{"return_curve/states", "reversal_error/states"},
                             Renamed{"return_curve/where", "reversal_error/where"}};

}  // namespace

void upgrade_meters(Checkpoint& c) {
  const auto put = [&c](const std::string& name, const std::vector<double>& values) {
    c.put("quantity/" + name, values);
  };
  for (const Renamed& r : renamed)
    if (c.has(r.before)) put(r.now, c.list(r.before));
  // totals: smallest gap, smallest wall gap, average velocity, wall seconds, halvings, work, loss of energy
  if (const std::vector<double> t = c.list("totals"); t.size() == 7) {
    put("smallest_gap/numbers", {t[0]});
    put("smallest_wall_gap/numbers", {t[1]});
    put("average_settling_velocity/numbers", {t[2]});
    put("work_of_gravity/numbers", {t[5]});
    put("potential_energy_loss/numbers", {t[6]});
    c.put("effort", std::vector<double>{t[3], t[4]});
  }
  // history: start, last time, time of the reversal, first velocity, largest separation, time of exit, bound
  if (const std::vector<double> h = c.list("meters/history"); h.size() == 7) {
    put("return_error/times", {h[0], h[2]});
    put("initial_settling_velocity/numbers", {h[3]});
    for (const char* name : {"exit_time/numbers", "bound/numbers"}) put(name, {h[5], h[4], h[1]});
  }
}

}  // namespace slurry
