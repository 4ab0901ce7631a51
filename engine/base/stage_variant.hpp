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

// Variants of a stage: different ways to compute the same numbers. Each variant is a row in the table of its slot.
namespace slurry {

/// Layout of the components of a grid: rows of one component after the other, or components interleaved. A stage that
/// supports both uses `any`.
enum class GridLayout { any, rows, interleaved };

/// Properties of a sum that are known before there are points.
struct StageCase {
  const EwaldParameters& parameters;
  const StageVariantNames& asked;  ///< variants asked for; stages that are not named take variants that suit the sum
  bool on_host = true;
  bool targets_are_sources = true;
  int components = 3;  ///< components of the grid
  double sources = 0;  ///< number of sources for which the sum is planned; 0: not known
};

/// Work of a row for a sum, in the units of a machine's rates (MachineRates).
struct RowWork {
  double units = 1;     ///< units per pair, point or butterfly
  double numbers = 1;   ///< P2G: additions to a number of the grid, relative to one
  double launches = 1;  ///< on a device: loops started one after another, and allocations during the stage
};

/// Properties of a sum on which the memory of a row depends.
struct StageLoad {
  const EwaldParameters& parameters;
  double sources = 0, targets = 0;  ///< points; targets of all sets together, including targets that are sources
  std::vector<int> transforms;      ///< components of each convolution that is planned
  bool several = false;             ///< the sum has several results, or a radius per source
  int threads = 1;
  double others = 0;                ///< number of other points that the sources meet only in the near field
  int set = 0;                      ///< set for which a row of P2P works, numbered as in PointLayouts
  double set_targets = 0;           ///< number of targets of this set
  bool targets_are_sources = true;  ///< whether the targets of the set are the sources
};

/// Bytes that a row allocates on the host in addition to sorted points and grids, for uniformly distributed points.
struct StageNeeds {
  /// Memory that is shared by all rows that use the same layout of the same set of points.
  struct Layout {
    std::string_view name;
    int set;
    double bytes;
  };
  double bytes = 0;  ///< bytes that the row allocates for itself
  std::vector<Layout> layouts{};
  bool suits = true;      ///< false: a sum may try this row and then take another one
  bool in_order = false;  ///< the row returns the velocities of the sources in sorted order at no cost
};

/// Where a form runs.
enum class FormOn { host, device, both };

/// Whether a form has a function make(). (nvcc evaluates the same expression as false if it is written in place.)
template <class Form, class... Arguments>
concept HasMake = requires(const Arguments&... arguments) {
  Form::make(arguments...);
};

/// Makes a stage in each space and precision. A null entry means that the form does not exist; a plan then takes
/// another row or is refused. There is no silent fallback.
template <template <class, class> class Stage, class Spaces, class... Arguments>
class StageFormsIn;
template <template <class, class> class Stage, class... Space, class... Arguments>
class StageFormsIn<Stage, SpaceList<Space...>, Arguments...> {
 public:
  template <class S, class Real>
  using Make = std::unique_ptr<Stage<S, Real>> (*)(const Arguments&...);

  /// Entries for Form<Space, Real>, or for the result of its function make(), in these precisions.
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

/// A row of a table of variants: one way to do the stages of a slot.
template <class Forms>
struct StageVariant {
  std::string_view name, source;  ///< source: "own", or where it was published
  bool (*supports)(const StageCase&);
  Forms forms;
  GridLayout layout = GridLayout::any;
  /// Work of the row for a sum. Null: 1 in each member.
  RowWork (*work)(const StageCase&) = nullptr;
  /// Operations and bytes of the whole stage. Null: there is no count.
  StageWork (*model)(const StageSizes&) = nullptr;
  /// Memory of the row. Null: negligible.
  StageNeeds (*needs)(const StageLoad&) = nullptr;
  /// Whether the row is the quickest for a sum. Such a row is tried first if no variant is asked for. Null: the rows
  /// are tried in the order of the table.
  bool (*preferred)(const StageCase&) = nullptr;

  bool preferred_by(const StageCase& c) const { return preferred && preferred(c); }
  RowWork work_of(const StageCase& c) const { return work ? work(c) : RowWork{}; }
  StageNeeds needs_of(const StageLoad& l) const { return needs ? needs(l) : StageNeeds{}; }
};

/// The smallest part of a sum that can be exchanged separately. It consists of one stage or several.
template <class StageForms>
struct StageSlot {
  using Forms = StageForms;
  using Row = const StageVariant<Forms>;
  std::string_view name;
  std::vector<std::string_view> stages;
  std::vector<StageVariant<Forms>> variants;  ///< if no variant is asked for, the first one that fits is taken

  bool covers(std::string_view stage) const {
    return stage == name || std::find(stages.begin(), stages.end(), stage) != stages.end();
  }
  bool has(std::string_view variant) const {
    return std::any_of(variants.begin(), variants.end(), [&](Row& v) { return v.name == variant; });
  }
  /// Name of the row that is asked for by one of the stages of this slot. Empty: no row is asked for.
  std::string_view asked(const StageVariantNames& names) const {
    for (const auto& [stage, variant] : names)
      if (covers(stage) && has(variant)) return variant;
    return {};
  }
  /// Records the name of the chosen variant: under the slot's name, or under the names of its stages if it covers
  /// several.
  void record(Row& row, StageVariantNames& all) const {
    const auto add = [&](std::string_view stage) {
      StageVariantName& entry = all.emplace_back();
      entry.stage = stage;
      entry.variant = row.name;
    };
    if (stages.size() == 1) return add(name);
    for (const auto stage : stages) add(stage);
  }

  /// Calls take(row) for the rows that can do this sum and have the name asked for, until a call returns true. Throws
  /// InputError if there is no such row.
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
    if (!any)
      throw InputError(text("the variant '{}' of {} cannot do this sum; these variants can: {}", wanted, name, others));
  }
  template <class Space, class Real>
  Row& first(const StageCase& c) const {
    Row* found = nullptr;
    visit_fitting<Space, Real>(c, [&](Row& row) { return found = &row, true; });
    return *found;
  }
};

}  // namespace slurry
