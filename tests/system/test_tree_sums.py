#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""slurry sum --engine fmm on the command line, with 0 to 3 periodic directions.  The reference groups: the error that is
reached is at most 1.5 times the one that is asked for.  More points, forces, charges and both layers: it is within a factor
of 3 of the one that is predicted as well, for gradients and pressures too; the truth is the Ewald sum at 1e-11, in free space
the sum of all pairs."""
import os
import subprocess
import tempfile
import unittest

import h5py
import numpy as np

program = os.environ["SLURRY_PROGRAM"]
reference = os.path.join(os.environ["SLURRY_SOURCE"], "tests", "reference", "data", "stokes_reference.h5")
folder = tempfile.mkdtemp()
output = os.path.join(folder, "out.h5")
points = os.path.join(folder, "points.h5")


def run(file, group, layer, tolerance, engine, *more):
    done = subprocess.run([program, "sum", file, "--group", group, "--layer", layer, "--tolerance", str(tolerance), "--engine",
                           engine, "--output", output, "--overwrite", *more], capture_output=True, text=True)
    if done.returncode != 0:
        raise AssertionError(f"{group} {layer} {tolerance}: {done.stderr}")
    with h5py.File(output) as f:
        values = {k: v[()] for k, v in f.items() if isinstance(v, h5py.Dataset)}
        return values, dict(f["errors"].attrs), dict(f["stages"].attrs)


def relative(a, b):
    return np.linalg.norm(a - b) / np.linalg.norm(b)


class TreeSums(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        random = np.random.default_rng(11)
        with h5py.File(points, "w") as f:
            for periodicity in range(4):
                g = f.create_group(str(periodicity))
                g["src"] = random.random((3000, 3))
                g["trg"] = random.random((600, 3))
                for name in "fqn":
                    g[name] = random.standard_normal((3000, 3))
                g["charge"] = random.standard_normal(3000)
                g["box"] = np.ones(3)
                g.attrs["periodicity"] = periodicity

    def test_flat_boxes(self):
        """Up to 1 to 8 every target has what is asked; flatter boxes, where a few targets err by more, are refused."""
        random = np.random.default_rng(11)
        flat = os.path.join(folder, "flat.h5")
        with h5py.File(flat, "w") as f:
            for name, side in (("eight", 0.25), ("ten", 0.2)):
                g = f.create_group(name)
                g["box"] = [side, 2, 2]
                g["src"] = random.random((600, 3)) * g["box"][()]
                for density in "fqn":
                    g[density] = random.standard_normal((600, 3))
                g.attrs["periodicity"] = 3
        for layer in ("single", "double"):
            truth = run(flat, "eight", layer, 1e-10, "ewald")[0]["u"]
            self.assertLess(relative(run(flat, "eight", layer, 1e-5, "fmm")[0]["u"], truth), 1.5e-5, layer)
        with self.assertRaisesRegex(AssertionError, "at most 8 times another"):
            run(flat, "ten", "double", 1e-5, "fmm")

    def test_the_measured_error_is_that_of_all_targets(self):
        """One target of a hundred has most of the squared error, so 64 random targets told up to five times too little."""
        random = np.random.default_rng(58)
        file = os.path.join(folder, "measured.h5")
        for layer, box in (("single", [1.3, 0.5, 1.0]), ("double", [1.3, 0.5, 1.0]), ("single", [1, 1, 1])):
            for periodicity in (0, 2, 3):
                with h5py.File(file, "w") as f:
                    g = f.create_group("g")
                    g["box"] = box
                    g["src"] = random.random((4000, 3)) * box
                    for density in "fqn":
                        g[density] = random.standard_normal((4000, 3))
                    g.attrs["periodicity"] = periodicity
                truth = run(file, "g", layer, 1e-10, "direct" if periodicity == 0 else "ewald")[0]["u"]
                values, errors, _ = run(file, "g", layer, 1e-6, "fmm")
                self.assertEqual(errors["measured_targets"], 1024)
                ratio = relative(values["u"], truth) / errors["measured"]
                self.assertTrue(1 / 1.6 < ratio < 1.6, (layer, box, periodicity, ratio))

    def test_few_sources_cast_doubt_on_the_prediction(self):
        random = np.random.default_rng(58)
        file = os.path.join(folder, "few.h5")
        for count in (15, 3000):
            with h5py.File(file, "w") as f:
                g = f.create_group("g")
                g["box"] = [1.3, 0.5, 1]
                g["src"] = random.random((count, 3)) * [1.3, 0.5, 0.3]
                g["trg"] = random.random((11, 3)) * [1.3, 0.5, 0.3] + [0, 0, 0.65]
                for density in "qn":
                    g[density] = random.standard_normal((count, 3))
                g.attrs["periodicity"] = 2
            errors = run(file, "g", "double", 1e-6, "fmm")[1]
            self.assertEqual("doubt" in errors, count < 3000)
            self.assertLess(errors["measured"], 1.5e-6)

    def test_clouds_at_the_ends_of_a_long_free_direction(self):
        """Images of one cloud meet the other one where expansions about the middle of the box err the most.  The cloud of a net
        force and its counterpart are many periods apart; the truth is the sum of all pairs with its images."""
        random = np.random.default_rng(12)
        apart = os.path.join(folder, "apart.h5")
        with h5py.File(apart, "w") as f:
            for periodicity, away in ((1, (0, 60, 7)), (1, (0, 20, 20)), (2, (0, 0, 30))):
                g = f.create_group(f"{periodicity} {away}")
                g["src"] = np.concatenate([random.random((20, 3)), random.random((20, 3)) + away])
                g["f"] = random.standard_normal((40, 3)) + np.repeat([[1, 1, 1], [-1, -1, -1]], 20, axis=0)
                g["box"] = [1] + [1 if periodicity == 2 else away[1] + 1, away[2] + 1]
                g.attrs["periodicity"] = periodicity
            names = list(f)
        for name in names:
            truth = run(apart, name, "single", 1e-11, "ewald")[0]["u"]
            for tolerance in (1e-4, 1e-7, 1e-9):
                values, _, _ = run(apart, name, "single", tolerance, "fmm")
                self.assertLess(relative(values["u"], truth), 1.5 * tolerance, (name, tolerance))

    def test_reach_what_is_asked_in_reference_groups(self):
        with h5py.File(reference) as f:
            truths = {name: {k: g[k][()] for k in ("u_single", "u_combined")} for name, g in f.items() if "cubic" in name}
        self.assertEqual(len(truths), 8)
        for name, truth in truths.items():
            for layer, tolerance, precision in (("single", 1e-3, "fp64"), ("combined", 1e-3, "fp64"), ("single", 1e-6, "fp64"),
                                                ("single", 1e-9, "fp64"), ("single", 1e-3, "fp32"), ("single", 1e-5, "fp32"),
                                                ("combined", 1e-3, "fp32"), ("combined", 1e-5, "fp32")):
                values, _, stages = run(reference, name, layer, tolerance, "fmm", "--precision", precision)
                self.assertLess(relative(values["u"], truth[f"u_{layer}"]), 1.5 * tolerance, f"{name} {layer} {tolerance}")
                self.assertEqual(stages["engine"], "fmm")

    def test_predict_what_they_reach(self):
        for periodicity in range(4):
            fp64, fp32 = ((1e-3, "fp64"), (1e-6, "fp64")), ((1e-3, "fp32"), (1e-5, "fp32"))
            for layer, asked, fields in (("single", fp64 + fp32, ("--gradient", "--pressure")),
                                         ("coulomb", fp64 + fp32, ("--gradient",)),
                                         ("combined", fp64[:1] + fp32, ("--gradient", "--pressure"))):
                exact = "direct" if periodicity == 0 else "ewald"
                truth, _, _ = run(points, str(periodicity), layer, 1e-11, exact, *fields)
                for tolerance, precision in asked:
                    values, errors, _ = run(points, str(periodicity), layer, tolerance, "fmm", "--precision", precision, *fields)
                    value = "phi" if layer == "coulomb" else "u"
                    for name, of in ((value, ""), ("grad_" + value, "gradient_"), ("p", "pressure_")):
                        if name not in values:
                            continue
                        reached, predicted = relative(values[name], truth[name]), errors[of + "predicted"]
                        what = f"{periodicity} {layer} {tolerance} {precision} {name}: reached {reached:.1e}, predicted {predicted:.1e}"
                        if name == value:
                            self.assertLess(reached, 1.5 * tolerance, what)
                        self.assertLess(reached, 3 * predicted, what)
                        self.assertGreater(reached, predicted / 3, what)

    def test_schemes_of_m2l_are_variants(self):
        values = [run(points, "1", "single", 1e-5, "fmm", "--variant", f"M2L={scheme}")[0]["u"]
                  for scheme in ("plane_waves", "rotation", "parity", "dense", "symmetric", "nested",
                                 "naive")]
        for other in values[1:]:
            self.assertLess(relative(other, values[0]), 2e-5)

    def test_what_it_has_no_form_for_is_refused(self):
        for more, words in ((("--precision", "fp32", "--tolerance", "1e-7"), "its tightest tolerance is"),
                            (("--variant", "P2P=per_target", "--tolerance", "1e-3"), "no variants of P2P")):
            done = subprocess.run([program, "sum", points, "--group", "0", "--layer", "single", "--engine", "fmm",
                                   "--output", output, "--overwrite", *more], capture_output=True, text=True)
            self.assertEqual(done.returncode, 3, done.stderr)
            self.assertIn(words, done.stderr)


if __name__ == "__main__":
    unittest.main()
