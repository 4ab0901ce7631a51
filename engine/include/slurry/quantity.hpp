// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <any>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <typeindex>
#include <utility>
#include <vector>

#include "slurry/error_report.hpp"
#include "slurry/report.hpp"
#include "slurry/scenario.hpp"
#include "slurry/shared_list.hpp"

// The table of everything that is measured of a suspension.  Snapshots, files, the chart, colours, the inspector, the
// summary of a run and what scenarios expect walk over it: a quantity is one row, in one file of engine/quantities.
namespace slurry {

/// A finished step as quantities see it: views into what the caller keeps.
struct Step {
  const Scenario* scenario = nullptr;
  double time = 0, time_step = 0;        ///< now; length of the step [time]
  std::span<const double> positions;     ///< (N,3), wrapped into the period [length]
  std::span<const std::int32_t> images;  ///< (N,3), periods crossed
  std::span<const double> velocities;    ///< (N,3)
  /// (N,3), averaged over the step by the stages of the integrator: velocities, and velocities times `driving`.  Empty
  /// where the integrator has no such stages, and before the first step.
  std::span<const double> mean_velocities, driven_mean_velocities;
  std::span<const double> directors;     ///< (N,3), unit vectors; empty where no body has one
  std::span<const double> rates;         ///< (N,3), of the directors; as long as they are
  std::span<const double> forces;        ///< (N,3)
  std::span<const double> radii;         ///< (N) [length]
  std::span<const double> half_lengths;  ///< (N), of rods, 0 for spheres [length]; empty: no rod
  std::span<const std::int32_t> groups;  ///< (N), index into scenario->bodies
  std::span<const double> undisturbed;   ///< (N,3), places that displacements are measured from; empty: not known
  std::span<const double> angular;       ///< (N,3), angular velocities; NaN, or empty: not known

  // What only the solver knows; of a frame of a file it is not asked.
  const ErrorReport* errors = nullptr;
  double smallest_gap = std::numeric_limits<double>::quiet_NaN();       ///< between two bodies [length]
  double smallest_wall_gap = std::numeric_limits<double>::quiet_NaN();  ///< [length]
  double flux = std::numeric_limits<double>::quiet_NaN();
  double pressure_gradient = std::numeric_limits<double>::quiet_NaN();
  double driving = 1;                         ///< factor of gravity's forces: of their drive in time, and of a reversal
  std::function<double()> wall_drag_of_flow;  ///< costs a pass over the wall

  std::size_t bodies() const { return radii.size(); }
  bool is_rod(std::size_t body) const { return body < half_lengths.size() && half_lengths[body] > 0; }

  /// Value from which several quantities are computed.  The first quantity that asks for it computes it.
  template <class T, class Find>
  const T& once(Find&& find) const {
    std::any& known = (*shared_)[typeid(T)];
    if (!known.has_value()) known = T(find());
    return *std::any_cast<T>(&known);
  }

 private:
  std::shared_ptr<std::map<std::type_index, std::any>> shared_ =
      std::make_shared<std::map<std::type_index, std::any>>();
};

/// The memory of a meter, as named lists of numbers.
using MeterState = std::map<std::string, SharedList<double>>;

/// A quantity with a memory: it sees every step of a run, whether a snapshot shows it or not.
class Meter {
 public:
  enum class Change {
    option,    ///< a person changed something
    drive,     ///< a reversing drive has switched
    reversal,  ///< every force and flow has the opposite sign from here on
    resumed    ///< the state comes from a file; what the meter knew then it has got before
  };
  virtual ~Meter() = default;
  /// After each step, and once before the first.
  virtual void see(const Step& step) = 0;
  /// The velocities have changed between two steps, and are those of `step` now.
  virtual void changed(const Step& step, Change change) = 0;
  virtual double value() const = 0;  ///< NaN: not known (yet)
  virtual MeterState state() const = 0;
  /// The part of it that every recorded frame holds, short and of lists that keep their lengths, so that a run goes on
  /// from any frame; what follows from the frame's bodies can be left out.
  virtual MeterState frame_state() const { return state(); }
  virtual void restore(const MeterState& state) = 0;
};

/// The object to which a quantity belongs.
enum class Of {
  system,   ///< all bodies and the fluid at one time
  body,     ///< each of the bodies at one time
  profile,  ///< rings from the axis of a pipe to its wall, at one time
  run       ///< the whole run until now
};

/// Places in the window that show a quantity, as far as it can be shown there.
enum Shown : unsigned { nowhere = 0, in_chart = 1, in_colours = 2, in_inspector = 4 };

using Vector3 = std::array<double, 3>;

/// A row of the table.  It has one of the four ways to be found.
struct Quantity {
  std::string_view name;         ///< in snapshots, files (/observables) and expectations
  std::string_view symbol;       ///< before its value
  std::string_view title;        ///< in menus
  std::string_view description;  ///< meaning in one sentence
  std::string_view unit = {};    ///< in words (unit.hpp); empty: a pure number
  Of of = Of::system;
  std::size_t length = 1;                  ///< numbers at a time; of Of::body, for each body
  unsigned shown = in_chart | in_colours;  ///< Shown
  bool diverging = false;                  ///< has values of both signs, so zero is the middle of its colours
  std::string_view band = {};              ///< name of the quantity that is its standard deviation
  std::string_view beside = {};            ///< name of the quantity with whose value a person compares it
  bool sometimes = false;  ///< not known at every step: a file has it for the frames that know it, system or run
  bool costly = false;     ///< may take longer than a step: snapshots leave it out, files and series have it
  bool averaged = true;    ///< `slurry info` gives its mean over time; false: the mean says nothing
  /// Whether the value is the smallest or largest of many at a time.  Rare values far from the others make up the mean
  /// over time of such a quantity, so `slurry info` gives that mean without an error.
  bool extreme = false;
  /// Whether the value changes with a constant velocity that is added to everything.  It then depends on the gauge if
  /// the velocities do (depends_on_gauge()).
  bool of_the_frame = false;
  /// Whether the quantity applies to a scenario; not set: to every scenario.
  std::function<bool(const Scenario& scenario, std::size_t bodies)> valid = {};

