# SPDX-License-Identifier: BSD-3-Clause
# Sourced by tests/run: a private display, one run of ctest, and the counting of test cases over several runs.

passed=0
failed=0
skipped=0
finished=no
display_pid=''
scratch="$(mktemp -d)"

# Starts an X server that only the tests see.  Without one (no Xvfb here) the display of the user, if any, serves.
start_display() {
  command -v Xvfb >/dev/null 2>&1 || { say "no Xvfb here: the window's tests use the display '${DISPLAY:-none}'"; return 0; }
  local number=''
  Xvfb -displayfd 3 -screen 0 1600x1000x24 -nolisten tcp -noreset 3>"$scratch/display" >"$scratch/xvfb.log" 2>&1 </dev/null 9>&- &
  display_pid=$!
  for _ in $(seq 100); do
    number="$(cat "$scratch/display" 2>/dev/null)"
    [ -n "$number" ] && break
    kill -0 "$display_pid" 2>/dev/null || break
    sleep 0.1
  done
  [ -n "$number" ] || { tail -n 5 "$scratch/xvfb.log" >&2; die "the private X server does not start."; }
  mkdir -p -m 700 "$scratch/runtime" "$scratch/config"
  export DISPLAY=":$number" QT_QPA_PLATFORM=xcb LIBGL_ALWAYS_SOFTWARE=1 XDG_RUNTIME_DIR="$scratch/runtime" \
    XDG_CONFIG_HOME="$scratch/config"
}

stop_display() {
  [ -z "$display_pid" ] && return 0
  kill "$display_pid" 2>/dev/null || true
  wait "$display_pid" 2>/dev/null || true
  display_pid=''
}

# run_suite TITLE BUILD_FOLDER CTEST_ARGUMENTS...: runs the folder's tests, lists what failed, adds to the counts.
run_suite() {
  local title="$1" folder="$2" start="$SECONDS" status=0 counts
  shift 2
  printf '\n== %s ==\n' "$title"
  rm -rf "$folder/test-results"
  mkdir -p "$folder/test-results"
  ctest --test-dir "$folder" --output-on-failure --no-tests=error --parallel "$(nproc)" \
    --output-junit "$folder/test-results.xml" "$@" </dev/null || status=$?
  [ -f "$folder/test-results.xml" ] || { failed=$((failed + 1)); return 0; }
  counts="$(count_cases "$folder" "$scratch/failures")"
  read -r p f s <<<"$counts"
  # ctest knows of a failure that no report shows (nothing matched, say).
  if [ "$status" -ne 0 ] && [ "$f" -eq 0 ]; then f=1; fi
  passed=$((passed + p)); failed=$((failed + f)); skipped=$((skipped + s))
  [ -s "$scratch/failures" ] && { printf '\nfailed in %s:\n' "$title"; cat "$scratch/failures"; }
  printf '\n%s: %d passed, %d failed, %d skipped, in %s\n' "$title" "$p" "$f" "$s" "$(took "$start")"
}

# Prints "passed failed skipped" of a folder's last run, in test cases: from each binary's GoogleTest report where it
# left one, otherwise one case per ctest entry.  Names of failures go to a file.
count_cases() {
  local folder="$1" failures="$2" name status
  : >"$failures"
  awk '/<testcase / { name = $0; sub(/.* name="/, "", name); sub(/".*/, "", name)
                      status = $0; sub(/.* status="/, "", status); sub(/".*/, "", status); print name, status }' \
    "$folder/test-results.xml" |
    while read -r name status; do
      if [ "$status" = disabled ]; then echo "0 0 1"; continue; fi
      if [ -s "$folder/test-results/$name.xml" ]; then
        awk -v binary="$name" -v status="$status" -v failures="$failures" '
          function attribute(key, line) {
            if (!match(line, " " key "=\"[^\"]*\"")) return ""
            line = substr(line, RSTART, RLENGTH); sub(/^[^"]*"/, "", line); sub(/"$/, "", line); return line
          }
          /<testcase / { n++; label = attribute("classname", $0) "." attribute("name", $0); bad = 0
                         if (attribute("status", $0) == "notrun") skip++; else if (attribute("result", $0) == "skipped") skip++ }
          /<failure / && !bad { bad = 1; fail++; print "  " binary ": " label >> failures }
          END {
            if (status == "fail" && !fail) { fail++; n++; print "  " binary ": did not end well" >> failures }
            print n - fail - skip, fail + 0, skip + 0
          }' "$folder/test-results/$name.xml"
      elif [ "$status" = run ]; then
        echo "1 0 0"
      else
        echo "  $name: $([ "$status" = fail ] && echo failed || echo "$status")" >>"$failures"
        echo "0 1 0"
      fi
    done | awk '{ p += $1; f += $2; s += $3 } END { print p + 0, f + 0, s + 0 }'
}

# At the end, however it comes: the count as the last line, and the exit code that goes with it.
finish() {
  local status=$?
  trap - EXIT
  stop_display
  rm -rf "$scratch"
  # Stopped before the end (set-up, build, interrupt): that is a failure too.
  [ "$finished" = yes ] || failed=$((failed + 1))
  [ "$failed" -eq 0 ] || status=1
  printf '\n%d passed, %d failed\n' "$passed" "$failed"
  exit "$status"
}
