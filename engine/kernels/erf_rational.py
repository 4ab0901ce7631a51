# SPDX-License-Identifier: BSD-3-Clause
"""Makes the table of erf_rational.cpp: erf(x)/x as p(t)/q(t) in t = x^2, 0 <= x <= 6, degrees alike, least largest error.

Remez's exchange in many digits: on 2 n + 2 points the error is +E, -E, ..., by Newton's steps; the points move to the
extrema of the error until they all are alike.  A fit is accepted with no root of q in the interval; where a step of
the exchange brings one, the best fit before it is kept, which at first is an interpolant.  Needs mpmath.  Prints the
rows of the table, for the degrees given or all.
"""
import sys

import mpmath as mp

END = mp.mpf(36)


def target(t):
    return 2 / mp.sqrt(mp.pi) if t == 0 else mp.erf(mp.sqrt(t)) / mp.sqrt(t)


def horner(c, t):
    s = mp.mpf(0)
    for a in reversed(c):
        s = s * t + a
    return s


def level(points, values, n, q, e):
    """Coefficients with errors of one size and alternating sign in the points, by Newton's steps from q and e."""
    for _ in range(40):
        rows, right = [], []
        for i, (t, f) in enumerate(zip(points, values)):
            goal, u, slope = f + (-1) ** i * e, t / END, (-1) ** i * horner(q, t / END)
            rows.append([u**k for k in range(n + 1)] + [-goal * u**k for k in range(1, n + 1)] + [-slope])
            right.append(goal - slope * e)
        s = mp.lu_solve(mp.matrix(rows), mp.matrix(right))
        before, e = e, s[2 * n + 1]
        p, q = [s[k] for k in range(n + 1)], [mp.mpf(1)] + [s[n + k] for k in range(1, n + 1)]
        if abs(e - before) < abs(e) * mp.mpf(10) ** -8:
            break
    return p, q, e


def extrema(error):
    """Where it is largest, of every run of one sign."""
    runs = []
    for k, r in enumerate(error):
        if runs and (error[runs[-1]] > 0) == (r > 0):
            if abs(r) > abs(error[runs[-1]]):
                runs[-1] = k
        else:
            runs.append(k)
    return runs


def errors(p, q, grid, exact):
    """None where q has a root."""
    below = [horner(q, t / END) for t in grid]
    return [horner(p, t / END) / b - f for t, b, f in zip(grid, below, exact)] if min(below) > 0 else None


def first_fit(n, grid, exact):
    """The best interpolant among those whose nodes are closer together towards 0, and the extrema of its error."""
    best = None
    for power in range(4, 17):
        nodes = [END * ((1 - mp.cos(mp.pi * (2 * k + 1) / (4 * n + 2))) / 2) ** (mp.mpf(power) / 4)
                 for k in range(2 * n + 1)]
        values = [target(t) for t in nodes]
        rows = [[(t / END) ** k for k in range(n + 1)] + [-f * (t / END) ** k for k in range(1, n + 1)]
                for t, f in zip(nodes, values)]
        s = mp.lu_solve(mp.matrix(rows), mp.matrix(values))
        p, q = [s[k] for k in range(n + 1)], [mp.mpf(1)] + [s[n + k] for k in range(1, n + 1)]
        error = errors(p, q, grid, exact)
        if error is None:
            continue
        runs = extrema(error)
        size = max(abs(r) for r in error)
        if len(runs) == 2 * n + 2 and (best is None or size < best[0]):
            mean = sum(abs(error[k]) for k in runs) / len(runs)
            best = size, [grid[k] for k in runs], p, q, mean if error[runs[0]] > 0 else -mean
    if best is None:
        raise ValueError("no interpolant without poles")
    return best


def fit(n):
    count = 60 * (n + 1)
    grid = sorted({END * (mp.mpf(k) / count) ** 3 for k in range(count)} |
                  {END * mp.sin(mp.pi * k / (2 * count)) ** 2 for k in range(count + 1)})
    exact = [target(t) for t in grid]
    size, points, p, q, e = first_fit(n, grid, exact)
    best = p, q, size
    for _ in range(25):
        p, q, e = level(points, [target(t) for t in points], n, q, e)
        error = errors(p, q, grid, exact)
        if error is None:
            break
        largest = max(abs(r) for r in error)
        if largest < best[2]:
            best = p, q, largest
        runs = extrema(error)
        while len(runs) > 2 * n + 2:
            runs.pop(0 if abs(error[runs[0]]) < abs(error[runs[-1]]) else -1)
        if len(runs) < 2 * n + 2 or largest < 1.02 * min(abs(error[k]) for k in runs):
            break
        points = [grid[k] for k in runs]
    return best


def main():
    mp.mp.dps = 50
    for n in map(int, sys.argv[1:]) if len(sys.argv) > 1 else range(3, 12):
        try:
            p, q, error = fit(n)
        except (ValueError, ZeroDivisionError) as why:
            print(f"degree {n}: {why}", file=sys.stderr)
            continue
        text = lambda c: ", ".join(mp.nstr(a / END**k, 20, min_fixed=0, max_fixed=0) for k, a in enumerate(c))
        print(f"    {{{n}, {mp.nstr(error, 3)}, {{{text(p)}}}, {{{text(q)}}}}},", flush=True)


main()
