// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <numbers>

#include "ewald/near/cell_pairs.hpp"
#include "ewald/near/near_stages.hpp"
#include "ewald/near/pair_needs.hpp"
#include "ewald/near/radii_p2p.hpp"
#include "ewald/near/source_rows.hpp"
#include "ewald/near/symmetric_p2p.hpp"

// The variants of P2P: each is a loop of its own source, and here what it wants of the points.
namespace slurry {
namespace {

/// v += c u; nothing for c = 0.
template <class Space>
void add_scaled(const Space& space, double c, const ConstVectors<Space>& u, const Vectors<Space>& v) {
  if (c == 0) return;
  Kokkos::parallel_for(
      "slurry::near_field::add_scaled"_loop, Kokkos::RangePolicy<Space>(space, 0, static_cast<int>(v.extent(0))),
      KOKKOS_LAMBDA(int i) {
        for (int d = 0; d < 3; ++d) v(i, d) += c * u(i, d);
      });
}

/// Each pair once for both of its points: the host's loop for a set on itself.
template <class Space, class Real>
class SymmetricPairs final : public PairStage<Space, Real> {
 public:
  explicit SymmetricPairs(const EwaldParameters& p)
      : cutoff_(p.cutoff_radius), dipoles_(p.layer != Layer::single), deterministic_(p.deterministic) {}

  bool suits(const Space& space, PointLayouts<Space>& points, int set) override {
    blocks_.template build<Real>(points[set], cutoff_, dipoles_,
                                 points.meets_others() ? &points[PointLayouts<Space>::others] : nullptr);
    return blocks_.efficiency(points[set], pair_threads(deterministic_, space.concurrency())) > least_pair_efficiency;
  }
  void apply(const Space& space, PointLayouts<Space>& points, int set, const NearPair& pair,
             const Density<Space>& density, const Vectors<Space>& u, Numbering numbering) override {
    p2p_symmetric<Real, Space>(space, points[set], blocks_, density, pair, u, {}, numbering);
    leave(points, density);
  }
  void apply_with_others(const Space& space, PointLayouts<Space>& points, const NearPair& pair,
                         const Density<Space>& density, const Vectors<Space>& u, const Density<Space>& of_others,
                         const Vectors<Space>& u_others) override {
    using Layouts = PointLayouts<Space>;
    const OtherPoints<Space> others{&points[Layouts::others], of_others, u_others, points.with_own()};
    p2p_symmetric<Real, Space>(space, points[Layouts::sources], blocks_, density, pair, u, others);
    leave(points, density);
  }
  bool sums_in_order() const override { return true; }

 private:
  void leave(PointLayouts<Space>& points, const Density<Space>& density) const {
    points.leave(density, std::get<SortedDensity<Space, Real>>(blocks_.sides[0].columns));
  }
  double cutoff_;
  bool dipoles_, deterministic_;
  PairBlocks<Space> blocks_;
};

/// Each pair for one of its points: from packed sources to targets, which Loop takes in its own way.
template <class Space, class Real, class Loop>
class OneSidedPairs : public PairStage<Space, Real> {
 public:
  explicit OneSidedPairs(const EwaldParameters& p) : dipoles_(p.layer != Layer::single), loop_(p) {}

  void apply(const Space& space, PointLayouts<Space>& points, int set, const NearPair& pair,
             const Density<Space>& density, const Vectors<Space>& u, Numbering) override {
    run(space, points, set, Layouts::sources, pair, density, u);
    if (points.are_sources(set) && density.single()) add_scaled<Space>(space, pair.self, density.forces, u);
  }
  void apply_with_others(const Space& space, PointLayouts<Space>& points, const NearPair& pair,
                         const Density<Space>& density, const Vectors<Space>& u, const Density<Space>& of_others,
                         const Vectors<Space>& u_others) override {
    const bool own = points.with_own();
    if (own && by_others_.extent(0) < u.extent(0))
      by_others_ =
          Vectors<Space>(Kokkos::view_alloc("slurry::p2p::by_others", Kokkos::WithoutInitializing), u.extent(0));
    run(space, points, Layouts::others, Layouts::sources, pair, density, u_others);
    run(space, points, Layouts::sources, Layouts::others, pair, of_others, own ? by_others_ : u);
    if (!own) return;
    apply(space, points, Layouts::sources, pair, density, u, Numbering::given);
    add_scaled<Space>(space, 1, by_others_, u);
  }

