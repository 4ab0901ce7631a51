#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The reference of a scenario's keys on the command line, and where help says what a newcomer needs."""
import json
import os
import subprocess
import tempfile
import unittest

program = os.environ["SLURRY_PROGRAM"]


def slurry(*arguments, **options):
    return subprocess.run([program, *arguments], capture_output=True, text=True, timeout=100, **options)


class Options(unittest.TestCase):
    def test_all_keys(self):
        done = slurry("options")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        for key in ("fluid.viscosity", "bodies.volume_fraction", "solver.tolerance", "view.slice"):
            self.assertIn("  " + key + " ", done.stdout)
        listed = json.loads(slurry("options", "--json", "-").stdout)
        self.assertGreater(len(listed), 50)
        for option in listed:
            self.assertIn("  " + option["key"] + " ", done.stdout)

    def test_one_key_or_section(self):
        text = slurry("options", "fluid.viscosity").stdout
        for words in ("η", "number", "force time/length^2", "greater than 0", "0.05305164769729845", "while running"):
            self.assertIn(words, text)
        section = slurry("options", "driving").stdout
        self.assertEqual([line.split()[0] for line in section.splitlines()], ["driving.kind", "driving.period"])
        one = json.loads(slurry("options", "solver.tolerance", "--json", "-").stdout)
        self.assertEqual((len(one), one[0]["highest"]), (1, 0.1))

    def test_unknown_key(self):
        for wrong, right in (("bodies.phi", "bodies.volume_fraction"), ("dt", "integrator.time_step")):
            done = slurry("options", wrong)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn(f"did you mean '{right}'", done.stderr)
        self.assertNotIn("did you mean", slurry("options", "zz").stderr)

    def test_a_file_with_every_default_runs(self):
        with tempfile.TemporaryDirectory() as folder:
            name = os.path.join(folder, "all.toml")
            with open(name, "w") as f:
                f.write(slurry("options", "--toml").stdout)
            done = slurry("run", name, "--steps", "1", "--json", "-")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(json.loads(done.stdout)["scenario"], "all")

    def test_help_says_how_to_begin(self):
        for words in ("schema = 1", "[[bodies]]", "bodies.1.KEY", "slurry options"):
            self.assertIn(words, slurry("run", "--help").stdout)
        for words in ("Exit codes: 0 success", "130", "slurry options"):
            self.assertIn(words, " ".join(slurry("--help").stdout.split()))


if __name__ == "__main__":
    unittest.main()
