#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""A run says which model moves its bodies and how far it is from true ones, in six situations whose truth is known: the
velocity that the run itself finds, against the truth by tests/reference/data/exact_bodies.py or a closed form.  The same
stands in summary, JSON, file and info; where nothing is known nothing is said."""
import json
import math
import os
import subprocess
import tempfile
import unittest

import h5py

program = os.environ["SLURRY_PROGRAM"]

head = "schema = 1\n[domain]\n"
tail = '[solver]\ntolerance = 1e-6\n%s\n[run]\nsteps = 1\n[[bodies]]\nplacement = "positions"\npositions = %s\n'
free = head + 'kind = "free-space"\n'
cube = head + 'kind = "periodic-3"\ncell = [10, 10, 10]\n'


def pair(place, solver=""):
    return free + tail % (solver, f"[[0, 0, 0], {place}]") + "count = 2\n"


def pipe(ratio, more="", solver=""):
    return head + f"radius = {1 / ratio!r}\nlength = {12 / ratio!r}\n" + tail % (solver, "[[0, 0, 0]]") + "count = 1\n" + more


def rod(aspect):
    return (free + tail % ("", "[[0, 0, 0]]") + f'count = 1\nkind = "rod"\nmodel = "chain"\naspect = {aspect}\n'
            'orientation = "aligned"\n')


def spheroid_along(p):
    e = math.sqrt(1 - 1 / p**2)
    return 3 * (-2 * e + (1 + e * e) * math.log((1 + e) / (1 - e))) / (8 * e**3) / p  # for F = 6 pi eta b = 1


situations = (  # name, scenario, velocity of true bodies, parameter
    ("axis_pushed", pipe(0.5), 1 / 5.947374, 0.5),
    ("axis_pushed", pipe(0.63), 1 / 13.787337, 0.63),
    ("axis_pushed", pipe(0.8, solver='lubrication = "exact"'), 1 / 74.6699513, 0.8),
    ("pair_in_line", pair([2.001, 0, 0], 'lubrication = "exact"'), 1.5499081, 0.001),
    ("pair_in_line", pair([2.33, 0, 0]), 1.5065845, 0.33),
    ("pair_side_by_side", pair([0, 2.9, 0]), 1.2769889, 0.9),
    ("rod_along", rod(12), spheroid_along(12), 12),
)
unknown = (
    ("a sphere that nearly fills the pipe", pipe(0.95)),
    ("a pair too far apart", pair([6.5, 0, 0])),
    ("unequal spheres",
     free + tail % ("", "[[0, 0, 0]]") + 'count = 1\n[[bodies]]\nname = "b"\nplacement = "positions"\n'
     "positions = [[2.4, 0, 0]]\ncount = 1\nradius = 1.1\n"),
    ("overlapping point forces", pair([1.5, 0, 0], 'model = "points"\ncontacts = false')),
    ("one sphere alone", free + tail % ("", "[[0, 0, 0]]") + "count = 1\n"),
)


class ModelErrorOfRuns(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()

    def tearDown(self):
        self.folder.cleanup()

    def run_it(self, toml):
        path = os.path.join(self.folder.name, "run.h5")
        scenario, summary = (os.path.join(self.folder.name, n) for n in ("run.toml", "run.json"))
        with open(scenario, "w") as f:
            f.write(toml)
        words = ""
        for options in ([], ["--json", summary]):  # a summary in words, or as JSON
            done = subprocess.run([program, "run", scenario, "--output", path, "--overwrite", "--threads", "1", *options],
                                  capture_output=True, text=True, timeout=100)
            self.assertEqual(done.returncode, 0, done.stderr)
            words += done.stdout
            self.log = done.stderr
        with open(summary) as f:
            return path, json.load(f), words

    def info(self, path, *options):
        done = subprocess.run([program, "info", path, *options], capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_six_situations(self):
        for name, toml, truth, parameter in situations:
            with self.subTest(name=name, parameter=parameter):
                path, said, words = self.run_it(toml)
                (found,) = (s for s in said["model_error"]["situations"] if s["name"] == name)
                wanted = said["mean_settling_velocity"]["now"] / truth - 1
                self.assertAlmostEqual(found["relative_error"], wanted, delta=0.02 * abs(wanted))
                self.assertAlmostEqual(found["relative_error"], found["model"] / found["exact"] - 1, delta=1e-12)
                self.assertAlmostEqual(found["at"], parameter, delta=1e-9)
                self.assertTrue(found["source"] and found["situation"] and found["quantity"])
                percent = f"{abs(100 * found['relative_error']):.3g} % too {'fast' if wanted > 0 else 'slow'}"
                if wanted >= 1:
                    percent = f"{found['relative_error'] + 1:.3g} times as fast as true bodies"
                self.assertIn(percent, words)
                self.assertIn(said["model_error"]["model"], words)
                # info looks at the last frame, the file at the first and the last
                told = json.loads(self.info(path, "--json", "-"))["model_error"]
                self.assertEqual(told["situations"], said["model_error"]["situations"])
                self.assertIn(percent, self.info(path))
                with h5py.File(path) as f:
                    for when in ("first", "last"):
                        group = f["slurry/model_error"][when]
                        self.assertEqual(group.attrs["model"], said["model_error"]["model"])
                        self.assertAlmostEqual(group[name].attrs["relative_error"], wanted, delta=0.02 * abs(wanted))
                        self.assertEqual(group[name].attrs["source"], found["source"])
                    self.assertEqual(f["slurry/model_error/last"].attrs["step"], said["steps"])

    def test_a_sphere_carried_by_the_flow(self):
        _, said, _ = self.run_it(pipe(0.6, "force = 0\n[flow]\nnet_flow = { flux = 1 }\n"))
        (found,) = (s for s in said["model_error"]["situations"] if s["name"] == "axis_carried")
        centre = 2 / (math.pi / 0.6**2)
        self.assertAlmostEqual(found["model"], said["quantities"]["mean_axial_velocity"] / centre, delta=1e-4)
        self.assertAlmostEqual(found["exact"], 8.613007 / 11.091897, delta=1e-5)

    def test_what_the_model_leaves_out_is_said_where_there_is_no_number(self):
        shear = free + "[flow]\nshear_rate = 1\n[run]\nsteps = 1\n[[bodies]]\nforce = 0\npositions = [[0,1.1,0],[0,-1.1,0]]\n"
        rods = 'kind = "rod"\nradius = 0.5\naspect = 8\norientation = "aligned"\n'

        def still(places, where=free):
            return where + tail % ("contacts = false", places) + "force = 0\n"
        carried = pipe(0.2, "force = 0\n[flow]\nnet_flow = { flux = 1 }\n")
        for toml, words in ((shear, "leaves out the stresslets that true spheres have in a shear"),
                            (carried, "leaves out the stresslets that true spheres have in the flow through the pipe"),
                            # gaps of 1.5 - 2, 1.3 - 2 and 6.2 - 2 along x
                            (still("[[0,0,0],[1.5,0,0],[2.8,0,0],[9,0,0]]"),
                             "2 pairs of bodies overlap, most of all the bodies 1 and 2, by 0.7: contacts are off"),
                            (still("[[0.25,4,4],[9.25,4,4]]", cube), "The bodies 0 and 1 overlap by 1: contacts are off"),
                            # axes along x end at 3.5 and 5, and one along y passes at 4.2; each is 0.5 thick on either side
                            (still("[[0,0,0],[8.5,0,0]]") + rods + '[[bodies]]\nname = "b"\npositions = [[4.2,1.25,0]]\n'
                             "force = 0\ndirector = [0,1,0]\n" + rods,
                             "2 pairs of bodies overlap, most of all the bodies 0 and 2, by 0.3: contacts are off"),
                            (pipe(0.9999), "ends at a/R = 0.9. This sphere has a/R = 0.9999,")):
            path, said, summary = self.run_it(toml)
            (sentence,) = said["model_error"]["limits"]
            self.assertIn(words, sentence)
            self.assertIn(sentence, summary)
            self.assertIn(sentence, self.log)  # its header
            self.assertIn(sentence, self.info(path))
            with h5py.File(path) as f:
                for when in ("first", "last"):
                    self.assertEqual(f["slurry/model_error"][when].attrs["limits"], sentence)
        _, said, _ = self.run_it(pipe(0.9999999))  # within the tolerance of contacts: it touches the wall, too
        self.assertTrue(any("This sphere has a/R = 0.9999999," in s for s in said["model_error"]["limits"]))
        for toml in (pipe(0.5), pair([2.2, 0, 0]), pair([1.5, 0, 0], 'model = "points"\ncontacts = false'), rod(12).replace("schema = 1", "schema = 1\n[flow]\nshear_rate = 1")):
            _, said, _ = self.run_it(toml)
            self.assertEqual(said["model_error"]["limits"], [])

    def test_nothing_is_said_outside_of_the_tables(self):
        for what, toml in unknown:
            with self.subTest(what=what):
                path, said, words = self.run_it(toml)
                self.assertEqual(said["model_error"]["situations"], [])
                self.assertTrue(said["model_error"]["model"])
                self.assertNotIn("model error", words)
                self.assertNotIn("model error", self.info(path))
                with h5py.File(path) as f:
                    self.assertEqual(list(f["slurry/model_error/first"]), [])


if __name__ == "__main__":
    unittest.main()
