// SPDX-License-Identifier: BSD-3-Clause
#include <CLI/CLI.hpp>

#include <csignal>
#include <cstdio>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include "commands.hpp"
#include "default_start.hpp"
#include "slurry/error.hpp"
#include "slurry/version.hpp"
#include "thread_environment.hpp"

#ifdef SLURRY_WITH_UI
#include "ui_version.hpp"
#endif

namespace {

std::string ui_libraries() {
#ifdef SLURRY_WITH_UI
  return ", " + slurry::ui::libraries();
#else
  return ", no window";
#endif
}

std::string version_text() {
  const slurry::BuildInfo& b = slurry::build_info();
  return "slurry " + b.version + " (" + b.git_commit + ")\n" + "compiler " + b.compiler + ", " + b.build_type +
         (b.native ? ", native instruction set" : "") + "\nKokkos " + b.kokkos_version + " (" + b.back_ends +
         "), FFTW " + b.fftw_version + ", HDF5 " + b.hdf5_version + ui_libraries();
}

int run(const std::vector<std::string>& arguments) {
  CLI::App app("Slurry: a desktop laboratory for suspensions in Stokes flow", "slurry");
  app.set_version_flag("--version", version_text);
  app.require_subcommand(0, 1);
  slurry::app::Action action;
  slurry::app::add_run_command(app, action);
  slurry::app::add_info_command(app, action);
  slurry::app::add_scenarios_command(app, action);
  slurry::app::add_verify_command(app, action);
  slurry::app::add_sum_command(app, action);
  slurry::app::add_mobility_command(app, action);
  slurry::app::add_bench_command(app, action);
#ifdef SLURRY_WITH_UI
  slurry::app::add_render_command(app, action);
  slurry::app::add_window_command(app, action);
#endif
  try {
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::ParseError& e) {
    // 0 for --help and --version, 2 (bad input) for everything else.
    return app.exit(e) == 0 ? 0 : 2;
  }
  return action ? action() : slurry::app::default_start(run);
}

}  // namespace

int main(int argc, char** argv) {
  slurry::app::settle_thread_environment(argv);
  std::signal(SIGXFSZ, SIG_IGN);  // a file at the limit of its size is then an error of the write, and is said
  try {
    return run({argv + 1, argv + argc});
  } catch (const slurry::Error& e) {
    std::fprintf(stderr, "slurry: %s\n", e.what());
    return e.exit_code();
  } catch (const std::bad_alloc&) {
    std::fprintf(stderr, "slurry: %s\n", slurry::memory_exhausted);
    return 3;
  } catch (const std::exception& e) {
    std::fprintf(stderr, "slurry: %s\n", e.what());
    return 1;
  }
}
