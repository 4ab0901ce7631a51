// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <toml++/toml.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <numbers>
#include <set>

#include "scenario/body_file.hpp"
#include "scenario/carried_expectations.hpp"
#include "scenario/nearest_name.hpp"
#include "scenario/option_change.hpp"
#include "scenario/option_convert.hpp"
#include "scenario/option_key.hpp"
#include "scenario/option_text.hpp"
#include "scenario/scenario_check.hpp"
#include "scenario/walk_section.hpp"
#include "slurry/error.hpp"
#include "slurry/expectations.hpp"
#include "slurry/scenario.hpp"

namespace slurry {

namespace {

/// Keys of an [[expect]] table; they are no options, so not part of the public table.
const std::vector<Option>& expect_table() {
  static const std::vector<Option> table{
      {.key = "quantity", .type = OptionType::choice, .choices = expected_quantities()},
      {.key = "value", .type = OptionType::number},
      {.key = "tolerance", .type = OptionType::number, .range = {.lowest = 0, .lowest_excluded = true}},
      {.key = "source", .type = OptionType::text},
      {.key = "level", .type = OptionType::text},
      {.key = "note", .type = OptionType::text},
      {.key = "qualitative", .type = OptionType::boolean},
      {.key = "with", .type = OptionType::text},
      {.key = "seeds", .type = OptionType::integer, .range = {.lowest = 1, .highest = 1000}},
      {.key = "slow", .type = OptionType::boolean}};
  return table;
}

/// Value that was given for a key, and its place.
struct Given {
  OptionValue value;
  std::string place;
  bool by_change = false;  ///< beside the file, by --set or by an option of the command line
};

constexpr const char* place_of_changes = "on the command line";

/// A scenario is put together from a file and from changes, and then checked once.
class Reader {
 public:
  Reader(std::string_view text, const std::string& file, const OptionTable& table,
         const std::vector<std::string>& changes)
      : table_(table), file_(file), changes_(changes) {
    scenario_.text = text;
    scenario_.file_name = file;
    try {
      root_ = toml::parse(text, file);
    } catch (const toml::parse_error& e) {
      std::string why(e.description());  // it may quote the end of a line
      for (std::size_t i = 0; (i = why.find('\n', i)) != std::string::npos;) why.replace(i, 1, "\\n");
      throw InputError(place_of(e.source(), file) + ": not valid TOML: " + why);
    }
  }

  Scenario read() {
    check_schema();
    read_sections();
    read_values();
    leave_out_what_changes_replace();
    set_values();
    for (const auto& [key, given] : given_) scenario_.given.insert(key);
    if (scenario_.name.empty()) scenario_.name = std::filesystem::path(file_).stem().string();
    take_file_bodies(scenario_);
    require_si();
    require_radius();
    follow_from_fraction();
    scale_defaults();
    complete(scenario_);
    keep_size_of_listed();
    separate_kinds(scenario_);
    check(scenario_, [this](const std::string& key) { return where(key); });
    read_expectations();
    return std::move(scenario_);
  }

 private:
  void check_schema() {
    const toml::node* schema = root_.get("schema");
    if (!schema)
      throw KeyError(file_ + ": there is no 'schema'; begin the file with schema = 1", file_, "schema", "", "1");
    if (schema->value<std::int64_t>() != 1)
      refuse_value(place_of(*schema, file_), "schema", node_text(*schema), "is not known here", "1");
  }

  /// Collects every key with its node, and refuses the unknown ones.
  void read_sections() {
    for (const auto& [key, node] : root_) {
      const std::string name(key.str());
      if (name == "schema") continue;
      if (name == "bodies")
        each_table(name, node, [this](const toml::table& t, std::size_t i) {
          scenario_.bodies.emplace_back();
          read_keys(t, i ? "bodies." + std::to_string(i) : "bodies");
        });
      else if (name == "expect")
        each_table(name, node, [this](const toml::table& t, std::size_t) { read_expectation(t); });
      else if (name == "walk")
        each_table(name, node, [this](const toml::table& t, std::size_t) {
          scenario_.walk.push_back(read_walk_step(t, file_, scenario_.walk));
        });
      else if (sections().contains(name))
        read_section(name, node);
      else if (find_option(name, table_))
        nodes_[name] = &node;
      else
        unknown(key, name, sections_and_keys());
    }
  }

