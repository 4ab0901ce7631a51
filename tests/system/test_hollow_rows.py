#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Files of runs that were killed while the last row was written: its columns have the row, and no values for it.  Each
command takes the frames that are whole; the truth is the same file without that row."""
import json
import os
import shutil
import subprocess
import tempfile
import unittest

import h5py
import numpy

program = os.environ["SLURRY_PROGRAM"]
whole = 1024  # frames; so many numbers are a chunk, and the next one needs a new chunk


def columns(f):
    """Datasets that have a row per frame."""
    found = []
    f.visititems(lambda name, d: found.append(name) if isinstance(d, h5py.Dataset) and d.shape and d.shape[0] == whole
                 and d.maxshape[0] is None else None)
    return found


class HollowRows(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = folder.name
        cls.good = os.path.join(cls.folder, "good.h5")
        cls.run_slurry("run", "two_spheres", "--output", cls.good, "--steps", str(whole - 1), "--threads", "1", "--set",
                       "output.stride=1", "--set", "run.until=1e9", "--set", "solver.deterministic=true")

    @classmethod
    def run_slurry(cls, *words):
        done = subprocess.run([program, *words], capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, (words, done.stderr)
        return done

    @staticmethod
    def lines(name):
        with open(name) as f:
            return [line for line in f if not line.startswith("#")]

    def killed(self, but=()):
        """All columns have a further row, of which only those in `but` have values."""
        path = os.path.join(self.folder, "killed.h5")
        shutil.copy(self.good, path)
        with h5py.File(path, "r+") as f:
            names = columns(f)
            self.assertGreater(len(names), 20)
            for name in names:
                before = f[name].id.get_num_chunks()
                f[name].resize(whole + 1, axis=0)
                if name.endswith(but):
                    f[name][whole] = whole if name.endswith("step") else f[name][whole - 1]
                hollow = f[name].id.get_num_chunks() == before and whole % f[name].chunks[0] == 0
                if name.endswith("flux/value"):
                    self.assertTrue(hollow)
        return path

    def test_each_command_takes_the_frames_that_are_whole(self):
        truth = json.loads(self.run_slurry("info", self.good, "--json", "-").stdout)
        words = ("--line", "3,0,0:9,0,0", "--count", "5", "--threads", "1", "--overwrite", "--output")
        csv = [os.path.join(self.folder, n) for n in ("good.csv", "killed.csv")]
        again = [os.path.join(self.folder, n) for n in ("good_on.h5", "killed_on.h5")]
        self.run_slurry("field", self.good, *words, csv[0])
        more = ("--steps", str(whole + 3), "--threads", "1", "--overwrite", "--output")
        self.run_slurry("run", "--resume", self.good, *more, again[0])
        for but in ((), ("/step",), ("/step", "/time"), ("/step", "/time", "position/value", "velocity/value")):
            path = self.killed(but)
            said = json.loads(self.run_slurry("info", path, "--json", "-").stdout)
            self.assertEqual(said["frames"], whole, but)
            for key in ("last", "steps", "time", "statistics", "errors"):
                self.assertEqual(said.get(key), truth.get(key), (but, key))
            self.run_slurry("info", path)
            self.run_slurry("field", path, *words, csv[1])
            self.assertEqual(self.lines(csv[0]), self.lines(csv[1]))
            self.run_slurry("run", "--resume", path, *more, again[1])
            with h5py.File(again[0]) as a, h5py.File(again[1]) as b:
                for name in ("position/step", "position/value", "velocity/value"):
                    self.assertGreater(len(b["particles/spheres"][name]), 1)
                    numpy.testing.assert_array_equal(a["particles/spheres"][name][...], b["particles/spheres"][name][...])


unittest.main()
