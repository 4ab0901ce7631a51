// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "scenario/option_key.hpp"
#include "slurry/option_table.hpp"
#include "slurry/scenario.hpp"

namespace slurry {

/// Value that was given for a key, and its place.
struct Given {
  OptionValue value;
  std::string place;
  bool by_change = false;  ///< given by --set or by another option of the command line, not by the file
};

/// Makes a scenario from the values of a file and the changes to it. Changes replace values of the file, files of
/// bodies are read, values that follow from others are computed, and the result is checked once.
class StartValues {
 public:
  StartValues(const OptionTable& table, const std::string& file, Scenario& scenario)
      : table_(table), file_(file), scenario_(scenario) {}

  /// Puts the given values into the scenario. Throws KeyError and InputError with the place of what is wrong.
  void put_together();

  /// Calls call(option, group, key) for every key of the table, group by group.
  template <class Call>
  void for_each_row(const Call& call) const {
    for (std::size_t g = 0; g == 0 || g < scenario_.bodies.size(); ++g)
      for (const Option& option : table_)
        if (g == 0 || is_of_bodies(option.key)) call(option, g, with_group(option.key, g));
  }

  std::map<std::string, Given, std::less<>> given;  ///< by key

 private:
  static std::string key_of(std::size_t group, std::string_view leaf);
  bool by_change(const std::string& key) const;
  void leave_out_of_file(const std::string& key);
  /// Leaves out one of count, volume fraction and size that the file gives, and says that it follows from the others.
  void leave_out_as_it_follows(const std::string& key, const std::string& from);
  bool says(const std::string& key, std::string_view word) const;
  bool is_periodic_cell() const { return says("domain.kind", "periodic-3"); }
  bool is_pipe() const { return !given.contains("domain.kind") || says("domain.kind", "pipe"); }
  /// The key that says how large the domain is.
  std::string size_key() const { return is_periodic_cell() ? "domain.cell" : "domain.length"; }
  bool has_volume() const { return is_pipe() || is_periodic_cell(); }
  bool a_change_names_a_file() const;
  /// If a change and the file say the same thing by different keys, the key of the file is left out.
  void leave_out_what_changes_replace();
  void say_lists_in_place_of_which_is_the_file(std::size_t g);
  /// Count, volume fraction and size depend on each other. If some of them were changed, leaves out of the file the one
  /// that now follows from the others.
  void leave_out_third(std::size_t g);
  void set_values();
  /// File names on the command line are relative to the current folder, those in a scenario to the scenario's folder.
  void set_file_of_change(const Option& option, std::size_t g, const Given& change);
  /// Refuses a scenario in SI that lacks a value with a unit, unless the default can be scaled from reduced units.
  void require_si();
  /// Whether a file gives the radius or the force of all bodies of a group.
  bool file_gives(const std::string& key) const;
  void require_radius();
  /// Sets defaults with a unit. In SI they are the same multiples of a and a/U0 of the first bodies as in reduced
  /// units.
  void scale_defaults();
  /// Finds the one of count, volume fraction and length that the others determine.
  void follow_from_fraction();
  /// Takes the periods that a file of bodies gives. Returns false if no file gives any.
  bool take_size_of_file();
  /// Checks the keys beside a list of positions, which may come from a file. Throws if they do not agree with the list.
  void check_list(std::size_t g, bool size_given);
  /// Removes the volume fraction of a list of positions, so that the size of the domain does not follow from it again.
  void keep_size_of_listed();
  std::string where(const std::string& key) const;

  const OptionTable& table_;
  std::string file_;
  Scenario& scenario_;
};

}  // namespace slurry
