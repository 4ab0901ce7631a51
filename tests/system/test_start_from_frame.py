#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""A frame of every demonstration starts again: bodies.file takes positions, directions, radii and species as recorded."""
import json
import os
import subprocess
import tempfile
import unittest

import h5py
import numpy

program = os.environ["SLURRY_PROGRAM"]


def slurry(*arguments):
    return subprocess.run([program, *arguments], capture_output=True, text=True, timeout=300)


def bodies(file, frame):
    """What a frame says of every body, in one table each."""
    with h5py.File(file) as f:
        (group,) = f["particles"].values()
        found = {"position": group["position/value"][frame]}
        for name in ("radius", "species"):
            values = group[name]["value"][frame] if isinstance(group[name], h5py.Group) else group[name][...]
            found[name] = values
        if "orientation" in group:
            found["orientation"] = group["orientation/value"][frame]
        return found


class Frames(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()

    def tearDown(self):
        self.folder.cleanup()

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def start_again(self, scenario, *options):
        run = slurry("run", scenario, "--steps", "3", "--set", "output.stride=1", *options, "--output", self.path("a.h5"),
                     "--overwrite")
        self.assertEqual(run.returncode, 0, (scenario, run.stderr))
        again = slurry("run", scenario, "--steps", "1", "--set", "output.stride=1", *options, "--set",
                       "bodies.file=" + self.path("a.h5") + "#2", "--output", self.path("b.h5"), "--overwrite")
        self.assertEqual(again.returncode, 0, (scenario, again.stderr))
        recorded, taken = bodies(self.path("a.h5"), 2), bodies(self.path("b.h5"), 0)
        self.assertEqual(sorted(recorded), sorted(taken), scenario)
        for name, values in recorded.items():
            numpy.testing.assert_array_equal(taken[name], values, f"{scenario}: {name}")

    def test_every_demonstration(self):
        for scenario in json.loads(slurry("scenarios", "--json", "-").stdout):
            self.start_again(scenario["name"])

    def test_thousands_of_bodies(self):
        self.start_again("falling_cloud", "--set", "bodies.count=8000", "--set", "bodies.cloud_radius=50")

    def test_two_species_and_a_species_that_fits_nothing(self):
        two = self.path("two.toml")
        with open(two, "w") as f:
            f.write("""schema = 1
[domain]
radius = 6
length = 30
[[bodies]]
name = "small"
count = 20
[[bodies]]
name = "large"
radius = 1.6
count = 5
""")
        self.start_again(two)
        other = slurry("run", two, "--steps", "1", "--set", "bodies.1.radius=1.5", "--set",
                       "bodies.file=" + self.path("a.h5"))
        self.assertEqual(other.returncode, 2, other.stderr)
        for word in ("a.h5", "large", "radius 1.6", "1.5"):
            self.assertIn(word, other.stderr)

    def test_forces_beside_gravity_come_along(self):
        """A lone sphere settles as fast from a frame as in the run of the frame: V = (force + external force)/(6 pi eta a)."""
        lone, plain, rod = self.path("lone.toml"), self.path("plain.toml"), self.path("rod.toml")
        space = 'schema = 1\n[domain]\nkind = "free-space"\n[[bodies]]\npositions = [[0, 0, 0]]\n'
        for name, more in ((lone, "external_force = [0, 2, -0.5]\n"), (plain, ""),
                           (rod, 'kind = "rod"\nradius = 0.2\naspect = 5\nforce = 0\ntorque = [0, 0, 3]\n')):
            with open(name, "w") as f:
                f.write(space + more + "[run]\nsteps = 1\n")
        for file in (lone, rod):
            run = slurry("run", file, "--output", self.path("a.h5"), "--overwrite")
            self.assertEqual(run.returncode, 0, run.stderr)
            start = space.replace("positions = [[0, 0, 0]]", f'file = "{self.path("a.h5")}#0"')
            with open(self.path("start.toml"), "w") as f:
                f.write(start + ("force = 0\n" if file == rod else "") + "[run]\nsteps = 1\n")
            again = slurry("run", self.path("start.toml"), "--output", self.path("b.h5"), "--overwrite")
            self.assertEqual(again.returncode, 0, again.stderr)
            for part in ("velocity", "orientation"):
                values = []
                for of in ("a.h5", "b.h5"):
                    with h5py.File(self.path(of)) as f:
                        (group,) = f["particles"].values()
                        values.append(group[part + "/value"][...] if part in group else None)
                if values[0] is not None:
                    numpy.testing.assert_allclose(values[1][:2], values[0][:2], atol=1e-12)
            if file == lone:
                with h5py.File(self.path("b.h5")) as f:
                    numpy.testing.assert_allclose(f["particles/spheres/velocity/value"][0, 0], [1, 2, -0.5], atol=1e-9)
        # what the file and the scenario both say must agree
        slurry("run", lone, "--output", self.path("a.h5"), "--overwrite")
        with open(self.path("other.toml"), "w") as f:
            f.write(space.replace("positions = [[0, 0, 0]]", f'file = "{self.path("a.h5")}"') +
                    "external_force = [0, 1, 0]\n[run]\nsteps = 1\n")
        other = slurry("run", self.path("other.toml"))
        self.assertEqual(other.returncode, 2, other.stderr)
        self.assertIn("body 0 has the external force [0, 2, -0.5], but the bodies of this table have [0, 1, 0]", other.stderr)

    def test_springs_drives_and_models_come_along(self):
        """The springs and drives of a ring, and the model of a rod, are those of the run that gives the bodies."""
        space = 'schema = 1\n[domain]\nkind = "free-space"\n[[bodies]]\n'
        ring = "force = 0\ntangential_force = 2\nring_stiffness = 5\nring_radius = 3\n"
        chain = 'kind = "rod"\naspect = 6\nmodel = "chain"\nfitted_to = "cylinder"\ndirector = [1, 2, 3]\n'
        found = {}
        for kind in (ring, chain):
            with open(self.path("a.toml"), "w") as f:
                f.write(space + kind + "positions = [[2.5, 3, 0], [8, -4, 1]]\n[run]\nsteps = 1\n")
            with open(self.path("b.toml"), "w") as f:
                weight = "force = 0\n" if kind == ring else ""
                f.write(space + weight + f'file = "{self.path("a.h5")}#0"\n[run]\nsteps = 1\n')
            for name, more in (("a", []), ("b", []), ("c", ["--set", "bodies.model=line"])):
                run = slurry("run", self.path("b.toml" if name == "c" else name + ".toml"), "--tolerance", "1e-9",
                             "--output", self.path(name + ".h5"), "--overwrite", *more)
                self.assertEqual(run.returncode, 0, run.stderr)
                with h5py.File(self.path(name + ".h5")) as f:
                    (group,) = f["particles"].values()
                    found[name] = {part: group[part + "/value"][0] for part in ("velocity", "force")}
            for part in ("velocity", "force"):
                numpy.testing.assert_allclose(found["b"][part], found["a"][part], atol=1e-8)
            if kind == ring:  # around x through the origin: the spring pulls towards the radius 3, the drive goes around
                y, z = numpy.array([[3, 0], [-4, 1]]).T
                r = numpy.hypot(y, z)
                expected = numpy.stack([0 * r, -2 * z / r - 5 * (r - 3) * y / r, 2 * y / r - 5 * (r - 3) * z / r], axis=1)
                numpy.testing.assert_allclose(found["b"]["force"], expected, atol=1e-12)
            else:  # what the scenario says of the model counts
                self.assertGreater(numpy.abs(found["c"]["velocity"] - found["a"]["velocity"]).max(), 1e-3)


if __name__ == "__main__":
    unittest.main()
