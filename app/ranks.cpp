// SPDX-License-Identifier: BSD-3-Clause
#include "ranks.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

#include "option_checks.hpp"
#include "own_program.hpp"
#include "slurry/error.hpp"
#include "slurry/rank_work.hpp"

namespace slurry::app {
namespace {

/// Variable in which the process that starts the ranks says "host:process", so that rank 0 can make itself known.
constexpr const char* starter_variable = "SLURRY_STARTER";
constexpr const char* end_of_work = "end";

std::string this_process() {
  std::array<char, 256> host{};
  ::gethostname(host.data(), host.size() - 1);
  return fmt::format("{}:{}", host.data(), ::getpid());
}

/// Rank 0 tells who started the ranks which process it is: the signal carries its number.
void greet_starter() {
  const char* const variable = std::getenv(starter_variable);
  if (variable == nullptr) return;
  const std::string starter = variable, here = this_process();
  ::unsetenv(starter_variable);
  const std::size_t colon = here.rfind(':') + 1;
  if (starter.substr(0, colon) != here.substr(0, colon)) return;
  if (const long process = std::strtol(starter.c_str() + colon, nullptr, 10); process > 1)
    ::kill(static_cast<pid_t>(process), SIGUSR2);
}

std::filesystem::path on_path(const std::string& program) {
  const char* const path = std::getenv("PATH");
  std::string_view left = path == nullptr ? "" : path;
  while (!left.empty()) {
    const std::size_t end = std::min(left.find(':'), left.size());
    std::filesystem::path file = std::filesystem::path(left.substr(0, end)) / program;
    std::error_code code;
    if (end > 0 && std::filesystem::is_regular_file(file, code) && ::access(file.c_str(), X_OK) == 0) return file;
    left.remove_prefix(std::min(end + 1, left.size()));
  }
  return {};
}

void refuse_ranks(long ranks) {
  if (message_passing_library().empty())
    throw InputError(
        "--ranks needs a build with MPI, and this build has none; 'SLURRY_MPI=1 app/run ...' in the source folder "
        "installs MPI and builds with it");
  if (ranks > most_ranks())
    throw InputError(fmt::format("{} ranks were asked for, but this machine runs {} threads at a time; give at most {}",
                                 ranks, std::thread::hardware_concurrency(), most_ranks()));
  if (message_passing_library().starts_with("Open MPI") && ::geteuid() == 0 &&
      (std::getenv("OMPI_ALLOW_RUN_AS_ROOT") == nullptr || std::getenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM") == nullptr))
    throw InputError(
        "mpirun starts no ranks for root unless OMPI_ALLOW_RUN_AS_ROOT=1 and OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 are set; "
        "set both, or start as another user");
}

/// Settings of Open MPI's mpirun; other launchers do not read them. It prints a page for every exit code but 0, refuses
/// more ranks than cores, and binds each rank to one core.
void set_up_mpirun() {
  ::setenv("OMPI_MCA_orte_execute_quiet", "1", 1);
  ::setenv("OMPI_MCA_rmaps_base_oversubscribe", "1", 1);
  ::setenv("OMPI_MCA_hwloc_base_binding_policy", "none", 1);
  ::setenv(starter_variable, this_process().c_str(), 1);
}

/// Becomes mpirun in a process group of its own: it would end the ranks after a second where Ctrl-C reached it.
[[noreturn]] void become_mpirun(const std::filesystem::path& mpirun, const std::vector<std::string>& words,
                                const sigset_t& signals) {
  ::setpgid(0, 0);
#ifdef __linux__
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
#endif
  if (const int nothing = ::open("/dev/null", O_RDONLY); nothing >= 0) ::dup2(nothing, STDIN_FILENO);
  ::sigprocmask(SIG_SETMASK, &signals, nullptr);
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  ::execv(mpirun.c_str(), arguments.data());
  ::_exit(127);
}

/// Passes signals on to rank 0 until mpirun ends. rank_0: its process, once it has made itself known. Returns the
/// status of mpirun.
int watch(pid_t mpirun, const sigset_t& signals, pid_t& rank_0) {
  int waiting = 0;  // a signal that came before rank 0 was known
  for (;;) {
    int status = 0;
    if (::waitpid(mpirun, &status, WNOHANG) == mpirun) return status;
    siginfo_t from{};
    const int signal = ::sigwaitinfo(&signals, &from);
    if (signal == SIGUSR2) {
      if (rank_0 > 0) continue;
      rank_0 = from.si_pid;
      if (waiting != 0) ::kill(rank_0, waiting);
    } else if (signal == SIGINT || signal == SIGTERM) {
      if (rank_0 > 0)
        ::kill(rank_0, signal);
      else if (waiting != 0)
        ::kill(mpirun, SIGTERM);
      else
        waiting = signal;
    }
  }
}

int start_ranks(long ranks) {
  refuse_ranks(ranks);
  const std::filesystem::path mpirun = on_path("mpirun");
  if (mpirun.empty())
    throw InputError("--ranks needs mpirun, which is in no folder of PATH; on Debian the package openmpi-bin has it");
  std::vector<std::string> words{mpirun, "-n", std::to_string(ranks), own_program()};
  for (const std::string& word : given_arguments()) words.push_back(word);
  set_up_mpirun();
  ::signal(SIGCHLD, SIG_DFL);  // where it is ignored, nobody can wait for a child
  sigset_t signals, before;
  ::sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGTERM, SIGCHLD, SIGUSR2}) ::sigaddset(&signals, signal);
  ::sigprocmask(SIG_BLOCK, &signals, &before);
  std::fflush(nullptr);
  const pid_t process = ::fork();
  if (process == 0) become_mpirun(mpirun, words, before);
  if (process < 0) throw Error("mpirun cannot be started: " + std::generic_category().message(errno));
  pid_t rank_0 = 0;
  const int status = watch(process, signals, rank_0);
  ::sigprocmask(SIG_SETMASK, &before, nullptr);
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  const int signal = code - 128;
  if (code != 0 && rank_0 == 0)
    std::fprintf(stderr,
                 "slurry: %s ended with exit code %d before the ranks had started; '%s -n %ld %s' may say why\n",
                 mpirun.c_str(), code, mpirun.c_str(), ranks, own_program().c_str());
  else if (signal > 0 && signal != SIGINT && signal != SIGTERM)  // after these two rank 0 says itself how it ended
    std::fprintf(stderr,
                 "slurry: signal %d (%s) ended a rank, so all ranks have ended; a recorded run is valid up to its last "
                 "frame\n",
                 signal, ::strsignal(signal));
  return code;
}

/// Takes part in the sums of rank 0 until it ends. Signals that reach every rank are for rank 0 to answer.
int help_as_rank(Communicator& ranks) {
  RankWork work(ranks);
  for (std::string words; (words = ranks.told()) != end_of_work;) work.answer(words);
  return 0;
}

Communicator* launched = nullptr;

/// Whether every rank carries out the command, because its sums are those of all ranks from the beginning.
bool is_for_every_rank() {
  const std::vector<std::string> words = given_arguments();
  return words.size() > 1 && words[0] == "bench" && words[1] == "ranks";
}

/// Whether a command says itself which of its sums were computed over ranks.
bool knows_ranks() {
  constexpr std::array<std::string_view, 4> knowing{"sum", "run", "mobility", "verify"};
  return !given_arguments().empty() && std::count(knowing.begin(), knowing.end(), given_arguments().front()) > 0;
}

}  // namespace

Communicator* launched_ranks() {
  return launched;
}

void share_sums(int threads) {
  use_ranks(launched, threads);
}

void tell_shared_sums() {
  if (!launched || launched->size() == 1) return;
  const MadeSums made = made_sums();
  const int ranks = launched->size();
  if (made.together == 0)
    std::fprintf(stderr, "slurry: of the %d ranks, rank 0 computes everything alone, because %s\n", ranks,
                 made.alone > 0 ? made.because.c_str() : "it needs no sum that ranks can share");
  else if (made.alone == 0)
    std::fprintf(stderr, "slurry: all %d ranks compute the sums together, and rank 0 does everything else\n", ranks);
  else
    std::fprintf(stderr,
                 "slurry: all %d ranks compute %ld of %ld sums together; rank 0 computes the others alone, because %s, "
                 "and does everything else\n",
                 ranks, made.together, made.together + made.alone, made.because.c_str());
}

long most_ranks() {
  constexpr long always = 4;
  return std::max(always, static_cast<long>(std::thread::hardware_concurrency()));
}

int work_as_rank(const Launch& launch, const std::function<int()>& command) {
  if (is_for_every_rank() && own_program().filename() != bench_program)
    return command();  // each rank becomes that program, which starts messages
  if (launch.rank != 0)
    for (const int signal : {SIGINT, SIGTERM}) ::signal(signal, SIG_IGN);
  std::unique_ptr<Communicator> ranks;
  try {
    ranks = start_message_passing(launch);
  } catch (const Error& e) {
    if (launch.rank == 0) std::fprintf(stderr, "slurry: %s\n", e.what());
    return e.exit_code();
  }
  const int threads = share_of_processors(ranks->ranks_on_host());
  ::setenv("OMP_NUM_THREADS", std::to_string(threads).c_str(), 0);
  try {
    if (is_for_every_rank()) {
      launched = ranks.get();
      const int code = command();
      launched = nullptr;
      ranks.reset();
      return code;
    }
    if (ranks->rank() != 0) return help_as_rank(*ranks);
    greet_starter();
    if (ranks->size() > 1 && !knows_ranks())
      std::fprintf(
          stderr,
          "slurry: of the %d ranks, rank 0 computes everything alone, because ranks cannot share the work of this "
          "command; the other ranks wait and end with it\n",
          ranks->size());
    launched = ranks.get();
    const auto end = [&ranks] {
      launched = nullptr;
      if (ranks) ranks->tell(end_of_work);
      ranks.reset();
    };
    before_becoming([&end] {
      end();
      forget_launch();
    });
    const int code = command();
    before_becoming(nullptr);
    end();
    return code;
  } catch (const std::exception& e) {
    if (ranks) ranks->abort(e.what(), 1);
    std::fprintf(stderr, "slurry: %s\n", e.what());
    return 1;
  }
}

void add_ranks_option(Subcommand& command, std::optional<long>& ranks) {
  command
      .option("--ranks", ranks,
              "start this number of processes through mpirun (needs a build with MPI), which compute the sums together")
      .check(positive_count());
}

int with_ranks(const std::optional<long>& ranks, const std::function<int()>& command) {
  if (!ranks) return command();
  if (const std::optional<Launch> launched = launch()) {
    if (launched->size > 0 && *ranks != launched->size)
      throw InputError(fmt::format("--ranks {} was given, but the launcher started {} ranks; leave --ranks out", *ranks,
                                   launched->size));
    return command();
  }
  return *ranks == 1 ? command() : start_ranks(*ranks);
}

}  // namespace slurry::app
