#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""slurry sum and mobility: guarantees near rounding, points far apart, single points, and what their errors say."""
import os
import re
import subprocess
import tempfile
import unittest

import h5py
import numpy as np
from scipy.special import kn

program = os.environ["SLURRY_PROGRAM"]

# Hasimoto's Ewald sum, term by term in extended precision (g++ long double), at two splitting parameters that agree to
# 2e-17: positions and forces in the unit cube, velocities.
cubes = (
    ([0.2616121342493164, 0.2984911434141233, 0.8142257405942803, 0.0919159421350969, 0.600100525965654, 0.7285605268117946],
     [-0.32542283686782436, 0.7738065867276614, 0.28121066979764925, -0.5538228364240524, 0.9775674511260357,
      -0.31055654665915255],
     [0.3642436345106943, -0.79443570583822659, -1.4301293690322847, 1.5409899948053466, -2.3269911241894089,
      0.58815012051388656]),
    ([0.6731, 0.0963, 0.1298, 0.2196, 0.052, 0.9245], [-0.622, 0.267, 1.011, 0.646, -1.668, 0.543],
     [3.0235309049183277, 1.2560192041137084, -4.2095619983809275, -2.8625127920753616, 5.9908775282129148,
      -2.9072342251015769]),
    ([0.2829, 0.4429, 0.9669, 0.7871, 0.0861, 0.7329, 0.2099, 0.6881, 0.8538],
     [-0.797, -0.452, -0.254, 1.152, -1.744, 0.017, -0.619, -0.013, -0.647],
     [2.2199385903047036, 4.1931468590185369, 0.1740490577742037, -3.901976274344449, 7.04763693774597,
      1.1441269502485447, 2.3494437970229668, 0.087241849408229032, 2.7372226555867476]),
    ([0.4479, 0.2804, 0.7886, 0.413, 0.7263, 0.0696, 0.2813, 0.161, 0.4566, 0.221, 0.1527, 0.4208, 0.3077, 0.3799, 0.6003,
      0.8158, 0.866, 0.0593],
     [-0.293, 0.841, 0.991, -0.459, -1.296, 0.06, -0.774, -0.784, 0.205, -1.827, 0.661, 0.199, -0.932, -0.449, 1.176,
      0.166, 0.638, -2.561],
     [3.2951382898823847, -5.3459450184325635, -0.083546445294098593, 7.5968527424508414, 5.6532955846037622,
      2.3178079578918592, -31.281476135291089, 6.8747735525321995, -4.3204006234172942, -7.4461614969327749,
      -12.907587875758467, -0.41790322438053017, 4.5957867222478688, -0.36601229353015355, -1.5424228669583841,
      1.1857540321902684, -1.6975097571159618, 6.537703948485858]),
)


def norm(v):
    return np.linalg.norm(np.asarray(v, dtype=np.longdouble))


def free_stokeslets(x, y, f):
    d = x[:, None] - y[None]
    r = np.linalg.norm(d, axis=2)
    inverse = np.divide(1, r, out=np.zeros_like(r), where=r > 0)
    along = np.einsum("tnc,nc->tn", d, f) * inverse**3
    return np.einsum("tn,nc->tc", inverse, f) + np.einsum("tn,tnc->tc", along, d)


