// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <new>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "commands/commands.hpp"
#include "own_program.hpp"
#include "ranks.hpp"
#include "slurry/communicator.hpp"
#include "slurry/error.hpp"
#include "slurry/scenario.hpp"
#include "slurry/version.hpp"
#include "window.hpp"

namespace {

std::string version_text() {
  const slurry::BuildInfo& b = slurry::build_info();
  const std::string mpi = slurry::message_passing_library();
  return "slurry " + b.version + " (" + b.git_commit + ")\n" + "compiler " + b.compiler + ", " + b.build_type +
         (b.native ? ", native instruction set" : "") + "\nKokkos " + b.kokkos_version + " (" + b.back_ends +
         "), FFTW " + b.fftw_version + ", HDF5 " + b.hdf5_version + ", " + (mpi.empty() ? "no MPI" : mpi) + ", " +
         slurry::app::window_libraries();
}

/// Whether it is meant as a file: one that is there, or a name that looks like one.
bool names_file(const std::string& word) {
  if (word.empty() || word.front() == '-') return false;
  std::error_code code;
  const std::filesystem::path path(word);
  return path.has_parent_path() || path.has_extension() || std::filesystem::exists(path, code);
}

bool names_scenario(const std::string& word) {
  const auto& all = slurry::builtin_scenarios();
  return std::any_of(all.begin(), all.end(), [&](const auto& s) { return s.name == word; });
}

/// `slurry FILE` is `slurry window FILE`, also for the name of a built-in scenario.
std::vector<std::string> with_window(std::vector<std::string> arguments, const slurry::app::CommandLine& line) {
  if (arguments.empty() || arguments.front().empty() || arguments.front().front() == '-' ||
      line.has_command(arguments.front()))
    return arguments;
  if (!line.has_command("window") && (arguments.front() == "render" || arguments.front() == "window"))
    throw slurry::InputError("'" + arguments.front() +
                             "' needs slurry-window, the program with the window, which this build does not have; to "
                             "build it, start 'app/run " +
                             arguments.front() + " ...' in the source folder, or use CMake with SLURRY_BUILD_UI=ON");
  if (!names_file(arguments.front()) && !names_scenario(arguments.front()))
    throw slurry::InputError("'" + arguments.front() +
                             "' is not a command, a file or a built-in scenario; `slurry --help` lists the commands, "
                             "and `slurry scenarios` lists the scenarios");
  const std::string file = arguments.front(), because = slurry::app::no_window_because();
  if (!because.empty())
    throw slurry::InputError("'" + file + "' cannot be shown in the window: " + because + "; 'slurry run " + file +
                             " --output FILE.h5' runs a scenario, 'slurry info " + file + "' describes a recorded run");
  arguments.insert(arguments.begin(), "window");
  return arguments;
}

int run(const std::vector<std::string>& arguments) {
  slurry::app::CommandLine line("Slurry: a desktop laboratory for suspensions in Stokes flow", "slurry", version_text);
  line.footer(
      "`slurry` opens the window with the gallery of demonstrations, and `slurry FILE` opens a scenario or a recorded "
      "run.\n"
      "`slurry COMMAND --help` lists the options of a command.  `slurry options` lists the keys of a scenario.\n"
      "Data go to standard output; messages and progress go to standard error.\n"
      "Exit codes: 0 success; 1 an error, or a failed check (verify); 2 bad input; 3 a refused request (memory,\n"
      "precision); 130 or 143 a clean end by Ctrl-C or SIGTERM.");
  slurry::app::add_run_command(line);
  slurry::app::add_info_command(line);
  slurry::app::add_scenarios_command(line);
  slurry::app::add_options_command(line);
  slurry::app::add_verify_command(line);
  slurry::app::add_sum_command(line);
  slurry::app::add_mobility_command(line);
  slurry::app::add_field_command(line);
  slurry::app::add_bench_command(line);
  slurry::app::add_rates_command(line);
  slurry::app::add_window_commands(line);
  return line.run(with_window(arguments, line), slurry::app::settle_thread_environment,
                  [] { return slurry::app::default_start(run); });
}

/// A sentence for the terminal: names and texts of a file may hold anything, also what would move its cursor.
std::string printable(const std::string& sentence) {
  std::string out;
  for (std::size_t i = 0; i < sentence.size();) {
    const auto first = static_cast<unsigned char>(sentence[i]);
    const std::size_t length = first < 0x80 ? 1 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 0;
    bool good = length > 0 && first < 0xf5 && i + length <= sentence.size() && (first >= 0x20 || first == '\n') &&
                first != 0x7f;
    for (std::size_t k = 1; good && k < length; ++k)
      good = (static_cast<unsigned char>(sentence[i + k]) & 0xc0) == 0x80;
    if (first == 0xc2 && good) good = static_cast<unsigned char>(sentence[i + 1]) >= 0xa0;  // controls of eight bits
    if (good) {
      out.append(sentence, i, length);
      i += length;
    } else {
      std::array<char, 8> code{};
      std::snprintf(code.data(), code.size(), "\\x%02x", first);
      out += code.data();
      ++i;
    }
  }
  return out;
}

std::string unwritten() {
  return "the output could not be written to standard output (" + std::generic_category().message(errno) +
         "), so it is incomplete";
}

int say(const char* sentence, int exit_code) {
  std::fprintf(stderr, "slurry: %s\n", printable(sentence).c_str());
  return exit_code;
}

/// Carries out the arguments; returns the exit code, whatever happens.
int answer(const std::vector<std::string>& arguments) {
  try {
    const int code = run(arguments);
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) throw slurry::Error(unwritten());
    return code;
  } catch (const slurry::Error& e) {
    return say(e.what(), e.exit_code());
  } catch (const std::bad_alloc&) {
    return say(slurry::memory_exhausted, 3);
  } catch (const std::exception& e) {
    return say(e.what(), 1);
  }
}

}  // namespace

int main(int argc, char** argv) {
  slurry::app::remember_arguments(argv);
  std::signal(SIGXFSZ, SIG_IGN);  // a file at the limit of its size is then an error of the write, and is said
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  const std::optional<slurry::Launch> launch = slurry::launch();
  if (!launch) return answer(arguments);
  slurry::app::settle_thread_environment();  // may start the program again, which is too late once messages pass
  return slurry::app::work_as_rank(*launch, [&arguments] { return answer(arguments); });
}
