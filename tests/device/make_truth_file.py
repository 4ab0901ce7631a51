#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Groups of stokes_reference.h5 as plain text, for machines without HDF5:  make_truth_file.py OUT.txt

One record per group: `group NAME PERIODICITY SELF N M`, then arrays, each as its name, the count of its numbers and the
numbers, exact to the last bit: box, src, trg, f, q, n, u_single, u_double, u_combined.
"""
import pathlib
import sys

import h5py

DATA = pathlib.Path(__file__).resolve().parent.parent / "reference" / "data" / "stokes_reference.h5"


def main(out):
    with h5py.File(DATA) as data, open(out, "w") as text:
        for name, group in data.items():
            same = int((group["src"].shape == group["trg"].shape) and (group["src"][:] == group["trg"][:]).all())
            text.write(f"group {name} {int(group.attrs['periodicity'])} {same} {len(group['src'])} {len(group['trg'])}\n")
            for key in ("box", "src", "trg", "f", "q", "n", "u_single", "u_double", "u_combined"):
                numbers = group[key][:].ravel()
                text.write(f"{key} {len(numbers)} " + " ".join(float(x).hex() for x in numbers) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