  template <class Read>
  void each_table(const std::string& name, const toml::node& node, Read&& read) {
    const toml::array* tables = node.as_array();
    if (!tables || !tables->is_array_of_tables())
      refuse_value(place_of(node, file_), name, "", "has the wrong type",
                   "a list of tables, each under [[" + name + "]]");
    std::size_t i = 0;
    for (const toml::node& t : *tables) read(*t.as_table(), i++);
  }

  void read_section(const std::string& name, const toml::node& node) {
    const toml::table* t = node.as_table();
    if (!t) refuse_value(place_of(node, file_), name, node_text(node), "has the wrong type", "a table, [" + name + "]");
    read_keys(*t, name);
  }

  void read_keys(const toml::table& table, const std::string& section) {
    for (const auto& [key, node] : table) {
      const std::string full = section + "." + std::string(key.str());
      if (!find_option(full, table_)) unknown(key, full, keys_of(section));
      nodes_[full] = &node;
    }
  }

  void read_expectation(const toml::table& table) {
    Expectation e;
    std::set<std::string> given;
    for (const auto& [key, node] : table) {
      const std::string name(key.str());
      const Option* option = find_option(name, expect_table());
      if (!option) refuse_unknown(key, "expect", expect_table(), file_);
      if (name == "with") {
        e.with = read_texts(node);
        continue;
      }
      const OptionValue v = convert(node, *option, "expect." + name, place_of(node, file_));
      given.insert(name);
      if (name == "quantity") e.quantity = std::get<std::string>(v);
      if (name == "value") e.value = std::get<double>(v);
      if (name == "tolerance") e.tolerance = std::get<double>(v);
      if (name == "source") e.source = std::get<std::string>(v);
      if (name == "level") e.level = std::get<std::string>(v);
      if (name == "note") e.note = std::get<std::string>(v);
      if (name == "qualitative") e.qualitative = std::get<bool>(v);
      if (name == "seeds") e.seeds = static_cast<int>(std::get<std::int64_t>(v));
      if (name == "slow") e.slow = std::get<bool>(v);
    }
    for (const char* needed : {"quantity", "value", "tolerance"})
      if (!given.contains(needed) && !(e.qualitative && std::string_view(needed) != "quantity"))
        refuse_value(place_of(table, file_), std::string("expect.") + needed, "", "is missing",
                     "given, or qualitative = true");
    scenario_.expect.push_back(std::move(e));
    expect_places_.push_back(place_of(table, file_));
  }

  /// The list of "key=value" of an expectation.
  std::vector<std::string> read_texts(const toml::node& node) const {
    const toml::array* list = node.as_array();
    std::vector<std::string> changes;
    bool texts = list != nullptr;
    for (std::size_t i = 0; texts && i < list->size(); ++i) {
      const auto change = list->get(i)->value<std::string>();
      texts = list->get(i)->is_string();
      if (texts) changes.push_back(*change);
    }
    if (!texts)
      refuse_value(place_of(node, file_), "expect.with", node_text(node), "has the wrong type",
                   "a list of texts, [\"key=value\", ...]");
    return changes;
  }

  /// Expectations speak of the scenario as its file says it; where only the changes make one of it, of none.
  void read_expectations() {
    if (changes_.empty() || scenario_.expect.empty()) {
      find_conditions();
      find_carried_expectations(scenario_);
      return;
    }
    try {
      scenario_.expect = Reader(scenario_.text, file_, table_, {}).read().expect;
    } catch (const KeyError& e) {
      if (e.key().starts_with("expect.")) throw;
      scenario_.expect.clear();
    } catch (const InputError&) {  // of a file with bodies
      scenario_.expect.clear();
    }
  }