 private:
  using Layouts = PointLayouts<Space>;
  void run(const Space& space, Layouts& points, int targets, int sources, const NearPair& pair,
           const Density<Space>& density, const Vectors<Space>& u) const {
    const auto& packed = points.template get<SourceRows<Space>>(space, sources, density, dipoles_).rows;
    loop_.template run<Real>(space, points, targets, sources, packed, pair, u);
  }
  bool dipoles_;
  Loop loop_;
  Vectors<Space> by_others_;
};

/// A vector of targets at a time: the host's.
struct Groups {
  explicit Groups(const EwaldParameters&) {}
  template <class Real, class Space>
  static void run(const Space& space, PointLayouts<Space>& points, int targets, int sources,
                  const PackedSources<Space>& packed, const NearPair& pair, const Vectors<Space>& u) {
    const auto& groups = points.template get<GroupedTargets<Space, Real>>(space, targets);
    p2p<Real, Space>(space, points[targets], groups, points[sources], packed, pair, u);
  }
};
/// A thread for each.
struct Threads {
  explicit Threads(const EwaldParameters&) {}
  template <class Real, class Space>
  static void run(const Space& space, PointLayouts<Space>& points, int targets, int sources,
                  const PackedSources<Space>& packed, const NearPair& pair, const Vectors<Space>& u) {
    p2p_per_target<Space, Real>(space, points[targets], points[sources], packed, pair, u);
  }
};
/// Layout: the points in cells as wide as the cutoff.  On the host in the order of the points, so that sums have the
/// same bits every time; on a device as the threads come, which is how points are sorted there too.
template <class Space>
struct NearCellLists {
  static constexpr bool of_density = false;
  CellLists<Space> lists;
  void make(const Space& space, const SortedPoints<Space>& points, double cutoff) {
    lists.build(space, points, cutoff, is_host_space<Space>);
  }
};
/// Layout: the numbers of the sources in those cells.
template <class Space>
struct NearCellRows {
  static constexpr bool of_density = true;
  CellRows<Space> cells;
  void make(const Space& space, const SortedPoints<Space>&, const CellLists<Space>& lists,
            const PackedSources<Space>& packed) {
    cells.lists = lists;
    place_rows(space, lists, packed, cells.rows);
  }
};

/// Layout: the same of charges.
template <class Space>
struct NearCellCharges : NearCellRows<Space> {};

/// Teams of threads for the targets of a cell.
template <CellLoop loop, int threads, int lanes>
struct Cells {
  explicit Cells(const EwaldParameters&) {}
  template <class Real, class Space>
  static void run(const Space& space, PointLayouts<Space>& points, int targets, int sources,
                  const PackedSources<Space>& packed, const NearPair& pair, const Vectors<Space>& u) {
    const double cutoff = std::sqrt(pair.rc2);
    const auto& source_lists = points.template get<NearCellLists<Space>>(space, sources, cutoff).lists;
    const auto& rows = points.template get<NearCellRows<Space>>(space, sources, source_lists, packed).cells;
    const auto& lists = points.template get<NearCellLists<Space>>(space, targets, cutoff).lists;
    p2p_by_cells<Space, Real>(loop, {threads, lanes}, space, points[targets], lists, rows, pair, u);
  }
};
/// Loops under Hasimoto's split, with erf(x)/x as the rational function whose error is a tenth of that of the far
/// field.
template <CellLoop loop, int threads, int lanes>
struct RationalCells {
  RationalPair constants;
  explicit RationalCells(const EwaldParameters& p) {
    constants.erf = erf_rational_within(0.1 * p.tolerance_relative);
    constants.xi = p.shape / p.cutoff_radius;
  }
  template <class Real, class Space>
  void run(const Space& space, PointLayouts<Space>& points, int targets, int sources,
           const PackedSources<Space>& packed, const NearPair& pair, const Vectors<Space>& u) const {
    RationalPair rational = constants;
    rational.rc2 = pair.rc2;
    rational.combined = pair.kind == PairKind::combined;
    const double cutoff = std::sqrt(pair.rc2);
    const auto& source_lists = points.template get<NearCellLists<Space>>(space, sources, cutoff).lists;
    const auto& rows = points.template get<NearCellRows<Space>>(space, sources, source_lists, packed).cells;
    const auto& lists = points.template get<NearCellLists<Space>>(space, targets, cutoff).lists;
    p2p_hasimoto_by_cells<Space, Real>(loop, {threads, lanes}, space, points[targets], lists, rows, rational, u);
  }
};
template <CellLoop loop, int threads, int lanes>
struct RationalPairs {
  template <class Space, class Real>
  using Form = OneSidedPairs<Space, Real, RationalCells<loop, threads, lanes>>;

