#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""slurry rates: measured once, stored, shown, done again; they decide parameters, but not of deterministic runs;
files that cannot be used are no obstacle."""
import json
import os
import subprocess
import tempfile
import unittest

import h5py
import numpy as np

program = os.environ["SLURRY_PROGRAM"]


class Rates(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.cache = os.path.join(self.folder.name, "cache")
        self.file = os.path.join(self.cache, "rates.json")

    def tearDown(self):
        self.folder.cleanup()

    def run_it(self, *arguments):
        return subprocess.run([program, *arguments], capture_output=True, text=True, timeout=250,
                              env=dict(os.environ, SLURRY_CACHE=self.cache))

    def sum(self):
        source, output = (os.path.join(self.folder.name, n) for n in ("in.h5", "out.h5"))
        random = np.random.default_rng(1)
        with h5py.File(source, "w") as f:
            g = f.create_group("a")
            g["src"], g["f"], g["box"] = random.random((300, 3)), random.standard_normal((300, 3)), np.ones(3)
            g.attrs["periodicity"] = 3
        done = self.run_it("sum", source, "--group", "a", "--layer", "single", "--tolerance", "1e-4", "--output", output,
                           "--overwrite", "--threads", "1")
        self.assertEqual(done.returncode, 0, done.stderr)
        with h5py.File(output) as f:
            return done.stderr, dict(f["timings"].attrs), dict(f["parameters"].attrs)

    def multiply_stored(self, factors):
        with open(self.file) as f:
            stored = json.load(f)
        for entry in stored["rates"]:
            for layer in ("single", "combined", "coulomb"):
                for rate, factor in factors.items():
                    entry["engines"][f"ewald/{layer}/{rate}"] *= factor
        with open(self.file, "w") as f:
            json.dump(stored, f)

    def run_positions(self, *options):
        output = os.path.join(self.folder.name, "run.h5")
        done = self.run_it("run", "hindered_settling", "--set", "bodies.count=200", "--set", "solver.method=ewald",
                           *options, "--steps", "3", "--threads", "1", "--output", output, "--overwrite")
        self.assertEqual(done.returncode, 0, done.stderr)
        with h5py.File(output) as f:
            group = [g for g in f["particles"]][0]
            return f[f"particles/{group}/position/value"][()], f["parameters/solver"].attrs["cutoff_radius"]

    def test_measured_once_stored_shown_and_done_again(self):
        words, timings, _ = self.sum()
        self.assertIn("built in", words)
        self.assertEqual(timings["rates"], "built in")
        self.assertFalse(os.path.exists(self.file))  # never by surprise
        first = self.run_it("rates", "--threads", "1", "--json", "-")
        self.assertEqual(first.returncode, 0, first.stderr)
        rows = json.loads(first.stdout)
        self.assertEqual([(r["precision"], r["threads"]) for r in rows], [("fp64", 1), ("fp32", 1)])
        with open(self.file) as f:
            stored = f.read()
        again = self.run_it("rates", "--threads", "1")
        self.assertIn("measured 20", again.stdout)
        with open(self.file) as f:
            self.assertEqual(f.read(), stored)
        words, timings, _ = self.sum()
        self.assertIn("measured 20", words)
        self.assertIn("measured 20", timings["rates"])
        for stage in ("P2P", "P2G", "FFT", "CNV", "IFFT", "G2P"):
            self.assertGreater(timings[stage + "_predicted"], 0)
        self.older_files_have_the_rates_in_other_places(timings)
        self.decides_but_not_in_deterministic_runs()
        self.accelerators_keep_their_own()
        self.run_it("rates", "--threads", "1", "--redo")
        with open(self.file) as f:
            redone = f.read()
        self.assertNotEqual(redone, stored)
        self.assertEqual(len(json.loads(redone)["rates"]), 3)

    def older_files_have_the_rates_in_other_places(self, timings):
        """Version 1 of the file had the rates of Ewald by layer, and those of all pairs on their own."""
        with open(self.file) as f:
            new = f.read()
        stored = json.loads(new)
        for entry in stored["rates"]:
            for name in list(entry["engines"]):
                parts = name.split("/")
                if parts[0] == "ewald":
                    entry.setdefault(parts[1], {})[parts[2]] = entry["engines"].pop(name)
                elif parts[0] == "direct":
                    entry["direct_" + parts[1]] = entry["engines"].pop(name)
            self.assertEqual(sorted(entry["single"]), sorted(entry["coulomb"]))
            self.assertEqual(len(entry["single"]), 13)
        with open(self.file, "w") as f:
            json.dump(stored, f)
        words, old, _ = self.sum()
        self.assertIn("measured 20", words)
        for stage in ("P2P", "P2G", "FFT", "CNV", "IFFT", "G2P"):
            self.assertEqual(old[stage + "_predicted"], timings[stage + "_predicted"])
        del stored["rates"][0]["combined"]["row"]
        with open(self.file, "w") as f:
            json.dump(stored, f)
        words, old, _ = self.sum()
        self.assertIn("missing or not positive", words)
        self.assertEqual(old["rates"], "built in")
        with open(self.file, "w") as f:
            f.write(new)

    def accelerators_keep_their_own(self):
        """Rates of one stand beside those of the host, which goes by none of them."""
        *_, before = self.sum()
        with open(self.file) as f:
            stored = json.load(f)
        of_a_card = json.loads(json.dumps(stored["rates"][0]))
        of_a_card["accelerator"] = "another card"
        for rate in ("fft", "ifft", "multiply"):
            of_a_card["engines"][f"ewald/single/{rate}"] *= 1e6
        stored["rates"].append(of_a_card)
        with open(self.file, "w") as f:
            json.dump(stored, f)
        *_, after = self.sum()
        self.assertEqual(after["cutoff_radius"], before["cutoff_radius"])

    def decides_but_not_in_deterministic_runs(self):
        deterministic = ("--set", "solver.deterministic=true")
        *_, measured = self.sum()
        before, cutoff_before = self.run_positions(*deterministic)
        self.multiply_stored({"pair": 1e-3, "pair_degree": 1e-3, "row": 1e-3})
        *_, quick_pairs = self.sum()
        self.assertGreater(quick_pairs["cutoff_radius"], measured["cutoff_radius"])
        self.assertLess(quick_pairs["grid"][0], measured["grid"][0])
        # the run takes the longest cutoff there is in any case: there, dear pairs make the difference
        self.multiply_stored({"pair": 1e6, "pair_degree": 1e6, "row": 1e6})
        after, cutoff_after = self.run_positions(*deterministic)
        self.assertEqual(cutoff_after, cutoff_before)
        np.testing.assert_array_equal(after, before)
        _, cutoff_free = self.run_positions()
        self.assertLess(cutoff_free, cutoff_before)

    def test_rates_of_another_machine_are_told_and_not_used(self):
        os.makedirs(self.cache)
        with open(self.file, "w") as f:
            json.dump({"format": 1, "rates": [{"processor": "another", "build": "0", "precision": "fp64", "threads": 1}]}, f)
        words, timings, _ = self.sum()
        self.assertIn("other processors or builds", words)
        self.assertEqual(timings["rates"], "built in")

    def test_a_damaged_file_is_no_obstacle(self):
        os.makedirs(self.cache)
        for damage in ("", "{", "[]", '{"format": 1, "rates": 3}', '{"format": 99, "rates": []}'):
            with open(self.file, "w") as f:
                f.write(damage)
            words, timings, _ = self.sum()
            self.assertIn("cannot be read", words)
            self.assertEqual(timings["rates"], "built in")

    def test_the_command_that_moved_says_where_to(self):
        done = self.run_it("bench", "rates")
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stderr, "slurry: 'slurry bench rates' is now 'slurry rates'; it takes the same options\n")
        self.assertFalse(os.path.exists(self.file))

    def test_a_folder_that_cannot_be_written_is_said(self):
        with open(self.cache, "w") as f:
            f.write("a file where the folder should be")
        self.sum()
        done = self.run_it("rates", "--threads", "1")
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("SLURRY_CACHE", done.stderr)


unittest.main()
