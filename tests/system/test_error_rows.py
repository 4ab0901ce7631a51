#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""A file has measured errors at the frames where they were measured, and there they are the errors reached."""
import json
import os
import subprocess
import tempfile
import unittest

import h5py
import numpy as np

program = os.environ["SLURRY_PROGRAM"]
endless = 'schema = 1\n[domain]\nradius = 10\nlength = 40\n[[bodies]]\ncount = 5\n'


def rms(v):
    return np.sqrt((v ** 2).sum(axis=1).mean())


class Rows(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def run_scenario(self, text, *options):
        with open(self.path("s.toml"), "w") as f:
            f.write(text)
        done = subprocess.run([program, "run", self.path("s.toml"), "--output", self.path("r.h5"), "--overwrite", "--json",
                               self.path("s.json"), "--threads", "1", *options], capture_output=True, text=True, timeout=200)
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(self.path("s.json")) as f:
            return json.load(f), done.stderr + done.stdout

    def truth(self, f, frame, radius, length):
        """Velocities of a frame at 1e-11."""
        (bodies,) = f["particles"].values()
        with h5py.File(self.path("g.h5"), "w") as h:
            g = h.create_group("g")
            g["Y"], g["F"] = bodies["position/value"][frame], bodies["force/value"][frame]
            g["a"] = bodies["radius"][...]
            g.attrs["eta"], g.attrs["R"], g.attrs["L"] = 1 / (6 * np.pi), radius, length
        done = subprocess.run([program, "mobility", self.path("g.h5"), "--group", "g", "--tolerance", "1e-11", "--output",
                               self.path("o.h5"), "--overwrite", "--threads", "1"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        with h5py.File(self.path("o.h5")) as h:
            return h["V"][...], bodies["velocity/value"][frame]

    def test_rows_where_measured(self):
        said, _ = self.run_scenario(endless, "--until", "60", "--set", "output.stride=1")
        with h5py.File(self.path("r.h5")) as f:
            (bodies,) = f["particles"].values()
            frames = bodies["position/step"][...].tolist()
            rows = f["slurry/observables"]
            self.assertEqual(rows["error_velocity/asked/step"][...].tolist(), frames)
            self.assertEqual(rows["error_velocity/predicted/step"][...].tolist(), frames)
            measured = rows["error_velocity/measured"]
            steps, values = measured["step"][...].tolist(), measured["value"][...]
            self.assertIn(0, steps)
            self.assertEqual(steps[-1], frames[-1])
            self.assertLess(set(steps), set(frames))
            self.assertEqual(len(set(values)), len(values))  # no value stands for two frames
            self.assertNotIn("error_estimate", f["observables"])
            for name in ("error_estimate", "error_total/measured", "wall_slip/measured", "error_uncertainty"):
                self.assertEqual(rows[name]["step"][...].tolist(), steps, name)
            self.assertLessEqual(rows["wall_slip/asked/value"][...].max(), 1)
            scale = dict(zip(rows["error_scale/step"][...], rows["error_scale/value"][...]))
            self.assertEqual(sorted(scale), frames)
            for k in {0, len(steps) // 2, len(steps) - 1}:
                exact, v = self.truth(f, frames.index(steps[k]), 10, 40)
                alone = rms(bodies["force/value"][0])
                self.assertAlmostEqual(scale[steps[k]], max(rms(v), alone), delta=1e-9)
                reached = rms(v - exact) / scale[steps[k]]
                self.assertLess(abs(np.log(values[k] / reached)), np.log(2), steps[k])
        self.assertEqual(said["errors"]["velocity"]["measured"], values[-1])
        self.assertEqual(said["errors_measured_at_step"], steps[-1])

    def test_a_deterministic_run_does_not_depend_on_the_clock(self):
        found = []
        for _ in range(2):
            self.run_scenario(endless + "[solver]\ndeterministic = true\n", "--steps", "12", "--set", "output.stride=2")
            with h5py.File(self.path("r.h5")) as f:
                m = f["slurry/observables/error_velocity/measured"]
                found.append((m["step"][...].tolist(), m["value"][...].tolist()))
        self.assertEqual(found[0], found[1])
        self.assertEqual((found[0][0][0], found[0][0][-1]), (0, 12))

    def test_info_names_the_step_and_the_scale(self):
        self.run_scenario(endless, "--steps", "3", "--set", "output.stride=1")
        with h5py.File(self.path("r.h5"), "r+") as f:  # as if it had been killed before its end was measured
            rows = f["slurry/observables"]
            for name in ("error_velocity", "error_total", "error_sum", "error_wall"):
                e = rows[name]["measured"]
                first = e["step"][:1], e["time"][:1], e["value"][:1]
                del rows[name]["measured"]
                for part, value in zip(("step", "time", "value"), first):
                    rows[name].create_dataset("measured/" + part, data=value, maxshape=(None,))
            value = rows["error_velocity/measured/value"][0]
        done = subprocess.run([program, "info", self.path("r.h5"), "--json", "-"], capture_output=True, text=True)
        told = json.loads(done.stdout)
        self.assertEqual(told["errors_measured_at_step"], 0)
        self.assertEqual(told["errors"]["velocity"]["measured"], value)
        self.assertGreater(told["error_scale"]["value"], 0)

    def test_points_refer_to_the_velocity_that_they_have(self):
        """Their own motion is no part of the sums, but of S: the rms velocity, or that of the bodies alone."""
        for domain in ('kind = "free-space"', 'radius = 20\nlength = 40', 'kind = "periodic-3"\ncell = [30, 30, 30]'):
            for radius in (1, 2):
                text = ("schema = 1\n[domain]\n" + domain + f"\n[[bodies]]\nradius = {radius}\n"
                        'positions = [[9, 3, 0], [9, -3, 1], [13, 0, 4]]\n[solver]\nmodel = "points"\n')
                said, _ = self.run_scenario(text, "--steps", "1", "--tolerance", "1e-4")
                with h5py.File(self.path("r.h5")) as f:
                    v = next(iter(f["particles"].values()))["velocity/value"][-1]
                self.assertAlmostEqual(said["error_scale"]["rms_velocity"], rms(v), places=9)
                self.assertAlmostEqual(said["error_scale"]["value"], max(rms(v), 1 / radius), places=9, msg=(domain, radius))
                self.assertLess(said["errors"]["velocity"]["measured"], 1e-4)

    def test_a_slow_body_is_told(self):
        """a/R = 0.952: the tolerance is over mu0 F, which is many times the velocity."""
        text = 'schema = 1\n[domain]\nkind = "pipe"\nradius = 1.05\nlength = 6.3\n[[bodies]]\npositions = [[3, 0, 0]]\n'
        said, words = self.run_scenario(text, "--steps", "1", "--tolerance", "1e-2")
        self.assertAlmostEqual(said["error_scale"]["value"], 1, places=9)
        with h5py.File(self.path("r.h5")) as f:
            exact, v = self.truth(f, -1, 1.05, 6.3)
            slow = f["slurry/observables/error_total_over_rms_velocity/predicted/value"][-1]
        e = said["errors"]
        self.assertLess(rms(v), 0.5)
        self.assertAlmostEqual(said["error_scale"]["rms_velocity"], rms(v), places=9)
        self.assertAlmostEqual(e["total_over_rms_velocity"]["predicted"], e["total"]["predicted"] / rms(v), places=9)
        self.assertAlmostEqual(e["total_over_rms_velocity"]["predicted"], slow, places=12)
        # the error of the speed itself is what stands beside
        reached = rms(v - exact) / rms(exact)
        of_velocity = e["velocity"]["measured"] / rms(v)
        self.assertLess(abs(np.log(of_velocity / reached)), np.log(2))
        for radius, slow in (("1.05", True), ("8", False)):
            with open(self.path("s.toml"), "w") as f:
                f.write(text.replace("1.05", radius))
            done = subprocess.run([program, "run", self.path("s.toml"), "--steps", "1", "--threads", "1"],
                                  capture_output=True, text=True)
            self.assertEqual("total / rms V" in done.stdout, slow, done.stdout)
            self.assertIn("S = 1 U0, the rms velocity that the bodies would have alone", done.stdout)

    def test_rods_that_only_turn_have_a_scale(self):
        """A rod alone does not move by a torque: its velocity is rounding and truncation, and no scale of errors."""
        rod = ('[[bodies]]\nkind = "rod"\naspect = 5\nforce = 0\ntorque = [0, 0, 1]\npositions = {}\ndirectors = {}\n'
               "[integrator]\nadaptive = false\ntime_step = 0.5\n")
        one = rod.format("[[1, 0, 0]]", "[[0.3, 1, -0.5]]")
        three = rod.format("[[1, 2, 3], [9, 2, 3], [1, 12, 3]]", "[[0.3, 1, -0.5], [1, 1, 0], [0, 1, 1]]")
        cell = '[domain]\nkind = "periodic-3"\ncell = [24, 24, 24]\n'
        for text in ('[domain]\nkind = "free-space"\n' + one, '[domain]\nkind = "pipe"\nradius = 12\nlength = 30\n' + one,
                     cell + one, cell + three):
            said, words = self.run_scenario("schema = 1\n" + text, "--steps", "1")
            self.assertEqual(said["errors_above_asked"], [], text)
            self.assertLess(said["errors"]["velocity"]["measured"], 1e-3)
            with h5py.File(self.path("r.h5")) as f:
                v = f["particles/rods/velocity/value"][0]
            exact = np.zeros_like(v)
            if text.endswith(three):
                self.run_scenario("schema = 1\n" + text, "--steps", "1", "--tolerance", "1e-10")
                with h5py.File(self.path("r.h5")) as f:
                    exact = f["particles/rods/velocity/value"][0]
            self.assertLess(rms(v - exact), 1.5e-3 * said["error_scale"]["value"])
            self.assertGreater(said["error_scale"]["value"], 0.1)  # T/(8 pi eta l^2) is 0.03

    def test_spheres_in_free_space_have_errors_of_rounding(self):
        said, _ = self.run_scenario('schema = 1\n[domain]\nkind = "free-space"\n[[bodies]]\n'
                                    "positions = [[0, 0, 0], [2.5, 0.3, 0], [0, 4, 1]]\n", "--steps", "2")
        self.assertGreater(said["errors"]["velocity"]["measured"], 0)  # by other loops, which round otherwise
        self.assertLess(said["errors"]["velocity"]["measured"], 1e-14)
        with h5py.File(self.path("r.h5")) as f:  # an uncertainty of nothing would be one that nobody found
            rows = f["slurry/observables/error_uncertainty/value"][...]
        self.assertTrue((rows > 0).all(), rows)


if __name__ == "__main__":
    unittest.main()
