#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The page on files: its example runs, and it names every dataset that there is."""
import os
import re
import subprocess
import sys
import tempfile
import unittest

import h5py

program = os.environ["SLURRY_PROGRAM"]
page = os.path.join(os.path.dirname(__file__), "..", "..", "engine", "io", "files.md")


class Page(unittest.TestCase):
    def test_example_runs_and_every_dataset_is_named(self):
        with open(page) as f:
            text = f.read()
        example = re.search(r"```python\n(.*?)```", text, re.S).group(1)
        with tempfile.TemporaryDirectory() as folder:
            run = os.path.join(folder, "settle.h5")
            subprocess.run([program, "run", "welcome", "--steps", "6", "--set", "output.stride=2", "--output", run],
                           check=True, capture_output=True)
            done = subprocess.run([sys.executable, "-c", example], cwd=folder, capture_output=True, text=True, timeout=60)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("300 bodies", done.stdout)
            with h5py.File(run) as f:
                names = set()
                f.visit(names.add)
                for name in f["particles/spheres"]:
                    self.assertIn("`" + name + "`", text)
                for name in f["parameters"]:
                    self.assertIn("`" + name + "`", text)
                for name in f["observables"]:
                    self.assertIsNotNone(f["observables"][name]["value"].attrs["description"])
                for name in f["slurry"]:
                    self.assertIn("`slurry/" + name, text)
                for name in f["slurry/observables"]:
                    if name.startswith("error_") and "value" not in f["slurry/observables"][name]:
                        self.assertIn("`" + name + "`", text)

    def test_each_quantity_says_its_own_words(self):
        """The same words in the file as in the table."""
        with tempfile.TemporaryDirectory() as folder:
            run = os.path.join(folder, "settle.h5")
            subprocess.run([program, "run", "two_spheres", "--steps", "2", "--output", run], check=True,
                           capture_output=True)
            with h5py.File(run) as f:
                said = f["observables/mean_settling_velocity/value"].attrs["description"]
                self.assertEqual(said, "Mean velocity of the bodies along gravity, \u27e8v\u00b7g\u27e9 [U\u2080]")


if __name__ == "__main__":
    unittest.main()
