#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""test_kill.py [N]: N runs are killed with SIGKILL at random times while they record every step.  Every file must open with
plain h5py and hold all frames but at most the last, and what it holds must be what an undisturbed run recorded.  Then runs are
ended at each write to the file in turn, over one whole frame: a step that the file counts has its time."""
import os
import random
import signal
import subprocess
import sys
import tempfile
import time

import h5py
import numpy as np

program = os.environ["SLURRY_PROGRAM"]
kills = int(sys.argv[1]) if len(sys.argv) > 1 else 3
random.seed(time.time_ns())
arguments = ["--set", "output.stride=1", "--set", "solver.deterministic=true", "--threads", "1"]
columns = ["position", "velocity", "image", "force"]


def frames_now(path):
    """Frames that a reader sees while the file grows.  HDF5 asks for the length of a file before it reads in the superblock
    where the file ends, so that an open fails when a frame is added between the two; the next one is right again."""
    for _ in range(100):
        try:
            with h5py.File(path, "r") as f:
                return f["particles/spheres/position/step"].shape[0]
        except OSError:
            time.sleep(0.001)
    raise AssertionError("a file that grows could not be opened in a hundred tries")


def frames(path):
    with h5py.File(path, "r") as f:
        g = f["particles/spheres"]
        n = g["position/step"].shape[0]
        values = {c: g[c]["value"][:n] for c in columns}
        lengths = {c: g[c]["value"].shape[0] for c in columns}
        lengths.update({o: f["observables"][o]["value"].shape[0] for o in f["observables"]})
        return n, g["position/step"][:n], values, lengths


def check_sparse(path):
    """Elements that not every frame has: a kill leaves at most one row of theirs unfinished."""
    def look(name, group):
        if isinstance(group, h5py.Group) and "value" in group:
            lengths = [len(group[part][...]) for part in ("step", "time", "value")]
            assert max(lengths) - min(lengths) <= 1, (name, lengths)
    with h5py.File(path, "r") as f:
        f["slurry/observables"].visititems(look)


def watch():
    """`info` of a run that writes some thousand frames per second, which it meets in the middle of a write."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "grows.h5")
        run = subprocess.Popen([program, "run", "two_spheres", "--threads", "1", "--output", path, "--set", "run.until=1e9",
                                "--set", "output.stride=1"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while not os.path.exists(path):
            assert run.poll() is None, "the run ended by itself"
            time.sleep(0.002)
        try:
            for _ in range(60):
                info = subprocess.run([program, "info", path], capture_output=True, text=True, timeout=60)
                assert info.returncode == 0, info.stderr
        finally:
            run.kill()
            run.wait()


# ends the process at a write to a file, without any of what a program does at its end
ends_at_a_write = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>
ssize_t pwrite64(int file, const void* bytes, size_t count, off64_t at) {
  static ssize_t (*next)(int, const void*, size_t, off64_t);
  static long writes;
  if (!next) next = (ssize_t(*)(int, const void*, size_t, off64_t))dlsym(RTLD_NEXT, "pwrite64");
  if (++writes == atol(getenv("ENDS_AT_WRITE"))) _exit(137);
  return next(file, bytes, count, at);
}
ssize_t pwrite(int file, const void* bytes, size_t count, off_t at) { return pwrite64(file, bytes, count, at); }
"""


def each_write():
    with tempfile.TemporaryDirectory() as folder:
        source, library, path = (os.path.join(folder, name) for name in ("ends.c", "ends.so", "run.h5"))
        with open(source, "w", encoding="utf-8") as file:
            file.write(ends_at_a_write)
        subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
        counts, write = [], 500
        while not counts or counts[-1] < counts[0] + 2:
            assert write < 5000, "a frame takes thousands of writes"
            subprocess.run([program, "run", "two_spheres", "--output", path, "--overwrite", "--set", "run.until=1e9",
                            *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                           env={**os.environ, "LD_PRELOAD": library, "ENDS_AT_WRITE": str(write)})
            with h5py.File(path, "r") as f:
                (g,) = f["particles"].values()
                step, t = g["position/step"][...], g["position/time"][...]
            counts.append(len(step))
            assert list(step) == list(range(len(step))), (write, step)
            assert len(t) >= len(step) and np.allclose(t[:len(step)], step * t[1], rtol=0, atol=1e-12), (write, step, t)
            write += 1
        print(f"ended at each of {len(counts)} writes: {counts[0]} to {counts[-1]} frames, each with its time")


def main():
    longest, seen = 0, []
    with tempfile.TemporaryDirectory() as folder:
        for k in range(kills):
            path = os.path.join(folder, f"{k}.h5")
            scenario = "four_spheres" if k % 3 == 2 else "welcome"
            end = ["--set", "run.until=1e9"] if scenario == "four_spheres" else []
            run = subprocess.Popen([program, "run", scenario, "--output", path, *arguments, *end],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            while not os.path.exists(path):
                assert run.poll() is None, "the run ended by itself"
                time.sleep(0.002)
            # from here on it is valid at every moment: after the kill a first open has to do
            before = frames_now(path)
            assert before >= 1
            deadline = time.time() + random.uniform(0, 2)
            while time.time() < deadline:
                before = max(before, frames_now(path))
                time.sleep(0.01)
            run.send_signal(signal.SIGKILL)
            run.wait()
            n, step, values, lengths = frames(path)
            assert n >= before - 1, (n, before)
            assert list(step) == list(range(n)), step
            for name, length in lengths.items():
                assert n <= length <= n + 1, (name, length, n)
            check_sparse(path)
            info = subprocess.run([program, "info", path], capture_output=True, text=True)
            assert info.returncode == 0, info.stderr
            seen.append((scenario, n, values))
            longest = max(longest, n if scenario == "welcome" else 0)
            print(f"kill {k}: {scenario}, {n} frames, {before} were seen before", flush=True)

        if longest:
            truth_path = os.path.join(folder, "truth.h5")
            subprocess.run([program, "run", "welcome", "--output", truth_path, *arguments, "--steps", str(max(longest - 1, 1))],
                           check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            _, _, truth, _ = frames(truth_path)
            for scenario, n, values in seen:
                if scenario == "welcome":
                    for c in columns:
                        assert np.array_equal(values[c], truth[c][:n]), (c, n)
    each_write()
    watch()
    print("ok")


main()
