#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What `slurry bench` prints: rates, and the reached error beside each.  How fast it is, is not tested."""
import csv
import json
import os
import subprocess
import tempfile
import unittest

program = os.environ["SLURRY_PROGRAM"]


def bench(*arguments):
    return subprocess.run([program, "bench", *arguments], capture_output=True, text=True, timeout=250)


class Bench(unittest.TestCase):
    def check_sums(self, rows, points):
        self.assertEqual([(r["layer"], r["asked"]) for r in rows],
                         [(layer, t) for layer in ("single", "combined") for t in (1e-3, 1e-6, 1e-9)])
        for r in rows:
            self.assertEqual(r["points"], points)
            self.assertLessEqual(r["reached"], 1.5 * r["asked"], r)
            self.assertAlmostEqual(r["points_per_cpu_second"] * r["cpu_seconds"], points, delta=1e-6 * points)
            for stage in ("sort", "P2P", "P2G", "FFT", "CNV", "IFFT", "G2P"):
                self.assertGreater(r["stage_milliseconds"][stage], 0, stage)
                self.assertGreater(r["predicted_stage_milliseconds"][stage], 0, stage)
            self.assertAlmostEqual(r["predicted_milliseconds"], sum(r["predicted_stage_milliseconds"].values()))
            self.assertGreaterEqual(r["wall_seconds"], r["quickest_wall_seconds"])

    def test_everything_without_a_display(self):
        done = bench("--points", "3000", "--steps", "2", "--json", "-")
        self.assertEqual(done.returncode, 0, done.stderr)
        found = json.loads(done.stdout)
        self.check_sums(found["ewald"], 3000)
        self.check_direct(found["direct"])
        self.assertEqual([r["bodies"] for r in found["pipe"]], [300, 10000])
        for r in found["pipe"]:
            self.assertEqual(r["steps"], 2)
            self.assertEqual(r["message"], "")
            self.assertGreater(r["steps_per_second"], 0)
        self.assertIsNone(found["window"])
        self.assertIn("left out", done.stderr)

    def check_direct(self, rows):
        self.assertEqual([r["terms"] for r in rows], ["fp64", "fp32"])
        for r in rows:
            self.assertEqual(r["points"], 2000)
            self.assertAlmostEqual(r["times_the_bare_loop"] * r["bare_cpu_seconds"], r["cpu_seconds"],
                                   delta=1e-6 * r["cpu_seconds"])
        self.assertEqual(rows[0]["difference_from_fp64"], 0)
        self.assertGreater(rows[1]["difference_from_fp64"], 1e-9)
        self.assertLess(rows[1]["difference_from_fp64"], 2e-7)

    def test_direct_sum_for_a_person(self):
        done = bench("direct")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.count("times a bare loop"), 2)

    def test_two_threads_beside_one(self):
        done = bench("ewald", "--points", "2000", "--threads", "2", "--json", "-")
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = json.loads(done.stdout)
        self.check_sums(rows, 2000)
        for r in rows:
            self.assertEqual(r["threads"], 2)
            self.assertAlmostEqual(r["speed_up"] * r["quickest_wall_seconds"], r["one_thread_quickest_wall_seconds"])

    def test_stages_for_a_person(self):
        done = bench("stages", "--points", "1000")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.count("P2P"), 6)
        self.assertIn("points/CPU s", done.stdout)
        self.assertIn("predicted", done.stdout)

    def test_variants_of_stages(self):
        done = bench("variants", "--points", "2000", "--layer", "single", "--json", "-")
        self.assertEqual(done.returncode, 0, done.stderr)
        found = json.loads(done.stdout)
        self.assertGreater(found["flops_per_second"], 1e8)
        self.assertGreater(found["bytes_per_second"], 1e8)
        self.assertLessEqual(found["l1_cost"], found["l2_cost"])
        self.assertAlmostEqual(found["sources_per_cell"], 2000 * found["cutoff"] ** 3, delta=1e-9)
        done_by = {(r["stage"], r["variant"]): r for r in found["rows"] if "refused" not in r}
        for one, other in ((("P2P", "symmetric"), ("P2P", "per_target")), (("P2G", "rows"), ("P2G", "per_point"))):
            self.assertIn(one, done_by)
            self.assertLess(done_by[other]["difference"], 1e-11)  # the same numbers in another order
            self.assertGreater(done_by[other]["milliseconds"], 0)
        for r in found["rows"]:
            if "model_milliseconds" in r:
                t = r["model_milliseconds"]
                self.assertLessEqual(t["flops"], t["l1"])
                self.assertLessEqual(t["l1"], t["l2"])

    def test_variants_of_one_stage_with_published_parameters(self):
        done = bench("variants", "--points", "20000", "--stage", "G2P", "--published", "100", "--tolerance", "1e-4")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("(100 sources per cell), window 8", done.stdout)
        self.assertNotIn("P2P", done.stdout)

    def test_a_crystal_by_plain_ewald_sums(self):
        for arguments, most in (((), 1e-11), (("--all-pairs",), 1e-11), (("--jitter", "0.2"), 1e-10)):
            done = bench("coulomb", "--edge", "8", "--json", "-", *arguments)
            self.assertEqual(done.returncode, 0, done.stderr)
            (row,) = json.loads(done.stdout)
            self.assertEqual(row["charges"], 512)
            self.assertLess(row["relative_error_of_energy"], most)  # Madelung's constant, or another split
            self.assertGreater(row["pair_milliseconds"], 0)
            self.assertGreater(row["mode_milliseconds"], 0)
        self.assertEqual(bench("coulomb", "--edge", "9").returncode, 2)

    def test_published_direct_sums_of_a_crystal(self):
        done = bench("fcc", "--points", "500", "--json", "-")
        self.assertEqual(done.returncode, 0, done.stderr)
        found = json.loads(done.stdout)
        rows = found["kernels"]
        self.assertLessEqual({"naive", "tiling", "small-tiling"}, {r["kernel"] for r in rows})
        self.assertEqual({r["pair"] for r in rows}, {"rotne-prager", "oseen", "memory-alone"})
        for r in rows:
            self.assertGreater(r["milliseconds"], 0)
            if r["pair"] == "rotne-prager":
                self.assertAlmostEqual(r["mean_speed"], 68.9, delta=0.051)  # printed, nearest images
        (shares,) = found["shares"]
        self.assertGreater(shares["hydrodynamics_milliseconds"], shares["integration_milliseconds"])
        for r, growth in zip(found["faults"], (6.4, 6.8, 7.0)):
            self.assertAlmostEqual(r["growth_per_step"], growth, delta=0.051)
        self.assertEqual(bench("fcc", "--points", "149").returncode, 2)

    def test_order_of_access(self):
        done = bench("access", "--points", "500", "--json", "-")
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = json.loads(done.stdout)
        self.assertEqual(len(rows), 18)
        self.assertEqual([r["difference"] for r in rows if r["difference"] is not None], 8 * [0])

    def test_orbit_of_four_spheres(self):
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "orbit.csv")
            arguments = ("orbit", "--stepping", "rk4", "--terms", "fp64", "--box", "0", "--duration", "5300", "--output", file)
            done = bench(*arguments, "--json", "-")
            self.assertEqual(done.returncode, 0, done.stderr)
            (row,) = json.loads(done.stdout)
            self.assertFalse(row["breaks"])
            self.assertAlmostEqual(row["mean_duration"], 517.03598, delta=1e-3)
            with open(file) as lines:
                cycles = list(csv.DictReader(lines))
            self.assertEqual([int(c["cycle"]) for c in cycles], list(range(1, row["cycles"] + 1)))
            self.assertEqual(bench(*arguments).returncode, 2)  # the file is there
        done = bench("orbit", "--quick", "--duration", "1000")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.count("holds"), 9)  # eight rows, and the published figure of one

    def test_bad_input(self):
        for arguments in (("nothing",), ("variants", "--stage", "P3M"), ("pipe", "--stage", "P2P"), ("pipe", "--quick"),
                          ("coulomb", "--sums", "fp64"), ("orbit", "--device", "host"), ("orbit", "--terms", "fp64", "--sums", "fp32"),
                          ("variants", "--points", "1000", "--published", "500"), ("--points", "3"), ("--steps", "0"), ("--json", "file")):
            done = bench(*arguments)
            self.assertEqual(done.returncode, 2, arguments)
            self.assertEqual(done.stdout, "")


unittest.main()
