#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Spheres of several sizes near and on the wall of a periodic pipe, by exact wall modes (pipe_reference.py, B).

    wall_spheres.py OUT.h5

Layout of pipe_reference.h5, pipe/*, with one radius per body and the field near the wall.  Rotne-Prager without
overlaps: (1 + (a_i^2 + a_j^2)/6 Lap) G between bodies, Faxen's term with the radius of either side for the wall.
est_rel_error compares two numbers of modes.
"""
import sys

import h5py
import numpy as np

from pipe_reference import Pipe, stokeslet_1p


def solve(pipe, X, Y, F, a):
    """Velocities of spheres and of points at Y and the field of both at X, zero gradient and zero flux."""
    out = {}
    scale, N = 8 * np.pi * pipe.eta, len(Y)
    for model, b in (('rpy', a), ('point', 0 * a)):
        V = F / (6 * np.pi * pipe.eta * a[:, None]) if model == 'rpy' else np.zeros(Y.shape)
        V, u, V_flow, u_flow = V.copy(), np.zeros(X.shape), np.zeros(Y.shape), np.zeros(X.shape)
        for j in range(N):
            modes = pipe.modes_from_sources(Y[j], F[j], b[j] ** 2 / 6)
            wall, laplacian = pipe.evaluate(-modes, np.vstack([Y, X]), True)
            V += (wall[:N] + b[:, None] ** 2 / 6 * laplacian[:N]) / scale
            u += wall[N:] / scale + stokeslet_1p(X, Y[j], F[j], pipe.L, a2=b[j] ** 2 / 6) / scale
            flux = pipe.flux(Y[j], F[j], b[j])
            u_flow += flux * pipe.poiseuille(X)
            for i in range(N):
                V[i] += stokeslet_1p(Y[i], Y[j], F[j], pipe.L, a2=(b[i] ** 2 + b[j] ** 2) / 6, skip_self=True)[0] / scale
                V_flow[i] += flux * pipe.poiseuille(Y[i], b[i])[0]
        name = 'V_rpy_' if model == 'rpy' else 'u_point_reg_'
        out.update({name + 'dp0': V, name + 'zf': V - V_flow, 'u_%s_dp0' % model: u, 'u_%s_zf' % model: u - u_flow})
    return out


def put(out, name, L, R, eta, a, Y, F, X):
    a, Y, F, X = (np.asarray(v, float) for v in (a, Y, F, X))
    depth, nearest = R - np.hypot(Y[:, 1], Y[:, 2]), (R - np.hypot(X[:, 1], X[:, 2])).min()
    d = min(depth.min(), (depth.min() + nearest) / 2)  # modes fall like exp(-k (depth of source + of target))
    assert (depth >= a * (1 - 1e-14)).all()
    found = []
    for modes in (19.0, 24.0):
        pipe = Pipe(R, L, int(modes / d * L / 2 / np.pi) + 2, int(modes / d * R) + 2, eta)
        found.append(solve(pipe, X, Y, F, a))
    error = max(np.abs(found[0][k] - v).max() / np.abs(v).max() for k, v in found[1].items())
    group = out.create_group('pipe/' + name)
    for k, v in dict(L=L, R=R, eta=eta, a=a, est_rel_error=error).items():
        group.attrs[k] = v
    for k, v in dict(found[1], Y=Y, F=F, X=X).items():
        group.create_dataset(k, data=v)
    print('%-14s d/R %.3f est. error %.1e' % (name, d / R, error), flush=True)


def beside_the_wall(R, near, rng, count, L):
    """Points in the fluid, half of them within the distance `near` of the wall."""
    depth = np.concatenate([rng.uniform(0.3 * near, near, count), rng.uniform(near, R, count)])
    angle, x = rng.uniform(0, 2 * np.pi, 2 * count), rng.uniform(0, L, 2 * count)
    return np.stack([x, (R - depth) * np.cos(angle), (R - depth) * np.sin(angle)], 1)


def main():
    rng = np.random.default_rng(20)
    with h5py.File(sys.argv[1], 'w') as out:
        for size, tag in ((0.05, 'small'), (0.2, 'large')):
            for gap in (0, 0.01, 0.1, 0.5):
                d = size * (1 + gap)
                put(out, 'alone_%s_%g' % (tag, gap), 2.0, 1.0, 1.3, [size], [[0.3, 1 - d, 0]],
                    [rng.normal(size=3)], beside_the_wall(1, d, rng, 6, 2.0))
        # two spheres: the large one on the wall and a small one between it and the axis, and the other way round
        for gap in (0, 0.1):
            for tag, outer, inner in (('large', 0.18, 0.06), ('small', 0.06, 0.18)):
                r = 1 - outer * (1 + gap)
                put(out, 'pair_%s_%g' % (tag, gap), 2.5, 1.0, 0.7, [outer, inner],
                    [[0.5, r, 0], [0.55, r - 1.05 * (outer + inner), 0.05]], rng.normal(size=(2, 3)),
                    beside_the_wall(1, outer, rng, 6, 2.5))
        # sizes that shrink and grow in the order of the bodies, all close to the wall
        sizes, angles = np.geomspace(0.2, 0.06, 5), 1.3 * np.arange(5)
        for tag, a in (('shrinking', sizes), ('growing', sizes[::-1])):
            r = 1 - a * np.array([1, 1.02, 1.3, 1.05, 1.6])
            Y = np.stack([0.1 + 0.35 * np.arange(5), r * np.cos(angles), r * np.sin(angles)], 1)
            put(out, 'ring_' + tag, 2.2, 1.0, 1.0, a, Y, rng.normal(size=(5, 3)) + [1, 0, 0],
                beside_the_wall(1, 0.1, rng, 6, 2.2))


if __name__ == '__main__':
    main()
