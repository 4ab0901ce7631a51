// SPDX-License-Identifier: BSD-3-Clause
#include "base/loop_name.hpp"
#include "base/text.hpp"
#include "slurry/error.hpp"
#include "yardsticks/direct_sums/access_study.hpp"

namespace slurry {
namespace {

constexpr int stride = 131, block = 128, small_tile = 32;

KOKKOS_INLINE_FUNCTION void add(float& sum, float item) {
  sum += item;
}
KOKKOS_INLINE_FUNCTION void add(FourNumbers<float>& sum, const FourNumbers<float>& item) {
  for (int c = 0; c < 4; ++c) sum.value[c] += item.value[c];
}

/// Which item is the k-th of thread j: (step k + shift j) mod N.
struct Map {
  int step, shift, items;
  Map(AccessMap kind, int n)
      : step(kind == AccessMap::linear ? 1 % n : stride % n), shift(kind == AccessMap::unordered ? 32 : 0), items(n) {}

  KOKKOS_INLINE_FUNCTION int at(int k, int j) const {
    const auto from = static_cast<long long>(k) * step + static_cast<long long>(j) * shift;
    return static_cast<int>(from % items);
  }
  /// From the k-th to the next one, at the same cost for every map.
  KOKKOS_INLINE_FUNCTION int after(int place) const {
    const int next = place + step;
    return next < items ? next : next - items;
  }
};

template <class Space, class Item>
struct NaiveAccess {
  using Items = Kokkos::View<const Item*, typename Space::memory_space>;
  Items in;
  Kokkos::View<Item*, typename Space::memory_space> out;
  Map map;
  KOKKOS_INLINE_FUNCTION void operator()(int j) const {
    Item sum = in(j);
    int place = map.at(0, j);
    for (int k = 0; k < map.items; ++k, place = map.after(place)) add(sum, in(place));
    out(j) = sum;
  }
};

/// As TiledSum of velocity_sum_impl.hpp.
template <class Space, class Item>
struct TiledAccess {
  using Team = typename Kokkos::TeamPolicy<Space>::member_type;
  using Items = Kokkos::View<const Item*, typename Space::memory_space>;
  using Tile = Kokkos::View<Item*, typename Space::scratch_memory_space, Kokkos::MemoryUnmanaged>;
  static constexpr int most_per_lane = is_host_space<Space> ? block : 1;
  Items in;
  Kokkos::View<Item*, typename Space::memory_space> out;
  Map map;
  int tile;

  KOKKOS_INLINE_FUNCTION void operator()(const Team& team) const {
    const Tile staged(team.team_scratch(0), static_cast<std::size_t>(tile));
    const int lane = team.team_rank(), lanes = team.team_size(), first = team.league_rank() * block;
    const int readers = tile < lanes ? tile : lanes, items = map.items;
    Item sum[most_per_lane];
    for (int k = 0, j = first + lane; k < most_per_lane && j < items && j < first + block; ++k, j += lanes)
      sum[k] = in(j);
    for (int base = 0; base < items; base += tile) {
      const int here = items - base < tile ? items - base : tile;
      if (lane < readers)
        for (int m = lane; m < here; m += readers) staged(m) = in(map.at(base + m, first + m));
      team.team_barrier();
      for (int k = 0, j = first + lane; k < most_per_lane && j < items && j < first + block; ++k, j += lanes)
        for (int m = 0; m < here; ++m) add(sum[k], staged(m));
      team.team_barrier();
    }
    for (int k = 0, j = first + lane; k < most_per_lane && j < items && j < first + block; ++k, j += lanes)
      out(j) = sum[k];
  }
};

template <class Space, class View>
void sum_items(const Space& space, DirectKernel kernel, const Map& map, const View& in, const View& out) {
  using Item = typename View::non_const_value_type;
  if (kernel == DirectKernel::naive) {
    Kokkos::parallel_for("slurry::direct_sums::naive_access"_loop, Kokkos::RangePolicy<Space>(space, 0, map.items),
                         NaiveAccess<Space, Item>{in, out, map});
    return;
  }
  using Tiled = TiledAccess<Space, Item>;
  const int tile = kernel == DirectKernel::tiling ? block : small_tile;
  Kokkos::TeamPolicy<Space> teams(space, (map.items + block - 1) / block, is_host_space<Space> ? 1 : block);
  teams.set_scratch_size(0, Kokkos::PerTeam(Tiled::Tile::shmem_size(static_cast<std::size_t>(tile))));
  Kokkos::parallel_for("slurry::direct_sums::tiled_access"_loop, teams, Tiled{in, out, map, tile});
}

/// Different numbers whose sums need rounding.
float number(int i) {
  return 1 + static_cast<float>(i % 1009) / 1009;
}

}  // namespace

std::string_view name_of(AccessMap map) {
  if (map == AccessMap::linear) return "linear";
  return map == AccessMap::strided ? "strided" : "unordered";
}

template <class Space>
AccessStudy<Space>::AccessStudy(const Space& space, int bytes, int items)
    : space_(space), bytes_(bytes), items_(items) {
  if (bytes != 4 && bytes != 16) throw InputError(text("items of the access study have 4 or 16 bytes, not {}", bytes));
  if (items < 1) throw InputError("the access study needs at least one item");
  const auto n = static_cast<std::size_t>(items);
  if (bytes == 4) {
    one_ = decltype(one_)("slurry::direct_sums::items", n);
    one_out_ = decltype(one_)("slurry::direct_sums::item_sums", n);
    const auto host = Kokkos::create_mirror_view(one_);
    for (int i = 0; i < items; ++i) host(i) = number(i);
    Kokkos::deep_copy(one_, host);
  } else {
    four_ = decltype(four_)("slurry::direct_sums::items", n);
    four_out_ = decltype(four_)("slurry::direct_sums::item_sums", n);
    const auto host = Kokkos::create_mirror_view(four_);
    for (int i = 0; i < items; ++i)
      for (int c = 0; c < 4; ++c) host(i).value[c] = number(4 * (i % 100000) + c);
    Kokkos::deep_copy(four_, host);
  }
}

template <class Space>
void AccessStudy<Space>::run(DirectKernel kernel, AccessMap map) {
  if (kernel == DirectKernel::symmetric)
    throw InputError("the access study has no kernel that uses the symmetry of pairs");
  if (bytes_ == 4)
    sum_items(space_, kernel, Map(map, items_), one_, one_out_);
  else
    sum_items(space_, kernel, Map(map, items_), four_, four_out_);
}

template <class Space>
std::vector<double> AccessStudy<Space>::result() const {
  space_.fence();
  std::vector<double> found(static_cast<std::size_t>(items_));
  if (bytes_ == 4) {
    const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), one_out_);
    for (int i = 0; i < items_; ++i) found[i] = host(i);
  } else {
    const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), four_out_);
    for (int i = 0; i < items_; ++i)
      for (int c = 0; c < 4; ++c) found[i] += host(i).value[c];
  }
  return found;
}

#define SLURRY_INSTANTIATE(Space) template class AccessStudy<Space>;
SLURRY_FOR_EACH_SPACE(SLURRY_INSTANTIATE)

}  // namespace slurry
