// SPDX-License-Identifier: BSD-3-Clause
#include <toml++/toml.h>

#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <set>

#include "scenario/body_file.hpp"
#include "scenario/carried_expectations.hpp"
#include "scenario/nearest_name.hpp"
#include "scenario/option_convert.hpp"
#include "scenario/option_key.hpp"
#include "scenario/option_text.hpp"
#include "scenario/scenario_check.hpp"
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

class Reader {
 public:
  Reader(std::string_view text, const std::string& file, const OptionTable& table) : table_(table), file_(file) {
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
    read_rows();
    if (scenario_.name.empty()) scenario_.name = std::filesystem::path(file_).stem().string();
    for (const auto& [key, node] : nodes_) scenario_.given.insert(key);
    require_si();
    take_file_bodies(scenario_);
    follow_from_fraction();
    complete(scenario_);
    separate_kinds(scenario_);
    check(scenario_, [this](const std::string& key) { return where(key); });
    find_conditions();
    find_carried_expectations(scenario_);
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
      if (!option) unknown_of_expectation(key, name);
      if (name == "with") {
        e.with = read_changes(node);
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
  std::vector<std::string> read_changes(const toml::node& node) const {
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

  /// What every expectation demands of the keys that any of them changes; a change that cannot be is refused here.
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

  /// In the order of the table, so that an error does not depend on the order in the file.
  void read_rows() {
    for (std::size_t g = 0; g == 0 || g < scenario_.bodies.size(); ++g)
      for (const Option& option : table_) {
        if (!is_of_bodies(option.key) && g > 0) continue;
        const std::string key = with_group(option.key, g);
        if (const auto at = nodes_.find(key); at != nodes_.end())
          set_value(scenario_, option, g, convert(*at->second, option, key, place_of(*at->second, file_)));
      }
  }

  /// The defaults are reduced ones: with SI, what has a dimension must be said.
  void require_si() {
    if (scenario_.units != Units::si) return;
    std::vector<std::string> needed{"fluid.viscosity", "integrator.time_step"};
    for (std::size_t g = 0; g < scenario_.bodies.size(); ++g)
      for (const char* leaf : {"radius", "force"})
        needed.push_back("bodies." + (g ? std::to_string(g) + "." : std::string()) + leaf);
    if (scenario_.domain.kind == DomainKind::pipe) needed.emplace_back("domain.radius");
    std::erase_if(needed, [this](const std::string& key) {
      return nodes_.contains(key) || file_gives(key);
    });
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
    const BodyFile* from = scenario_.bodies[split_group(key).group].from_file.get();
    return from && !(leaf_of(key) == "radius" ? from->radii : from->forces).empty();
  }

  /// Which of count, volume fraction and length the others determine.
  void follow_from_fraction() {
    const bool periodic_cube = scenario_.domain.kind == DomainKind::periodic_3;
    const std::string length_key = periodic_cube ? "domain.cell" : "domain.length";
    const bool length_given = nodes_.contains(length_key);
    for (std::size_t g = 0; g < scenario_.bodies.size(); ++g) {
      const std::string prefix = "bodies." + (g ? std::to_string(g) + "." : std::string());
      BodyGroup& b = scenario_.bodies[g];
      const bool count = nodes_.contains(prefix + "count"), fraction = nodes_.contains(prefix + "volume_fraction");
      b.count_from_fraction = false;
      if (nodes_.contains(prefix + "positions") || nodes_.contains(prefix + "file")) {
        if (b.placement == PlacementKind::random && nodes_.contains(prefix + "placement"))
          refuse_value(where(prefix + "placement"), prefix + "placement", "\"random\"", "there is a list of positions",
                       "\"positions\", or left out");
        if (fraction || (count && nodes_.at(prefix + "count")->value<std::size_t>() != b.positions.size()))
          refuse_value(where(prefix + (fraction ? "volume_fraction" : "count")),
                       prefix + (fraction ? "volume_fraction" : "count"), "",
                       "does not go with a list of " + std::to_string(b.positions.size()) + " positions", "left out");
        continue;
      }
      if (b.placement == PlacementKind::positions) continue;  // answered by check()
      if (!count && !fraction)
        refuse_value(where(prefix + "radius"), prefix + "count", "", "is missing", "given, or volume_fraction");
      b.count_from_fraction = !count;
      if (!count || !fraction) continue;
      if (length_given || scenario_.length_from_fraction)
        refuse_value(where(prefix + "volume_fraction"), prefix + "volume_fraction",
                     option_value(scenario_, prefix + "volume_fraction"),
                     "count and the size of the domain determine it already", "left out");
      scenario_.length_from_fraction = true;
    }
    const bool needs_length =
        scenario_.domain.kind == DomainKind::pipe || scenario_.domain.kind == DomainKind::periodic_1;
    if ((needs_length || periodic_cube) && !length_given && !scenario_.length_from_fraction)
      refuse_value(file_, length_key, "", "is missing", "given, or come from count and volume_fraction of the bodies");
  }

  std::string where(const std::string& key) const {
    const auto at = nodes_.find(key);
    return at == nodes_.end() ? file_ : place_of(*at->second, file_);
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

  [[noreturn]] void unknown_of_expectation(const toml::key& key, const std::string& name) const {
    std::vector<std::string_view> names;
    for (const Option& o : expect_table()) names.push_back(o.key);
    const std::string place = place_of(key.source(), file_), near = nearest_name(name, names);
    throw KeyError(place + ": unknown key 'expect." + name + "'" +
                       (near.empty() ? "." : "; did you mean '" + near + "'?") + " Known here: " + listed(names),
                   place, "expect." + name, "", listed(names));
  }

  const OptionTable& table_;
  std::string file_;
  std::vector<std::string> expect_places_;
  toml::table root_;
  std::map<std::string, const toml::node*> nodes_;
  Scenario scenario_;
};

}  // namespace

Scenario parse_scenario(std::string_view toml, const std::string& name_for_messages) {
  return parse_scenario(toml, name_for_messages, option_table());
}

Scenario parse_scenario(std::string_view toml, const std::string& name_for_messages, const OptionTable& table) {
  return Reader(toml, name_for_messages, table).read();
}

Scenario read_scenario(const std::filesystem::path& file) {
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
                     "' is an HDF5 file, no scenario; to go on with a recorded run say --resume " + file.string() +
                     ", to begin with its bodies set bodies.file");
  return parse_scenario(text, file.string());
}

}  // namespace slurry
