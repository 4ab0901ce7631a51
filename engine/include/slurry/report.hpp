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

/// All parameters of a spectral Ewald sum. They are fixed before the first call. Names: theory/spectral-ewald.md.
struct EwaldParameters {
  Box box;
  double tolerance_relative = 0;     ///< relative to the far field; sets the padding of the modes
  double shape = 0;                  ///< c, bandwidth of the prolate split
  int near_degree = 0;               ///< m, degree of the near-field polynomials
  double cutoff_radius = 0;          ///< r_c [length]
  double near_row_width = 0.5;       ///< width of a row of near-field cells, over the cutoff radius
  int window_points = 0;             ///< P
  double window_shape = 0;           ///< beta of the Kaiser-Bessel window
  int window_degree = 0;             ///< degree of the window's piecewise polynomials
  std::array<int, 3> grid{0, 0, 0};  ///< M_i, number of grid points per box length
  Layer layer = Layer::single;
  Precision precision = Precision::fp64;
  bool deterministic = false;  ///< transforms are planned by rule and not by measured times
  Split split = Split::prolate;
  ZeroMode zero_mode = ZeroMode::zero_mean_velocity;
  bool gradient = false, pressure = false;  ///< computed at the targets as well
};

/// A part of the box with clustered points, which has its own split and a finer grid. They are used in addition to the
/// split and grid of the whole box.
struct RefinedPatch {
  std::array<double, 3> lower{0, 0, 0};  ///< lower corner [length]; a nested patch does not begin below the outer patch
  /// edge lengths [length]; an edge equals the box length if the patch spans a periodic direction
  std::array<double, 3> lengths{0, 0, 0};
  /// parameters; their box is 3-periodic, is filled by the grid, and holds the patch with a margin
  EwaldParameters parameters;
};

/// One number (or word) that an engine fixed, for reports, files and checkpoints.
struct NamedValue {
  std::string name;             ///< name in files
  std::string title;            ///< name for the user
  std::string unit;             ///< quantity of slurry/quantity.hpp, such as "length"; empty: a pure number
  std::string help;             ///< explanation in one sentence
  std::vector<double> numbers;  ///< one number, or three for a grid
  std::string word{};           ///< a word instead of numbers: "prolate"
  bool whole = false;           ///< the numbers are counts
  friend bool operator==(const NamedValue&, const NamedValue&) = default;
};

/// Parameters that an engine derives from a tolerance, without the engine's own types. The reader can show them, write
/// them, and change their unit of length without knowing the engine.
struct ParameterReport {
  struct Part {
    std::string title;  ///< empty: the whole sum; "patch": a part of it, which lies in the patch before it
    std::vector<NamedValue> values;
    friend bool operator==(const Part&, const Part&) = default;

    /// Value with this name. Null if there is none.
    const NamedValue* find(std::string_view name) const {
      for (const NamedValue& v : values)
        if (v.name == name) return &v;
      return nullptr;
    }
  };
  /// Short summary for the user. Names of values stand in braces: "grid {grid}".
  std::string summary;
  std::string remark{};  ///< further words that follow the description of what is summed; may be empty
  std::vector<Part> parts;
  friend bool operator==(const ParameterReport&, const ParameterReport&) = default;

  /// Value with this name in the first part, which describes the whole sum. Null if there is none.
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
  /// The summary with the values inserted.
  std::string in_words() const;
  /// The same report in another unit of length. Every length becomes `factor` times as large a number.
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
  request,     ///< the user asked for the engine, or no other engine can do this sum
  prediction,  ///< the predicted time was shortest, by built-in or measured rates
  measurement  ///< calls of each engine were timed when the plan was made
};
template <>
inline constexpr std::array words<ChosenBy>{Word<ChosenBy>{ChosenBy::request, "request"},
                                            Word<ChosenBy>{ChosenBy::prediction, "prediction"},
                                            Word<ChosenBy>{ChosenBy::measurement, "measurement"}};

/// One way to do a sum, as code outside of planning sees it. NaN: not known.
struct Candidate {
  std::string engine, plan;  ///< name of the engine, and name of its plan for the user
  /// Seconds of a call. For an engine that is far too slow, only the overhead is predicted.
  double predicted = std::numeric_limits<double>::quiet_NaN(), measured = std::numeric_limits<double>::quiet_NaN();
  double error = std::numeric_limits<double>::quiet_NaN(), bytes = std::numeric_limits<double>::quiet_NaN();

  /// Measured seconds if they were measured, otherwise predicted seconds.
  double seconds() const { return measured == measured ? measured : predicted; }
};

/// The engines that were compared for a sum, and the engine that was chosen.
struct SumChoice {
  std::vector<Candidate> candidates;  ///< in the order of the table of engines
  std::size_t taken = 0;
  ChosenBy by = ChosenBy::request;

  bool empty() const { return candidates.empty(); }
  const Candidate& chosen() const { return candidates.at(taken); }
  /// Name of the chosen engine. Empty if there was nothing to sum.
  std::string engine() const { return candidates.empty() ? std::string() : chosen().engine; }
  /// Seconds of a call of this engine. NaN if it was not compared.
  double seconds(std::string_view engine) const {
    for (const Candidate& c : candidates)
      if (c.engine == engine && by != ChosenBy::request) return c.seconds();
    return std::numeric_limits<double>::quiet_NaN();
  }
};

/// A sum that has been decided on (summation/sum_plan.hpp).
struct SumPlan;

/// Memory in bytes, forecast before anything is allocated. NaN: not known.
struct MemoryReport {
  /// largest amount at one time, in addition to what was allocated before
  double forecast = std::numeric_limits<double>::quiet_NaN();
  double available = std::numeric_limits<double>::quiet_NaN();  ///< available memory at the time of the forecast
  double measured = std::numeric_limits<double>::quiet_NaN();   ///< growth of the process up to its peak
};

}  // namespace slurry
