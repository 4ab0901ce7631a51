// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/state.hpp"
#include "slurry/quantity.hpp"

namespace slurry {

/// The quantities of one run: the table, and the memory of its meters.
class Meters {
 public:
  Meters(QuantityTable table, const Scenario& scenario);

  const QuantityTable& table() const { return table_; }
  void see(const Step& step);
  void changed(const Step& step, Meter::Change change);

  /// Values of all quantities that apply at this step, which the meters must have seen. costly: includes quantities
  /// that may take longer than a step.
  Values values(const Step& step, bool costly = true) const;
  /// Values of the scalars of the system and of the run. They are the columns of a series. Costly scalars are included
  /// only if they are named.
  Values scalars(const Step& step, const std::vector<std::string>& costly) const;
  /// Rows of the table that scalars() can fill in a scenario with this many bodies, including costly ones.
  std::vector<const Quantity*> scalar_rows(const Scenario& scenario, std::size_t bodies) const;
  /// Value of one scalar; NaN if it has no value. Throws Error if the table has no such name.
  double value(const Step& step, std::string_view name) const;

  void save(State& to) const;
  /// Writes the part of a meter that a recorded frame holds.
  void save_running(State& to) const;
  /// Restores the meters from a checkpoint. A meter that the checkpoint does not contain stays unchanged.
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
