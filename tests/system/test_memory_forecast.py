#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""slurry sum forecasts its peak of memory within 15 %, and refuses with exit code 3 where that is too much."""
import os
import resource
import subprocess
import sys
import tempfile

import h5py
import numpy as np

program = os.environ["SLURRY_PROGRAM"]
folder = tempfile.mkdtemp()
output = os.path.join(folder, "out.h5")
random = np.random.default_rng(3)


def check(what, condition):
    if not condition:
        print("failed:", what)
        sys.exit(1)


def problem(count, targets=0, cluster=1.0):
    """cluster: length of the cube that the sources fill, in box lengths."""
    path = os.path.join(folder, f"{count}_{targets}_{cluster}.h5")
    if not os.path.exists(path):
        with h5py.File(path, "w") as f:
            g = f.create_group("a")
            g["src"] = cluster * random.random((count, 3))
            if targets:
                g["trg"] = random.random((targets, 3))
            for name in "fqn":
                g[name] = random.standard_normal((count, 3))
            charge = random.standard_normal(count)
            g["charge"] = charge - charge.mean()
            g["box"] = np.ones(3)
            g.attrs["periodicity"] = 1
    return path


def run(path, *arguments, address_limit=None):
    limit = (lambda: resource.setrlimit(resource.RLIMIT_AS, (address_limit, address_limit))) if address_limit else None
    return subprocess.run([program, "sum", path, "--group", "a", "--output", output, "--overwrite", *arguments],
                          capture_output=True, text=True, preexec_fn=limit)


def forecast(path, *arguments):
    r = run(path, *arguments)
    check(f"{path} {arguments}: {r.stderr}", r.returncode == 0)
    with h5py.File(output) as f:
        m = f["memory"].attrs
        ratio = m["forecast"] / m["measured"]
        print(f"{os.path.basename(path):16s} {' '.join(arguments):60s} forecast {m['forecast'] / 1e6:7.1f} MB, "
              f"measured {m['measured'] / 1e6:7.1f} MB, ratio {ratio:.3f}")
        check(f"{ratio} of {path} {arguments}", 1 / 1.15 < ratio < 1.15)


for count in (40000, 160000, 480000):
    forecast(problem(count), "--layer", "single", "--tolerance", "1e-3")
    forecast(problem(count), "--layer", "combined", "--tolerance", "1e-4")
forecast(problem(40000), "--layer", "combined", "--tolerance", "1e-9")
forecast(problem(160000), "--layer", "double", "--tolerance", "1e-3", "--precision", "fp32")
forecast(problem(160000), "--layer", "coulomb", "--tolerance", "1e-3")
forecast(problem(40000, 120000), "--layer", "single", "--tolerance", "1e-3", "--gradient")
for layer in ("single", "combined"):
    forecast(problem(160000, cluster=0.2), "--layer", layer, "--tolerance", "1e-3")
    with h5py.File(output) as f:
        check("a cluster has a grid of its own", "core" in f)

refused = run(problem(480000), "--layer", "combined", "--tolerance", "1e-6", address_limit=600 * 1000**2)
check(f"refused: {refused.returncode} {refused.stderr}", refused.returncode == 3)
check(refused.stderr, "of memory, but" in refused.stderr and "would fit" in refused.stderr)
check("one sentence", len(refused.stderr.strip().splitlines()) == 1)
print("ok")
