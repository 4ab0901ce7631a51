// SPDX-License-Identifier: BSD-3-Clause
#include "direct/direct_row.hpp"

#include <string>
#include <utility>

#include "base/text.hpp"
#include "direct/direct.hpp"
#include "direct/direct_rates.hpp"
#include "direct/direct_sums.hpp"
#include "direct/direct_work.hpp"
#include "slurry/error.hpp"

// The sum of all pairs as a row of the table of engines.
namespace slurry {
namespace {

constexpr const char* direct_name = "direct";

std::optional<Refusal> direct_can_do(const SumTask& task) {
  const EwaldOptions& o = task.options;
  if (!o.variants.empty())
    return Refusal{direct_name, Refusal::Why::not_its_task,
                   "the direct sum has no stage with variants; leave the variants out or use the Ewald sum"};
  const bool images = task.box.periodicity == 1 && o.layer == Layer::single && !o.gradient && !o.pressure;
  if (task.box.periodicity == 0 || images) return std::nullopt;
  if (task.box.periodicity == 1 && o.layer == Layer::single)
    return Refusal{direct_name, Refusal::Why::not_its_task,
                   text("there is no direct sum of the {} in this box, only of the velocity; use the Ewald sum",
                        !o.pressure   ? "gradient"
                        : !o.gradient ? "pressure"
                                      : "gradient and the pressure")};
  return Refusal{direct_name, Refusal::Why::not_its_task,
                 "there is no direct sum of this layer in this box; use the Ewald sum"};
}

void check_terms(const SumTask& task) {
  if (terms_of(task) == Precision::fp64) return;
  const std::string& engine = task.options.engine;
  const bool another = !engine.empty() && engine != any_engine && engine != direct_name;
  if (task.box.periodicity > 0 || another)
    throw InputError("only the direct sum in free space can have terms in fp32; choose that sum, or terms in fp64");
  // Share of a tolerance that the solves of lubrication leave: who asks for the tightest one gets it there too.
  constexpr double left_by_solves = 0.97;
  if (task.options.tolerance < left_by_solves * tightest_single_terms)
    throw RefusedError(
        text("a direct sum with terms in fp32 cannot reach the tolerance {}; its tightest tolerance is {}",
             task.options.tolerance, tightest_single_terms));
}

void plan_direct(const PlanRequest& r, Candidates& found) {
  SumPlan plan;
  plan.task = r.task;
  plan.counts = r.counts;
  plan.engine = direct_name;
  plan.variant = "all pairs";
  const bool bodies = of_forces_alone(r.task) || r.task.box.periodicity == 1;
  const double series = r.task.moving ? series_tolerance(r.task, r.counts) : 1e-15;
  const Precision terms = terms_of(r.task);
  plan.parameters = DirectParameters{r.task.box, bodies, series, terms};
  // terms in fp32 are there on the host alone
  Device& device = plan.task.options.device;
  if (terms == Precision::fp32 && device == Device::automatic) device = Device::host;
  plan.predicted["P2P"] = direct_seconds(r.task, r.counts, r.rates);
  plan.error = 0;
  plan.exact = true;
  // so much finer is fp64 than fp32; pairs add up without order, and meet four times what a far field does
  constexpr double full_terms_floor = 0x1p-29 * single_terms_floor;
  plan.rounding = 4 * (terms == Precision::fp32 ? single_terms_floor : full_terms_floor);
  found.plans.push_back(std::move(plan));
}

template <class Space>
std::unique_ptr<Summation<Space>> make_direct(const Space& space, const SumPlan& plan) {
  const auto& p = plan.parameters.as<DirectParameters>();
  return p.bodies ? make_sum_of_bodies(space, p.box, p.series_tolerance, p.terms) : make_sum_of_all_pairs(space);
}

template <class... Space>
MakeSumPerSpace direct_in(SpaceList<Space...>) {
  return {make_direct<Space>...};
}

}  // namespace

Engine direct_row() {
  Engine row;
  row.name = direct_name;
  row.title = "sum of all pairs";
  row.stages = {{"sort", {"sort"}}, {"P2P", {"P2P"}}};
  row.help = "sums all pairs, in free space, and for the single layer in one periodic direction";
  row.terms_wish = direct_terms_wish;
  row.own = {
      {direct_terms_wish, "fp64, fp32", "precision of the single terms in free space; the terms are added up in fp64"}};
  row.can_do = direct_can_do;
  row.check_own = check_terms;
  row.plan = plan_direct;
  row.rates = {{direct_free_rate, 1e-9}, {direct_periodic_rate, 80e-9}};
  row.measure_rates = measure_direct_rates;
  row.exact = true;
  row.make = direct_in(Spaces());
  return row;
}

}  // namespace slurry
