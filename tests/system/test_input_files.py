#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Groups that look as if something were in them: what holds nothing is not taken for zero, nor for left out."""
import os
import subprocess
import tempfile
import unittest

import h5py
import numpy

program = os.environ["SLURRY_PROGRAM"]


class Inputs(unittest.TestCase):
    def setUp(self):
        self.here = tempfile.TemporaryDirectory()
        random = numpy.random.default_rng(5)
        self.sum = {"src": random.random((30, 3)), "f": random.standard_normal((30, 3)), "box": numpy.ones(3)}
        self.bodies = {"Y": 10 * numpy.eye(3), "F": numpy.eye(3)}

    def tearDown(self):
        self.here.cleanup()

    def path(self, name):
        return os.path.join(self.here.name, name)

    def slurry(self, command, datasets, attributes, *arguments):
        with h5py.File(self.path("in.h5"), "w") as f:
            g = f.create_group("g")
            for name, value in datasets.items():
                g[name] = value
            for name, value in attributes.items():
                g.attrs[name] = value
        return subprocess.run([program, command, "in.h5", "--group", "g", "--output", "out.h5", "--overwrite", *arguments],
                              capture_output=True, text=True, timeout=100, cwd=self.here.name)

    def run_sum(self, changed, **attributes):
        datasets = {k: v for k, v in {**self.sum, **changed}.items() if v is not None}
        return self.slurry("sum", datasets, {"periodicity": 3, **attributes}, "--layer", "single", "--tolerance", "1e-4")

    def run_mobility(self, changed, **attributes):
        datasets = {k: v for k, v in {**self.bodies, **changed}.items() if v is not None}
        return self.slurry("mobility", datasets, {"eta": 1.0, "a": 0.1, **attributes})

    def assert_refused(self, done, *words):
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        for word in ("in.h5", *words):
            self.assertIn(word, done.stderr)
        self.assertEqual(os.listdir(self.here.name), ["in.h5"])

    def test_null_dataspaces(self):
        nothing = h5py.Empty("f8")
        self.assert_refused(self.run_sum({}, periodicity=nothing), "'periodicity' at 'g'", "has no value")
        for name in ("src", "trg", "f", "box"):
            self.assert_refused(self.run_sum({name: nothing}), f"'g/{name}'", "has no value")
        for name in ("eta", "a", "L", "R"):
            self.assert_refused(self.run_mobility({}, **{"L": 30.0, "R": 20.0, name: nothing}), f"'{name}' at 'g'",
                                "has no value")
        for name in ("Y", "F", "X"):
            self.assert_refused(self.run_mobility({name: nothing}), f"'g/{name}'", "has no value")

    def test_links_that_lead_nowhere(self):
        for link in (h5py.SoftLink("/g/nowhere"), h5py.ExternalLink("nowhere.h5", "/trg")):
            for name in ("trg", "src", "box"):
                self.assert_refused(self.run_sum({name: link}), f"'g/{name}'", "leads nowhere")
            for name in ("X", "Y", "R", "L"):
                self.assert_refused(self.run_mobility({name: link}), f"'g/{name}'", "leads nowhere")

    def test_targets_that_are_none(self):
        self.assert_refused(self.run_sum({"trg": numpy.zeros((0, 3))}), "g/trg has no targets", "leave trg out")

    def test_the_box_is_a_dataset(self):
        result = {}
        for name, datasets, attributes in (("dataset", {}, {}), ("both", {}, {"box": 9 * numpy.ones(3)}),
                                           ("attribute", {"box": None}, {"box": numpy.ones(3)})):
            done = self.run_sum(datasets, **attributes)
            self.assertEqual(done.returncode, 0, done.stderr)
            with h5py.File(self.path("out.h5")) as f:
                result[name] = f["u"][...], f["parameters"].attrs["box"]
            os.remove(self.path("out.h5"))
        for name in ("both", "attribute"):
            numpy.testing.assert_array_equal(result[name][0], result["dataset"][0])
            numpy.testing.assert_array_equal(result[name][1], [1, 1, 1])
        self.assert_refused(self.run_sum({"box": None}), "there is no dataset 'g/box'")

    def test_all_that_is_missing_is_named_at_once(self):
        self.assert_refused(self.run_sum({"src": None, "f": None}), "'src' and 'f'", "'g'")
        self.assert_refused(self.run_mobility({"Y": None, "F": None}), "'Y' and 'F'", "'g'")

    def test_examples_are_inputs(self):
        """What --example writes is read by every layer, every part of it is described, and nothing is replaced."""
        for command, more in (("sum", [["--layer", layer, "--tolerance", "1e-4"]
                                       for layer in ("single", "double", "combined", "coulomb")]),
                              ("mobility", [["--tolerance", "1e-3"]])):
            file = self.path(command + ".h5")
            done = subprocess.run([program, command, "--example", file], capture_output=True, text=True, timeout=60)
            self.assertEqual(done.returncode, 0, done.stderr)
            with h5py.File(file) as f:
                for dataset in f["example"].values():
                    self.assertTrue(dataset.attrs["description"])
            for options in more:
                done = subprocess.run([program, command, file, "--group", "example", *options, "--output",
                                       self.path("out.h5"), "--overwrite"], capture_output=True, text=True, timeout=100)
                self.assertEqual(done.returncode, 0, done.stderr)
                with h5py.File(self.path("out.h5")) as f:
                    self.assertLessEqual(f.attrs["error_measured"], f.attrs["tolerance"])
            os.remove(self.path("out.h5"))
            again = subprocess.run([program, command, "--example", file], capture_output=True, text=True, timeout=60)
            self.assertEqual(again.returncode, 2)
            self.assertIn(file, again.stderr)

    def test_lengths_that_are_none(self):
        for length in (-1, 0, numpy.nan, numpy.inf, 1e-320):
            self.assert_refused(self.run_sum({"box": [1, length, 1]}), "g/box", "positive finite lengths")

    def test_viscosities_that_no_velocity_can_be_computed_with(self):
        """Squares of the velocities leave the range of a double: they were infinite, with exit code 0."""
        for viscosity in (4.952678067398183e+223, 1e-200):
            done = self.run_mobility({}, eta=viscosity)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertRegex(done.stderr, r"^slurry: .*viscosity eta = \S+ is .*other units\n$")
            self.assertEqual(os.listdir(self.here.name), ["in.h5"])

    def test_periodicities_that_are_none(self):
        for periodicity in (-1, 4, 1.5, 2**40, numpy.nan):
            self.assert_refused(self.run_sum({}, periodicity=periodicity), "periodicity")


if __name__ == "__main__":
    unittest.main()
