// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <optional>

#include "command_line.hpp"
#include "slurry/communicator.hpp"

// Several processes that do the work of one: how they start, and how they end together.
namespace slurry::app {

/// Does the work of a process that a launcher such as mpirun started beside others. Rank 0 carries out the command and
/// prints everything; the other ranks help it with its sums until it ends. If rank 0 becomes another program, the other
/// ranks end first, and rank 0 goes on alone. Every rank carries out `bench ranks`. Returns the exit code: that of the
/// command on rank 0, and 0 on the other ranks.
int work_as_rank(const Launch& launch, const std::function<int()>& command);

/// The ranks that a launcher started, for the command on rank 0; null if this process was started alone.
Communicator* launched_ranks();

/// Lets the ranks take part in the sums of a command from now on. threads: number of threads of each rank; 0: each rank
/// takes its own number.
void share_sums(int threads);

/// Says which sums of the command all ranks compute, where there are several ranks.
void tell_shared_sums();

/// The option --ranks of a command.
void add_ranks_option(Subcommand& command, std::optional<long>& ranks);

/// Carries out a command that takes --ranks. Where more ranks are asked for than this one process, mpirun starts this
/// program again with so many, and their exit code is returned. The first SIGINT or SIGTERM then goes to rank 0, which
/// ends as one process does; a second one ends all ranks. Throws InputError for a number of ranks that is not allowed,
/// and if mpirun or MPI is missing.
int with_ranks(const std::optional<long>& ranks, const std::function<int()>& command);

/// Largest number that --ranks takes: a rank for each logical processor of this machine, and at least 4.
long most_ranks();

}  // namespace slurry::app
