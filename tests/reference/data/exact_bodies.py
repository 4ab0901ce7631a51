#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Velocities of true spheres, by ways that share nothing with the tables of engine/quantities/exact_bodies.cpp.

Two spheres along their line of centres: series in bispherical coordinates (Stimson & Jeffery 1926; Maude 1961).
Two spheres side by side, a sphere on the axis of a pipe, and cubic arrays: fundamental solutions, that is, Stokeslets inside the
spheres and behind the wall whose strengths make the velocity right on the surfaces, by least squares.
The coefficients of a Rotne-Prager sphere on the axis: Fourier integrals of the wall's images.
Prints the numbers that tests/engine/quantities/test_model_error.cpp holds, with numpy and scipy, in a minute.
"""
import numpy as np
from scipy.integrate import quad
from scipy.special import erfc, iv, kv


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


lattices = {"simple": [[0, 0, 0]], "body-centred": [[0, 0, 0], [0.5, 0.5, 0.5]],
            "face-centred": [[0, 0, 0], [0, 0.5, 0.5], [0.5, 0, 0.5], [0.5, 0.5, 0]]}


def lattice_stokeslet(x, y, sites, xi=3.0):
    """As stokeslet(), of all sources y + site + whole numbers, without the mean velocity.  Hasimoto's sum."""
    reach, whole = 5.8 / xi, np.stack(np.meshgrid(*[np.arange(-3, 4)] * 3), -1).reshape(-1, 3)
    out = np.zeros((len(x), len(y), 3, 3))
    for shift in (whole[:, None] + sites).reshape(-1, 3):
        d = x[:, None] - y[None] + shift
        r = np.linalg.norm(d, axis=2)
        if r.min() > reach:
            continue
        smooth, near = np.exp(-(xi * r) ** 2) * 2 * xi / np.sqrt(np.pi), erfc(xi * r) / r
        out += (near - smooth)[..., None, None] * np.eye(3)
        out += ((near + smooth) / r**2)[..., None, None] * d[..., :, None] * d[..., None, :]
    k = 2 * np.pi * np.stack(np.meshgrid(*[np.arange(-6, 7)] * 3), -1).reshape(-1, 3)
    k2, of_sites = (k * k).sum(1), np.cos(k @ sites.T).sum(1)
    taken = (k2 > 0) & (k2 < (2 * xi * 5.8) ** 2) & (of_sites > 0.5)  # the others cancel
    k, k2 = k[taken], k2[taken]
    weight = 8 * np.pi * of_sites[taken] * (1 + k2 / (4 * xi * xi)) * np.exp(-k2 / (4 * xi * xi)) / k2
    across = np.eye(3) - k[:, :, None] * k[:, None, :] / k2[:, None, None]
    at_x, at_y = np.exp(1j * x @ k.T), np.exp(-1j * k @ y.T)
    for i in range(3):
        for j in range(3):
            out[:, :, i, j] += ((at_x * (weight * across[:, i, j])) @ at_y).real
    return out.transpose(0, 2, 1, 3).reshape(3 * len(x), 3 * len(y))


def array_drag(lattice, fraction, sources=40, depth=0.6):
    """Drag of a sphere in a cubic array over 6 pi eta a U, U relative to the mean velocity.  A sixteenth of the sphere has
    that many sources; the others follow from its symmetry, with the force along z."""
    sites = np.array(lattices[lattice], float)
    a = (3 * fraction / (4 * np.pi * len(sites))) ** (1 / 3)

    def sixteenth(count):
        p = fibonacci(16 * count)
        return p[(p[:, 2] > 0) & (p[:, 0] > p[:, 1]) & (p[:, 1] > 0)]

    y, x = depth * a * sixteenth(sources), a * sixteenth(3 * sources)
    matrix = 0
    for turned in (np.eye(3), np.eye(3)[[1, 0, 2]]):
        for signs in np.stack(np.meshgrid(*[[1, -1]] * 3), -1).reshape(-1, 3):
            mirror = np.diag(signs) @ turned
            matrix = matrix + lattice_stokeslet(x, y @ mirror.T, sites) @ np.kron(np.eye(len(y)), signs[2] * mirror)
    solved = np.linalg.lstsq(matrix / (8 * np.pi), np.tile([0.0, 0, 1], len(x)), rcond=1e-13)[0]
    return 16 * solved[2::3].sum() / (6 * np.pi * a)


if __name__ == "__main__":
    for lattice in lattices:
        for fraction in (0.1, 0.3, 0.5):
            if lattice != "simple" or fraction < 0.5:
                print("%s cubic array, volume fraction %g: drag %.6f" % (lattice, fraction, array_drag(lattice, fraction)))
    print("axis coefficients %.9f %.9f %.9f" % axis_coefficients())
    for gap in (1e-6, 3e-5, 1e-3, 0.02, 0.1, 0.33, 0.9, 1.7, 3.5, 4):
        print("gap %g: in line %.7f, towards each other %.7g" % (gap, 1 / bispherical(gap, False), 1 / bispherical(gap, True)))
    for gap in (0.2, 0.33, 0.9, 1.7, 3.5):
        print("gap %g: side by side %.7f, past each other %.7f" % (gap, side_by_side(gap), side_by_side(gap, -1)))
    for ratio in (0.17, 0.32, 0.5, 0.6, 0.63, 0.7):
        print("a/R %g: K1 %.6f, K2 %.6f" % (ratio, *on_axis(ratio)))
