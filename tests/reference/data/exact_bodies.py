#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Velocities of true spheres, by ways that share nothing with the tables of engine/quantities/exact_bodies.cpp.

Two spheres along their line of centres: series in bispherical coordinates (Stimson & Jeffery 1926; Maude 1961).
Two spheres side by side, and a sphere on the axis of a pipe: fundamental solutions, that is, Stokeslets inside the
spheres and behind the wall whose strengths make the velocity right on the surfaces, by least squares.
The coefficients of a Rotne-Prager sphere on the axis: Fourier integrals of the wall's images.
Prints the numbers that tests/engine/quantities/test_model_error.cpp holds, with numpy and scipy, in a minute.
"""
import numpy as np
from scipy.integrate import quad
from scipy.special import iv, kv


def bispherical(gap, toward):
    """Drag on each of two equal spheres over 6 pi eta a U; toward: they approach, otherwise they move together."""
    alpha = np.arccosh(1 + gap / 2)
    n = np.arange(1, int(40 / alpha) + 40)
    m = 2 * n + 1
    k = n * (n + 1) / ((2 * n - 1) * (2 * n + 3))
    sinh, x = np.sinh(alpha), np.exp(-m * alpha)
    if toward:
        terms = ((1 + x) ** 2 + m**2 * sinh**2 * x) / ((1 - x * x) - m * np.sinh(2 * alpha) * x) - 1
    else:
        terms = 1 - ((1 - x) ** 2 - m**2 * sinh**2 * x) / ((1 - x * x) + m * np.sinh(2 * alpha) * x)
    return 4 / 3 * sinh * (k * terms).sum()


def stokeslet(x, y):
    """(3M,3N) matrix of I/r + rr/r^3."""
    d = x[:, None] - y[None]
    r = np.linalg.norm(d, axis=2)
    g = np.eye(3) / r[..., None, None] + d[..., :, None] * d[..., None, :] / r[..., None, None] ** 3
    return g.transpose(0, 2, 1, 3).reshape(3 * len(x), 3 * len(y))


def fibonacci(count):
    i = np.arange(count) + 0.5
    z, angle = 1 - 2 * i / count, np.pi * (1 + 5**0.5) * i
    s = np.sqrt(1 - z * z)
    return np.stack([s * np.cos(angle), s * np.sin(angle), z], 1)


def side_by_side(gap, sign=1, sources=500, depth=0.6):
    """Velocity of each of two equal spheres under forces across their line of centres and no torques, over that of one
    alone.  sign: 1 for equal forces, -1 for opposite ones."""
    centre, mirror = np.array([1 + gap / 2, 0, 0]), np.array([-1, 1, 1])
    y, x = centre + depth * fibonacci(sources), centre + fibonacci(2 * sources)
    matrix = (stokeslet(x, y) + sign * stokeslet(x, mirror * y) * np.tile(mirror, sources)) / (8 * np.pi)
    settle = np.tile([0.0, 0, 1], len(x))
    turn = np.cross([0.0, 1, 0], x - centre).ravel()
    solved = np.linalg.lstsq(matrix, np.stack([settle, turn], 1), rcond=1e-13)[0]
    force, torque = np.zeros(2), np.zeros(2)
    for k in range(2):
        f = solved[:, k].reshape(-1, 3)
        force[k], torque[k] = f[:, 2].sum(), np.cross(y - centre, f)[:, 1].sum()
    return 6 * np.pi / (force[0] - torque[0] / torque[1] * force[1])


def rings(points, sources, around=96):
    """(2M,2N): radial and axial velocities at (r,z) from rings of radial and axial force at (r,z), each of sum 1."""
    out = np.zeros((len(points), 2, len(sources), 2))
    x = np.stack([points[:, 0], 0 * points[:, 0], points[:, 1]], 1)
    for angle in 2 * np.pi * (np.arange(around) + 0.5) / around:
        c, s = np.cos(angle), np.sin(angle)
        y = np.stack([sources[:, 0] * c, sources[:, 0] * s, sources[:, 1]], 1)
        g = stokeslet(x, y).reshape(len(x), 3, len(y), 3)
        out[:, :, :, 0] += (g[:, ::2, :, 0] * c + g[:, ::2, :, 1] * s) / around
        out[:, :, :, 1] += g[:, ::2, :, 2] / around
    return out.reshape(2 * len(points), -1) / (8 * np.pi)


def on_axis(ratio, half=4.0):
    """K1, K2 of a sphere in the middle of a closed pipe of radius 1, whose ends are too far to be felt."""
    def arc(count, radius):
        t = np.pi * (np.arange(count) + 0.5) / count
        return np.stack([radius * np.sin(t), radius * np.cos(t)], 1)

    def can(count, radius, end):
        side = np.stack([np.full(count, radius), np.linspace(-end, end, count)], 1)
        r = radius * (np.arange(count // 8) + 0.5) / (count // 8)
        return np.concatenate([side, np.stack([r, 0 * r - end], 1), np.stack([r, 0 * r + end], 1)])

    y = np.concatenate([arc(28, 0.6 * ratio), can(72, 1.5, half + 0.5)])
    x = np.concatenate([arc(70, ratio), can(180, 1.0, half)])
    matrix = rings(x, y)
    on_sphere = np.repeat(np.arange(len(x)) < 70, 2)
    moved = np.where(on_sphere, np.tile([0.0, 1], len(x)), 0)
    flow = -np.where(on_sphere, np.stack([0 * x[:, 0], 1 - x[:, 0] ** 2], 1).ravel(), 0)
    scale = np.linalg.norm(matrix, axis=0)
    solved = np.linalg.lstsq(matrix / scale, np.stack([moved, flow], 1), rcond=1e-14)[0] / scale[:, None]
    force = solved[1:56:2].sum(0)
    return force[0] / (6 * np.pi * ratio), -force[1] / (6 * np.pi * ratio)


def axis_coefficients():
    """c1, c3, c5 of mobility/mu0 = 1 + c1 l + c3 l^3 + c5 l^5, l = a/R, of a Rotne-Prager sphere on the axis."""
    def images(k):
        wall = np.array([[4 * iv(0, k) + 2 * k * iv(1, k), 1j * k * iv(0, k)], [-2j * k * iv(0, k), k * iv(1, k)]])
        point = np.linalg.solve(wall, -np.array([4 * kv(0, k) - 2 * k * kv(1, k), -2j * k * kv(0, k)]))
        dipole = np.linalg.solve(wall, -np.array([4 * k * k * kv(0, k), 4j * k * k * kv(1, k)]))
        return (4 * point[0] + 1j * k * point[1]).real, (4 * k * k * point[0]).real, (4 * k * k * dipole[0]).real

    at = [quad(lambda k: images(k)[i] / np.pi, 1e-9, 60, limit=400, epsabs=1e-12)[0] for i in range(3)]
    return 0.75 * at[0], 0.75 * at[1] / 3, 0.75 * at[2] / 36


if __name__ == "__main__":
    print("axis coefficients %.9f %.9f %.9f" % axis_coefficients())
    for gap in (1e-6, 3e-5, 1e-3, 0.02, 0.1, 0.33, 0.9, 1.7, 3.5, 4):
        print("gap %g: in line %.7f, towards each other %.7g" % (gap, 1 / bispherical(gap, False), 1 / bispherical(gap, True)))
    for gap in (0.2, 0.33, 0.9, 1.7, 3.5):
        print("gap %g: side by side %.7f, past each other %.7f" % (gap, side_by_side(gap), side_by_side(gap, -1)))
    for ratio in (0.17, 0.32, 0.5, 0.6, 0.63, 0.7):
        print("a/R %g: K1 %.6f, K2 %.6f" % (ratio, *on_axis(ratio)))
