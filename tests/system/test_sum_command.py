# SPDX-License-Identifier: BSD-3-Clause
"""slurry sum: gradient, pressure, zero mode and charges on the command line, and what the file says about them."""
import json
import os
import subprocess
import sys
import tempfile

import h5py
import numpy as np

program = os.environ["SLURRY_PROGRAM"]
folder = tempfile.mkdtemp()
source = os.path.join(folder, "in.h5")
output = os.path.join(folder, "out.h5")
random = np.random.default_rng(2)
box = np.array([1.0, 1.1, 1.2])
with h5py.File(source, "w") as f:
    g = f.create_group("a")
    g["src"] = random.random((50, 3)) * box
    g["trg"] = random.random((20, 3)) * box
    for name in "fqn":
        g[name] = random.standard_normal((50, 3))
    charge = random.standard_normal(50)
    g["charge"] = charge - charge.mean()
    g["box"] = box
    g.attrs["periodicity"] = 3
    src, trg, q, n = (g[k][()] for k in ("src", "trg", "q", "n"))


def run(*arguments):
    return subprocess.run(
        [program, "sum", source, "--group", "a", "--tolerance", "1e-7", "--output", output, "--overwrite", *arguments],
        capture_output=True, text=True)


def check(what, condition):
    if not condition:
        print("failed:", what)
        sys.exit(1)


def result(*arguments):
    r = run(*arguments)
    check(f"{arguments}: {r.stderr}", r.returncode == 0)
    with h5py.File(output) as f:
        return {k: f[k][()] for k in f if isinstance(f[k], h5py.Dataset)}, dict(f.attrs), dict(f["errors"].attrs)


plain, attributes, _ = result("--layer", "double")
info = subprocess.run([program, "info", output], capture_output=True, text=True).stdout.splitlines()
check("info of a result has one line for each of its members, no lines of descriptions: " + "\n".join(info),
      len(info) < 30 and not any(line.startswith(" ") or line.split()[0].endswith(":") for line in info))
check("no fields unless asked for", set(plain) == {"u"})
check("convention names the zero mode", "zero-mean-velocity" in attributes["convention"])

info = subprocess.run([program, "info", output, "--json", "-"], capture_output=True, text=True)
told = json.loads(info.stdout)
check(f"info of a sum's file: {info.stderr}", told["kind"] == "result of slurry sum" and told["u"] == "20 x 3")
check("info tells the errors", told["errors"]["asked"] == 1e-7 and told["stages"]["engine"] == "ewald")
info = subprocess.run([program, "info", source], capture_output=True, text=True)
check("info of an input", info.returncode == 0 and "50 x 3" in info.stdout)

fields, attributes, errors = result("--layer", "double", "--gradient", "--pressure", "--split", "hasimoto")
check("shapes", fields["grad_u"].shape == (20, 3, 3) and fields["p"].shape == (20,))
check("split", attributes["split"] == "hasimoto")
check("measured errors", errors["gradient_measured"] < 1.5e-7 and errors["pressure_measured"] < 1.5e-7)
net = np.sum(q * n)
sink = 8 * np.pi * net / box.prod()
check("divergence", np.allclose(np.trace(fields["grad_u"], axis1=1, axis2=2), sink, atol=1e-3))
check("velocity", np.linalg.norm(fields["u"] - plain["u"]) < 2e-7 * np.linalg.norm(plain["u"]))

# What the command does not know is named: a misspelt 'trg' would make the sources the targets without a word.
check("nothing unknown, nothing said", "not used" not in run("--layer", "double").stderr)
misspelt = os.path.join(folder, "misspelt.h5")
with h5py.File(source) as f, h5py.File(misspelt, "w") as h:
    f.copy("a", h)
    h["a"].move("trg", "targets")
    h["a"].attrs["period"] = 2.0
    h["a"].attrs["author"] = "somebody"
r = subprocess.run([program, "sum", misspelt, "--group", "a", "--layer", "double", "--tolerance", "1e-7", "--output", output,
                    "--overwrite"], capture_output=True, text=True)
check("unknown names: " + r.stderr, "knows no such name: targets, period\n" in r.stderr)

