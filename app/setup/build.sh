# SPDX-License-Identifier: BSD-3-Clause
# Configuring and building a build folder.

# configure FOLDER CMAKE_ARGUMENTS...: runs CMake unless the folder was configured with just these arguments (the build
# itself runs CMake again when a CMakeLists.txt changed).
configure() {
  local folder="$1" start="$SECONDS" wanted
  shift
  wanted="$(printf '%s\n' "$slurry_root" "${CXX:-}" "${CC:-}" "$@")"
  if [ -f "$folder/CMakeCache.txt" ] && [ "$(cat "$folder/.configured" 2>/dev/null)" = "$wanted" ]; then
    return 0
  fi
  mkdir -p "$folder" 2>/dev/null || die "the folder $folder cannot be made: check rights and disk space."
  # A tree that was moved, or another generator: CMake refuses, and its cache is worth nothing then.
  if [ -f "$folder/CMakeCache.txt" ] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$slurry_root" "$folder/CMakeCache.txt"; then
    rm -rf "$folder/CMakeCache.txt" "$folder/CMakeFiles"
  fi
  local generator=()
  [ -f "$folder/CMakeCache.txt" ] || generator=(-G "$(cmake_generator)")
  say "configuring ${folder##*/}"
  rm -f "$folder/.configured"
  quietly "$folder/configure.log" "CMake cannot configure Slurry" cmake -S "$slurry_root" -B "$folder" "${generator[@]}" "$@"
  printf '%s\n' "$wanted" >"$folder/.configured"
  say "configured in $(took "$start")"
}

# compiler_seconds: reads lines of a build and prints the CPU seconds that their objects take, by the measured list.  An
# object that is not in the list is small, or one of the tests.
compiler_seconds() {
  { grep -oE 'Building CXX object [^ ]+' || true; } | awk -v list="$slurry_root/app/setup/build_seconds.txt" '
    BEGIN { while ((getline line < list) > 0) if (line !~ /^#/ && split(line, word, " ") == 2) seconds[word[2]] = word[1] }
    { sum += ($4 in seconds) ? seconds[$4] : ($4 ~ /^tests/ ? 4 : 0.3) }
    END { printf "%.0f\n", sum }'
}

# time_left PASSED DONE ALL: about how long a build still takes, from the seconds it took so far for DONE of ALL.  Nothing
# while too little is done to tell.
time_left() {
  awk -v passed="$1" -v done="$2" -v all="$3" 'BEGIN {
    if (done < all / 50 || done >= all || passed < 5) exit
    left = passed * (all - done) / done
    if (left < 90) printf ", about %d s left", 10 * int(left / 10 + 1)
    else printf ", about %d minutes left", int(left / 60 + 0.5) }'
}

# build FOLDER TARGET...: builds, with the compiler's own messages on failure and a line now and then on the way.
build() {
  local folder="$1" start="$SECONDS" log="$1/build.log" status=0 pid waited=0 all=0 ready
  shift
  local targets=()
  [ "$#" -gt 0 ] && targets=(--target "$@")
  : >"$log" 2>/dev/null || die "the folder $folder cannot be written: check rights and disk space."
  # Ninja tells beforehand what it will compile; make does not.
  [ ! -f "$folder/build.ninja" ] || all="$(cmake --build "$folder" "${targets[@]}" -- -n 2>/dev/null | compiler_seconds)" || all=0
  cmake --build "$folder" --parallel "$(build_jobs)" "${targets[@]}" >"$log" 2>&1 </dev/null &
  pid=$!
  while kill -0 "$pid" 2>/dev/null; do
    sleep 0.2
    waited=$((waited + 1))
    [ $((waited % 50)) -eq 0 ] || continue
    if [ "$all" -gt 0 ]; then
      ready="$(compiler_seconds <"$log")"
      say "  building ${folder##*/}: $((100 * ready / all)) % after $(took "$start")$(time_left "$((SECONDS - start))" "$ready" "$all")"
    else
      say "  building ${folder##*/}: $(grep -oE '^\[ *[0-9]+(/[0-9]+|%)\]' "$log" | tail -n 1) ($(took "$start"))"
    fi
  done
  wait "$pid" || status=$?
  if [ "$status" -ne 0 ]; then
    explain_failure "$log" "Slurry cannot be built (whole log: $log)." '(error:|undefined reference)'
  fi
  [ $((SECONDS - start)) -gt 2 ] && say "built ${folder##*/} in $(took "$start")"
  return 0
}

# One build of a folder at a time: others wait here.
lock_folder() {
  mkdir -p "$1" 2>/dev/null || die "the folder $1 cannot be made: check rights and disk space."
  exec 9>"$1/.lock" || die "the folder $1 cannot be written."
  wait_for_lock 9 "another build of ${1##*/} is under way"
}
unlock_folder() { exec 9>&-; }

# One clone at a time fetches into the user's cache and builds Kokkos there.
lock_cache() {
  make_cache "$slurry_cache"
  exec 8>"$slurry_cache/.lock" || die "the cache folder $slurry_cache cannot be written."
  wait_for_lock 8 "another clone is filling the cache"
}
unlock_cache() { exec 8>&-; }

# wait_for_lock DESCRIPTOR "reason"
wait_for_lock() {
  command -v flock >/dev/null 2>&1 || return 0
  flock -n "$1" && return 0
  say "$2: waiting for it"
  flock "$1"
}

# set_up_release FOLDER [PACKAGES...]: packages (and the given ones), Kokkos, widget sources and configuration of the
# optimised build, with the window unless SLURRY_HEADLESS is set, with the tests where SLURRY_BUILD_TESTS is ON, and with MPI
# where SLURRY_MPI is set or CMake finds one.
set_up_release() {
  local folder="$1" kokkos widget='' window=ON mpi=AUTO arguments
  shift
  [ "${SLURRY_HEADLESS:-0}" = 0 ] || window=OFF
  if [ "$window" = ON ]; then set -- "${packages_window[@]}" "$@"; fi
  if [ "${SLURRY_MPI:-0}" != 0 ]; then
    mpi=ON
    set -- "${packages_mpi[@]}" "$@"
  fi
  packages_need "${packages_build[@]}" "$@"
  lock_cache
  [ "$window" = OFF ] || widget="$(vtk_qt_source)"
  kokkos="$(kokkos_prefix openmp)"
  archive_done
  unlock_cache
  arguments=(-DCMAKE_BUILD_TYPE=Release "-DSLURRY_BUILD_UI=$window" "-DSLURRY_MPI=$mpi")
  [ -z "$widget" ] || arguments+=("-DSLURRY_VTK_QT_SOURCE=$widget")
  [ -z "$kokkos" ] || arguments+=("-DKokkos_ROOT=$kokkos")
  # What tests/run asked for stays: switching it off would only make its next run configure again.
  if [ "${SLURRY_BUILD_TESTS:-OFF}" = ON ] || grep -qs '^SLURRY_BUILD_TESTS:BOOL=ON' "$folder/CMakeCache.txt"; then
    arguments+=(-DSLURRY_BUILD_TESTS=ON)
  else
    arguments+=(-DSLURRY_BUILD_TESTS=OFF)
  fi
  configure "$folder" "${arguments[@]}"
}
