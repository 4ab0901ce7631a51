#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Values of options that no command can do anything with: exit code 2, and a sentence that says what would do."""
import os
import re
import subprocess
import tempfile
import unittest

import h5py
import numpy

program = os.environ["SLURRY_PROGRAM"]


class Values(unittest.TestCase):
    def setUp(self):
        self.here = tempfile.TemporaryDirectory()
        random = numpy.random.default_rng(4)
        with h5py.File(os.path.join(self.here.name, "in.h5"), "w") as f:
            g = f.create_group("g")
            g["src"], g["f"], g["box"] = random.random((40, 3)), random.standard_normal((40, 3)), numpy.ones(3)
            g["Y"], g["F"] = 10 * numpy.eye(3), numpy.eye(3)
            g.attrs["periodicity"], g.attrs["eta"], g.attrs["a"] = 0, 1.0, 0.1
        self.sum = ["sum", "in.h5", "--group", "g", "--output", "out.h5"]
        self.mobility = ["mobility", "in.h5", "--group", "g", "--output", "out.h5"]

    def tearDown(self):
        self.here.cleanup()

    def slurry(self, *arguments):
        return subprocess.run([program, *arguments], capture_output=True, text=True, timeout=100, cwd=self.here.name)

    def assert_refused(self, line, *words):
        done = self.slurry(*line)
        self.assertEqual(done.returncode, 2, (line, done.stderr))
        self.assertEqual(done.stdout, "", line)
        first = done.stderr.splitlines()[0]
        for word in words:
            self.assertIn(word, first, line)
        self.assertEqual(os.listdir(self.here.name), ["in.h5"])

    def test_threads(self):
        sum_line = [*self.sum, "--layer", "single", "--tolerance", "1e-3"]
        said = re.search(r"this machine runs (\d+) at a time; give \1, or at most (\d+)",
                         self.slurry(*sum_line, "--threads", "100000000").stderr)
        self.assertTrue(said)
        most = int(said.group(2))
        self.assertEqual(most, max(64, 4 * int(said.group(1))))
        for command in (sum_line, self.mobility, ["run", "two_spheres"], ["verify", "two_spheres"], ["bench", "ewald"]):
            for threads in (str(most + 1), "1000000", "2147483647", "99999999999999999999"):
                self.assert_refused([*command, "--threads", threads], "--threads", threads + " threads were asked for",
                                    f"this machine runs {said.group(1)} at a time", f"at most {most}")
            for threads in ("0", "-1", "1.5", "x", ""):
                self.assert_refused([*command, "--threads", threads], "--threads", f"'{threads}'",
                                    f"a whole number from 1 to {most}")
        done = self.slurry(*sum_line, "--threads", "3")
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_devices(self):
        """Built for the host alone, or for a device too: the word of a device that is not there is refused."""
        sum_line = [*self.sum, "--layer", "single", "--tolerance", "1e-3"]
        for command in (sum_line, self.mobility, ["run", "two_spheres"], ["verify", "two_spheres"]):
            self.assert_refused([*command, "--device", "gpu"], "--device", "gpu", "auto", "host", "cuda")
        if self.slurry(*sum_line, "--device", "cuda").returncode == 0:
            return
        for command in (sum_line, self.mobility, ["run", "two_spheres", "--steps", "1"]):
            self.assert_refused([*command, "--device", "cuda"], "'cuda'", "host")
        for device in ("auto", "host"):
            done = self.slurry(*sum_line, "--device", device, "--overwrite")
            self.assertEqual(done.returncode, 0, done.stderr)
            with h5py.File(os.path.join(self.here.name, "out.h5")) as f:
                self.assertEqual(f["stages"].attrs["device"], "host")

    def test_engines(self):
        """Each engine says that it summed; both agree, and a word that names none is refused with those that there are."""
        line = [*self.sum, "--layer", "single", "--tolerance", "1e-5"]
        self.assert_refused([*line, "--engine", "magic"], "magic", "automatic", "ewald", "direct")
        self.assert_refused([*line, "--engine", "direct", "--guarantee"], "guarantee", "direct")
        for engine in ("ewald", "automatic"):
            done = self.slurry(*line, "--engine", engine, "--overwrite")
            self.assertEqual(done.returncode, 0, done.stderr)
            with h5py.File(os.path.join(self.here.name, "out.h5")) as f:
                stages = f["stages"].attrs
                self.assertIn(stages["engine"], ("ewald", "direct"))
                if engine != "automatic":
                    self.assertEqual(stages["engine"], engine)
                predicted, measured = stages["P2P"]
                self.assertGreater(predicted, 0)
                self.assertGreater(measured, 0)
        done = self.slurry(*line, "--engine", "automatic", "--plans")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"(?m)^ewald +one grid .* ms, .* MB, rms error of the velocity [0-9.e-]+:.* P2P ")
        self.assertRegex(done.stdout, r"(?m)^direct .*rms error of the velocity rounding alone:")
        self.assertIn("The tolerance is relative to the rms velocity", done.stderr)
        for engine in ("automatic", "ewald", "direct"):
            done = self.slurry(*self.mobility, "--engine", engine, "--overwrite")
            self.assertEqual(done.returncode, 0, done.stderr)

    def test_tolerances(self):
        for command in ([*self.sum, "--layer", "single"], [*self.sum, "--layer", "single", "--absolute"], self.mobility):
            for tolerance in ("0", "-1", "-inf", "inf", "nan", "", "x", "1e-3x", "1e-999"):
                self.assert_refused([*command, "--tolerance", tolerance], "--tolerance", f"'{tolerance}'",
                                    "a positive number, below 1")
        for command in ([*self.sum, "--layer", "single"], self.mobility):
            for tolerance in ("1", "2", "1e300"):
                self.assert_refused([*command, "--tolerance", tolerance], "--tolerance", "relative",
                                    "a positive number below 1")
        done = self.slurry(*self.sum, "--layer", "single", "--tolerance", "20", "--absolute")
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_words(self):
        sum_line = [*self.sum, "--tolerance", "1e-3"]
        for command, option, words in (
                (sum_line, "--layer", ["single", "double", "combined", "coulomb"]),
                ([*sum_line, "--layer", "single"], "--precision", ["fp64", "fp32"]),
                ([*sum_line, "--layer", "single"], "--split", ["prolate", "hasimoto"]),
                ([*sum_line, "--layer", "single"], "--parameters", ["chosen", "published", "modelled"]),
                ([*sum_line, "--layer", "single"], "--zero-mode", ["zero-mean-velocity", "zero-face-flux"]),
                (self.mobility, "--bodies", ["spheres", "points"])):
            for given in ("fp16", "0", "1", "", words[0].upper()):
                self.assert_refused([*command, option, given], f"{option}: '{given}' is not known",
                                    ", ".join(words[:-1]) + " or " + words[-1])
        self.assert_refused(["bench", "0"], "'0' is not known", "portability or ranks")
        self.assert_refused([*self.mobility, "--net-flow", "0"], "--net-flow 0 is not known", "zero-flux, zero-gradient")

    def test_seeds(self):
        for seed in ("-1", "1.5", "x", "99999999999999999999"):
            self.assert_refused(["run", "two_spheres", "--seed", seed], "--seed", f"'{seed}'", "from 0 to 9.2e18")

    def test_counts(self):
        self.assert_refused(["run", "two_spheres", "--steps", "0"], "--steps", "'0'", "a whole number of at least 1")
        self.assert_refused(["run", "two_spheres", "--until", "0"], "--until", "'0'", "positive number")

    def test_what_would_be_ignored(self):
        self.assert_refused(["scenarios", "welcome", "--json", "-"], "name and --json cannot both be given")
        self.assert_refused(["run", "--resume", "in.h5", "--seed", "2"], "--resume and --seed cannot both be given")
        self.assert_refused([*self.mobility, "--net-flow", "gradient=nan"], "has no finite number after its =")

    def test_scenarios_with_nothing_in_them(self):
        for text, command, word in (("", "run", "there is no 'schema'"),
                                    ('schema = 1\n[domain]\nkind = "free-space"\n[[bodies]]\npositions = [[0, 0, 0]]\n', "verify", "has no expectation")):
            with tempfile.NamedTemporaryFile("w", suffix=".toml") as f:
                f.write(text)
                f.flush()
                self.assert_refused([command, f.name], word)

    def test_help_says_what_the_tolerance_is_of(self):
        text = re.sub(r"\s+", " ", self.slurry("sum", "--help").stdout)
        self.assertIn("l2 error of u (coulomb: of phi)", text)
        self.assertIn("The errors of gradient and pressure may be larger", text)


if __name__ == "__main__":
    unittest.main()
