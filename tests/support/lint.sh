# SPDX-License-Identifier: BSD-3-Clause
# Sourced by tests/run: the layout of all sources, and clang-tidy over some of them.

# Prints the sources that git knows below the folders of ours.
lint_sources() {
  git -C "$slurry_root" ls-files 'engine/*.cpp' 'engine/*.hpp' 'app/*.cpp' 'app/*.hpp' 'ui/*.cpp' 'ui/*.hpp' \
    'tests/*.cpp' 'tests/*.hpp'
}

# Prints the sources of the engine and of the command line that differ from the last commit of origin's main branch, or
# from the last commit where there is no such branch.
lint_changed() {
  local base
  base="$(git -C "$slurry_root" merge-base HEAD origin/main 2>/dev/null)" || base=HEAD
  git -C "$slurry_root" diff --name-only --diff-filter=d "$base" -- 'engine/*.cpp' 'app/*.cpp' ':!app/window' \
    ':!app/yardsticks/window'
}

# lint [FILE...]: clang-format over all sources; clang-tidy over the files named, or over those that changed.
lint() {
  local unformatted=() file kokkos folder="$slurry_root/build-lint" faults=0 files=("$@")
  packages_need "${packages_build[@]}" "${packages_tests[@]}" clang-format clang-tidy
  while IFS= read -r file; do
    clang-format --dry-run -Werror --style=file "$slurry_root/$file" >/dev/null 2>&1 || unformatted+=("$file")
  done < <(lint_sources)
  if [ "${#unformatted[@]}" -gt 0 ]; then
    say "clang-format would change ${#unformatted[@]} files; 'clang-format -i FILE' does: ${unformatted[*]}"
    faults=1
  fi
  [ "${#files[@]}" -gt 0 ] || mapfile -t files < <(lint_changed)
  if [ "${#files[@]}" -gt 0 ]; then
    # every source by itself
    kokkos="$(kokkos_prefix openmp)"
    configure "$folder" --preset sanitize ${kokkos:+"-DKokkos_ROOT=$kokkos"} -DSLURRY_UNITY=OFF \
      -DCMAKE_EXPORT_COMPILE_COMMANDS=ON
    for file in "${files[@]}"; do
      clang-tidy -p "$folder" --quiet --warnings-as-errors='*' "$slurry_root/${file#"$slurry_root"/}" || faults=1
    done
  fi
  [ "$faults" -eq 0 ] || die "lint found faults."
  say "lint: the layout of $(lint_sources | wc -l) sources and clang-tidy over ${#files[@]} of them found nothing"
}
