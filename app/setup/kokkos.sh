# SPDX-License-Identifier: BSD-3-Clause
# Kokkos: the user's own, the distribution's, or built from the archive's newest source into the user's cache.

# Source tree of Kokkos from the archive: kokkos itself, or the copy inside trilinos.  Prints its folder; status 2 where
# there is none.
kokkos_source() {
  local conf package version folder
  for folder in "$slurry_cache"/kokkos-source-*; do
    [ -f "$folder/CMakeLists.txt" ] && { echo "$folder"; return 0; }
  done
  command -v apt-get >/dev/null 2>&1 || return 2
  conf="$(archive_apt)" || return $?
  for package in kokkos trilinos; do
    version="$(archive_version "$conf" "$package")"
    [ -n "$version" ] || continue
    folder="$slurry_cache/kokkos-source-$package-$version"
    if [ "$package" = kokkos ]; then
      archive_unpack "$conf" kokkos "$folder.part" '*'
    else
      archive_unpack "$conf" trilinos "$folder.part" --transform='s,packages/kokkos/,,' '*/packages/kokkos/*'
    fi
    if [ ! -f "$folder.part/CMakeLists.txt" ]; then
      rm -rf "$folder.part"
      continue
    fi
    mv "$folder.part" "$folder"
    echo "$folder"
    return 0
  done
  return 2
}

# Version written in a Kokkos source tree.
kokkos_source_version() {
  sed -nE 's/^ *set *\( *Kokkos_VERSION_(MAJOR|MINOR|PATCH) +([0-9]+) *\).*/\2/Ip' "$1/CMakeLists.txt" | head -n 3 | paste -sd.
}

# Whether an installed Kokkos has a host back end: a wrong option is a warning of its CMake, and leaves only Serial.
#   kokkos_has FOLDER openmp|threads
kokkos_has() {
  grep -q "define KOKKOS_ENABLE_${2^^}\b" "$1/include/KokkosCore_config.h" 2>/dev/null
}

# A Kokkos with the wanted host back end; prints the prefix to give CMake, or nothing when CMake will find one itself.
#   kokkos_prefix openmp|threads [sanitizer flags]
kokkos_prefix() {
  local backend="$1" flags="${2:-}" key folder source version start="$SECONDS" build log
  if [ -z "$flags" ] && [ "$backend" = openmp ]; then
    [ -n "${Kokkos_ROOT:-}${Kokkos_DIR:-}" ] && return 0
    # A package of the distribution, unless it is the old Serial-only one inside Trilinos.
    [ -e /usr/share/doc/libkokkos-dev ] && return 0
  fi
  key="$backend-$(compiler_tag)$(printf '%s' "$flags" | tr -c 'a-zA-Z0-9' '-')"
  for folder in "$slurry_cache"/kokkos-[0-9]*-"$key"; do
    [ -f "$folder/complete" ] && kokkos_has "$folder" "$backend" && { echo "$folder"; return 0; }
  done
  source="${FETCHCONTENT_SOURCE_DIR_KOKKOS:-}"
  if [ -z "$source" ]; then
    source="$(kokkos_source)" || not_found $? "no Kokkos could be had: install Kokkos 3.4 or later with OpenMP and set Kokkos_ROOT."
  fi
  version="$(kokkos_source_version "$source")"
  case "$version" in
    3.[4-9].* | 3.[1-9][0-9].* | 4.* | 5.* | 6.*) ;;
    *) die "the Kokkos in $source is version '${version:-unknown}', but 3.4 or later is needed: set Kokkos_ROOT to one." ;;
  esac
  folder="$slurry_cache/kokkos-$version-$key"
  build="$slurry_cache/kokkos-build-$key"
  log="$slurry_cache/kokkos-$key.log"
  rm -rf "$folder" "$build"
  say "building Kokkos $version (Serial and $backend), once for all clones"
  local standard=20 options=()
  case "$version" in 3.*) standard=17 ;; esac
  case "$backend $version" in
    openmp*) options+=(-DKokkos_ENABLE_OPENMP=ON) ;;
    threads\ 3.4.*) options+=(-DKokkos_ENABLE_PTHREAD=ON) ;;  # its name before 3.5
    threads*) options+=(-DKokkos_ENABLE_THREADS=ON) ;;
  esac
  quietly "$log" "Kokkos cannot be configured" cmake -S "$source" -B "$build" -G "$(cmake_generator)" \
    -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_STANDARD="$standard" -DCMAKE_CXX_FLAGS="$flags" \
    -DCMAKE_INSTALL_PREFIX="$folder" -DCMAKE_INSTALL_LIBDIR=lib -DCMAKE_POSITION_INDEPENDENT_CODE=ON \
    -DKokkos_ENABLE_SERIAL=ON -DKokkos_ENABLE_TESTS=OFF -DBUILD_SHARED_LIBS=OFF "${options[@]}"
  quietly "$log" "Kokkos cannot be built" cmake --build "$build" --parallel "$(build_jobs)"
  quietly "$log" "Kokkos cannot be installed into the cache" cmake --install "$build"
  kokkos_has "$folder" "$backend" || die "Kokkos $version was built without the back end '$backend' (see $log)."
  rm -rf "$build"
  : >"$folder/complete"
  say "built Kokkos in $(took "$start")"
  echo "$folder"
}
