// SPDX-License-Identifier: BSD-3-Clause
#include "scenario/lattice.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "base/text.hpp"
#include "geometry/periods.hpp"
#include "slurry/error.hpp"

namespace slurry {

namespace {

using Vector = std::array<double, 3>;

/// Rectangular unit cell; nearest neighbours are 1 apart.
struct UnitCell {
  Vector edges;
  std::vector<Vector> sites;  ///< in units of the edges
};

UnitCell unit_cell(LatticeKind kind) {
  switch (kind) {
    case LatticeKind::cubic:
      return {{1, 1, 1}, {{0, 0, 0}}};
    case LatticeKind::body_centred: {
      const double a = 2 / std::sqrt(3.0);
      return {{a, a, a}, {{0, 0, 0}, {0.5, 0.5, 0.5}}};
    }
    case LatticeKind::face_centred: {
      const double a = std::sqrt(2.0);
      return {{a, a, a}, {{0, 0, 0}, {0, 0.5, 0.5}, {0.5, 0, 0.5}, {0.5, 0.5, 0}}};
    }
    case LatticeKind::hexagonal:  // layers A and B, each of two sites in a rectangle of 1 by the square root of 3
      break;
  }
  return {{1, std::sqrt(3.0), std::sqrt(8.0 / 3)}, {{0, 0, 0}, {0.5, 0.5, 0}, {0.5, 1.0 / 6, 0.5}, {0, 2.0 / 3, 0.5}}};
}

/// Numbers of unit cells along the edges that need the least stretching, if there are any within a quarter.
std::optional<std::array<int, 3>> cells_that_fill(const Domain& d, const UnitCell& u, std::size_t count) {
  if (count % u.sites.size() != 0) return {};
  const auto cells = static_cast<int>(count / u.sites.size());
  constexpr double most = 1.25;
  double best = most * (1 + 1e-9);
  std::optional<std::array<int, 3>> found;
  for (int i = 1; i <= cells; ++i) {
    if (cells % i != 0) continue;
    for (int j = 1; j <= cells / i; ++j) {
      if (cells / i % j != 0) continue;
      const std::array<int, 3> n{i, j, cells / i / j};
      double low = 1e300, high = 0;
      for (std::size_t c = 0; c < 3; ++c) {
        const double scale = d.cell[c] / (n[c] * u.edges[c]);
        low = std::min(low, scale);
        high = std::max(high, scale);
      }
      if (high / low >= best) continue;
      best = high / low;
      found = n;
    }
  }
  return found;
}

std::vector<double> fill_cell(const Domain& d, const BodyGroup& g) {
  const UnitCell u = unit_cell(g.lattice);
  const auto cells = cells_that_fill(d, u, g.count);
  if (!cells) {
    std::size_t below = g.count, above = g.count;
    while (below > 0 && !cells_that_fill(d, u, below)) --below;
    while (above < 8 * g.count + 1000 && !cells_that_fill(d, u, above)) ++above;
    throw InputError(
        text("{} bodies do not fill the cell with this lattice; take {} or {} bodies, or give bodies.spacing", g.count,
             below, above));
  }
  std::vector<double> x;
  for (int i = 0; i < (*cells)[0]; ++i)
    for (int j = 0; j < (*cells)[1]; ++j)
      for (int k = 0; k < (*cells)[2]; ++k)
        for (const Vector& s : u.sites) {
          const Vector at{i + s[0], j + s[1], k + s[2]};
          for (std::size_t c = 0; c < 3; ++c) x.push_back(at[c] * d.cell[c] / (*cells)[c]);
        }
  return x;
}

/// Where the middle of the lattice lies, and how far it reaches from there along each axis; whole unit cells along a
/// period.
struct Region {
  Vector middle{0, 0, 0}, edges{};
  std::array<int, 3> from{}, to{};  ///< unit cells, `to` not included
};

Region region_of(const Domain& d, const BodyGroup& g, const UnitCell& u) {
  Region r;
  const Periods periods = Periods::of(d);
  const auto around =
      static_cast<int>(std::ceil(std::cbrt(static_cast<double>(g.count) / static_cast<double>(u.sites.size())))) + 2;
  for (std::size_t c = 0; c < 3; ++c) {
    r.edges[c] = g.spacing * u.edges[c];
    const double period = periods.length[c];
    if (period > 0) {
      const int whole = static_cast<int>(std::floor(period / r.edges[c] * (1 + 1e-9)));
      if (whole < 1)
        throw InputError(text("a unit cell of the lattice is {:g} long, but the period is {:g}; lower bodies.spacing",
                              r.edges[c], period));
      r.edges[c] = period / whole;
      r.middle[c] = d.kind == DomainKind::periodic_3 ? 0.5 * period : 0;
      r.from[c] = -(whole / 2);
      r.to[c] = r.from[c] + whole;
    } else {
      const int reach =
          d.kind == DomainKind::pipe ? static_cast<int>(std::ceil(d.radius / r.edges[c])) + 1 : 2 * around;
      r.from[c] = -reach;
      r.to[c] = reach + 1;
    }
  }
  return r;
}

std::vector<double> nearest_sites(const Domain& d, const BodyGroup& g) {
  const UnitCell u = unit_cell(g.lattice);
  const Region r = region_of(d, g, u);
  struct Site {
    double distance;
    Vector at;
  };
  std::vector<Site> sites;
  for (int i = r.from[0]; i < r.to[0]; ++i)
    for (int j = r.from[1]; j < r.to[1]; ++j)
      for (int k = r.from[2]; k < r.to[2]; ++k)
        for (const Vector& s : u.sites) {
          const Vector x{(i + s[0]) * r.edges[0], (j + s[1]) * r.edges[1], (k + s[2]) * r.edges[2]};
          if (d.kind == DomainKind::pipe && std::hypot(x[1], x[2]) > (d.radius - g.radius) * (1 + 1e-12)) continue;
          // equal distances are told apart by the order along the axes, not by rounding
          const double distance = std::round(1e6 * std::hypot(x[0], x[1], x[2]) / g.spacing);
          sites.push_back({distance, {x[0] + r.middle[0], x[1] + r.middle[1], x[2] + r.middle[2]}});
        }
  if (sites.size() < g.count)
    throw InputError(
        text("the domain has room for {} sites of the lattice, but {} bodies are asked for; lower bodies.count or "
             "bodies.spacing",
             sites.size(), g.count));
  std::stable_sort(sites.begin(), sites.end(), [](const Site& a, const Site& b) { return a.distance < b.distance; });
  std::vector<double> x;
  for (std::size_t i = 0; i < g.count; ++i) x.insert(x.end(), sites[i].at.begin(), sites[i].at.end());
  return x;
}

}  // namespace

std::vector<double> lattice_places(const Domain& domain, const BodyGroup& group) {
  if (group.spacing > 0) return nearest_sites(domain, group);
  if (domain.kind == DomainKind::periodic_3) return fill_cell(domain, group);
  throw InputError("bodies.spacing is missing; a lattice needs it outside of a periodic cell");
}

void note_stretched_lattices(Scenario& s) {
  for (const BodyGroup& g : s.bodies) {
    if (g.placement != PlacementKind::lattice || !(g.spacing > 0)) continue;
    const UnitCell u = unit_cell(g.lattice);
    const Region r = region_of(s.domain, g, u);
    std::string by;
    for (std::size_t c = 0; c < 3; ++c) {
      const double factor = r.edges[c] / (g.spacing * u.edges[c]);
      if (factor > 1 + 1e-6) by += text("{}{} along {}", by.empty() ? "" : ", ", text("{:.4g}", factor), "xyz"[c]);
    }
    if (!by.empty())
      s.start_notes.push_back(text(
          "a lattice with a spacing of {:g} that is stretched to fill the period, by factors of {}", g.spacing, by));
  }
}

}  // namespace slurry
