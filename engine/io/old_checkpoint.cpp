// SPDX-License-Identifier: BSD-3-Clause
#include "io/old_checkpoint.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "planning/engines.hpp"
#include "scenario/law_of_motion.hpp"
#include "slurry/error.hpp"

namespace slurry {

namespace {

/// Reads the numbers of an old list one after the other.
class Numbers {
 public:
  explicit Numbers(std::span<const double> all) : left_(all) {}
  std::size_t left() const { return left_.size(); }
  double next() { return take(1)[0]; }
  std::vector<double> next(std::size_t count) {
    const auto found = take(count);
    return {found.begin(), found.end()};
  }
  void put(State& to, std::initializer_list<const char*> names) {
    for (const char* name : names) to.put(name, next());
  }

 private:
  std::span<const double> take(std::size_t count) {
    if (count > left_.size()) throw InputError("the checkpoint is not complete, so the run cannot continue from it");
    const auto found = left_.first(count);
    left_ = left_.subspan(count);
    return found;
  }
  std::span<const double> left_;
};

/// The first versions did not keep how a sum was chosen.
void put_choice(State& to, const char* part, Numbers& numbers) {
  constexpr std::size_t count = 4;
  // those versions had two engines: the usual one, and the one that sums all pairs
  const std::string usual(the_usual_engine().name), exact(the_exact_engine().name);
  const std::array<std::string_view, 3> methods{any_engine, usual, exact}, by{"request", "prediction", "measurement"};
  if (numbers.left() < count) return;
  const auto method = static_cast<std::size_t>(numbers.next()), chosen_by = static_cast<std::size_t>(numbers.next());
  State choice;
  if (method < methods.size()) choice.put_word("method", std::string(methods[method]));
  if (chosen_by < by.size()) choice.put_word("by", std::string(by[chosen_by]));
  choice.put(exact + "_seconds", numbers.next());
  choice.put(usual + "_seconds", numbers.next());
  to.put_part(part, choice);
}

/// Plan of the sums over points; empty before there were forces.
State points_plan(std::span<const double> list, const Scenario& of) {
  State s;
  if (list.empty()) return s;
  Numbers numbers(list);
  if (of.domain.kind != DomainKind::pipe) {
    numbers.put(s, {"scale", "tolerance", "squared_forces", "net_force"});
    s.put("box", numbers.next(3));
    put_choice(s, "choice", numbers);
    return s;
  }
  numbers.put(s, {"scale", "image_forces_per_spacing", "image_velocity", "idle_solves", "plan/wall_spacing",
                  "plan/image_gap", "plan/bodies_tolerance", "plan/images_tolerance", "plan/squared_body_forces",
                  "plan/squared_image_forces", "plan/net_force", "plan/image_velocity"});
  put_choice(s, "bodies_choice", numbers);
  put_choice(s, "images_choice", numbers);
  return s;
}

/// A mobility that solved for forces kept what the solve remembers, how many numbers the plan of its sums has, that
/// plan, and the forces to the end of the list.
State solve_plan(std::span<const double> list, const Scenario& of, std::initializer_list<const char*> names,
                 const char* sums, const char* forces) {
  State s;
  Numbers numbers(list);
  numbers.put(s, names);
  const auto plan = static_cast<std::size_t>(numbers.next());
  s.put_part(sums, points_plan(numbers.next(plan), of));
  s.put(forces, numbers.next(numbers.left()));
  return s;
}

/// Bodies with directors, lubricated spheres and spheres alone were three classes.
State mobility_plan(std::span<const double> list, const Scenario& of) {
  const bool rods =
      std::any_of(of.bodies.begin(), of.bodies.end(), [](const BodyGroup& g) { return g.shape == BodyShape::rod; });
  if (rods || of.shear_rate != 0)
    return solve_plan(list, of,
                      {"planned", "tolerance_ratio", "single_scale", "force_per_point", "iterations", "converged"},
                      "points", "unknown_forces");
  if (of.solver.lubrication != LubricationLaw::none)
    return solve_plan(list, of, {"iterations", "residual", "converged"}, "bodies/points", "forces_on_fluid");
  State s;
  s.put_part("points", points_plan(list, of));
  return s;
}

/// Moves the measured values to their present names.  Three meters and one list of totals held them; now each quantity
/// holds its own.
void upgrade_quantities(State& c) {
  const auto move = [&c](const std::string& before, const std::string& now) {
    if (!c.has(before)) return;
    c.put(now, c.list(before));
    c.remove(before);
  };
  for (const std::string total : {"smallest_gap", "smallest_wall_gap", "work_of_gravity", "potential_energy_loss"})
    move("totals/" + total, "quantity/" + total + "/value");
  move("totals/mean_settling_velocity", "quantity/average_settling_velocity/value");
  for (const std::string effort : {"wall_seconds", "halvings"}) move("totals/" + effort, "effort/" + effort);
  for (const std::string list : {"period/last", "period/found"}) move(list, "quantity/" + list);
  move("rotation", "quantity/rotation_period/rotation");
  move("meters/start", "quantity/return_error/start");
  for (const std::string list : {"times", "states", "where"})
    move("return_curve/" + list, "quantity/reversal_error/" + list);
  // history: start, last time, time of the reversal, first velocity, largest separation, time of exit, bound
  const SharedList<double> h = c.list("meters/history");
  if (h.size() != 7) return;
  c.remove("meters/history");
  c.put("quantity/return_error/times", std::vector<double>{h[0], h[2]});
  c.put("quantity/initial_settling_velocity/value", h[3]);
  for (const std::string name : {"quantity/exit_time/", "quantity/bound/"}) {
    c.put(name + "exit", h[5]);
    c.put(name + "separation", h[4]);
    c.put(name + "time", h[1]);
  }
}

}  // namespace

void upgrade_checkpoint(State& c, const Scenario& scenario) {
  const auto rename = [&](const std::string& list, std::initializer_list<const char*> names) {
    const std::vector<double> old = c.list(list);
    if (old.size() != names.size()) return;
    c.remove(list);
    Numbers numbers(old);
    numbers.put(c, names);
  };
  rename("law", {"law/sense", "law/reversed_by_plan", "law/phase"});
  rename("last_step", {"last_step/time_step", "last_step/local_error"});
  rename("totals",
         {"totals/smallest_gap", "totals/smallest_wall_gap", "totals/mean_settling_velocity", "totals/wall_seconds",
          "totals/halvings", "totals/work_of_gravity", "totals/potential_energy_loss"});
  rename("integrator/step", {"integrator/pair_step", "integrator/last_step", "integrator/level", "integrator/calm"});
  rename("contacts/reach", {"contacts/skin", "contacts/cutoff"});
  upgrade_quantities(c);
  // a mark of the scenario's text, which a newer version words otherwise
  if (!c.has("law/mark")) return;
  c.remove("law/mark");
  c.put_word("law/text", law_of_motion(scenario));
  const std::vector<double> plan = c.list("mobility/plan");
  c.remove("mobility/plan");
  if (!plan.empty()) c.put_part("mobility", mobility_plan(plan, scenario));
}

State for_older_builds(const State& state) {
  const std::string way = "quantity/reversal_error/way/";
  State old;
  std::vector<double> states;
  for (std::size_t k = 0; state.has(way + std::to_string(k)); ++k) {
    const SharedList<double> block = state.list(way + std::to_string(k));
    states.insert(states.end(), block.begin(), block.end());
  }
  old.put("quantity/reversal_error/states", states);
  for (const auto& [name, list] : state.lists())
    if (!name.starts_with(way)) old.put(name, list);
  for (const auto& [name, list] : state.integer_lists()) old.put(name, state.list(name));
  for (const auto& [name, word] : state.words()) old.put_word(name, word);
  return old;
}

}  // namespace slurry
