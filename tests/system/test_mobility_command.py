# SPDX-License-Identifier: BSD-3-Clause
"""slurry mobility on the groups of pipe_reference.h5: what is written, how accurate, and how mistakes are refused."""
import os
import subprocess
import sys
import tempfile

import h5py
import numpy as np

PROGRAM = os.environ["SLURRY_PROGRAM"]
DATA = os.path.join(os.environ["SLURRY_SOURCE"], "tests/reference/data/pipe_reference.h5")
failures = []


def check(condition, what):
    if not condition:
        failures.append(what)


def run(*arguments):
    return subprocess.run([PROGRAM, "mobility", *arguments], capture_output=True, text=True, check=False)


with tempfile.TemporaryDirectory() as folder, h5py.File(DATA, "r") as data:
    out = os.path.join(folder, "out.h5")
    for group in data["pipe"]:
        for flow, tag in (("zero-flux", "zf"), ("zero-gradient", "dp0")):
            for bodies, truth in (("spheres", "V_rpy_"), ("points", "u_point_reg_")):
                what = f"{group} {flow} {bodies}"
                r = run(DATA, "--group", f"pipe/{group}", "--output", out, "--tolerance", "1e-5", "--bodies", bodies,
                        "--net-flow", flow, "--overwrite")
                check(r.returncode == 0, f"{what}: {r.stderr}")
                check(r.stdout == "", f"{what}: something on standard output")
                g = data["pipe"][group]
                with h5py.File(out, "r") as h:
                    exact = g[truth + tag][...]
                    scale = np.sqrt((exact ** 2).sum(1).mean())
                    if bodies == "spheres":
                        mu0 = 1 / (6 * np.pi * g.attrs["eta"] * g.attrs["a"])
                        scale = max(scale, mu0 * np.sqrt((g["F"][...] ** 2).sum(1).mean()))
                    error = np.sqrt(((h["V"][...] - exact) ** 2).sum(1).mean()) / scale
                    check(error < 1.5e-5, f"{what}: V {error}")
                    check(h["u"].shape == g["X"].shape, f"{what}: shape of u")
                    check(h.attrs["error_measured"] < 1.5e-5, f"{what}: measured {h.attrs['error_measured']}")
                    if "X" in g:
                        check(0 < h.attrs["field_error_measured"] < 1.5e-5, f"{what}: u measured")
                        check(h.attrs["field_error_predicted"] < 1.5e-5, f"{what}: u predicted")
                        check(h["errors/field"].attrs["measured"] == h.attrs["field_error_measured"], f"{what}: errors/field")
                    drift = g.attrs["flux_dp0_rpy" if bodies == "spheres" else "flux_dp0"]
                    check(abs(h.attrs["flux"] - (drift if tag == "dp0" else 0)) < 1e-9, f"{what}: flux")
                    for name in ("tolerance", "error_predicted", "split", "precision", "convention",
                                 "pressure_gradient"):
                        check(name in h.attrs, f"{what}: no attribute {name}")
                    for name in ("parameters", "errors", "timings"):
                        check(name in h, f"{what}: no group {name}")

    # the surroundings are said, and what the command does not know is named
    named = os.path.join(folder, "named.h5")
    for attributes, said in (({"radius": 9.0, "length": 4.0}, ("2 bodies in free space", "no such name: length, radius")),
                             ({"L": 8.0}, ("2 bodies without a wall, with the period 8",)),
                             ({"R": 9.0, "L": 40.0}, ("2 bodies in a pipe of radius 9 and period 40",))):
        with h5py.File(named, "w") as f:
            g = f.create_group("g")
            g["Y"], g["F"] = [[0.0, 0, 0], [3, 0, 0]], [[1.0, 0, 0], [0, 1, 0]]
            g.attrs.update({"a": 1.0, "eta": 1.0, **attributes})
        r = run(named, "--group", "g", "--output", out, "--overwrite")
        check(r.returncode == 0 and all(s in r.stderr for s in said), f"{attributes}: {r.stderr}")
        check(("not used" in r.stderr) == (len(said) > 1), f"{attributes}: {r.stderr}")
    os.remove(named)

    before = open(out, "rb").read()
    r = run(DATA, "--group", "pipe/p1_axis", "--output", out)
    check(r.returncode == 2 and "--overwrite" in r.stderr, "an existing file was not refused: " + r.stderr)
    check(open(out, "rb").read() == before, "a refused run changed the file")
    r = run(DATA, "--group", "pipe/nowhere", "--output", out, "--overwrite")
    check(r.returncode == 2 and "p1_axis" in r.stderr, "a missing group: " + r.stderr)
    r = run(DATA, "--group", "pipe/p1_axis", "--output", out, "--overwrite", "--net-flow", "flux=much")
    check(r.returncode == 2, "a net flow without number: " + r.stderr)
    r = run(DATA, "--group", "free/f1", "--output", out, "--overwrite", "--net-flow", "zero-gradient")
    check(r.returncode == 2, "a net flow without pipe: " + r.stderr)
    r = run(DATA, "--group", "pipe/p1_axis", "--output", out, "--overwrite", "--tolerance", "1e-15")
    check(r.returncode == 3, "a tolerance below the floor: " + r.stderr)
    bad = os.path.join(folder, "bad.h5")
    with h5py.File(bad, "w") as h:
        g = h.create_group("g")
        g["Y"], g["F"] = np.zeros((2, 3)), np.zeros((3, 3))
        g.attrs["eta"], g.attrs["a"], g.attrs["R"], g.attrs["L"] = 1, 0.1, 1, 1
    r = run(bad, "--group", "g", "--output", os.path.join(folder, "none.h5"))
    check(r.returncode == 2 and "F" in r.stderr and "bad.h5" in r.stderr, "rows that do not match: " + r.stderr)

    # a sphere as wide as the period just touches its own image, a wider one overlaps it; points have no width
    def overlaps_itself(radii, pipe, *more):
        with h5py.File(bad, "w") as h:
            g = h.create_group("g")
            g["Y"], g["F"] = np.array([[0.1, 0.2, 0], [0.4, -0.2, 0.1]]), np.eye(3)[:2]
            g.attrs["eta"], g.attrs["a"], g.attrs["L"] = 1, radii, 1
            if pipe:
                g.attrs["R"] = 1.8
        return run(bad, "--group", "g", "--output", out, "--overwrite", *more)

    for pipe in (False, True):
        for radii, body in ((0.5 * (1 + 1e-9), "each body"), ([0.2, 1.2], "body 1"), ([0.6, 0.2], "body 0")):
            r = overlaps_itself(radii, pipe)
            check(r.returncode == 2 and f"{body} would overlap its own periodic image" in r.stderr,
                  f"radii {radii} in a period of 1: {r.returncode} {r.stderr}")
            check("Traceback" not in r.stderr and r.stderr.count("\n") == 1, f"more than a sentence: {r.stderr}")
        r = overlaps_itself([0.5, 0.2], pipe)
        check(r.returncode == 0, f"a sphere that touches its own image was refused: {r.stderr}")
    r = overlaps_itself([0.2, 1.2], False, "--bodies", "points")
    check(r.returncode == 0, f"points were refused for their radius: {r.stderr}")
    check(sorted(os.listdir(folder)) == ["bad.h5", "out.h5"], "something was left behind: " + str(os.listdir(folder)))

for line in failures:
    print("FAILED", line)
sys.exit(1 if failures else 0)
