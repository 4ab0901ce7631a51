#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Angular velocities of spheres without torques in a periodic pipe, by exact wall modes (pipe_reference.py, B).

    turning_spheres.py      prints them, zero gradient and zero flux, with an estimate of their error

Half the curl, at each centre, of the flow of the other spheres (points have the same curl) and of the wall, by central
differences of sixth order; the wall answers (1 + a^2/6 Lap) G.  A sphere's own images along the axis turn nothing.
The numbers stand in tests/engine/mobility/test_angular_velocity.cpp.
"""
import numpy as np

from pipe_reference import Pipe, stokeslet_1p

R, L, ETA = 2.0, 7.0, 0.7
A = np.array([0.3, 0.5, 0.2])
Y = np.array([[0.4, 1.685, 0.0], [1.6, 0.6, 0.9], [5.9, -0.7, 0.2]])  # the first one: 0.05 a from the wall
F = np.array([[1.0, 0.3, -0.2], [0.7, -0.5, 0.4], [-0.4, 0.2, 0.6]])


def half_curl(flow, centre, step):
    offsets, weights = np.array([-3, -2, -1, 1, 2, 3]), np.array([-1, 9, -45, 45, -9, 1]) / 60
    slope = np.zeros((3, 3))  # [i, l] = du_i/dx_l
    for axis in range(3):
        points = np.repeat(centre[None], 6, 0)
        points[:, axis] += step * offsets
        slope[:, axis] = weights @ flow(points) / step
    return 0.5 * np.array([slope[2, 1] - slope[1, 2], slope[0, 2] - slope[2, 0], slope[1, 0] - slope[0, 1]])


def solve(modes, step):
    d = (R - np.hypot(Y[:, 1], Y[:, 2])).min()
    pipe = Pipe(R, L, int(modes / d * L / 2 / np.pi) + 2, int(modes / d * R) + 2, ETA)
    wall = sum(pipe.modes_from_sources(Y[j], F[j], A[j] ** 2 / 6) for j in range(3))
    flux = sum(pipe.flux(Y[j], F[j], A[j]) for j in range(3))

    def flow(points, i):
        u = pipe.evaluate(-wall, points)
        for j in range(3):
            if j != i:
                u = u + stokeslet_1p(points, Y[j], F[j], L)
        return u / (8 * np.pi * ETA)

    open_ = np.array([half_curl(lambda x: flow(x, i), Y[i], step) for i in range(3)])
    closed = np.array([half_curl(lambda x: flow(x, i) - flux * pipe.poiseuille(x), Y[i], step) for i in range(3)])
    return open_, closed


def main():
    found, other = solve(24.0, 0.01), solve(19.0, 0.007)
    for name, w, v in zip(('zero gradient', 'zero flux'), found, other):
        print(name, 'difference of two computations: %.1e' % np.abs(w - v).max())
        print(',\n'.join(', '.join('%.10g' % c for c in row) for row in w))


if __name__ == '__main__':
    main()
