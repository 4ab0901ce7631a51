// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "io/hdf5_file.hpp"
#include "slurry/scenario.hpp"
#include "slurry/unit.hpp"

// Writes descriptions into a file that say what its numbers are (engine/io/README.md, "What a file says of itself").
namespace slurry {

/// How a file names its units: by the symbols of its scenario, as the summary of a run does, or by the words of
/// unit.hpp if it keeps the units of its input, whatever they are.
class FileUnits {
 public:
  /// Makes the units of a file whose numbers are in the units of a scenario.
  explicit FileUnits(std::shared_ptr<const Scenario> scenario) : scenario_(std::move(scenario)) {}
  static FileUnits of_input() { return FileUnits(nullptr); }

  bool si() const { return scenario_ && scenario_->units == Units::si; }
  /// Text of a unit. In SI it is the text that H5MD's module "units" defines, so a pure number is "1". Otherwise it is
  /// the text for the reader.
  std::string text(std::string_view unit) const {
    if (!scenario_) return std::string(unit);
    return si() ? unit_in_files(unit) : unit_text(unit, *scenario_);
  }

 private:
  std::shared_ptr<const Scenario> scenario_;  ///< null: the units of the input
};
inline const FileUnits input_units = FileUnits::of_input();

/// The sentence with its unit, as in "Force on the body [F]". Nothing is added for a pure number.
inline std::string with_unit(std::string_view sentence, std::string_view unit, const FileUnits& units) {
  const std::string symbol = units.text(unit);
  return std::string(sentence) + (unit.empty() || symbol.empty() ? "" : " [" + symbol + "]");
}

/// Describes a dataset. Writes its attribute `description` and, in SI, its attribute `unit`. In reduced units the
/// description ends with the unit, because H5MD takes an attribute `unit` for a unit of the SI.
inline void describe(Hdf5Writer& file, const std::string& dataset, std::string_view sentence, std::string_view unit,
                     const FileUnits& units) {
  if (units.si()) {
    file.attribute(dataset, "description", sentence);
    file.attribute(dataset, "unit", unit_in_files(unit), Hdf5Text::fixed);
  } else {
    file.attribute(dataset, "description", with_unit(sentence, unit, units));
  }
}

/// Describes a text, or numbers that have no unit.
inline void describe(Hdf5Writer& file, const std::string& dataset, std::string_view sentence) {
  file.attribute(dataset, "description", sentence);
}

/// The attributes of one object. An attribute cannot have attributes. The object's own `description` therefore has a
/// line for each, as in "cutoff_radius: Distance beyond which ... [a]".
class DescribedAttributes {
 public:
  /// Starts describing an object. object: a group, which is made if it is missing, or a dataset that has no description
  /// yet. about: what the object is.
  DescribedAttributes(Hdf5Writer& file, std::string object, std::string about, FileUnits units)
      : file_(file), object_(std::move(object)), lines_(std::move(about)), units_(std::move(units)) {}
  DescribedAttributes(const DescribedAttributes&) = delete;
  DescribedAttributes& operator=(const DescribedAttributes&) = delete;

  template <class T>
  void set(const std::string& name, const T& value, std::string_view sentence, std::string_view unit = {}) {
    file_.attribute(object_, name, value);
    say(name, sentence, unit);
  }
  /// Describes an attribute that is written elsewhere.
  void say(const std::string& name, std::string_view sentence, std::string_view unit = {}) {
    lines_ += (lines_.empty() ? "" : "\n") + name + ": " + with_unit(sentence, unit, units_);
  }
  /// Writes the description. Call it after the last attribute.
  void write() { file_.attribute(object_, "description", std::string_view(lines_)); }

  Hdf5Writer& file() const { return file_; }

 private:
  Hdf5Writer& file_;
  std::string object_, lines_;
  FileUnits units_;
};

}  // namespace slurry
