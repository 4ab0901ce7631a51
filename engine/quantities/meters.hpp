// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/state.hpp"
#include "slurry/quantity.hpp"

namespace slurry {

/// The quantities of one run: the table with the memory of its meters.
class Meters {
 public:
  Meters(QuantityTable table, const Scenario& scenario);

  const QuantityTable& table() const { return table_; }
  void see(const Step& step);
  void changed(const Step& step, Meter::Change change);

  /// All that has a meaning at this step, which the meters have seen.  costly: also what may take longer than a step.
  Values values(const Step& step, bool costly = true) const;
  /// The scalars alone, of the system and of the run: these are the columns of a series.  Costly ones only by name.
  Values scalars(const Step& step, const std::vector<std::string>& costly) const;
  /// The rows that scalars() can fill in a scenario of this many bodies, costly ones too.
  std::vector<const Quantity*> scalar_rows(const Scenario& scenario, std::size_t bodies) const;
  /// One of them, of length 1; NaN: it has none.  Throws Error when the table has no such name.
  double value(const Step& step, std::string_view name) const;

  void save(State& to) const;
  /// Writes the part of a meter that a recorded frame holds.
  void save_running(State& to) const;
  /// A meter that the checkpoint knows nothing of stays as it is.
  void load(const State& from);

 private:
  struct Running {
    const Quantity* quantity;  ///< a row of table_
    std::unique_ptr<Meter> meter;
  };
  QuantityTable table_;
  std::vector<Running> meters_;
};

}  // namespace slurry
