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
#include "base/text.hpp"
#include "slurry/error.hpp"
#include "slurry/stage_variants.hpp"

// Variants of a stage: different ways to compute the same numbers. Each variant is a row in the table of its slot. An
// engine fills the tables with its own types:
// - Case: what a row is asked about, that is, what is known of a sum before there are points. Its member `asked` has
//   the names of the variants that are asked for (StageVariantNames).
// - Forms: how a row does the stage. forms.template get<Space, Real>() is null or false if there is no form in that
//   space and precision. Forms may have further columns of the engine.
// People see the tables as the engine's row shows them (stage_view_of in summation/engine.hpp).
namespace slurry {

/// Work of a row for a sum, in the units of a machine's rates (MachineRates).
struct RowWork {
  double units = 1;     ///< units per pair, point or butterfly
  double numbers = 1;   ///< additions to each number of a grid, relative to one
  double launches = 1;  ///< on a device: loops started one after another, and allocations during the stage
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
template <class CaseOfEngine, class FormsOfEngine>
struct StageVariant {
  using Case = CaseOfEngine;
  using Forms = FormsOfEngine;
  std::string_view name, source;  ///< source: "own", or where it was published
  bool (*supports)(const Case&);
  Forms forms;
  /// Work of the row for a sum. Null: 1 in each member.
  RowWork (*work)(const Case&) = nullptr;
  /// Memory of the row. Null: negligible.
  StageNeeds (*needs)(const Case&) = nullptr;
  /// Whether the row is the quickest for a sum. Such a row is tried first if no variant is asked for. Null: the rows
  /// are tried in the order of the table.
  bool (*preferred)(const Case&) = nullptr;

  bool preferred_by(const Case& c) const { return preferred && preferred(c); }
  RowWork work_of(const Case& c) const { return work ? work(c) : RowWork{}; }
  StageNeeds needs_of(const Case& c) const { return needs ? needs(c) : StageNeeds{}; }
};

/// The smallest part of a sum that can be exchanged separately. It consists of one stage or several.
template <class CaseOfEngine, class FormsOfEngine>
struct StageSlot {
  using Case = CaseOfEngine;
  using Forms = FormsOfEngine;
  using Row = const StageVariant<Case, Forms>;
  std::string_view name;
  std::vector<std::string_view> stages;
  std::vector<StageVariant<Case, Forms>> variants;  ///< if no variant is asked for, the first one that fits is taken

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
  void visit_fitting(const Case& c, const Take& take) const {
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
  Row& first(const Case& c) const {
    Row* found = nullptr;
    visit_fitting<Space, Real>(c, [&](Row& row) { return found = &row, true; });
    return *found;
  }
};

}  // namespace slurry
