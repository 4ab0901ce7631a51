// SPDX-License-Identifier: BSD-3-Clause
#include "yardsticks/sparse_spreading/spread_operator.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "slurry/error.hpp"

namespace slurry {
namespace {

struct NamedMethod {
  SpreadMethod method;
  std::string_view name;
};
constexpr NamedMethod named_methods[] = {{SpreadMethod::automatic, "auto"},
                                         {SpreadMethod::particle, "particle"},
                                         {SpreadMethod::probe, "probe"},
                                         {SpreadMethod::gather, "gather"},
                                         {SpreadMethod::single_mesh, "single-mesh"},
                                         {SpreadMethod::group_mesh, "group-mesh"},
                                         {SpreadMethod::hybrid, "hybrid"},
                                         {SpreadMethod::colours, "colours"},
                                         {SpreadMethod::stored, "stored"}};

bool is_power_of_two(int n, int least, int most) {
  return n >= least && n <= most && (n & (n - 1)) == 0;
}

void refuse_impossible(const SpreadOptions& o, bool on_host) {
  const int p = o.window_points;
  if (p != 4 && p != 6 && p != 8) throw InputError(text("the window must be 4, 6 or 8 points wide, not {}", p));
  if (o.mesh < p || o.mesh > 1024)
    throw InputError(text("a mesh of {} nodes along an edge was asked for; it must have {} to 1024", o.mesh, p));
  if (o.components < 1 || o.components > 4)
    throw InputError(text("{} components were asked for; 1 to 4 can be spread", o.components));
  if (o.row_group != 0 && !is_power_of_two(o.row_group, 1, 32))
    throw InputError(text("{} threads per row were asked for; 1, 2, 4, 8, 16 or 32 are possible", o.row_group));
  if (o.group_shape == GroupShape::row && !is_power_of_two(o.group_size, 2, 256))
    throw InputError(
        text("groups of {} nodes were asked for; the number must be a power of two from 2 to 256", o.group_size));
  if (o.group_shape == GroupShape::cube) {
    if (o.group_size != 8 && o.group_size != 64)
      throw InputError(text("cubes of {} nodes were asked for; 8 or 64 are possible", o.group_size));
    const int edge = o.group_size == 8 ? 2 : 4;
    if (o.mesh % edge != 0)
      throw InputError(text("a mesh of {} nodes along an edge cannot be divided into cubes of edge {}", o.mesh, edge));
  }
  const bool in_order = o.method == SpreadMethod::automatic || o.method == SpreadMethod::single_mesh ||
                        (o.method == SpreadMethod::group_mesh && on_host && o.group_sum == GroupSum::scratch) ||
                        (on_host && (o.method == SpreadMethod::colours || o.method == SpreadMethod::stored));
  if (o.deterministic && !in_order)
    throw InputError(text("spreading by '{}' adds up in an order that depends on timing; 'single-mesh' does not",
                          name_of(o.method)));
}

template <class Space, class Real>
std::unique_ptr<SpreadOperator<Space, Real>> made(const SpreadOptions& o) {
  switch (o.method) {
    case SpreadMethod::single_mesh:
    case SpreadMethod::group_mesh:
    case SpreadMethod::hybrid:
      return spreading_methods::make_matrix<Space, Real>(o);
    case SpreadMethod::colours:
    case SpreadMethod::stored:
      return spreading_methods::make_slabs<Space, Real>(o);
    default:
      return spreading_methods::make_particle<Space, Real>(o);
  }
}

/// Chooses when it sees how many points there are.
template <class Space, class Real>
class Automatic final : public SpreadOperator<Space, Real> {
 public:
  explicit Automatic(const SpreadOptions& o) : options_(o) {}
  void set_points(const Space& space, ConstVectors<Space> positions) override {
    SpreadOptions o = options_;
    o.method = choose_spread_method<Space, Real>(options_, positions.extent(0), chosen_ ? chosen_->bytes() : 0);
    if (!chosen_ || chosen_->method() != o.method) chosen_ = made<Space, Real>(o);
    chosen_->set_points(space, positions);
  }
  void spread(const Space& space, const SpreadValues<Space, Real>& values,
              const SpreadValues<Space, Real>& mesh) override {
    chosen_->spread(space, values, mesh);
  }
  void interpolate(const Space& space, const SpreadValues<Space, Real>& mesh,
                   const SpreadValues<Space, Real>& values) override {
    chosen_->interpolate(space, mesh, values);
  }
  double bytes() const override { return chosen_ ? chosen_->bytes() : 0; }
  SpreadMethod method() const override { return chosen_ ? chosen_->method() : SpreadMethod::automatic; }

 private:
  SpreadOptions options_;
  std::unique_ptr<SpreadOperator<Space, Real>> chosen_;
};

}  // namespace

std::string_view name_of(SpreadMethod method) {
  for (const NamedMethod& w : named_methods)
    if (w.method == method) return w.name;
  return {};
}

const std::vector<SpreadMethod>& spread_methods() {
  static const std::vector<SpreadMethod> all = [] {
    std::vector<SpreadMethod> methods;
    for (const NamedMethod& w : named_methods) methods.push_back(w.method);
    return methods;
  }();
  return all;
}

double contributions_per_node(const SpreadOptions& o, std::size_t points) {
  return double(points) * std::pow(double(o.window_points) / o.mesh, 3);
}

int row_group_of(double contributions) {
  int group = 1;
  while (group < 16 && contributions >= 2 * group) group *= 2;
  return group;
}

template <class Space, class Real>
std::unique_ptr<SpreadOperator<Space, Real>> make_spread_operator(const SpreadOptions& o) {
  refuse_impossible(o, is_host_space<Space>);
  if (o.method == SpreadMethod::automatic) return std::make_unique<Automatic<Space, Real>>(o);
  return made<Space, Real>(o);
}

#define SLURRY_INSTANTIATE(Space)                                                                                    \
  template std::unique_ptr<SpreadOperator<Space, double>> make_spread_operator<Space, double>(const SpreadOptions&); \
  template std::unique_ptr<SpreadOperator<Space, float>> make_spread_operator<Space, float>(const SpreadOptions&);
SLURRY_FOR_EACH_SPACE(SLURRY_INSTANTIATE)
#undef SLURRY_INSTANTIATE

}  // namespace slurry
