#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""run_faults.py BUILD [--only WORD] [--report FILE.xml]: puts one deliberate fault at a time into the engine and shows that a
test fails.  A fault is a changed copy of one file; what includes it is compiled anew and linked in front of the engine's
library, so nothing of the source tree or of the build changes.  BUILD: a finished build of this tree with Ninja."""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import time
import tomllib
import xml.sax.saxutils

here = pathlib.Path(__file__).resolve().parent
source = here.parent.parent
libraries = ("engine/libslurry_engine.a",)
ours = ("slurry_engine.dir", "slurry_cold.dir", "slurry_fmm.dir")


def command_of(build, unit):
    """The compiler's arguments for one file, or for the sources of its folder where those are compiled together.  They come
    without the output and without sanitizers, which a fault does not need and which take most of the time."""
    together = "unity_engine_" + "_".join(pathlib.PurePath(unit).parent.parts) + "_cxx.cxx"
    entries = [e for e in json.loads((build / "compile_commands.json").read_text()) if any(o in e["command"] for o in ours)]
    entry = next((e for name in (f"engine/{unit}", together) for e in entries if e["file"].endswith("/" + name)), None)
    if entry is None:
        raise SystemExit(f"{unit} is not compiled in {build}")
    words = shlex.split(entry["command"])
    out = words.index("-o")
    return [w for w in words[:out] + words[out + 2:]
            if w not in ("-c", entry["file"]) and not w.startswith(("-fsanitize", "-fno-sanitize", "-g"))]


def link_command(build, test):
    lines = subprocess.run(["ninja", "-C", str(build), "-t", "commands", test], capture_output=True, text=True, check=True)
    line = lines.stdout.strip().splitlines()[-1]
    if libraries[0] not in line:
        raise SystemExit(f"{test} is not linked with {libraries[0]}")
    return line


def changed_copy(fault, overlay):
    original = source / "engine" / fault["file"]
    text = original.read_text()
    if text.count(fault["right"]) != 1:
        raise ValueError(f"{fault['file']} holds {fault['right']!r} {text.count(fault['right'])} times, not once: "
                         "tests/faults/faults.toml has to follow the code")
    copy = overlay / fault["file"]
    copy.parent.mkdir(parents=True)
    copy.write_text(text.replace(fault["right"], fault["wrong"]))
    return copy


def show_caught(build, fault, folder):
    """Returns the first test case that failed because of the fault; raises where none did."""
    overlay = folder / "overlay"
    copy = changed_copy(fault, overlay)
    objects = []
    for unit in fault["compile"]:
        words = command_of(build, unit)
        path = copy if unit == fault["file"] else source / "engine" / unit
        objects.append(str(folder / (pathlib.Path(unit).stem + ".o")))
        done = subprocess.run([*words[:1], f"-I{overlay}", *words[1:], "-o", objects[-1], "-c", str(path)],
                              cwd=build, capture_output=True, text=True)
        if done.returncode != 0:
            raise ValueError(f"the fault does not compile: {done.stderr[-800:]}")
    program = folder / fault["test"]
    line = link_command(build, fault["test"])
    first = min(line.index(l) for l in libraries if l in line)
    line = line[:first] + " ".join(map(shlex.quote, objects)) + " -Wl,--allow-multiple-definition " + line[first:]
    line, outputs = re.subn(r"-o \S+", f"-o {shlex.quote(str(program))}", line)
    assert outputs == 1, line
    done = subprocess.run(line, shell=True, cwd=build, capture_output=True, text=True)
    if done.returncode != 0:
        raise ValueError(f"the faulty test does not link: {done.stderr[-800:]}")
    environment = {**os.environ, "ASAN_OPTIONS": "detect_odr_violation=0:detect_leaks=0"}
    environment.pop("GTEST_OUTPUT", None)
    try:
        done = subprocess.run([str(program), f"--gtest_filter={fault['cases']}", "--gtest_fail_fast", "--gtest_brief=1"],
                              cwd=build, capture_output=True, text=True, errors="replace", env=environment, timeout=600)
    except subprocess.TimeoutExpired:
        raise ValueError("the faulty test did not end within 10 minutes")
    failures = re.findall(r"^\[  FAILED  \] ([^ ,\n]+)", done.stdout, re.M)
    if done.returncode == 0:
        raise ValueError(f"no case of {fault['test']} {fault['cases']} noticed it")
    if not failures:
        raise ValueError(f"{fault['test']} ended with {done.returncode} without a failed case: {done.stderr[-800:]}")
    return failures[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--only", help="faults whose stage or description holds this word")
    parser.add_argument("--report", type=pathlib.Path, help="a report in GoogleTest's form, one case per fault")
    arguments = parser.parse_args()
    build = arguments.build.resolve()
    faults = tomllib.loads((here / "faults.toml").read_text())["fault"]
    if arguments.only:
        faults = [f for f in faults if arguments.only in f["stage"] + " " + f["what"]]
    if not faults:
        raise SystemExit(f"no fault's description holds '{arguments.only}'")

    def run(number):
        start = time.time()
        with tempfile.TemporaryDirectory(dir=build) as folder:
            try:
                return show_caught(build, faults[number], pathlib.Path(folder)), "", time.time() - start
            except ValueError as error:
                return "", str(error), time.time() - start

    missed, cases = 0, []
    with concurrent.futures.ThreadPoolExecutor(max_workers=min(2, os.cpu_count() or 1)) as pool:
        for fault, (caught, error, seconds) in zip(faults, pool.map(run, range(len(faults)))):
            missed += not caught
            print(f"{fault['stage']:>10}: {fault['what']}\n{'':>12}" + (f"caught by {caught}" if caught else f"NOT CAUGHT: {error}")
                  + f" ({seconds:.0f} s)", flush=True)
            quote = xml.sax.saxutils.quoteattr
            cases.append(f'<testcase name={quote(fault["what"])} status="run" result="completed" time="{seconds:.1f}" '
                         f'classname={quote(fault["stage"])}>' + (f"\n<failure message={quote(error)}/>" if error else "") + "\n</testcase>")
    if arguments.report:
        arguments.report.parent.mkdir(exist_ok=True)
        arguments.report.write_text("<testsuites>\n" + "\n".join(cases) + "\n</testsuites>\n")
    print(f"{len(faults) - missed} of {len(faults)} faults caught")
    return 1 if missed else 0


sys.exit(main())
