#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Measures how many CPU seconds the compiler takes for each object of a build folder (Ninja), one object after the other.

    tests/support/build_seconds.py FOLDER TARGET... [--write]      every object of the targets; --write renews the list
    tests/support/build_seconds.py FOLDER TARGET... --lacking [--write]
                                                                   only objects that the list lacks; --write adds them
    tests/support/build_seconds.py FOLDER TARGET... --beside OTHER [--pairs N]
                                                                   the sums of two build folders, measured in turns

The list (app/setup/build_seconds.txt) is what app/run counts progress by.  Objects compiled in turns see the same
neighbours on a busy machine, so that the ratio of two folders holds where seconds do not.  A compiler cache is left out.
"""
import argparse
import os
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LIST = os.path.join(ROOT, "app", "setup", "build_seconds.txt")
LEAST = 0.5  # seconds: smaller objects are left out of the list


def objects(folder, targets):
    """{object: command} of the targets, precompiled headers first, as Ninja would run them."""
    found = {}
    lines = subprocess.run(["ninja", "-C", folder, "-t", "commands", *targets], check=True, text=True, capture_output=True)
    for line in lines.stdout.splitlines():
        output = re.search(r" -o (\S+\.(?:o|gch)) -c ", line)
        if output:
            words = shlex.split(line)
            while os.path.basename(words[0]) in ("ccache", "sccache"):
                words = words[1:]
            found[output.group(1)] = words
    if not found:
        sys.exit(f"{folder} has no object of {' '.join(targets)}; is it a build folder of Ninja?")
    return found


def listed():
    """{object: CPU seconds} of the list."""
    with open(LIST) as lines:
        words = [line.split() for line in lines if not line.startswith("#")]
    return {name: float(value) for value, name in words}


def seconds(folder, words, scratch):
    """CPU seconds of one compilation, whose object is thrown away."""
    words = list(words)
    words[words.index("-o") + 1] = os.path.join(scratch, "object.o")
    for option in ("-MF", "-MT"):
        if option in words:
            words[words.index(option) + 1] = os.path.join(scratch, "depends")
    before = os.times()
    if subprocess.run(words, cwd=folder).returncode:
        sys.exit("a compilation failed: build the targets first")
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("targets", nargs="+")
    parser.add_argument("--beside", metavar="OTHER")
    parser.add_argument("--pairs", type=int, default=1)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--lacking", action="store_true")
    options = parser.parse_args()
    folders = [options.folder] + ([options.beside] if options.beside else [])
    work = [objects(folder, options.targets) for folder in folders]
    with tempfile.TemporaryDirectory() as scratch:
        if not options.beside:
            known = listed() if options.lacking else {}
            measured = {name: seconds(options.folder, words, scratch)
                        for name, words in work[0].items() if name not in known}
            for name, value in sorted(measured.items(), key=lambda item: -item[1]):
                print(f"{value:7.1f} {name}")
            print(f"{sum(measured.values()):7.1f} altogether, {len(measured)} objects")
            if options.write:
                with open(LIST, "w") as out:
                    out.write("# CPU seconds of the compiler for each object, by tests/support/build_seconds.py --write\n")
                    # The name of an object whose source is not in the tree holds the path of one machine.
                    out.writelines(f"{value:.1f} {name}\n" for name, value in sorted({**known, **measured}.items())
                                   if value >= LEAST and "/.cache/" not in name)
            return
        for pair in range(options.pairs):
            queues = [list(one.items()) for one in work]
            sums = [0.0, 0.0]
            # The folder that is behind with its share of objects is next, so that both end together.
            while any(queues):
                next_one = max((0, 1), key=lambda k: len(queues[k]) / len(work[k]))
                sums[next_one] += seconds(folders[next_one], queues[next_one].pop()[1], scratch)
            print(f"pair {pair + 1}: {sums[0]:.1f} and {sums[1]:.1f} CPU seconds, ratio {sums[0] / sums[1]:.3f}", flush=True)


if __name__ == "__main__":
    main()
