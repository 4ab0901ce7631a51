// SPDX-License-Identifier: BSD-3-Clause
#include <toml++/toml.h>

#include <fstream>
#include <iterator>
#include <map>
#include <set>

#include "scenario/nearest_name.hpp"
#include "scenario/option_convert.hpp"
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
      {.key = "tolerance", .type = OptionType::number, .lowest = 0, .lowest_excluded = true},
      {.key = "source", .type = OptionType::text},
      {.key = "level", .type = OptionType::text},
      {.key = "note", .type = OptionType::text},
      {.key = "qualitative", .type = OptionType::boolean},
      {.key = "with", .type = OptionType::text},
      {.key = "seeds", .type = OptionType::integer, .lowest = 1, .highest = 1000},
      {.key = "slow", .type = OptionType::boolean}};
  return table;
}

class Reader {
 public:
  Reader(std::string_view text, const std::string& file) : file_(file) {
    scenario_.text = text;
    scenario_.file_name = file;
    scenario_.name = std::filesystem::path(file).stem().string();
    try {
      root_ = toml::parse(text, file);
    } catch (const toml::parse_error& e) {
      throw InputError(place_of(e.source(), file) + ": this is no TOML: " + std::string(e.description()));
    }
  }

  Scenario read() {
    check_schema();
    read_sections();
    read_rows();
    require_si();
    follow_from_fraction();
    complete(scenario_);
    check(scenario_, [this](const std::string& key) { return where(key); });
    find_conditions();
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
      else if (find_option(name))
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
      if (!find_option(full)) unknown(key, full, keys_of(section));
      nodes_[full] = &node;
    }
  }

  void read_expectation(const toml::table& table) {
    Expectation e;
    std::set<std::string> given;
    for (const auto& [key, node] : table) {
      const std::string name(key.str());
      const Option* option = nullptr;
      std::vector<std::string_view> names;
      for (const Option& o : expect_table()) {
        names.push_back(o.key);
        if (o.key == name) option = &o;
      }
      if (!option) unknown(key, "expect." + name, names, nearest_name(name, names));
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
        set_options(changed, e.with);
      } catch (const KeyError& error) {
        throw KeyError(expect_places_[i] + ": expect.with: " + error.what(), expect_places_[i], "expect.with",
                       error.value(), error.allowed());
      }
      for (const std::string& key : keys) e.conditions.emplace_back(key, option_value(changed, key));
    }
  }

  /// In the order of the table, so that an error does not depend on the order in the file.
  void read_rows() {
    for (std::size_t g = 0; g == 0 || g < scenario_.bodies.size(); ++g)
      for (const OptionRow& row : option_rows()) {
        const bool of_bodies = row.option.key.starts_with("bodies.");
        if (!of_bodies && g > 0) continue;
        std::string key(row.option.key);
        if (of_bodies && g > 0) key = "bodies." + std::to_string(g) + key.substr(6);
        if (const auto at = nodes_.find(key); at != nodes_.end())
          row.set(scenario_, g, convert(*at->second, row.option, key, place_of(*at->second, file_)));
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
    for (const std::string& key : needed)
      if (!nodes_.contains(key))
        refuse_value(where("units"), key, "", "is missing", "given, because units = \"SI\" has no default for it");
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

  static const std::set<std::string>& sections() {
    static const std::set<std::string> names = [] {
      std::set<std::string> s;
      for (const Option& o : option_table())
        if (const std::size_t dot = o.key.find('.'); dot != std::string_view::npos) s.emplace(o.key.substr(0, dot));
      return s;
    }();
    return names;
  }

  static std::vector<std::string_view> sections_and_keys() {
    std::vector<std::string_view> names{"schema"};
    for (const Option& o : option_table())
      if (o.key.find('.') == std::string_view::npos) names.push_back(o.key);
    for (const std::string& s : sections()) names.push_back(s);
    names.push_back("expect");
    return names;
  }

  static std::vector<std::string_view> keys_of(const std::string& section) {
    const std::string prefix = section.substr(0, section.find('.')) + ".";
    std::vector<std::string_view> names;
    for (const Option& o : option_table())
      if (o.key.starts_with(prefix)) names.push_back(o.key.substr(prefix.size()));
    return names;
  }

  [[noreturn]] void unknown(const toml::key& key, const std::string& full, const std::vector<std::string_view>& known,
                            std::string near = {}) const {
    const std::string place = place_of(key.source(), file_);
    if (near.empty()) near = full.find('.') == std::string::npos ? nearest_name(full, known) : nearest_option(full);
    throw KeyError(place + ": unknown key '" + full + "'" + (near.empty() ? "" : "; did you mean '" + near + "'?") +
                       " Known here: " + listed(known),
                   place, full, "", listed(known));
  }

  std::string file_;
  std::vector<std::string> expect_places_;
  toml::table root_;
  std::map<std::string, const toml::node*> nodes_;
  Scenario scenario_;
};

}  // namespace

Scenario parse_scenario(std::string_view toml, const std::string& name_for_messages) {
  return Reader(toml, name_for_messages).read();
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
  return parse_scenario(text, file.string());
}

}  // namespace slurry
