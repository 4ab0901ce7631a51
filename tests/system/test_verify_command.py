#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""slurry verify: the quick set passes, and no expected value can be wrong by twice its tolerance without a failure."""
import json
import os
import re
import subprocess
import tempfile
import unittest

program = os.environ["SLURRY_PROGRAM"]


def slurry(*arguments, **options):
    return subprocess.run([program, *arguments], capture_output=True, text=True, timeout=580, **options)


def moved(text):
    """The scenario with every expected value moved by twice its tolerance."""
    parts = text.split("[[expect]]")
    for i, part in enumerate(parts[1:], 1):
        tolerance = re.search(r"^tolerance = (.*)$", part, re.M)
        if tolerance:
            parts[i] = re.sub(r"^value = (.*)$", lambda m: f"value = {float(m[1]) + 2 * float(tolerance[1])!r}", part,
                              flags=re.M)
    return "[[expect]]".join(parts)


class Verify(unittest.TestCase):
    def test_quick_set_passes(self):
        done = slurry("verify", "--quick", "--json", "-")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        result = json.loads(done.stdout)  # data alone on standard output
        rows = [r for r in result["rows"] if "qualitative" not in r]
        self.assertGreater(len(rows), 30)
        for r in rows:
            self.assertTrue(r["pass"], r)
            self.assertTrue(r["level"] and r["source"], r)
        scenarios = {s["name"] for s in json.loads(slurry("scenarios", "--json", "-").stdout)}
        self.assertEqual({r["scenario"] for r in result["rows"]}, scenarios)

    def test_a_value_moved_by_twice_its_tolerance_fails(self):
        with tempfile.TemporaryDirectory() as folder:
            files = []
            for s in json.loads(slurry("scenarios", "--json", "-").stdout):
                text = slurry("scenarios", s["name"]).stdout
                if "tolerance" in moved(text):
                    files.append(os.path.join(folder, s["name"] + ".toml"))
                    with open(files[-1], "w") as f:
                        f.write(moved(text))
            done = slurry("verify", "--quick", "--json", "-", *files)
            self.assertEqual(done.returncode, 1, done.stderr)
            rows = [r for r in json.loads(done.stdout)["rows"] if "qualitative" not in r]
            self.assertGreater(len(rows), 30)
            for r in rows:
                self.assertFalse(r["pass"], r)
                self.assertNotIn("problem", r)

    def test_table_names_every_column(self):
        done = slurry("verify", "two_spheres")
        self.assertEqual(done.returncode, 0, done.stderr)
        for word in ("expected", "found", "tolerance", "pass", "level; source", "1.27734375", "6 of 6 pass", "reversibility"):
            self.assertIn(word, done.stdout)

    def test_a_run_that_cannot_be_done_is_a_failure_and_the_others_go_on(self):
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "dense.toml")
            with open(file, "w") as f:
                f.write('schema = 1\n[domain]\nkind = "periodic-3"\ncell = [2, 2, 3e7]\n[[bodies]]\n'
                        'positions = [[0, 0, 0]]\n[solver]\ncontacts = false\n[run]\nsteps = 1\n[[expect]]\nquantity = "flux"\nvalue = 0\ntolerance = 1\n')
            done = slurry("verify", file, "two_spheres")
            self.assertEqual(done.returncode, 1)
            self.assertIn("no grid fits", done.stdout)
            self.assertIn("6 of 7 pass", done.stdout)

    def test_bad_names_are_bad_input(self):
        done = slurry("verify", "two_sphere")
        self.assertEqual(done.returncode, 2)
        self.assertIn("did you mean 'two_spheres'", done.stderr)


if __name__ == "__main__":
    unittest.main()
