#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Ctrl-C and SIGTERM end the program within seconds while a run is set up, while its errors are measured for the first
time, and while a field or mobility is found: no file is there yet that could lose anything.  The pipe is so wide and the
tolerance so tight that the set-up takes minutes."""
import os
import signal
import subprocess
import tempfile
import time
import unittest

import h5py
import numpy as np

program = os.environ["SLURRY_PROGRAM"]
most = 10  # seconds from the signal to the end

wide = """schema = 1
[domain]
radius = %g
length = %g
[[bodies]]
positions = [[0, %g, 0]]
[solver]
tolerance = 1e-6
[run]
steps = 1
"""


class Signals(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.scenario, self.output = (os.path.join(self.folder.name, n) for n in ("wide.toml", "out.h5"))
        with open(self.scenario, "w") as f:
            f.write(wide % (160, 640, 158.5))

    def tearDown(self):
        self.folder.cleanup()

    def interrupt(self, arguments, which, after=2.0, until=None):
        """Exit code, the seconds that it took to end, and what was said."""
        run = subprocess.Popen([program, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        try:
            time.sleep(after)
            self.assertIsNone(run.poll(), "the run ended by itself: " + run.stderr.read() if run.poll() else "")
            began = time.time()
            run.send_signal(which)
            _, said = run.communicate(timeout=100)
            return run.returncode, time.time() - began, said
        finally:
            run.kill()
            run.communicate()

    def left(self):
        return sorted(os.listdir(self.folder.name))

    def test_while_a_run_is_set_up(self):
        for which, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
            for recorded in ([], ["--output", self.output]):
                with self.subTest(signal=which, recorded=bool(recorded)):
                    found, took, said = self.interrupt(["run", self.scenario, *recorded], which)
                    self.assertEqual(found, code, said)
                    self.assertLess(took, most, said)
                    self.assertIn("nothing was written", said)
                    self.assertEqual(self.left(), ["wide.toml"])

    def test_while_a_field_is_found(self):
        found, took, said = self.interrupt(["field", self.scenario, "--plane", "z=0", "--output", self.output], signal.SIGTERM)
        self.assertEqual(found, 143, said)
        self.assertLess(took, most, said)
        self.assertIn("nothing was written", said)
        self.assertEqual(self.left(), ["wide.toml"])

    def test_mobility_says_what_it_does_and_hears_signals(self):
        given = os.path.join(self.folder.name, "in.h5")
        with h5py.File(given, "w") as f:
            g = f.create_group("g")
            g["Y"], g["F"] = np.array([[0, 158.5, 0]]), np.array([[1.0, 0, 0]])
            for name, value in (("eta", 1.0), ("a", 1.0), ("R", 160.0), ("L", 640.0)):
                g.attrs[name] = value
        found, took, said = self.interrupt(["mobility", given, "--group", "g", "--tolerance", "1e-6", "--output", self.output],
                                           signal.SIGINT, after=4)
        self.assertEqual(found, 130, said)
        self.assertLess(took, most)
        self.assertIn("solving for 1 body", said)
        self.assertNotIn("out.h5", self.left())


if __name__ == "__main__":
    unittest.main()
