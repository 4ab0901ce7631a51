#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What is not known at a frame is not in the file: no NaN stands for it, and what is there is what the summary says."""
import json
import os
import subprocess
import tempfile
import unittest

import h5py
import numpy

program = os.environ["SLURRY_PROGRAM"]
# name, options, quantities that no frame knows, quantities that are known from some frame on
runs = (
    ("welcome", ["--steps", "6", "--set", "output.stride=2"], ["rms_angular_velocity", "period", "growth_rate", "rms_radius"], []),
    ("four_spheres", ["--until", "1100"], ["rms_angular_velocity", "error_wall", "wall_slip", "growth_rate"],
     ["period"]),
    ("two_spheres", ["--steps", "6", "--set", "output.stride=1"], ["period", "rms_angular_velocity"], []),
    ("jeffery_orbit", ["--until", "80"], ["period", "growth_rate", "error_arithmetic"], ["rotation_period"]),
    ("sphere_in_poiseuille", ["--steps", "4"], ["rms_angular_velocity", "growth_rate", "wall_slip"], []),
    ("there_and_back", ["--steps", "4", "--set", "output.stride=2"], ["return_error", "growth_rate"], []),
)


class Absent(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()

    def tearDown(self):
        self.folder.cleanup()

    def run_file(self, scenario, options, name="run.h5"):
        path, summary = (os.path.join(self.folder.name, n) for n in (name, "run.json"))
        done = subprocess.run([program, "run", *scenario, "--output", path, "--overwrite", "--json", summary, *options],
                              capture_output=True, text=True, timeout=200)
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(summary) as f:
            return path, json.load(f)

    def sparse(self, f):
        """Elements of slurry/observables by name, each {step: value}."""
        found = {}

        def look(name, group):
            if not isinstance(group, h5py.Group) or "value" not in group:
                return
            step, time, value = (group[part][...] for part in ("step", "time", "value"))
            self.assertEqual(len(step), len(value), name)
            self.assertEqual(len(step), len(time), name)
            self.assertGreater(len(step), 0, name)
            self.assertTrue(numpy.isfinite(value).all(), name)
            self.assertIn("description", group["value"].attrs, name)
            found[name] = dict(zip(step.tolist(), value.tolist()))
            (bodies,) = f["particles"].values()
            when = dict(zip(bodies["position/step"][...].tolist(), bodies["position/time"][...].tolist()))
            self.assertEqual([when[s] for s in step.tolist()], time.tolist(), name)

        f["slurry/observables"].visititems(look)
        return found

    def test_nothing_stands_for_what_is_not_known(self):
        for scenario, options, never, later in runs:
            with self.subTest(scenario=scenario):
                path, said = self.run_file([scenario], options)
                with h5py.File(path) as f:
                    (bodies,) = f["particles"].values()
                    steps = bodies["position/step"][...]
                    for name, element in f["observables"].items():
                        # readers take a row for every frame there
                        self.assertEqual(len(element["value"]), len(steps), name)
                        # a ring without bodies has no velocity, and nothing has come back before it is on its way
                        if "ring_edges" not in element.attrs and name != "reversal_error":
                            self.assertTrue(numpy.isfinite(element["value"][...]).all(), name)
                    found = self.sparse(f)
                    names = {n.split("/")[0] for n in found} | set(f["observables"])
                    self.assertEqual([n for n in never if n in names], [])
                    for name in later:
                        self.assertNotIn(0, found[name], name)
                        self.assertIn(steps[-1], found[name], name)
                    # the same as the summary, where null is what is not known
                    for source, parts in said["errors"].items():
                        name = source if source == "wall_slip" else "error_" + source
                        for part, value in parts.items():
                            element = "error_uncertainty" if part == "uncertainty" else name + "/" + part
                            last = found.get(element, {}).get(steps[-1])
                            self.assertEqual(last is None, value is None, (source, part))
                            if value is not None:
                                self.assertAlmostEqual(last, value, delta=1e-12 * abs(value))
                # a step of fixed length has no error asked, a first frame no step
                if scenario == "four_spheres":
                    self.assertNotIn("error_time_step/asked", found)
                    self.assertNotIn(0, found["error_time_step/measured"])
                    self.assertEqual(sorted(found["error_velocity/asked"]), steps.tolist())

    def test_the_program_reads_them_again(self):
        path, said = self.run_file(["four_spheres"], ["--until", "1100"])
        done = subprocess.run([program, "info", path, "--json", "-"], capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 0, done.stderr)
        read = json.loads(done.stdout)
        self.assertAlmostEqual(read["last"]["period"], 517.035984, delta=1e-3)  # as the scenario expects it
        self.assertEqual(read["last"]["period"], said["period"])
        self.assertNotIn("rms_angular_velocity", read["last"])
        for source in ("sum", "arithmetic", "velocity", "time_step", "total"):
            for part, value in read["errors"][source].items():
                self.assertEqual(value, said["errors"][source][part], (source, part))
        self.assertNotIn("growth_rate", read["statistics"]["means"])  # nothing displaces the bodies at the start

    def test_the_end_of_a_run_has_them_wherever_frames_fall(self):
        """Two equal spheres keep their distance r, and turn at 3/4 |F x r|/r^3."""
        with tempfile.TemporaryDirectory() as folder:
            start, out = os.path.join(folder, "s.toml"), os.path.join(folder, "r.h5")
            with open(start, "w") as f:
                f.write('schema = 1\n[domain]\nkind = "free-space"\n[[bodies]]\npositions = [[0, 0, 0], [4, 0, 1]]\n'
                        "[gravity]\ndirection = [1, 0, 0]\n[run]\nuntil = 3\n[output]\nangular_velocity = true\n")
            for more in ([], ["--output", out], ["--output", out, "--set", "output.interval=0.7"]):
                done = subprocess.run([program, "run", start, *more, "--overwrite", "--json", "-"], capture_output=True,
                                      text=True, timeout=60)
                self.assertEqual(done.returncode, 0, done.stderr)
                found = json.loads(done.stdout)["quantities"]["rms_angular_velocity"]
                self.assertIsNotNone(found, more)
                self.assertAlmostEqual(found, 0.75 / 17 ** 1.5, delta=1e-12, msg=str(more))

    def test_a_resumed_run_has_them_in_the_same_place(self):
        first, _ = self.run_file(["four_spheres"], ["--until", "1100"], "first.h5")
        second, _ = self.run_file(["--resume", first], ["--until", "1140"], "second.h5")
        with h5py.File(first) as f, h5py.File(second) as g:
            before, after = self.sparse(f), self.sparse(g)
            self.assertEqual(list(f["observables"]), list(g["observables"]))
        begin = min(after["period"])
        self.assertEqual(after["period"][begin], before["period"][max(before["period"])])


if __name__ == "__main__":
    unittest.main()
