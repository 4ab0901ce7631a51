// SPDX-License-Identifier: BSD-3-Clause
#include "parallel/row_route.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace slurry {

RowRoute::RowRoute(Communicator& ranks, std::vector<int> partners, std::vector<std::vector<std::size_t>> to)
    : ranks_(&ranks), partners_(std::move(partners)), to_(std::move(to)) {
  std::vector<std::vector<std::size_t>> counts;
  for (const auto& numbers : to_) {
    counts.push_back({numbers.size()});
    sent_.insert(sent_.end(), numbers.begin(), numbers.end());
  }
  for (const auto& count : ranks.exchange_with(partners_, counts)) {
    from_.push_back(count.at(0));
    arriving_ += count[0];
  }
}

Migration migration(Communicator& ranks, const Slabs& slabs, std::span<const double> placed_x) {
  const int size = ranks.size();
  std::vector<std::vector<std::size_t>> to(static_cast<std::size_t>(size));
  bool goes_far = false;
  for (std::size_t i = 0; i < placed_x.size(); ++i) {
    const int owner = slabs.owner(placed_x[i]);
    goes_far = goes_far || (owner != ranks.rank() && owner != ranks.left() && owner != ranks.right());
    to[static_cast<std::size_t>(owner)].push_back(i);
  }
  Migration m;
  m.far = ranks.any(goes_far);
  std::set<int> partners{ranks.left(), ranks.rank(), ranks.right()};
  for (int q = 0; m.far && q < size; ++q) partners.insert(q);
  std::vector<std::vector<std::size_t>> kept;
  for (const int q : partners) kept.push_back(std::move(to[static_cast<std::size_t>(q)]));
  m.route = RowRoute(ranks, {partners.begin(), partners.end()}, std::move(kept));
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
  std::vector<std::vector<std::size_t>> to;
  std::vector<std::vector<double>> moves;
  for (int q = 0; q < ranks.size(); ++q) {
    const auto out = wanted_images(slabs, me, q, reach, side);
    if (out.empty() && wanted_images(slabs, q, me, reach, side).empty()) continue;
    partners.push_back(q);
    auto& numbers = to.emplace_back();
    auto& moved = moves.emplace_back();
    for (const SlabImage& image : out) {
      const double by = image.periods * slabs.length;
      for (std::size_t i = 0; i < placed_x.size(); ++i)
        if (is_within(slabs, placed_x[i] + by, q, reach)) {
          numbers.push_back(i);
          moved.push_back(by);
        }
    }
  }
  GhostRoute g;
  for (auto& part : ranks.exchange_with(partners, moves)) g.moved.insert(g.moved.end(), part.begin(), part.end());
  g.route = RowRoute(ranks, std::move(partners), std::move(to));
  return g;
}

}  // namespace slurry
