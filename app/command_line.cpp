// SPDX-License-Identifier: BSD-3-Clause
#include "command_line.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>

#include "option_checks.hpp"

namespace slurry::app {
namespace {

constexpr int bad_input = 2;

CLI::Validator validator(const Check& check) {
  return {[fault = check.fault](std::string& given) { return fault(given); }, check.shown, ""};
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

Option& Option::takes_one_each() {
  option_->allow_extra_args(false);
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
    if (e.get_exit_code() != 0 || !parser_->chosen) return parser_->app.exit(e) == 0 ? 0 : bad_input;
  }
  before();
  return parser_->chosen ? parser_->chosen() : otherwise();
}

}  // namespace slurry::app
