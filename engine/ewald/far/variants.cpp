// SPDX-License-Identifier: BSD-3-Clause
#include <deque>
#include <string>

#include "base/text.hpp"
#include "ewald/far/convolution_memory.hpp"
#include "ewald/far/convolution_published.hpp"
#include "ewald/far/far_stages.hpp"
#include "ewald/far/published_spreading.hpp"
#include "ewald/far/stage_work.hpp"

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

/// The orders of Kosmacher et al. 2026 with teams of so many.  Charges and fields, of which that paper has no form, go
/// point by point.
template <SpreadOrder order, int block>
struct PublishedSpread {
  template <class Space, class Real>
  struct Form {
    static auto make() {
      const auto spread = [](auto& space, auto& grid, auto& window, auto& points, auto& density, int components,
                             auto& values, auto& /*sorted*/) {
        p2g_published<Space, Real>(order, block, space, grid, window, points, density, components, values);
      };
      return made(SpreadStage<Space, Real>{spread, p2g_charges_per_point<Space, Real>});
    }
  };
  static StageWork work(const StageSizes& given) {
    StageSizes sizes = given;
    sizes.block = block;
    return published_spread_work(order, sizes);
  }
  static StageNeeds needs(const EwaldStageCase& load) { return {published_spread_bytes(order, load)}; }
};
template <GatherOrder order, int block>
struct PublishedGather {
  template <class Space, class Real>
  struct Form {
    static auto make() {
      const auto gather = [](auto& space, auto& grid, auto& window, auto& points, auto& values, auto& u) {
        g2p_published<Space, Real>(order, block, space, grid, window, points, values, u);
      };
      return made(GatherStage<Space, Real>{gather, g2p_fields_per_point<Space, Real>});
    }
  };
};

bool has_dipoles(const EwaldParameters& p) {
  return p.layer == Layer::double_layer || p.layer == Layer::combined;
}
bool always(const EwaldStageCase&) {
  return true;
}
/// Fields want rows of components.
bool gains(const EwaldParameters& p, int components) {
  return p.layer != Layer::coulomb && !p.gradient && !p.pressure &&
         interleaving_gains(p.window_points, components, p.precision == Precision::fp32 ? 4 : 8);
}
bool spreads_interleaved(const EwaldStageCase& c) {
  return gains(c.parameters, has_dipoles(c.parameters) ? 4 : 3);
}
bool gathers_interleaved(const EwaldStageCase& c) {
  return gains(c.parameters, 3);
}

/// Vectors of 8 numbers under the window of a point: of rows, aligned ones for wide windows,
RowWork vectors_of_rows(const EwaldStageCase& c) {
  const bool fp32 = c.parameters.precision == Precision::fp32;
  const int points = c.parameters.window_points, width = fp32 ? 8 : 4;
  const double rows = double(points) * points;
  return {c.components * (points <= 8 ? rows : rows * ((points + 2 * (width - 1)) / width) * width / 8.0)};
}
/// or whole ones of an interleaved grid; such a one takes as long as 1.4 rows of 8 in single precision.
RowWork interleaved_work(const EwaldStageCase& c) {
  const bool fp32 = c.parameters.precision == Precision::fp32;
  const int points = c.parameters.window_points;
  if (c.components < 3) return vectors_of_rows(c);
  return {double(points) * points * interleaved_vectors(points, c.components, fp32 ? 4 : 8) * (fp32 ? 1.4 : 1)};
}
/// A device does one number after another, eight of which are a vector here.
double vectors_of_numbers(const EwaldStageCase& c) {
  return c.components * std::pow(c.parameters.window_points, 3) / 8;
}
/// On a host, where each is an atomic addition or waits for the one before, as long as so many vectors (20,000 points,
/// P = 4 to 12: P2G 57 to 103, G2P 12 to 21).
RowWork work_per_point(const EwaldStageCase& c) {
  return {(c.on_host ? 90 : 1) * vectors_of_numbers(c), 1, 3};
}
RowWork gather_per_point(const EwaldStageCase& c) {
  return {(c.on_host ? 17 : 1) * vectors_of_numbers(c), 1, 4};
}
/// Work of hybrid on a device, with as many threads as suit the window.  Additions to the grid are those of all cells
/// that reach a node, and the cells are made anew.  Measured: 156 sums of 2,000 to 1,000,000 points on one H200, P = 4
/// to 12, 16 to 256 sources in a cell as wide as the cutoff.  Nine in ten take 0.65 to 1.25 of the predicted time.
RowWork staged_work(const EwaldStageCase& c) {
  const bool slopes = c.components == 4;
  return {(slopes ? 0.44 : 0.24) * vectors_of_numbers(c), slopes ? 5.5 : 18.0, 38};
}
/// Where all directions are free, more than half of every line is padding that is zero on the way in and never read on
/// the way back, and passes through the caches are cheaper: the transforms of 12 sums (grids of 30 to 97, points in the
/// volume, on a surface, on a line) take 0.65 to 0.9 of what the same butterflies take in one periodic direction.
RowWork padded_share(const EwaldStageCase& c) {
  return {c.parameters.box.periodicity == 0 ? 0.78 : 1};
}

