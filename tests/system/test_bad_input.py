#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Bad input of every kind gets one sentence that names what is wrong and what would do, exit code 2 (or 3 where it is
refused for its size or precision), and leaves no file."""
import os
import shutil
import struct
import subprocess
import tempfile
import unittest

import h5py

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
    "a lattice that fits no cell": (scenario('placement = "lattice"\ncount = 30', cell), [], ["take 27 or 64 bodies"]),
    "a row of rods": (scenario(rod + 'aspect = 4\nplacement = "row"\ncount = 3\nspacing = 9'), [], ["bodies.placement", "random"]),
    "outside of the pipe": (scenario("positions = [[5, 5.5, 0]]"), [], ["body 0 is outside of the pipe", "at most 5"]),
    "a rod longer than the pipe is wide": (scenario(rod + "aspect = 7\ncount = 1"), [],
                                           ["longer than the pipe is wide", "less than 6"]),
    "a short period": (scenario("count = 1", "radius = 6\nlength = 3"), [], ["domain.length = 3", "at least 4"]),
    "a cell that is longer than any grid": (scenario("count = 1", cell.replace("12, 12]", "1e308, 12]")), [],
                                            ["1e+308", "no grid"]),
    "a short cell": (scenario("count = 1", cell.replace("12, 12]", "12, 3]")), [], ["domain.cell", "at least 4"]),
    "NaN in a position file": (scenario('file = "nan.csv"'), [], ["nan.csv:2", "not finite"]),
    "half a position": (scenario('file = "half.csv"'), [], ["half.csv:2", "2 of 3 coordinates"]),
    "no position file": (scenario('file = "none.csv"'), [], ["none.csv"]),
    "NaN in a list": (scenario("positions = [[5, nan, 0]]"), [], ["bodies.positions", "finite"]),
    "time step zero": (scenario(three, rest="[integrator]\ntime_step = 0"), [], ["time_step = 0", "greater than 0"]),
    "time step that underflows": (scenario(three), ["--set", "integrator.time_step=1e-300"],
                                  ["integrator.time_step = 1e-300 is out of range", "from 1e-100 to 1e+100"]),
    "period that overflows": (scenario(three), ["--set", "driving.kind=reversing", "--set", "driving.period=1e200"],
                              ["driving.period = 1e+200 is out of range", "from 1e-100 to 1e+100"]),
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
    "fewer bodies than positions by --set": (scenario("positions = [[5, 0, 0], [9, 0, 0]]"), ["--set", "bodies.count=1"],
                                             ["bodies.count = 1", "a list of 2 positions"]),
    "more bodies than positions by --set": (scenario("positions = [[5, 0, 0], [9, 0, 0]]"), ["--set", "bodies.count=7"],
                                            ["bodies.count = 7", "a list of 2 positions"]),
    "a volume fraction for listed positions by --set": (
        scenario("positions = [[5, 0, 0], [9, 0, 0]]"), ["--set", "bodies.volume_fraction=0.05"],
        ["bodies.volume_fraction = 0.05", "a list of 2 positions"]),
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

    def run_file(self, folder, name, content):
        with open(os.path.join(folder, name), "wb") as f:
            f.write(content)
        with open(os.path.join(folder, "free.toml"), "w") as f:
            f.write(scenario(f'file = "{name}"', 'kind = "free-space"'))
        return subprocess.run([program, "run", "free.toml", "--steps", "1"], cwd=folder, capture_output=True, timeout=60)

    def test_what_would_move_the_cursor_of_a_terminal_is_shown_by_its_number(self):
        with tempfile.TemporaryDirectory() as folder:
            done = self.run_file(folder, "a.csv", b"0,0,0\n4,\x1b[2J5\x01\xff\xc2\x85\xc3\xa9,0\n")
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn("'\\x1b[2J5\\x01\\xff\\xc2\\x85\u00e9' is not a number", done.stderr.decode())
            self.assertTrue(all(c.isprintable() or c == "\n" for c in done.stderr.decode()), done.stderr)

    def test_numbers_beyond_double_precision_are_bad_input(self):
        with tempfile.TemporaryDirectory() as folder:
            done = self.run_file(folder, "a.csv", b"0,0,0\n1e308,0,0\n")
            self.assertEqual(done.returncode, 2, done.stderr)
            last = done.stderr.decode().splitlines()[-1]
            self.assertIn("is not finite at the start", last)


class DamagedRuns(unittest.TestCase):
    """Damage that does not crash the HDF5 library but leads it round in circles or asks for what no disk holds."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.file = os.path.join(self.folder.name, "a.h5")
        subprocess.run([program, "run", "two_spheres", "--steps", "2", "--set", "output.stride=1", "--output", self.file],
                       check=True, capture_output=True, timeout=60)

    def tearDown(self):
        self.folder.cleanup()

    def assert_refused(self):
        for arguments in (["info", self.file], ["run", "--resume", self.file, "--steps", "1"]):
            done = subprocess.run([program, *arguments], capture_output=True, text=True, timeout=60)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn("damaged", done.stderr.splitlines()[-1])

    def test_free_room_of_no_size_in_a_heap_of_texts(self):
        with open(self.file, "rb") as f:
            data = bytearray(f.read())
        at, found = data.find(b"GCOL"), 0
        while at >= 0:  # collection: signature, version, size; objects: index, count, size, bytes; index 0 is free room
            end, place = at + struct.unpack_from("<Q", data, at + 8)[0], at + 16
            while place + 16 <= end:
                index, size = struct.unpack_from("<H", data, place)[0], struct.unpack_from("<Q", data, place + 8)[0]
                if index == 0:
                    struct.pack_into("<Q", data, place + 8, 0)
                    found += 1
                    break
                place += 16 + (size + 7) // 8 * 8
            at = data.find(b"GCOL", at + 4)
        self.assertGreater(found, 0)
        with open(self.file, "wb") as f:
            f.write(data)
        self.assert_refused()

    def test_a_shape_that_the_file_cannot_hold(self):
        with h5py.File(self.file, "r+") as f:
            group = f["observables/mean_velocity"]
            n = group["value"].shape[0]
            del group["value"]
            group.create_dataset("value", shape=(n, 1 << 29), chunks=(n, 3), dtype="f8")
        done = subprocess.run([program, "info", self.file], capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 2, done.stderr)
        for word in ("observables/mean_velocity/value", "damaged", str(1 << 29)):
            self.assertIn(word, done.stderr)

    def test_bodies_that_lack_a_list(self):
        rods = os.path.join(self.folder.name, "rods.h5")
        subprocess.run([program, "run", "rod_pair", "--steps", "2", "--set", "output.stride=1", "--output", rods],
                       check=True, capture_output=True, timeout=60)
        for name in ("angular_velocity", "half_length", "orientation", "position"):
            shutil.copy(rods, self.file)
            with h5py.File(self.file, "r+") as f:
                f.move(f"particles/rods/{name}", f"particles/rods/x{name}")
            for arguments in (["info", self.file], ["run", "--resume", self.file, "--steps", "1"]):
                done = subprocess.run([program, *arguments], capture_output=True, text=True, timeout=60)
                self.assertEqual(done.returncode, 2, f"{name}: {done.stderr}")
                self.assertIn(f"/{name}", done.stderr.splitlines()[-1])

    def test_a_list_of_too_few_bodies(self):
        with h5py.File(self.file, "r+") as f:
            radii = f["particles/spheres/radius"][:1]
            del f["particles/spheres/radius"]
            f["particles/spheres/radius"] = radii
        self.assert_refused()


if __name__ == "__main__":
    unittest.main()
