#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""slurry sum: what it tells of its errors where densities have one sign or points lie far apart, against closed forms."""
import os
import subprocess
import tempfile
import unittest

import h5py
import numpy as np
from scipy.special import erfc

program = os.environ["SLURRY_PROGRAM"]


def norm(v):
    return np.linalg.norm(np.asarray(v, dtype=np.longdouble))


def free_stokeslets(x, y, f):
    d = x[:, None] - y[None]
    r = np.linalg.norm(d, axis=2)
    inverse = np.divide(1, r, out=np.zeros_like(r), where=r > 0)
    along = np.einsum("tnc,nc->tn", d, f) * inverse**3
    return np.einsum("tn,nc->tc", inverse, f) + np.einsum("tn,tnc->tc", along, d)


def waves(x, y, weights, k):
    """sum_j exp(i k.(x - y_j)) w_j -> (waves, targets, ...)"""
    source = np.einsum("kj,j...->k...", np.exp(-1j * k @ y.T), weights)
    return np.einsum("kt,k...->kt...", np.exp(1j * k @ x.T), source)


def cube_of_charges(x, y, charge, alpha=7.0):
    """Ewald's sum in the unit cube, term by term: potential and gradient of mean 0 with a uniform background."""
    m = np.mgrid[-13:14, -13:14, -13:14].reshape(3, -1).T
    k = 2 * np.pi * m[(m**2).sum(1) > 0]
    k2 = (k**2).sum(1)
    far = 4 * np.pi / k2 * np.exp(-k2 / (4 * alpha**2))
    s = far[:, None] * waves(x, y, charge, k)
    phi, gradient = s.sum(0).real - np.pi / alpha**2 * charge.sum(), np.einsum("kt,kc->tc", 1j * s, k).real
    for shift in np.mgrid[-1:2, -1:2, -1:2].reshape(3, -1).T:
        d = x[:, None] - y + shift
        r = np.linalg.norm(d, axis=2)
        phi += erfc(alpha * r) / r @ charge
        slope = -erfc(alpha * r) / r**3 - 2 * alpha / np.sqrt(np.pi) * np.exp(-(alpha * r)**2) / r**2
        gradient += np.einsum("tj,tjc,j->tc", slope, d, charge)
    return phi, gradient


def sheets(x, y, f=None, charge=None, length=1):
    """Cells of length x 1 in x and y, mode by mode in closed form, for |z| of at least 0.19 (theory/error-control.md, 2P)."""
    m = np.mgrid[-20 * length:20 * length + 1, -20:21].reshape(2, -1).T
    result = np.zeros(len(x) if f is None else x.shape)
    for t in range(len(x)):
        d = x[t] - y
        z, size = d[:, 2], np.abs(d[:, 2])
        assert size.min() > 0.19
        near = size < 8 * length
        if f is None:
            result[t] -= 2 * np.pi / length * size @ charge
        else:
            result[t, :2] -= 4 * np.pi / length * size @ f[:, :2]
        k = 2 * np.pi * m[(m**2).sum(1) > 0] / [length, 1]
        a = np.linalg.norm(k, axis=1)[:, None]
        wave = np.exp(1j * k @ d[near, :2].T - a * size[near]) * 2 * np.pi / (a * length)
        if f is None:
            result[t] += (wave @ charge[near]).sum().real
            continue
        g, zn, sn = f[near], z[near], size[near]
        along = np.einsum("kc,jc->kj", k, g[:, :2])
        for c in range(2):
            result[t, c] += (wave * (2 * g[:, c] - along * k[:, c:c + 1] * (1 + a * sn) / a**2
                                     - 1j * k[:, c:c + 1] * zn * g[:, 2])).sum().real
        result[t, 2] += (wave * ((1 + a * sn) * g[:, 2] - 1j * zn * along)).sum().real
    return result


