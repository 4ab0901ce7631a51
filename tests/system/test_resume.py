#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""slurry run --resume: a finished run is extended, bit for bit; a killed one goes on from its last frame."""
import json
import math
import os
import signal
import subprocess
import tempfile
import time
import unittest

import h5py
import numpy

program = os.environ["SLURRY_PROGRAM"]
dense = """schema = 1
[domain]
radius = 6
[[bodies]]
count = 60
volume_fraction = 0.15
[solver]
deterministic = true
[integrator]
time_step = 0.2
[output]
stride = 5
"""


rods = """schema = 1
[domain]
radius = 4
length = 24
[[bodies]]
kind = "rod"
radius = 0.3
aspect = 5
model = "chain"
positions = [[3, 0, 0], [8, -1, 1], [9, 1, -0.5]]
[solver]
deterministic = true
[integrator]
time_step = 0.5
"""
lubricated = """schema = 1
[domain]
radius = 4
length = 24
[gravity]
direction = [3, 2, 1]
[[bodies]]
positions = [[2, 0, 0], [4.05, 0.3, 0], [9, -1.5, 1]]
[solver]
deterministic = true
lubrication = "exact"
[integrator]
time_step = 0.1
"""


def slurry(*arguments):
    return subprocess.run([program, *arguments], capture_output=True, text=True, timeout=200)