/// Memory of the convolutions that are planned.
StageNeeds fused_bytes(const EwaldStageCase& l) {
  const EwaldParameters& p = l.parameters;
  const auto split = make_split(p);
  double bytes = 0;
  for (const int components : l.transforms)
    bytes += convolution_memory(p, make_sum_grid(p), *split, components, p.pressure && p.layer != Layer::coulomb,
                                l.several, l.threads);
  return {bytes};
}
StageNeeds published_bytes(const EwaldStageCase& l) {
  const EwaldParameters& p = l.parameters;
  const auto split = make_split(p);
  double bytes = 0;
  for (const int components : l.transforms)
    bytes += published_convolution_memory(p, make_sum_grid(p), *split, components,
                                          p.pressure && p.layer != Layer::coulomb, l.several);
  return {bytes};
}

/// Form in which these stages take dipoles.
template <class Forms>
DipoleFormsOf<Forms> slopes(Forms forms, GridLayout layout, StageWork (*model)(const StageSizes&)) {
  return {{std::move(forms), layout, model}, true, false};
}
template <class Forms>
DipoleFormsOf<Forms> products(Forms forms, GridLayout layout, StageWork (*model)(const StageSizes&)) {
  return {{std::move(forms), layout, model}, false, true};
}
template <class Forms>
DipoleFormsOf<Forms> slopes_or_products(Forms forms, GridLayout layout, StageWork (*model)(const StageSizes&)) {
  return {{std::move(forms), layout, model}, true, true};
}

constexpr std::string_view kosmacher = "Kosmacher et al. 2026";

/// "hybrid:64", kept as long as the tables are.
std::string_view name_with_block(std::string_view name, int block) {
  static std::deque<std::string> kept;
  return kept.emplace_back(text("{}:{}", name, block));
}

/// Where hybrid is quicker on a device than our form with atomic additions: many sources, wide windows and a coarse
/// grid.  By the built-in rates, so that the same sum takes the same row on every machine; of the 156 sums above all
/// but three then take at most 1.15 of the quickest P2G.
bool staging_gains(const EwaldStageCase& c) {
  const EwaldParameters& p = c.parameters;
  if (c.on_host || p.layer == Layer::coulomb) return false;
  double numbers = c.components;
  for (int d = 0; d < 3; ++d) numbers *= p.grid[d] + (d < p.box.periodicity ? 0 : p.window_points);
  const EwaldMachine machine(built_in_rates(1, p.precision, Device::cuda));
  const EwaldRates& r = machine.of(p.layer);
  const auto seconds = [&](const RowWork& w) { return spread_seconds(w, c.sources, numbers, r, machine.launch); };
  return seconds(staged_work(c)) < seconds(work_per_point(c));
}
/// With the threads that find the most nodes of a cell, ((P + 1)/2)^3 of them.
template <int narrowest, int widest>
bool staging_gains_at(const EwaldStageCase& c) {
  const int points = c.parameters.window_points;
  return narrowest <= points && points <= widest && staging_gains(c);
}

