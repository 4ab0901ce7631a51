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

// The table of all quantities that are measured in a suspension. Snapshots, files, the chart, colours, the inspector,
// the summary of a run and the expectations of scenarios all use it. A quantity is one row in one file of
// engine/quantities.
namespace slurry {

/// A finished step as quantities see it. The spans are views of arrays that the caller keeps.
struct Step {
  const Scenario* scenario = nullptr;
  double time = 0, time_step = 0;        ///< time of the step, and length of the step [time]
  std::span<const double> positions;     ///< (N,3), wrapped into the period [length]
  std::span<const std::int32_t> images;  ///< (N,3), number of periods crossed
  std::span<const double> velocities;    ///< (N,3)
  /// (N,3), means of the velocities and of the velocities times `driving` over the step, from the integrator's stages.
  /// Empty before the first step and for an integrator without such stages.
  std::span<const double> mean_velocities, driven_mean_velocities;
  std::span<const double> directors;  ///< (N,3), unit vectors; empty if no body has a director
  std::span<const double> rates;      ///< (N,3), rates of change of the directors; as long as `directors` [1/time]
  std::span<const double> forces;     ///< (N,3)
  std::span<const double> radii;      ///< (N) [length]
  /// (N), half lengths of rods, 0 for spheres [length]; empty: there are no rods
  std::span<const double> half_lengths;
  std::span<const std::int32_t> groups;  ///< (N), index into scenario->bodies
  std::span<const double> undisturbed;   ///< (N,3), positions from which displacements are measured; empty: not known
  std::span<const double> angular;       ///< (N,3), angular velocities; NaN or empty: not known

  // The following values come from the solver. They are not known for a frame of a file.
  const ErrorReport* errors = nullptr;
  double smallest_gap = std::numeric_limits<double>::quiet_NaN();       ///< smallest gap between two bodies [length]
  double smallest_wall_gap = std::numeric_limits<double>::quiet_NaN();  ///< smallest gap to the wall [length]
  double flux = std::numeric_limits<double>::quiet_NaN();
  double pressure_gradient = std::numeric_limits<double>::quiet_NaN();
  double driving = 1;  ///< factor of gravity's forces, from their change in time and from a reversal
  std::function<double()> wall_drag_of_flow;  ///< computes the wall drag, which costs a loop over the wall

  std::size_t bodies() const { return radii.size(); }
  bool is_rod(std::size_t body) const { return body < half_lengths.size() && half_lengths[body] > 0; }

  /// Returns a value from which several quantities are computed. It is computed for the first quantity that asks for
  /// it, and stored.
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

/// The memory of a meter as named lists of numbers.
using MeterState = std::map<std::string, SharedList<double>>;

/// A quantity with a memory. It sees every step of a run, including the steps that no snapshot shows.
class Meter {
 public:
  enum class Change {
    option,    ///< the user changed something
    drive,     ///< a reversing drive has switched
    reversal,  ///< every force and flow has the opposite sign from here on
    resumed    ///< the state was read from a file, and restore() has been called
  };
  virtual ~Meter() = default;
  /// Called after each step, and once before the first step.
  virtual void see(const Step& step) = 0;
  /// Called when the velocities changed between two steps. `step` has the new velocities.
  virtual void changed(const Step& step, Change change) = 0;
  virtual double value() const = 0;  ///< present value; NaN: not known (yet)
  virtual MeterState state() const = 0;
  /// The part of the memory that every recorded frame holds, so that a run can continue from any frame. It is short,
  /// and its lists keep their lengths. What follows from the bodies of the frame can be left out.
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

/// Bits for the places in the window that show a quantity if it can be shown there.
enum Shown : unsigned { nowhere = 0, in_chart = 1, in_colours = 2, in_inspector = 4 };

using Vector3 = std::array<double, 3>;

/// A row of the table. Exactly one of the four functions that compute a value is set.
struct Quantity {
  std::string_view name;         ///< name in snapshots, files (/observables) and expectations
  std::string_view symbol;       ///< symbol shown before the value
  std::string_view title;        ///< title in menus
  std::string_view description;  ///< meaning in one sentence
  std::string_view unit = {};    ///< unit in words (unit.hpp); empty: a pure number
  Of of = Of::system;
  std::size_t length = 1;                  ///< number of components; for Of::body, of each body
  unsigned shown = in_chart | in_colours;  ///< places that show it, as bits of Shown
  bool diverging = false;                  ///< has values of both signs, so zero is the middle of its colours
  std::string_view band = {};              ///< name of the quantity that is its standard deviation
  std::string_view beside = {};            ///< name of the quantity that is shown beside it for comparison
  /// not known at every step; files have it only in frames where it is known (Of::system and Of::run)
  bool sometimes = false;
  bool costly = false;   ///< may take longer than a step; snapshots leave it out, files and series contain it
  bool averaged = true;  ///< `slurry info` gives its mean over time; false: the mean has no meaning
  /// Whether the value is the smallest or largest of many at a time. Rare values far from the others make up the mean
  /// over time of such a quantity, so `slurry info` gives that mean without an error.
  bool extreme = false;
  /// Whether the value changes if a constant velocity is added to all velocities. Such a value depends on the gauge if
  /// the velocities do (depends_on_gauge()).
  bool of_the_frame = false;
  /// For a mean over the bodies, up to a constant, of a function of their velocities: this function, which gets the
  /// velocity of one body. How far the bodies moved then tells how much the mean over time may be off
  /// (io/run_means.hpp).
  double (*mean_of_velocity)(const Scenario& scenario, const Vector3& velocity) = nullptr;
  /// Whether the quantity applies to a scenario. If the function is not set, the quantity applies to every scenario.
  std::function<bool(const Scenario& scenario, std::size_t bodies)> valid = {};

