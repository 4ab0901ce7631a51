#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""slurry field and the field of slurry mobility against closed forms; files read back by h5py, csv and VTK's own reader.

    outside one sphere   u = F/(8 pi eta) (1/r + rr/r^3 + a^2/3 (1/r^3 - 3 rr/r^5)),  p = F.r/(4 pi r^3)   (Stokes)
    inside a body        V + Omega x (x - Y)
"""
import csv
import json
import os
import resource
import signal
import subprocess
import tempfile
import time
import unittest

import h5py
import numpy as np

program = os.environ["SLURRY_PROGRAM"]
eta = 1 / (6 * np.pi)

LONE = """schema = 1
[domain]
kind = "free-space"
[[bodies]]
positions = [[0.5, -1, 2]]
[solver]
tolerance = 1e-6
[run]
steps = 2
[output]
stride = 1
"""
PIPE = """schema = 1
[domain]
radius = 5
length = 12
[[bodies]]
count = 12
[solver]
tolerance = 1e-5
[run]
steps = 4
[output]
stride = 2
"""


def slurry(*arguments):
    return subprocess.run([program, *map(str, arguments)], capture_output=True, text=True, timeout=300, check=False)


def stokes(x, centre, force, a=1.0):
    """Velocity, its gradient and the pressure outside a sphere that settles alone (a = 0: a point)."""
    d = x - centre
    r = np.linalg.norm(d, axis=1)[:, None]
    along = d @ force
    u = force / r + d * along[:, None] / r ** 3 + a * a / 3 * (force / r ** 3 - 3 * d * along[:, None] / r ** 5)
    one, n = np.eye(3), len(x)
    q = a * a / 3
    g = np.zeros((n, 3, 3))
    for k in range(n):
        s, e = r[k, 0], d[k]
        fr = along[k]
        g[k] = (-np.outer(force, e) / s ** 3 + (one * fr + np.outer(e, force)) / s ** 3 - 3 * fr * np.outer(e, e) / s ** 5
                + q * (-3 * np.outer(force, e) / s ** 5 - 3 * (one * fr + np.outer(e, force)) / s ** 5
                       + 15 * fr * np.outer(e, e) / s ** 7))
    return u / (8 * np.pi * eta), g / (8 * np.pi * eta), along / (4 * np.pi * r[:, 0] ** 3)


class Field(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()

    def tearDown(self):
        self.folder.cleanup()

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as f:
            f.write(text)
        return self.path(name)

    def recorded(self, name, text):
        run = slurry("run", self.write(name + ".toml", text), "--threads", 1, "--output", self.path(name + ".h5"))
        self.assertEqual(run.returncode, 0, run.stderr)
        return self.path(name + ".h5")

    def field(self, source, *options, output="out.h5"):
        r = slurry("field", source, *options, "--threads", 1, "--output", self.path(output), "--overwrite")
        self.assertEqual(r.returncode, 0, r.stderr)
        return self.path(output)

    def refused(self, code, words, *arguments):
        r = slurry("field", *arguments)
        self.assertEqual(r.returncode, code, (arguments, r.stderr))
        self.assertIn(words, r.stderr)
        self.assertNotIn("\n", r.stderr.strip())

    def test_one_sphere_is_that_of_stokes(self):
        run = self.recorded("lone", LONE)
        with h5py.File(run) as f:
            places, velocities = f["particles/spheres/position/value"][...], f["particles/spheres/velocity/value"][...]
        for frame, number in (("#0", 0), ("#1", 1), ("#-1", 2), ("", 2)):
            with h5py.File(self.field(run + frame, "--plane", "y=-0.7", "--resolution", "0.3", "--gradient",
                                      "--pressure")) as f:
                x, u, inside, grad, p = (f[k][...] for k in ("X", "u", "inside", "grad_u", "p"))
                self.assertEqual(f.attrs["frame"], number)
                self.assertLess(f.attrs["error_measured"], 1e-12)
                self.assertLess(f.attrs["gradient_error_measured"], 1e-6)
            centre, v = places[number, 0], velocities[number, 0]
            np.testing.assert_allclose(v, [1, 0, 0], atol=1e-14)
            within = np.linalg.norm(x - centre, axis=1) < 1
            np.testing.assert_array_equal(inside, np.where(within, 0, -1))
            self.assertGreater(within.sum(), 20)
            np.testing.assert_allclose(u[within], np.tile(v, (within.sum(), 1)), atol=1e-14)
            exact, slope, pressure = stokes(x[~within], centre, np.array([1.0, 0, 0]))
            np.testing.assert_allclose(u[~within], exact, atol=1e-13)
            np.testing.assert_allclose(p[~within], pressure, atol=1e-15)
            size = np.sqrt((slope ** 2).sum(axis=(1, 2)).mean())
            error = np.sqrt(((grad[~within] - slope) ** 2).sum(axis=(1, 2)).mean())
            self.assertLess(error, 1e-6 * size)
            self.assertTrue(np.isnan(p[within]).all())
            np.testing.assert_allclose(grad[within], 0, atol=1e-12)

    def test_scenario_and_mask(self):
        scenario = self.write("lone.toml", LONE)
        with h5py.File(self.field(scenario, "--line", "0.5,-1,2:0.5,-1,5", "--count", 4, "--inside", "nan")) as f:
            np.testing.assert_array_equal(f["X"][...], [[0.5, -1, z] for z in (2, 3, 4, 5)])
            u, inside = f["u"][...], f["inside"][...]
        self.assertTrue(np.isnan(u[0]).all() and inside[0] == 0)
        exact = stokes(np.array([[0.5, -1, 4], [0.5, -1, 5]]), np.array([0.5, -1, 2]), np.array([1.0, 0, 0]))[0]
        np.testing.assert_allclose(u[2:], exact, atol=1e-14)

    def test_pipe_has_no_flux_and_bodies_move_as_recorded(self):
        run = self.recorded("pipe", PIPE)
        with h5py.File(run) as f:
            g = f["particles/spheres"]
            place, v, force = (g[k + "/value"][-1] for k in ("position", "velocity", "force"))
        with h5py.File(self.path("centres.h5"), "w") as f:  # and in images two periods away
            f["X"] = np.concatenate([place, place + [24, 0, 0], place - [12, 0, 0]])
        with h5py.File(self.field(run, "--points", self.path("centres.h5"))) as f:
            np.testing.assert_array_equal(f["inside"][...], np.tile(np.arange(len(v)), 3))
            np.testing.assert_allclose(f["u"][...], np.tile(v, (3, 1)), atol=1e-12)
        # the flow of the frame is what mobility makes of its forces, and slips at no wall
        angle = np.linspace(0, 6, 9)
        x = np.array([[1.0 + k, 4 * np.cos(a), 4 * np.sin(a)] for k, a in enumerate(angle)])
        wall = x * [1, 1.25, 1.25] * (1 - 1e-13)
        with h5py.File(self.path("case.h5"), "w") as f:
            g = f.create_group("g")
            g["Y"], g["F"], g["X"] = place, force, np.concatenate([x, wall])
            g.attrs["eta"], g.attrs["a"], g.attrs["R"], g.attrs["L"] = eta, 1.0, 5.0, 12.0
            f["X"] = g["X"][...]
        r = slurry("mobility", self.path("case.h5"), "--group", "g", "--threads", 1, "--tolerance", "1e-7", "--output",
                   self.path("v.h5"))
        self.assertEqual(r.returncode, 0, r.stderr)
        with h5py.File(self.path("v.h5")) as f, h5py.File(self.field(run, "--points", self.path("case.h5"),
                                                                    "--pressure", "--gradient")) as ours:
            truth, inside = f["u"][...], f["inside"][...]
            np.testing.assert_array_equal(inside, ours["inside"][...])
            out = inside < 0
            size = np.sqrt((truth[out] ** 2).sum(1).mean())
            self.assertLess(np.abs(ours["u"][...][out] - truth[out]).max(), 1e-4 * size)
            self.assertLess(np.abs(ours["u"][...][9:]).max(), 1e-4 * size)
            g = ours["grad_u"][...][out]
            self.assertLess(np.abs(np.trace(g, axis1=1, axis2=2)).max(), 1e-4 * np.abs(g).max())
        # flux through planes that meet bodies: that of the motion of bodies is the flux of the flow but for their strain
        with h5py.File(self.field(run, "--plane", "x=3", "--resolution", "0.1")) as f:
            u, inside, x = f["u"][...], f["inside"][...], f["X"][...]
        self.assertGreater((inside >= 0).sum(), 20)
        np.testing.assert_array_equal(np.isnan(u[:, 0]), np.hypot(x[:, 1], x[:, 2]) > 5)
        self.assertLess(abs(np.nansum(u[:, 0])), 0.03 * np.nansum(np.abs(u[:, 0])))

    def test_the_few_points_with_the_error_are_measured(self):
        """40 of 1500 points lie on the wall beside a sphere, where u is 0: what is found there is error, and nearly all."""
        random = np.random.default_rng(5)
        radius, angle = 6 * np.sqrt(random.uniform(0, 0.6, 1500)), random.uniform(0, 2 * np.pi, 1500)
        x = np.stack([random.uniform(0, 30, 1500), radius * np.cos(angle), radius * np.sin(angle)], 1)
        turn = 0.1 * random.standard_normal(40)
        at_wall = np.arange(40) * 37
        x[at_wall] = np.stack([0.5 * random.standard_normal(40) % 30, np.cos(turn), np.sin(turn)], 1) * [1, 6 - 6e-9, 6 - 6e-9]
        points, scene, out = self.path("points.h5"), self.path("wall.toml"), self.path("wall.h5")
        with h5py.File(points, "w") as h:
            h["X"] = x
        with open(scene, "w", encoding="utf-8") as file:
            file.write("schema = 1\n[domain]\nradius = 6\nlength = 30\n[[bodies]]\npositions = [[0, 4.5, 0], [3, 0, 0], "
                       "[9, -4, -2], [12, 0, 4.8], [6, 0, 0], [15, 3, 0], [18, 0, -4.7], [22, 0, 0]]\n")
        for tolerance in (1e-3, 1e-5):
            done = slurry("field", scene, "--points", points, "--tolerance", tolerance, "--output", out, "--overwrite")
            self.assertEqual(done.returncode, 0, done.stderr)
            with h5py.File(out) as h:
                fluid = h["inside"][...] < 0
                self.assertTrue(np.all(fluid[at_wall]))
                of_wall = np.linalg.norm(h["u"][...][at_wall]) / np.linalg.norm(h["u"][...][fluid])
                said = h.attrs["error_measured"]
            self.assertGreater(said, 0.8 * of_wall)
            self.assertLess(said, 1.5 * of_wall)
            self.assertLess(of_wall, 1.5 * tolerance)

    def test_measured_errors_are_those_reached(self):
        """Velocity, gradient and pressure, against a field at a far tighter tolerance. The gradient's second evaluation had
        the wall and the sums of the first."""
        two = "positions = [[3, 1, 0.5], [7, -2, 1]]"
        judged = []
        for name, scenario, plane in (
                ("pipe", PIPE.replace("count = 12", two), "x=5"),
                ("periodic-3", PIPE.replace("count = 12", two).replace(
                    "radius = 5\nlength = 12", 'kind = "periodic-3"\ncell = [12, 9, 8]'), "z=-3")):
            file, found = self.write(name + ".toml", scenario), {}
            for tolerance in (2e-7, 1e-4, 1e-3):
                out = self.field(file, "--plane", plane, "--resolution", 1.5, "--gradient", "--pressure", "--tolerance", tolerance)
                with h5py.File(out) as f:
                    fluid = (f["inside"][...] < 0) & np.isfinite(f["p"][...])
                    found[tolerance] = {k: f[k][...][fluid] for k in ("u", "grad_u", "p")}
                    said = [f.attrs[k + "error_measured"] for k in ("", "gradient_", "pressure_")]
                truth = found[2e-7]
                for key, measured in zip(truth, said):
                    reached = np.linalg.norm(found[tolerance][key] - truth[key]) / np.linalg.norm(truth[key])
                    if reached < 2e-6:
                        continue  # the truth's own error
                    judged.append(key)
                    self.assertLess(measured, 2 * reached, (name, tolerance, key))
                    self.assertGreater(measured, 0.5 * reached, (name, tolerance, key))
        self.assertEqual(set(judged), {"u", "grad_u", "p"})

    def test_measured_errors_know_what_a_solve_left(self):
        """Forces of chains and of lubrication come from a solve, whose error no other sum of the same forces sees."""
        chains = """schema = 1
