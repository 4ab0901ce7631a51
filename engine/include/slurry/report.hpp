// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "slurry/domain.hpp"
#include "slurry/options.hpp"
#include "slurry/stage_times.hpp"
#include "slurry/words.hpp"

namespace slurry {

/// Every number of a spectral Ewald sum, fixed before the first call (names: theory/spectral-ewald.md).
struct EwaldParameters {
  Box box;
  double tolerance_relative = 0;     ///< relative to the far field; sets the padding of the modes
  double shape = 0;                  ///< c, bandwidth of the prolate split
  int near_degree = 0;               ///< m, degree of the near-field polynomials
  double cutoff_radius = 0;          ///< r_c [length]
  double near_row_width = 0.5;       ///< width of a row of cells of the near field, over the cutoff
  int window_points = 0;             ///< P
  double window_shape = 0;           ///< beta of the Kaiser-Bessel window
  int window_degree = 0;             ///< degree of its piecewise polynomials
  std::array<int, 3> grid{0, 0, 0};  ///< M_i, grid points per box length
  Layer layer = Layer::single;
  Precision precision = Precision::fp64;
  bool deterministic = false;  ///< transforms planned by rule, not by measured times
  Split split = Split::prolate;
  ZeroMode zero_mode = ZeroMode::zero_mean_velocity;
  bool gradient = false, pressure = false;  ///< evaluated at the targets too
};

/// A clustered part of the box that has a split and a finer grid of its own, beside those of all around it.
struct RefinedPatch {
  std::array<double, 3> lower{0, 0, 0};    ///< corner [length]; a patch in a patch: not below the outer one's
  std::array<double, 3> lengths{0, 0, 0};  ///< lengths of its edges; the box length if the patch goes around a periodic
                                           ///< direction
  EwaldParameters parameters;              ///< box: the 3-periodic one that its grid fills, the patch and a margin
};

/// One number (or word) that an engine fixed, for people, files and checkpoints.
struct NamedValue {
  std::string name;             ///< in files
  std::string title;            ///< for a person
  std::string unit;             ///< a quantity of slurry/quantity.hpp, such as "length"; empty: a plain number
  std::string help;             ///< one sentence
  std::vector<double> numbers;  ///< one number, or three of a grid
  std::string word{};           ///< in place of numbers: "prolate"
  bool whole = false;           ///< the numbers count something
  friend bool operator==(const NamedValue&, const NamedValue&) = default;
};

/// Parameters that an engine derives from a tolerance, without the engine's types. A reader can show them, write them,
/// and change their unit of length without knowing the engine.
struct ParameterReport {
  struct Part {
    std::string title;  ///< empty: the whole sum; "patch": a part of it, each in the one before
    std::vector<NamedValue> values;
    friend bool operator==(const Part&, const Part&) = default;

    /// Null where there is none of this name.
    const NamedValue* find(std::string_view name) const {
      for (const NamedValue& v : values)
        if (v.name == name) return &v;
      return nullptr;
    }
  };
  /// A few words for a person, with names of values in braces: "grid {grid}".
  std::string summary;
  std::string remark{};  ///< more of them, after what is summed; or empty
  std::vector<Part> parts;
  friend bool operator==(const ParameterReport&, const ParameterReport&) = default;

  /// The value of this name of the whole sum; null where there is none.
  const NamedValue* find(std::string_view name) const {
    for (const Part& part : parts)
      if (part.title.empty()) return part.find(name);
    return nullptr;
  }
  /// First number of the value with this name; NaN if there is none.
  double number(std::string_view name) const {
    const NamedValue* v = find(name);
    return v && !v->numbers.empty() ? v->numbers[0] : std::numeric_limits<double>::quiet_NaN();
  }
  /// The summary with its values.
  std::string in_words() const;
  /// The report in another unit of length, in which a length is `factor` times as large a number.
  ParameterReport with_lengths_times(double factor) const {
    ParameterReport r = *this;
    for (Part& part : r.parts)
      for (NamedValue& v : part.values)
        if (v.unit == "length")
          for (double& x : v.numbers) x *= factor;
    return r;
  }
};

/// How the engine of a sum was chosen.
enum class ChosenBy {
  request,     ///< the engine was asked for, or only one of them does this sum
  prediction,  ///< seconds from fixed rates, or from the machine's
  measurement  ///< calls of each were timed when the plan was made
};
template <>
inline constexpr std::array words<ChosenBy>{Word<ChosenBy>{ChosenBy::request, "request"},
                                            Word<ChosenBy>{ChosenBy::prediction, "prediction"},
                                            Word<ChosenBy>{ChosenBy::measurement, "measurement"}};

/// A way to do a sum as everybody outside of planning sees it.  NaN: not known.
struct Candidate {
  std::string engine, plan;  ///< plan: which of the engine's plans, for a person
  /// Seconds of a call.  Of an engine that is hopeless no more than its overhead is predicted.
  double predicted = std::numeric_limits<double>::quiet_NaN(), measured = std::numeric_limits<double>::quiet_NaN();
  double error = std::numeric_limits<double>::quiet_NaN(), bytes = std::numeric_limits<double>::quiet_NaN();

  /// Measured where it was measured, else predicted.
  double seconds() const { return measured == measured ? measured : predicted; }
};

/// The engines that were weighed for a sum, and the one that was taken.
struct SumChoice {
  std::vector<Candidate> candidates;  ///< in the order of the table of engines
  std::size_t taken = 0;
  ChosenBy by = ChosenBy::request;

  bool empty() const { return candidates.empty(); }
  const Candidate& chosen() const { return candidates.at(taken); }
  /// The chosen engine; empty where there was nothing to sum.
  std::string engine() const { return candidates.empty() ? std::string() : chosen().engine; }
  /// Seconds of a call of this engine; NaN: it was not weighed.
  double seconds(std::string_view engine) const {
    for (const Candidate& c : candidates)
      if (c.engine == engine && by != ChosenBy::request) return c.seconds();
    return std::numeric_limits<double>::quiet_NaN();
  }
};

/// A sum that is decided on (summation/sum_plan.hpp).
struct SumPlan;

/// Bytes, forecast before anything is allocated.  NaN: not known.
struct MemoryReport {
  double forecast = std::numeric_limits<double>::quiet_NaN();   ///< most that is taken at once, beyond what was held
  double available = std::numeric_limits<double>::quiet_NaN();  ///< then
  double measured = std::numeric_limits<double>::quiet_NaN();   ///< growth of the process up to its peak
};

}  // namespace slurry
