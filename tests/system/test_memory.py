#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""test_memory.py [STEPS]: the resident memory of a recording run stays what it is, and the file grows evenly."""
import os
import subprocess
import sys
import tempfile
import time

program = os.environ["SLURRY_PROGRAM"]
steps = int(sys.argv[1]) if len(sys.argv) > 1 else 300


def resident(pid):
    with open(f"/proc/{pid}/status") as f:
        for line in f:
            if line.startswith("VmRSS"):
                return int(line.split()[1]) / 1024
    return None


with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "run.h5")
    run = subprocess.Popen([program, "run", "settling_500", "--steps", str(steps), "--output", path],
                           stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    samples = []
    while run.poll() is None:
        try:
            samples.append(resident(run.pid))
        except (FileNotFoundError, TypeError):
            break
        time.sleep(0.05)
    text = run.stdout.read()
    assert run.wait() == 0, text
    samples = [s for s in samples if s]
    third = len(samples) // 3
    early, late = max(samples[third:2 * third]), max(samples[2 * third:])
    print(text)
    print(f"resident memory: {early:.1f} MB in the second third, {late:.1f} MB in the last")
    assert late <= 1.05 * early + 2, (early, late)
    gap = [line for line in text.splitlines() if line.startswith("smallest gap")][0].split()
    assert float(gap[2]) >= -1e-6 and float(gap[5]) >= -1e-6, gap
print("ok")