  std::function<void(const Step& step, std::span<double> out)> compute = {};
  std::function<std::unique_ptr<Meter>(const Scenario& scenario)> make_meter = {};
  /// Computes the values of bodies first..last-1, (last-first, length).
  std::function<void(const Step& step, std::size_t first, std::size_t last, std::span<double> out)> of_bodies = {};
  /// Computes the value from a velocity and the direction of gravity, for bodies and for the fluid.
  double (*of_velocity)(const Vector3& velocity, const Vector3& gravity) = nullptr;
};

using QuantityTable = std::shared_ptr<const std::vector<Quantity>>;

/// All quantities there are.
const QuantityTable& quantities();
/// Null: there is none of this name.
const Quantity* find_quantity(const QuantityTable& table, std::string_view name);
/// Whether the quantity applies to this scenario with this number of bodies.
bool is_valid(const Quantity& quantity, const Scenario& scenario, std::size_t bodies);

/// Values of quantities at one time, by name.  One that has no meaning there is absent.
class Values {
 public:
  explicit Values(QuantityTable table = quantities()) : table_(std::move(table)) {}

  const QuantityTable& table() const { return table_; }
  bool has(std::string_view name) const { return !list(name).empty(); }
  /// Empty: absent.  Throws Error when the table has no such name.
  std::span<const double> list(std::string_view name) const;
  /// Value of this name; NaN if it is absent or not known.
  double number(std::string_view name) const;
  /// Value of a row of table(); NaN if it is absent or not known.
  double number(const Quantity& row) const;
  void set(std::string_view name, std::span<const double> values);
  void set(std::string_view name, double value) { set(name, std::span<const double>(&value, 1)); }
  std::size_t bytes() const { return numbers_.capacity() * sizeof(double) + entries_.capacity() * sizeof(Entry); }

 private:
  struct Entry {
    const Quantity* quantity;  ///< a row of table_
    std::size_t first;         ///< index of its first number
  };
  const Quantity& row(std::string_view name) const;

  QuantityTable table_;
  std::vector<Entry> entries_;
  std::vector<double> numbers_;
};

/// Adds what quantities without a memory are at this step, where they have a meaning and no value yet.
/// costly: also those that may take longer than a step.
void compute_values(Values& values, const Step& step, bool costly = true);
/// Adds the value of one quantity without a memory, in the same way.
void compute_value(Values& values, const Step& step, const Quantity& quantity);

/// A quantity of bodies first..last-1 (Of::body): (last-first, length).
std::vector<double> values_of_bodies(const Quantity& quantity, const Step& step, std::size_t first, std::size_t last);

/// Whether the velocities of bodies under these forces (N,3) are known up to a constant alone: a net force in one
/// periodic direction has the velocity of an infinite line of forces, which no fluid balances; the constant is the
/// gauge of theory/conventions-and-gauges.md.  In a pipe the wall balances the force, in three periodic directions a
/// mean pressure gradient.
bool depends_on_gauge(const Domain& domain, std::span<const double> forces);
/// Whether the velocities of a run depend on the gauge: by the forces at this step, and by the forces of the scenario,
/// whose drive may pass through zero.
bool depends_on_gauge(const Step& step);
/// Sentence for the user about velocities that depend on the gauge.
extern const char* const gauge_sentence;

}  // namespace slurry
