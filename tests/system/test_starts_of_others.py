#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Starts that other programs write: what such a file says is used, named or refused, and nothing of it is lost without a
word. The bodies of a run are compared with what an independent reader finds in the file."""
import os
import subprocess
import tempfile
import unittest

import h5py
import numpy

program = os.environ["SLURRY_PROGRAM"]
cell = 'kind = "periodic-3"\ncell = [12, 14, 16]'
lengths = numpy.array([12, 14, 16])
line = 'kind = "periodic-1"\nlength = 12'
free = 'kind = "free-space"'


class Starts(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()

    def tearDown(self):
        self.folder.cleanup()

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8", newline="") as f:
            f.write(text)

    def run_with(self, bodies, domain=cell, more="", sets=()):
        self.write("s.toml", f"schema = 1\n{more}\n[domain]\n{domain}\n[[bodies]]\n{bodies}\n[run]\nsteps = 1\n"
                             "[integrator]\ntime_step = 0.01\nadaptive = false\n[output]\nstride = 1\nseconds = 0\n")
        changes = [word for change in sets for word in ("--set", change)]
        return subprocess.run([program, "run", "s.toml", "--threads", "1", "--output", "out.h5", "--overwrite", *changes],
                              capture_output=True, text=True, timeout=100, cwd=self.folder.name)

    def first_frame(self, *given, **named):
        done = self.run_with(*given, **named)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.said = done.stderr
        with h5py.File(self.path("out.h5")) as f:
            (group,) = f["particles"].values()
            frame = {name: group[name]["value"][0] for name in ("position", "image")}
            frame |= {"radius": group["radius"][...], "species": group["species"][...],
                      "edges": group["box/edges/value"][0]}
            return frame

    def assert_refused(self, done, *words):
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        for word in words:
            self.assertIn(word, done.stderr)

    def write_h5md(self, name, elements, fills=None, boundary=None, unit=None):
        """elements: values, fixed if they are no tuple, else (values of all frames, steps). fills: fill values."""
        with h5py.File(self.path(name), "w") as f:
            f.create_group("h5md").attrs["version"] = [1, 1]
            group = f.create_group("particles/all")
            for element, given in elements.items():
                in_time = isinstance(given, tuple)
                group.create_dataset(element + ("/value" if in_time else ""), data=numpy.asarray(given[0] if in_time else given),
                                     fillvalue=(fills or {}).get(element))
                if in_time:
                    group[element + "/step"] = given[1]
            if unit:
                group["position"].attrs["unit"] = unit
            if boundary:
                group.create_group("box").attrs["boundary"] = numpy.array(boundary, dtype="S")

    def test_absent_particles_are_no_bodies(self):
        """H5MD 1.1: an entry whose id is the fill value of the dataset is a placeholder. Each frame has its own."""
        x = numpy.array([[1, 2, 3], [numpy.nan, 0, 0], [5, 6, 7], [9, 2, 3]], dtype=float)
        y = numpy.array([[1, 2, 4], [4, 4, 4], [5, 6, 8], [0, 0, 0]], dtype=float)
        ids = numpy.array([[0, -1, 2, 3], [7, 1, 2, -1]])
        image = numpy.array([[[1, 0, 0], [9, 9, 9], [0, -2, 0], [0, 0, 3]]] * 2)
        image[1, 3] = 10**9
        radii = numpy.array([[1, 0, 0.5, 0.75], [1, 0.75, 0.5, -1]])
        species = numpy.array([[0, 99, 0, 1], [0, 1, 0, 99]])
        steps = [0, 1]
        self.write_h5md("a.h5", {"position": ([x, y], steps), "id": (ids, steps), "image": (image, steps),
                                 "radius": (radii, steps), "species": (species, steps),
                                 "velocity": ([x, y], steps), "force": ([x, y], steps)}, {"id": -1})
        for frame, places, there in ((0, x, [0, 2, 3]), (1, y, [0, 1, 2])):
            found = self.first_frame(f'file = "a.h5#{frame}"')
            with h5py.File(self.path("a.h5")) as f:
                value = f["particles/all/id/value"]
                self.assertEqual(numpy.flatnonzero(value[frame] != value.fillvalue).tolist(), there)
            numpy.testing.assert_array_equal(found["position"], places[there])
            numpy.testing.assert_array_equal(found["image"], image[frame][there])
            numpy.testing.assert_array_equal(found["radius"], radii[frame][there])
            self.assertIn("1 of 4 rows are left out", self.said)
            self.assertIn("'particles/all/id/value'", self.said)
            self.assertNotIn("'id'", self.said)
        # a message counts the bodies as the file does
        y[2, 0] = numpy.inf
        self.write_h5md("a.h5", {"position": y, "id": [-1, 4, 5, 6]}, {"id": -1})
        self.assert_refused(self.run_with('file = "a.h5"'), "body 2", "not finite")

    def test_only_a_fill_value_of_the_writer_stands_for_no_particle(self):
        x = numpy.array([[1, 2, 3], [5, 6, 7], [9, 2, 3]], dtype=float)
        for ids, fill, there in (([0, 1, 2], None, [0, 1, 2]), ([0, 1, 2], 0, [1, 2]), ([0, 1, 2], -1, [0, 1, 2]),
                                 (numpy.array([5, 2**32 - 1, 6], dtype="u4"), 2**32 - 1, [0, 2])):
            self.write_h5md("a.h5", {"position": x, "id": ids}, {"id": fill})
            numpy.testing.assert_array_equal(self.first_frame('file = "a.h5"')["position"], x[there])
            self.assertEqual("left out" in self.said, len(there) < 3)
        # the fill value of another element says nothing of the particles
        self.write_h5md("a.h5", {"position": x, "species": [0, 0, 1]}, {"species": 1})
        self.assertEqual(len(self.first_frame('file = "a.h5"')["position"]), 3)
        self.write_h5md("a.h5", {"position": x, "id": [-1, -1, -1]}, {"id": -1})
        self.assert_refused(self.run_with('file = "a.h5"'), "a.h5", "'particles/all/id'", "no bodies")
        # ids at other steps than the positions do not say which particles are there
        self.write_h5md("a.h5", {"position": ([x, x], [0, 1]), "id": ([[0, 1, -1]], [0])}, {"id": -1})
        self.assertEqual(len(self.first_frame('file = "a.h5#0"')["position"]), 2)
        self.assert_refused(self.run_with('file = "a.h5#1"'), "id/value", "step 1")

    def test_ids_that_change_are_said(self):
        """A recorded run numbers its bodies by rows: what is said of ids is what an independent reader finds there."""
        x = numpy.array([[1, 2, 3], [5, 6, 7], [9, 2, 3]], dtype=float)
        for ids, fill, said in (([5, 1, 3], -1, "5 is now 0, 3 is now 2"), ([5, 1, 3], None, "5 is now 0, 3 is now 2"),
                                ([2, 0, 1], -9, "2 is now 0, 0 is now 1, 1 is now 2"), ([0, 0, 2], -1, "0 is now 1"),
                                ([-9, 4, 1], -9, "4 is now 0"), ([0, 1, 2], -9, None), ([0, 1, 2], None, None)):
            self.write_h5md("a.h5", {"position": x, "id": ids}, {"id": fill})
            found = self.first_frame('file = "a.h5"')["position"]
            there = [i for i in range(3) if ids[i] != fill]
            numpy.testing.assert_array_equal(found, x[there])
            self.assertNotIn("not used", self.said)
            self.assertEqual("get new numbers" in self.said, said is not None, self.said)
            if said:
                self.assertIn("get new numbers in this run, in the order of the rows of 'particles/all/id': " + said + "\n",
                              self.said)
        self.write_h5md("a.h5", {"position": x, "id": [7.0, 8, 9]})
        self.first_frame('file = "a.h5"')
        self.assertIn("7 is now 0, 8 is now 1, 9 is now 2", self.said)
        # ids at other steps than the positions say nothing of them
        self.write_h5md("a.h5", {"position": ([x, x], [0, 1]), "id": ([[4, 5, 6]], [0])})
        self.first_frame('file = "a.h5#1"')
        self.assertIn("'id' of the file is not used", self.said)

    def test_images_where_the_boundary_is_none_are_placeholders(self):
        x = numpy.array([[1, 2, 1], [5, -2, 1]], dtype=float)
        along, none = ["periodic", "none", "none"], ["none"] * 3
        for domain, boundary, images, there in ((line, along, [[1, 5, 0], [0, -7, 3]], [[1, 0, 0], [0, 0, 0]]),
                                                (line, along, [[1, 0, 0], [-2, 0.5, numpy.nan]], [[1, 0, 0], [-2, 0, 0]]),
                                                (free, none, [[1, 2, 3], [4, 5, 6]], [[0, 0, 0], [0, 0, 0]])):
            self.write_h5md("a.h5", {"position": x, "image": images}, boundary=boundary)
            found = self.first_frame('file = "a.h5"', domain=domain)
            numpy.testing.assert_array_equal(found["position"], x)
            numpy.testing.assert_array_equal(found["image"], there)
        # along a period they are numbers of periods; without a boundary nothing says that they are placeholders
        self.write_h5md("a.h5", {"position": x, "image": [[0.5, 0, 0], [0, 0, 0]]}, boundary=along)
        self.assert_refused(self.run_with('file = "a.h5"', domain=line), "a.h5", "0.5")
        self.write_h5md("a.h5", {"position": x, "image": [[1, 5, 0], [0, 0, 0]]})
        self.assert_refused(self.run_with('file = "a.h5"', domain=line), "a.h5", "along y")

    def test_vectors_in_xyz_are_refused_like_their_columns_in_csv(self):
        for vector, columns, words in (("image:I:3", "image_x,image_y,image_z", "the period"),
                                       ("images:I:3", "ix,iy,iz", "the period"),
                                       ("image_flags:I:3", "ix,iy,iz", "the period"),
                                       ("force:R:3", "force_x,force_y,force_z", "one number, along gravity"),
                                       ("forces:R:3", "fx,fy,fz", "one number, along gravity"),
                                       ("f:R:3", "F,b,c", "one number, along gravity"),
                                       ("torque:R:3", "torque_x,torque_y,torque_z", "in the scenario"),
                                       ("Torques:R:3", "tx,ty,tz", "in the scenario")):
            self.write("a.xyz", f"1\nProperties=species:S:1:pos:R:3:{vector}\nA 1 2 3 1 0 2\n")
            self.assert_refused(self.run_with('file = "a.xyz"'), "a.xyz:2", f"'{vector.split(':')[0]}'", words)
            self.write("a.csv", f"x,y,z,{columns}\n1,2,3,1,0,2\n")
            self.assert_refused(self.run_with('file = "a.csv"'), "a.csv:1", f"'{columns.split(',')[0]}'", words)
        # other vectors change nothing
        self.write("a.xyz", "1\nProperties=species:S:1:pos:R:3:velo:R:3\nA 1 2 3 1 0 2\n")
        self.first_frame('file = "a.xyz"')
        self.assertIn("'velo' is not used", self.said)

    def test_columns_of_weights_and_sizes_are_refused(self):
        for column, words in (("F", "'force'"), ("force [pN]", "'force'"), ("F_N", "'force'"), ("fx (N)", "'force'"),
                              ("forces", "'force'"), ("weight", "'force'"), ("a", "'radius'"), ("size", "'radius'"),
                              ("rad", "'radius'"), ("r", "'radius'")):
            self.write("a.csv", f"x,y,z,{column}\n1,2,3,2\n")
            self.assert_refused(self.run_with('file = "a.csv"'), "a.csv:1", f"'{column}'", words)

    def test_a_key_given_twice_in_a_comment_line_is_refused(self):
        small, large = 'Lattice="12 0 0 0 14 0 0 0 16"', 'Lattice="24 0 0 0 14 0 0 0 16"'
        properties = "Properties=species:S:1:pos:R:3"
        for comment, key in ((f"{small} {large} {properties}", "Lattice"), (f"{small} {properties} {small.lower()}", "lattice"),
                             (f"{properties} {small} {properties}", "Properties"), ('pbc="T T T" pbc="T F F"', "pbc"),
                             (f"{properties} time=1 time=2", "time")):
            self.write("a.xyz", f"1\n{comment}\nA 1 2 3\n")
            self.assert_refused(self.run_with('file = "a.xyz"'), "a.xyz:2", f"'{key}' twice")
        for comment in (f"{small} {properties} t=1 T=2", f'{properties} note="Lattice=1 Lattice=2" {small}',
                        f"{properties} info='a=1 a=2' {small}", f'{properties} info="_JSON {{\\"a\\": 1}}" {small}',
                        f"a drop = of 5\" in a pipe {small}", f'Lattice = "12 0 0 0 14 0 0 0 16"'):
            self.write("a.xyz", f"1\n{comment}\nA 1 2 3\n")
            numpy.testing.assert_array_equal(self.first_frame('file = "a.xyz"')["position"], [[1, 2, 3]])
            for replaced in (small, 'Lattice = "12 0 0 0 14 0 0 0 16"'):  # it was found and compared
                comment = comment.replace(replaced, large)
            self.write("a.xyz", f"1\n{comment}\nA 1 2 3\n")
            self.assert_refused(self.run_with('file = "a.xyz"'), "a.xyz", "24", "domain.cell")

    def test_units_of_positions_are_treated_alike(self):
        """In reduced units they are named; a scenario in SI has metres, and refuses all others."""
        si = 'units = "SI"\n[fluid]\nviscosity = 1e-3\n'
        bodies = 'radius = 0.1\nforce = 1e-9\nfile = "{}"'
        for unit in ("nm", "m"):
            self.write_h5md("a.h5", {"position": numpy.array([[1.0, 2, 3]])}, unit=unit)
            for key in ("units", "unit", "Units"):
                self.write("a.xyz", f"1\n{key}={unit} Properties=species:S:1:pos:R:3\nA 1 2 3\n")
                for file in ("a.h5", "a.xyz"):
                    self.first_frame(f'file = "{file}"')
                    self.assertIn(unit, self.said)
                    self.assertIn("taken as they are", self.said)
                    done = self.run_with(bodies.format(file), more=si)
                    if unit == "m":
                        self.assertEqual(done.returncode, 0, done.stderr)
                    else:
                        self.assert_refused(done, file, "'nm'", "metres")

    def test_what_follows_from_changes_is_said(self):
        """N (4/3) pi / phi = L^3: the size of the file is replaced by the one that two changes give."""
        found = self.first_frame("volume_fraction = 0.02", sets=["bodies.count=10", "bodies.volume_fraction=0.05"])
        edge = numpy.cbrt(10 * 4 / 3 * numpy.pi / 0.05)
        numpy.testing.assert_allclose(found["edges"], edge, rtol=1e-12)
        for words in ("bodies.count and bodies.volume_fraction", "in place of domain.cell = [12", "of the scenario",
                      "the domain's size from count and volume fraction"):
            self.assertIn(words, self.said)
        # a count with a size, and a new volume fraction: the count follows
        found = self.first_frame("count = 5", sets=["bodies.volume_fraction=0.05"])
        number = round(0.05 * lengths.prod() / (4 / 3 * numpy.pi))
        self.assertEqual(len(found["position"]), number)
        self.assertIn("bodies.volume_fraction and domain.cell, in place of bodies.count = 5 of the scenario", self.said)
        # a change of what the file says replaces nothing else
        self.first_frame("count = 5", sets=["bodies.count=6"])
        self.assertNotIn("in place of", self.said)

    def test_numbers_beyond_the_arithmetic_are_refused_at_their_place(self):
        for column, number in (("radius", "1e-320"), ("radius", "1e-160"), ("radius", "1e200"), ("force", "1e300"),
                               ("force", "-1e-200")):
            words = ("out of range", "from 1e-100 to 1e+100")
            self.write("a.csv", f"x,y,z,{column}\n1,2,3,1\n5,6,7,{number}\n")
            self.assert_refused(self.run_with('file = "a.csv"'), "a.csv:3", f"the {column}", *words)
            self.assert_refused(self.run_with(f"positions = [[1, 2, 3]]\n{column} = {number}"), "s.toml:", f"bodies.{column}",
                                *words)
        self.write("a.csv", "x,y,z,radius\n1,0,0,1\n5,0,0,9\n")
        self.assert_refused(self.run_with('file = "a.csv"', domain='kind = "pipe"\nradius = 8\nlength = 40'), "a.csv:3",
                            "the radius 9", "is too large for the pipe")


if __name__ == "__main__":
    unittest.main()