/// An order with its best printed block, and with each that was printed.  On the host, where a team is one thread, only
/// hybrid is another sum for it.
template <SpreadOrder order, int best, class Rows>
void add_spread_rows(Rows& rows, std::string_view name) {
  using Spread = StageForms<SpreadStage>;
  const auto add = [&]<int block, FormOn where>(std::string_view called) {
    using Published = PublishedSpread<order, block>;
    rows.push_back({called, kosmacher, always,
                    slopes_or_products(Spread::of<Published::template Form, where, double, float>(), GridLayout::rows,
                                       Published::work),
                    nullptr, Published::needs});
  };
  add.template operator()<best, FormOn::both>(name);
  constexpr FormOn where = order == SpreadOrder::hybrid ? FormOn::both : FormOn::device;
  [&]<int... block>(std::integer_sequence<int, block...>) {
    (add.template operator()<block, where>(name_with_block(name, block)), ...);
  }
  (std::integer_sequence<int, 32, 64, 128, 256, 512>());
}
template <GatherOrder order, class Rows>
void add_gather_rows(Rows& rows, std::string_view name) {
  using Gather = StageForms<GatherStage>;
  const auto add = [&]<int block, FormOn where>(std::string_view called) {
    rows.push_back({called,
                    kosmacher,
                    always,
                    {Gather::of<PublishedGather<order, block>::template Form, where, double, float>(), GridLayout::rows,
                     published_gather_work},
                    nullptr,
                    [](const EwaldStageCase& load) { return StageNeeds{published_gather_bytes(order, load)}; }});
  };
  add.template operator()<32, FormOn::both>(name);
  [&]<int... block>(std::integer_sequence<int, block...>) {
    (add.template operator()<block, FormOn::device>(name_with_block(name, block)), ...);
  }
  (std::integer_sequence<int, 32, 64, 128, 256, 512>());
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
  static const FarSlots slots = [] {
    FarSlots all{
        {"P2G",
         {"P2G"},
         {{"interleaved", "own", spreads_interleaved,
           slopes(Spread::of<SpreadSlabs, FormOn::host, double, float>(), GridLayout::interleaved, spread_work),
           interleaved_work},
          {"rows", "own", always,
           slopes(Spread::of<SpreadSlabs, FormOn::host, double, float>(), GridLayout::rows, spread_work),
           vectors_of_rows},
          {"per_point", "own", always,
           slopes(Spread::of<SpreadPoints, FormOn::both, double, float>(), GridLayout::rows, spread_per_point_work),
           work_per_point}}},
        {"transform",
         {"FFT", "CNV", "IFFT"},
         {{"fused", "own", always,
           slopes(Transform::of<FusedConvolution, FormOn::host, double, float>(), GridLayout::any, transform_work),
           padded_share, fused_bytes},
          {"batched", "own", always,
           slopes(Transform::of<BatchedConvolution, FormOn::device, double, float>(), GridLayout::rows,
                  transform_work)},
          {"published", kosmacher, always,
           products(Transform::of<PublishedConvolution, FormOn::both, double, float>(), GridLayout::rows,
                    published_transform_work),
           nullptr, published_bytes}}},
        {"G2P",
         {"G2P"},
         {{"interleaved",
           "own",
           gathers_interleaved,
           {Gather::of<GatherStrips, FormOn::host, double, float>(), GridLayout::interleaved, gather_work},
           interleaved_work},
          {"rows",
           "own",
           always,
           {Gather::of<GatherStrips, FormOn::host, double, float>(), GridLayout::rows, gather_work},
           vectors_of_rows},
          {"per_point",
           "own",
           always,
           {Gather::of<GatherPoints, FormOn::both, double, float>(), GridLayout::rows, gather_per_point_work},
           gather_per_point}}},
        {"transfer",
         {"transfer"},
         {{"by_plane", "own", always, Transfer::of<PlaneTransfer, FormOn::host, double, float>()},
          {"by_row", "own", always, {Transfer::of<RowTransfer, FormOn::device, double, float>(), GridLayout::rows}}}}};
    add_spread_rows<SpreadOrder::base, 256>(all.spread.variants, "base");
    add_spread_rows<SpreadOrder::source, 512>(all.spread.variants, "source");
    add_spread_rows<SpreadOrder::grid, 128>(all.spread.variants, "grid");
    add_spread_rows<SpreadOrder::hybrid, 64>(all.spread.variants, "hybrid");
    for (auto& row : all.spread.variants) {
      if (row.name == "hybrid:32") row.preferred = staging_gains_at<1, 6>;
      if (row.name == "hybrid:64") row.preferred = staging_gains_at<7, 8>;
      if (row.name == "hybrid:128") row.preferred = staging_gains_at<9, largest_window>;
      if (row.preferred && row.source == kosmacher) row.work = staged_work;
    }
    add_gather_rows<GatherOrder::base>(all.gather.variants, "base");
    add_gather_rows<GatherOrder::target>(all.gather.variants, "target");
    return all;
  }();
  return slots;
}