[domain]
kind = "free-space"
[[bodies]]
kind = "rod"
model = "chain"
aspect = 8
radius = 0.5
torque = [0.2, 0.5, 0.7]
directors = [[0.2, 1, 0.3], [1, 0.3, -0.2], [0, 0.1, 1]]
positions = [[0, 0, 0], [2, 1, 0.5], [-2, 0.5, -1]]
[solver]
contacts = false
[run]
steps = 1
"""
        lubricated = """schema = 1
[domain]
kind = "free-space"
[[bodies]]
positions = [[0, 0, 0], [2.1, 0.1, 0], [0, 2.05, 0.3], [-1.5, -1.5, 0.3], [0.2, 0.5, 2.2]]
[solver]
lubrication = "exact"
[run]
steps = 1
"""
        with h5py.File(self.path("x.h5"), "w") as f:
            f["X"] = np.random.default_rng(4).uniform(-6, 6, (60, 3))
        for name, scenario in (("chains", chains), ("lubricated", lubricated)):
            file, found = self.write(name + ".toml", scenario), {}
            for tolerance in (1e-10, 1e-4, 1e-3):
                out = self.field(file, "--points", self.path("x.h5"), "--pressure", "--tolerance", tolerance)
                with h5py.File(out) as f:
                    fluid = f["inside"][...] < 0
                    found[tolerance] = {k: f[k][...][fluid] for k in ("u", "p")}
                    said = {k: (f.attrs[a + "error_measured"], f.attrs[a + "error_predicted"])
                            for k, a in (("u", ""), ("p", "pressure_"))}
                for key, (measured, predicted) in said.items():
                    truth = found[1e-10][key]
                    reached = np.linalg.norm(found[tolerance][key] - truth) / np.linalg.norm(truth)
                    if tolerance == 1e-10:
                        continue
                    self.assertGreater(reached, 1e-8, (name, tolerance, key))
                    self.assertLess(measured, 2 * reached, (name, tolerance, key))
                    self.assertGreater(measured, 0.5 * reached, (name, tolerance, key))
                    self.assertGreater(predicted, 0.02 * reached, (name, tolerance, key))

    def test_nothing_comes_of_no_force(self):
        """Without forces, and inside bodies alone, there is no error to predict: 'nan' was said."""
        file = self.write("still.toml", LONE.replace("[solver]", "force = 0\n[solver]"))
        for points, words in (([[3, 0, 0], [0, 4, 1]], ("error of u over its rms: asked 1e-06, predicted 0",
                                                        "error of grad_u over its rms: asked 1e-06, predicted 0",
                                                        "error of p over its rms: asked 1e-06, predicted 0")),
                              ([[0.5, -1, 2.3]], ("u has no error, because no point lies in the fluid",))):
            with h5py.File(self.path("x.h5"), "w") as f:
                f["X"] = np.array(points, float)
            done = slurry("field", file, "--points", self.path("x.h5"), "--gradient", "--pressure", "--overwrite", "--output",
                          self.path("still.h5"), "--json", "-")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertNotIn("nan", done.stderr.lower())
            for sentence in words:
                self.assertIn(sentence, done.stderr)
            with h5py.File(self.path("still.h5")) as f:
                for name in ("u", "grad_u") + ("p",) * (len(points) > 1):
                    self.assertEqual(np.abs(f[name][...]).max(), 0, name)

    def test_pressure_and_gradient_belong_to_the_flow(self):
        """eta Lap u = grad p by differences of both along x, y, z, and grad_u by those of u; with three periodic
        directions the mean pressure gradient that balances the net force is left out of p."""
        two = "positions = [[3, 1, 0.5], [7, -2, 1]]"
        pipe = PIPE.replace("count = 12", two)
        for name, scenario, mean in (
                ("pipe", pipe, 0),
                ("periodic-1", pipe.replace("radius = 5", 'kind = "periodic-1"'), 0),
                ("periodic-3", pipe.replace("radius = 5\nlength = 12", 'kind = "periodic-3"\ncell = [12, 9, 8]'),
                 2 / (12 * 9 * 8)),
                ("free-space", pipe.replace("radius = 5\nlength = 12", 'kind = "free-space"'), 0)):
            file = self.write(name + ".toml", scenario)
            centre, h = np.array([5.3, 1.9, -1.1]), 0.05
            x = [centre] + [centre + s * h * np.eye(3)[k] for k in range(3) for s in (-2, -1, 1, 2)]
            with h5py.File(self.path("x.h5"), "w") as f:
                f["X"] = np.array(x)
            with h5py.File(self.field(file, "--points", self.path("x.h5"), "--pressure", "--tolerance", "1e-8")) as f:
                u, p = f["u"][...], f["p"][...]
                self.assertEqual("gauge_dependent" in f.attrs, name == "periodic-1", name)
            with h5py.File(self.field(file, "--points", self.path("x.h5"), "--gradient", "--tolerance", "1e-6")) as f:
                slope = f["grad_u"][0]
            lap = sum(-u[1 + 4 * k] + 16 * u[2 + 4 * k] + 16 * u[3 + 4 * k] - u[4 + 4 * k] - 30 * u[0] for k in range(3))
            lap *= eta / (12 * h * h)

            def first(v):
                return np.array([v[1 + 4 * k] - 8 * v[2 + 4 * k] + 8 * v[3 + 4 * k] - v[4 + 4 * k]
                                 for k in range(3)]) / (12 * h)

            grad = first(p) + [mean, 0, 0]
            self.assertLess(np.abs(lap - grad).max(), 2e-4 * np.abs(grad).max(), (name, lap, grad))
            self.assertLess(np.abs(first(u).T - slope).max(), 1e-5 * np.abs(slope).max(), name)

    def test_flow_that_turns(self):
        """The field of frames before and after forces and net flow were turned round, against mobility with the forces
        and the flux that the file has for them."""
        scenario = PIPE.replace("count = 12", "positions = [[3, 1, 0.5], [7, -2, 1]]").replace("steps = 4", "steps = 6")
        for name, more in (("planned", "reverse_at = 0.25\n"), ("reversing", '[driving]\nkind = "reversing"\nperiod = 0.4\n')):
            text = scenario.replace("[output]", more + '[flow]\nnet_flow = { flux = 9 }\n[output]').replace("stride = 2",
                                                                                                      "stride = 1")
            run = self.recorded(name, text)
            with h5py.File(run) as f:
                g = f["particles/spheres"]
                place, force = g["position/value"][...], g["force/value"][...]
                flux, frames = f["observables/flux/value"][...], len(place)
            self.assertEqual(set(np.sign(flux)), {-1, 1})
            x = np.array([[5.0, 0.3, 0.2], [1, 3, -2], [10, -1, 4]])
            with h5py.File(self.path("case.h5"), "w") as f:
                f["X"] = x
                for k in range(frames):
                    g = f.create_group(str(k))
                    g["Y"], g["F"], g["X"] = place[k], force[k], x
                    g.attrs["eta"], g.attrs["a"], g.attrs["R"], g.attrs["L"] = eta, 1.0, 5.0, 12.0
            for k in range(frames):
                r = slurry("mobility", self.path("case.h5"), "--group", k, "--threads", 1, "--tolerance", "1e-6",
                           "--net-flow", f"flux={flux[k]}", "--output", self.path("v.h5"), "--overwrite")
                self.assertEqual(r.returncode, 0, r.stderr)
                with h5py.File(self.path("v.h5")) as f, h5py.File(
                        self.field(f"{run}#{k}", "--points", self.path("case.h5"))) as ours:
                    np.testing.assert_allclose(ours["u"][...], f["u"][...], atol=1e-4 * np.abs(f["u"][...]).max())

    def test_lubrication_moves_the_fluid_with_its_own_forces(self):
        """Of two spheres in line at a gap of 0.01 one is pulled, and lubrication drags the other one along: the forces
        on the fluid are those by which Rotne-Prager's mobility gives the recorded velocities."""
        text = LONE.replace("positions = [[0.5, -1, 2]]", "positions = [[0, 0, 0]]\n[[bodies]]\nname = \"idle\"\n"
                            "force = 0\npositions = [[2.01, 0, 0]]").replace("[solver]", '[solver]\nlubrication = "exact"')
        run = self.recorded("pair", text)
        with h5py.File(run) as f:
            v, force = f["particles/spheres/velocity/value"][0, :, 0], f["particles/spheres/force/value"][0, :, 0]
        np.testing.assert_array_equal(force, [1, 0])
        other = 1.5 / 2.01 - 1 / 2.01 ** 3
        on_fluid = np.linalg.solve([[1, other], [other, 1]], v)
        self.assertGreater(on_fluid[1], 0.3)
        x = np.array([[0.7, 1.5, 0.2], [3.5, 0.1, 0], [1.005, 2, 0], [-30, 4, 5]])
        with h5py.File(self.path("x.h5"), "w") as f:
            f["X"] = x
        with h5py.File(self.field(run + "#0", "--points", self.path("x.h5"))) as f:
            u = f["u"][...]
        exact = sum(stokes(x, np.array([2.01 * k, 0, 0]), np.array([on_fluid[k], 0, 0]))[0] for k in range(2))
        np.testing.assert_allclose(u, exact, atol=3e-6)

    def test_shear_and_rods(self):
        shear = """schema = 1
[domain]
kind = "free-space"
[flow]
shear_rate = 0.4
[[bodies]]
kind = "rod"
aspect = 5
%s
positions = [[0, 0, 0]]
director = [1, 0, 0]
orientation = "aligned"
force = 0
torque = [0, 0, 0.3]
[run]
steps = 1
[output]
stride = 1
"""
        for model in ("", 'model = "chain"'):
            run = self.recorded("rod" + str(len(model)), shear % model)
            with h5py.File(run) as f:
                (g,) = f["particles"].values()
                v, omega = g["velocity/value"][0, 0], g["angular_velocity/value"][0, 0]
            with h5py.File(self.path("x.h5"), "w") as f:
                f["X"] = [[3.0, 0.1, 0.2], [-4.5, 0.1, 0], [0, 0.9, 0], [0, 1.4, 0], [500, 300, 20]]
            with h5py.File(self.field(run + "#0", "--points", self.path("x.h5"), output=f"o{len(model)}.h5")) as f:
                x, u, inside = f["X"][...], f["u"][...], f["inside"][...]
            np.testing.assert_array_equal(inside, [0, 0, 0, -1, -1])
            np.testing.assert_allclose(u[:3], v + np.cross(omega, x[:3]), atol=1e-12)
            self.assertGreater(np.abs(omega).max(), 1e-3)
            np.testing.assert_allclose(u[4], [0.4 * x[4, 1], 0, 0], atol=1e-3)

    def test_the_tightest_tolerance_is_that_of_every_body(self):
        """1e-12 serves rods, chains and lubrication too; what is tighter is refused by the number that was given."""
        cell = 'schema = 1\n[domain]\nkind = "periodic-3"\ncell = [14, 15, 16]\n[[bodies]]\n'
        rods = 'kind = "rod"\naspect = 3\nmodel = "{}"\npositions = [[1, 2, 3], [7, 8, 9]]\ndirectors = [[1, 0, 1], [0, 1, 0]]\n'
        spheres = 'positions = [[1, 2, 3], [3.3, 2, 3]]\n[solver]\nlubrication = "exact"\n'
        points = self.path("x.h5")
        with h5py.File(points, "w") as f:
            f["X"] = np.array([[11.0, 3, 2], [12, 12, 3], [4, 9, 13]])
        for bodies in (rods.format("line"), rods.format("chain"), spheres):
            with open(self.path("s.toml"), "w") as f:
                f.write(cell + bodies)
            fields = []
            for tolerance in ("1e-12", "1e-10"):
                done = slurry("field", self.path("s.toml"), "--points", points, "--tolerance", tolerance, "--output",
                              self.path("f.h5"), "--overwrite")
                self.assertEqual(done.returncode, 0, done.stderr)
                with h5py.File(self.path("f.h5")) as f:
                    fields.append(f["u"][...])
            self.assertLess(np.linalg.norm(fields[0] - fields[1]), 2e-10 * np.linalg.norm(fields[1]))
            done = slurry("field", self.path("s.toml"), "--points", points, "--tolerance", "5e-13", "--output",
                          self.path("f.h5"), "--overwrite")
            self.assertEqual(done.returncode, 3, done.stderr)
            self.assertIn("the tolerance 5e-13 is below", done.stderr)

    def test_overlapping_bodies_and_images(self):
        """The body counts in which a point lies deepest; images are bodies too."""
        with h5py.File(self.path("case.h5"), "w") as f:
            g = f.create_group("g")
            g["Y"], g["F"] = [[0.2, 0, 0], [1.4, 0, 0], [5, 3, 0]], [[1.0, 0, 0], [0, 1, 0], [0, 0, 1]]
            g["X"] = [[0.2, 0, 0], [1.4, 0, 0], [0.7, 0, 0], [1.0, 0, 0], [9.5, 0, 0], [10.2, 0, 0], [5, 5, 0], [5, 4.1, 0]]
            g.attrs["eta"], g.attrs["L"] = eta, 10.0
            g["a"] = [1.0, 1.0, 2.0]
        r = slurry("mobility", self.path("case.h5"), "--group", "g", "--threads", 1, "--output", self.path("v.h5"))
        self.assertEqual(r.returncode, 0, r.stderr)
        with h5py.File(self.path("v.h5")) as f:
            np.testing.assert_array_equal(f["inside"][...], [0, 1, 0, 1, 0, 0, 2, 2])
            np.testing.assert_allclose(f["u"][...][[0, 1, 5]], f["V"][...][[0, 1, 0]], atol=1e-14)
        r = slurry("mobility", self.path("case.h5"), "--group", "g", "--threads", 1, "--output", self.path("v.h5"),
                   "--overwrite", "--inside", "nan")
        with h5py.File(self.path("v.h5")) as f:
            self.assertTrue(np.isnan(f["u"][...]).all())
        with h5py.File(self.path("case.h5"), "r+") as f:  # in a pipe that the last point lies outside of
            f["g"].attrs["R"] = 5.05
            f["g/X"][7] = [5, 5.1, 0]
        r = slurry("mobility", self.path("case.h5"), "--group", "g", "--threads", 1, "--output", self.path("v.h5"),
                   "--overwrite")
        self.assertEqual(r.returncode, 2, r.stderr)
        self.assertIn("point 7 of the field lies outside of the pipe", r.stderr)

    def test_inside_of_a_turning_sphere(self):
        """Omega of a sphere is half the curl of the others' flow: F x r/(8 pi eta r^3) of a force F at -r."""
        force, y = np.array([0, 0, 2.0]), np.array([[0, 0, 0], [4.0, 0, 0]])
        x = np.array([[0.3, 0.5, -0.2], [0, 0, 0.9]])
        with h5py.File(self.path("case.h5"), "w") as f:
            g = f.create_group("g")
            g["Y"], g["F"], g["X"] = y, np.array([[0, 0, 0], force]), x
            g.attrs["eta"], g.attrs["a"] = eta, 1.0
        for engine in ("direct", "automatic"):
            r = slurry("mobility", self.path("case.h5"), "--group", "g", "--threads", 1, "--engine", engine, "--output",
                       self.path("v.h5"), "--overwrite")
            self.assertEqual(r.returncode, 0, r.stderr)
            with h5py.File(self.path("v.h5")) as f:
                omega = np.cross(force, y[0] - y[1]) / (8 * np.pi * eta * 4.0 ** 3)
                np.testing.assert_allclose(f["u"][...], f["V"][0] + np.cross(omega, x), atol=1e-12)

    def test_points_say_that_they_have_no_mobility_of_their_own(self):
        with h5py.File(self.path("case.h5"), "w") as f:
            g = f.create_group("g")
            g["Y"], g["F"], g["X"] = [[1.0, 0, 0], [4.0, 0, 0]], [[1.0, 0, 0], [1, 0, 0]], [[1.0, 0, 0], [1.0, 0.2, 0]]
            g.attrs["eta"], g.attrs["L"] = eta, 10.0
        r = slurry("mobility", self.path("case.h5"), "--group", "g", "--threads", 1, "--bodies", "points", "--output",
                   self.path("v.h5"))
        self.assertEqual(r.returncode, 0, r.stderr)
        self.assertIn("leaves out the mobility of each point itself", r.stderr)
        with h5py.File(self.path("v.h5")) as f:
            self.assertIn("the mobility of each point itself is left out", f["V"].attrs["description"])
            np.testing.assert_array_equal(f["inside"][...], [0, -1])
            np.testing.assert_allclose(f["u"][0], f["V"][0], atol=1e-14)

    def test_formats_hold_the_same_numbers(self):
        run = self.recorded("pipe", PIPE.replace("count = 12", "positions = [[3, 1, 0.5], [7, -2, 1]]")
                            .replace("[solver]", "[solver]\ndeterministic = true"))
        for where in (("--box", "6,5,4"), ("--plane", "z=0.2", "--resolution", "1.1"),
                      ("--line", "1,-4,1:9,4,2", "--count", "9")):
            with h5py.File(self.field(run, *where)) as f:
                x, u, inside = f["X"][...], f["u"][...], f["inside"][...]
                grid = f.attrs["grid"]
            self.assertEqual(np.prod(grid), len(x))
            with open(self.field(run, *where, output="out.csv"), newline="", encoding="utf-8") as f:
                rows = list(csv.DictReader(f))
            table = np.array([[float(r[k]) for k in ("x", "y", "z", "u_x", "u_y", "u_z")] for r in rows])
            np.testing.assert_array_equal(table, np.concatenate([x, u], axis=1))
            np.testing.assert_array_equal([int(r["inside"]) for r in rows], inside)
            self.read_by_vtk(self.field(run, *where, output="out.vti"), grid, x, u, inside)

    def read_by_vtk(self, file, grid, x, u, inside):
        try:
            from vtkmodules.util.numpy_support import vtk_to_numpy
            from vtkmodules.vtkIOXML import vtkXMLImageDataReader
        except ImportError:  # app/setup/packages.sh installs it for the tests
            self.skipTest("python3-vtk9 is not installed")
        reader = vtkXMLImageDataReader()
        reader.SetFileName(file)
        reader.Update()
        image = reader.GetOutput()
        self.assertEqual(list(image.GetDimensions()), list(grid))
        points = np.array([image.GetPoint(i) for i in range(image.GetNumberOfPoints())])
        np.testing.assert_allclose(points, x, atol=1e-13)
        np.testing.assert_array_equal(vtk_to_numpy(image.GetPointData().GetArray("u")), u)
        np.testing.assert_array_equal(vtk_to_numpy(image.GetPointData().GetArray("inside")), inside)
        names = [image.GetFieldData().GetArrayName(i) for i in range(image.GetFieldData().GetNumberOfArrays())]
        self.assertTrue({"time", "tolerance", "error_predicted"} <= set(names), names)

    def test_the_engine_suits_the_points(self):
        """60 spheres and 11,000 points in a pipe: not the sum over all pairs that suits 60 spheres."""
        random = np.random.default_rng(1)
        y = np.array([[2.5 * (k % 15) + random.uniform(0, 0.3), r * np.cos(a), r * np.sin(a)] for k in range(60)
                      for r, a in [(5.5, 1.6 * (k // 15) + 0.2 * (k % 15))]])
        n = 110
        x = np.array([[37.5 * (i + 0.5) / n, 20 * (j + 0.5) / n - 10, 0.3] for i in range(n) for j in range(n)])
        with h5py.File(self.path("case.h5"), "w") as f:
            g = f.create_group("g")
            g["Y"], g["F"], g["X"] = y, np.tile([1.0, 0, 0], (60, 1)), x[np.hypot(x[:, 1], x[:, 2]) < 9.99]
            g.attrs["eta"], g.attrs["a"], g.attrs["R"], g.attrs["L"] = eta, 1.0, 10.0, 37.5
        seconds, fields = {}, {}
        for engine in ("ewald", "automatic"):
            before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
            r = slurry("mobility", self.path("case.h5"), "--group", "g", "--tolerance", "1e-6", "--threads", 1,
                       "--engine", engine, "--output", self.path(engine + ".h5"))
            self.assertEqual(r.returncode, 0, r.stderr)
            seconds[engine] = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
            with h5py.File(self.path(engine + ".h5")) as f:
                fields[engine] = f["u"][...]
        self.assertLess(seconds["automatic"], 2.5 * seconds["ewald"] + 1)
        size = np.sqrt((fields["ewald"] ** 2).sum(1).mean())
        error = np.sqrt(((fields["ewald"] - fields["automatic"]) ** 2).sum(1).mean())
        self.assertLess(error, 3e-6 * size)

    def test_an_error_above_what_was_asked_is_said(self):
        """Far from two opposite forces their fields cancel, and rounding is what is left of the digits asked for."""
        self.write("pair.toml", 'schema = 1\n[domain]\nkind = "free-space"\n[[bodies]]\npositions = [[0, 0, 0]]\n'
                                '[[bodies]]\nname = "up"\npositions = [[3, 0, 0]]\nforce = -1\n')
        for far, above in ((1e7, True), (9, False)):
            done = slurry("field", self.path("pair.toml"), "--line", f"{far},{far},0:{far},{2 * far},0", "--count", "5",
                          "--output", self.path("far.h5"), "--overwrite", "--tolerance", "1e-12", "--json", "-")
            self.assertEqual(done.returncode, 0, done.stderr)
            told = json.loads(done.stdout)
            self.assertEqual(told["error"]["measured"] > 1e-12, above)
            self.assertEqual(len(told["errors_above_asked"]), 1 if above else 0)
            self.assertEqual("ABOVE ASKED: the measured error of u is" in done.stderr, above, done.stderr)

    def test_json_and_refusals(self):
        run = self.recorded("lone", LONE)
        r = slurry("field", run, "--plane", "x=0", "--resolution", 1, "--output", self.path("j.csv"), "--json", "-",
                   "--threads", 1)
        summary = json.loads(r.stdout)
        self.assertEqual((summary["frame"], summary["points"]), (2, 64))
        self.assertEqual(summary["error"]["asked"], 1e-6)
        out = ("--output", self.path("x.h5"))
        self.refused(2, "no frame 7", run + "#7", "--plane", "x=0", *out)
        self.refused(2, "names no frame", run + "#half", "--plane", "x=0", *out)
        self.refused(2, "names no frame", run + "#-2", "--plane", "x=0", *out)
        self.refused(2, "none of --plane", run, *out)
        self.refused(2, "2 of --plane", run, "--plane", "x=0", "--box", "2,2,2", *out)
        self.refused(2, "is not a plane", run, "--plane", "w=0", *out)
        self.refused(2, "is not a plane", run, "--plane", "x=nan", *out)
        self.refused(2, "is not a line", run, "--line", "0,0:1,1,1", *out)
        self.refused(2, "same point", run, "--line", "0,0,0:0,0,0", *out)
        self.refused(2, "is not a box", run, "--box", "2,2.5,2", *out)
        self.refused(2, "1 to", run, "--box", "2,0,2", *out)
        self.refused(2, "--resolution belongs to --plane, which is not given", run, "--box", "2,2,2", "--resolution", "1", *out)
        self.refused(2, "must end in", run, "--box", "2,2,2", "--output", self.path("x.dat"))
        self.refused(2, "no grid", run, "--points", run, "--output", self.path("x.vti"))
        self.refused(2, "exists already", run, "--box", "2,2,2", "--output", self.path("j.csv"))
        self.refused(2, "same file", run, "--box", "2,2,2", "--output", run, "--overwrite")
        self.refused(2, "is a scenario", "single_sphere_on_axis#1", "--box", "2,2,2", *out)
        self.refused(2, "outside of the pipe", "single_sphere_on_axis", "--plane", "y=1e3", *out)
        self.refused(3, "memory", run, "--box", "100000,100000,100000", *out)
        self.refused(3, "1e-07", run, "--box", "2,2,2", "--gradient", "--tolerance", "1e-9", *out)
        with h5py.File(self.path("far.h5"), "w") as f:
            f["X"] = [[0.0, 0, 0], [0, 1e3, 0]]
        self.refused(2, "point 1 lies outside of the pipe", "single_sphere_on_axis", "--points", self.path("far.h5"),
                     *out)
        self.assertFalse(os.path.exists(self.path("x.h5")))

    def test_interrupt(self):
        scenario = self.write("pipe.toml", PIPE.replace("1e-5", "1e-9"))
        process = subprocess.Popen([program, "field", scenario, "--box", "200,200,200", "--threads", "1", "--output",
                                    self.path("x.vti")], stderr=subprocess.PIPE)
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        try:
            process.wait(timeout=20)
        except subprocess.TimeoutExpired:  # in the middle of one sum: a second one ends it at once
            process.send_signal(signal.SIGINT)
            process.wait(timeout=20)
        process.stderr.close()
        self.assertIn(process.returncode, (130, -signal.SIGINT))
        self.assertEqual([n for n in os.listdir(self.folder.name) if n != "pipe.toml"], [])


if __name__ == "__main__":
    unittest.main(verbosity=2)
