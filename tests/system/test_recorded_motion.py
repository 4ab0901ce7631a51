#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What a file says of velocities and contacts adds up to how the bodies have moved."""
import os
import subprocess
import tempfile
import unittest

import h5py
import numpy

program = os.environ["SLURRY_PROGRAM"]
integrators = ("euler", "adams-bashforth-2", "midpoint", "rk4", "implicit-midpoint", "dormand-prince")
dense = """schema = 1
[domain]
radius = 6
[gravity]
direction = [1, 1, 0]
[[bodies]]
count = 30
volume_fraction = 0.25
[integrator]
time_step = 0.2
"""
cube = """schema = 1
[domain]
kind = "periodic-3"
[[bodies]]
count = 40
volume_fraction = 0.35
[integrator]
time_step = 0.2
"""
rods = """schema = 1
[domain]
radius = 4
length = 16
[gravity]
direction = [1, 1, 0]
[[bodies]]
kind = "rod"
radius = 0.4
aspect = 4
count = 16
[integrator]
time_step = 0.4
"""
repelling = """schema = 1
[domain]
radius = 4
length = 24
[gravity]
direction = [1, 1, 0]
[[bodies]]
positions = [[2, 0, 0], [4.05, 0.3, 0], [9, -1.5, 1]]
force = 1.5
[solver]
repulsion_force = 3
repulsion_range = 0.1
[integrator]
time_step = 0.05
"""


class Motion(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()

    def tearDown(self):
        self.folder.cleanup()

    def run_file(self, text, *options):
        scenario, path = (os.path.join(self.folder.name, name) for name in ("s.toml", "run.h5"))
        with open(scenario, "w") as f:
            f.write(text)
        done = subprocess.run([program, "run", scenario, "--output", path, "--overwrite", *options], capture_output=True,
                              text=True, timeout=200)
        self.assertEqual(done.returncode, 0, done.stderr)
        with h5py.File(path) as f:
            (g,) = f["particles"].values()
            found = {name: g[name + "/value"][...] for name in g if isinstance(g[name], h5py.Group) and "value" in g[name]}
            found["time"] = g["position/time"][...]
            found["place"] = found["position"] + found["image"] * g["box/edges/value"][...][:, None, :]
        return found

    def test_velocity_times_time_and_contacts_are_the_change_of_place(self):
        for kind in integrators:
            for text, stride, steps in ((dense, 1, 9), (dense, 3, 9), (cube, 1, 6), (rods, 1, 6)):
                f = self.run_file(text, "--steps", str(steps), "--set", "integrator.kind=" + kind, "--set",
                                  f"output.stride={stride}")
                spans = numpy.diff(f["time"])[:, None, None]
                ways = f["effective_velocity"][1:] * spans + f["contact_displacement"][1:]
                moved = numpy.diff(f["place"], axis=0)
                self.assertLess(numpy.abs(ways - moved).max(), 1e-12, kind)
                total = f["place"][-1] - f["place"][0]
                self.assertLess(numpy.abs(ways.sum(axis=0) - total).max(), 1e-12, kind)
                self.assertEqual(numpy.abs(f["contact_displacement"][0]).max(), 0)
                if text is dense:  # there are contacts, and without them it does not add up
                    self.assertGreater(numpy.abs(f["contact_displacement"]).max(), 1e-3, kind)

    def test_of_one_solve_per_step_the_recorded_velocity_is_what_moves(self):
        f = self.run_file(dense, "--steps", "10", "--set", "integrator.kind=euler", "--set", "output.stride=1")
        numpy.testing.assert_allclose(f["effective_velocity"][1:], f["velocity"][:-1], rtol=1e-12, atol=1e-14)
        f = self.run_file(dense, "--steps", "10", "--set", "integrator.kind=adams-bashforth-2", "--set",
                          "output.stride=1", "--set", "integrator.adaptive=false", "--set", "integrator.time_step=0.05")
        rule = 1.5 * f["velocity"][1:-1] - 0.5 * f["velocity"][:-2]
        numpy.testing.assert_allclose(f["effective_velocity"][2:], rule, rtol=1e-12, atol=1e-13)

    def test_contact_forces_are_told_apart_from_outer_ones(self):
        f = self.run_file(repelling, "--steps", "20", "--set", "output.stride=1")
        outer = f["force"] - f["contact_force"]
        numpy.testing.assert_allclose(outer, numpy.broadcast_to([1.5 / 2**0.5, 1.5 / 2**0.5, 0], outer.shape), atol=1e-12)
        self.assertGreater(numpy.abs(f["contact_force"]).max(), 0.1)
        self.assertNotIn("contact_force", self.run_file(dense, "--steps", "1"))

    def test_where_nothing_can_touch_nothing_is_said_of_contacts(self):
        open_space = repelling.replace("radius = 4\nlength = 24", 'kind = "free-space"').replace(
            "[solver]", "[solver]\ncontacts = false")
        self.assertNotIn("contact_displacement", self.run_file(open_space, "--steps", "2"))


if __name__ == "__main__":
    unittest.main()
