#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Whether the claimed error of a mean over time is the scatter over seeds: test_mean_coverage.py [SEEDS [SYSTEM]...].

Runs SEEDS placements of each of the systems below and compares the deviations of their mean settling velocities from
the mean over the seeds with the errors that `slurry info` claims: chi2/n is 1 where both agree.  20 seeds of all
systems take about 6 minutes of one core.  Exit code 1: chi2/n, pooled over the systems, is outside of 0.7 to 1.5 (few
seeds: of four standard deviations), or more than a quarter of the runs are too short to say."""
import json
import math
import os
import subprocess
import sys
import tempfile

program = os.environ["SLURRY_PROGRAM"]
pipe = """schema = 1
[domain]
kind = "pipe"
radius = 4
length = 12
[[bodies]]
count = {count}
[integrator]
time_step = 0.25
"""
cell = """schema = 1
[domain]
kind = "periodic-3"
cell = [9, 9, 9]
"""
# name: scenario, end
systems = {
    "dilute pipe": (pipe.format(count=5), 3000),
    "dense pipe": (pipe.format(count=10), 3000),
    "spheres in a tall cell": (cell.replace("9]", "18]") + "[[bodies]]\ncount = 20\n[integrator]\ntime_step = 0.25\n",
                               6000),
    "spheres in a cell": (cell + "[[bodies]]\ncount = 20\n[integrator]\ntime_step = 0.25\n", 6000),
    "rods in a cell": (cell + '[[bodies]]\nkind = "rod"\naspect = 3\nradius = 0.7\ncount = 10\n'
                       '[integrator]\nkind = "midpoint"\ntime_step = 0.5\n', 5000),
}
common = "[solver]\ndeterministic = true\ntolerance = 1e-2\n[output]\ninterval = 1.0\nseconds = 0\n"


def means(folder, scenario, end, seeds):
    """Means and errors of the runs that are long enough to say, and how many there were."""
    toml, run = os.path.join(folder, "system.toml"), os.path.join(folder, "run.h5")
    with open(toml, "w") as f:
        f.write(scenario + common)
    said = []
    for seed in range(1, seeds + 1):
        subprocess.run([program, "run", toml, "--until", str(end), "--seed", str(seed), "--threads", "1", "--output", run,
                        "--overwrite", "--json", os.devnull], check=True, stderr=subprocess.DEVNULL)
        info = json.loads(subprocess.run([program, "info", run, "--json", "-"], check=True, capture_output=True).stdout)
        mean = info["statistics"]["means"]["mean_settling_velocity"]
        if mean["error"] is not None:
            said.append((mean["mean"], mean["error"], mean["correlation_time"]))
    return said


def main(arguments):
    seeds = int(arguments[0]) if arguments else 20
    names = arguments[1:] or list(systems)
    squares, freedom, unsaid = 0, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            said = means(folder, *systems[name], seeds)
            unsaid += seeds - len(said)
            if len(said) < 2:
                print(f"{name:20}{len(said):3} of {seeds} say an error")
                continue
            # the best mean over seeds is the one weighted by their errors, which takes one degree of freedom
            weights = [e**-2 for _, e, _ in said]
            mean = sum(w * m for w, (m, _, _) in zip(weights, said)) / sum(weights)
            chi2 = sum(((m - mean) / e)**2 for m, e, _ in said)
            scatter = math.sqrt(sum((m - mean)**2 for m, _, _ in said) / (len(said) - 1))
            claimed = math.sqrt(sum(e**2 for _, e, _ in said) / len(said))
            print(f"{name:20}{len(said):3} of {seeds} say an error; mean {mean:.4f}, scatter over seeds {scatter:.4f}, "
                  f"claimed {claimed:.4f}, correlation time {sum(t for _, _, t in said) / len(said):.3g}, "
                  f"chi2/n {chi2 / (len(said) - 1):.2f}", flush=True)
            squares += chi2
            freedom += len(said) - 1
    ratio, unsaid = squares / freedom, unsaid / (seeds * len(names))
    spread = 4 * math.sqrt(2 / freedom)
    low, high = min(0.7, max(0, 1 - spread)), max(1.5, 1 + spread)
    print(f"pooled chi2/n {ratio:.2f}, allowed {low:.2f} to {high:.2f}; too short to say {unsaid:.0%}, allowed 25%")
    return 0 if low < ratio < high and unsaid <= 0.25 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
