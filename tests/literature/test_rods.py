#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Numbers that the scenarios of rods and beads expect, by separate short computations (numpy, scipy; no engine code)."""
import json
import math
import os
import re
import subprocess
import unittest

import numpy as np
from scipy.integrate import quad, solve_ivp
from scipy.optimize import brentq

program = os.environ["SLURRY_PROGRAM"]
VISCOSITY = 1 / (6 * math.pi)  # reduced units: 6 pi eta a = 1


def expected(name, quantity):
    """(value, tolerance) of every expectation of that quantity."""
    text = subprocess.run([program, "scenarios", name], capture_output=True, text=True, check=True).stdout
    found = []
    for part in text.split("[[expect]]")[1:]:
        if f'quantity = "{quantity}"' in part:
            found.append(tuple(float(re.search(rf"^{k} = (.*)$", part, re.M)[1]) for k in ("value", "tolerance")))
    return found


def friction(p):
    """Force per velocity along and across a prolate spheroid over 6 pi eta times its half thickness: Perrin (1934)."""
    s = math.log(p + math.sqrt(p * p - 1)) / math.sqrt(p * p - 1)
    b2, l2 = 1.0, p * p  # half axes squared
    chi = 2 * s  # of int_0^inf dt/sqrt((l2+t))/(b2+t)
    alpha = quad(lambda t: (l2 + t) ** -1.5 / (b2 + t), 0, math.inf, epsabs=0, epsrel=1e-13)[0]
    beta = quad(lambda t: (l2 + t) ** -0.5 / (b2 + t) ** 2, 0, math.inf, epsabs=0, epsrel=1e-13)[0]
    return tuple(16 * math.pi / (chi + a * g) / (6 * math.pi) for a, g in ((l2, alpha), (b2, beta)))


def tensor(d, q):
    """(1 + q Lap)(I/r + rr/r^3)."""
    r = np.linalg.norm(d)
    return (1 + 2 * q / r**2) / r * np.eye(3) + (1 - 6 * q / r**2) / r**3 * np.outer(d, d)


class LinePair:
    """Two mirror-symmetric rods under gravity -z, in the plane y = 0, by theory/rods.md (D2), (D3)."""

    def __init__(self, p, points):
        self.l = p
        self.along, self.across = friction(p)
        e2 = 1 - 1 / p**2
        self.c = math.sqrt(e2) * p
        g, w = np.polynomial.legendre.leggauss(points)
        self.xi, self.w = self.c * g, w / 2
        self.q = (self.c**2 - self.xi**2) * (1 - e2) / (4 * e2)

    def motion(self, half_distance, n):
        """Of the left rod at x = -half_distance with director n: velocity and dn/dt."""
        force = np.array([0, 0, -1.0])
        mirror = np.array([-1, 1, 1.0])
        u = n * (n @ force) / self.along + (force - n * (n @ force)) / self.across
        moment = np.zeros(3)
        for i, x in enumerate(self.xi):
            for j, y in enumerate(self.xi):
                d = np.array([-2 * half_distance, 0, 0]) + x * n - y * n * mirror
                v = tensor(d, self.q[i] + self.q[j]) @ force * self.w[j] / (8 * math.pi * VISCOSITY)
                u = u + self.w[i] * v
                moment = moment + 3 / self.c**2 * self.w[i] * x * v
        return u, moment - n * (n @ moment)


class Numbers(unittest.TestCase):
    def check(self, name, quantity, values):
        found = expected(name, quantity)
        self.assertEqual(len(found), len(values))
        for (value, tolerance), truth in zip(found, values):
            self.assertLess(abs(value - truth), tolerance, (name, quantity, truth))

    def test_drift_of_oblique_rods(self):
        def drift(p):
            along, across = friction(p)
            q = across / along
            return math.degrees(math.atan((q - 1) / (2 * math.sqrt(q))))

        self.check("oblique_rod", "drift_angle", [drift(10), drift(5), drift(20)])

    def test_periods_of_jeffery_orbits(self):
        def period(r):
            """Integral of Jeffery's d phi/dt = (r^2 cos^2 + sin^2)/(r^2 + 1) over a turn."""
            return quad(lambda f: (r * r + 1) / ((r * math.cos(f)) ** 2 + math.sin(f) ** 2), 0, 2 * math.pi,
                        points=[math.pi / 2, 3 * math.pi / 2], epsabs=0, epsrel=1e-11, limit=400)[0]

        cox = 1.24 * 10 / math.sqrt(math.log(10))
        self.check("jeffery_orbit", "rotation_period", [period(10), period(5), period(cox)])
        self.check("rod_in_poiseuille", "rotation_period", [period(10)])

    def test_two_rods_side_by_side(self):
        pair = LinePair(10, 8)
        start = pair.motion(5.0, np.array([0, 0, 1.0]))
        self.check("rod_pair", "initial_settling_velocity", [-start[0][2]])

        def slope(t, y):
            n = y[1:] / np.linalg.norm(y[1:])
            u, rate = pair.motion(-y[0], n)
            return [u[0], *rate]

        end = solve_ivp(slope, (0, 400), [-5, 0, 0, 1], method="DOP853", rtol=1e-9, atol=1e-9).y[:, -1]
        self.check("rod_pair", "separation", [-2 * end[0]])

    def test_rectangle_of_beads(self):
        def slope(t, y):
            x = y.reshape(4, 3)
            v = np.tile([0, 0, -1.0], (4, 1))
            for i in range(4):
                for j in range(4):
                    if i != j:
                        v[i] += 0.75 * tensor(x[i] - x[j], 1 / 3) @ np.array([0, 0, -1.0])
            return v.ravel()

        start = [4, 0, 5, 4, 0, -5, -4, 0, 5, -4, 0, -5]
        height = lambda t, y: y[2] - y[5]
        times = solve_ivp(slope, (0, 1300), start, method="DOP853", rtol=1e-10, atol=1e-10, events=height).t_events[0]
        self.check("bead_rectangle", "period", [times[2] - times[0]])


if __name__ == "__main__":
    unittest.main()
