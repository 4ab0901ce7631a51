#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What `slurry bench` prints: rates, and the reached error beside each.  How fast it is, is not tested."""
import csv
import json
import math
import os
import signal
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

    def test_every_row_has_a_model_and_a_roofline_point(self):
        done = bench("variants", "--points", "1000", "--split", "hasimoto", "--json", "-")
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = [r for r in json.loads(done.stdout)["rows"] if "refused" not in r]
        self.assertEqual({r["stage"] for r in rows}, {"P2P", "P2G", "transform", "G2P"})
        self.assertIn("GM-1D+rational", [r["variant"] for r in rows])
        for r in rows:
            self.assertAlmostEqual(r["roofline"]["flops_per_second"] * r["milliseconds"] / 1e3, r["flops"], delta=1e-9 * r["flops"])
            self.assertGreater(r["roofline"]["flops_per_byte"], 0)

    def test_tables_of_the_paper(self):
        done = bench("tables", "--points", "500", "--json", "-")
        self.assertEqual(done.returncode, 0, done.stderr)
        tables = {t["table"]: t["rows"] for t in json.loads(done.stdout)["tables"]}
        self.assertEqual(list(tables), ["1", "3 and 6", "5 and 7", "8", "9", "10", "11", "Coulomb 1", "Coulomb 2", "Coulomb 3", "Coulomb 4"])
        # times that are multiplied with the peak, as figure 2 of the Coulomb paper has them at edge 128; of table 2 what
        # table 1 makes of a mode and charge: sin + cos + 3 simple
        (edge,) = [r for r in tables["Coulomb 4"] if r["what"] == "edge 128"]
        for platform, teraflop in (("haswell", 797), ("skylake", 855), ("knights_landing", 1035), ("k80", 529), ("v100", 559)):
            self.assertAlmostEqual(edge["printed"][platform], teraflop, delta=0.6)
        self.assertNotIn("here", edge)
        cycles = {r["what"]: r for r in tables["Coulomb 1"]}
        least = {r["what"]: r for r in tables["Coulomb 2"]}
        # six figures of table 2 follow from table 1 in place of what is printed, and three are printed otherwise
        self.assertEqual(sum(len(r.get("recomputed", {})) for r in least.values()), 9)
        self.assertEqual(sum(len(r["printed"]) for r in least.values()), 24)
        self.assertEqual(sum(len(set(r["printed"]) & set(r.get("recomputed", {}))) for r in least.values()), 3)
        for platform, figure in {**least["mode and charge"]["printed"], **least["mode and charge"]["recomputed"]}.items():
            sum_of = sum(cycles[k]["printed"][platform] for k in ("sin", "cos", "fused", "fused", "fused"))
            self.assertAlmostEqual(figure, sum_of, delta=0.011)
        if "here" in least["pair"]:
            self.assertAlmostEqual(least["pair"]["here"], 6 * cycles["fused"]["here"] + cycles["root"]["here"])
            self.assertAlmostEqual(least["pair within"]["here"],
                                   2 * cycles["fused"]["here"] + cycles["divide"]["here"] + cycles["erfc"]["here"])
        # printed figures are consistent with one another: 2 x 16.1/0.121 flop equivalents of erfc
        erfc = [r for r in tables["1"] if r["what"] == "erfc"][0]
        self.assertAlmostEqual(erfc["printed"], 2 * 16.1 / 0.121, delta=1)
        ranks = tables["11"]
        self.assertEqual([round(r["exchange_model_milliseconds"]) for r in ranks[1:]], [118, 177, 206, 221, 228, 232])
        self.assertAlmostEqual(sum(ranks[0]["printed_stages"].values()), 384.2)
        # 500 points are too few for the published numbers of sources per cell, which is told
        for r in tables["3 and 6"] + tables["9"]:
            self.assertIn("ask for fewer sources per cell", r["refused"])

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
                self.assertAlmostEqual(r["mean_speed"], 68.9, delta=0.051)  # found elsewhere, nearest images
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

    def test_least_times_of_a_crystal(self):
        for space in ("Serial", "OpenMP"):
            done = bench("coulomb", "--edge", "12", "--all-pairs", "--json", "-", *(("--serial",) if space == "Serial" else ()))
            self.assertEqual(done.returncode, 0, done.stderr)
            (row,) = json.loads(done.stdout)
            self.assertEqual((row["space"], row["threads"]), (space, 1))
            share = row["achieved_over_achievable"]
            self.assertAlmostEqual(share["pairs"] * row["pair_milliseconds"], row["least_pair_milliseconds"])
            self.assertAlmostEqual(share["modes"] * row["mode_milliseconds"], row["least_mode_milliseconds"])
            # a sum cannot be much quicker than its operations; noise is allowed for
            self.assertTrue(0.02 < share["sum"] < 1.5, row)
            # the published counts, added up by hand: of all pairs within half the edge, and of the modes' cube
            n, v = 1728, 4 / 3 * math.pi * row["cutoff_over_edge"] ** 3
            cube, within = (2 * math.ceil(row["largest_mode"]) + 1) ** 3, row["modes"]
            counted = n * n * (7 + 4 * v) + n + 3 * cube + within * (13 + 5 * n)
            self.assertAlmostEqual(row["operations"], counted, delta=1e-9 * counted)
        self.assertEqual(bench("pipe", "--serial").returncode, 2)
        self.assertEqual(bench("coulomb", "--serial", "--threads", "2").returncode, 2)

    def test_portability_over_spaces(self):
        with tempfile.TemporaryDirectory() as folder:
            def saved(name, text):
                path = os.path.join(folder, name)
                with open(path, "w") as f:
                    f.write(text)
                return path

            files, shares = [], []
            for name, arguments in (("one", ("--serial",)), ("two", ("--threads", "2"))):
                done = bench("coulomb", "--edge", "8", "--json", "-", *arguments)
                self.assertEqual(done.returncode, 0, done.stderr)
                files.append(saved(name + ".json", done.stdout))
                shares.append(json.loads(done.stdout)[0]["achieved_over_achievable"])
            done = bench("portability", *files, "--json", "-")
            self.assertEqual(done.returncode, 0, done.stderr)
            found = json.loads(done.stdout)
            self.assertEqual([(p["space"], p["threads"]) for p in found["platforms"]], [("Serial", 1), ("OpenMP", 2)])
            for part in ("pairs", "modes", "sum"):
                (row,) = [r for r in found["rows"] if r["what"] == "coulomb, balanced, edge 8: " + part]
                self.assertAlmostEqual(row["performance_portability"],
                                       2 / (1 / shares[0][part] + 1 / shares[1][part]), delta=1e-9)
            self.assertIn("two (OpenMP, 2 threads)", bench("portability", *files).stdout)

            # stages by hand: 2/(1/0.5 + 1/0.25) = 1/3; 0 where one cannot; whole: (10 + 5)/30 and (5 + 5)/30
            def stages(share, refused, **other):
                rows = [{"stage": "P2P", "variant": "a", "milliseconds": 20, "achieved_over_achievable": share},
                        {"stage": "P2G", "variant": "b", "milliseconds": 10, "achieved_over_achievable": 0.5},
                        {"stage": "P2G", "variant": "c", "milliseconds": 30, "achieved_over_achievable": 0.1}]
                if refused:
                    rows[2] = {"stage": "P2G", "variant": "c", "refused": "not here"}
                return json.dumps({"points": 10, "space": "OpenMP", "threads": 2, "sources_per_cell": 8.0, "rows": rows,
                                   **other})

            a, b = saved("a.json", stages(0.5, False)), saved("b.json", stages(0.25, True))
            done = bench("portability", a, b, "--json", "-")
            self.assertEqual(done.returncode, 0, done.stderr)
            metric = {r["what"]: r["performance_portability"] for r in json.loads(done.stdout)["rows"]}
            self.assertAlmostEqual(metric["P2P a"], 1 / 3)
            self.assertAlmostEqual(metric["P2G b"], 0.5)
            self.assertEqual(metric["P2G c"], 0)
            self.assertAlmostEqual(metric["whole, quickest of P2G + P2P"], 2 / (1 / 0.5 + 1 / (1 / 3)))

            other = saved("other.json", stages(0.5, False, points=11))
            fp32 = json.dumps({"space": "OpenMP", "sources_per_cell": 1, "rows": [
                {"stage": "P2P", "variant": "a", "milliseconds": 1}, {"stage": "P2P", "variant": "b", "refused": "no"}]})
            for wrong, said in (((), "no files are given"), ((saved("fp32.json", fp32),), "has a model"), ((os.path.join(folder, "none.json"),), "cannot be read"),
                                ((saved("broken.json", "[{"),), "is not JSON"),
                                ((saved("foreign.json", '{"a": 1}'),), "was not written by"),
                                ((saved("empty.json", "[]"),), "no rows"),
                                ((saved("text.json", '"x"'),), "was not written by"),
                                ((saved("rows.json", '[{"edge": 8}]'),), "space"),
                                ((a, other), "different sums: points is 10 and 11")):
                done = bench("portability", *wrong)
                self.assertEqual((done.returncode, done.stdout), (2, ""), wrong)
                self.assertIn(said, done.stderr)
            self.assertEqual(bench("coulomb", a).returncode, 2)

    def test_pair_functions_by_loops_over_cells(self):
        done = bench("pairs", "--points", "1000", "--per-cell", "20", "--json", "-")
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = json.loads(done.stdout)["rows"]
        functions = ["free Poisson", "free Stokeslet", "Ewald Stokes", "Ewald Stokes, rational", "Ewald charges"]
        self.assertEqual([(r["pair"], r["loop"]) for r in rows],
                         [(f, loop) for f in functions for loop in ("GM-1D", "SM-1D", "GM-2D", "SM-2D")])
        for r in rows:
            self.assertLess(r["difference"], 1e-13)  # the same numbers in another order
            self.assertAlmostEqual(r["targets_per_microsecond"] * r["milliseconds"], 1)
            # 27 cells of 20 sources, pi/6 of them evaluated and all tested (14 operations), as it was published
            counted = 1000 * 27 * 20 * (r["flops_of_a_pair"] * math.pi / 6 + 14)
            self.assertAlmostEqual(r["roofline"]["flops_per_second"] * r["milliseconds"] / 1e3, counted, delta=1e-9 * counted)
            # of which the share of a sphere in 27 cells is useful
            useful = 4 * math.pi / 81 * r["flops_of_a_pair"] / (r["flops_of_a_pair"] * math.pi / 6 + 14)
            self.assertAlmostEqual(r["useful_efficiency"] / r["published_efficiency"], useful)
        done = bench("pairs", "--points", "1000", "--per-cell", "200")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("ask for fewer sources per cell", done.stderr)
        done = bench("pairs", "--points", "1000", "--per-cell", "20", "--precision", "fp32")
        self.assertIn("in fp64 only", done.stdout)

    def test_schemes_of_m2l_between_their_bounds(self):
        order = 4
        done = bench("m2l", "--order", str(order), "--depth", "2", "--json", "-")
        self.assertEqual(done.returncode, 0, done.stderr)
        found = json.loads(done.stdout)
        rows = {r["scheme"]: r for r in found["rows"]}
        bounds, exact = ("memory bound", "compute bound"), ("dense", "naive", "nested", "symmetric", "parity", "rotation")
        self.assertEqual(set(rows), {*bounds, *exact, "plane_waves"})
        # 189 sources of 64 boxes; complex products of targets l, m >= 0 with all sources j, k at most of order 4
        products = 189 * 64 * sum(1 for l in range(order + 1) for _ in range(l + 1) for j in range(order + 1)
                                  for _ in range(-j, j + 1))
        for name, row in rows.items():
            self.assertAlmostEqual(row["flops_per_second"] * 1e-3 * row["milliseconds"] / (8 * products), 1, places=9, msg=name)
            share = rows["compute bound"]["milliseconds"] / row["milliseconds"]
            self.assertAlmostEqual(row["share_of_compute_bound"] / share, 1, places=9, msg=name)
        for name in exact:
            self.assertLess(rows[name]["difference"], 1e-13, name)
        self.assertTrue(0 < rows["plane_waves"]["difference"] < 0.05, rows["plane_waves"])
        self.assertEqual(rows["symmetric"]["share_by_printed_figures"], 0.3)

    def test_ranks_beside_the_printed_table(self):
        done = bench("ranks", "--points", "2000", "--tolerance", "1e-4", "--link", "50", "--json", "-")
        self.assertEqual(done.returncode, 0, done.stderr)
        found = json.loads(done.stdout)
        self.assertEqual((found["ranks"], found["points"]), (1, 2000))
        self.assertTrue(0 < found["reached"] < 1.5e-4, found)
        self.assertIn("64 printed", done.stderr)
        for stage in ("sort", "P2P", "P2G", "FFT", "CNV", "IFFT", "G2P"):
            self.assertGreaterEqual(found["stages"][stage], found["mean_stages"][stage] * (1 - 1e-9), stage)
        model = found["model"]
        self.assertEqual([m["ranks"] for m in model], [2 ** k for k in range(11)])
        more = [b["milliseconds"] - a["milliseconds"] for a, b in zip(model, model[1:])]
        self.assertTrue(all(m > 0 for m in more), model)  # more ranks wait longer for each other

    def test_single_operations(self):
        done = bench("operations", "--json", "-")
        self.assertEqual(done.returncode, 0, done.stderr)
        found = json.loads(done.stdout)
        cost = {r["operation"]: r for r in found["rows"]}
        for quick, slow in (("fused", "divide"), ("fused", "exp"), ("exp of ours", "erfc of ours"), ("add", "root")):
            self.assertLess(cost[quick]["nanoseconds"], cost[slow]["nanoseconds"])
        self.assertAlmostEqual(cost["fused"]["flop_equivalents"], 2)
        # the printed errors of fits in x^2 (degree m - 1), at random arguments not above them
        for degree, most in ((3, 9e-5), (4, 5e-6), (5, 4e-7), (6, 7e-9), (8, 6e-12), (10, 2e-14)):
            error = cost[f"erf(x)/x, degree {degree}"]["error"]
            self.assertTrue(most / 50 < error <= 1.1 * most, (degree, error))
        for r in found["rows"]:
            if "cycles" in r:  # more than 32 additions a cycle no core does, and no multiprocessor more than 128
                self.assertGreater(r["cycles"], 1 / (160 if "multiprocessors" in found else 50))

    def test_three_ways_to_sum(self):
        for periodic in (0, 1):
            done = bench("engines", "--points", "500", "--periodic", str(periodic), "--json", "-")
            self.assertEqual(done.returncode, 0, done.stderr)
            found = json.loads(done.stdout)
            self.assertEqual(len(found["rows"]), 10)
            for r in found["rows"]:
                self.assertEqual({e["engine"] for e in r["engines"]}, {"ewald", "direct", "fmm"}, r)
                for e in r["engines"]:
                    self.assertLess(e["reached"], 1.5 * r["asked"], (r["set"], e))
                time = {e["engine"]: e["cpu_seconds"] for e in r["engines"]}
                self.assertAlmostEqual(time[r["automatic"]] / min(time.values()), r["automatic_over_quickest"])
            self.assertEqual(found["cases"], 10)
            within = [r["automatic_over_quickest"] <= 1.2 for r in found["rows"]]
            self.assertEqual(found["within_1.2"], sum(within))
            self.assertIn("In ", done.stderr.splitlines()[-1])

    subjects = ("all", "ewald", "stages", "direct", "engines", "uneven", "pipe", "window", "variants", "tables", "pairs", "sum", "spread",
                "fcc", "access", "orbit", "coulomb", "m2l", "operations", "portability", "ranks")

    def test_the_list_names_every_subject_with_its_time(self):
        done = bench()
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = [line.split() for line in done.stdout.splitlines()]
        self.assertEqual([r[0] for r in rows[1:1 + len(self.subjects)]], list(self.subjects))
        for r in rows[1:1 + len(self.subjects)]:
            self.assertIn(r[-1], ("s", "minute", "minutes", "sum"), r)

    def test_every_subject_has_a_page_of_its_own_options(self):
        theirs = {"--stepping": {"orbit"}, "--edge": {"coulomb"}, "--stage": {"variants"}, "--per-cell": {"pairs", "sum"},
                  "--mesh": {"spread"}, "--steps": {"all", "pipe"}, "--serial": {"coulomb", "operations"},
                  "--terms": {"fcc", "orbit"}, "--sweep": {"spread", "variants"}, "--jitter": {"coulomb"},
                  "--variant": {"ewald", "stages", "sum"}, "--depth": {"m2l"}, "--periodic": {"engines"},
                  # options of `slurry sum` that the published rules always refuse
                  **{option: set() for option in ("--guarantee", "--gradient", "--pressure", "--absolute", "--zero-mode", "--engine")}}
        have = {option: set() for option in theirs}
        for subject in self.subjects:
            done = bench(subject, "--help")
            self.assertEqual(done.returncode, 0, done.stderr)
            words = done.stdout.split()
            self.assertNotIn("\n\n\n", done.stdout, subject)
            for option in theirs:
                if option in words:
                    have[option].add(subject)
            if subject != "sum":
                self.assertIn("--json", words)
            for said in ("Each line shows", "Source:", "Time on one core:"):
                self.assertIn(said, done.stdout, subject)
        self.assertEqual(have, theirs)

    def test_the_example_of_a_published_sum_can_be_summed_as_it_says(self):
        with tempfile.TemporaryDirectory() as folder:
            done = bench("sum", "--example", os.path.join(folder, "in.h5"))
            self.assertEqual(done.returncode, 0, done.stderr)
            command = done.stdout.split("try slurry ")[1].split()
            self.assertEqual(command[:2], ["bench", "sum"])
            done = subprocess.run([program, *command], cwd=folder, capture_output=True, text=True, timeout=250)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("slurry bench sum: 1000 sources", done.stderr)

    def test_numbers_beyond_the_help_are_refused_once(self):
        for arguments, said in ((("fcc", "--points", "149"), "from 150 to 200000"), (("access", "--points", "99"), "from 100 to 1e+06"),
                                (("spread", "--mesh", "4"), "--mesh is 4, but the window is 6 nodes wide")):
            done = bench(*arguments)
            self.assertEqual((done.returncode, done.stdout), (2, ""), arguments)
            self.assertIn(said, done.stderr)
            self.assertEqual(done.stderr.count("\n"), 1, done.stderr)

    def test_options_may_stand_before_the_subject(self):
        done = bench("--points", "1000", "--json", "-", "spread", "--mesh", "8")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual({r["points"] for r in json.loads(done.stdout)}, {1000})

    def test_rows_come_as_soon_as_they_are_measured(self):
        for arguments, first in ((("coulomb",), "    8 "), (("spread", "--mesh", "16", "--points", "20000"), "particle"),
                                 (("variants", "--points", "5000"), "P2P"), (("tables", "--points", "10000"), "s = 256")):
            with subprocess.Popen([program, "bench", *arguments], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                  text=True) as running:
                self.assertTrue(any(line.startswith(first) for line in running.stdout), arguments)
                running.kill()
            self.assertEqual(running.returncode, -signal.SIGKILL, arguments)

    def test_rows_are_messages_beside_json(self):
        done = bench("spread", "--mesh", "8", "--points", "500", "--json", "-")
        self.assertEqual(done.returncode, 0, done.stderr)
        for r in json.loads(done.stdout):
            self.assertIn(r["method"], done.stderr)

    def test_bad_input(self):
        for arguments in (("nothing",), ("variants", "--stage", "P3M"), ("pipe", "--stage", "P2P"), ("pipe", "--quick"),
                          ("coulomb", "--sums", "fp64"), ("orbit", "--device", "host"), ("orbit", "--terms", "fp64", "--sums", "fp32"),
                          ("variants", "--points", "1000", "--published", "500"), ("--points", "3"), ("--steps", "0"), ("--json", "file")):
            done = bench(*arguments)
            self.assertEqual(done.returncode, 2, arguments)
            self.assertEqual(done.stdout, "")


unittest.main()
