// SPDX-License-Identifier: BSD-3-Clause
// Every variant of every stage, in every space that the library is compiled for, against the host's plainest rows of
// the same component form; what a row cannot do it refuses with a sentence.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/execution.hpp"
#include "ewald/sums/spectral_ewald.hpp"
#include "slurry/error.hpp"
#include "support/error_norms.hpp"
#include "support/ewald_case.hpp"
#include "support/random_points.hpp"
#include "support/spaces.hpp"

namespace slurry::test {
namespace {

constexpr std::size_t count = 300;

enum class Set { uniform, gaussian, sphere, corner };
constexpr Set sets[] = {Set::uniform, Set::gaussian, Set::sphere, Set::corner};

/// In a corner most cells are empty.
EwaldCase random_case(Set set, int periodicity) {
  EwaldCase c;
  c.box = {{1, 0.9, 1.1}, periodicity};
  c.sources = uniform_points(count, c.box.lengths, 1);
  const std::vector<double> v = normal_vectors(count, 2);
  for (std::size_t k = 0; k < c.sources.size() && set != Set::uniform; ++k) {
    const double* p = &v[k / 3 * 3];
    const double length = c.box.lengths[k % 3];
    if (set == Set::gaussian) c.sources[k] = length * std::clamp(0.5 + 0.12 * v[k], 0.0, 0.999);
    if (set == Set::sphere) c.sources[k] = length * (0.5 + 0.45 * v[k] / std::hypot(p[0], p[1], p[2]));
    if (set == Set::corner) c.sources[k] *= 0.2;
  }
  c.f = normal_vectors(count, 3);
  c.q = normal_vectors(count, 4);
  c.n = normal_vectors(count, 5);
  return c;
}

/// Of the points over themselves in the memory of Space: velocities, or potential and its gradient.
template <class Space>
std::vector<double> summed(const Space& space, const EwaldCase& c, const EwaldParameters& p,
                           const StageVariantNames& asked) {
  const auto y = to_space<Space>(c.sources, "y"), f = to_space<Space>(c.f, "f");
  SpectralEwald<Space> ewald(space, p, EwaldStages{asked});
  ewald.set_points(y, 0, {{y, 0, true}});
  if (p.layer == Layer::coulomb) {
    FieldScalars<Space> potential("potential", count);
    FieldGradients<Space> gradient("gradient", count, 3);
    ewald.apply(PointCharges<Space>(f.data(), count), potential, gradient);
    std::vector<double> all = host_values(potential);
    const std::vector<double> slopes = host_values(gradient);
    all.insert(all.end(), slopes.begin(), slopes.end());
    return all;
  }
  Density<Space> density;
  if (p.layer != Layer::double_layer) density.forces = f;
  if (p.layer != Layer::single) {
    density.dipoles = to_space<Space>(c.q, "q");
    density.normals = to_space<Space>(c.n, "n");
  }
  Vectors<Space> u("u", count);
  ewald.apply(density, {u});
  return host_values(u);
}

/// A row that is asked for, alone or with the transforms of the published form, whose grid holds f and q n^T.
struct Asked {
  std::string stage, name;
  bool published;
  StageVariantNames names() const {
    StageVariantNames all{{stage, name}};
    if (published) all.push_back(StageVariantName{"CNV", "published"});
    return all;
  }
  bool of_published_form() const { return published || name == "published"; }
  bool rational() const { return name.find("+rational") != std::string::npos; }
};

std::vector<Asked> all_rows() {
  std::vector<Asked> all;
  const auto add = [&](const char* stage, const auto& slot, bool in_both_forms) {
    for (const auto& row : slot.variants)
      for (const bool published : {false, true})
        if (in_both_forms || !published) all.push_back(Asked{stage, std::string(row.name), published});
  };
  add("P2P", near_slots().velocities, false);
  add("P2G", far_slots().spread, true);
  add("CNV", far_slots().transform, false);
  add("G2P", far_slots().gather, true);
  return all;
}

/// Sums by the rows that are asked for against the host's; how many rows did each stage's part.
class Agreement {
 public:
  Agreement(const EwaldCase& c, const EwaldParameters& p, double rounding) : c_(c), p_(p), rounding_(rounding) {}

