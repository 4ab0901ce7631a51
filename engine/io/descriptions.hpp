// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "io/hdf5_file.hpp"
#include "slurry/unit.hpp"

// Writes descriptions into a file that say what its numbers are (engine/io/README.md, "What a file says of itself").
namespace slurry {

/// Way in which a file names units. reduced: the symbols of reduced units. si: the symbols of the SI. of_input: the
/// words of unit.hpp, for a file that keeps the units of its input, whatever they are.
enum class FileUnits { reduced, si, of_input };
inline constexpr FileUnits input_units = FileUnits::of_input;

/// Unit as text for a file. In SI it is written as in H5MD's module "units", so a pure number is "1". Otherwise it is
/// written as for the reader.
inline std::string unit_for_file(std::string_view unit, FileUnits units) {
  if (units == FileUnits::si) return unit_in_files(unit);
  return units == FileUnits::reduced ? unit_text(unit, Units::reduced) : std::string(unit);
}

/// The sentence with its unit, as in "Force on the body [F]". Nothing is added for a pure number.
inline std::string with_unit(std::string_view sentence, std::string_view unit, FileUnits units) {
  const std::string symbol = unit_for_file(unit, units);
  return std::string(sentence) + (unit.empty() || symbol.empty() ? "" : " [" + symbol + "]");
}

/// Describes a dataset. Writes its attribute `description` and, in SI, its attribute `unit`. In reduced units the
/// description ends with the unit, because H5MD takes an attribute `unit` for a unit of the SI.
inline void describe(Hdf5Writer& file, const std::string& dataset, std::string_view sentence, std::string_view unit,
                     FileUnits units) {
  if (units == FileUnits::si) {
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
      : file_(file), object_(std::move(object)), lines_(std::move(about)), units_(units) {}
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