class ToldErrors(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.given, self.out = (os.path.join(folder.name, n) for n in ("in.h5", "out.h5"))

    def sum(self, periodicity, data, tolerance, *options, layer="single", box=(1, 1, 1)):
        with h5py.File(self.given, "w") as h:
            g = h.create_group("g")
            for name, values in data.items():
                g[name] = np.asarray(values, dtype=float)
            g["box"] = np.asarray(box, dtype=float)
            g.attrs["periodicity"] = periodicity
        return subprocess.run([program, "sum", self.given, "--group", "g", "--layer", layer, "--tolerance", str(tolerance),
                               "--output", self.out, "--overwrite", "--threads", "1", *options],
                              capture_output=True, text=True, timeout=300)

    def said_of(self, reached, asked, kind, case, factor=6):
        """Reached as asked, predicted within a factor, 6 as the contract has it, and measured within 2.5."""
        with h5py.File(self.out) as h:
            of = h["errors"].attrs
            predicted, measured = of[kind + "predicted"], of[kind + "measured"]
        self.assertLess(reached, 1.5 * asked, case)
        self.assertLess(abs(np.log(predicted / reached)), np.log(factor), (case, predicted, reached))
        self.assertLess(abs(np.log(measured / reached)), np.log(2.5), (case, measured, reached))

    def test_truths_of_this_file_agree(self):
        """The closed form of sheets is a sum over images; three periods are sheets upon sheets."""
        random = np.random.default_rng(2)
        y, x = random.random((6, 3)) * [1, 1, 0.3], random.random((4, 3)) * [1, 1, 0.3] + [0, 0, 0.5]
        charge = random.standard_normal(6)
        charge -= charge.mean()
        dipole = charge @ y[:, 2]  # stacks of sheets: none of the field at infinity of Ewald's sum
        stack = sum(sheets(x, y + [0, 0, n], charge=charge) for n in (*range(-9, 0), *range(1, 10)))
        stack += sheets(x, y, charge=charge)
        phi = cube_of_charges(x, y, charge)[0]
        self.assertLess(np.ptp(stack - phi - 4 * np.pi * dipole * x[:, 2]), 1e-8)
        f = np.array([[0.3, -0.2, 0.5], [-0.3, 0.2, -0.5]])  # no net force: images from far away cancel
        n = np.mgrid[-100:101, -100:101, 0:1].reshape(3, -1).T
        images = free_stokeslets(x[:1], np.concatenate([y[0] + n, y[1] + n]), np.repeat(f, len(n), axis=0))
        self.assertLess(norm(images - sheets(x[:1], y[:2], f=f)), 5e-3 * norm(images))

    def test_charges_of_one_sign(self):
        for count in (60, 400):
            random = np.random.default_rng(count)
            y, x = random.random((count, 3)), random.random((70, 3))
            for charge in (np.ones(count), random.standard_normal(count)):
                phi, gradient = cube_of_charges(x, y, charge)
                for asked in (1e-3, 1e-6, 1e-9):
                    done = self.sum(3, {"src": y, "trg": x, "charge": charge}, asked, "--gradient", "--engine", "ewald",
                                    layer="coulomb")
                    self.assertEqual(done.returncode, 0, done.stderr)
                    with h5py.File(self.out) as h:
                        errors = norm(h["phi"][...] - phi) / norm(phi), norm(h["grad_phi"][...] - gradient) / norm(gradient)
                    self.said_of(errors[0], asked, "", (count, charge[1], asked))
                    self.said_of(errors[1], 2 * asked, "gradient_", (count, charge[1], asked))

    def test_net_densities_and_far_points_in_two_periodic_directions(self):
        """What a net density leaves beside the grid grows like the distance: one point far away, 100 times too much."""
        random = np.random.default_rng(3)
        count = 150
        for far in (None, "source", "target"):
            y, x = random.random((count, 3)) * [1, 1, 0.3], random.random((90, 3)) * [1, 1, 0.3] + [0, 0, 0.5]
            if far:
                (y if far == "source" else x)[3, 2] = 300
            for equal in (True, False):
                f = np.tile([1.0, 0, 0], (count, 1)) if equal else random.standard_normal((count, 3))
                charge = np.ones(count) if equal else random.standard_normal(count)
                for layer, data, truth, name in (("single", {"f": f}, sheets(x, y, f=f), "u"),
                                                 ("coulomb", {"charge": charge}, sheets(x, y, charge=charge), "phi")):
                    done = self.sum(2, {"src": y, "trg": x} | data, 1e-6, "--engine", "ewald", layer=layer)
                    self.assertEqual(done.returncode, 0, done.stderr)
                    with h5py.File(self.out) as h:
                        reached = norm(h[name][...] - truth) / norm(truth)
                    self.said_of(reached, 1e-6, "", (far, equal, layer))

    def test_long_boxes_with_two_periodic_directions(self):
        """Long waves along z die off as (1 + k|z|) exp(-k|z|): their images were let in 18 times as large."""
        random = np.random.default_rng(5)
        count, length = 60, 24
        y = random.random((count, 3)) * [length, 1, 0.3]
        x = random.random((12, 3)) * [length, 1, 0.3] + [0, 0, 0.5]
        for f in (np.tile([0, 0, 1.0], (count, 1)), random.standard_normal((count, 3))):
            truth = sheets(x, y, f=f, length=length)
            for asked in (1e-3, 1e-6, 1e-9):
                for fields in ((), ("--gradient", "--pressure")):  # with them only the padding is what it was
                    done = self.sum(2, {"src": y, "trg": x, "f": f}, asked, "--engine", "ewald", *fields,
                                    box=(length, 1, 1))
                    self.assertEqual(done.returncode, 0, done.stderr)
                    with h5py.File(self.out) as h:
                        reached = norm(h["u"][...] - truth) / norm(truth)
                    self.said_of(reached, asked, "", (f[0], asked, fields))

    def test_fields_of_long_boxes(self):
        """Images of padded modes hold what no finer grid takes away: velocities of sums with a gradient were predicted up
        to 47 times too small.  The truth is the other split, a thousand times tighter at least."""
        random = np.random.default_rng(1)
        count = 200
        said = {"u": "", "grad_u": "gradient_", "p": "pressure_", "phi": "", "grad_phi": "gradient_"}
        for periodicity, box in ((1, (1, 20, 3)), (1, (20, 1, 3)), (2, (1, 1, 1)), (2, (1, 20, 3)), (2, (20, 1, 3)),
                                 (3, (1, 20, 3))):
            y, x = random.random((count, 3)) * box, random.random((80, 3)) * box
            f, q, n = (random.standard_normal((count, 3)) for _ in range(3))
            data = {"src": y, "trg": x, "f": f - f.mean(0), "q": q, "n": n, "charge": random.standard_normal(count)}
            for layer in ("single", "double", "coulomb"):
                options = ["--engine", "ewald", "--gradient"] + ["--pressure"] * (layer != "coulomb")
                done = self.sum(periodicity, data, 1e-12, *options, "--split", "hasimoto", layer=layer, box=box)
                self.assertEqual(done.returncode, 0, done.stderr)
                with h5py.File(self.out) as h:
                    truth = {name: h[name][...] for name in said if name in h}
                for asked in (1e-3, 1e-6, 1e-9):
                    done = self.sum(periodicity, data, asked, *options, layer=layer, box=box)
                    self.assertEqual(done.returncode, 0, done.stderr)
                    for name, exact in truth.items():
                        with h5py.File(self.out) as h:
                            reached = norm(h[name][...] - exact) / norm(exact)
                        self.said_of(reached, asked, said[name], (periodicity, box, layer, asked, name), factor=3)

    def test_targets_at_sources_of_another_list(self):
        """The grid drops a part of a source's own velocity, which comes back where the targets are the sources alone."""
        random = np.random.default_rng(8)
        y = random.random((40, 3)) * (1, 4, 1)
        x = np.vstack([y[:12], random.random((20, 3)) * (1, 4, 1)])
        f, charge = random.standard_normal((40, 3)), random.standard_normal(40)
        for layer, name in (("single", "u"), ("coulomb", "phi")):
            data = {"src": y, "trg": x, "f": f - f.mean(0), "charge": charge - charge.mean()}
            options = ("--engine", "ewald", "--gradient")
            self.assertEqual(self.sum(3, data, 1e-12, *options, "--split", "hasimoto", layer=layer, box=(1, 4, 1)).returncode, 0)
            with h5py.File(self.out) as h:
                exact = h[name][...]
            for asked in (1e-3, 1e-6, 1e-9):
                self.assertEqual(self.sum(3, data, asked, *options, layer=layer, box=(1, 4, 1)).returncode, 0)
                with h5py.File(self.out) as h:
                    reached = norm(h[name][...] - exact) / norm(exact)
                self.said_of(reached, asked, "", (layer, asked), factor=3)


if __name__ == "__main__":
    unittest.main()
