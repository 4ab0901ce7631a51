# SPDX-License-Identifier: BSD-3-Clause
# Source packages from the archive that this machine's apt already uses, without touching the system's configuration:
# a private apt with its own lists, which verifies signatures against the same keyring.  Needs no root.

# Prepares the private apt once and prints its configuration file; status 2 where apt names no archive.
archive_apt() {
  local root="$slurry_cache/apt" conf="$slurry_cache/apt/apt.conf" log="$slurry_cache/apt/update.log"
  if [ -s "$root/ready" ] && [ -n "$(find "$root/ready" -mmin -60 2>/dev/null)" ]; then
    echo "$conf"
    return 0
  fi
  rm -rf "$root"
  make_cache "$root"
  mkdir -p "$root/state/lists/partial" "$root/cache/archives/partial" "$root/empty"
  : >"$root/state/status"
  local keyring='' candidate
  for candidate in /usr/share/keyrings/debian-archive-keyring.gpg /usr/share/keyrings/ubuntu-archive-keyring.gpg; do
    [ -r "$candidate" ] && { keyring="$candidate"; break; }
  done
  archive_sources "$keyring" >"$root/sources.list"
  if [ ! -s "$root/sources.list" ]; then
    # The system's lists are empty (a cleaned image): read them once more, into a folder of our own.
    mkdir -p "$root/lists/state/lists/partial" "$root/lists/cache/archives/partial"
    local private=(-o "Dir::State=$root/lists/state" -o "Dir::State::status=/var/lib/dpkg/status"
      -o "Dir::Cache=$root/lists/cache" -o 'APT::Sandbox::User=')
    apt-get "${private[@]}" update >"$log" 2>&1 </dev/null || true
    archive_sources "$keyring" "${private[@]}" >"$root/sources.list"
    rm -rf "$root/lists"
  fi
  [ -s "$root/sources.list" ] || return 2
  cat >"$conf" <<CONF
Dir::State "$root/state";
Dir::State::status "$root/state/status";
Dir::State::Lists "$root/state/lists";
Dir::Cache "$root/cache";
Dir::Etc::sourcelist "$root/sources.list";
Dir::Etc::sourceparts "$root/empty";
Dir::Etc::preferences "$root/no-preferences";
Dir::Etc::preferencesparts "$root/empty";
APT::Sandbox::User "";
APT::Update::Post-Invoke {};
APT::Update::Post-Invoke-Success {};
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
Acquire::Languages "none";
Acquire::Retries "3";
CONF
  say "reading the archive's list of source packages"
  quietly "$log" "the archive's list of source packages cannot be read" apt-get -c "$conf" update
  if grep -qE '^(W|E): .*([Ff]ailed to fetch|[Cc]ould not)' "$log"; then
    explain_failure "$log" "the archive's list of source packages cannot be read (log: $log)."
  fi
  echo yes >"$root/ready"
  echo "$conf"
}

# Source lines for the archive's own suites, as apt names them.  archive_sources KEYRING APT_OPTIONS...
archive_sources() {
  local keyring="$1"
  shift
  apt-get "$@" indextargets --format '$(ORIGIN)|$(REPO_URI)|$(CODENAME)|$(COMPONENT)' 'Created-By: Packages' 2>/dev/null |
    awk -F'|' -v keyring="$keyring" '
      ($1 == "Debian" || $1 == "Ubuntu") && ($4 == "main" || $4 == "universe") && !seen[$2 $3 $4]++ {
        printf "deb-src %s%s %s %s\n", (keyring == "" ? "" : "[signed-by=" keyring "] "), $2, $3, $4
      }'
}

# Upstream version of the newest source package of that name, or nothing.  archive_version CONF PACKAGE
archive_version() {
  apt-cache -c "$1" showsrc --only-source "$2" 2>/dev/null | awk '/^Version:/ {print $2}' |
    sort -V | tail -n 1 | sed -E 's/^[0-9]+://; s/-[^-]*$//; s/[+~.](dfsg|ds|really|repack).*$//'
}

# Downloads the source package and unpacks the wanted paths of its upstream tarball into a folder.
#   archive_unpack CONF PACKAGE FOLDER TAR_PATTERN...
archive_unpack() {
  local conf="$1" package="$2" into="$3" start="$SECONDS" work size tarball
  shift 3
  work="$into.download"
  rm -rf "$work" "$into"
  make_cache "$work"
  mkdir -p "$into"
  size="$(apt-get -c "$conf" source --print-uris "$package" 2>/dev/null | awk '/^\047/ {bytes += $3} END {printf "%.1f", bytes / 1e6}')"
  say "downloading the source package $package (${size:-?} MB)"
  (cd "$work" && quietly "$work/log" "the source package $package cannot be fetched" apt-get -c "$conf" -qq source --download-only "$package") || exit 1
  for tarball in "$work"/*.orig.tar.*; do
    case "$tarball" in *.asc) continue ;; esac
    tar -xf "$tarball" -C "$into" --strip-components=1 --wildcards "$@" 2>"$work/tar.log" ||
      { cat "$work/tar.log" >"$work/log"; explain_failure "$work/log" "the source package $package does not hold what is needed (log: $work/log)."; }
  done
  rm -rf "$work"
  say "unpacked $package in $(took "$start")"
}

# Gives back the room of the lists; they are read again when a source is wanted again.
archive_done() { rm -rf "$slurry_cache/apt"; }
