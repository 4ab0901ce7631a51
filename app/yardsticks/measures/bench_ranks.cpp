// SPDX-License-Identifier: BSD-3-Clause
#include "yardsticks/measures/bench_ranks.hpp"

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <random>
#include <tuple>
#include <utility>

#include "base/loop_name.hpp"
#include "base/views.hpp"
#include "ewald/accuracy/ewald_stages.hpp"
#include "ewald/plan/parameter_selection.hpp"
#include "ewald/ranks/rank_side.hpp"
#include "slurry/runtime.hpp"

namespace slurry {
namespace {

using rank_bench_clock = std::chrono::steady_clock;

double since(rank_bench_clock::time_point begun) {
  return std::chrono::duration<double>(rank_bench_clock::now() - begun).count();
}

/// Points of a rank and their densities, in the memory of a space.
template <class Space>
struct RankCloud {
  Vectors<Space> x;
  SumDensity<Space> density;

  RankCloud(const RankBenchCase& c, int rank, int ranks) {
    const std::size_t first = c.points * rank / ranks, end = c.points * (rank + 1) / ranks,
                      count = c.strong ? end - first : c.points;
    const double width = c.strong ? 1.0 / ranks : 1.0;
    std::mt19937_64 random(c.seed * 1000003 + rank);
    std::uniform_real_distribution<double> uniform;
    std::normal_distribution<double> normal;
    std::vector<double> places(3 * count), f(3 * count), q(3 * count), n(3 * count);
    for (std::size_t i = 0; i < count; ++i) {
      double square = 0;
      for (std::size_t d = 3 * i; d < 3 * i + 3; ++d) {
        places[d] = uniform(random);
        f[d] = normal(random);
        q[d] = normal(random);
        n[d] = normal(random);
        square += n[d] * n[d];
      }
      places[3 * i] = width * (rank + places[3 * i]);
      for (std::size_t d = 3 * i; d < 3 * i + 3; ++d) n[d] /= std::sqrt(square);
    }
    x = to_space<Space>(places, "slurry::bench::x");
    density.layers.forces = to_space<Space>(f, "slurry::bench::f");
    density.layers.dipoles = to_space<Space>(q, "slurry::bench::q");
    density.layers.normals = to_space<Space>(n, "slurry::bench::n");
  }
};

EwaldParameters parameters_of(Communicator& ranks, const RankBenchCase& c, double tolerance, Device device) {
  Box box;
  box.periodicity = 1;
  box.lengths = {c.strong ? 1.0 : double(ranks.size()), 1, 1};
  EwaldOptions options;
  options.tolerance = tolerance;
  options.layer = Layer::combined;
  options.device = device;
  SumCounts counts;
  counts.sources = counts.targets = c.strong ? c.points : c.points * ranks.size();
  counts.squared_force_sum = 3.0 * double(counts.sources);
  counts.dipole_norm = 7.0 / 9 * 3 * double(counts.sources);
  std::vector<EwaldParameters> same{select_ewald_parameters(box, options, counts)};
  ranks.broadcast(same);
  return same.at(0);
}

/// Relative l2 difference of the vectors of all ranks.
template <class Space>
double difference_over_ranks(Communicator& ranks, const Vectors<Space>& a, const Vectors<Space>& b) {
  double apart = 0, norm = 0;
  Kokkos::parallel_reduce(
      "slurry::bench::difference"_loop, Kokkos::RangePolicy<Space>(0, static_cast<int>(a.extent(0))),
      KOKKOS_LAMBDA(int i, double& sum, double& all) {
        for (int d = 0; d < 3; ++d) {
          sum += (a(i, d) - b(i, d)) * (a(i, d) - b(i, d));
          all += b(i, d) * b(i, d);
        }
      },
      apart, norm);
  const double mine[] = {apart, norm};
  const std::vector<double> total = ranks.sum(mine);
  return std::sqrt(total[0] / total[1]);
}

template <class Space>
class RankBench {
 public:
  RankBench(Communicator& ranks, const RankBenchCase& c, Device device)
      : ranks_(ranks), c_(c), device_(device), cloud_(c, ranks.rank(), ranks.size()) {}

