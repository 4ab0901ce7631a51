#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Totals and times of runs that were ended, killed, branched and resumed, against the straight run and against integrals over
its frames.  test_totals.py table: all twelve kinds of runs, with the numbers."""
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import h5py
import numpy

program = os.environ["SLURRY_PROGRAM"]

pipe = '[domain]\nradius = 4\nlength = 24\n'
free = '[domain]\nkind = "free-space"\n'
row = '[domain]\nkind = "periodic-1"\nlength = 20\n'
cube = '[domain]\nkind = "periodic-3"\ncell = [20, 20, 20]\n'
tilted = '[gravity]\ndirection = [3, 2, 1]\n'
four = '[[bodies]]\npositions = [[2, 0, 0], [4.05, 0.3, 0], [9, -1.5, 1], [15, 0, 2.4]]\n'
rods = '[[bodies]]\nkind = "rod"\nradius = 0.3\naspect = 5\npositions = [[3, 0, 0], [8, -1, 1], [9, 1, -0.5]]\n'


def kind(text, integrator, step, solver="", adaptive=False):
    return (f'schema = 1\n{text}[solver]\ndeterministic = true\n{solver}[integrator]\nkind = "{integrator}"\n'
            f'time_step = {step}\nadaptive = {str(adaptive).lower()}\n[output]\nstride = 1\nangular_velocity = true\n')


friction = 'lubrication = "exact"\n'
ewald = 'method = "ewald"\n'
kinds = {
    "spheres in a pipe, Adams-Bashforth": kind(pipe + tilted + four, "adams-bashforth-2", 0.2),
    "spheres in an open pipe, Euler": kind(pipe + '[flow]\nnet_flow = "zero-gradient"\n' + four, "euler", 0.1),
    "lubricated pipe, midpoint": kind(pipe + tilted + four, "midpoint", 0.1, friction),
    "rods in a pipe, Runge-Kutta": kind(pipe + tilted + rods, "rk4", 0.5),
    "chains in a pipe, Adams-Bashforth": kind(pipe + tilted + rods + 'model = "chain"\n', "adams-bashforth-2", 0.5),
    "spheres in free space, adaptive": kind(free + four, "adams-bashforth-2", 0.3, adaptive=True),
    "spheres in free space, embedded pair": kind(free + four, "dormand-prince", 0.5, adaptive=True),
    "chains in free space, implicit midpoint": kind(free + rods + 'model = "chain"\n', "implicit-midpoint", 0.3),
    "reversing drive in free space": kind(free + four + '[driving]\nkind = "reversing"\nperiod = 1.7\n', "rk4", 0.2),
    "spheres in one period, midpoint": kind(row + four, "midpoint", 0.2),
    "spheres in three periods, Adams-Bashforth": kind(cube + tilted + four, "adams-bashforth-2", 0.2, ewald),
    "lubricated spheres in three periods, Runge-Kutta": kind(cube + tilted + four, "rk4", 0.2, ewald + friction),
}
short = ["spheres in a pipe, Adams-Bashforth", "spheres in free space, embedded pair", "reversing drive in free space"]


def slurry(*arguments):
    return subprocess.run([program, *arguments, *(["--threads", "1"] if arguments[0] == "run" else [])],
                          capture_output=True, text=True, timeout=200)


class Frames:
    """What is in a recorded run."""

    def __init__(self, path):
        with h5py.File(path) as f:
            (g,) = f["particles"].values()
            count = len(g["position/step"])
            self.step, self.time = g["position/step"][:count], g["position/time"][:count]
            self.bodies = {n: c["value"][:count] for n, c in g.items() if "value" in c and n != "box"}
            self.edges = g["box/edges/value"][0]
            self.observed = {n: g["value"][:count] for n, g in f["observables"].items()}
            self.sparse = {}

            def look(name, item):
                if isinstance(item, h5py.Group) and "value" in item:
                    self.sparse[name] = dict(zip(item["step"][...].tolist(), item["value"][...].tolist()))
            if "slurry/observables" in f:
                f["slurry/observables"].visititems(look)
            self.scenario = f["parameters/scenario_in_force"][()]

    def places(self):
        return self.bodies["position"] + self.bodies["image"] * self.edges


def same(a, b):
    return numpy.array_equal(numpy.asarray(a), numpy.asarray(b), equal_nan=True)


class Runs:
    """Runs of one kind in a folder of their own."""

    def __init__(self, folder, text):
        self.folder = folder
        with open(self.path("scenario.toml"), "w") as f:
            f.write(text)

    def path(self, name):
        return os.path.join(self.folder, name)

    def run(self, *arguments, to):
        done = slurry("run", *arguments, "--output", self.path(to), "--overwrite")
        assert done.returncode == 0, done.stderr
        return Frames(self.path(to))

    def killed(self, to, after):
        """A run that is killed when it has written some frames and a random time has passed."""
        if os.path.exists(self.path(to)):
            os.remove(self.path(to))  # the frames of a run before would be taken for its own
        process = subprocess.Popen([program, "run", self.path("scenario.toml"), "--steps", "100000000", "--threads", "1",
                                    "--output", self.path(to), "--overwrite"],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline = time.time() + 60
        while time.time() < deadline:
            time.sleep(0.05)
            try:
                if len(Frames(self.path(to)).step) > 20:
                    break
            except (OSError, KeyError, RuntimeError, ValueError):
                pass
        time.sleep(random.uniform(0, after))
        process.send_signal(signal.SIGKILL)
        process.wait()
        return Frames(self.path(to))


since_previous_frame = ("effective_velocity", "contact_displacement")  # a file's first frame has none before it


def differences(straight, resumed):
    """Names of what a resumed run recorded otherwise than the straight one did at the same steps."""
    found = []
    _, at, there = numpy.intersect1d(straight.step, resumed.step, return_indices=True)
    if set(straight.step[straight.step > resumed.step[0]]) != set(resumed.step[1:]):
        found.append("steps of the frames")
    tables = [("time", straight.time, resumed.time)]
    tables += [(n, straight.bodies[n], resumed.bodies[n]) for n in straight.bodies if n in resumed.bodies]
    if set(straight.observed) != set(resumed.observed):
        found.append("names of the observables")
    tables += [(n, straight.observed[n], resumed.observed[n]) for n in straight.observed if n in resumed.observed]
    if set(straight.bodies) != set(resumed.bodies):
        found.append("columns of the bodies")
    for name, a, b in tables:
        first = 1 if name in since_previous_frame else 0
        if not same(a[at][first:], b[there][first:]):
            found.append(name)
    for name, rows in straight.sparse.items():
        later = {s: x for s, x in rows.items() if s > resumed.step[0]}
        if not same(sorted(later.items()), sorted((s, x) for s, x in resumed.sparse.get(name, {}).items()
                                                  if s > resumed.step[0])):
            found.append(name)
    return found


def ended_and_resumed(runs, first=7, more=8):
    straight = runs.run(runs.path("scenario.toml"), "--steps", str(first + more), to="whole.h5")
    runs.run(runs.path("scenario.toml"), "--steps", str(first), to="a.h5")
    resumed = runs.run("--resume", runs.path("a.h5"), "--steps", str(more), to="b.h5")
    return differences(straight, resumed)


def integrals(parts, text):
    """Totals of a run from its frames alone: trapezoids over the parts that were recorded one after the other."""
    time_, settling = (numpy.concatenate([p.time if i == 0 else p.time[1:] for i, p in enumerate(parts)]),
                       numpy.concatenate([p.observed["mean_settling_velocity"][0 if i == 0 else 1:]
                                          for i, p in enumerate(parts)]))
    bodies = parts[0].bodies["velocity"].shape[1]
    power, sense = settling, numpy.ones(len(time_) - 1)
    if "reversing" in text:  # a frame at a switch has the velocity before it; times the drive it is continuous
        sense = numpy.where(numpy.floor((time_[1:] + time_[:-1]) / 1.7) % 2 == 0, 1, -1)
        power = settling * numpy.concatenate([[1], sense])
    fine = (sense * 0.5 * (power[1:] + power[:-1]) * numpy.diff(time_)).sum()
    # three times the error of two trapezoids is their difference from one: added up without signs, so that nothing cancels
    pairs = (len(time_) - 1) // 2
    areas = 0.5 * (power[1:] + power[:-1]) * numpy.diff(time_)
    coarse = 0.5 * (power[2::2] + power[:-2:2]) * (time_[2::2] - time_[:-2:2])
    apart = abs(areas[:2 * pairs].reshape(-1, 2).sum(axis=1) - coarse[:pairs])
    error = apart.sum() + apart[-1] * (len(areas) % 2)  # an interval that is left over errs as the last pair
    direction = numpy.array([3, 2, 1]) / 14**0.5 if "[3, 2, 1]" in text else numpy.array([1.0, 0, 0])
    fallen = sum(((p.places()[-1] - p.places()[0]) @ direction).sum() for p in parts)
    work = numpy.trapz(power, time_) * bodies
    gaps = min(p.observed["min_gap"].min() for p in parts)
    return {"average_settling_velocity": (fine / time_[-1], error / time_[-1] + 1e-12),
            "work_of_gravity": (work, error * bodies + 1e-9),
            "potential_energy_loss": (fallen, 1e-9 * max(1, abs(fallen))),
            "smallest_gap": (gaps, 1e-12)}


def killed_and_resumed(runs, text, after):
    """(name, total, by the frames, error of that) after a kill and two resumptions, the second of them after a clean end."""
    first = runs.killed("k.h5", after)
    second = runs.run("--resume", runs.path("k.h5"), "--steps", "9", to="k2.h5")
    third = runs.run("--resume", runs.path("k2.h5"), "--steps", "6", to="k3.h5")
    assert second.step[0] == first.step[-1] and second.time[0] == first.time[-1]
    for name in ("average_settling_velocity", "work_of_gravity", "potential_energy_loss", "smallest_gap"):
        assert second.observed[name][0] == first.observed[name][-1], name
    by_frames = integrals([first, second, third], text)
    return [(name, third.observed[name][-1], *by_frames[name]) for name in by_frames], first.step[-1]


class Totals(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()

    def tearDown(self):
        self.folder.cleanup()

    def runs(self, text):
        return Runs(self.folder.name, text)

    def test_an_ended_run_goes_on_to_the_bit_with_totals_and_errors(self):
        for name in short:
            self.assertEqual(ended_and_resumed(self.runs(kinds[name])), [], name)

    def test_a_mixture_that_changes_much_goes_on_to_the_bit(self):
        # what was planned for the first frame does not decide the rotation of spheres in later ones
        mixed = (cube.replace("[20, 20, 20]", "[11, 13, 12]") + tilted + '[[bodies]]\nradius = 1.5\nforce = 2\n'
                 'positions = [[10.9, 12.9, 0.1], [5, 6, 7], [-3, 2, 5]]\n' + '[[bodies]]\nkind = "rod"\nradius = 0.5\n'
                 'aspect = 4\ntorque = [0.3, 0.5, 0.1]\nexternal_force = [0.2, 0, 0]\npositions = [[2, 9, 3], [8, 3, 10]]\n'
                 'directors = [[1, 1, 0], [0, -1, 2]]\n' + '[[bodies]]\nradius = 0.7\nforce = -1\ncount = 6\n')
        text = kind(mixed, "rk4", 0.5, "tolerance = 1e-8\n")
        self.assertEqual(ended_and_resumed(self.runs(text), 6, 3), [])

    def test_errors_are_measured_at_the_same_steps(self):
        # a deterministic run measures at step 512 too, on whichever side of a stop that is
        text = kinds["spheres in a pipe, Adams-Bashforth"].replace("0.2", "0.002")
        for first, more in ((508, 8), (512, 4), (514, 2)):
            self.assertEqual(ended_and_resumed(self.runs(text), first, more), [], first)

    def test_a_killed_run_goes_on_with_its_totals(self):
        for name in ("spheres in a pipe, Adams-Bashforth", "reversing drive in free space",
                     "chains in free space, implicit midpoint"):
            rows, _ = killed_and_resumed(self.runs(kinds[name]), kinds[name], 0.3)
            for total, found, expected, error in rows:
                self.assertLessEqual(abs(found - expected), error, (name, total, found, expected))

    def test_a_lone_sphere_settles_with_its_stokes_velocity_whatever_happened(self):
        runs = self.runs(kind(free + "[[bodies]]\npositions = [[0, 0, 0]]\n", "adams-bashforth-2", 0.1))
        last = runs.killed("k.h5", 0.2)
        more = runs.run("--resume", runs.path("k.h5"), "--steps", "100", to="b.h5")
        self.assertEqual(more.step[-1], last.step[-1] + 100)
        for frames in (last, more):
            self.assertAlmostEqual(frames.observed["average_settling_velocity"][-1], 1, delta=1e-12)
            self.assertAlmostEqual(frames.observed["work_of_gravity"][-1] / frames.time[-1], 1, delta=1e-12)
            numpy.testing.assert_array_equal(frames.time, frames.step * 0.1)
        branch = runs.run("--resume", runs.path("k.h5") + "#7", "--steps", "3", to="c.h5")
        self.assertEqual(list(branch.step), [7, 8, 9, 10])
        numpy.testing.assert_array_equal(branch.time, branch.step * 0.1)
        self.assertAlmostEqual(branch.observed["work_of_gravity"][-1], 1, delta=1e-12)

    def test_spheres_in_a_shear_go_on_from_any_frame(self):
        """Frames of spheres have no directions, though bodies in a shear have them inside."""
        runs = self.runs("schema = 1\n" + free + four + "[flow]\nshear_rate = 0.5\n[output]\nstride = 1\n"
                         "[integrator]\nkind = \"rk4\"\ntime_step = 0.1\nadaptive = false\n")
        whole = runs.run(runs.path("scenario.toml"), "--steps", "10", to="whole.h5")
        for frame in (1, 5, 9):
            branch = runs.run("--resume", runs.path("whole.h5") + f"#{frame}", "--steps", str(10 - frame), to="b.h5")
            numpy.testing.assert_allclose(branch.places(), whole.places()[frame:], atol=1e-9)
        killed = runs.killed("k.h5", 0.1)
        more = runs.run("--resume", runs.path("k.h5"), "--steps", "3", to="b.h5")
        self.assertEqual(more.step[-1], killed.step[-1] + 3)

    def test_a_run_that_crossed_periods_goes_on_with_its_images(self):
        runs = self.runs(kind('[domain]\nkind = "periodic-1"\nlength = 5\n[[bodies]]\nradius = 0.1\n'
                              'positions = [[0, 0, 0], [2, 0.5, 0]]\n[gravity]\ndirection = [1, 0, 0]\n', "rk4", 1.0))
        whole = runs.run(runs.path("scenario.toml"), "--steps", "40", to="whole.h5")
        self.assertGreater(numpy.abs(whole.bodies["image"]).max(), 1)
        branch = runs.run("--resume", runs.path("whole.h5") + "#25", "--steps", "15", to="b.h5")
        numpy.testing.assert_array_equal(branch.bodies["image"], whole.bodies["image"][25:])
        numpy.testing.assert_allclose(branch.places(), whole.places()[25:], atol=1e-3)
        for name in ("potential_energy_loss", "rms_radius", "largest_separation"):
            numpy.testing.assert_allclose(branch.observed[name], whole.observed[name][25:], rtol=1e-3)


class Times(unittest.TestCase):
    setUp, tearDown, runs = Totals.setUp, Totals.tearDown, Totals.runs
    lone = free + "[[bodies]]\npositions = [[0, 0, 0]]\n"

    def test_steps_are_counted(self):
        for options in ([], ["--set", "integrator.adaptive=false"]):
            runs = self.runs("schema = 1\n" + self.lone + "[output]\nstride = 1000\n")
            for until in (3000, 20000):
                found = runs.run(runs.path("scenario.toml"), "--until", str(until), *options, to="a.h5")
                self.assertEqual((found.time[-1], found.step[-1]), (until, 10 * until))
                numpy.testing.assert_array_equal(found.time, found.step * 0.1)

    def test_until_is_met_exactly(self):
        for step, until in ((0.1, 1), (0.1, 2.55), (0.07, 1), (0.3, 10), (1, 0.001), (0.1, 33.333)):
            for adaptive in (False, True):
                runs = self.runs(kind(free + four, "adams-bashforth-2", step, adaptive=adaptive))
                done = slurry("run", runs.path("scenario.toml"), "--until", str(until), "--json", "-", "--output",
                              runs.path("a.h5"), "--overwrite")
                self.assertEqual(json.loads(done.stdout)["time"], until)
                found = Frames(runs.path("a.h5"))
                self.assertAlmostEqual(found.time[-1], until, delta=1e-15 * until)
                if not adaptive:
                    numpy.testing.assert_array_equal(found.time[:-1], found.step[:-1] * step)

    def test_a_frame_at_the_end_has_the_time_of_the_end(self):
        """Steps of a reversing or oscillating drive end at its corners, so that rounding comes short of the end."""
        drive = '[driving]\nkind = "oscillating"\nperiod = 1.7\n'
        for until in (4, 2.7, 5.3):
            for stride in (1, 2, 3):
                text = kind(free + four, "adams-bashforth-2", 0.1, adaptive=True) + drive
                runs = self.runs(text.replace("stride = 1", f"stride = {stride}"))
                done = slurry("run", runs.path("scenario.toml"), "--until", str(until), "--json", "-", "--output",
                              runs.path("a.h5"), "--overwrite")
                self.assertEqual(json.loads(done.stdout)["time"], until)
                self.assertEqual(Frames(runs.path("a.h5")).time[-1], until)

    def test_a_stop_beside_the_steps_leaves_the_run_as_it_was(self):
        runs = self.runs(kind(free + four, "adams-bashforth-2", 0.3))
        whole = runs.run(runs.path("scenario.toml"), "--until", "6", to="whole.h5")
        a = runs.run(runs.path("scenario.toml"), "--until", "2.2", to="a.h5")
        self.assertEqual((a.time[-1], a.step[-1]), (2.2, 8))
        b = runs.run("--resume", runs.path("a.h5"), "--until", "6", to="b.h5")
        self.assertEqual(differences(whole, b), [])

    def test_a_resumed_run_writes_the_same_frames(self):
        text = kind(free + four, "euler", 0.25).replace("stride = 1", "stride = 4")
        runs = self.runs(text)
        whole = runs.run(runs.path("scenario.toml"), "--steps", "12", to="whole.h5")
        self.assertEqual(list(whole.step), [0, 4, 8, 12])
        a = runs.run(runs.path("scenario.toml"), "--steps", "6", to="a.h5")
        b = runs.run("--resume", runs.path("a.h5"), "--steps", "6", to="b.h5")
        self.assertEqual((list(a.step), list(b.step)), ([0, 4, 6], [6, 8, 12]))
        self.assertEqual(differences(whole, b), [])
        for interval in ("0.7", "1"):
            more = ["--set", "output.interval=" + interval]
            whole = runs.run(runs.path("scenario.toml"), "--until", "7", *more, to="whole.h5")
            runs.run(runs.path("scenario.toml"), "--until", "3", *more, to="a.h5")
            b = runs.run("--resume", runs.path("a.h5"), "--until", "7", to="b.h5")
            numpy.testing.assert_array_equal(whole.time, numpy.arange(len(whole.time)) * float(interval))
            self.assertEqual(differences(whole, b), [], interval)

    def test_the_rate_is_that_of_the_steps_taken_here(self):
        runs = self.runs("schema = 1\n" + self.lone)
        runs.run(runs.path("scenario.toml"), "--steps", "200000", "--set", "output.stride=100000", to="a.h5")
        done = json.loads(slurry("run", "--resume", runs.path("a.h5"), "--steps", "200", "--json", "-").stdout)
        self.assertEqual(done["steps"], 200200)
        self.assertLess(done["steps_per_second"] * done["seconds"], 20 * 200)

    def test_what_steps_and_until_mean_is_said(self):
        runs = self.runs("schema = 1\n" + self.lone)
        runs.run(runs.path("scenario.toml"), "--until", "2", to="a.h5")
        for more in ((), ("--until", "1.5"), ("--until", "2")):
            done = slurry("run", "--resume", runs.path("a.h5"), *more)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn("--steps N for N more steps", done.stderr)
            self.assertIn("has reached its end at time 2 (step 20)", done.stderr)
        text = " ".join(slurry("run", "--help").stdout.split())
        self.assertIn("with --resume, after this number of further steps", text)
        self.assertIn("counted from the start of the run, also with --resume", text)

    def test_frames_to_branch_from(self):
        runs = self.runs(kind(self.lone, "euler", 0.5))
        runs.run(runs.path("scenario.toml"), "--steps", "6", to="a.h5")
        for frame, first in (("#0", 0), ("#3", 3), ("#-1", 6), ("", 6), ("#6", 6)):
            found = runs.run("--resume", runs.path("a.h5") + frame, "--steps", "2", to="b.h5")
            self.assertEqual((list(found.step), found.time[-1]), ([first, first + 1, first + 2], (first + 2) / 2))
        for frame, word in (("#7", "has no frame 7; frames are 0 to 6, and -1 is the last"), ("#x", "'x' is not the number of a frame"),
                            ("#-2", "'-2' is not the number of a frame"), ("#-0", "'-0' is not the number of a frame"),
                            ("#1.5", "'1.5' is not the number of a frame")):
            done = slurry("run", "--resume", runs.path("a.h5") + frame, "--steps", "2")
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn(word, done.stderr)


class OlderFiles(unittest.TestCase):
    setUp, tearDown, runs = Totals.setUp, Totals.tearDown, Totals.runs

    def as_earlier(self, path, change=lambda f: None):
        """The file as an earlier version would have written it."""
        with h5py.File(path, "a") as f:
            del f["slurry/running"]
            for group in ("slurry/checkpoint", "slurry/checkpoint_words", "slurry/moments"):
                if group in f:
                    del f[group]
            change(f)

    def test_info_warns_of_totals_that_began_anew_and_of_added_times(self):
        runs = self.runs(kind(free + four, "adams-bashforth-2", 0.1))
        runs.run(runs.path("scenario.toml"), "--steps", "300", to="a.h5")
        runs.run("--resume", runs.path("a.h5"), "--steps", "12", to="b.h5")
        for name in ("a.h5", "b.h5"):
            self.assertNotIn("warnings", json.loads(slurry("info", runs.path(name), "--json", "-").stdout))

        def added_up(f):
            f["particles/spheres/position/time"][...] = numpy.cumsum([0] + [0.1] * 300)

        def anew(f):
            for name in ("average_settling_velocity", "work_of_gravity", "potential_energy_loss"):
                values = f["observables/" + name + "/value"]
                values[...] = values[...] - values[0]
        self.as_earlier(runs.path("a.h5"), added_up)
        self.as_earlier(runs.path("b.h5"), anew)
        for name, word in (("a.h5", "added up the times"), ("b.h5", "its totals began anew at step 300")):
            (warning,) = json.loads(slurry("info", runs.path(name), "--json", "-").stdout)["warnings"]
            self.assertIn(word, warning)
            self.assertIn("WARNING", slurry("info", runs.path(name)).stdout)

    def test_totals_that_began_anew_are_not_gone_on_with(self):
        """They count a part of the way that no file tells: a run that goes on from there counts its own way alone."""
        runs = self.runs(kind(free + four, "adams-bashforth-2", 0.1))
        runs.run(runs.path("scenario.toml"), "--steps", "300", to="a.h5")
        runs.run("--resume", runs.path("a.h5"), "--steps", "12", to="b.h5")

        def anew(f):
            for name in ("average_settling_velocity", "work_of_gravity", "potential_energy_loss"):
                values = f["observables/" + name + "/value"]
                values[...] = values[...] - values[0]
        self.as_earlier(runs.path("b.h5"), anew)
        found = runs.run("--resume", runs.path("b.h5"), "--steps", "18", to="c.h5")
        places = found.places()[..., 0]
        fallen, passed = numpy.mean(places[-1] - places[0]), found.time[-1] - found.time[0]
        self.assertAlmostEqual(passed, 1.8, delta=1e-9)
        self.assertAlmostEqual(found.observed["average_settling_velocity"][-1], fallen / passed, delta=1e-4)
        self.assertAlmostEqual(found.observed["potential_energy_loss"][-1], 4 * fallen, delta=1e-9)  # forces of 1
        self.assertAlmostEqual(found.observed["work_of_gravity"][-1], 4 * fallen, delta=1e-3)

    def test_totals_of_a_killed_run_are_in_its_observables(self):
        runs = self.runs(kind(free + four, "rk4", 0.5))
        whole = runs.run(runs.path("scenario.toml"), "--steps", "20", to="whole.h5")
        runs.run(runs.path("scenario.toml"), "--steps", "10", to="a.h5")
        self.as_earlier(runs.path("a.h5"))
        b = runs.run("--resume", runs.path("a.h5"), "--steps", "10", to="b.h5")
        for name in ("average_settling_velocity", "work_of_gravity", "potential_energy_loss", "smallest_gap"):
            numpy.testing.assert_allclose(b.observed[name], whole.observed[name][10:], rtol=1e-9)


def table():
    worst = 0
    for name, text in kinds.items():
        with tempfile.TemporaryDirectory() as folder:
            runs = Runs(folder, text)
            found = ended_and_resumed(runs, 23, 31)
            rows, step = killed_and_resumed(runs, text, 1.0)
            print(f"{name}: ended and resumed: {'same bits' if not found else found}; killed at step {step}")
            for total, value, expected, error in rows:
                worst = max(worst, abs(value - expected) / error)
                print(f"    {total:28}{value:.12g} against {expected:.12g} +- {error:.2g}")
    print(f"largest deviation over the error of the integral: {worst:.2g}")


if __name__ == "__main__":
    random.seed(time.time_ns())
    if sys.argv[1:] == ["table"]:
        table()
    else:
        unittest.main()