class Resume(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.scenario = self.path("dense.toml")
        with open(self.scenario, "w") as f:
            f.write(dense)

    def tearDown(self):
        self.folder.cleanup()

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def run_ok(self, *arguments):
        done = slurry("run", *arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def last(self, name):
        with h5py.File(self.path(name)) as f:
            group = next(iter(f["particles"].values()))
            return [group["position/step"][-1], group["position/time"][-1],
                    *(group[k + "/value"][-1] for k in ("position", "velocity", "image"))]

    def assert_same(self, a, b):
        for x, y in zip(a, b):
            numpy.testing.assert_array_equal(x, y)

    def test_a_finished_run_is_extended_bit_for_bit(self):
        self.run_ok(self.scenario, "--steps", "24", "--output", self.path("whole.h5"))
        self.run_ok(self.scenario, "--steps", "11", "--output", self.path("a.h5"))
        done = self.run_ok("--resume", self.path("a.h5"), "--steps", "13", "--output", self.path("b.h5"))
        self.assertNotIn("last frame", done.stderr)
        self.assert_same(self.last("whole.h5"), self.last("b.h5"))
        with h5py.File(self.path("b.h5")) as f:
            self.assertEqual(f["particles/spheres/position/step"][0], 11)

    def test_rods_and_lubrication_go_on_bit_for_bit_too(self):
        for text in (rods, rods.replace("chain", "line"), lubricated):
            with open(self.scenario, "w") as f:
                f.write(text)
            self.run_ok(self.scenario, "--steps", "9", "--output", self.path("whole.h5"), "--overwrite")
            self.run_ok(self.scenario, "--steps", "4", "--output", self.path("a.h5"), "--overwrite")
            self.run_ok("--resume", self.path("a.h5"), "--steps", "5", "--output", self.path("b.h5"), "--overwrite")
            self.assert_same(self.last("whole.h5"), self.last("b.h5"))
            for run in ("whole.h5", "b.h5"):
                with h5py.File(self.path(run)) as f:
                    self.assertLess(f["observables/force_balance_error/value"][-1], 1e-3)
                    self.assertEqual(f["observables/volume_fraction_profile/value"].shape[1], 20)
                    self.assertEqual(len(f["observables/volume_fraction_profile"].attrs["ring_edges"]), 21)

    def test_listed_rods_of_an_earlier_version_go_on_as_they_lay(self):
        """Earlier versions laid listed rods without directors along x. These lie so densely that no other directions
        fit: the recorded run goes on, with its scenario file and without, as the run that says its direction does."""
        said = """schema = 1
[domain]
kind = "free-space"
[gravity]
direction = [0, 0, -1]
[[bodies]]
kind = "rod"
aspect = 20
positions = [[0, 0, 0], [1, 2.1, 0], [0, 4.2, 0.1], [-1, 0.2, 2.1], [0, 2.2, 2.2]]
director = [1, 0, 0]
[solver]
deterministic = true
[integrator]
time_step = 0.2
"""
        unsaid = said.replace("director = [1, 0, 0]\n", "")
        with open(self.scenario, "w") as f:
            f.write(said)
        self.run_ok(self.scenario, "--steps", "8", "--output", self.path("whole.h5"))
        self.run_ok(self.scenario, "--steps", "4", "--output", self.path("a.h5"))
        with h5py.File(self.path("a.h5"), "r+") as f:
            names = []
            f.visititems(lambda name, o: names.append(name) if isinstance(o, h5py.Dataset) and o.shape == () and
                         h5py.check_string_dtype(o.dtype) and b"schema = 1" in numpy.bytes_(o[()]) else None)
            self.assertGreaterEqual(len(names), 2)
            for name in names:  # as earlier versions wrote it
                attributes = dict(f[name].attrs)
                text = numpy.bytes_(f[name][()]).decode()
                lines = [k for k in text.split("\n") if not k.split("=")[0].strip() in ("director", "orientation")]
                del f[name]
                f[name] = numpy.bytes_("\n".join(lines).encode())
                f[name].attrs.update(attributes)
        with open(self.scenario, "w") as f:
            f.write(unsaid)
        for given in ([], [self.scenario]):
            self.run_ok(*given, "--resume", self.path("a.h5"), "--steps", "4", "--output", self.path("b.h5"),
                        "--overwrite")
            self.assert_same(self.last("whole.h5"), self.last("b.h5"))
        fresh = slurry("run", self.scenario, "--steps", "1", "--output", self.path("c.h5"))
        self.assertEqual(fresh.returncode, 2, fresh.stderr)
        self.assertIn("give directors of the rods", fresh.stderr)

    def header(self, *arguments):
        """The line of the header of a run that goes on that names what has changed; empty: there is none."""
        done = self.run_ok(*arguments, "--steps", "1")
        lines = [k for k in done.stderr.splitlines() if k.startswith("changed ")]
        self.assertLessEqual(len(lines), 1)
        return lines[0].split("from the recorded run: ")[1] if lines else ""

    def test_every_value_that_differs_from_the_recorded_run_is_said(self):
        pipe = "schema = 1\n[domain]\nradius = 5\nlength = 20\n[[bodies]]\npositions = [[3, 0, 0], [9, 1, 0]]\n"
        said = pipe + "[flow]\nnet_flow = { flux = 5 }\n[integrator]\ntime_step = 0.2\n[output]\nstride = 3\n"
        for name, text in (("said.toml", said), ("unsaid.toml", pipe)):
            with open(self.path(name), "w") as f:
                f.write(text)
        self.run_ok(self.path("said.toml"), "--steps", "2", "--output", self.path("a.h5"))
        resume = ["--resume", self.path("a.h5")]
        self.assertEqual(self.header(*resume), "")
        self.assertEqual(self.header(self.path("said.toml"), *resume, "--set", 'name="said"').replace("name said", ""), "")
        words = self.header(self.path("unsaid.toml"), *resume)
        for change in ("flow.net_flow flux=5.0 -> zero-flux", "integrator.time_step 0.2 -> 0.1", "output.stride 3 -> 10"):
            self.assertIn(change, words)
        for key, change in (("fluid.viscosity=0.1", "fluid.viscosity 0.053"), ("solver.tolerance=1e-4", "0.001 -> 0.0001"),
                            ("integrator.kind=rk4", "integrator.kind adams-bashforth-2 -> rk4"),
                            ("bodies.force=2", "bodies.force 1.0 -> 2.0"), ("driving.kind=oscillating", "steady -> oscillating"),
                            ("output.interval=3", "output.interval 0.0 -> 3.0"), ("run.until=99", "run.until none -> 99.0")):
            self.assertIn(change, self.header(*resume, "--set", key))
            self.assertEqual(self.header(*resume, "--set", key).count("->"), 1)

    def test_what_options_say_of_a_run_that_goes_on_is_so(self):
        self.run_ok("two_spheres", "--steps", "1", "--output", self.path("a.h5"))
        for change, may in (("integrator.kind=rk4", True), ("solver.contacts=false", True), ("solver.tolerance=1e-2", True),
                            ("bodies.radius=2", False), ("domain.kind=pipe", False)):
            said = slurry("options", change.split("=")[0]).stdout
            done = slurry("run", "--resume", self.path("a.h5"), "--set", change, "--steps", "1")
            self.assertEqual(done.returncode, 0 if may else 2, done.stderr)
            self.assertEqual("a continued run keeps it" in said, not may, said)
            self.assertEqual("(--resume) may change it" in said or "may change while running" in said, may, said)

    def test_without_a_later_end_it_says_so(self):
        self.run_ok("two_spheres", "--until", "5", "--output", self.path("a.h5"))
        done = slurry("run", "--resume", self.path("a.h5"))
        self.assertEqual(done.returncode, 2)
        self.assertIn("has reached its end at time 5", done.stderr)
        self.run_ok("--resume", self.path("a.h5"), "--until", "7", "--output", self.path("b.h5"))
        self.assertAlmostEqual(self.last("b.h5")[1], 7)

    def test_a_change_counts_from_the_first_solve_on(self):
        """Of a run whose forces vary, with another viscosity, flow or period: by closed forms."""
        def frames(name):
            with h5py.File(self.path(name)) as f:
                (group,) = f["particles"].values()
                return group["position/time"][...], group["position/value"][...], group["velocity/value"][...]

        start = ("schema = 1\n[domain]\nkind = \"free-space\"\n[gravity]\ndirection = [0, 0, -1]\n[[bodies]]\n"
                 "positions = [[0, 0, 0], [3, 0, 0]]\n[integrator]\nkind = \"%s\"\ntime_step = 0.1\nadaptive = false\n"
                 "[output]\nstride = 1\n[driving]\nkind = \"%s\"\nperiod = %g\n")
        eta = 1 / (6 * math.pi)
        alone = 1 + 3 / 4 / 3 + 1 / 2 / 27  # two spheres side by side at a distance of 3, by Rotne and Prager
        for rule in ("euler", "adams-bashforth-2", "rk4"):
            with open(self.path("drive.toml"), "w") as f:
                f.write(start % (rule, "oscillating", 10))
            self.run_ok(self.path("drive.toml"), "--until", "1", "--output", self.path("a.h5"), "--overwrite")
            self.run_ok("--resume", self.path("a.h5"), "--set", f"fluid.viscosity={10 * eta}", "--until", "1.5",
                        "--output", self.path("b.h5"), "--overwrite")
            time, place, velocity = frames("b.h5")
            expected = -0.1 * alone * numpy.cos(2 * math.pi * time / 10)
            numpy.testing.assert_allclose(velocity[:, 0, 2], expected, rtol=1e-9, err_msg=rule)
            numpy.testing.assert_allclose(velocity[:, 0, :2], 0, atol=1e-12)
            moved = -0.1 * alone * 10 / (2 * math.pi) * (math.sin(2 * math.pi * 0.15) - math.sin(2 * math.pi * 0.1))
            error = 0.02 if rule == "euler" else 2e-3 if rule == "adams-bashforth-2" else 1e-6
            self.assertAlmostEqual((place[-1] - place[0])[0, 2] / moved, 1, delta=2 * error, msg=rule)
        with open(self.path("drive.toml"), "w") as f:
            f.write(start % ("euler", "reversing", 0.8))
        self.run_ok(self.path("drive.toml"), "--until", "0.7", "--output", self.path("a.h5"), "--overwrite")
        self.run_ok("--resume", self.path("a.h5"), "--set", "driving.period=0.5", "--steps", "1", "--output",
                    self.path("b.h5"), "--overwrite")
        self.assertAlmostEqual(frames("a.h5")[2][-1, 0, 2], alone, places=9)  # the second half of a period of 0.8
        self.assertAlmostEqual(frames("b.h5")[2][0, 0, 2], -alone, places=9)  # the first half of the second of 0.5
        # a flow through a pipe: the flux that is asked
        flow = "schema = 1\n[domain]\nradius = 10\nlength = 40\n[flow]\nnet_flow = {flux = 157}\n[[bodies]]\n" \
               "positions = [[0, 0, 0]]\n[integrator]\ntime_step = 0.01\nadaptive = false\n[output]\nstride = 1\n" \
               "[driving]\nkind = \"oscillating\"\nperiod = 1000\n"
        with open(self.path("flow.toml"), "w") as f:
            f.write(flow)
        self.run_ok(self.path("flow.toml"), "--steps", "2", "--output", self.path("a.h5"), "--overwrite")
        self.run_ok("--resume", self.path("a.h5"), "--set", "flow.net_flow={flux=1570}", "--steps", "2", "--output",
                    self.path("b.h5"), "--overwrite")
        with h5py.File(self.path("b.h5")) as f:
            flux = f["observables/flux/value"][...]
        numpy.testing.assert_allclose(flux, 1570, rtol=1e-6)

    def test_a_change_counts_from_an_end_that_cut_a_step(self):
        """A sphere alone under a force of 1 until 1.3, and of 3 from there on: 1.3 + 3 * 1.2 at time 2.5."""
        with open(self.path("one.toml"), "w") as f:
            f.write("schema = 1\n[domain]\nkind = \"free-space\"\n[gravity]\ndirection = [1, 0, 0]\n[[bodies]]\n"
                    "positions = [[0, 0, 0]]\n[integrator]\ntime_step = 0.5\nadaptive = false\n[output]\nstride = 1\n")
        for rule in ("euler", "adams-bashforth-2", "rk4", "dormand-prince"):
            self.run_ok(self.path("one.toml"), "--until", "1.3", "--set", "integrator.kind=" + rule, "--output",
                        self.path("a.h5"), "--overwrite")
            for end, last in ((("--until", "2.5"), 2.5), (("--steps", "2"), 2.3)):
                self.run_ok("--resume", self.path("a.h5"), *end, "--set", "bodies.force=3", "--output", self.path("b.h5"),
                            "--overwrite")
                with h5py.File(self.path("b.h5")) as f:
                    (group,) = f["particles"].values()
                    time, x = group["position/time"][...], group["position/value"][:, 0, 0]
                self.assertAlmostEqual(time[0], 1.3, places=12)
                self.assertAlmostEqual(time[-1], last, places=12)
                numpy.testing.assert_allclose(x, 1.3 + 3 * (time - 1.3), atol=1e-12, err_msg=rule)
            done = slurry("run", "--resume", self.path("a.h5"), "--set", "run.reverse_at=1.1", "--until", "2")
            self.assertEqual(done.returncode, 2)
            self.assertIn("is in the past: the run continues at time 1.3", done.stderr)

    def test_a_plan_stays_where_the_fluid_becomes_thinner(self):
        """Velocities under forces grow as one over the viscosity, and what is asked of the sums with them."""
        self.run_ok("welcome", "--steps", "2", "--output", self.path("a.h5"))
        self.run_ok("--resume", self.path("a.h5"), "--set", f"fluid.viscosity={0.1 / (6 * math.pi)}", "--steps", "2",
                    "--output", self.path("b.h5"))
        grids = []
        for name in ("a.h5", "b.h5"):
            with h5py.File(self.path(name)) as f:
                grids.append(f["parameters/solver"].attrs["grid"].tolist())
        self.assertEqual(grids[0], grids[1])

    def test_a_frame_behind_the_end_is_not_said_to_be_the_end(self):
        self.run_ok("two_spheres", "--until", "5", "--set", "output.interval=1", "--output", self.path("a.h5"))
        frame = self.path("a.h5") + "#3"
        done = slurry("run", "--resume", frame, "--until", "2")
        self.assertEqual(done.returncode, 2)
        self.assertIn("a.h5#3' is at time 3 ", done.stderr)
        self.assertIn("later than the end at time 2 (--until)", done.stderr)
        self.run_ok("--resume", frame, "--until", "4", "--output", self.path("b.h5"))
        self.assertAlmostEqual(self.last("b.h5")[1], 4)

    def test_a_run_that_goes_on_knows_the_way_it_came(self):
        """Turned round after it was resumed from a frame: the distance from the frames before, computed here."""
        fixed = ["--set", "integrator.adaptive=false", "--set", "integrator.time_step=0.1", "--set", "output.stride=1"]
        self.run_ok(self.scenario, *fixed, "--until", "1", "--output", self.path("a.h5"))
        self.run_ok("--resume", self.path("a.h5") + "#8", "--set", "run.reverse_at=1", "--until", "1.8",
                    "--output", self.path("b.h5"))

        def places(f):
            (group,) = f["particles"].values()
            box = group["box/edges/value"]
            edges = box[0] if len(box.shape) > 1 else box[...]
            return group["position/value"][...] + group["image/value"][...] * edges

        with h5py.File(self.path("a.h5")) as f, h5py.File(self.path("b.h5")) as g:
            out, back, error = places(f), places(g), g["observables/reversal_error/value"][...]
        self.assertEqual(len(back), 11)  # steps 8 to 18, and the turn is at step 10
        for k in range(4, 11):  # step 8 + k mirrors step 12 - k
            distance = numpy.sqrt(((back[k] - out[12 - k])**2).sum() / len(out[0]))
            self.assertAlmostEqual(error[k], distance, delta=1e-9 + 1e-6 * distance)

    def observed(self, name):
        """Time, step and state of the last frame, and what the file says of where it comes from."""
        with h5py.File(self.path(name)) as f:
            p = f["parameters"]
            events = [dict(zip(("key", "old", "value"), (k.decode(), o.decode(), v.decode()))) | {"time": t}
                      for k, o, v, t in zip(p["events/key"], p["events/old"], p["events/value"], p["events/time"])]
            parents = [(a.decode(), int(b), c.decode()) for a, b, c in
                       zip(*(p["parents/" + n][...] for n in ("file", "frame", "hash")))] if "parents" in p else []
        return parents, events

    def hash_of(self, name, frame):
        with h5py.File(self.path(name)) as f:
            (g,) = f["particles"].values()
            data = (numpy.int64(g["position/step"][frame]).tobytes() + numpy.float64(g["position/time"][frame]).tobytes() +
                    g["position/value"][frame].tobytes())
        mark = 0xcbf29ce484222325
        for byte in data:
            mark = (mark ^ byte) * 0x100000001b3 % 2**64
        return f"{mark:016x}"

    def test_a_stop_between_the_steps_and_output_times_change_no_bit(self):
        for options in ([], ["--set", "output.interval=0.7"], ["--set", "integrator.kind=dormand-prince"],
                        ["--set", "integrator.adaptive=false", "--set", "integrator.time_step=0.11"]):
            self.run_ok(self.scenario, "--until", "4", *options, "--output", self.path("whole.h5"), "--overwrite")
            self.run_ok(self.scenario, "--until", "1.97", *options, "--output", self.path("a.h5"), "--overwrite")
            self.assertGreaterEqual(self.last("a.h5")[1], 1.97)
            self.run_ok("--resume", self.path("a.h5"), "--until", "4", "--output", self.path("b.h5"), "--overwrite")
            self.assert_same(self.last("whole.h5"), self.last("b.h5"))

    def test_an_end_that_steps_miss_by_rounding_changes_no_bit(self):
        """3 x 0.1 is not 0.3 in the last bit. Such an end lost the step before, and a rule of two steps began anew."""
        steps = ["--set", "integrator.adaptive=false", "--set", "integrator.time_step=0.1"]
        self.run_ok(self.scenario, "--until", "3", *steps, "--output", self.path("whole.h5"))
        for end in (0.3, 0.4, 1.2, 2.3, 2.9):
            self.run_ok(self.scenario, "--until", str(end), *steps, "--output", self.path("a.h5"), "--overwrite")
            self.assertEqual(self.last("a.h5")[1], end)
            self.run_ok("--resume", self.path("a.h5"), "--until", "3", "--output", self.path("b.h5"), "--overwrite")
            self.assert_same(self.last("whole.h5"), self.last("b.h5"))

    def test_a_frame_that_ends_a_cut_step_is_not_said_to_be_the_step_before(self):
        """Steps of 0.1, an end at 0.57: the last frame is step 6, and the run goes on from step 5 at 0.5."""
        fixed = ["--set", "integrator.adaptive=false", "--set", "integrator.time_step=0.1", "--set", "output.stride=2"]
        self.run_ok(self.scenario, "--until", "0.57", *fixed, "--output", self.path("a.h5"))
        with h5py.File(self.path("a.h5")) as f:
            steps = next(iter(f["particles"].values()))["position/step"][...].tolist()
        self.assertEqual(steps[-1], 6)
        at = len(steps) - 1
        for frame, said in (("", "the last step of"), ("#-1", "the last step of"), (f"#{at}", f"step 6, which frame {at} shows, of")):
            log = self.run_ok("--resume", self.path("a.h5") + frame, "--until", "1").stderr
            self.assertIn(f"{said} '{self.path('a.h5')}' was cut short by the end of the run; this run continues from the step "
                          "before it, 5, like a run without that end", log)
            self.assertIn("from time 0.5, step 5", log)
            self.assertNotIn(f"continues from frame {at}", log)
        log = self.run_ok("--resume", self.path("a.h5") + f"#{at - 1}", "--until", "1").stderr
        self.assertIn(f"this run continues from frame {at - 1} of '{self.path('a.h5')}', step 4,", log)

    def test_a_stop_by_a_signal_changes_no_bit(self):
        for which in (signal.SIGINT, signal.SIGTERM):
            run = subprocess.Popen([program, "run", self.scenario, "--steps", "1000000", "--output", self.path("a.h5"),
                                    "--overwrite"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(1.5)
            run.send_signal(which)
            self.assertEqual(run.wait(timeout=60), 128 + which)
            step = int(self.last("a.h5")[0])
            self.run_ok("--resume", self.path("a.h5"), "--steps", "7", "--output", self.path("b.h5"), "--overwrite")
            self.run_ok(self.scenario, "--steps", str(step + 7), "--output", self.path("whole.h5"), "--overwrite")
            self.assert_same(self.last("whole.h5"), self.last("b.h5"))

    def test_the_new_file_names_its_parent_and_what_was_changed(self):
        self.run_ok(self.scenario, "--steps", "11", "--output", self.path("a.h5"))
        self.assertEqual(self.observed("a.h5"), ([], []))
        self.run_ok("--resume", self.path("a.h5"), "--steps", "3", "--set", "fluid.viscosity=0.1", "--set",
                    "integrator.kind=midpoint", "--output", self.path("b.h5"))
        parents, events = self.observed("b.h5")
        self.assertEqual(parents, [(self.path("a.h5"), 3, self.hash_of("a.h5", 3))])
        changed = {e["key"]: (e["old"], e["value"]) for e in events}
        self.assertEqual(changed["integrator.kind"], ('"adams-bashforth-2"', '"midpoint"'))
        self.assertAlmostEqual(float(changed["fluid.viscosity"][0]), 1 / 6 / numpy.pi)
        self.assertEqual(float(changed["fluid.viscosity"][1]), 0.1)
        self.assertTrue(all(e["time"] == self.last("a.h5")[1] for e in events))
        self.assertLessEqual(set(changed), {"fluid.viscosity", "integrator.kind", "run.steps", "run.until"})
        info = json.loads(slurry("info", self.path("b.h5"), "--json", "-").stdout)
        self.assertEqual(info["parents"][0]["frame"], 3)
        # and a start from a frame names it too
        self.run_ok("--resume", self.path("b.h5"), "--steps", "1", "--output", self.path("c.h5"))
        self.assertEqual({e["key"] for e in self.observed("c.h5")[1]} - {"run.steps"}, set())
        other = self.path("other.toml")
        with open(other, "w") as f:
            f.write('schema = 1\n[domain]\nkind = "free-space"\n[[bodies]]\nfile = "a.h5#1"\n')
        refused = slurry("run", other, "--steps", "1", "--output", self.path("d.h5"))  # the file's box must be kept
        self.assertEqual(refused.returncode, 2, refused.stderr)
        self.assertIn("domain.kind", refused.stderr)
        with h5py.File(self.path("a.h5")) as f:
            length = float(next(iter(f["particles"].values()))["box/edges/value"][0][0])
        with open(other, "w") as f:
            f.write(f'schema = 1\n[domain]\nradius = 6\nlength = {length}\n[[bodies]]\nfile = "a.h5#1"\n')
        self.run_ok(other, "--steps", "1", "--output", self.path("d.h5"))
        self.assertEqual(self.observed("d.h5")[0], [(self.path("a.h5"), 1, self.hash_of("a.h5", 1))])

    def test_the_first_step_under_another_law_owes_nothing_to_the_old_one(self):
        # one sphere in free space: whatever the law, its velocity is constant and every step moves it by that times dt
        with open(self.scenario, "w") as f:
            f.write('schema = 1\n[domain]\nkind = "free-space"\n[[bodies]]\npositions = [[0, 0.5, 0]]\n'
                    '[integrator]\ntime_step = 0.1\n[output]\nstride = 1\n')
        self.run_ok(self.scenario, "--steps", "4", "--output", self.path("a.h5"))
        moves = {"gravity.direction=[0, 1, 0]": [0, 0.1, 0], "bodies.force=-1": [-0.1, 0, 0],
                 "fluid.viscosity=0.1": [0.1 / (6 * numpy.pi * 0.1), 0, 0],
                 "bodies.external_force=[0, 0, 2]": [0.1, 0, 0.2]}
        for change, move in moves.items():
            self.run_ok("--resume", self.path("a.h5"), "--steps", "2", "--set", change, "--output", self.path("b.h5"),
                        "--overwrite")
            with h5py.File(self.path("b.h5")) as f:
                numpy.testing.assert_allclose(numpy.diff(f["particles/spheres/position/value"][:, 0], axis=0), [move] * 2,
                                              atol=1e-13, err_msg=change)

    def test_a_run_that_goes_on_keeps_bodies_and_domain(self):
        self.run_ok(self.scenario, "--steps", "2", "--output", self.path("a.h5"))
        rows = json.loads(slurry("options", "--json", "-").stdout)
        self.assertIn("domain.radius", {r["key"] for r in rows if r["kept_by_a_run_that_goes_on"]})
        for change in ("domain.radius=7", "domain.length=30", "bodies.count=61", "bodies.radius=0.9", "run.seed=5",
                       "domain.kind=free-space", "bodies.volume_fraction=0.1", "bodies.placement=lattice"):
            done = slurry("run", "--resume", self.path("a.h5"), "--steps", "1", "--set", change)
            self.assertEqual(done.returncode, 2, change)
            self.assertIn(change.split("=")[0] + " cannot change in a continued run", done.stderr)
        self.run_ok("--resume", self.path("a.h5"), "--steps", "1", "--set", "domain.radius=6")
        # the same by a scenario that is not that of the file
        with open(self.scenario, "w") as f:
            f.write(dense.replace("radius = 6", "radius = 6.5"))
        done = slurry("run", self.scenario, "--resume", self.path("a.h5"), "--steps", "1")
        self.assertEqual(done.returncode, 2)
        self.assertIn("domain.radius cannot change in a continued run: it is 6", done.stderr)

    def test_a_planned_reversal_is_an_event(self):
        """The file says when the run turned round, once, whether it was planned in one run or ended on the way."""
        def turns(file):
            with h5py.File(self.path(file)) as f:
                p = f["parameters/events"]
                return [(float(t), int(s)) for t, s, k in zip(p["time"], p["step"], p["key"]) if k == b"reverse"]

        self.run_ok("two_spheres", "--set", "run.reverse_at=1", "--until", "3", "--output", self.path("whole.h5"))
        self.assertEqual(len(turns("whole.h5")), 1)
        self.assertEqual(turns("whole.h5")[0][0], 1)
        for until, there in (("0.5", 0), ("1", 0), ("2", 1)):
            self.run_ok("two_spheres", "--set", "run.reverse_at=1", "--until", until, "--output", self.path("a.h5"),
                        "--overwrite")
            self.assertEqual(len(turns("a.h5")), there, until)
            self.run_ok("--resume", self.path("a.h5"), "--until", "3", "--output", self.path("b.h5"), "--overwrite")
            self.assertEqual(len(turns("b.h5")), 1 - there, until)  # its own part of the run
            with h5py.File(self.path("whole.h5")) as f, h5py.File(self.path("b.h5")) as g:
                ends = [list(h["particles"].values())[0]["position/value"][-1] for h in (f, g)]
            numpy.testing.assert_allclose(ends[1], ends[0], atol=1e-9)

    def test_a_new_reversal_lies_ahead(self):
        self.run_ok("two_spheres", "--until", "3", "--output", self.path("a.h5"))
        done = slurry("run", "--resume", self.path("a.h5"), "--set", "run.reverse_at=1", "--until", "5")
        self.assertEqual(done.returncode, 2)
        self.assertIn("run.reverse_at = 1 is in the past: the run continues at time 3; give a time of at least 3", done.stderr)
        for at in ("3", "4"):
            self.run_ok("--resume", self.path("a.h5"), "--set", f"run.reverse_at={at}", "--until", "5")
        # one that the run had already made is no new one
        self.run_ok("two_spheres", "--set", "run.reverse_at=1", "--until", "3", "--output", self.path("b.h5"))
        self.run_ok("--resume", self.path("b.h5"), "--until", "5")
        done = slurry("run", "--resume", self.path("b.h5"), "--set", "run.reverse_at=4", "--until", "5")
        self.assertEqual(done.returncode, 2)
        self.assertIn("run.reverse_at cannot be 4: the run was reversed at time 1 already", done.stderr)

    def test_other_bodies_and_no_trajectory_are_refused(self):
        self.run_ok("two_spheres", "--until", "1", "--output", self.path("a.h5"))
        done = slurry("run", "four_spheres", "--resume", self.path("a.h5"), "--output", self.path("b.h5"))
        self.assertEqual(done.returncode, 2)
        self.assertIn("has 2 bodies, but the scenario has 4", done.stderr)
        self.assertFalse(os.path.exists(self.path("b.h5")))
        self.assertEqual(slurry("run", "--resume", self.scenario).returncode, 2)
        self.assertEqual(slurry("run").returncode, 2)

    def test_a_frame_gives_the_positions_of_another_scenario(self):
        self.run_ok("two_spheres", "--until", "5", "--output", self.path("a.h5"))
        other = self.path("other.toml")
        for frame, index in (("", -1), ("#1", 1)):
            with open(other, "w") as f:
                f.write(f'schema = 1\n[domain]\nkind = "free-space"\n[[bodies]]\nfile = "a.h5{frame}"\n')
            self.run_ok(other, "--steps", "1", "--output", self.path("b.h5"), "--overwrite")
            with h5py.File(self.path("a.h5")) as a, h5py.File(self.path("b.h5")) as b:
                numpy.testing.assert_array_equal(a["particles/spheres/position/value"][index],
                                                 b["particles/spheres/position/value"][0])
        with open(other, "w") as f:
            f.write('schema = 1\n[domain]\nkind = "free-space"\n[[bodies]]\nfile = "a.h5#999"\n')
        done = slurry("run", other)
        self.assertEqual(done.returncode, 2)
        self.assertIn("has no frame 999", done.stderr)

    def test_after_a_kill_it_goes_on_from_the_last_frame(self):
        process = subprocess.Popen([program, "run", self.scenario, "--steps", "100000", "--output", self.path("a.h5")],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(600):
            time.sleep(0.1)
            try:
                if self.last("a.h5")[0] >= 10:
                    break
            except (OSError, KeyError, IndexError, ValueError):
                pass
        process.send_signal(signal.SIGKILL)
        process.wait()
        step = self.last("a.h5")[0]
        done = self.run_ok("--resume", self.path("a.h5"), "--steps", "5", "--output", self.path("b.h5"))
        self.assertEqual(self.last("b.h5")[0], step + 5)
        self.assertIn(f"was not ended cleanly; this run continues from its last frame, step {step}", done.stderr)


if __name__ == "__main__":
    unittest.main()