# Normals are taken as they are, which is said where they are no unit vectors; the sum is linear in them.
lengths = np.linalg.norm(n, axis=1)
said = [line for line in run("--layer", "double").stderr.splitlines() if "normals" in line]
check(f"lengths of normals: {said}", len(said) == 1 and f"from {lengths.min():.6g} to {lengths.max():.6g}" in said[0])
check("no normals in a single layer", "normals" not in run("--layer", "single").stderr)
with h5py.File(source, "r+") as f:
    f["a/n"][...] = n / lengths[:, None]
check("unit normals", "normals" not in run("--layer", "double").stderr)
with h5py.File(source, "r+") as f:
    f["a/n"][...] = 2 * n
doubled, _, _ = result("--layer", "double")
check("linear in the normals", np.linalg.norm(doubled["u"] - 2 * plain["u"]) < 1e-6 * np.linalg.norm(plain["u"]))
with h5py.File(source, "r+") as f:
    f["a/n"][...] = n

# In free space the points have a grid around them; that is no cluster, and a cluster is one.
with h5py.File(os.path.join(folder, "free.h5"), "w") as f:
    even = random.random((20000, 3))
    for name, periodicity, points in (("even", 0, even),
                                      ("cluster", 3, np.concatenate([even[:2000], 0.35 + 0.3 * even[2000:]]))):
        g = f.create_group(name)
        g["src"], g["f"], g["box"] = points, random.standard_normal((20000, 3)), np.ones(3)
        g.attrs["periodicity"] = periodicity
for name, words in (("even", "Free space: the box of the points"), ("cluster", "The points cluster")):
    r = subprocess.run([program, "sum", os.path.join(folder, "free.h5"), "--group", name, "--layer", "single", "--tolerance",
                        "1e-4", "--output", output, "--overwrite"], capture_output=True, text=True)
    check(f"{name}: {r.stderr}", r.returncode == 0 and words in r.stderr)
    check(f"{name}: {r.stderr}", name == "cluster" or "cluster" not in r.stderr)

other, attributes, _ = result("--layer", "double", "--zero-mode", "zero-face-flux")
check("convention names the other zero mode", "zero-face-flux" in attributes["convention"])
shift = -8 * np.pi / box.prod() * (trg * net - np.sum(src * np.sum(q * n, axis=1)[:, None], axis=0))
check("shift of the zero mode", np.allclose(other["u"] - plain["u"], shift, rtol=1e-9, atol=1e-9 * abs(shift).max()))

charges, attributes, _ = result("--layer", "coulomb", "--gradient")
check("shapes of the potential", charges["phi"].shape == (20,) and charges["grad_phi"].shape == (20, 3))
check("convention of charges", "charge/r" in attributes["convention"])

r = run("--layer", "single", "--guarantee")
check(f"guarantee: {r.stdout} {r.stderr}", r.returncode == 0 and r.stdout.startswith("guaranteed: error below"))
with h5py.File(output) as f:
    said = dict(f["guarantee"].attrs)
    check("bound", 0 < said["bound"] <= 1e-7 and said["confidence"] == 1 and said["rounds"] >= 1)
    check("tolerance of the guarantee", said["tolerance_used"] <= 1e-7 and said["measured_targets"] == 20)

r = run("--layer", "single", "--zero-mode", "zero-face-flux")
check("zero mode of a single layer", r.returncode == 2 and "zero mode" in r.stderr)
r = run("--layer", "coulomb", "--pressure")
check("pressure of charges", r.returncode == 2 and "pressure" in r.stderr)

# the published rules: a cube of their own, and what they are not for
cube = os.path.join(folder, "cube.h5")
with h5py.File(cube, "w") as f:
    g = f.create_group("a")
    g["src"] = random.random((2000, 3))
    g["trg"] = random.random((64, 3))
    g["f"] = random.standard_normal((2000, 3))
    g["box"] = np.ones(3)
    g.attrs["periodicity"] = 0


def published(*arguments):
    return subprocess.run([program, "bench", "sum", cube, "--group", "a", "--layer", "single", "--tolerance", "1e-4", "--output",
                           output, "--overwrite", *arguments], capture_output=True, text=True)