def line_stokeslets(x, y, f):
    """Period 1 along x, in modes around the axis of each source (theory/pipe-wall.md (P1)); no pair too close to it."""
    u = np.zeros_like(x)
    for t in range(len(x)):
        for j in range(len(y)):
            d = x[t] - y[j]
            rho, s = d[1:], np.hypot(*d[1:])
            if s == 0:  # its own images: sum of 4 K_0(2 pi n rho) -> 1/rho + 2 ln(rho/2) + 2 gamma, in the same gauge
                own = 2 * (np.euler_gamma - np.log(2))
                u[t] += np.array([2 * own - 2, own - 3, own - 3]) * f[j]
                continue
            g = np.zeros((3, 3))
            g[0, 0] = -4 * np.log(s) - 4
            g[1:, 1:] = -(2 * np.log(s) + 3) * np.eye(2) + 2 * np.outer(rho, rho) / s**2
            for n in range(1, int(45 / (2 * np.pi * s)) + 2):
                k = 2 * np.pi * n
                phi, slope = 2 * kn(0, k * s), -2 * k * kn(1, k * s)  # for n and -n
                cos, sin = np.cos(k * d[0]), np.sin(k * d[0])
                g[0, 0] += (4 * phi + 2 * s * slope) * cos
                g[0, 1:] += 2 * k * rho * phi * sin
                g[1:, 0] += 2 * k * rho * phi * sin
                g[1:, 1:] += (2 * phi * np.eye(2) - 2 * np.outer(rho, rho) * slope / s) * cos
            u[t] += g @ f[j]
    return u


