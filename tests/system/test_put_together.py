#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""A start is put together first, from the scenario, the options in any order and files, and then checked once."""
import itertools
import os
import re
import subprocess
import tempfile
import unittest

import h5py
import numpy

program = os.environ["SLURRY_PROGRAM"]

rods = """schema = 1
[domain]
kind = "free-space"
[[bodies]]
kind = "rod"
aspect = 5
positions = [[0,0,0],[40,0,0]]
director = [0,0,1]
[run]
steps = 1
"""
free = 'schema = 1\n[domain]\nkind = "free-space"\n[[bodies]]\npositions = [[0,0,0],[4,0,0]]\n[run]\nsteps = 1\n'
overlapping = "schema = 1\n[domain]\nradius = 6\nlength = 12\n[[bodies]]\npositions = [[1,0,0],[2,0,0]]\n[run]\nsteps = 1\n"
pipe = "schema = 1\n[domain]\nradius = 10\nlength = 40\n[[bodies]]\ncount = 5\n[run]\nsteps = 1\n"


class PutTogether(unittest.TestCase):
    def setUp(self):
        self.here = tempfile.TemporaryDirectory()

    def tearDown(self):
        self.here.cleanup()

    def write(self, name, text):
        file = os.path.join(self.here.name, name)
        os.makedirs(os.path.dirname(file), exist_ok=True)
        with open(file, "w") as out:
            out.write(text)
        return name

    def run_it(self, scenario, *options, sets=()):
        line = [program, "run", scenario, "--threads", "1", *options, *(x for s in sets for x in ("--set", s))]
        return subprocess.run(line, capture_output=True, text=True, timeout=100, cwd=self.here.name)

    def assert_runs(self, scenario, *options, sets=()):
        done = self.run_it(scenario, *options, sets=sets)
        self.assertEqual(done.returncode, 0, (options, sets, done.stderr))
        return done.stderr

    def assert_refused(self, scenario, *options, sets=(), words=()):
        done = self.run_it(scenario, *options, sets=sets)
        self.assertEqual(done.returncode, 2, (options, sets, done.stderr))
        said = [line for line in done.stderr.splitlines() if line.startswith("slurry: ")]
        self.assertEqual(len(said), 1, done.stderr)
        for word in words:
            self.assertIn(word, said[0], (options, sets))
        return said[0]

    def in_force(self, name):
        with h5py.File(os.path.join(self.here.name, name)) as f:
            return f["parameters/scenario_in_force"][()].decode()

    def test_what_a_file_has_must_be_what_the_scenario_says_in_any_order(self):
        self.write("rods.toml", rods)
        self.assert_runs("rods.toml", "--output", "rods.h5")
        for change, words in (("bodies.aspect=10", ["half length 5", "10"]), ("bodies.force=2", ["force 1", "2"]),
                              ("bodies.radius=1.5", ["rods.h5"]), ("bodies.kind=sphere", ["rods", "spheres"])):
            said = {self.assert_refused("rods.toml", sets=order, words=words)
                    for order in itertools.permutations(["bodies.file=rods.h5", change])}
            self.assertEqual(len(said), 1, said)
        with h5py.File(os.path.join(self.here.name, "rods.h5")) as f:
            recorded = f["particles/rods/position/value"][-1]
        for k, order in enumerate(itertools.permutations(["bodies.file=rods.h5", "bodies.aspect=5", "bodies.force=1"])):
            self.assert_runs("rods.toml", "--output", f"again{k}.h5", sets=order)
            with h5py.File(os.path.join(self.here.name, f"again{k}.h5")) as f:
                numpy.testing.assert_array_equal(f["particles/rods/position/value"][0], recorded)

    def test_a_count_must_be_that_of_the_file(self):
        self.write("pipe.toml", pipe)
        self.assert_runs("pipe.toml", "--output", "five.h5")
        self.write("more.toml", pipe.replace("count = 5", "count = 80"))
        self.assert_refused("more.toml", sets=["bodies.file=five.h5"], words=["more.toml:6", "count = 80", "5"])
        self.assert_runs("more.toml", sets=["bodies.file=five.h5", "bodies.count=5"])
        self.write("file.toml", pipe.replace("count = 5", 'count = 80\nfile = "five.h5"'))
        self.assert_refused("file.toml", words=["file.toml:6", "count = 80", "5"])
        self.write("random.toml", pipe.replace("count = 5", 'placement = "random"\nfile = "five.h5"'))
        self.assert_refused("random.toml", words=["random.toml:6", "placement"])
        self.write("both.toml", pipe.replace("count = 5", 'positions = [[1,0,0]]\nfile = "five.h5"'))
        self.assert_refused("both.toml", words=["positions", "file"])

    def test_any_order_gives_the_same(self):
        self.write("free.toml", free)
        sets = ["domain.kind=periodic-3", "domain.cell=[20,20,20]", "solver.tolerance=1e-2"]
        found = set()
        for k, order in enumerate(itertools.permutations(sets)):
            self.assert_runs("free.toml", "--output", f"{k}.h5", sets=order)
            found.add(self.in_force(f"{k}.h5"))
        self.assertEqual(len(found), 1)
        self.assertRegex(found.pop(), r'(?s)kind = "periodic-3"\ncell = \[20.0, 20.0, 20.0\].*tolerance = 0.01\n')

    def test_options_mend_what_the_file_alone_could_not(self):
        self.write("overlap.toml", overlapping)
        self.assert_refused("overlap.toml", words=["overlap.toml:6", "bodies 0 and 1 overlap"])
        self.assert_runs("overlap.toml", sets=["solver.contacts=false"])
        self.write("fine.toml", pipe + "[solver]\ntolerance = 1e-15\n")
        self.assert_refused("fine.toml", words=["fine.toml:10", "1e-12"])
        self.assert_runs("fine.toml", "--tolerance", "1e-2")
        self.write("seed.toml", pipe + "seed = -1\n")
        self.assert_refused("seed.toml", words=["seed.toml:9", "run.seed = -1"])
        self.assert_runs("seed.toml", "--seed", "4")
        self.write("steps.toml", pipe.replace("steps = 1", "steps = 0"))
        self.assert_refused("steps.toml", words=["run.steps = 0"])
        self.assert_runs("steps.toml", "--steps", "2")
        self.write("device.toml", pipe + '[solver]\ndevice = "gpu"\n')
        self.assert_refused("device.toml", words=["solver.device", "cuda"])
        self.assert_runs("device.toml", "--device", "host")

    def test_what_is_said_twice_must_be_the_same(self):
        self.write("pipe.toml", pipe)
        self.write("twice.toml", pipe.replace("count = 5", "count = 5\ncount = 6"))
        self.assert_refused("twice.toml", words=["twice.toml:7", "count"])
        for options, sets, key in ((["--seed", "3"], ["run.seed=4"], "run.seed"),
                                   (["--tolerance", "1e-3"], ["solver.tolerance=1e-4"], "solver.tolerance"),
                                   (["--steps", "3"], ["run.steps=4"], "run.steps"),
                                   (["--device", "host"], ["solver.device=auto"], "solver.device"),
                                   ([], ["bodies.radius=1", "bodies.0.radius=0.9"], "radius")):
            self.assert_refused("pipe.toml", *options, sets=sets, words=["command line", key, "given twice"])
        self.assert_runs("pipe.toml", "--seed", "3", "--tolerance", "1e-3", "--steps", "1",
                         sets=["run.seed=3", "solver.tolerance=0.001", "run.steps=1", "bodies.count=5", "bodies.0.count=5"])

    def test_a_file_on_the_line_is_in_the_current_folder_one_in_a_scenario_beside_it(self):
        self.write("sub/there.csv", "x,y,z\n1,0,0\n5,0,0\n")
        self.write("here.csv", "x,y,z\n1,2,0\n5,2,0\n9,2,0\n")
        scenario = self.write("sub/a.toml", pipe.replace("count = 5", 'file = "there.csv"'))
        for sets, bodies in (([], 2), (["bodies.file=here.csv"], 3), (["bodies.file=sub/there.csv"], 2),
                             (["bodies.file=" + os.path.join(self.here.name, "here.csv")], 3)):
            self.assertIn(f" {bodies} bodies;", self.assert_runs(scenario, sets=sets))
        self.assert_refused(scenario, sets=["bodies.file=there.csv"], words=["there.csv", "current folder", "sub/there.csv"])
        self.assert_refused(scenario, sets=["bodies.file=nowhere.csv"], words=["nowhere.csv"])

    def test_what_is_set_without_a_meaning_is_named(self):
        unused = 'schema = 1\n[domain]\nkind = "free-space"\nlength = 40.0\ncell = [1, 1, 1]\n[[bodies]]\n' \
                 "positions = [[0,0,0]]\nring_radius = 3\n[output]\ninterval = 1\nstride = 10\n[run]\nsteps = 1\n"
        self.write("unused.toml", unused)
        said = re.search(r"(?m)^not used +(.*):", self.assert_runs("unused.toml", sets=["bodies.0.aspect=3"]))
        self.assertEqual(said[1], "domain.length, domain.cell, bodies.aspect, bodies.ring_radius, output.stride")
        self.write("pipe.toml", pipe)
        self.assertNotIn("not used", self.assert_runs("pipe.toml"))

    def test_a_pipe_needs_its_radius(self):
        self.write("none.toml", pipe.replace("radius = 10\n", ""))
        self.assert_refused("none.toml", words=["none.toml", "domain.radius is missing"])
        self.assert_runs("none.toml", sets=["domain.radius=10"])

    def test_defaults_with_a_unit_are_scaled_in_si(self):
        """The same system in SI and in reduced units: every velocity is U0 = F/(6 pi eta a) times that of the other."""
        a, force, viscosity = 2e-4, 3e-9, 5e-3
        speed = force / (6 * numpy.pi * viscosity * a)
        rest = '[driving]\nkind = "oscillating"\n[integrator]\nkind = "midpoint"\ntime_step = {}\nadaptive = false\n' \
               "[run]\nsteps = 3\n[output]\nstride = 1\n[solver]\ntolerance = 1e-6\nrepulsion_force = {}\n"
        domain = '[domain]\nkind = "pipe"\nradius = {}\nlength = {}\n'
        places = numpy.array([[3, 0, 0], [5.05, 0.1, 0], [8, 1, -0.5]])
        written = {"reduced": (1, 1, 1 / (6 * numpy.pi), 1), "SI": (a, force, viscosity, a / speed)}
        found = {}
        for units, (length, weight, eta, time) in written.items():
            text = f'schema = 1\nunits = "{units}"\n[fluid]\nviscosity = {eta!r}\n' + domain.format(8 * length, 20 * length)
            text += f"[[bodies]]\nradius = {length!r}\nforce = {weight!r}\npositions = {(places * length).tolist()}\n"
            self.write(f"{units}.toml", text + rest.format(0.05 * time, 2 * weight))
            self.assert_runs(f"{units}.toml", "--output", f"{units}.h5")
            with h5py.File(os.path.join(self.here.name, f"{units}.h5")) as f:
                found[units] = f["particles/spheres/velocity/value"][...]
        self.assertEqual(found["SI"].shape, (4, 3, 3))
        scale = numpy.abs(found["reduced"]).max()
        self.assertGreater(scale, 0.1)
        self.assertLess(numpy.abs(found["SI"] / speed - found["reduced"]).max(), 1e-9 * scale)

    def test_help_shows_one_value_of_set(self):
        text = subprocess.run([program, "run", "--help"], capture_output=True, text=True, timeout=60).stdout
        self.assertRegex(text, r"(?m)^  --set KEY=VALUE ")
        self.assertNotRegex(text, r"--set[^\n]*\.\.\.")

    def test_a_file_in_place_of_listed_bodies_is_said(self):
        self.write("listed.toml", free)
        self.write("others.csv", "x,y,z\n1,2,3\n5,2,3\n9,2,3\n")
        run = self.run_it("listed.toml", "--output", "o.h5", sets=['bodies.file="others.csv"'])
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("in place of bodies.positions of the scenario", run.stderr)
        with h5py.File(os.path.join(self.here.name, "o.h5")) as f:
            start = f["particles/spheres/position/value"][0] + 0
            self.assertTrue(numpy.allclose(start, [[1, 2, 3], [5, 2, 3], [9, 2, 3]]), start)
        self.write("by_file.toml", free.replace("positions = [[0,0,0],[4,0,0]]", 'file = "others.csv"'))
        run = self.run_it("by_file.toml", "--output", "p.h5")
        self.assertNotIn("in place of", run.stderr)

    def test_what_a_torque_along_a_rod_does_is_said(self):
        self.write("rods.toml", rods)
        for torque, said in (("[0, 0, 2]", True), ("[0, 0, 0]", False)):
            run = self.run_it("rods.toml", "--output", "r.h5", "--overwrite", sets=[f"bodies.torque={torque}"])
            self.assertEqual(run.returncode, 0, run.stderr)
            self.assertEqual("part along a rod's axis has no effect" in run.stderr, said, run.stderr)


if __name__ == "__main__":
    unittest.main()
