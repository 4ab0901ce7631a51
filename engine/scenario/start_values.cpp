// SPDX-License-Identifier: BSD-3-Clause
#include "scenario/start_values.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <filesystem>
#include <numbers>
#include <utility>
#include <variant>
#include <vector>

#include "scenario/body_file.hpp"
#include "scenario/lattice.hpp"
#include "scenario/option_change.hpp"
#include "scenario/option_convert.hpp"
#include "scenario/option_text.hpp"
#include "scenario/scenario_check.hpp"
#include "slurry/error.hpp"

namespace slurry {

void StartValues::put_together() {
  leave_out_what_changes_replace();
  set_values();
  for (const auto& entry : given) scenario_.given.insert(entry.first);
  if (scenario_.name.empty()) scenario_.name = std::filesystem::path(file_).stem().string();
  take_file_bodies(scenario_);
  require_si();
  require_radius();
  follow_from_fraction();
  scale_defaults();
  complete(scenario_);
  keep_size_of_listed();
  note_random_directions(scenario_);
  separate_kinds(scenario_);
  note_new_numbers(scenario_);
  check(scenario_, [this](const std::string& key) { return where(key); });
  note_stretched_lattices(scenario_);
}

std::string StartValues::key_of(std::size_t group, std::string_view leaf) {
  return with_group("bodies." + std::string(leaf), group);
}

bool StartValues::by_change(const std::string& key) const {
  const auto at = given.find(key);
  return at != given.end() && at->second.by_change;
}

void StartValues::leave_out_of_file(const std::string& key) {
  if (!by_change(key)) given.erase(key);
}

void StartValues::leave_out_as_it_follows(const std::string& key, const std::string& from) {
  const auto at = given.find(key);
  if (at == given.end() || at->second.by_change) return;
  scenario_.start_notes.push_back(fmt::format("{}, in place of {} = {} of the scenario, which now follows from them",
                                              from, key, to_toml(at->second.value)));
  given.erase(at);
}

bool StartValues::says(const std::string& key, std::string_view word) const {
  const auto at = given.find(key);
  if (at == given.end()) return false;
  const auto* text = std::get_if<std::string>(&at->second.value);
  return text && *text == word;
}

bool StartValues::a_change_names_a_file() const {
  for (std::size_t g = 0; g < scenario_.bodies.size(); ++g)
    if (by_change(key_of(g, "file"))) return true;
  return false;
}

void StartValues::leave_out_what_changes_replace() {
  bool lists = false;
  for (std::size_t g = 0; g < scenario_.bodies.size(); ++g) {
    const bool positions = by_change(key_of(g, "positions")), file = by_change(key_of(g, "file"));
    lists = lists || positions || file;
    std::vector<const char*> replaced;
    if (positions) replaced = {"file", "placement", "images", "numbers"};
    if (file) replaced = {"positions", "directors", "director", "orientation", "placement", "images", "numbers"};
    if (by_change(key_of(g, "placement")) && !says(key_of(g, "placement"), "positions"))
      replaced = {"positions", "directors", "file", "images", "numbers"};
    if (says(key_of(g, "orientation"), "random") && by_change(key_of(g, "orientation"))) replaced.push_back("director");
    if (file) say_lists_in_place_of_which_is_the_file(g);
    for (const char* leaf : replaced) leave_out_of_file(key_of(g, leaf));
    leave_out_third(g);
  }
  for (std::size_t g = 0; lists && g < scenario_.bodies.size(); ++g) leave_out_of_file(key_of(g, "equilibrate"));
}

void StartValues::say_lists_in_place_of_which_is_the_file(std::size_t g) {
  std::vector<std::string> lists;
  for (const char* leaf : {"positions", "directors", "images", "numbers"})
    if (const std::string key = key_of(g, leaf); given.contains(key) && !by_change(key)) lists.push_back(key);
  if (!lists.empty())
    scenario_.start_notes.push_back(
        fmt::format("a file named by a change, in place of {} of the scenario", fmt::join(lists, ", ")));
}

void StartValues::leave_out_third(std::size_t g) {
  const std::string positions = key_of(g, "positions"), file = key_of(g, "file"), count = key_of(g, "count"),
                    fraction = key_of(g, "volume_fraction"), size = size_key();
  const bool listed = given.contains(positions) || given.contains(file);
  if (!(listed || given.contains(count)) || !given.contains(fraction) || !given.contains(size)) return;
  if (listed) {  // it has its count, and a new one is as good as a new count
    const std::string& list = by_change(positions) ? positions : file;
    if (by_change(list))
      by_change(fraction) ? leave_out_as_it_follows(size, list + " and " + fraction)
                          : leave_out_as_it_follows(fraction, list + " and " + size);
    return;
  }
  const int changed = by_change(count) + by_change(fraction) + by_change(size);
  if (changed == 2) {
    if (!by_change(count)) leave_out_as_it_follows(count, fraction + " and " + size);
    if (!by_change(fraction)) leave_out_as_it_follows(fraction, count + " and " + size);
    if (!by_change(size)) leave_out_as_it_follows(size, count + " and " + fraction);
  } else if (changed == 1) {  // the size stays, and the suspension as dense as it is, unless that is what changes
    if (by_change(count))
      leave_out_as_it_follows(fraction, count + " and " + size);
    else
      leave_out_as_it_follows(count, fraction + " and " + size);
  }
}

void StartValues::set_values() {
  for_each_row([this](const Option& option, std::size_t g, const std::string& key) {
    const auto at = given.find(key);
    if (at == given.end()) return;
    if (option.key == "bodies.file" && at->second.by_change) return set_file_of_change(option, g, at->second);
    set_value(scenario_, option, g, at->second.value);
  });
  for (std::size_t g = 0; g < scenario_.bodies.size(); ++g)
    if (const std::string key = key_of(g, "orientation"); says(key, "random") && given.contains(key_of(g, "director")))
      refuse_value(where(key), key, "\"random\"", "cannot be combined with " + key_of(g, "director"),
                   "\"aligned\", or left out");
}

void StartValues::set_file_of_change(const Option& option, std::size_t g, const Given& change) {
  namespace fs = std::filesystem;
  std::error_code code;
  const fs::path name = std::get<std::string>(change.value), folder = fs::path(file_).parent_path();
  const std::string plain = name.string().substr(0, name.string().rfind('#'));
  if (!fs::exists(name, code) && !fs::exists(plain, code) && fs::exists(folder / plain, code))
    refuse_value(change.place, key_of(g, "file"), to_toml(change.value), "is not in the current folder",
                 "a file there, or " + toml_text((folder / name).string()) + ", which stands beside the scenario");
  std::string file_name;
  std::swap(file_name, scenario_.file_name);
  set_value(scenario_, option, g, change.value);
  std::swap(file_name, scenario_.file_name);
}

void StartValues::require_si() {
  if (scenario_.units != Units::si) return;
  std::vector<std::string> needed;
  for (const std::string_view key : needed_in_si())
    for (std::size_t g = 0; g < (is_of_bodies(key) ? scenario_.bodies.size() : 1); ++g)
      if (key != "domain.radius" || is_pipe()) needed.push_back(with_group(key, g));
  std::erase_if(needed, [this](const std::string& key) { return given.contains(key) || file_gives(key); });
  if (needed.empty()) return;
  std::string missing = "is missing", others;
  for (std::size_t i = 1; i < needed.size(); ++i)
    others += (i == 1 ? "" : i + 1 == needed.size() ? " and " : ", ") + needed[i];
  if (!others.empty()) missing += (needed.size() == 2 ? ", and so is " : ", and so are ") + others;
  refuse_value(where("units"), needed[0], "", missing, "given, because units = \"SI\" has no default for it");
}

bool StartValues::file_gives(const std::string& key) const {
  if (!is_of_bodies(key)) return false;
  const BodyFile* from = scenario_.bodies[split_group(key).group].source.get();
  return from && !(leaf_of(key) == "radius" ? from->radii : from->forces).empty();
}

void StartValues::require_radius() {
  if (is_pipe() && !given.contains("domain.radius"))
    refuse_value(file_, "domain.radius", "", "is missing",
                 given.contains("domain.kind") ? "given, for a pipe"
                                               : "given, for a pipe; domain.kind says what else the domain can be");
}

void StartValues::scale_defaults() {
  if (scenario_.units != Units::si || scenario_.bodies.empty()) return;
  const BodyGroup& first = scenario_.bodies.front();
  const double time = 6 * std::numbers::pi * scenario_.viscosity * first.radius * first.radius / std::abs(first.force);
  for (const Option& option : table_) {
    if (!scales_in_si(option) || given.contains(option.key)) continue;
    const double number = std::get<double>(option.standard);
    if (option.unit == "length")
      set_value(scenario_, option, 0, number * first.radius);
    else if (std::isfinite(time))
      set_value(scenario_, option, 0, number * time);
    else if (applies(option, scenario_))
      refuse_value(where("units"), std::string(option.key), "", "is missing",
                   "given, because units = \"SI\" has no default for it if the first bodies have no weight");
  }
}

void StartValues::follow_from_fraction() {
  const bool size_given = given.contains(size_key());
  for (std::size_t g = 0; g < scenario_.bodies.size(); ++g) {
    const std::string count_key = key_of(g, "count"), fraction_key = key_of(g, "volume_fraction");
    BodyGroup& b = scenario_.bodies[g];
    const bool count = given.contains(count_key), fraction = given.contains(fraction_key);
    b.count_from_fraction = false;
    if (!b.positions.empty()) {
      check_list(g, size_given);
      continue;
    }
    if (b.placement == PlacementKind::positions) continue;  // answered by check()
    if (!count && (!fraction || !has_volume()))
      refuse_value(where(key_of(g, "radius")), count_key, "", "is missing",
                   has_volume() ? "given, or volume_fraction" : "given, since this domain has no volume to fill");
    b.count_from_fraction = !count;
    if (!count || !fraction || !has_volume()) continue;
    if (size_given || scenario_.length_from_fraction)
      refuse_value(where(fraction_key), fraction_key, option_value(scenario_, fraction_key, table_),
                   "count and the size of the domain determine it already", "left out");
    scenario_.length_from_fraction = true;
  }
  const bool needs_size = has_volume() || scenario_.domain.kind == DomainKind::periodic_1;
  if (needs_size && !size_given && !scenario_.length_from_fraction && !take_size_of_file())
    refuse_value(file_, size_key(), "", "is missing",
                 has_volume() ? "given, or follow from count and volume_fraction of the bodies" : "given");
}

bool StartValues::take_size_of_file() {
  for (const BodyGroup& b : scenario_.bodies) {
    if (!b.source) continue;
    const FileBox& box = b.source->box;
    if (!box.lengths && !box.domain) continue;
    const std::array<double, 3> lengths = box.lengths ? *box.lengths : periods(*box.domain);
    std::string words = fmt::format("{}", lengths[0]);
    if (is_periodic_cell()) {
      scenario_.domain.cell = lengths;
      words = fmt::format("[{}, {}, {}]", lengths[0], lengths[1], lengths[2]);
    } else {
      scenario_.domain.length = lengths[0];
    }
    scenario_.start_notes.push_back(fmt::format("{} = {} is from '{}'{}", size_key(), words, b.source->file.string(),
                                                box.name.empty() ? "" : " (" + box.name + ")"));
    return true;
  }
  return false;
}

void StartValues::check_list(std::size_t g, bool size_given) {
  BodyGroup& b = scenario_.bodies[g];
  const std::string list = "a list of " + std::to_string(b.positions.size()) + " positions";
  const auto refuse = [&](const char* leaf, const std::string& problem, const std::string& allowed) {
    const std::string key = key_of(g, leaf);
    refuse_value(where(key), key, to_toml(given.at(key).value), problem, allowed);
  };
  const bool new_file = a_change_names_a_file();
  if (const std::string key = key_of(g, "placement");
      given.contains(key) && !says(key, "positions") && (!new_file || by_change(key)))
    refuse("placement", "there is " + list, "\"positions\", or left out");
  for (const char* leaf : {"positions", "directors"}) {
    const auto at = given.find(key_of(g, leaf));
    if (at == given.end() || (new_file && !at->second.by_change)) continue;
    auto& held = std::string_view(leaf) == "positions" ? b.positions : b.directors;
    const auto& said = std::get<std::vector<std::array<double, 3>>>(at->second.value);
    if (held.empty()) held = said;
    if (held != said)
      refuse_value(at->second.place, at->first, "", "does not agree with the values in the file that bodies.file names",
                   "it must be left out, or bodies.file must be left out");
  }
  for (const char* leaf : {"images", "numbers"})
    if (b.source && given.contains(key_of(g, leaf)))
      refuse(leaf, "cannot be combined with bodies.file, which gives the bodies", "left out");
  const std::string count = key_of(g, "count"), fraction = key_of(g, "volume_fraction");
  const std::string number = std::to_string(b.positions.size());
  if (given.contains(count) && to_toml(given.at(count).value) != number)
    refuse("count", "cannot be combined with " + list, number + ", or left out");
  if (!given.contains(fraction)) return;
  const std::string kept =
      "left out" + (given.contains(count) ? std::string() : ", or bodies.count given in its place");
  const double share = std::get<double>(given.at(fraction).value);
  if (!has_volume() || (!size_given && scenario_.length_from_fraction))
    refuse("volume_fraction", "cannot be combined with " + list, kept);
  const double volume = volume_of_bodies(scenario_, g), one = volume / static_cast<double>(b.positions.size());
  if (size_given && std::abs(share * domain_volume(scenario_.domain) - volume) > (0.5 + 1e-9) * one)
    refuse("volume_fraction", "cannot be combined with " + list + " in this domain", kept);
  scenario_.given.erase(fraction);  // it has done its work
  if (size_given) return;
  b.count = b.positions.size();
  b.volume_fraction = share * body_volume(b) / one;  // complete() takes the bodies for equal ones
  scenario_.length_from_fraction = true;
}

void StartValues::keep_size_of_listed() {
  for (BodyGroup& b : scenario_.bodies) {
    if (b.positions.empty() || !b.volume_fraction) continue;
    b.volume_fraction.reset();
    scenario_.length_from_fraction = false;
  }
}

std::string StartValues::where(const std::string& key) const {
  const OptionKey split = split_group(key);
  const auto at = given.find(with_group(split.key, split.group));
  return at == given.end() ? file_ : at->second.place;
}

}  // namespace slurry
