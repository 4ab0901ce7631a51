// SPDX-License-Identifier: BSD-3-Clause
#include "base/text.hpp"
#include "far_field/far_stages.hpp"

// The variants of P2G, of the transforms and of G2P.
namespace slurry {
namespace {

template <class Stage>
std::unique_ptr<Stage> made(Stage stage) {
  return std::make_unique<Stage>(std::move(stage));
}

/// The host's loops, slab by slab; how the grid lies says which.
template <class Space, class Real>
struct SpreadSlabs {
  static auto make() {
    const auto spread = [](const auto&... arguments) { p2g<Space, Real>(arguments...); };
    return made(SpreadStage<Space, Real>{spread, p2g_charges<Space, Real>});
  }
};
template <class Space, class Real>
struct SpreadPoints {
  static auto make() {
    const auto spread = [](auto& space, auto& grid, auto& window, auto& points, auto& density, int components,
                           auto& values, auto& /*sorted*/) {
      p2g_per_point<Space, Real>(space, grid, window, points, density, components, values);
    };
    return made(SpreadStage<Space, Real>{spread, p2g_charges_per_point<Space, Real>});
  }
};
template <class Space, class Real>
struct GatherStrips {
  static auto make() { return made(GatherStage<Space, Real>{g2p<Space, Real>, g2p_fields<Space, Real>}); }
};
template <class Space, class Real>
struct GatherPoints {
  static auto make() {
    return made(GatherStage<Space, Real>{g2p_per_point<Space, Real>, g2p_fields_per_point<Space, Real>});
  }
};

bool has_dipoles(const EwaldParameters& p) {
  return p.layer == Layer::double_layer || p.layer == Layer::combined;
}
bool always(const StageCase&) {
  return true;
}
/// Fields want rows of components.
bool gains(const EwaldParameters& p, int components) {
  return p.layer != Layer::coulomb && !p.gradient && !p.pressure &&
         interleaving_gains(p.window_points, components, p.precision == Precision::fp32 ? 4 : 8);
}
bool spreads_interleaved(const StageCase& c) {
  return gains(c.parameters, has_dipoles(c.parameters) ? 4 : 3);
}
bool gathers_interleaved(const StageCase& c) {
  return gains(c.parameters, 3);
}

/// Vectors of 8 numbers under the window of a point: of rows, aligned ones for wide windows,
double vectors_of_rows(const StageCase& c) {
  const bool fp32 = c.parameters.precision == Precision::fp32;
  const int points = c.parameters.window_points, width = fp32 ? 8 : 4;
  const double rows = double(points) * points;
  return c.components * (points <= 8 ? rows : rows * ((points + 2 * (width - 1)) / width) * width / 8.0);
}
/// or whole ones of an interleaved grid; such a one takes as long as 1.4 rows of 8 in single precision.
double interleaved_work(const StageCase& c) {
  const bool fp32 = c.parameters.precision == Precision::fp32;
  const int points = c.parameters.window_points;
  if (c.components < 3) return vectors_of_rows(c);
  return double(points) * points * interleaved_vectors(points, c.components, fp32 ? 4 : 8) * (fp32 ? 1.4 : 1);
}
/// Where all directions are free, more than half of every line is padding that is zero on the way in and never read on
/// the way back, and passes through the caches are cheaper: the transforms of 12 sums (grids of 30 to 97, points in the
/// volume, on a surface, on a line) take 0.65 to 0.9 of what the same butterflies take in one periodic direction.
double padded_share(const StageCase& c) {
  return c.parameters.box.periodicity == 0 ? 0.78 : 1;
}

/// Three components are spread on the grid of a result.  Four have one of their own, which may be interleaved where
/// results are not.
bool lie_alike(GridLayout spread, GridLayout transform, GridLayout gather, bool dipoles) {
  const bool on_interleaved = spread == GridLayout::interleaved || gather == GridLayout::interleaved;
  return !(transform == GridLayout::rows && on_interleaved) &&
         (spread == gather || (dipoles && spread == GridLayout::interleaved));
}

}  // namespace

const FarSlots& far_slots() {
  using Spread = StageForms<SpreadStage>;
  using Transform = decltype(FarSlots::transform)::Forms;
  using Gather = StageForms<GatherStage>;
  using Transfer = decltype(FarSlots::transfer)::Forms;
  static const FarSlots slots{
      {"P2G",
       {"P2G"},
       {{"interleaved", "own", spreads_interleaved, Spread::of<SpreadSlabs, FormOn::host, double, float>(),
         GridLayout::interleaved, interleaved_work},
        {"rows", "own", always, Spread::of<SpreadSlabs, FormOn::host, double, float>(), GridLayout::rows,
         vectors_of_rows},
        {"per_point", "own", always, Spread::of<SpreadPoints, FormOn::both, double, float>(), GridLayout::rows}}},
      {"transform",
       {"FFT", "CNV", "IFFT"},
       {{"fused", "own", always, Transform::of<FusedConvolution, FormOn::host, double, float>(), GridLayout::any,
         padded_share},
        {"batched", "own", always, Transform::of<BatchedConvolution, FormOn::device, double, float>(),
         GridLayout::rows}}},
      {"G2P",
       {"G2P"},
       {{"interleaved", "own", gathers_interleaved, Gather::of<GatherStrips, FormOn::host, double, float>(),
         GridLayout::interleaved, interleaved_work},
        {"rows", "own", always, Gather::of<GatherStrips, FormOn::host, double, float>(), GridLayout::rows,
         vectors_of_rows},
        {"per_point", "own", always, Gather::of<GatherPoints, FormOn::both, double, float>(), GridLayout::rows}}},
      {"transfer",
       {"transfer"},
       {{"by_plane", "own", always, Transfer::of<PlaneTransfer, FormOn::host, double, float>()},
        {"by_row", "own", always, Transfer::of<RowTransfer, FormOn::device, double, float>(), GridLayout::rows}}}};
  return slots;
}

template <class Space, class Real>
FarRows FarRows::choose(const FarSlots& slots, const EwaldParameters& p, const StageVariantNames& asked) {
  const StageCase c{p, asked, is_host_space<Space>};
  FarRows found;
  const auto& transform = slots.transform.template first<Space, Real>(c);
  slots.spread.template visit_fitting<Space, Real>(c, [&](auto& spread) {
    slots.gather.template visit_fitting<Space, Real>(c, [&](auto& gather) {
      const bool fits = lie_alike(spread.layout, transform.layout, gather.layout, has_dipoles(p));
      if (fits) found = {&spread, &transform, &gather};
      return fits;
    });
    return found.spread != nullptr;
  });
  if (!found.spread)
    throw InputError(text("P2G by '{}' and G2P by '{}' want grids that lie otherwise; choose one of them",
                          slots.spread.asked(asked), slots.gather.asked(asked)));
  return found;
}

FarGrid FarRows::grid(const EwaldParameters& p) const {
  return make_far_grid(p, gather->layout == GridLayout::interleaved,
                       has_dipoles(p) && spread->layout == GridLayout::interleaved);
}
FarGrid make_sum_grid(const EwaldParameters& p) {
  return FarRows::choose<Host, double>(far_slots(), p, {}).grid(p);
}

#define SLURRY_INSTANTIATE(Space)                                                                                     \
  template FarRows FarRows::choose<Space, double>(const FarSlots&, const EwaldParameters&, const StageVariantNames&); \
  template FarRows FarRows::choose<Space, float>(const FarSlots&, const EwaldParameters&, const StageVariantNames&);
SLURRY_FOR_EACH_SPACE(SLURRY_INSTANTIATE)

}  // namespace slurry
