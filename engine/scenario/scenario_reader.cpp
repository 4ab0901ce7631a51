// SPDX-License-Identifier: BSD-3-Clause
#include <toml++/toml.h>

#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <set>

#include "scenario/carried_expectations.hpp"
#include "scenario/nearest_name.hpp"
#include "scenario/option_change.hpp"
#include "scenario/option_convert.hpp"
#include "scenario/option_key.hpp"
#include "scenario/option_text.hpp"
#include "scenario/start_values.hpp"
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

constexpr const char* place_of_changes = "on the command line";

/// A scenario is put together from a file and from changes, and then checked once.
class Reader {
 public:
  Reader(std::string_view text, const std::string& file, const OptionTable& table,
         const std::vector<std::string>& changes)
      : table_(table), file_(file), changes_(changes), start_(table, file, scenario_) {
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
    start_.put_together();
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
      start_.given[with_group(c.option->key, c.group)] = {std::move(c.value), place_of_changes, true};
    start_.for_each_row([this](const Option& option, std::size_t, const std::string& key) {
      const auto at = nodes_.find(key);
      if (at == nodes_.end() || (start_.given.contains(key) && key != "units")) return;
      const std::string place = place_of(*at->second, file_);
      Given given{convert(*at->second, option, key, place), place};
      if (key == "units" && start_.given.contains(key)) return check_units(to_toml(given.value));
      start_.given[key] = std::move(given);
    });
    if (!nodes_.contains("units") && start_.given.contains("units"))
      check_units(option_value(scenario_, "units", table_));
  }

  void check_units(const std::string& of_file) {
    if (to_toml(start_.given.at("units").value) == of_file) return;
    set_value(scenario_, *find_option("units", table_), 0, start_.given.at("units").value);
    refuse_units(scenario_, place_of_changes);
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
  Scenario scenario_;
  StartValues start_;
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
