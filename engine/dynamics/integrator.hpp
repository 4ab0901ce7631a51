// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "base/state.hpp"
#include "dynamics/contacts.hpp"
#include "geometry/periods.hpp"
#include "slurry/scenario.hpp"

namespace slurry {

/// Positions and directions of the bodies at one time, with the velocities and rates that belong to them.
struct BodyState {
  std::vector<double> positions;     ///< (N,3), wrapped [length]
  std::vector<std::int32_t> images;  ///< (N,3), number of periods crossed
  std::vector<double> velocities;    ///< (N,3) [length/time]
  std::vector<double> directors;     ///< (N,3), unit vectors; empty if no body has a director
  std::vector<double> rates;         ///< (N,3), rates of change of the directors [1/time]; as long as `directors`
  double time = 0;
  long step = 0;

  /// Positions followed by directors, and velocities followed by rates. A law of motion gives the latter as a function
  /// of the former.
  std::vector<double> coordinates() const;
  std::vector<double> slopes() const;
  void set_coordinates(std::span<const double> x);
  void set_slopes(std::span<const double> v);
};

/// Reason why a step is shorter than the time step of the options.
enum class StepLimit {
  none,
  movement,   ///< a longer step would move neighbours too far
  error,      ///< the difference of two orders would exceed the tolerance
  contacts,   ///< the contacts of a longer step did not converge
  repulsion,  ///< the repulsion is too steep for a longer step
  drive,      ///< the drive oscillates
  time        ///< the step ends at a given time
};

struct StepReport {
  double time_step = 0;  ///< length of the step that was taken [time]
  /// Difference of two orders: rms per unit of time over step_speed() at the end, or at the start if nothing moves at
  /// the end.
  double local_error = 0;
  /// Velocity to which the tolerance is relative, over step_speed() at the end. It is above 1 if an oscillating drive
  /// is weaker than it was within the last period, and if bodies rest.
  double reference = 1;
  double next_error = 0;   ///< error of an Adams-Bashforth step after a first midpoint step, relative to the reference
  bool restarted = false;  ///< Adams-Bashforth started again with a midpoint step
  int rejections = 0;      ///< rejected steps whose error was too large, of the embedded pair or of a first step
  int halvings = 0;        ///< halvings because the contacts did not converge
  int sweeps = 0;          ///< sweeps of the contacts in all stages together
  StepLimit limit = StepLimit::none;  ///< time: the caller allowed no longer step
  bool cut = false;                   ///< the step is shorter than the integrator chose, because the caller limited it
};

/// Longest steps that a law of motion which depends on time allows, and its period.
struct LawTimes {
  double longest = std::numeric_limits<double>::infinity();  ///< longest adaptive step, before any is halved [time]
  StepLimit limit = StepLimit::none;                         ///< what limits the longest step
  double period = std::numeric_limits<double>::infinity();  ///< period of an oscillating drive; infinity: there is none
  double rest = 0;  ///< rms velocity below which bodies rest, so that errors are relative to this one [length/time]
  /// shear rate of a flow u_x = shear_rate y; the weight of set_weight() multiplies it [1/time]
  double shear_rate = 0;
};

/// Rms over the bodies of their velocities, to which the errors of a step are relative [length/time]. The rate of a
/// director counts `lever` times [length]. The velocity of a shear flow at the mean place of the bodies does not count,
/// so that a shift of all bodies changes no step. It does count if nothing else moves. centres (N,3) [length]; slopes:
/// velocities of the centres (N,3) [length/time], followed by rates of the directors (N,3) [1/time] if there are
/// directors. The flow is u_x = shear_rate drive y. Derivation: theory/contacts-and-integrators.md, error per step.
double step_speed(std::span<const double> centres, std::span<const double> slopes, double lever, double shear_rate,
                  double drive);

/// Takes one step in time (theory/contacts-and-integrators.md): it moves the bodies, projects contacts, and computes
/// the velocities at the new positions, with which the next step begins. Solves per step: Euler and Adams-Bashforth 1,
/// midpoint 2 (3 in a first step, for its error), Runge-Kutta 4, Dormand and Prince (J. Comput. Appl. Math. 6, 19
/// (1980)) 6, implicit midpoint as many as its fixed-point iteration needs.
class Integrator {
 public:
  /// Computes slopes from coordinates (BodyState). Without directors: positions (N,3) [length] -> velocities (N,3)
  /// [length/time].
  using Velocity = std::function<void(std::span<const double>, std::span<double>)>;

  /// radius: the unit of length of `largest_move`.
  Integrator(const IntegratorOptions& options, const Domain& domain, double radius);

  /// Takes a step from a state whose velocities belong to its positions. longest: upper bound of the step [time]. meet:
  /// no step goes beyond this time. A step that ends at this time up to rounding ends exactly there, unless steps have
  /// a fixed length. If the velocity function throws, the state is unchanged. Throws Error if the contacts do not
  /// converge for any length of the step. With an oscillating drive, set_weight() must give its factor.
  StepReport step(BodyState& state, const Velocity& velocity, Contacts& contacts,
                  double longest = std::numeric_limits<double>::infinity(),
                  double meet = std::numeric_limits<double>::infinity(), const LawTimes& law = {});