  /// Values that every expectation demands of the keys that any of them changes.  An impossible change is refused here.
  void find_conditions() {
    std::set<std::string> keys;
    for (const Expectation& e : scenario_.expect)
      for (const std::string& change : e.with)
        if (const std::string key = key_of_change(change); !is_length_of_run(key)) keys.insert(key);
    for (std::size_t i = 0; i < scenario_.expect.size(); ++i) {
      Expectation& e = scenario_.expect[i];
      Scenario changed = scenario_;
      try {
        set_options(changed, e.with, table_);
      } catch (const KeyError& error) {
        throw KeyError(expect_places_[i] + ": expect.with: " + error.what(), expect_places_[i], "expect.with",
                       error.value(), error.allowed());
      }
      for (const std::string& key : keys) e.conditions.emplace_back(key, option_value(changed, key, table_));
      changed.expect.clear();
      e.written_for = std::make_shared<const Scenario>(std::move(changed));
    }
  }

  /// Values of the file and of the changes, those of the file in the order of the table, so that an error does not
  /// depend on the order in the file.  What a change replaces need not be right.
  void read_values() {
    for (OptionChange& c : read_changes(changes_, table_, scenario_.bodies.size(), place_of_changes))
      given_[with_group(c.option->key, c.group)] = {std::move(c.value), place_of_changes, true};
    for_each_row([this](const Option& option, std::size_t, const std::string& key) {
      const auto at = nodes_.find(key);
      if (at == nodes_.end() || (given_.contains(key) && key != "units")) return;
      const std::string place = place_of(*at->second, file_);
      Given given{convert(*at->second, option, key, place), place};
      if (key == "units" && given_.contains(key)) return check_units(to_toml(given.value));
      given_[key] = std::move(given);
    });
    if (!nodes_.contains("units") && given_.contains("units")) check_units(option_value(scenario_, "units", table_));
  }

  void check_units(const std::string& of_file) {
    if (to_toml(given_.at("units").value) == of_file) return;
    set_value(scenario_, *find_option("units", table_), 0, given_.at("units").value);
    refuse_units(scenario_, place_of_changes);
  }

  template <class Call>
  void for_each_row(const Call& call) const {
    for (std::size_t g = 0; g == 0 || g < scenario_.bodies.size(); ++g)
      for (const Option& option : table_)
        if (g == 0 || is_of_bodies(option.key)) call(option, g, with_group(option.key, g));
  }

  static std::string key_of(std::size_t group, std::string_view leaf) {
    return with_group("bodies." + std::string(leaf), group);
  }
  bool by_change(const std::string& key) const {
    const auto at = given_.find(key);
    return at != given_.end() && at->second.by_change;
  }
  void leave_out_of_file(const std::string& key) {
    if (!by_change(key)) given_.erase(key);
  }
  bool says(const std::string& key, std::string_view word) const {
    const auto at = given_.find(key);
    if (at == given_.end()) return false;
    const auto* text = std::get_if<std::string>(&at->second.value);
    return text && *text == word;
  }
  bool is_periodic_cell() const { return says("domain.kind", "periodic-3"); }
  bool is_pipe() const { return !given_.contains("domain.kind") || says("domain.kind", "pipe"); }
  /// The key that says how large the domain is.
  std::string size_key() const { return is_periodic_cell() ? "domain.cell" : "domain.length"; }
  bool has_volume() const { return is_pipe() || is_periodic_cell(); }
  bool a_change_names_a_file() const {
    for (std::size_t g = 0; g < scenario_.bodies.size(); ++g)
      if (by_change(key_of(g, "file"))) return true;
    return false;
  }

  /// Where a change says in another way what the file says too, the file's way is left out.
  void leave_out_what_changes_replace() {
    bool lists = false;
    for (std::size_t g = 0; g < scenario_.bodies.size(); ++g) {
      const bool positions = by_change(key_of(g, "positions")), file = by_change(key_of(g, "file"));
      lists = lists || positions || file;
      std::vector<const char*> replaced;
      if (positions) replaced = {"file", "placement", "images", "numbers"};
      if (file) replaced = {"positions", "directors", "director", "orientation", "placement", "images", "numbers"};
      if (by_change(key_of(g, "placement")) && !says(key_of(g, "placement"), "positions"))
        replaced = {"positions", "directors", "file", "images", "numbers"};
      if (says(key_of(g, "orientation"), "random") && by_change(key_of(g, "orientation")))
        replaced.push_back("director");
      if (file) say_lists_in_place_of_which_is_the_file(g);
      for (const char* leaf : replaced) leave_out_of_file(key_of(g, leaf));
      leave_out_third(g);
    }
    for (std::size_t g = 0; lists && g < scenario_.bodies.size(); ++g) leave_out_of_file(key_of(g, "equilibrate"));
  }

