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

/// Where the bodies are at one time.  velocities and rates belong to positions and directors.
struct BodyState {
  std::vector<double> positions;     ///< (N,3), wrapped [length]
  std::vector<std::int32_t> images;  ///< (N,3), periods crossed
  std::vector<double> velocities;    ///< (N,3) [length/time]
  std::vector<double> directors;     ///< (N,3), unit vectors; empty where no body has one
  std::vector<double> rates;         ///< (N,3), of the directors [1/time]; as long as they are
  double time = 0;
  long step = 0;

  /// Positions followed by directors, velocities followed by rates: what a law of motion is a function of, and gives.
  std::vector<double> coordinates() const;
  std::vector<double> slopes() const;
  void set_coordinates(std::span<const double> x);
  void set_slopes(std::span<const double> v);
};

/// Why a step is shorter than the time step of the options.
enum class StepLimit {
  none,
  movement,   ///< a neighbour would move too far
  error,      ///< the difference of two orders would be above the tolerance
  contacts,   ///< the contacts of a longer step did not converge
  repulsion,  ///< a steep repulsion
  drive,      ///< a drive that oscillates
  time        ///< the step ends at a given time
};

struct StepReport {
  double time_step = 0;               ///< the one taken [time]
  double local_error = 0;             ///< difference of two orders: rms per unit of time over the rms velocity [1/time]
  bool restarted = false;             ///< Adams-Bashforth began anew with a midpoint step
  int rejections = 0;                 ///< because the error of the embedded pair, or of a first step, was too large
  int halvings = 0;                   ///< because the contacts did not converge
  int sweeps = 0;                     ///< sweeps of the contacts, all stages together
  StepLimit limit = StepLimit::none;  ///< time: the caller allowed no longer step
  bool cut = false;                   ///< shorter than the integrator wanted, because the caller allowed no more
};

/// One step forward (theory/contacts-and-integrators.md): the move, the projection of contacts, and the velocities at
/// the new positions, which the next step begins with.  Solves per step: Euler and Adams-Bashforth 1, midpoint 2,
/// Runge-Kutta 4, Dormand and Prince (J. Comput. Appl. Math. 6, 19 (1980)) 6, implicit midpoint as many as its fixed
/// point takes.
class Integrator {
 public:
  /// coordinates -> slopes (BodyState): without directors, positions (N,3) [length] -> velocities (N,3) [length/time].
  using Velocity = std::function<void(std::span<const double>, std::span<double>)>;

  /// radius: the length that largest_move is measured in.
  Integrator(const IntegratorOptions& options, const Domain& domain, double radius);

  /// Takes a step from a state whose velocities are those at its positions. longest: no step is longer than this one
  /// [time]. meet: no step goes past this time. A step that ends at this time up to rounding ends exactly there, unless
  /// steps have a fixed length.
  /// If the velocity throws, the state is as it was. Throws Error if the contacts do not converge however short the
  /// step.
  StepReport step(BodyState& state, const Velocity& velocity, Contacts& contacts,
                  double longest = std::numeric_limits<double>::infinity(),
                  double meet = std::numeric_limits<double>::infinity());

  /// Time that the velocity is being asked for, for laws that depend on it.
  double now() const { return now_; }

  /// Movement in the last step, per centre (N,3) [length]: by the rule's slope, and by the projection of contacts at
  /// its end.  Together they are the change of place except for its rounding, which is carried to the next step.
  const std::vector<double>& moved_by_slope() const { return moved_; }
  const std::vector<double>& moved_by_contacts() const { return pushed_; }

  /// Averages over the last step: of the velocities of the centres (N,3) [length/time], and of the same velocities
  /// times the weight of their time.  Runge-Kutta 4 and Dormand-Prince find them from their stages by their own
  /// weights; of other rules they are empty, since their stages know them no better than the ends of their steps do.
  const std::vector<double>& mean_velocities() const { return mean_; }
  const std::vector<double>& weighted_mean_velocities() const { return weighted_mean_; }
  /// The weight as a function of time; without it, it is 1.  Simulations give the drive of the forces.
  void set_weight(std::function<double(double time)> weight) { weight_ = std::move(weight); }

  /// The past that the next step depends on.
  void save(State& to) const;
  void load(const State& from);
  /// The part of it that says from where times are counted.
  void save_count(State& to) const;

  /// Forgets the past: the law of motion has changed.
  void restart();
  /// A changed time step begins anew with the full one.
  void set_options(const IntegratorOptions& options);
  const IntegratorOptions& options() const { return options_; }

 private:
  bool move(double dt, const Velocity& velocity, Contacts& contacts, std::vector<double>& to, StepReport& report);
  bool stage(double dt, std::span<const double> slope, Contacts& contacts, const Velocity& velocity,
             std::vector<double>& slope_there, StepReport& report, double after);
  void find_means(double dt);
  double local_error(bool restarted, std::span<const double> end, double lever) const;
  double allowed_by_movement(Contacts& contacts) const;
  /// Wraps positions and brings directors back to the sphere.
  void settle(std::span<double> x, std::span<std::int32_t> images) const;
  void adapt(const StepReport& report, double allowed);
  bool implicit_midpoint(double dt, const Velocity& velocity, Contacts& contacts, StepReport& report);
  bool dormand_prince(double dt, const Velocity& velocity, Contacts& contacts, StepReport& report);
  /// The embedded pair rules its own step.
  bool own_control() const { return options_.adaptive && options_.kind == IntegratorKind::dormand_prince; }
  /// The time after a step of this length.  Times of steps of one length are counted from the first of them and not
  /// added up, so that rounding does not grow with their number.
  double time_after(const BodyState& state, double dt) const;
  /// Next step of the embedded pair after one of this length and error.
  double controlled(double dt, double error) const;

  IntegratorOptions options_;
  Periods periods_;
  double radius_;
  double start_ = 0, now_ = 0;            ///< times: of the step's start, of the slope being asked for
  double count_from_ = 0;                 ///< time from which steps of one length are counted,
  double counted_step_ = 0;               ///< their length; 0: the next step is the first of them
  long count_first_ = 0;                  ///< number of the step after which the count began
  double pair_step_ = 0;                  ///< next one of the embedded pair; 0: time_step
  int level_ = 0;                         ///< the step is time_step / 2^level
  StepLimit level_by_ = StepLimit::none;  ///< why it is above 0
  int calm_ = 0;                          ///< steps since which twice the step would have done
  double last_step_ = 0;                  ///< length of the step whose velocities are in before_; 0: none
  /// a step was made under this law, so its error has set the length of the next step
  bool begun_ = false;
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