r = published("--parameters", "published", "--per-cell", "50")
check(f"published parameters: {r.stderr}", r.returncode == 0)
with h5py.File(output) as f, h5py.File(cube) as g:
    p, errors = dict(f["parameters"].attrs), dict(f["errors"].attrs)
    check("the rule is told", p["rule"] == "published" and p["sources_per_cell"] == 50)
    check("cutoff of the rule", abs(p["cutoff_radius"] - (50 / 2000) ** (1 / 3)) < 1e-12)
    check("grid of the rule", all(n % p["window_points"] == 0 for n in p["grid"]))
    x, y, force = g["a/trg"][()], g["a/src"][()], g["a/f"][()]
    d = x[:, None] - y[None]
    inverse = 1 / np.linalg.norm(d, axis=2)
    exact = np.einsum("tn,nc->tc", inverse, force) + np.einsum("tnc,tn,tn->tc", d, np.einsum("tnc,nc->tn", d, force), inverse**3)
    reached = np.linalg.norm(f["u"][()] - exact) / np.linalg.norm(exact)
    check("measured error", errors["asked"] == 1e-4 and abs(errors["measured"] / reached - 1) < 0.01)
    check("predicted error", reached / 6 < errors["predicted"] < 6 * reached)
# rates are of our own loops: a stage by a published one has no prediction, and the others have theirs
r = published("--variant", "P2P=GM-1D", "--variant", "FFT=published")
check(f"no prediction from rates of others: {r.stderr}",
      r.returncode == 0 and " P2P -/" in r.stderr and " FFT -/" in r.stderr and " P2G -/" not in r.stderr and "total -/" in r.stderr)
with h5py.File(output) as f:
    timings, stages = dict(f["timings"].attrs), dict(f["stages"].attrs)
    check("predictions that there are", "P2G_predicted" in timings and "P2P_predicted" not in timings and timings["P2P"] > 0)
    check("and those that there are not", np.isnan(stages["P2P"][0]) and stages["P2P"][1] > 0 and stages["P2G"][0] > 0)
r = published("--variant", "P2P=per_target")
check("our own have them", r.returncode == 0 and "-/" not in r.stderr)
r = published("--parameters", "published", "--plans")
check("plans of the rules", r.returncode == 0 and "published rules, 224" in r.stdout and r.stdout.count("\n") == 1)
check("--per-cell of the models", published("--parameters", "modelled", "--per-cell", "50").returncode == 2)
for moved in (("--parameters", "published"), ("--parameters", "modelled"), ("--per-cell", "50")):
    r = run("--layer", "single", *moved)
    check(f"where {moved} is: {r.stderr}", r.returncode == 2 and "'slurry bench sum --parameters" in r.stderr)
check("the way that sum takes", run("--layer", "single", "--parameters", "chosen", "--overwrite").returncode == 0)
r = published("--parameters", "modelled")
check(f"cutoff by the models: {r.stderr}", r.returncode == 0 and "the models of the published stages predict" in r.stderr)
with h5py.File(output) as f:
    p, errors = dict(f["parameters"].attrs), dict(f["errors"].attrs)
    check("the modelled cutoff is told", p["rule"] == "published" and 16 <= p["sources_per_cell"] <= 250)
    check("error by the models' cutoff", np.linalg.norm(f["u"][()] - exact) / np.linalg.norm(exact) < 6 * errors["predicted"])
r = published("--parameters", "modelled", "--gradient")
check(f"refused before it measures: {r.stderr}", r.returncode == 2 and "gradient" in r.stderr and "expect" not in r.stderr)
for arguments, why in ((("--engine", "direct"), "engine ewald"), (("--gradient",), "gradient"), (("--guarantee",), "guarantee"),
                       (("--absolute",), "absolute"), (("--split", "prolate"), "Hasimoto"), (("--per-cell", "1000"), "fewer sources per cell")):
    r = published("--parameters", "published", *arguments)
    check(f"{arguments}: {r.stderr}", r.returncode == 2 and why in r.stderr)
with h5py.File(cube, "a") as f:
    f["a/box"][...] = (1, 1.2, 1)
r = published()
check("a box that is no cube", r.returncode == 2 and "cube" in r.stderr)