  /// Time for which the velocity is being computed. Laws that depend on time use it.
  double now() const { return now_; }

  /// Movement of the centres in the last step (N,3) [length]: by the slopes of the method, and by the projection of
  /// contacts at its end. Together they are the change of position up to rounding; the rounding is carried to the next
  /// step.
  const std::vector<double>& moved_by_slope() const { return moved_; }
  const std::vector<double>& moved_by_contacts() const { return pushed_; }

  /// Averages over the last step of the velocities of the centres (N,3) [length/time], and of these velocities times
  /// the weight. Runge-Kutta 4 and Dormand-Prince compute them from their stages. For other methods the averages are
  /// empty, because their stages give no better averages than the values at the ends of the step.
  const std::vector<double>& mean_velocities() const { return mean_; }
  const std::vector<double>& weighted_mean_velocities() const { return weighted_mean_; }
  /// Sets the weight as a function of time; the default is 1. Simulations set the factor of the driven forces.
  void set_weight(std::function<double(double time)> weight) { weight_ = std::move(weight); }

  /// Stores the values from earlier steps on which the next step depends.
  void save(State& to) const;
  void load(const State& from);
  /// Stores the part of these values that says from where times are counted.
  void save_count(State& to) const;

  /// Forgets earlier steps, because the law of motion has changed.
  void restart();
  /// Sets new options. If the time step changes, the next step has the full new length.
  void set_options(const IntegratorOptions& options);
  const IntegratorOptions& options() const { return options_; }

 private:
  bool move(double dt, const Velocity& velocity, Contacts& contacts, std::vector<double>& to, StepReport& report);
  bool stage(double dt, std::span<const double> slope, Contacts& contacts, const Velocity& velocity,
             std::vector<double>& slope_there, StepReport& report, double after);
  void find_means(double dt);
  void find_error(double dt, std::span<const double> end, double lever, StepReport& report) const;
  double weight_at(double time) const;
  /// step_speed() at a time, times the root of the number of bodies.
  double speed_of(std::span<const double> coordinates, std::span<const double> slopes, double time, double lever) const;
  double allowed_by_movement(Contacts& contacts) const;
  /// Wraps positions into the period and normalises directors.
  void settle(std::span<double> x, std::span<std::int32_t> images) const;
  /// Sets the level of the next step. shortened: the caller made this step shorter.
  void adapt(const StepReport& report, double allowed, bool shortened);
  /// The lowest level, from the present one on, whose steps are not longer than this.
  int level_within(double dt) const;
  double relative_error(const StepReport& report) const { return report.local_error / report.reference; }
  bool implicit_midpoint(double dt, const Velocity& velocity, Contacts& contacts, StepReport& report);
  bool dormand_prince(double dt, const Velocity& velocity, Contacts& contacts, StepReport& report);
  /// Whether the embedded pair controls the step length itself.
  bool own_control() const { return options_.adaptive && options_.kind == IntegratorKind::dormand_prince; }
  /// The time after a step of this length. For a sequence of equal steps the time is computed from their number, not
  /// added up, so that rounding does not grow.
  double time_after(const BodyState& state, double dt) const;
  /// Next step length of the embedded pair after a step of this length and error.
  double controlled(double dt, double error) const;

  IntegratorOptions options_;
  Periods periods_;
  double radius_;
  double start_ = 0, now_ = 0;  ///< start of the step, and time of the slope that is being computed
  double count_from_ = 0;       ///< time from which steps of one length are counted
  double counted_step_ = 0;     ///< length of the steps that are counted; 0: the next step is the first of them
  long count_first_ = 0;        ///< number of the step after which the count began
  double pair_step_ = 0;        ///< next step of the embedded pair; 0: time_step
  int level_ = 0;               ///< the step is time_step / 2^level
  StepLimit level_by_ = StepLimit::none;  ///< why level_ is above 0
  int calm_ = 0;                          ///< number of steps for which twice the step would also have been sufficient
  double last_step_ = 0;                  ///< length of the step whose velocities are in before_; 0: none
  /// a step was made under this law, so its error has set the length of the next step
  bool begun_ = false;
  LawTimes law_;      ///< limits that the law of motion sets for the present step
  double speed_ = 0;  ///< under an oscillating drive: largest slope of late, which fades within a period; 0: not known
  std::vector<double> x_, v_;  ///< coordinates and slopes at the start of the step
  std::size_t positions_ = 0;  ///< 3 N
  std::vector<double> before_;
  std::vector<double> carry_, new_carry_;  ///< rounding of the coordinates that is still to be added
  std::vector<std::vector<double>> slopes_;
  std::vector<double> trial_, stage_, end_;
  std::vector<double> moved_, pushed_;
  std::function<double(double)> weight_;
  std::vector<double> mean_, weighted_mean_;
};

}  // namespace slurry
