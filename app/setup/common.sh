# SPDX-License-Identifier: BSD-3-Clause
# Words that every set-up script shares.  Sourced; all progress goes to standard error.

# Some services start without one.
export HOME="${HOME:-$(cd ~ && pwd)}"
slurry_cache="${SLURRY_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/slurry}"

say() { printf 'slurry: %s\n' "$*" >&2; }

# Stops with one sentence.
die() {
  printf 'slurry: %s\n' "$*" >&2
  exit 1
}

# After a command substitution that failed: stops with the sentence when it found nothing (status 2); otherwise it has
# said its own sentence already.  not_found STATUS "sentence"
not_found() {
  [ "$1" -eq 2 ] && die "$2"
  exit 1
}

# Seconds since the given value of $SECONDS, as words.
took() { printf '%d s' "$((SECONDS - $1))"; }

# Runs a long command quietly, its output in a log; when it fails, stops as explain_failure does.
#   quietly LOG "sentence for a failure" COMMAND...
quietly() {
  local log="$1" sentence="$2" status=0
  shift 2
  "$@" >"$log" 2>&1 </dev/null || status=$?
  [ "$status" -eq 0 ] && return 0
  explain_failure "$log" "$sentence (exit code $status, whole log: $log)."
}

# Stops with the cause of a failed step in one sentence, read from its log; where the cause is not one of the usual
# ones, the end of the log comes first, or its lines that match a pattern.  explain_failure LOG SENTENCE [PATTERN]
explain_failure() {
  local log="$1" otherwise="$2"
  if grep -qiE 'no space left on device|enough free space|disk quota exceeded' "$log"; then
    die "the disk is full: free some space (about 3 GB are needed in all) and start again."
  elif grep -qiE 'could not resolve|temporary failure resolving|failed to fetch|could not connect|connection (refused|timed out|failed)|network is unreachable|unable to connect' "$log"; then
    die "the package archive cannot be reached: check the network (or the proxy set for apt) and start again; log: $log."
  elif grep -qiE 'could not get lock|unable to acquire the dpkg' "$log"; then
    die "another program is installing packages at the moment: wait until it is done and start again."
  elif grep -qiE 'permission denied|are you root' "$log"; then
    die "this user may not do that (see $log): start again as root or as a user with sudo."
  elif grep -qiE 'unable to locate package|has no installation candidate' "$log"; then
    die "this system's archive lacks a package that is needed ($(grep -ioE "unable to locate package .*|package '?[^ ]+'? has no installation candidate" "$log" | head -n 1)): use plain CMake with your own libraries, see README.md."
  elif grep -qiE 'cc1plus.*killed|killed signal terminated program|cannot allocate memory' "$log"; then
    die "the compiler ran out of memory: about 2 GB per core are needed; try again with SLURRY_JOBS=1."
  fi
  if [ -n "${3:-}" ]; then grep -E "$3" "$log" | head -n 40 >&2; else tail -n 25 "$log" >&2; fi
  die "$otherwise"
}

# Cores to build with: as many as there are, but no more than the memory feeds (2 GB each).
build_jobs() {
  local cores memory
  [ -n "${SLURRY_JOBS:-}" ] && { echo "$SLURRY_JOBS"; return; }
  cores="$(nproc 2>/dev/null || echo 2)"
  memory="$(awk '/^MemAvailable:/ {print int($2 / 2097152)}' /proc/meminfo 2>/dev/null || echo "$cores")"
  [ "${memory:-1}" -lt 1 ] && memory=1
  echo "$((cores < memory ? cores : memory))"
}

# The compiler as one word for folder names, such as g++-12.2.0.
compiler_tag() {
  local compiler="${CXX:-c++}"
  command -v "$compiler" >/dev/null 2>&1 || die "no C++ compiler '$compiler' is here."
  if "$compiler" --version 2>/dev/null | grep -qi clang; then
    echo "clang-$("$compiler" -dumpversion)"
  else
    echo "gcc-$("$compiler" -dumpfullversion -dumpversion)"
  fi
}

cmake_generator() { if command -v ninja >/dev/null 2>&1; then echo Ninja; else echo 'Unix Makefiles'; fi; }

# Makes a folder in the user's cache, or says why not.
make_cache() {
  mkdir -p "$1" 2>/dev/null || die "the cache folder $1 cannot be made: check rights and disk space, or name another with SLURRY_CACHE."
}
