// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

#include "base/execution.hpp"
#include "base/stage_model.hpp"
#include "base/text.hpp"
#include "slurry/error.hpp"
#include "slurry/report.hpp"
#include "slurry/stage_variants.hpp"

// Variants of a stage: other ways to the same numbers, each a row in the table of the slot that it fits.
namespace slurry {

/// How the components of a grid lie: rows of one component after the other, or side by side; a stage for which either
/// will do has no preference.
enum class GridLayout { any, rows, interleaved };

/// Properties of a sum that a row may use before there are points.
struct StageCase {
  const EwaldParameters& parameters;
  const StageVariantNames& asked;  ///< variants that are asked for; stages that are not named take the variants that
                                   ///< suit the sum
  bool on_host = true;
  bool targets_are_sources = true;
  int components = 3;  ///< components of the grid
  double sources = 0;  ///< sources for which the sum is planned; 0: nobody knows
};

/// Work of a row for a sum, in the units of a machine's rates (MachineRates).
struct RowWork {
  double units = 1;     ///< units per pair, point or butterfly
  double numbers = 1;   ///< P2G: additions to a number of the grid, over one
  double launches = 1;  ///< on a device: loops that are started one after another, memory that is taken on the way
};

/// A sum that a row's memory depends on.
struct StageLoad {
  const EwaldParameters& parameters;
  double sources = 0, targets = 0;  ///< points; of all sets of targets, the sources among them
  std::vector<int> transforms;      ///< components of each convolution that is planned
  bool several = false;             ///< results, or radii
  int threads = 1;
  double others = 0;                ///< points that the sources meet in the near field alone
  int set = 0;                      ///< set for which a row of P2P works, as PointLayouts counts
  double set_targets = 0;           ///< points of it
  bool targets_are_sources = true;  ///< whether the targets of the set are the sources
};

/// Bytes that a row keeps on the host beside points as they are sorted and grids, where points are spread evenly.
struct StageNeeds {
  /// Kept once for all rows that take it: what it is, of which set of points.
  struct Layout {
    std::string_view name;
    int set;
    double bytes;
  };
  double bytes = 0;  ///< bytes of the row itself
  std::vector<Layout> layouts{};
  bool suits = true;      ///< false: a sum tries it, and takes another row
  bool in_order = false;  ///< velocities of the sources come in sorted order at no cost
};

/// Where a form runs.
enum class FormOn { host, device, both };

/// Whether a form has a function that makes it.  (nvcc takes the same question in place for false.)
template <class Form, class... Arguments>
concept HasMake = requires(const Arguments&... arguments) {
  Form::make(arguments...);
};

/// How a stage is made in every space and precision.  A null entry is a form that does not exist: a plan then takes
/// another row or is refused, and nothing falls back in silence.
template <template <class, class> class Stage, class Spaces, class... Arguments>
class StageFormsIn;
template <template <class, class> class Stage, class... Space, class... Arguments>
class StageFormsIn<Stage, SpaceList<Space...>, Arguments...> {
 public:
  template <class S, class Real>
  using Make = std::unique_ptr<Stage<S, Real>> (*)(const Arguments&...);

  /// Form<Space, Real>, or what its function make() gives, in these precisions.
  template <template <class, class> class Form, FormOn where, class... Reals>
  static StageFormsIn of() {
    StageFormsIn forms;
    (forms.template set<Form, where, Space, Reals...>(), ...);
    return forms;
  }
  template <class S, class Real>
  Make<S, Real> get() const {
    return std::get<Make<S, Real>>(all_);
  }

