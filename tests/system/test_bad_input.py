#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Bad input of every kind gets one sentence that names what is wrong and what would do, exit code 2 (or 3 where it is
refused for its size or precision), and leaves no file."""
import os
import subprocess
import tempfile
import unittest

program = os.environ["SLURRY_PROGRAM"]


def scenario(bodies, domain="radius = 6\nlength = 40", rest=""):
    return f"schema = 1\n[domain]\n{domain}\n[[bodies]]\n{bodies}\n{rest}\n"


three = "count = 3"
cell = 'kind = "periodic-3"\ncell = [12, 12, 12]'
rod = 'kind = "rod"\n'
# name: scenario, more arguments, words of the sentence
cases = {
    "overlapping spheres": (scenario("positions = [[5, 0, 0], [6, 0, 0]]"), [], ["bodies 0 and 1 overlap", "at least 2"]),
    "overlapping rods": (scenario(rod + "aspect = 4\npositions = [[5, 0, 0], [6, 0, 0]]"), [],
                         ["bodies 0 and 1 overlap", "farther apart"]),
    "a row through the period": (scenario('placement = "row"\ncount = 25\nspacing = 3'), [], ["bodies 0 and", "overlap"]),
    "a dense ring": (scenario('placement = "ring"\ncount = 9\nring_radius = 2'), [], ["overlap"]),
    "a lattice that fits no cell": (scenario('placement = "lattice"\ncount = 30', cell), [], ["27 do, and 64"]),
    "a row of rods": (scenario(rod + 'aspect = 4\nplacement = "row"\ncount = 3\nspacing = 9'), [], ["bodies.placement", "random"]),
    "outside of the pipe": (scenario("positions = [[5, 5.5, 0]]"), [], ["body 0 is outside of the pipe", "at most 5"]),
    "a rod longer than the pipe is wide": (scenario(rod + "aspect = 7\ncount = 1"), [],
                                           ["longer than the pipe is wide", "less than 6"]),
    "a short period": (scenario("count = 1", "radius = 6\nlength = 3"), [], ["domain.length = 3", "at least 4"]),
    "a short cell": (scenario("count = 1", cell.replace("12, 12]", "12, 3]")), [], ["domain.cell", "at least 4"]),
    "NaN in a position file": (scenario('file = "nan.csv"'), [], ["nan.csv:2", "not finite"]),
    "half a position": (scenario('file = "half.csv"'), [], ["half.csv:2", "2 of 3 coordinates"]),
    "no position file": (scenario('file = "none.csv"'), [], ["none.csv"]),
    "NaN in a list": (scenario("positions = [[5, nan, 0]]"), [], ["bodies.positions", "finite"]),
    "time step zero": (scenario(three, rest="[integrator]\ntime_step = 0"), [], ["time_step = 0", "greater than 0"]),
    "time step zero by --set": (scenario(three), ["--set", "integrator.time_step=0"], ["time_step = 0", "greater than 0"]),
    "aspect ratio below 1": (scenario(rod + "aspect = 0.5\ncount = 3"), [], ["bodies.aspect = 0.5", "at least 2"]),
    "tolerance below the floor": (scenario(three, rest="[solver]\ntolerance = 1e-14"), [],
                                  ["solver.tolerance = 1e-14", "at least 1e-12"]),
    "tolerance below the floor by --tolerance": (scenario(three), ["--tolerance", "1e-15"],
                                                 ["solver.tolerance", "at least 1e-12"]),
    "tolerance below what terms in fp32 keep": (
        scenario("positions = [[5, 0, 0]]", 'kind = "free-space"', '[solver]\ntolerance = 1e-6\ndirect_terms = "fp32"'), [],
        ["1e-06", "terms in fp32", "2e-06"]),
    "terms in fp32 in a pipe": (scenario(three), ["--set", "solver.direct_terms=fp32"],
                                ["solver.direct_terms", "free space"]),
    "too dense": (scenario("volume_fraction = 0.7"), [], ["bodies.volume_fraction", "at most 0.5"]),
    "an unknown key": (scenario("cuont = 3"), [], ["did you mean 'bodies.count'"]),
    "no TOML": ("schema = = 1\n", [], ["bad.toml:1"]),
}


class BadInput(unittest.TestCase):
    def test_one_sentence_exit_code_and_no_file(self):
        for name, (text, arguments, words) in cases.items():
            with self.subTest(name), tempfile.TemporaryDirectory() as folder:
                given = {"bad.toml": text, "nan.csv": "1,2,3\n4,nan,0\n", "half.csv": "1,2,3\n4,5\n"}
                for file, content in given.items():
                    with open(os.path.join(folder, file), "w") as f:
                        f.write(content)
                done = subprocess.run([program, "run", "bad.toml", "--steps", "2", "--output", "out.h5", *arguments],
                                      cwd=folder, capture_output=True, text=True, timeout=60)
                self.assertIn(done.returncode, (2, 3), done.stderr)
                lines = [line for line in done.stderr.splitlines() if line.strip()]
                self.assertEqual(len(lines), 1, done.stderr)
                self.assertTrue(lines[0].startswith("slurry: "), lines[0])
                for word in words:
                    self.assertIn(word, lines[0])
                self.assertEqual(done.stdout, "")
                self.assertEqual(sorted(os.listdir(folder)), sorted(given))


if __name__ == "__main__":
    unittest.main()