  std::function<void(const Step& step, std::span<double> out)> compute = {};
  std::function<std::unique_ptr<Meter>(const Scenario& scenario)> make_meter = {};
  /// Computes the values of bodies first to last-1, shape (last-first, length).
  std::function<void(const Step& step, std::size_t first, std::size_t last, std::span<double> out)> of_bodies = {};
  /// Computes the value from a velocity and the direction of gravity, for bodies and for fluid.
  double (*of_velocity)(const Vector3& velocity, const Vector3& gravity) = nullptr;
};

using QuantityTable = std::shared_ptr<const std::vector<Quantity>>;

/// The table of all quantities.
const QuantityTable& quantities();
/// Row of this name. Null if there is none.
const Quantity* find_quantity(const QuantityTable& table, std::string_view name);
/// Whether the quantity applies to this scenario with this number of bodies.
bool is_valid(const Quantity& quantity, const Scenario& scenario, std::size_t bodies);

/// Values of quantities at one time, by name. A quantity that does not apply is absent.
class Values {
 public:
  explicit Values(QuantityTable table = quantities()) : table_(std::move(table)) {}

  const QuantityTable& table() const { return table_; }
  bool has(std::string_view name) const { return !list(name).empty(); }
  /// Value of this name as a list. Empty if it is absent. Throws Error if the table has no such name.
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

/// Adds the values of quantities without a memory that apply at this step and have no value yet. costly: includes the
/// quantities that may take longer than a step.
void compute_values(Values& values, const Step& step, bool costly = true);
/// Adds the value of one quantity without a memory in the same way.
void compute_value(Values& values, const Step& step, const Quantity& quantity);

/// Values of a quantity for bodies first to last-1 (Of::body), shape (last-first, length).
std::vector<double> values_of_bodies(const Quantity& quantity, const Step& step, std::size_t first, std::size_t last);

/// Whether the velocities of bodies under these forces (N,3) are defined only up to a constant. With one periodic
/// direction, a net force gives the velocity of an infinite line of forces, which no fluid balances; the constant is
/// the gauge of theory/conventions-and-gauges.md. In a pipe the wall balances the net force. With three periodic
/// directions a mean pressure gradient balances it.
bool depends_on_gauge(const Domain& domain, std::span<const double> forces);
/// Whether the velocities of a run depend on the gauge. The forces at this step are tested and also the forces of the
/// scenario, since their time-dependent factor may be zero at this step.
bool depends_on_gauge(const Step& step);
/// Sentence that tells the user that velocities depend on the gauge.
extern const char* const gauge_sentence;

}  // namespace slurry