  RankBenchResult run() {
    RankBenchResult r;
    r.ranks = ranks_.size();
    r.device = device_;
    r.points = static_cast<std::size_t>(ranks_.sum(static_cast<std::int64_t>(cloud_.x.extent(0))));
    r.parameters = parameters_of(ranks_, c_, c_.tolerance, device_);
    const Vectors<Space> u("slurry::bench::u", cloud_.x.extent(0));
    {
      const auto begun = rank_bench_clock::now();
      const auto sum = side(r.parameters);
      r.plan_seconds = since(begun);
      call(*sum, u);  // takes the memory
      measure(*sum, u, r);
    }
    if (!c_.checked) return r;
    const Vectors<Space> truth("slurry::bench::truth", u.extent(0));
    call(*side(parameters_of(ranks_, c_, c_.tolerance * 1e-3, device_)), truth);
    r.reached = difference_over_ranks<Space>(ranks_, u, truth);
    return r;
  }

 private:
  WireKind kind() const {
    return c_.wire == "nccl" ? WireKind::nccl : c_.wire == "staged" ? WireKind::staged : WireKind::automatic;
  }
  std::unique_ptr<RankSide<Space>> side(const EwaldParameters& p) {
    return make_rank_side<Space>(ranks_, p, {}, double(cloud_.x.extent(0)), kind());
  }
  double call(RankSide<Space>& sum, const Vectors<Space>& u) {
    Kokkos::fence();
    ranks_.barrier();
    const auto begun = rank_bench_clock::now();
    sum.set_points({cloud_.x, 0}, {{cloud_.x, 0, true}});
    SumFields<Space> wanted;
    wanted.velocity = u;
    sum.apply(cloud_.density, {wanted});
    Kokkos::fence();
    return since(begun);
  }
  void measure(RankSide<Space>& sum, const Vectors<Space>& u, RankBenchResult& r) {
    sum.take_stage_times();
    std::vector<std::vector<double>> calls;  // seconds of the slowest rank, then of this rank: travel, stages
    double bytes = 0;
    for (int k = 0; k < c_.repeats; ++k) {
      const auto before = sum.way();
      const double mine = call(sum, u);
      double slowest = 0;
      for (const double other : ranks_.gather(mine)) slowest = std::max(slowest, other);
      calls.push_back({slowest, sum.way().seconds - before.seconds});
      bytes = sum.way().bytes - before.bytes;
      for (const auto& stage : sum.take_stage_times()) calls.back().push_back(stage.seconds);
    }
    std::sort(calls.begin(), calls.end());  // the first number is that of all ranks: all take the same call
    const std::vector<double>& median = calls[calls.size() / 2];
    r.seconds = median[0];
    const auto over_ranks = [&](double value) {
      double most = 0, all = 0;
      for (const double other : ranks_.gather(value)) {
        most = std::max(most, other);
        all += other;
      }
      return std::pair(most, all / ranks_.size());
    };
    r.travel_seconds = over_ranks(median[1]).first;
    r.travel_bytes = over_ranks(bytes).second;
    r.ghosts = over_ranks(double(sum.ghosts())).second;
    r.largest = r.mean = StageTimes(ewald_stages);
    for (std::size_t s = 0; s < ewald_stages.size(); ++s)
      std::tie(r.largest[ewald_stages[s]], r.mean[ewald_stages[s]]) = over_ranks(median.at(2 + s));
    r.wire = sum.way().name;
  }

  Communicator& ranks_;
  const RankBenchCase& c_;
  Device device_;
  RankCloud<Space> cloud_;
};

}  // namespace

RankBenchResult bench_ranks(Communicator& ranks, const RankBenchCase& c) {
  const Device device = Runtime::device(c.device);
  return with_space(name_of(device),
                    [&]<class Space>(const Space&) { return RankBench<Space>(ranks, c, device).run(); });
}

double predicted_rank_seconds(double own_seconds, double grid, int ranks, const RankNetwork& n) {
  if (ranks == 1) return own_seconds;
  constexpr double components = 4 + 4 + 3 + 3;  // (T1) to (T4)
  const double bytes = 8 * components * grid * (ranks - 1) / ranks,
               contention = 1 + 0.1 * std::max(0.0, std::log2(ranks / 64.0));
  return own_seconds + bytes / n.bandwidth * contention + 4 * (n.latency + (ranks - 1) * n.message);
}

}  // namespace slurry