  static StageWork model(StageSizes s) {
    s.pair_flops = s.rational_flops;
    return cell_pairs_work(loop, {threads, lanes}, s, 96, 24);
  }
};
template <CellLoop loop, int threads, int lanes>
struct CellPairs {
  template <class Space, class Real>
  using Form = OneSidedPairs<Space, Real, Cells<loop, threads, lanes>>;

  static StageWork model(const StageSizes& s) { return cell_pairs_work(loop, {threads, lanes}, s, 96, 24); }
};
/// Charges: their potential and its gradient.
template <CellLoop loop, int threads, int lanes>
struct CellCharges {
  template <class Space, class Real>
  struct Form {
    static auto make() {
      return std::make_unique<FieldPairStage<Space, Real>>([](auto& space, auto& points, int set, const auto& packed,
                                                              const FieldPair& pair, FieldSources, const auto& gradient,
                                                              const auto& potential) {
        const double cutoff = std::sqrt(pair.rc2);
        const auto& source_lists = points.template get<NearCellLists<Space>>(space, points.sources, cutoff).lists;
        const auto& rows =
            points.template get<NearCellCharges<Space>>(space, points.sources, source_lists, packed).cells;
        const auto& lists = points.template get<NearCellLists<Space>>(space, set, cutoff).lists;
        p2p_charges_by_cells<Space>(loop, {threads, lanes}, space, points[set], lists, rows, pair, gradient, potential);
      });
    }
  };
  static StageWork model(const StageSizes& s) { return cell_pairs_work(loop, {threads, lanes}, s, 32, 32); }
};

template <class Space, class Real>
using GroupedPairs = OneSidedPairs<Space, Real, Groups>;
template <class Space, class Real>
using PairsPerTarget = OneSidedPairs<Space, Real, Threads>;

template <class Space, class Real>
struct GroupedFields {
  static auto make() {
    return std::make_unique<FieldPairStage<Space, Real>>([](auto& space, auto& points, int set, const auto&... rest) {
      const auto& groups = points.template get<GroupedTargets<Space, Real>>(space, set);
      p2p_fields<Space>(space, points[set], groups, points[points.sources], rest...);
    });
  }
};
template <class Space, class Real>
struct FieldsPerTarget {
  static auto make() {
    return std::make_unique<FieldPairStage<Space, Real>>([](auto& space, auto& points, int set, const auto&... rest) {
      p2p_fields_per_target<Space>(space, points[set], points[points.sources], rest...);
    });
  }
};
template <class Space, class Real>
struct GroupedSpheres {
  static auto make() {
    return std::make_unique<RadiiPairStage<Space, Real>>(
        [](auto& space, auto& points, int set, const auto& radii, const auto&... rest) {
          const auto& groups = points.template get<GroupedTargets<Space, Real>>(space, set);
          p2p_radii<Space>(space, points[set], groups, radii, points[points.sources], rest...);
        });
  }
};
template <class Space, class Real>
struct SpheresPerTarget {
  static auto make() {
    return std::make_unique<RadiiPairStage<Space, Real>>(
        [](auto& space, auto& points, int set, const auto& radii, const auto&... rest) {
          p2p_radii_per_target<Space>(space, points[set], radii, points[points.sources], rest...);
        });
  }
};

bool always(const EwaldStageCase&) {
  return true;
}

/// Model of our own loops, of the published kind: pairs within the cutoff only, without those that are tested besides;
/// 12 numbers of a source and 6 of a target, as the published models count.  shared: targets for which a source's
/// numbers are read once; sides: points for which a pair is evaluated.
template <int shared, int sides>
StageWork pairs_model(const StageSizes& s) {
  const double pairs = s.targets * s.near_cell * 4 / 3 * std::numbers::pi / sides;
  StageWork w;
  w.flops = pairs * (s.pair_flops + 14);
  w.bytes = 48 * s.targets + 96 * s.sources;
  w.global_bytes = 48 * s.targets + 96 * pairs / shared + (sides - 1) * 48 * pairs / shared;
  return w;
}
/// One after another, with the tests of the 27 cells.
StageWork pairs_per_target(const StageSizes& s) {
  StageWork w = pairs_model<1, 1>(s);
  w.flops += s.targets * s.near_cell * 14 * (27 - 4 * std::numbers::pi / 3);
  w.one_by_one = true;
  return w;
}
/// Where each pair is evaluated for one of its points alone, over one where it serves both (72 sums of 20,000 and
/// 100,000 points at 1e-3 to 1e-12, cutoffs of 0.8 to 1.3 of the chosen one; medians).
RowWork one_sided(const EwaldStageCase& c) {
  const EwaldParameters& p = c.parameters;
  return {p.layer == Layer::coulomb ? 1 : p.layer != Layer::single ? 1.5 : p.precision == Precision::fp32 ? 1.6 : 1.8};
}
bool on_themselves(const EwaldStageCase& c) {
  return c.targets_are_sources && c.parameters.layer != Layer::coulomb;
}

bool of_velocities(const EwaldStageCase& c) {
  return c.parameters.layer != Layer::coulomb;
}

bool of_hasimotos_split(const EwaldStageCase& c) {
  return of_velocities(c) && c.parameters.split == Split::hasimoto;
}

bool of_charges(const EwaldStageCase& c) {
  return c.parameters.layer == Layer::coulomb;
}

using Pairs = decltype(NearSlots::velocities)::Forms;
using Fields = decltype(NearSlots::fields)::Forms;
constexpr std::string_view cell_loops_source = "Kosmacher et al. 2026";

/// A loop with the shape that was best where it was printed, and with every shape that was tried there, for devices: on
/// the host a team is one thread.
template <CellLoop loop, int threads, int lanes>
EwaldVariant<Pairs> cell_loop(std::string_view name, FormOn where = FormOn::both) {
  using Row = CellPairs<loop, threads, lanes>;
  EwaldVariant<Pairs> row{name, cell_loops_source, of_velocities,
                          Pairs::of<Row::template Form, FormOn::both, double, float>()};
  if (where == FormOn::both) row.supports = always;  // charges: by the row of that name among the fields
  if (where == FormOn::device) row.forms = Pairs::of<Row::template Form, FormOn::device, double, float>();
  row.forms.model = Row::model;
  row.needs = cell_needs;
  return row;
}
template <CellLoop loop, int threads, int lanes>
EwaldVariant<Pairs> rational_loop(std::string_view name) {
  using Row = RationalPairs<loop, threads, lanes>;
  EwaldVariant<Pairs> row{name, cell_loops_source, of_hasimotos_split,
                          Pairs::of<Row::template Form, FormOn::both, double, float>()};
  row.forms.model = [](const StageSizes& s) { return Row::model(s); };
  row.needs = cell_needs;
  return row;
}
/// Loop over cells for charges, in the printed shapes.  A sum of charges makes no row of Pairs, but refuses names that
/// have no row for it.
template <CellLoop loop, int threads, int lanes>
EwaldVariant<Fields> charge_loop(std::string_view name) {
  using Row = CellCharges<loop, threads, lanes>;
  EwaldVariant<Fields> row{name, cell_loops_source, of_charges,
                           Fields::of<Row::template Form, FormOn::both, double, float>()};
  row.forms.model = Row::model;
  row.needs = cell_needs;
  return row;
}
void add_charge_loops(std::vector<EwaldVariant<Fields>>& rows) {
  rows.push_back(charge_loop<CellLoop::gm_1d, 64, 1>("GM-1D"));
  rows.push_back(charge_loop<CellLoop::sm_1d, 32, 1>("SM-1D"));
  rows.push_back(charge_loop<CellLoop::gm_2d, 8, 32>("GM-2D"));
  rows.push_back(charge_loop<CellLoop::sm_2d, 64, 2>("SM-2D"));
}
void add_cell_loops(std::vector<EwaldVariant<Pairs>>& rows) {
  constexpr FormOn device = FormOn::device;
  rows.push_back(cell_loop<CellLoop::gm_1d, 64, 1>("GM-1D"));
  rows.push_back(cell_loop<CellLoop::sm_1d, 32, 1>("SM-1D"));
  rows.push_back(cell_loop<CellLoop::gm_2d, 8, 32>("GM-2D"));
  rows.push_back(cell_loop<CellLoop::sm_2d, 64, 2>("SM-2D"));
  rows.push_back(rational_loop<CellLoop::gm_1d, 64, 1>("GM-1D+rational"));
  rows.push_back(rational_loop<CellLoop::sm_1d, 32, 1>("SM-1D+rational"));
  rows.push_back(rational_loop<CellLoop::gm_2d, 8, 32>("GM-2D+rational"));
  rows.push_back(rational_loop<CellLoop::sm_2d, 64, 2>("SM-2D+rational"));
#if defined(KOKKOS_ENABLE_CUDA)
  rows.push_back(cell_loop<CellLoop::gm_1d, 32, 1>("GM-1D:32", device));
  rows.push_back(cell_loop<CellLoop::gm_1d, 128, 1>("GM-1D:128", device));
  rows.push_back(cell_loop<CellLoop::gm_1d, 256, 1>("GM-1D:256", device));
  rows.push_back(cell_loop<CellLoop::sm_1d, 64, 1>("SM-1D:64", device));
  rows.push_back(cell_loop<CellLoop::sm_1d, 128, 1>("SM-1D:128", device));
  rows.push_back(cell_loop<CellLoop::sm_1d, 256, 1>("SM-1D:256", device));
  rows.push_back(cell_loop<CellLoop::gm_2d, 1, 32>("GM-2D:1x32", device));
  rows.push_back(cell_loop<CellLoop::gm_2d, 2, 32>("GM-2D:2x32", device));
  rows.push_back(cell_loop<CellLoop::gm_2d, 64, 2>("GM-2D:64x2", device));
  rows.push_back(cell_loop<CellLoop::gm_2d, 16, 8>("GM-2D:16x8", device));
  rows.push_back(cell_loop<CellLoop::sm_2d, 128, 2>("SM-2D:128x2", device));
  rows.push_back(cell_loop<CellLoop::sm_2d, 16, 8>("SM-2D:16x8", device));
  rows.push_back(cell_loop<CellLoop::sm_2d, 8, 32>("SM-2D:8x32", device));
#else
  static_cast<void>(device);
#endif
}

}  // namespace

StageWork cell_pairs_work(CellLoop loop, BlockShape shape, const StageSizes& s, double source, double sum) {
  constexpr double cells = 27, position = 24;
  const double bx = s.block == 1 ? 1 : shape.threads, by = s.block == 1 ? 1 : shape.lanes, near = cells * s.near_cell;
  StageWork w;
  w.one_by_one = true;
  w.flops = s.targets * near * (s.pair_flops * std::numbers::pi / 6 + 14);
  w.bytes = (position + sum) * s.targets + source * s.sources;
  const bool staged = loop == CellLoop::sm_1d || loop == CellLoop::sm_2d,
             flat = loop == CellLoop::gm_1d || loop == CellLoop::sm_1d;
  const double read = position * (flat ? 1 : by);
  if (staged) {
    w.global_bytes = s.targets * (position + sum + source * near / bx);
    w.scratch_bytes = s.targets * (read + source * near);
  } else {
    w.global_bytes = s.targets * (read + sum + source * near);
  }
  return w;
}

const NearSlots& near_slots() {
  using Radii = decltype(NearSlots::radii)::Forms;
  static const NearSlots slots = [] {
    NearSlots all{{"P2P",
                   {"P2P"},
                   {{symmetric_pairs,
                     "own",
                     on_themselves,
                     {Pairs::of<SymmetricPairs, FormOn::host, double, float>(), GridLayout::any, pairs_model<12, 2>},
                     nullptr,
                     symmetric_needs},
                    {"grouped",
                     "own",
                     always,
                     {Pairs::of<GroupedPairs, FormOn::host, double, float>(), GridLayout::any, pairs_model<8, 1>},
                     one_sided,
                     grouped_needs},
                    {"per_target",
                     "own",
                     always,
                     {Pairs::of<PairsPerTarget, FormOn::both, double, float>(), GridLayout::any, pairs_per_target},
                     nullptr,
                     per_target_needs}}},
                  {"P2P_fields",
                   {"P2P"},
                   {{"grouped", "own", always, Fields::of<GroupedFields, FormOn::host, double, float>(), one_sided,
                     grouped_needs},
                    {"per_target", "own", always, Fields::of<FieldsPerTarget, FormOn::both, double, float>(), nullptr,
                     per_target_needs}}},
                  {"P2P_radii",
                   {"P2P"},
                   {{"grouped", "own", always, Radii::of<GroupedSpheres, FormOn::host, double>(), one_sided,
                     grouped_spheres_needs},
                    {"per_target", "own", always, Radii::of<SpheresPerTarget, FormOn::both, double>()}}}};
    add_cell_loops(all.velocities.variants);
    add_charge_loops(all.fields.variants);
    return all;
  }();
  return slots;
}

}  // namespace slurry
