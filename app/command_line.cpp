// SPDX-License-Identifier: BSD-3-Clause
#include "command_line.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "option_checks.hpp"
#include "slurry/error.hpp"

namespace slurry::app {
namespace {

/// The parts of a sentence before, between and behind these words, in their order; nothing if a word is missing.
std::optional<std::vector<std::string>> parts_of(std::string_view sentence,
                                                 std::initializer_list<std::string_view> words) {
  std::vector<std::string> parts;
  for (const std::string_view word : words) {
    const std::size_t at = sentence.find(word);
    if (at == std::string_view::npos) return std::nullopt;
    parts.emplace_back(sentence.substr(0, at));
    sentence.remove_prefix(at + word.size());
  }
  parts.emplace_back(sentence);
  return parts;
}

CLI::Validator validator(const Check& check) {
  return {[fault = check.fault](std::string& given) { return fault(given); }, check.shown, ""};
}

/// Formatter of help pages without the second blank line that the library leaves for options that are not listed.
class HelpPages final : public CLI::Formatter {
  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override {
    std::string page = CLI::Formatter::make_help(app, std::move(name), mode);
    const std::string gap = "\n\n\n";
    for (std::size_t at = page.find(gap); at != std::string::npos; at = page.find(gap)) page.erase(at, 1);
    return page;
  }
};

/// The command that the line names, or the program itself where it names none.
const CLI::App& named_command(const CLI::App& app) {
  const auto given = app.get_subcommands();
  return given.empty() ? app : *given.front();
}

/// The words that nothing takes, in the order of the line; the parser keeps them the other way round.
std::string unexpected(const CLI::App& app, const std::vector<std::string>& arguments) {
  const std::vector<std::string> left = app.remaining(true);
  std::vector<std::string> quoted;
  for (const std::string& word : arguments)
    if (std::find(left.begin(), left.end(), word) != left.end()) quoted.push_back("'" + word + "'");
  return listed(quoted, ", ") + (quoted.size() == 1 ? " is" : " are") + " not expected";
}

/// Says what is wrong with the line, in words for the user.  The parser's own messages name types of its source.
std::string fault_of(const CLI::ParseError& e, const CLI::App& app, const std::vector<std::string>& arguments) {
  std::string said = e.what();
  if (dynamic_cast<const CLI::ExtrasError*>(&e)) return unexpected(app, arguments);
  if (const auto p = parts_of(said, {": ", " required ", " missing"}))
    return p->at(0) + ": " + (p->at(1) == "1" ? "its value is" : p->at(1) + " of its values are") + " missing";
  if (const auto p = parts_of(said, {": At Most ", " required but received "}))
    return p->at(0) + ": " + p->at(2) + " are given, and at most " + p->at(1) + " is taken";
  if (const auto p = parts_of(said, {" is required"})) return p->at(0) + " is missing";
  if (const auto p = parts_of(said, {" excludes "})) return p->at(0) + " and " + p->at(1) + " cannot both be given";
  return said;
}

/// One sentence: which command, what is wrong, and where it stands what would do.
std::string sentence_of(const CLI::ParseError& e, const CLI::App& app, const std::vector<std::string>& arguments) {
  const CLI::App& command = named_command(app);
  const bool none = &command == &app;
  const std::string fault = fault_of(e, app, arguments);
  return (none ? fault : command.get_name() + ": " + fault) + "; '" + app.get_name() +
         (none ? " --help' lists the commands" : " " + command.get_name() + " --help' lists what it takes");
}

}  // namespace

Option& Option::required() {
  option_->required();
  return *this;
}

Option& Option::check(const Check& check) {
  option_->check(validator(check));
  return *this;
}

Option& Option::excludes(const Option& other) {
  option_->excludes(other.option_);
  return *this;
}

Option& Option::takes(int values) {
  option_->expected(values);
  return *this;
}

Option& Option::takes_one_each(const std::string& shown) {
  option_->allow_extra_args(false)->type_name(shown);
  option_->expected(1)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);  // or the help would show a list
  return *this;
}

Option& Option::unlisted() {
  option_->group("");
  return *this;
}

Option Subcommand::add(const std::string& name, OptionTarget value, const std::string& help) {
  return Option(std::visit([&](auto* target) { return app_->add_option(name, *target, help); }, value));
}

Option Subcommand::add_word(const std::string& name, std::vector<std::string> words,
                            std::function<void(std::size_t)> choose, const std::string& help) {
  const Check known = one_of(words);
  auto* option = app_->add_option_function<std::string>(
      name,
      [words = std::move(words), choose = std::move(choose)](const std::string& given) {
        choose(static_cast<std::size_t>(std::find(words.begin(), words.end(), given) - words.begin()));
      },
      help);
  option->check(validator(known))->type_name("WORD");
  return Option(option);
}

Option Subcommand::flag(const std::string& name, bool& value, const std::string& help) {
  return Option(app_->add_flag(name, value, help));
}

Option Subcommand::instead(const std::string& name, std::function<int(const std::string&)> action,
                           const std::string& help) {
  auto* option = app_->add_option_function<std::string>(
      name,
      [chosen = chosen_, action = std::move(action)](const std::string& given) {
        *chosen = [action, given] { return action(given); };
        throw CLI::Success();  // ends the parsing, before anything is missed
      },
      help);
  option->trigger_on_parse();
  return Option(option);
}

void Subcommand::takes_anything() {
  app_->set_help_flag();
  app_->allow_extras();
  app_->prefix_command();
}

void Subcommand::takes_anything(std::function<int(const std::vector<std::string>&)> action) {
  takes_anything();
  this->action([app = app_, action = std::move(action)] { return action(app->remaining()); });
}

void Subcommand::unlisted() {
  app_->group("");
}

void Subcommand::footer(std::function<std::string()> text) {
  app_->footer(std::move(text));
}

void Subcommand::action(Action action) {
  app_->callback([chosen = chosen_, action = std::move(action)] { *chosen = action; });
}

struct CommandLine::Parser {
  CLI::App app;
  Subcommand::Action chosen;
};

CommandLine::CommandLine(const std::string& description, const std::string& program,
                         std::function<std::string()> version)
    : parser_(new Parser{CLI::App(description, program), {}}) {
  parser_->app.formatter(std::make_shared<HelpPages>());
  parser_->app.set_version_flag("--version", std::move(version));
  parser_->app.require_subcommand(0, 1);
}

CommandLine::~CommandLine() = default;

Subcommand CommandLine::command(const std::string& name, const std::string& description) {
  return {*parser_->app.add_subcommand(name, description), parser_->chosen};
}

bool CommandLine::has_command(const std::string& name) const {
  const CLI::App& app = parser_->app;
  return !app.get_subcommands([&](const CLI::App* a) { return a->get_name() == name; }).empty();
}

void CommandLine::footer(const std::string& text) {
  parser_->app.footer(text);
}

int CommandLine::run(const std::vector<std::string>& arguments, const std::function<void()>& before,
                     const Subcommand::Action& otherwise) {
  try {
    parser_->app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::ParseError& e) {
    // the exit code of help, of the version, and of what is done instead, is 0
    if (e.get_exit_code() != 0) throw InputError(sentence_of(e, parser_->app, arguments));
    if (!parser_->chosen) return parser_->app.exit(e);
  }
  before();
  return parser_->chosen ? parser_->chosen() : otherwise();
}

}  // namespace slurry::app