  void say_lists_in_place_of_which_is_the_file(std::size_t g) {
    std::vector<std::string> lists;
    for (const char* leaf : {"positions", "directors", "images", "numbers"})
      if (const std::string key = key_of(g, leaf); given_.contains(key) && !by_change(key)) lists.push_back(key);
    if (!lists.empty())
      scenario_.start_notes.push_back(
          fmt::format("a file named by a change, in place of {} of the scenario", fmt::join(lists, ", ")));
  }

  /// Leaves out the one of count, volume fraction and size that follows from changes of the others.
  void leave_out_third(std::size_t g) {
    const std::string positions = key_of(g, "positions"), file = key_of(g, "file"), count = key_of(g, "count"),
                      fraction = key_of(g, "volume_fraction"), size = size_key();
    const bool listed = given_.contains(positions) || given_.contains(file);
    if (!(listed || given_.contains(count)) || !given_.contains(fraction) || !given_.contains(size)) return;
    if (listed) {  // it has its count, and a new one is as good as a new count
      if (by_change(positions) || by_change(file)) leave_out_of_file(by_change(fraction) ? size : fraction);
      return;
    }
    const int changed = by_change(count) + by_change(fraction) + by_change(size);
    if (changed == 2) {
      for (const std::string& key : {count, fraction, size}) leave_out_of_file(key);
    } else if (changed == 1) {  // the size stays, and the suspension as dense as it is, unless that is what changes
      leave_out_of_file(by_change(count) ? fraction : count);
    }
  }

  void set_values() {
    for_each_row([this](const Option& option, std::size_t g, const std::string& key) {
      const auto at = given_.find(key);
      if (at == given_.end()) return;
      if (option.key == "bodies.file" && at->second.by_change) return set_file_of_change(option, g, at->second);
      set_value(scenario_, option, g, at->second.value);
    });
    for (std::size_t g = 0; g < scenario_.bodies.size(); ++g)
      if (const std::string key = key_of(g, "orientation");
          says(key, "random") && given_.contains(key_of(g, "director")))
        refuse_value(where(key), key, "\"random\"", "cannot be combined with " + key_of(g, "director"),
                     "\"aligned\", or left out");
  }

  /// A name on the command line is one in the current folder; only those in the scenario are looked for beside it.
  void set_file_of_change(const Option& option, std::size_t g, const Given& given) {
    namespace fs = std::filesystem;
    std::error_code code;
    const fs::path name = std::get<std::string>(given.value), folder = fs::path(file_).parent_path();
    const std::string plain = name.string().substr(0, name.string().rfind('#'));
    if (!fs::exists(name, code) && !fs::exists(plain, code) && fs::exists(folder / plain, code))
      refuse_value(given.place, key_of(g, "file"), to_toml(given.value), "is not in the current folder",
                   "a file there, or " + toml_text((folder / name).string()) + ", which stands beside the scenario");
    std::string file_name;
    std::swap(file_name, scenario_.file_name);
    set_value(scenario_, option, g, given.value);
    std::swap(file_name, scenario_.file_name);
  }

