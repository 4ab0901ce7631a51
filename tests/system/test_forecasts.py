#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Forecasts of the time of a run (the header of `slurry run`, and "forecast" of its summary).

In the suite: the counts that a forecast is made from, by what the run then did; that it is proportional to the number of
steps and to the stored rates; the size of the file.  No clock is asked.

    test_forecasts.py all        forecast and CPU seconds of 20 runs on one thread; at most a factor 1.5 between them
    test_forecasts.py NAME...    some of them

The long form stores the rates of this machine in a folder of its own first, unless SLURRY_CACHE names one that has them.
"""
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

import h5py

program = os.environ["SLURRY_PROGRAM"]
most = 1.5  # between forecast and CPU seconds


def scenario(domain, bodies, solver="", integrator="time_step = 0.05", more=""):
    return (f"schema = 1\n[domain]\n{domain}\n[gravity]\ndirection = [-1, 0, 0]\n[[bodies]]\n{bodies}\n[solver]\n{solver}\n"
            f"[integrator]\n{integrator}\n{more}\n")


def pipe(count, solver="", length=40, integrator="time_step = 0.05", radius=10):
    return scenario(f'kind = "pipe"\nradius = {radius}\nlength = {length}', f"count = {count}", solver, integrator)


def cell(count, side, solver="", integrator="time_step = 0.05", bodies=""):
    return scenario(f'kind = "periodic-3"\ncell = [{side}, {side}, {side}]', f"count = {count}\n{bodies}", solver, integrator)


def free(count, radius, solver="", integrator="time_step = 0.05"):
    return scenario('kind = "free-space"', f'count = {count}\nplacement = "cloud"\ncloud_radius = {radius}', solver, integrator)


lubrication = 'lubrication = "exact"'
rods = 'kind = "rod"\naspect = 8'
# name: scenario, steps
runs = {
    "pipe-10": (pipe(10), 600),
    "pipe-60": (pipe(60), 500),
    "pipe-300": (pipe(300), 300),
    "pipe-1000": (pipe(1000, length=150), 120),
    "pipe-300-1e-6": (pipe(300, "tolerance = 1e-6"), 60),
    "pipe-rods-40": (scenario('kind = "pipe"\nradius = 12\nlength = 60', f"count = 40\n{rods}"), 300),
    "pipe-60-lubrication": (pipe(60, lubrication), 100),
    "pipe-100-rk4": (pipe(100, integrator='kind = "rk4"\ntime_step = 0.05'), 120),
    "pipe-100-dormand-prince": (pipe(100, integrator='kind = "dormand-prince"\ntime_step = 0.05'), 80),
    "cell-100": (cell(100, 20), 1500),
    "cell-1000": (cell(1000, 40), 800),
    "cell-1000-1e-6": (cell(1000, 40, "tolerance = 1e-6"), 200),
    "cell-200-lubrication": (cell(200, 20, lubrication), 80),
    "cell-rods-60": (cell(60, 40, bodies=rods), 2000),
    "line-200": (scenario('kind = "periodic-1"\nlength = 40', 'count = 200\nplacement = "cloud"\ncloud_radius = 15'), 400),
    "free-10": (free(10, 6), 20000),
    "free-100": (free(100, 15), 5000),
    "free-100-lubrication": (free(100, 12, lubrication), 300),
    "free-1000": (free(1000, 40), 1200),
    "free-3000": (free(3000, 60), 1200),
}


every = ("output.stride=1",)
# name: scenario, steps, settings; of files that are forecast
files = {
    "few bodies, long": (free(3, 4), 2000, *every),
    "few bodies, short": (free(3, 4), 10, *every),
    "cloud": (free(100, 15), 200, *every),
    "many bodies": (free(1000, 40), 40, *every),
    "cell": (cell(100, 20), 200, *every),
    "cell, many bodies": (cell(1000, 40), 40, *every),
    "cell, rods": (cell(60, 40, bodies=rods), 100, *every),
    "a moment with every frame": (cell(100, 20), 100, *every, 'output.moments="all"'),
    "a moment at the end alone": (cell(100, 20), 200, *every, 'output.moments="end"'),
    "angular velocities": (cell(100, 20), 150, *every, "output.angular_velocity=true"),
    "seldom a frame": (cell(100, 20), 600, "output.stride=10"),
    "repulsion": (cell(100, 20), 100, *every, "solver.repulsion_force=1"),
    "lubrication": (cell(50, 14, lubrication), 40, *every),
    "a reversal": (free(10, 6), 400, *every, "run.reverse_at=4"),
    "pipe": (pipe(20, radius=8, length=30), 60, *every),
    "pipe, rods": (scenario('kind = "pipe"\nradius = 12\nlength = 60', f"count = 10\n{rods}"), 30, *every),
}


class Run:
    """A run on one thread: its summary, and the CPU seconds that it took after the forecast was said."""

    def __init__(self, folder, text, steps, *options, cache=None):
        start, self.file = os.path.join(folder, "run.toml"), os.path.join(folder, "run.h5")
        with open(start, "w") as f:
            f.write(text)
        arguments = [program, "run", start, "--steps", str(steps), "--threads", "1", "--output", self.file, "--overwrite",
                     "--json", os.path.join(folder, "run.json"), *options]
        environment = dict(os.environ, OMP_NUM_THREADS="1", SLURRY_CACHE=cache or os.path.join(folder, "none"))
        process = subprocess.Popen(arguments, stderr=subprocess.PIPE, text=True, env=environment)
        before, self.said = 0, []
        for line in process.stderr:
            self.said.append(line)
            if line.startswith("forecast") and not before:
                before = cpu_seconds(process.pid)
        _, status, used = os.wait4(process.pid, 0)
        process.stderr.close()
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            raise AssertionError("".join(self.said))
        self.cpu = used.ru_utime + used.ru_stime - before
        with open(os.path.join(folder, "run.json")) as f:
            self.summary = json.load(f)
        self.forecast = self.summary["forecast"]


def cpu_seconds(pid):
    with open(f"/proc/{pid}/stat") as f:
        fields = f.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def table(names):
    """Whether all of them are within the factor."""
    good = True
    with tempfile.TemporaryDirectory() as folder:
        cache = os.environ.get("SLURRY_CACHE") or os.path.join(folder, "cache")
        subprocess.run([program, "rates", "--threads", "1"], check=True, capture_output=True,
                       env=dict(os.environ, SLURRY_CACHE=cache, OMP_NUM_THREADS="1"))
        print(f"{'run':26}{'steps':>7}{'sums':>6}{'forecast s':>12}{'CPU s':>8}{'ratio':>7}", flush=True)
        for name in names:
            run = Run(folder, *runs[name], cache=cache)
            f = run.forecast
            ratio = f["seconds"] / run.cpu
            good = good and 1 / most < ratio < most
            sums = f["solves_per_step"] * f["sums_per_solve"]
            print(f"{name:26}{f['steps']:7.0f}{sums:6.0f}{f['seconds']:12.2f}{run.cpu:8.2f}{ratio:7.2f}"
                  f"{'' if 1 / most < ratio < most else '  beyond 1.5'}", flush=True)
    return good


class Forecasts(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def test_counts_are_those_of_the_run(self):
        """Steps of one length, and frames by stride: what the run then did."""
        for kind, solves in (("adams-bashforth-2", 1), ("midpoint", 2), ("rk4", 4), ("dormand-prince", 6), ("euler", 1)):
            run = Run(self.folder, pipe(5, integrator=f'kind = "{kind}"\ntime_step = 0.01\nadaptive = false'), 23,
                      "--set", "output.stride=4", "--set", "output.seconds=0")
            f = run.forecast
            self.assertEqual(f["solves_per_step"], solves, kind)
            self.assertEqual(f["steps"], run.summary["steps"])
            self.assertEqual(f["frames"] + 1, run.summary["frames"])

    def test_steps_that_a_repulsion_shortens_are_not_foreseen(self):
        """The forecast of an adaptive run with a repulsion says that it does not know them."""
        words = "there may be many more steps, because the repulsion shortens them while bodies are close"
        for adaptive, force, end in (("true", "10.0", "--until=0.1"), ("false", "10.0", "--until=0.1"),
                                     ("true", "0.0", "--until=0.1"), ("true", "10.0", "--steps=2")):
            with self.subTest(adaptive=adaptive, force=force, end=end):
                with tempfile.TemporaryDirectory() as folder:
                    file = os.path.join(folder, "s.toml")
                    with open(file, "w") as f:
                        f.write(free(5, 8, f"repulsion_force = {force}\nrepulsion_range = 0.01",
                                     f"adaptive = {adaptive}\ntime_step = 0.05"))
                    done = subprocess.run([program, "run", file, end, "--threads", "1"], capture_output=True,
                                          text=True, timeout=100)
                self.assertEqual(done.returncode, 0, done.stderr)
                unforeseen = adaptive == "true" and force == "10.0" and end.startswith("--until")
                self.assertEqual(words in done.stderr, unforeseen, done.stderr)

    def test_frames_between_the_steps_are_counted(self):
        """Each frame at a given interval ends a step: more steps than the end over the time step."""
        for interval in (0.3, 0.25, 0.03):
            run = Run(self.folder, pipe(5, integrator='kind = "euler"\ntime_step = 0.1\nadaptive = false'), 1000, "--set",
                      f"output.interval={interval}", "--set", "run.until=1", "--set", "output.seconds=0")
            self.assertEqual(run.forecast["steps"], run.summary["steps"], interval)
            self.assertEqual(run.forecast["frames"] + 1, run.summary["frames"], interval)

    def test_steps_cut_by_reversals_are_counted(self):
        """Each switch of a reversing drive, run.reverse_at and the way back end a step: counted by hand in exact fractions."""
        fixed = 'kind = "euler"\ntime_step = 0.1\nadaptive = false'
        drive = '[driving]\nkind = "reversing"\nperiod = '
        for more, settings, steps in (
                (drive + "0.7", ["run.until=30"], 85 * 4 + 3),  # halves of 0.35 end after 4 steps; 0.25 is left
                (drive + "0.07", ["run.until=3"], 86),  # every step is cut: 85 halves of 0.035, and 0.025
                (drive + "0.6", ["run.until=3"], 30),  # whole steps in each half
                ("", ["run.reverse_at=0.77", "run.until=2"], 8 + 8 + 5),
                ("", ["run.reverse_at=0.77", "run.until=1"], 8 + 3),
                ("", ["run.reverse_at=0.77"], 22),
                # a drive and a reversal: ends at 0.35, 0.6, 0.7, 1.05, 1.2
                (drive + "0.7", ["run.reverse_at=0.6", "run.until=1.2"], 4 + 3 + 1 + 4 + 2)):
            text = scenario('kind = "free-space"', "positions = [[0, 0, 0], [3, 0, 0.5]]", "", fixed, more)
            run = Run(self.folder, text, 22 if steps == 22 else 1000,
                      *(w for s in ["output.seconds=0", *settings] for w in ("--set", s)))
            self.assertEqual(run.forecast["steps"], steps, (more, settings))
            self.assertEqual(run.summary["steps"], steps, (more, settings))
            self.assertEqual(run.forecast["frames"] + 1, run.summary["frames"], (more, settings))

    def test_steps_and_frames_of_a_continued_run_are_counted(self):
        """Wherever it continues: between two frames, between two steps, beside the stride, with another step or interval."""
        text = pipe(2, integrator='kind = "euler"\ntime_step = 0.1\nadaptive = false')
        for settings, changes, first, end in (
                (["output.interval=0.3"], [], ["--until", "0.57"], ["--until", "2"]),
                (["output.interval=0.25"], [], ["--until", "1.1"], ["--until", "2"]),
                (["output.interval=0.25"], ["output.interval=0.35"], ["--until", "1.1"], ["--until", "2.3"]),
                (["output.stride=4"], [], ["--steps", "3"], ["--steps", "6"]),
                (["output.stride=4"], [], ["--until", "0.57"], ["--until", "1.5"]),
                (["output.stride=4"], ["integrator.time_step=0.07"], ["--until", "0.57"], ["--until", "1.5"])):
            keys = [w for s in ["output.seconds=0", *settings] for w in ("--set", s)]
            begun = os.path.join(self.folder, "begun.h5")
            source = os.path.join(self.folder, "begun.toml")
            with open(source, "w") as f:
                f.write(text)
            subprocess.run([program, "run", source, "--threads", "1", "--output", begun, "--overwrite", *first, *keys],
                           check=True, capture_output=True)
            with h5py.File(begun) as f:
                frames = len(f["particles/spheres/position/step"])
            for frame in (*range(frames), -1):
                summary = os.path.join(self.folder, "more.json")
                more = os.path.join(self.folder, "more.h5")
                subprocess.run([program, "run", "--resume", f"{begun}#{frame}", "--threads", "1", "--output", more,
                                "--overwrite", "--json", summary, *end, *(w for s in changes for w in ("--set", s))],
                               check=True, capture_output=True)
                with h5py.File(more) as f:
                    steps = f["particles/spheres/position/step"][...]
                with open(summary) as f:
                    forecast = json.load(f)["forecast"]
                self.assertEqual(forecast["steps"], steps[-1] - steps[0], (settings, changes, frame))
                self.assertEqual(forecast["frames"] + 1, len(steps), (settings, changes, frame))

    def test_a_lubricated_solve_has_the_sums_of_its_iterations(self):
        """Without a wall and a flow: one before and one after the iterations, whose number the first frame has."""
        run = Run(self.folder, cell(40, 12, lubrication), 12)
        with h5py.File(run.file) as f:
            stages = [s.decode() for s in f["slurry/timings"].attrs["stages"]]
        self.assertIn("solve", stages)
        self.assertGreater(run.forecast["sums_per_solve"], 2)
        self.assertGreater(run.forecast["own_seconds_per_solve"], 0)
        self.assertEqual(Run(self.folder, cell(40, 12), 12).forecast["sums_per_solve"], 1)

    def test_the_seconds_are_those_of_the_formula_with_the_stored_rates(self):
        """The header's formula, reckoned here from the stored rates and the figures of the summary."""
        cache = os.path.join(self.folder, "cache")
        subprocess.run([program, "rates", "--threads", "1"], check=True, capture_output=True,
                       env=dict(os.environ, SLURRY_CACHE=cache))
        file = os.path.join(cache, "rates.json")
        with open(file) as f:
            stored = json.load(f)
        self.assertEqual(set(stored["rates"][0]["run"]), {"step", "step_body", "frame", "frame_body"})
        for huge in ({"step": 0.5}, {"step_body": 0.02}, {"frame": 3.0}, {"frame_body": 0.1}):
            rates = {"step": 1e-9, "step_body": 1e-9, "frame": 1e-9, "frame_body": 1e-9, **huge}
            for entry in stored["rates"]:
                entry["run"] = rates
            with open(file, "w") as f:
                json.dump(stored, f)
            run = Run(self.folder, free(30, 10), 40, "--set", "output.stride=10", "--set", "output.seconds=0", cache=cache)
            f = run.forecast
            solve = f["sums_per_solve"] * f["seconds_per_sum"] + f["own_seconds_per_solve"]
            steps = f["steps"] * (f["solves_per_step"] * solve + rates["step"] + 30 * rates["step_body"])
            frames = f["frames"] * (rates["frame"] + 30 * rates["frame_body"])
            # what measuring adds is less than these rates by far
            self.assertAlmostEqual(f["seconds"] / (steps + frames), 1, delta=0.2, msg=huge)

    def test_the_size_of_the_file_is_within_15_percent(self):
        """The forecast of the header by the file that the run then wrote; frames by stride, so no clock is asked."""
        unit = {"kB": 1e3, "MB": 1e6, "GB": 1e9}
        for name, (text, steps, *options) in files.items():
            settings = ["integrator.adaptive=false", "output.seconds=0", "solver.deterministic=true", *options]
            run = Run(self.folder, text, steps, "--tolerance", "1e-2", *(w for s in settings for w in ("--set", s)))
            said = re.search(r"; file ([0-9.]+) (kB|MB|GB) \(", "".join(run.said))
            self.assertIsNotNone(said, name)
            ratio = float(said[1]) * unit[said[2]] / os.path.getsize(run.file)
            self.assertTrue(1 / 1.15 < ratio < 1.15, f"{name}: {ratio:.3f}")

    def test_the_sums_of_the_shortest_run_are_timed_too(self):
        """The first solve sets up its memory: it says nothing of the time of the others."""
        for steps in (1, 9):
            run = Run(self.folder, cell(40, 12), steps)
            self.assertGreater(run.forecast["seconds_per_sum"], 0)
            self.assertNotIn("the first solve", "".join(run.said))


if __name__ == "__main__":
    if len(sys.argv) > 1 and not sys.argv[1].startswith("-"):
        names = list(runs) if sys.argv[1] == "all" else sys.argv[1:]
        sys.exit(0 if table(names) else 1)
    unittest.main()
