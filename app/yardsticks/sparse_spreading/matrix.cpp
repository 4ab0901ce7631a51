// SPDX-License-Identifier: BSD-3-Clause
#include "yardsticks/sparse_spreading/hybrid.hpp"
#include "yardsticks/sparse_spreading/row_sums.hpp"

namespace slurry::spreading_methods {
namespace matrix {

template <class F>
void with_group(int group, F&& f) {
  if (group == 1)
    f(std::integral_constant<int, 1>());
  else if (group == 2)
    f(std::integral_constant<int, 2>());
  else if (group == 4)
    f(std::integral_constant<int, 4>());
  else if (group == 8)
    f(std::integral_constant<int, 8>());
  else if (group == 16)
    f(std::integral_constant<int, 16>());
  else
    f(std::integral_constant<int, 32>());
}

/// The transposed product by rows; where the same bits are wanted, particle by particle from their coordinates.
template <class Space, class Real>
class Rowwise : public RowMatrix<Space, Real> {
 public:
  Rowwise(const SpreadOptions& o, const Rows& rows) : RowMatrix<Space, Real>(o), rows_(rows) {}
  void interpolate(const Space& space, const SpreadValues<Space, Real>& mesh,
                   const SpreadValues<Space, Real>& values) override {
    if (this->options_.deterministic) return SpreadBase<Space, Real>::interpolate(space, mesh, values);
    Kokkos::deep_copy(space, values, Real(0));
    with_components(this->options_.components, [&](auto c) {
      Kokkos::parallel_for(
          "slurry::spreading::transposed"_loop, Kokkos::RangePolicy<Space>(space, 0, rows_.rows()),
          ReturnRow<Space, Real, decltype(c)::value>{this->start_, this->entries_, rows_, mesh.data(), values.data()});
    });
  }

 protected:
  void build(const Space& space) override { this->collect(space, rows_); }
  Rows rows_;
};

template <class Space, class Real>
class SingleMesh final : public Rowwise<Space, Real> {
 public:
  explicit SingleMesh(const SpreadOptions& o) : Rowwise<Space, Real>(o, Rows{o.mesh, 1, 0}) {}
  void spread(const Space& space, const SpreadValues<Space, Real>& values,
              const SpreadValues<Space, Real>& mesh) override {
    const int rows = this->nodes(),
              group = this->options_.row_group > 0
                          ? this->options_.row_group
                          : row_group_of(contributions_per_node(this->options_, std::size_t(this->count_)));
    with_components(this->options_.components, [&](auto c) {
      constexpr int C = decltype(c)::value;
      if constexpr (is_host_space<Space>) {
        with_group(group, [&](auto g) {
          Kokkos::parallel_for(
              "slurry::spreading::rows"_loop, Kokkos::RangePolicy<Space>(space, 0, rows),
              SumRow<Space, Real, C, decltype(g)::value>{this->start_, this->entries_, values.data(), mesh.data()});
        });
      } else {
        constexpr int team = 128;
        const int per_team = team / group;
        Kokkos::TeamPolicy<Space> policy(space, (rows + per_team - 1) / per_team, team);
        policy.set_scratch_size(0, Kokkos::PerTeam(team * sizeof(Sums<Real, C>)));
        Kokkos::parallel_for("slurry::spreading::rows"_loop, policy,
                             SumRowsInScratch<Space, Real, C>{this->start_, this->entries_, rows, group, values.data(),
                                                              mesh.data(), this->options_.row_sum == RowSum::shuffle});
      }
    });
  }
};

template <class Space, class Real>
class GroupMesh final : public Rowwise<Space, Real> {
 public:
  explicit GroupMesh(const SpreadOptions& o)
      : Rowwise<Space, Real>(
            o, Rows{o.mesh, o.group_size, o.group_shape == GroupShape::cube ? (o.group_size == 8 ? 2 : 4) : 0}) {}
  void spread(const Space& space, const SpreadValues<Space, Real>& values,
              const SpreadValues<Space, Real>& mesh) override {
    if (this->options_.group_sum == GroupSum::atomics) {
      Kokkos::deep_copy(space, mesh, Real(0));
      run<true>(space, values, mesh);
    } else {
      run<false>(space, values, mesh);
    }
  }

 private:
  template <bool atomics>
  void run(const Space& space, const SpreadValues<Space, Real>& values, const SpreadValues<Space, Real>& mesh) {
    const int rows = this->rows_.rows();
    with_components(this->options_.components, [&](auto c) {
      constexpr int C = decltype(c)::value;
      if constexpr (is_host_space<Space>) {
        Kokkos::parallel_for(
            "slurry::spreading::groups"_loop, Kokkos::RangePolicy<Space>(space, 0, rows),
            SumGroup<Space, Real, C, atomics>{this->start_, this->entries_, this->rows_, values.data(), mesh.data()});
      } else {
        Kokkos::TeamPolicy<Space> policy(space, rows, 64);
        policy.set_scratch_size(0, Kokkos::PerTeam(this->rows_.size * C * sizeof(Real)));
        Kokkos::parallel_for("slurry::spreading::groups"_loop, policy,
                             SumGroupByTeam<Space, Real, C, atomics>{this->start_, this->entries_, this->rows_,
                                                                     values.data(), mesh.data()});
      }
    });
  }
};

}  // namespace matrix

template <class Space, class Real>
Made<Space, Real> make_matrix(const SpreadOptions& o) {
  if (o.method == SpreadMethod::hybrid) return std::make_unique<Hybrid<Space, Real>>(o);
  if (o.method == SpreadMethod::group_mesh) return std::make_unique<matrix::GroupMesh<Space, Real>>(o);
  if (is_host_space<Space> && o.row_sum == RowSum::scratch)
    throw InputError(
        "sums of a row through scratch memory are possible on devices only; the host adds up in registers");
  return std::make_unique<matrix::SingleMesh<Space, Real>>(o);
}

#define SLURRY_INSTANTIATE(Space)                                                \
  template Made<Space, double> make_matrix<Space, double>(const SpreadOptions&); \
  template Made<Space, float> make_matrix<Space, float>(const SpreadOptions&);
SLURRY_FOR_EACH_SPACE(SLURRY_INSTANTIATE)
#undef SLURRY_INSTANTIATE

}  // namespace slurry::spreading_methods