  /// The defaults are reduced ones: with SI, what has a dimension must be said, unless it can be scaled.
  void require_si() {
    if (scenario_.units != Units::si) return;
    std::vector<std::string> needed;
    for (const std::string_view key : needed_in_si())
      for (std::size_t g = 0; g < (is_of_bodies(key) ? scenario_.bodies.size() : 1); ++g)
        if (key != "domain.radius" || is_pipe()) needed.push_back(with_group(key, g));
    std::erase_if(needed, [this](const std::string& key) { return given_.contains(key) || file_gives(key); });
    if (needed.empty()) return;
    std::string missing = "is missing", others;
    for (std::size_t i = 1; i < needed.size(); ++i)
      others += (i == 1 ? "" : i + 1 == needed.size() ? " and " : ", ") + needed[i];
    if (!others.empty()) missing += (needed.size() == 2 ? ", and so is " : ", and so are ") + others;
    refuse_value(where("units"), needed[0], "", missing, "given, because units = \"SI\" has no default for it");
  }

  /// Whether a file gives the radius or the force of all bodies of a group.
  bool file_gives(const std::string& key) const {
    if (!is_of_bodies(key)) return false;
    const BodyFile* from = scenario_.bodies[split_group(key).group].source.get();
    return from && !(leaf_of(key) == "radius" ? from->radii : from->forces).empty();
  }

  void require_radius() {
    if (is_pipe() && !given_.contains("domain.radius"))
      refuse_value(file_, "domain.radius", "", "is missing",
                   given_.contains("domain.kind") ? "given, for a pipe"
                                                  : "given, for a pipe; domain.kind says what else the domain can be");
  }