  template <class Space>
  void expect(const Space& space, const Asked& asked, std::map<std::string, int>& did) {
    std::vector<double> u;
    try {
      u = summed(space, c_, p_, asked.names());
    } catch (const InputError& e) {
      const std::string why = e.what();  // it names what would do
      EXPECT_TRUE(why.find("these variants can: ") != why.npos || why.find("choose one of them") != why.npos) << why;
      return;
    }
    ++did[asked.stage];
    EXPECT_LT(relative_l2(u, truth(asked)), rounding_)
        << space_name<Space> << ": " << asked.stage << '=' << asked.name << (asked.published ? ", published form" : "");
  }

 private:
  /// The host's plainest rows of the same form; P2P by the same rational function, which errs by more than rounding.
  const std::vector<double>& truth(const Asked& asked) {
    const bool rational = asked.rational();
    std::optional<std::vector<double>>& u = truths_[asked.of_published_form()][rational];
    if (!u) {
      StageVariantNames names{{"P2P", rational ? "GM-1D+rational" : "per_target"}};
      if (asked.of_published_form())
        names.insert(names.end(), {{"CNV", "published"}, {"P2G", "base"}, {"G2P", "base"}});
      else
        names.insert(names.end(), {{"P2G", "per_point"}, {"G2P", "per_point"}});
      u = summed(Host(), c_, p_, names);
    }
    return *u;
  }

  const EwaldCase& c_;
  const EwaldParameters& p_;
  double rounding_;
  std::optional<std::vector<double>> truths_[2][2];
};

EwaldParameters parameters_of(const EwaldCase& c, Layer layer, Precision precision, Split split) {
  EwaldOptions o = relative(1e-2, layer);
  o.precision = precision;
  o.split = split;
  o.deterministic = true;  // transforms by rule: no time is spent on choosing them
  o.gradient = layer == Layer::coulomb;
  return select_ewald_parameters(c.box, o, counts_of(c, layer == Layer::coulomb ? Layer::single : layer));
}

/// With SLURRY_ALL_RUNS set, every set of points in every combination; else they take turns.
TEST(VariantsEverywhere, AgreeInEveryLayerPeriodicityPrecisionAndSplit) {
  const bool all = std::getenv("SLURRY_ALL_RUNS") != nullptr;
  const std::vector<Asked> rows = all_rows();
  std::size_t turn = 0;
  std::map<std::string, std::map<std::string, int>> did;
  for (const Layer layer : {Layer::single, Layer::double_layer, Layer::combined, Layer::coulomb})
    for (int periodicity = 0; periodicity <= 3; ++periodicity)
      for (const Split split : {Split::prolate, Split::hasimoto})
        for (const Precision precision : {Precision::fp64, Precision::fp32}) {
          ++turn;
          if (!all && (int(split) + int(precision) + periodicity) % 2 != 0) continue;
          for (const Set set : sets) {
            if (!all && (turn / 2 + turn / 8) % 4 != std::size_t(set)) continue;
            SCOPED_TRACE(testing::Message() << "layer " << int(layer) << ", " << periodicity << "-periodic, split "
                                            << int(split) << ", precision " << int(precision) << ", set " << int(set));
            const EwaldCase c = random_case(set, periodicity);
            const EwaldParameters p = parameters_of(c, layer, precision, split);
            Agreement agreement(c, p, precision == Precision::fp64 ? 1e-12 : 1e-5);
            for_each_space([&](const auto& space) {
              using Space = std::decay_t<decltype(space)>;
              for (const Asked& row : rows) agreement.expect(space, row, did[std::string(space_name<Space>)]);
            });
          }
        }
  for (const auto& [space, stages] : did)
    for (const char* stage : {"P2P", "P2G", "G2P"})
      EXPECT_GT(stages.count(stage) ? stages.at(stage) : 0, 50) << space << ' ' << stage;
  for (const auto& [space, stages] : did)
    for (const auto& [stage, sums] : stages) RecordProperty(space + "_" + stage, sums);
}

}  // namespace
}  // namespace slurry::test
