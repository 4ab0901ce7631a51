# SPDX-License-Identifier: BSD-3-Clause
# System packages by apt: only what is missing, and nothing is asked of the network when nothing is.

packages_build=(g++ cmake ninja-build xz-utils bzip2
  libfftw3-dev libhdf5-dev libeigen3-dev libfmt-dev libtomlplusplus-dev nlohmann-json3-dev libcli11-dev)
packages_window=(qt6-base-dev libqt6opengl6-dev libvtk9-dev libqcustomplot-dev libgl1-mesa-dri xvfb)
packages_mpi=(libopenmpi-dev openmpi-bin)
packages_tests=(libgtest-dev python3-h5py python3-numpy python3-scipy python3-vtk9)

# Prints those of the given packages that are not installed.
packages_missing() {
  local installed package
  installed="$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' 2>/dev/null | sed -n 's/^installed //p')"
  for package in "$@"; do
    grep -qxF -- "$package" <<<"$installed" || echo "$package"
  done
}

# Installs what is missing of the given packages.
packages_need() {
  local missing as_root=() start="$SECONDS" log summary
  if ! command -v dpkg-query >/dev/null 2>&1 || ! command -v apt-get >/dev/null 2>&1; then
    say "this system has no apt: taking the libraries that CMake finds"
    return 0
  fi
  mapfile -t missing < <(packages_missing "$@")
  [ "${#missing[@]}" -eq 0 ] && return 0
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null 2>&1 ||
      die "these packages are missing and this user may not install them: ${missing[*]} (start again as root, or install them and start again)."
    as_root=(sudo)
    say "sudo is asked for the right to install packages"
    sudo -v || die "without the right to install packages, install these first: ${missing[*]}."
  fi
  as_root+=(env DEBIAN_FRONTEND=noninteractive)
  make_cache "$slurry_cache"
  log="$slurry_cache/packages.log"
  say "reading the list of packages"
  quietly "$log" "the list of packages cannot be read" "${as_root[@]}" apt-get -o Acquire::Retries=3 update
  if grep -qE '^(W|E): .*([Ff]ailed to fetch|[Cc]ould not)' "$log" &&
    ! apt-cache policy "${missing[0]}" 2>/dev/null | grep -q 'Candidate: [^(]'; then
    explain_failure "$log" "the list of packages cannot be read (log: $log)."
  fi
  # apt says what it will do before it does it.
  summary="$("${as_root[@]}" apt-get install --assume-no --no-install-recommends "${missing[@]}" 2>/dev/null </dev/null |
    sed -nE 's/^Need to get (.*) of archives\.$/\1 to download/p; s/^After this operation, (.*) of additional disk space.*/\1 on disk/p' |
    paste -sd, | sed 's/,/, /g')" || true
  say "installing packages and what they need (${summary:-size unknown}): ${missing[*]}"
  packages_install "$log" "${as_root[@]}" apt-get install -y --no-install-recommends \
    -o Acquire::Retries=3 -o APT::Keep-Downloaded-Packages=false -o Dpkg::Use-Pty=0 -o Dpkg::Options::=--force-confold "${missing[@]}"
  mapfile -t missing < <(packages_missing "$@")
  [ "${#missing[@]}" -eq 0 ] || die "these packages did not install: ${missing[*]} (log: $log)."
  say "installed in $(took "$start")"
}

# Runs apt-get with its output in a log, and says every ten seconds how far it is.
packages_install() {
  local log="$1" status=0 pid waited=0
  shift
  "$@" >"$log" 2>&1 </dev/null &
  pid=$!
  while kill -0 "$pid" 2>/dev/null; do
    sleep 1
    waited=$((waited + 1))
    [ $((waited % 10)) -eq 0 ] && say "  $(grep -cE '^Get:' "$log") downloaded, $(grep -cE '^Unpacking ' "$log") unpacked, $(grep -cE '^Setting up ' "$log") set up (${waited} s)"
  done
  wait "$pid" || status=$?
  [ "$status" -eq 0 ] && return 0
  explain_failure "$log" "the packages cannot be installed (log: $log)."
}