  /// Defaults with a unit are those of reduced units, and in SI as many radii a and times a/U0 of the first bodies.
  void scale_defaults() {
    if (scenario_.units != Units::si || scenario_.bodies.empty()) return;
    const BodyGroup& first = scenario_.bodies.front();
    const double time =
        6 * std::numbers::pi * scenario_.viscosity * first.radius * first.radius / std::abs(first.force);
    for (const Option& option : table_) {
      if (!scales_in_si(option) || given_.contains(option.key)) continue;
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

  /// Finds the one of count, volume fraction and length that the others determine.
  void follow_from_fraction() {
    const bool size_given = given_.contains(size_key());
    for (std::size_t g = 0; g < scenario_.bodies.size(); ++g) {
      const std::string count_key = key_of(g, "count"), fraction_key = key_of(g, "volume_fraction");
      BodyGroup& b = scenario_.bodies[g];
      const bool count = given_.contains(count_key), fraction = given_.contains(fraction_key);
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

  /// The periods that a file says beside its bodies are those of a scenario that says none.
  bool take_size_of_file() {
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

  /// Checks the keys beside a list of positions, which may come from a file.  They agree with the list or are refused.
  void check_list(std::size_t g, bool size_given) {
    BodyGroup& b = scenario_.bodies[g];
    const std::string list = "a list of " + std::to_string(b.positions.size()) + " positions";
    const auto refuse = [&](const char* leaf, const std::string& problem, const std::string& allowed) {
      const std::string key = key_of(g, leaf);
      refuse_value(where(key), key, to_toml(given_.at(key).value), problem, allowed);
    };
    const bool new_file = a_change_names_a_file();
    if (const std::string key = key_of(g, "placement");
        given_.contains(key) && !says(key, "positions") && (!new_file || by_change(key)))
      refuse("placement", "there is " + list, "\"positions\", or left out");
    for (const char* leaf : {"positions", "directors"}) {
      const auto at = given_.find(key_of(g, leaf));
      if (at == given_.end() || (new_file && !at->second.by_change)) continue;
      auto& held = std::string_view(leaf) == "positions" ? b.positions : b.directors;
      const auto& said = std::get<std::vector<std::array<double, 3>>>(at->second.value);
      if (held.empty()) held = said;
      if (held != said)
        refuse_value(at->second.place, at->first, "",
                     "does not agree with the values in the file that bodies.file names",
                     "left out, or bodies.file must be left out");
    }
    for (const char* leaf : {"images", "numbers"})
      if (b.source && given_.contains(key_of(g, leaf)))
        refuse(leaf, "cannot be combined with bodies.file, which gives the bodies", "left out");
    const std::string count = key_of(g, "count"), fraction = key_of(g, "volume_fraction");
    const std::string number = std::to_string(b.positions.size());
    if (given_.contains(count) && to_toml(given_.at(count).value) != number)
      refuse("count", "cannot be combined with " + list, number + ", or left out");
    if (!given_.contains(fraction)) return;
    const std::string kept =
        "left out" + (given_.contains(count) ? std::string() : ", or bodies.count given in its place");
    const double share = std::get<double>(given_.at(fraction).value);
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

  /// A list of positions has no volume fraction from which the size could follow once more.
  void keep_size_of_listed() {
    for (BodyGroup& b : scenario_.bodies) {
      if (b.positions.empty() || !b.volume_fraction) continue;
      b.volume_fraction.reset();
      scenario_.length_from_fraction = false;
    }
  }

  std::string where(const std::string& key) const {
    const OptionKey split = split_group(key);
    const auto at = given_.find(with_group(split.key, split.group));
    return at == given_.end() ? file_ : at->second.place;
  }

  std::set<std::string> sections() const {
    std::set<std::string> names;
    for (const Option& o : table_)
      if (const std::string_view section = section_of(o.key); !section.empty()) names.emplace(section);
    return names;
  }

  /// Names of sections and of keys that stand before them.
  std::vector<std::string> sections_and_keys() const {
    std::vector<std::string> names{"schema"};
    for (const Option& o : table_)
      if (section_of(o.key).empty()) names.emplace_back(o.key);
    for (const std::string& s : sections()) names.push_back(s);
    names.emplace_back("expect");
    names.emplace_back("walk");
    return names;
  }

  std::vector<std::string> keys_of(std::string_view section) const {
    std::vector<std::string> names;
    const std::string_view plain = section.substr(0, section.find('.'));  // of every group of bodies
    for (const Option& o : table_)
      if (section_of(o.key) == plain) names.emplace_back(leaf_of(o.key));
    return names;
  }

  [[noreturn]] void unknown(const toml::key& key, const std::string& full,
                            const std::vector<std::string>& known) const {
    const std::vector<std::string_view> names(known.begin(), known.end());
    // what stands before the sections may be the misspelled name of one
    std::string near = full.find('.') == std::string::npos ? nearest_name(full, names) : std::string();
    if (3 * edit_distance(full, near) > full.size()) near.clear();
    std::string hint = near.empty() ? did_you_mean(full, table_) : "; did you mean '" + near + "'?";
    if (hint.empty()) hint = ".";
    const std::string place = place_of(key.source(), file_);
    throw KeyError(place + ": unknown key '" + full + "'" + hint + " Known here: " + listed(names), place, full, "",
                   listed(names));
  }

  const OptionTable& table_;
  std::string file_;
  std::vector<std::string> changes_;
  std::vector<std::string> expect_places_;
  toml::table root_;
  std::map<std::string, const toml::node*> nodes_;
  std::map<std::string, Given, std::less<>> given_;
  Scenario scenario_;
};

}  // namespace

Scenario parse_scenario(std::string_view toml, const std::string& name_for_messages,
                        const std::vector<std::string>& changes) {
  return parse_scenario(toml, name_for_messages, option_table(), changes);
}

Scenario parse_scenario(std::string_view toml, const std::string& name_for_messages, const OptionTable& table,
                        const std::vector<std::string>& changes) {
  return Reader(toml, name_for_messages, table, changes).read();
}

Scenario read_scenario(const std::filesystem::path& file, const std::vector<std::string>& changes) {
  std::error_code code;
  if (!std::filesystem::exists(file, code))
    throw InputError("there is no file '" + file.string() + "'; check its name");
  std::ifstream in(file, std::ios::binary);
  // one that is empty is read to its end all the same; folders can be opened, but not read
  if (!std::filesystem::is_regular_file(file, code) || !in.is_open())
    throw InputError("'" + file.string() + "' cannot be read; check that it is a file and its permissions");
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  if (text.starts_with("\x89HDF\r\n"))
    throw InputError("'" + file.string() +
                     "' is an HDF5 file, not a scenario; to continue a recorded run give --resume " + file.string() +
                     "; to begin a new run with its bodies, set bodies.file");
  return parse_scenario(text, file.string(), changes);
}

}  // namespace slurry
