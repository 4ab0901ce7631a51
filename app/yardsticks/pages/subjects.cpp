// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "commands/commands.hpp"
#include "option_checks.hpp"
#include "slurry/error.hpp"
#include "yardsticks/pages/subject.hpp"

namespace slurry::app {
namespace {

/// In the order of the list: this program first, then what others have published.
std::vector<const Subject*> subjects() {
  return {&all_subject(),    &ewald_subject(),   &stages_subject(), &direct_subject(),     &engines_subject(),
          &uneven_subject(), &pipe_subject(),    &window_subject(), &variants_subject(),   &tables_subject(),
          &pairs_subject(),  &sum_subject(),     &spread_subject(), &fcc_subject(),        &access_subject(),
          &orbit_subject(),  &coulomb_subject(), &m2l_subject(),    &operations_subject(), &portability_subject(),
          &ranks_subject()};
}

int list_subjects() {
  std::size_t longest = 0;
  for (const Subject* s : subjects()) longest = std::max(longest, s->answers.size());
  std::printf("%-12s %-*s  %s\n", "subject", static_cast<int>(longest), "what it measures", "takes about");
  for (const Subject* s : subjects())
    std::printf("%-12s %-*s  %s\n", std::string(s->name).c_str(), static_cast<int>(longest),
                std::string(s->answers).c_str(), std::string(s->takes).c_str());
  std::printf(
      "'slurry bench SUBJECT' measures one of them; 'slurry bench SUBJECT --help' lists its options, its source\n"
      "and the columns of its output. Times are those of one core.\n");
  return 0;
}

bool is_subject(const std::string& word) {
  const auto all = subjects();
  return std::any_of(all.begin(), all.end(), [&](const Subject* s) { return s->name == word; });
}

/// The subject comes first; options without a subject are those of `all`.  Throws InputError for a word that is none.
std::vector<std::string> with_subject_first(std::vector<std::string> words) {
  if (!words.empty() && words.front() != "rates" && (words.front().empty() || words.front().front() != '-') &&
      !is_subject(words.front())) {
    std::vector<std::string> known;
    for (const Subject* s : subjects()) known.emplace_back(s->name);
    throw InputError("bench: " + unknown_word(words.front(), known) + "; 'slurry bench --help' lists the subjects");
  }
  if (words.empty() || words.front().empty() || words.front().front() != '-' || words.front() == "--help" ||
      words.front() == "-h")
    return words;
  const auto named = std::find_if(words.begin(), words.end(), is_subject);
  if (named == words.end())
    words.insert(words.begin(), "all");
  else
    std::rotate(words.begin(), named, named + 1);
  return words;
}

int run_bench(const std::vector<std::string>& words) {
  CommandLine line(bench_description, "slurry bench", [] { return std::string("see 'slurry --version'"); });
  for (const Subject* s : subjects()) {
    Subcommand c = line.command(std::string(s->name), std::string(s->answers));
    s->add(c);
    c.footer([s] {
      return "Each line shows " + std::string(s->columns) + ".\nSource: " + std::string(s->source) +
             ".\nTime on one core: " + std::string(s->takes) + ".";
    });
  }
  Subcommand rates = line.command("rates", "moved");
  rates.unlisted();
  rates.takes_anything([](const std::vector<std::string>&) -> int {
    throw InputError("'slurry bench rates' is now 'slurry rates'; it takes the same options");
  });
  // Last, because a command that is made later would take it over.
  line.footer(
      "'slurry bench' alone lists the subjects with the time that each takes; 'slurry bench SUBJECT --help' shows\n"
      "the options of one of them. 'slurry rates' measures and stores the rates of this machine.");
  const auto nothing_before = [] {};
  return line.run(with_subject_first(words), nothing_before, list_subjects);
}

}  // namespace

void SubjectArguments::add_points(Subcommand& c, const std::string& help, double least, double most) {
  c.option("--points", points, help).check(number_between(least, most));
}

void SubjectArguments::add_threads(Subcommand& c, const std::string& otherwise) {
  c.option("--threads", threads, "number of threads (default: " + otherwise + ")").check(thread_count());
}

void SubjectArguments::add_device(Subcommand& c) {
  add_device_option(c, device);
}

void SubjectArguments::add_json(Subcommand& c) {
  c.option("--json", json, "with -, write the figures as JSON to standard output").check(one_of({"-"}));
}

int SubjectArguments::finish(const Json& found) const {
  if (!for_a_person()) std::printf("%s\n", found.text(2).c_str());
  return 0;
}

std::string output_of(const std::string& command) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  std::string text;
  std::array<char, 4096> buffer{};
  for (std::size_t n = 0; pipe && (n = std::fread(buffer.data(), 1, buffer.size(), pipe.get())) > 0;)
    text.append(buffer.data(), n);
  return text;
}

void add_bench_command(CommandLine& line) {
  Subcommand c = line.command("bench", bench_description);
  c.takes_anything(run_bench);
}

}  // namespace slurry::app