class Sums(unittest.TestCase):
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
                              capture_output=True, text=True, timeout=120)

    def test_a_guarantee_near_rounding_holds_or_is_refused(self):
        for y, f, u in cubes:
            y, f, truth = (np.reshape(v, (-1, 3)) for v in (y, f, u))
            for tolerance in (2e-13, 6e-13, 2e-12, 1e-11):
                done = self.sum(3, {"src": y, "f": f}, tolerance, "--guarantee")
                if done.returncode == 3:
                    self.assertIn("cannot be guaranteed", done.stderr)
                    self.assertLess(tolerance, 1e-11)
                    continue
                self.assertEqual(done.returncode, 0, done.stderr)
                with h5py.File(self.out) as h:
                    reached, bound = norm(h["u"][...] - truth) / norm(truth), h["guarantee"].attrs["bound"]
                self.assertLessEqual(reached, bound, (tolerance, done.stdout))
                self.assertLessEqual(bound, tolerance)

    def test_an_error_near_rounding_is_measured_by_other_loops(self):
        for y, f, u in cubes:
            y, f, truth = (np.reshape(v, (-1, 3)) for v in (y, f, u))
            self.assertEqual(self.sum(3, {"src": y, "f": f}, 6e-13).returncode, 0)
            with h5py.File(self.out) as h:
                reached, said = norm(h["u"][...] - truth) / norm(truth), h.attrs["error_measured"]
            if reached > 4e-13:
                self.assertLess(abs(np.log(said / reached)), np.log(2), (said, reached))

    def test_where_all_points_are_one_nothing_comes_of_them(self):
        one, three = [[0.3, 0.3, 0.3]], [[0.3, 0.4, 0.5]] * 3
        density = np.array([[1.0, 1, 1], [2, -1, 0.5], [0, 3, 1]])
        for data, layer, options in (({"src": one, "f": density[:1]}, "single", []),
                                     ({"src": one, "trg": one, "f": density[:1]}, "single", ["--gradient", "--pressure"]),
                                     ({"src": one, "f": density[:1]}, "single", ["--engine", "ewald"]),
                                     ({"src": three, "f": density}, "single", ["--absolute"]),
                                     ({"src": three, "q": density, "n": density}, "double", []),
                                     ({"src": one, "charge": [2]}, "coulomb", ["--gradient"])):
            done = self.sum(0, data, 1e-8, *options, layer=layer)
            self.assertEqual(done.returncode, 0, done.stderr)
            with h5py.File(self.out) as h:
                self.assertTrue(np.all(h["phi" if layer == "coulomb" else "u"][...] == 0), (layer, options))
                self.assertEqual((h.attrs["error_predicted"], h.attrs["error_measured"]), (0, 0), (layer, options))

    def outlier(self, places, periodicity, far, tolerance=1e-6, *options):
        random = np.random.default_rng(4)
        y, f = random.random((10, 3)), random.standard_normal((10, 3))
        y[:, 1:] = [[0.2 * (i % 3) + 0.03 * i, 0.23 * (i // 3)] for i in range(10)]  # no two on one line along x
        for k, place in enumerate(places):
            y[3 + k] = np.asarray(place) * far
        return y, f, self.sum(periodicity, {"src": y, "f": f}, tolerance, *options)

    def test_far_points_are_summed_directly_where_that_takes_no_time(self):
        cases = ((1, [[0.001, 1, 0]], line_stokeslets), (1, [[0, 1, 0], [0, 0, -1]], line_stokeslets),
                 (0, [[1, 0.1, 0]], free_stokeslets), (0, [[1, 0, 0], [-0.3, 1, 0.5]], free_stokeslets))
        for periodicity, places, truth_of in cases:
            for far, options in ((150, []), (500, []), (500, ["--engine", "direct"]), (30000, [])):
                y, f, done = self.outlier(places, periodicity, far, 1e-6, *options)
                self.assertEqual(done.returncode, 0, done.stderr)
                by_grid = "by ewald" in done.stderr  # some far points in free space suit a grid
                self.assertFalse(by_grid and (periodicity == 1 or options), done.stderr)
                truth = truth_of(y, y, f)
                with h5py.File(self.out) as h:
                    reached, most = norm(h["u"][...] - truth) / norm(truth), 1.5e-6 if by_grid else 1e-11
                    self.assertLess(reached, most, (periodicity, far))
                    self.assertLess(h.attrs["error_measured"], most)

    def test_far_targets(self):
        random = np.random.default_rng(6)
        y, f = random.random((20, 3)), random.standard_normal((20, 3))
        x = np.array([[0.5, 200, 0.1], [0.2, -1, 300]])
        for periodicity, truth_of in ((0, free_stokeslets), (1, line_stokeslets)):
            done = self.sum(periodicity, {"src": y, "f": f, "trg": x}, 1e-6)
            self.assertEqual(done.returncode, 0, done.stderr)
            truth = truth_of(x, y, f)
            with h5py.File(self.out) as h:
                self.assertLess(norm(h["u"][...] - truth) / norm(truth), 1e-6)

    def sum_of_many(self, kind, periodicity, far, *options, count=2000, layer="single"):
        random = np.random.default_rng(8)
        y, f, x = random.random((count, 3)), random.standard_normal((count, 3)), None
        if kind == "outlier":
            y[3, 2] = far
        elif kind == "two clouds":
            y[count // 2:, 2] += far
        else:
            x = random.random((count, 3))
            x[3, 2] = far
        data = {"src": y, "f": f} | ({} if x is None else {"trg": x})
        return y, f, y if x is None else x, self.sum(periodicity, data, 1e-6, *options, layer=layer)

    def test_an_outlier_among_many_points_is_never_refused(self):
        """Neither by default nor by --engine automatic nor by --plans, and it takes no more than all pairs do."""
        some = np.r_[0:10, 1990:2000]
        for periodicity, truth_of in ((0, free_stokeslets), (1, None)):
            for kind in ("outlier", "two clouds", "far target"):
                for far in (150, 1e4, 1e9):
                    for options in ((), ("--engine", "automatic"), ("--plans",)):
                        y, f, x, done = self.sum_of_many(kind, periodicity, far, *options)
                        case = (periodicity, kind, far, options, done.stderr)
                        self.assertEqual(done.returncode, 0, case)
                        if options == ("--plans",):
                            self.assertRegex(done.stdout, r"(?m)^direct ", case)
                            continue
                        if far > 1000:
                            self.assertIn("by direct", done.stderr, case)
                        if truth_of:
                            with h5py.File(self.out) as h:
                                truth = truth_of(x[some], y, f)
                                self.assertLess(norm(h["u"][...][some] - truth) / norm(truth), 3e-6, case)
                                if "by direct" in done.stderr:
                                    self.assertLess(norm(h["u"][...][some] - truth) / norm(truth), 1e-11, case)

    def test_what_has_no_direct_sum_is_refused_alike_whatever_chooses(self):
        for options in ((), ("--engine", "automatic"), ("--plans",), ("--engine", "ewald")):
            for kind in ("outlier", "two clouds", "far target"):
                for periodicity, layer in ((2, "single"), (1, "single")):
                    extra = ("--gradient",) if periodicity == 1 else ()  # no direct sum has a gradient there
                    done = self.sum_of_many(kind, periodicity, 1e6, *options, *extra, count=20, layer=layer)[-1]
                    self.assertEqual(done.returncode, 3, (options, kind, periodicity, done.stderr))
                    self.assertIn("its longest side may be", done.stderr)

    def test_a_grid_does_what_all_pairs_would_take_long_for(self):
        """The gradient of 20,000 points, one of them far: a patch of its own for the others beats all pairs."""
        done = self.sum_of_many("outlier", 0, 5, "--gradient", count=20000)[-1]
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("by ewald", done.stderr)

    def test_close_points_are_summed_by_a_grid_as_before(self):
        random = np.random.default_rng(5)
        done = self.sum(1, {"src": random.random((200, 3)), "f": random.standard_normal((200, 3))}, 1e-6)
        self.assertIn("by ewald", done.stderr)

    def test_two_periodic_directions_have_no_direct_sum_and_are_refused_for_memory(self):
        def limited():
            import resource
            resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
        # refused by the forecast; and where the forecast, of memory that is touched, is less than what is asked for
        for periodicity, options, limit, far in ((2, [], 10**9, 2000), (1, ["--engine", "ewald"], 3 * 10**9, 150)):
            y, f, _ = self.outlier([[0.1, 0.1, 1] if periodicity == 2 else [0, 1, 0]], periodicity, far, 0.5, "--plans")
            done = subprocess.run([program, "sum", self.given, "--group", "g", "--layer", "single", "--tolerance", "1e-6",
                                   "--output", self.out, "--overwrite", "--threads", "1", *options],
                                  capture_output=True, text=True, timeout=120, preexec_fn=limited)
            self.assertEqual(done.returncode, 3, done.stderr)
            self.assertIn("memory", done.stderr)
            self.assertRegex(done.stderr, r"\d [GM]B")
            self.assertNotIn("Kokkos", done.stderr)

    def test_fluxes_through_faces_are_zero_or_what_is_said(self):
        """Theory (C10): the flux through the faces x_i = 0 is 4 pi sum q.n, by the midpoint rule, which converges
        exponentially for what is smooth and periodic on a face."""
        random = np.random.default_rng(5)
        box = np.array([1, 1.3, 0.8])
        src = (0.25 + 0.5 * random.random((6, 3))) * box
        q, n = random.standard_normal((2, 6, 3))
        n /= np.linalg.norm(n, axis=1)[:, None]
        balanced = n.copy()
        balanced[-1] -= q[-1] * np.sum(q * n) / (q[-1] @ q[-1])
        for normals in (n, balanced):
            net = np.sum(q * normals)
            for axis in range(3):
                others = [i for i in range(3) if i != axis]
                a, b = np.meshgrid(*(box[i] * (np.arange(32) + 0.5) / 32 for i in others), indexing="ij")
                trg = np.zeros((a.size, 3))
                trg[:, others[0]], trg[:, others[1]] = a.ravel(), b.ravel()
                done = self.sum(3, {"src": src, "trg": trg, "q": q, "n": normals}, 1e-8, "--zero-mode",
                                "zero-face-flux", layer="double", box=box)
                self.assertEqual(done.returncode, 0, done.stderr)
                with h5py.File(self.out) as h:
                    flux = h["u"][:, axis].mean() * box[others].prod()
                self.assertAlmostEqual(flux, 4 * np.pi * net, delta=1e-4)
                said = re.search(r"The sum of q.n is (\S+)\. zero-face-flux .* (\S+), through every face", done.stderr)
                self.assertEqual(said is None, abs(net) < 1e-12, done.stderr)
                if said:
                    self.assertAlmostEqual(float(said[1]), net, delta=1e-4)
                    self.assertAlmostEqual(float(said[2]), flux, delta=1e-4)

    def test_what_has_no_direct_sum_is_named(self):
        y, f = np.random.default_rng(1).random((2, 5, 3))
        for options, what in ((["--gradient"], "the gradient"), (["--pressure"], "the pressure"),
                              (["--gradient", "--pressure"], "the gradient and the pressure")):
            done = self.sum(1, {"src": y, "f": f}, 1e-6, "--engine", "direct", *options)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn(f"no direct sum of {what} in this box, only of the velocity", done.stderr)
        self.assertEqual(self.sum(1, {"src": y, "f": f}, 1e-6, "--engine", "direct").returncode, 0)

    def test_an_error_above_what_was_asked_is_said(self):
        """Two forces that cancel but for 1e-7 of them leave a sum in which rounding is a thousand million times larger."""
        src, trg = np.array([[0.5, 0.5, 0.5], [0.5 + 1e-7, 0.5, 0.5]]), np.array([[0.1, 0.2, 0.3], [0.9, 0.6, 0.2]])
        f = np.array([[1.0, 2, 3], [-1, -2, -3]])
        exact = free_stokeslets(trg.astype(np.longdouble), src.astype(np.longdouble), f.astype(np.longdouble))
        done = self.sum(0, {"src": src, "trg": trg, "f": f}, 1e-12, "--engine", "ewald")
        self.assertEqual(done.returncode, 0, done.stderr)
        with h5py.File(self.out) as h:
            self.assertGreater(norm(h["u"][...] - exact), 1e-12 * norm(exact))
        self.assertRegex(done.stderr, r"ABOVE ASKED: the measured error of u is \S+, but 1e-12 was asked for; ")
        f[1] *= -1
        done = self.sum(0, {"src": src, "trg": trg, "f": f}, 1e-8, "--engine", "ewald")
        exact = free_stokeslets(trg, src, f)
        with h5py.File(self.out) as h:
            self.assertLess(norm(h["u"][...] - exact), 1e-8 * norm(exact))
        self.assertNotIn("ABOVE ASKED", done.stderr)


class Mobility(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.given, self.out = (os.path.join(folder.name, n) for n in ("in.h5", "out.h5"))

    def solve(self, positions, forces, radius, *options, **domain):
        with h5py.File(self.given, "w") as h:
            g = h.create_group("g")
            g["Y"], g["F"] = np.asarray(positions, dtype=float), np.asarray(forces, dtype=float)
            g.attrs["eta"], g.attrs["a"] = 1 / (6 * np.pi), radius
            for name, value in domain.items():
                if name == "X":
                    g["X"] = value
                else:
                    g.attrs[name] = value
        done = subprocess.run([program, "mobility", self.given, "--group", "g", "--output", self.out, "--overwrite",
                               "--threads", "1", *options], capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, 0, done.stderr)
        with h5py.File(self.out) as h:
            return h["V"][...], dict(h.attrs), {k: dict(h["errors"][k].attrs) for k in h["errors"]}, done.stderr

    def test_a_sphere_alone_in_free_space_has_no_error(self):
        v, said, _, _ = self.solve([[0.1, 0.2, 0.3]], [[1, 2, 3]], 0.7)
        self.assertTrue(np.allclose(v, np.array([[1, 2, 3]]) / 0.7, rtol=1e-14))
        self.assertLess(said["error_measured"], 1e-15)

    def test_measured_errors_of_free_bodies_are_those_of_rounding(self):
        random = np.random.default_rng(3)
        x, f = 20 * random.random((30, 3)), random.standard_normal((30, 3))
        for options in ((), ("--bodies", "points")):
            _, said, _, _ = self.solve(x, f, 1.0, *options)
            self.assertGreater(said["error_measured"], 0)
            self.assertLess(said["error_measured"], 1e-13)

    def test_one_body_in_a_pipe_or_a_row(self):
        """The error said is the error reached."""
        for options in ((), ("--bodies", "points")):
            for domain, place in (({"R": 3, "L": 18}, [5, 1, 0]), ({"R": 2, "L": 12}, [0, 0, 0]), ({"L": 15}, [1, 2, 3])):
                exact, _, _, _ = self.solve([place], [[1, 0.3, 0]], 1.0, "--tolerance", "1e-11", *options, **domain)
                for tolerance in ("1e-2", "1e-4", "1e-6"):
                    v, said, _, _ = self.solve([place], [[1, 0.3, 0]], 1.0, "--tolerance", tolerance, *options, **domain)
                    reached = norm(v - exact) / said["error_scale"]
                    self.assertLess(reached, 1.5 * float(tolerance))
                    if reached > 1e-11:
                        self.assertLess(abs(np.log(said["error_measured"] / reached)), np.log(2), (options, domain, tolerance))

    def test_a_body_far_away(self):
        v, said, _, _ = self.solve([[0, 0, 0], [0.5, 3, 0], [0.2, 500, 0]], [[1, 0, 0]] * 3, 1.0, L=10)
        self.assertLess(said["error_measured"], 1e-3)
        far, _, _, _ = self.solve([[0, 0, 0], [3, 0, 0], [1000, 0, 0]], [[1, 0, 0]] * 3, 1.0)
        self.assertAlmostEqual(far[0, 0], 1 + 1.5 / 3 - 1 / 27 + 1.5 / 1000 - 1e-9, delta=1e-9)

    def test_an_error_of_the_field_above_what_was_asked_is_said(self):
        """Far from two opposite forces their fields cancel, and rounding is what is left of the digits asked for."""
        y, f = np.array([[0.0, 0, 0], [3, 0, 0]]), np.array([[0.0, 1, 0], [0, -1, 0]])
        for far, above in ((1e7, True), (5, False)):
            x = far * np.array([[1, 1, 0], [0, 1, 1], [1, 0, 1]])
            _, _, _, text = self.solve(y, f, 1.0, "--tolerance", "1e-12", X=x)
            long = [np.asarray(v, dtype=np.longdouble) for v in (x, y, f)]
            exact = 0.75 * free_stokeslets(*long)  # 1/(8 pi eta); the spheres add (a/r)^2/3 of each
            with h5py.File(self.out) as h:
                relative = norm(h["u"][...] - exact) / norm(exact)
            if above:
                self.assertGreater(relative, 1e-12)
            said = re.search(r"ABOVE ASKED: the measured error of u is \S+, but 1e-12 was asked for; ", text)
            self.assertEqual(said is not None, above, text)

    def test_the_velocity_that_errors_are_relative_to_is_named(self):
        # on the axis of a narrow pipe a sphere is far slower than alone
        v, said, errors, text = self.solve([[0, 0, 0]], [[1, 0, 0]], 1.0, "--tolerance", "1e-2", R=1.05, L=6)
        self.assertAlmostEqual(said["error_scale"], 1, places=12)  # mu0 F
        self.assertLess(norm(v), 0.5)
        slow = errors["total_over_rms_velocity"]
        for part in ("asked", "predicted", "measured"):
            self.assertAlmostEqual(slow[part], errors["total"][part] / norm(v), delta=1e-9 * slow[part])
        self.assertIn("S = 1", text)
        self.assertIn("rms velocity", text)
        self.assertLessEqual(errors["wall_slip"]["asked"], 1)
        v, said, errors, _ = self.solve([[0, 0, 0]], [[1, 0, 0]], 0.1, R=2, L=12)
        self.assertNotIn("total_over_rms_velocity", errors)


if __name__ == "__main__":
    unittest.main()
