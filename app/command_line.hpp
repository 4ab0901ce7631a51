// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "slurry/words.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

// The command line. Only one source includes the parser behind it, because its headers take ten seconds to compile.
namespace slurry::app {

/// Check of a value that is given to an option.
struct Check {
  std::function<std::string(const std::string&)>
      fault;          ///< sentence on the given value and on what is allowed; empty: allowed
  std::string shown;  ///< values that are allowed, for the help
};

/// Place in which an option stores its value. Numbers are read according to their type.
using OptionTarget = std::variant<std::string*, std::filesystem::path*, int*, long*, std::size_t*, double*,
                                  std::optional<long>*, std::optional<std::uint64_t>*, std::optional<double>*,
                                  std::optional<std::string>*, std::vector<std::string>*>;

/// A word for each value of an enum.
template <class Enum>
using Words = std::vector<std::pair<std::string, Enum>>;
/// Returns the words for these values of an enumeration of the engine, or for all of its values.
template <HasWords Enum>
Words<Enum> words_for(std::initializer_list<Enum> values) {
  Words<Enum> some;
  for (const Enum value : values) some.emplace_back(word_of(value), value);
  return some;
}
template <HasWords Enum>
Words<Enum> words_for() {
  Words<Enum> all;
  for (const Word<Enum>& row : words<Enum>) all.emplace_back(row.word, row.value);
  return all;
}

class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}
  Option& required();
  Option& check(const Check& check);
  Option& excludes(const Option& other);
  Option& takes(int values);                         ///< takes this number of values together
  Option& takes_one_each(const std::string& shown);  ///< may be given several times, with one value each time
  Option& unlisted();                                ///< leaves the option out of the help

 private:
  CLI::Option* option_;
};

/// One subcommand. The variables to which its options write must live until its action has run.
class Subcommand {
 public:
  using Action = std::function<int()>;

  Subcommand(CLI::App& app, Action& chosen) : app_(&app), chosen_(&chosen) {}

  template <class T>
  Option option(const std::string& name, T& value, const std::string& help) {
    return add(name, OptionTarget(&value), help);
  }
  /// Adds an option that takes one of these words. It accepts nothing else, and no numbers in place of words.
  template <class Target, class Enum>
  Option option(const std::string& name, Target& value, const Words<Enum>& words, const std::string& help) {
    std::vector<std::string> known;
    for (const auto& [word, meaning] : words) known.push_back(word);
    return add_word(
        name, std::move(known), [&value, words](std::size_t i) { value = words[i].second; }, help);
  }
  Option flag(const std::string& name, bool& value, const std::string& help);
  /// Adds an option that replaces the action of the command by this one, which gets one value. Required options may
  /// then be missing.
  Option instead(const std::string& name, std::function<int(const std::string&)> action, const std::string& help);
  /// Accepts all words behind the command on the line, including a call for help, and leaves them to its action.
  void takes_anything();
  /// Accepts all words behind the command on the line, including a call for help, and passes them to this action.
  void takes_anything(std::function<int(const std::vector<std::string>&)> action);
  /// Leaves the command out of the help.
  void unlisted();
  /// Sets the text at the end of the help of the command.
  void footer(std::function<std::string()> text);
  /// Sets the action for the whole parsed line; the action returns the exit code and throws errors.
  void action(Action action);

 private:
  Option add(const std::string& name, OptionTarget value, const std::string& help);
  Option add_word(const std::string& name, std::vector<std::string> words, std::function<void(std::size_t)> choose,
                  const std::string& help);

  CLI::App* app_;
  Action* chosen_;
};

class CommandLine {
 public:
  CommandLine(const std::string& description, const std::string& program, std::function<std::string()> version);
  ~CommandLine();
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;

  Subcommand command(const std::string& name, const std::string& description);
  bool has_command(const std::string& name) const;
  /// Sets the text at the end of the help that names all commands.
  void footer(const std::string& text);

  /// Carries out the arguments, or `otherwise` if there are none. Returns the exit code. before: called once the
  /// arguments are understood. Help, the version and errors in the arguments are answered without it.
  int run(const std::vector<std::string>& arguments, const std::function<void()>& before,
          const Subcommand::Action& otherwise);

 private:
  struct Parser;
  std::unique_ptr<Parser> parser_;
};

}  // namespace slurry::app
