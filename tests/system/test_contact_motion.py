#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What contacts do to unequal bodies, and what is known of groups, lattices and cells whose bodies are not alike."""
import json
import os
import subprocess
import tempfile
import unittest

import h5py
import numpy

program = os.environ["SLURRY_PROGRAM"]


def mobilities(a, b):
    """Mobilities of two touching spheres along their line of centres, of a, of b and between them, by Rotne and Prager,
    in units of 1/(6 pi eta)."""
    r = a + b
    sum_of_squares = a * a + b * b
    between = 3 / (4 * r) * (1 + sum_of_squares / (3 * r * r)) + 3 / (4 * r) * (1 - sum_of_squares / (r * r))
    return 1 / a, 1 / b, between


class Contacts(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()

    def tearDown(self):
        self.folder.cleanup()

    def run_scenario(self, scenario, *options):
        """Summary, text and path of the recording of a run."""
        names = [os.path.join(self.folder.name, n) for n in ("s.toml", "run.h5", "run.json")]
        with open(names[0], "w") as f:
            f.write("schema = 1\n" + scenario)
        done = subprocess.run([program, "run", names[0], "--output", names[1], "--overwrite", "--json", names[2], *options],
                              capture_output=True, text=True, timeout=200)
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(names[2]) as f:
            return json.load(f), done.stdout + done.stderr, names[1]

    def test_unequal_spheres_in_contact_fall_as_under_the_contact_force(self):
        a, b, heavy, light = 1.0, 0.1, 1.0, -0.2
        summary, _, path = self.run_scenario(f"""
[domain]
kind = "free-space"
[gravity]
direction = [0, 0, -1]
[[bodies]]
name = "big"
radius = {a}
force = {heavy}
positions = [[0, 0, 0]]
[[bodies]]
name = "tiny"
radius = {b}
force = {light}
positions = [[0, 0, -{a + b}]]
[integrator]
kind = "rk4"
adaptive = false
time_step = 0.01
[run]
until = 2
[output]
stride = 10
seconds = 0
""")
        m_a, m_b, between = mobilities(a, b)
        # the contact force F, up on the big sphere and down on the tiny one, lets both fall alike
        contact = ((m_a * heavy + between * light) - (m_b * light + between * heavy)) / (m_a + m_b - 2 * between)
        fall = m_a * (heavy - contact) + between * (light + contact)
        with h5py.File(path) as f:
            (bodies,) = f["particles"].values()
            x, t = bodies["position/value"][...], bodies["position/time"][...]
        speed = -(x[-1, :, 2] - x[-11, :, 2]) / (t[-1] - t[-11])
        numpy.testing.assert_allclose(speed, fall, rtol=1e-5)
        self.assertTrue(any("Bodies have touched" in s for s in summary["model_error"]["limits"]), summary["model_error"])
        info = subprocess.run([program, "info", path], capture_output=True, text=True, timeout=100)
        self.assertIn("Bodies have touched", info.stdout)

    def test_bodies_that_never_touch_are_not_said_to(self):
        summary, _, _ = self.run_scenario("""
[domain]
kind = "free-space"
[[bodies]]
positions = [[0, 0, 0], [0, 5, 0]]
[run]
until = 1
""")
        self.assertEqual(summary["model_error"]["limits"], [])

    def test_more_than_a_hundred_bodies_can_be_farther_apart_than_the_exit_distance(self):
        for count in (90, 150):
            with self.subTest(count=count):
                places = ", ".join(f"[{3.0 * i}, 0, 0]" for i in range(count))
                summary, _, _ = self.run_scenario(f"""
[domain]
kind = "free-space"
[[bodies]]
positions = [{places}]
[run]
until = 0.1
exit_distance = 200
""")
                self.assertEqual(summary["quantities"]["bound"], 0)
                self.assertEqual(summary["quantities"]["exit_time"], 0)

    def test_the_time_of_exit_is_that_of_the_distance_in_force(self):
        """A run that is resumed with another distance looks for that one, and forgets when the former was passed."""
        summary, _, path = self.run_scenario("""
[domain]
kind = "free-space"
[[bodies]]
force = 1
positions = [[0, 0, 0]]
[[bodies]]
force = 0.3
positions = [[-1, 0, 3]]
[integrator]
adaptive = false
time_step = 0.1
[run]
until = 10
exit_distance = 4.5
[output]
stride = 1
seconds = 0
""")

        def passes(path, distance):
            with h5py.File(path) as f:
                (bodies,) = f["particles"].values()
                x, t = bodies["position/value"][...], bodies["position/time"][...]
            apart = numpy.linalg.norm(x[:, 1] - x[:, 0], axis=1)
            k = numpy.argmax(apart > distance)
            self.assertGreater(k, 0)
            return t[k - 1] + (distance - apart[k - 1]) / (apart[k] - apart[k - 1]) * (t[k] - t[k - 1])

        self.assertAlmostEqual(summary["quantities"]["exit_time"], passes(path, 4.5), delta=1e-9)
        for distance, frame in ((6, 75), (4.5, 75), (3.5, 5)):
            with self.subTest(distance=distance, frame=frame):
                later, said = (os.path.join(self.folder.name, f"from_{frame}_{distance}.{end}") for end in ("h5", "json"))
                subprocess.run([program, "run", "--resume", f"{path}#{frame}", "--set", f"run.exit_distance={distance}",
                                "--until", "20", "--output", later, "--json", said], check=True, capture_output=True,
                               timeout=200)
                with open(said) as f:
                    told = json.load(f)["quantities"]["exit_time"]
                self.assertAlmostEqual(told, passes(path if distance == 4.5 else later, distance), delta=1e-9)

    def test_a_lattice_that_is_stretched_to_fill_the_cell_says_so(self):
        scenario = """
[domain]
kind = "periodic-3"
cell = [24, 24, 24]
[[bodies]]
count = 8
placement = "lattice"
lattice = "cubic"
spacing = {}
[run]
steps = 1
"""
        _, text, _ = self.run_scenario(scenario.format(5))
        self.assertIn("stretched to fill the period, by factors of 1.2 along x, 1.2 along y, 1.2 along z", text)
        _, text, _ = self.run_scenario(scenario.format(6))
        self.assertNotIn("stretched", text)

    def test_the_settling_velocity_without_the_cell_is_of_equal_spheres_alone(self):
        scenario = """
[domain]
kind = "periodic-3"
cell = [16, 16, 16]
[[bodies]]
count = 20
{}
[run]
steps = 2
"""
        for body, solver, known in (("", "", True), ("", '[solver]\nlubrication = "exact"', False),
                                    ('kind = "rod"\naspect = 4\nradius = 0.5', "", False)):
            with self.subTest(body=body, solver=solver):
                summary, _, _ = self.run_scenario(scenario.format(body) + solver)
                self.assertEqual("unbounded_settling_velocity" in json.dumps(summary), known)


if __name__ == "__main__":
    unittest.main()
