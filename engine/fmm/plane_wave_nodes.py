#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Nodes and weights of the plane waves: 1/r = int exp(-l z) J0(l rho) dl for 1 <= z <= 4, rho <= 4 sqrt 2.

  plane_wave_nodes.py EPS SECONDS          prints "EPS COUNT ERROR" and one line "node weight" per node

The rule starts dense: a pivoted QR factorisation of a fine Gauss-Legendre rule keeps the columns that matter.  Then nodes
are removed one by one.  After each removal the remaining nodes move by Levenberg-Marquardt steps, with the weights
eliminated (variable projection), until the largest error is below EPS again.  At last the weights move a little, so that
the waves of evenly spread points have no error on average: equal charges would add up the mean error of the rule.
The range is that of box pairs of the interaction list in units of the box side (theory/fast-multipole.md).
"""
import sys
import time

import numpy as np
from scipy.linalg import qr
from scipy.special import j0, j1, jv


def chebyshev(low, high, count, power=1.0):
    return low + (high - low) * ((1 - np.cos(np.pi * (np.arange(count) + 0.5) / count)) / 2) ** power


def samples(eps):
    """Points of the range.  The largest node grows like log(1/eps), and with it the oscillations across the axis."""
    digits = np.log10(1 / eps)
    across = chebyshev(0, 4 * 2**0.5, int(36 + 8 * digits))
    z, rho = np.meshgrid(chebyshev(1, 4, int(14 + digits), 1.5), across, indexing="ij")
    return z.ravel(), rho.ravel()


EPS, SECONDS = (float(a) for a in sys.argv[1:3])
Z, RHO = samples(EPS)
TRUTH = 1 / np.hypot(Z, RHO)


def fit(t):
    """Best weights of the nodes exp(t): decay, columns, orthonormal basis of their span, weights, error."""
    node = np.exp(t)
    decay = np.exp(-np.outer(Z, node))
    columns = decay * j0(np.outer(RHO, node))
    size = np.linalg.norm(columns, axis=0)
    u, s, v = np.linalg.svd(columns / size, full_matrices=False)
    keep = s > 1e-15 * s[0]
    weight = (v[keep].T @ ((u[:, keep].T @ TRUTH) / s[keep])) / size
    return decay, columns, u[:, keep], weight, columns @ weight - TRUTH


def move(t, eps, deadline, most=600):
    """Levenberg-Marquardt steps of the nodes until the largest error is below eps, or nothing is gained any more."""
    damping, idle = 1e-3, 0
    state = fit(t)
    for _ in range(most):
        decay, columns, basis, weight, error = state
        if abs(error).max() < eps or time.time() > deadline:
            break
        node = np.exp(t)
        slope = (-Z[:, None] * columns - RHO[:, None] * j1(np.outer(RHO, node)) * decay) * (weight * node)
        slope -= basis @ (basis.T @ slope)
        size = np.linalg.norm(slope, axis=0).max()
        better = None
        for _ in range(12):
            stacked = np.vstack([slope / size, damping * np.eye(len(t))])
            step = np.linalg.lstsq(stacked, np.concatenate([-error / size, 0 * t]), rcond=None)[0]
            step *= min(1.0, 0.3 / abs(step).max())
            trial = fit(t + step)
            if trial[4] @ trial[4] < error @ error:
                better = trial
                break
            damping *= 4
        if better is None:
            break
        gain = 1 - (better[4] @ better[4]) / (error @ error)
        t, state, damping = t + step, better, max(damping / 5, 1e-15)
        idle = idle + 1 if gain < 3e-4 else 0
        if idle > 12:
            break
    return t, state[3], abs(state[4]).max()


def nodes(eps, seconds):
    deadline = time.time() + seconds
    x, _ = np.polynomial.legendre.leggauss(240)
    fine = (np.log(1 / eps) + 5) * ((x + 1) / 2) ** 1.4
    columns = np.exp(-np.outer(Z, fine)) * j0(np.outer(RHO, fine))
    _, r, order = qr(columns, mode="economic", pivoting=True)
    count = int((abs(np.diag(r)) > abs(r[0, 0]) * eps * 0.1).sum())
    t, weight, error = move(np.sort(np.log(fine[order[:count]])), eps, deadline)
    best = t, weight, error
    while time.time() < deadline:
        t = best[0]
        loss = [np.linalg.norm(fit(np.delete(t, i))[4]) for i in range(len(t))]
        for i in np.argsort(loss)[:12]:
            trial = move(np.delete(t, i), eps, deadline)
            if trial[2] < eps:
                best = trial
                break
        else:
            break
    order = np.argsort(best[0])
    return np.exp(best[0][order]), best[1][order], best[2]


def angles_of(node, weight, eps):
    """Numbers of angles on the circle that the program takes for each node (plane_wave_rules.cpp)."""
    x = np.arange(1, 41) / 40 * 4 * 2**0.5
    counts = []
    for k, w in zip(node, weight):
        m = 2
        while 2 * abs(w) * np.exp(-k) * abs(jv(m, k * x)).max() > eps:
            m += 2
        counts.append(m)
    return counts


def even_pairs(node, angles):
    """Integrals of the exponentials of each node, and of 1/r, over all that an interaction list of even points holds: the
    offsets of its 189 boxes, and the places of both points in their boxes, in units of the box side."""
    g, w = np.polynomial.legendre.leggauss(5)
    g, w = (g + 1) / 2, w / 2
    u, wu = np.concatenate([-g, g]), np.concatenate([w * (1 - g), w * (1 - g)])  # difference of two places in a box
    waves, inverse = np.zeros(len(node)), 0.0
    for box in np.ndindex(6, 6, 6):  # of one of the eight boxes of a parent; those of the others are mirror images
        d = [b - 2 for b in box]
        if max(abs(i) for i in d) < 2:
            continue
        up = max(a for a in range(3) if abs(d[a]) >= 2)  # the waves run along z, else y, else x
        x, y = (d[a] + u for a in range(3) if a != up)
        z = abs(d[up] + u)
        rho = np.hypot(x[:, None], y[None, :])
        inverse += np.einsum("z,x,y,zxy->", wu, wu, wu, 1 / np.hypot(z[:, None, None], rho))
        for i, (k, count) in enumerate(zip(node, angles)):
            at = 2 * np.pi * np.arange(count // 2) / count
            along = np.exp(1j * k * np.outer(np.cos(at), x)) @ wu
            across = np.exp(1j * k * np.outer(np.sin(at), y)) @ wu
            waves[i] += (along * across).real.mean() * (np.exp(-k * z) @ wu)
    return waves, inverse


def without_mean_error(node, weight):
    """Weights whose integral over even points is exact, with the least change of the error in the range."""
    waves, inverse = even_pairs(node, angles_of(node, weight, EPS))
    columns = np.exp(-np.outer(Z, node)) * j0(np.outer(RHO, node))
    size = np.linalg.norm(columns, axis=0)
    _, s, v = np.linalg.svd(columns / size, full_matrices=False)
    keep = s > 1e-13 * s[0]
    a = (v[keep] @ (waves / size)) / s[keep]
    weight = weight - (waves @ weight - inverse) * (v[keep].T @ (a / (a @ a) / s[keep])) / size
    return weight, abs(columns @ weight - TRUTH).max()


node, weight, _ = nodes(EPS, SECONDS)
weight, error = without_mean_error(node, weight)
print(f"{EPS:g} {len(node)} {error:.2e}")
for pair in zip(node, weight):
    print("%.17g %.17g" % pair)