template <class Space, class Real>
FarRows FarRows::choose(const FarSlots& slots, const EwaldParameters& p, const StageVariantNames& asked,
                        double sources) {
  const EwaldStageCase c{p, asked, is_host_space<Space>, true, has_dipoles(p) ? 4 : 3, sources};
  FarRows found;
  const auto& transform = slots.transform.template first<Space, Real>(c);
  const DipoleForm form = transform.forms.products ? DipoleForm::products : DipoleForm::slopes;
  bool takes = false;  // some P2G that is asked for, or any, spreads what the transform takes
  slots.spread.template visit_fitting<Space, Real>(c, [&](auto& spread) {
    if (has_dipoles(p) && !spread.forms.take(form)) return false;
    takes = true;
    slots.gather.template visit_fitting<Space, Real>(c, [&](auto& gather) {
      const bool fits = lie_alike(spread.forms.layout, transform.forms.layout, gather.forms.layout, has_dipoles(p));
      if (fits) found = {&spread, &transform, &gather, form};
      return fits;
    });
    return found.spread != nullptr;
  });
  if (!takes)
    throw InputError(text(
        "P2G by '{}' gives 4 components for dipoles, but the transform '{}' needs the 12 components that P2G by base, "
        "source, grid or hybrid gives; choose one of them",
        slots.spread.asked(asked), transform.name));
  if (!found.spread)
    throw InputError(text("P2G by '{}' and G2P by '{}' need different layouts of the grid; choose one of them",
                          slots.spread.asked(asked), slots.gather.asked(asked)));
  return found;
}

FarGrid FarRows::grid(const EwaldParameters& p) const {
  return make_far_grid(p, gather->forms.layout == GridLayout::interleaved,
                       has_dipoles(p) && spread->forms.layout == GridLayout::interleaved);
}
FarGrid make_sum_grid(const EwaldParameters& p) {
  return FarRows::choose<Host, double>(far_slots(), p, {}).grid(p);
}

#define SLURRY_INSTANTIATE(Space)                                                                                    \
  template FarRows FarRows::choose<Space, double>(const FarSlots&, const EwaldParameters&, const StageVariantNames&, \
                                                  double);                                                           \
  template FarRows FarRows::choose<Space, float>(const FarSlots&, const EwaldParameters&, const StageVariantNames&,  \
                                                 double);
SLURRY_FOR_EACH_SPACE(SLURRY_INSTANTIATE)
#undef SLURRY_INSTANTIATE

}  // namespace slurry
