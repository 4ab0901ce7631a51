#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Makes old_checkpoints.json from recordings of the last version that kept plans as lists without names (3c954b0):

    slurry run NAME.toml --steps 8 --output NAME.half.h5
    slurry run NAME.toml --steps 18 --output NAME.whole.h5
    old_checkpoints.py FOLDER NAME... > old_checkpoints.json

Numbers are hexadecimal, so that none loses a bit.  after: ten steps on, from the run in one piece."""
import json
import os
import sys

import h5py

folder, names = sys.argv[1], sys.argv[2:]


def numbers(values):
    return " ".join(float(v).hex() for v in values.reshape(-1))


runs = []
for name in names:
    with h5py.File(os.path.join(folder, name + ".half.h5")) as f:
        group = f["slurry/checkpoint"]
        checkpoint = {k.replace(".", "/"): numbers(group[k][()]) for k in group}
    with h5py.File(os.path.join(folder, name + ".whole.h5")) as f:
        bodies = next(iter(f["particles"].values()))
        after = {k: numbers(bodies[k + "/value"][-1]) for k in ("position", "velocity")}
    with open(os.path.join(folder, name + ".toml")) as f:
        runs.append({"name": name, "scenario": f.read(), "checkpoint": checkpoint, "after": after})
json.dump(runs, sys.stdout, indent=1)
print()