 private:
  template <template <class, class> class Form, FormOn where, class S, class... Reals>
  void set() {
    if constexpr (where == FormOn::both || (where == FormOn::host) == is_host_space<S>)
      ((std::get<Make<S, Reals>>(all_) = made<Form, S, Reals>), ...);
  }
  template <template <class, class> class Form, class S, class Real>
  static std::unique_ptr<Stage<S, Real>> made(const Arguments&... a) {
    if constexpr (HasMake<Form<S, Real>, Arguments...>)
      return Form<S, Real>::make(a...);
    else
      return std::make_unique<Form<S, Real>>(a...);
  }
  std::tuple<Make<Space, double>..., Make<Space, float>...> all_{};
};
template <template <class, class> class Stage, class... Arguments>
using StageForms = StageFormsIn<Stage, Spaces, Arguments...>;

/// A row: one way to do the stages of a slot.
template <class Forms>
struct StageVariant {
  std::string_view name, source;  ///< source: "own", or where it was published
  bool (*supports)(const StageCase&);
  Forms forms;
  GridLayout layout = GridLayout::any;
  /// Null: 1 of each.
  RowWork (*work)(const StageCase&) = nullptr;
  /// Operations and bytes of the whole stage.  Null: nobody has counted.
  StageWork (*model)(const StageSizes&) = nullptr;
  /// Null: nothing to speak of.
  StageNeeds (*needs)(const StageLoad&) = nullptr;
  /// Whether the row is the quickest for a sum.  Such a row is tried first if no variant is asked for.  Null: rows are
  /// tried in the order of the table.
  bool (*preferred)(const StageCase&) = nullptr;

  bool preferred_by(const StageCase& c) const { return preferred && preferred(c); }
  RowWork work_of(const StageCase& c) const { return work ? work(c) : RowWork{}; }
  StageNeeds needs_of(const StageLoad& l) const { return needs ? needs(l) : StageNeeds{}; }
};

/// The smallest part of a sum that can be exchanged alone.  It covers a stage or several.
template <class StageForms>
struct StageSlot {
  using Forms = StageForms;
  using Row = const StageVariant<Forms>;
  std::string_view name;
  std::vector<std::string_view> stages;
  std::vector<StageVariant<Forms>> variants;  ///< the first that fits is taken where none is asked for

  bool covers(std::string_view stage) const {
    return stage == name || std::find(stages.begin(), stages.end(), stage) != stages.end();
  }
  bool has(std::string_view variant) const {
    return std::any_of(variants.begin(), variants.end(), [&](Row& v) { return v.name == variant; });
  }
  /// The row that is asked for by one of these stages; empty: any.
  std::string_view asked(const StageVariantNames& names) const {
    for (const auto& [stage, variant] : names)
      if (covers(stage) && has(variant)) return variant;
    return {};
  }
  /// Records the names of a sum's variants: the name of the slot, or the names of its stages if it covers several.
  void record(Row& row, StageVariantNames& all) const {
    const auto add = [&](std::string_view stage) {
      StageVariantName& entry = all.emplace_back();
      entry.stage = stage;
      entry.variant = row.name;
    };
    if (stages.size() == 1) return add(name);
    for (const auto stage : stages) add(stage);
  }

  /// Calls take(row) for the rows that can do this sum, of the name that is asked for, until one is taken.  Throws
  /// InputError where there is none.
  template <class Space, class Real, class Take>
  void visit_fitting(const StageCase& c, const Take& take) const {
    const std::string_view wanted = asked(c.asked);
    std::string others;
    bool any = false;
    for (const bool preferred : {true, false})
      for (Row& row : variants) {
        if (row.preferred_by(c) != preferred || !row.forms.template get<Space, Real>() || !row.supports(c)) continue;
        if (!wanted.empty() && wanted != row.name) {
          if (!any) others += (others.empty() ? "" : ", ") + std::string(row.name);
          continue;
        }
        any = true;
        if (take(row)) return;
      }
    if (!any) throw InputError(text("the variant '{}' of {} cannot do this sum; what can: {}", wanted, name, others));
  }
  template <class Space, class Real>
  Row& first(const StageCase& c) const {
    Row* found = nullptr;
    visit_fitting<Space, Real>(c, [&](Row& row) { return found = &row, true; });
    return *found;
  }
};

}  // namespace slurry
