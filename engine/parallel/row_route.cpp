// SPDX-License-Identifier: BSD-3-Clause
#include "parallel/row_route.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

namespace slurry {

namespace {

/// Number of the first row of each part, and of the row behind the last one.
std::vector<std::size_t> firsts_of(const std::vector<std::size_t>& count) {
  std::vector<std::size_t> first(count.size() + 1, 0);
  std::partial_sum(count.begin(), count.end(), first.begin() + 1);
  return first;
}

}  // namespace

RowRoute::RowRoute(Communicator& ranks, std::vector<int> partners, std::vector<std::size_t> count,
                   std::vector<std::size_t> to)
    : ranks_(&ranks), partners_(std::move(partners)), sent_(std::move(to)), first_out_(firsts_of(count)) {
  std::vector<std::vector<std::size_t>> counts;
  for (const std::size_t some : count) counts.push_back({some});
  std::vector<std::size_t> coming;
  for (const auto& some : ranks.exchange_with(partners_, counts)) coming.push_back(some.at(0));
  first_in_ = firsts_of(coming);
}

Migration migration(Communicator& ranks, const Slabs& slabs, std::span<const double> placed_x) {
  const int size = ranks.size();
  std::vector<int> owner(placed_x.size());
  std::vector<std::size_t> of_rank(static_cast<std::size_t>(size), 0);
  for (std::size_t i = 0; i < placed_x.size(); ++i) {
    owner[i] = slabs.owner(placed_x[i]);
    ++of_rank[static_cast<std::size_t>(owner[i])];
  }
  std::set<int> partners{ranks.left(), ranks.rank(), ranks.right()};
  bool goes_far = false;
  for (int q = 0; q < size; ++q)
    goes_far = goes_far || (of_rank[static_cast<std::size_t>(q)] > 0 && !partners.count(q));
  Migration m;
  m.far = ranks.any(goes_far);
  for (int q = 0; m.far && q < size; ++q) partners.insert(q);
  std::vector<std::size_t> next = firsts_of(of_rank), count, to(placed_x.size());
  for (std::size_t i = 0; i < placed_x.size(); ++i) to[next[static_cast<std::size_t>(owner[i])]++] = i;
  for (const int q : partners) count.push_back(of_rank[static_cast<std::size_t>(q)]);
  m.route = RowRoute(ranks, {partners.begin(), partners.end()}, std::move(count), std::move(to));
  return m;
}

namespace {

/// Whether the image of a slab lies behind a slab; slabs and their images follow each other along x.
bool lies_behind(const SlabImage& image, int slab) {
  return image.periods > 0 || (image.periods == 0 && image.rank > slab);
}

std::vector<SlabImage> wanted_images(const Slabs& slabs, int from, int to, double reach, GhostSide side) {
  std::vector<SlabImage> images = images_within(slabs, from, to, reach);
  if (side == GhostSide::right) std::erase_if(images, [&](const SlabImage& i) { return !lies_behind(i, to); });
  return images;
}

}  // namespace

GhostRoute ghost_route(Communicator& ranks, const Slabs& slabs, std::span<const double> placed_x, double reach,
                       GhostSide side) {
  const int me = ranks.rank();
  std::vector<int> partners;
  std::vector<std::size_t> count, to;
  std::vector<std::vector<double>> moves;
  for (int q = 0; q < ranks.size(); ++q) {
    const auto out = wanted_images(slabs, me, q, reach, side);
    if (out.empty() && wanted_images(slabs, q, me, reach, side).empty()) continue;
    partners.push_back(q);
    const std::size_t before = to.size();
    auto& moved = moves.emplace_back();
    for (const SlabImage& image : out) {
      const double by = image.periods * slabs.length;
      for (std::size_t i = 0; i < placed_x.size(); ++i)
        if (is_within(slabs, placed_x[i] + by, q, reach)) {
          to.push_back(i);
          moved.push_back(by);
        }
    }
    count.push_back(to.size() - before);
  }
  GhostRoute g;
  for (auto& part : ranks.exchange_with(partners, moves)) g.moved.insert(g.moved.end(), part.begin(), part.end());
  g.route = RowRoute(ranks, std::move(partners), std::move(count), std::move(to));
  return g;
}

}  // namespace slurry
