#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Bodies from CSV, XYZ and H5MD files: frame 0 of the recorded run holds what an independent reader finds in the file."""
import csv
import os
import subprocess
import tempfile
import unittest

import h5py
import numpy

program = os.environ["SLURRY_PROGRAM"]
pipe = 'kind = "pipe"\nradius = 8\nlength = 40'
cell = 'kind = "periodic-3"\ncell = [40, 30, 30]'


def read_csv(file, delimiter=","):
    """One dictionary of texts per body."""
    with open(file, encoding="utf-8-sig", newline="") as f:
        return [{k.lower(): v for k, v in row.items()} for row in csv.DictReader(f, delimiter=delimiter)]


def read_xyz(file):
    """Every frame: a list of rows of words."""
    with open(file) as f:
        lines = f.read().split("\n")
    frames, at = [], 0
    while at < len(lines) and lines[at].strip():
        count = int(lines[at])
        frames.append([line.split() for line in lines[at + 2:at + 2 + count]])
        at += 2 + count
    return frames


class Start(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.random = numpy.random.default_rng(11)

    def tearDown(self):
        self.folder.cleanup()

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8", newline="") as f:
            f.write(text)

    def run_with(self, bodies, domain=pipe, more="", output="out.h5", arguments=()):
        self.write("s.toml", f"schema = 1\n{more}\n[domain]\n{domain}\n[[bodies]]\n{bodies}\n[run]\nsteps = 1\n"
                             "[integrator]\ntime_step = 0.01\nadaptive = false\n[output]\nstride = 1\nseconds = 0\n")
        return subprocess.run([program, "run", "s.toml", "--threads", "1", "--output", output, "--overwrite", *arguments],
                              capture_output=True, text=True, timeout=100, cwd=self.folder.name)

    def first_frame(self, *given, **named):
        done = self.run_with(*given, **named)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.said = done.stderr
        with h5py.File(self.path("out.h5")) as f:
            (group,) = f["particles"].values()
            frame = {name: group[name]["value"][0] for name in ("position", "image", "force")}
            frame["radius"] = group["radius"][...]
            frame["place"] = frame["position"] + frame["image"] * group["box/edges/value"][0]
            if "orientation" in group:
                frame["orientation"], frame["half_length"] = group["orientation/value"][0], group["half_length"][...]
            frame["observables"] = {name: o["value"][0] for name, o in f["observables"].items()}
            return frame

    def assert_refused(self, done, *words):
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        for word in words:
            self.assertIn(word, done.stderr)

    def places(self, n):
        """Far from each other and from the wall."""
        x = 3 + 36 * numpy.arange(n) / n
        return numpy.stack([x, *self.random.uniform(-0.5, 0.5, (2, n))], axis=1)

    def test_radii_and_forces_of_a_spreadsheet_in_any_order(self):
        x, radii = self.places(6), [1, 1.5, 1, 0.5, 1.25, 1.5]
        forces = [1, 2.5, 1, -1, 0, 2.5]
        rows = ["Force;Z;remark;X;Radius;Y"]
        for p, a, f in zip(x, radii, forces):
            rows.append(";".join(str(v).replace(".", ",") for v in (f, p[2], "a remark", p[0], a, p[1])))
        self.write("a.csv", "\ufeff" + "\r\n".join(rows) + "\r\n;;;;;\r\n")
        frame = self.first_frame('file = "a.csv"')
        read = [r for r in read_csv(self.path("a.csv"), ";") if r["x"]]
        number = {k: numpy.array([float(r[k].replace(",", ".")) for r in read]) for k in ("x", "y", "z", "radius", "force")}
        numpy.testing.assert_array_equal(frame["position"], numpy.stack([number[k] for k in "xyz"], axis=1))
        numpy.testing.assert_array_equal(frame["radius"], number["radius"])
        numpy.testing.assert_allclose(frame["force"], number["force"][:, None] * [1, 0, 0], rtol=1e-15)
        self.assertIn("'remark' is not used", self.said)

    def test_columns_that_would_change_the_motion_are_refused(self):
        for column, words in (("diameter", "'radius'"), ("D", "'radius'"), ("image_x", "period"), ("iz", "period"),
                              ("fy", "'force'"), ("Force_x", "'force'"), ("torque_z", "scenario"),
                              ("torque", "scenario"), ("Weight", "'force'"), ("director_x", "nx, ny, nz"),
                              ("orientation_z", "nx, ny, nz"), ("rad", "'radius'"), ("a", "'radius'"),
                              ("Size", "'radius'"), ("radius_um", "'radius'"), ("a[mm]", "'radius'"),
                              ("particle_radius", "'radius'"), ("diam", "'radius'"), ("length", "'half_length'"),
                              ("aspect_ratio", "'aspect'")):
            self.write("a.csv", f"x,y,z,{column}\n5,0,0,2\n")
            self.assert_refused(self.run_with('file = "a.csv"'), "a.csv:1", f"'{column}'", words)
            self.write("a.extxyz", f"1\nProperties=pos:R:3:{column}:R:1\n5 0 0 2\n")
            self.assert_refused(self.run_with('file = "a.extxyz"'), "a.extxyz:2", f"'{column}'", words)

    def test_a_rod_may_stand_before_a_sphere(self):
        rows = ["0,0,0,0.5,5", "5,0,0,1,0", "10,0,0,0.5,4"]
        for order in ((0, 1, 2), (1, 0, 2), (2, 1, 0)):
            self.write("a.csv", "\n".join(["x,y,z,radius,aspect", *(rows[i] for i in order)]) + "\n")
            frame = self.first_frame('file = "a.csv"')
            half = {0: 2.5, 5: 0, 10: 2}  # aspect times radius
            numpy.testing.assert_array_equal(frame["half_length"], [half[x] for x in frame["place"][:, 0]])
            numpy.testing.assert_array_equal(frame["place"][:, 0], [5 * i for i in order])

    def test_spheres_and_rods_of_one_file(self):
        x = self.places(5)
        kinds, aspects = ["rod", "sphere", "rod", "rod", "sphere"], [4, 1, 3, 4, 1]
        n = self.random.standard_normal((5, 3))
        rows = ["kind,nx,ny,nz,aspect,radius,x,y,z"]
        rows += [",".join(map(str, (k, *d, a, 0.5, *p))) for k, d, a, p in zip(kinds, n, aspects, x)]
        self.write("a.csv", "\n".join(rows) + "\n")
        frame = self.first_frame('file = "a.csv"')
        numpy.testing.assert_array_equal(frame["position"], x)
        half = [0.5 * a if k == "rod" else 0 for k, a in zip(kinds, aspects)]
        numpy.testing.assert_allclose(frame["half_length"], half, rtol=1e-15)
        for i, kind in enumerate(kinds):
            if kind == "rod":
                numpy.testing.assert_allclose(frame["orientation"][i], n[i] / numpy.linalg.norm(n[i]), atol=1e-15)

    def test_extended_xyz_in_any_order_and_its_frames(self):
        rows = ["radius:R:1:pos:R:3:species:S:1:velo:R:3:force:R:1"]
        for k in range(3):
            self.write_frame(rows, k)
        text = "".join(f'4\nProperties={rows[0]} Lattice="40.0 0 0 0 16 0 0 0 16" pbc="T F F"\n' + block for block in rows[1:])
        self.write("a.extxyz", text)
        frames = read_xyz(self.path("a.extxyz"))
        for name, chosen in (("a.extxyz", 2), ("a.extxyz#-1", 2), ("a.extxyz#0", 0), ("a.extxyz#1", 1)):
            frame = self.first_frame(f'file = "{name}"')
            words = frames[chosen]
            numpy.testing.assert_array_equal(frame["position"], [[float(w) for w in r[1:4]] for r in words])
            numpy.testing.assert_array_equal(frame["radius"], [float(r[0]) for r in words])
            numpy.testing.assert_allclose(frame["force"][:, 0], [float(r[8]) for r in words], rtol=1e-15)
            self.assertIn(f"frame {chosen}, frames are 0 to 2", self.said)
            self.assertIn("'velo' is not used", self.said)
        self.assert_refused(self.run_with('file = "a.extxyz#3"'), "a.extxyz", "frames are 0 to 2")
        self.assert_refused(self.run_with('file = "a.extxyz"', domain=pipe.replace("40", "30")), "domain.length = 30", "40")
        self.assert_refused(self.run_with('file = "a.extxyz"', domain=cell), "domain.kind", "a.extxyz")

    def write_frame(self, rows, k):
        words = zip((1, 0.75, 1, 1.5), self.places(4) + k / 8, (1, 2, 1, 1))
        rows.append("".join(f"{a} {p[0]} {p[1]} {p[2]} A 0 0 0 {f}\n" for a, p, f in words))

    def write_h5md(self, name, positions, layout, **more):
        with h5py.File(self.path(name), "w") as f:
            f.create_group("h5md").attrs["version"] = [1, 1]
            group = f.create_group("particles/all")
            for element, value in {"position": positions, **more}.items():
                if layout == "follows the time":
                    value = numpy.asarray(value)
                    group[element + "/value"] = numpy.stack([value, value + 1]) if element == "position" else \
                        numpy.stack([value, value])
                    group[element + "/step"] = [0, 1]
                else:
                    group[element] = value

    def test_h5md_of_other_programs_in_both_layouts(self):
        x = self.places(4)
        for layout in ("follows the time", "fixed"):
            self.write_h5md("a.h5", x, layout)
            numpy.testing.assert_array_equal(self.first_frame('file = "a.h5#0"')["position"], x)
            last = x + 1 if layout == "follows the time" else x
            numpy.testing.assert_array_equal(self.first_frame('file = "a.h5"')["position"], last)
            radii, image = [1.0, 0.5, 0.5, 1.0], [[0, 0, 0], [2, 0, 0], [-1, 0, 0], [0, 0, 0]]
            self.write_h5md("b.h5", x, layout, radius=radii, image=image, velocity=x)
            frame = self.first_frame('file = "b.h5#0"')
            numpy.testing.assert_array_equal(frame["position"], x)
            numpy.testing.assert_array_equal(frame["image"], image)
            numpy.testing.assert_array_equal(frame["radius"], radii)
            self.assertIn("'velocity' of the file is not used", self.said)
        self.assert_refused(self.run_with('file = "a.h5#2"'), "a.h5", "frames are 0 to 0")

    def test_a_diameter_of_other_programs_is_refused(self):
        x = self.places(2)
        for layout in ("follows the time", "fixed"):
            self.write_h5md("a.h5", x, layout, diameter=[2.0, 1.0])
            self.assert_refused(self.run_with('file = "a.h5#0"'), "a.h5", "diameter", "'particles/all/radius'", "half of it")
            self.write_h5md("a.h5", x, layout, diameter=[2.0, 1.0], radius=[1.0, 0.5])
            numpy.testing.assert_array_equal(self.first_frame('file = "a.h5#0"')["radius"], [1, 0.5])
            self.assertIn("'diameter' of the file is not used", self.said)
            for name in ("rad", "a", "size"):
                self.write_h5md("a.h5", x, layout, **{name: [2.0, 1.0]})
                self.assert_refused(self.run_with('file = "a.h5#0"'), "a.h5", f"'particles/all/{name}'", "'radius'")

    def test_numbers_of_species_are_told_apart_to_the_last_digit(self):
        x = self.places(3)
        self.write_h5md("a.h5", x, "fixed", species=numpy.array([1000002, 1000001, 1000002]))
        frame = self.first_frame('name = "1000001"\nfile = "a.h5"\nforce = 1\n[[bodies]]\nname = "1000002"\nforce = 3')
        numpy.testing.assert_allclose(frame["force"][:, 0], [3, 1, 3], rtol=1e-15)

    def test_new_numbers_of_species_are_said(self):
        """A recording numbers the kinds of bodies from 0: what is said of them is what an independent reader finds there."""
        numbers = [7, 5, 7, 5]
        self.write_h5md("a.h5", self.places(4), "fixed", species=numbers, radius=[1, 1, 2, 1])
        self.first_frame('file = "a.h5"')
        with h5py.File(self.path("out.h5")) as f:
            (group,) = f["particles"].values()
            found = group["species"][...]
        kinds = {n: sorted(set(found[numpy.array(numbers) == n].tolist())) for n in (5, 7)}
        self.assertEqual(len(kinds[7]), 2)
        words = ", ".join(f"{n} is now " + " and ".join(map(str, kinds[n])) for n in (5, 7))
        self.assertIn("(species) of 'a.h5' get new numbers in this run: " + words, self.said)
        self.write("a.csv", "x,y,z,species\n5,0,0,3\n9,0,0,0\n")
        self.first_frame('file = "a.csv"')
        self.assertIn("0 is now 1, 3 is now 0", self.said)
        for names in ("0 1", "A B"):  # numbers that stay, and names
            first, second = names.split()
            self.write("a.csv", f"x,y,z,species\n5,0,0,{first}\n9,0,0,{second}\n")
            self.first_frame('file = "a.csv"')
            self.assertNotIn("new numbers", self.said)

    def write_steps(self, name, elements, edges=None):
        """Each element a dataset, or (values, step, offset): step is a list or a distance, as H5MD 1.1 allows."""
        with h5py.File(self.path(name), "w") as f:
            f.create_group("h5md").attrs["version"] = [1, 1]
            group = f.create_group("particles/all")
            if edges is not None:
                elements = elements | {"box/edges": edges}
                group.require_group("box").attrs["boundary"] = [b"periodic", b"none", b"none"]
            for element, given in elements.items():
                if not isinstance(given, tuple):
                    group[element] = numpy.asarray(given)
                    continue
                values, step, *offset = given
                group[element + "/value"] = numpy.asarray(values)
                group[element + "/step"] = step
                if offset:
                    group[element + "/step"].attrs["offset"] = offset[0]

    def test_elements_of_other_programs_are_matched_by_step(self):
        x, n = self.places(2), numpy.zeros((2, 3), dtype=int)
        places = numpy.stack([x + 0.25 * k for k in range(4)])  # at the steps 0, 10, 20, 30
        turns = numpy.stack([n + [k, 0, 0] for k in range(7)])  # k turns in row k
        every_5, by_5, late = list(range(0, 35, 5)), 5, ([turns[1], turns[6]], [10, 30])
        for steps in ([0, 10, 20, 30], 10):
            for image, row_of in (((turns, every_5), lambda k: 2 * k), ((turns, by_5), lambda k: 2 * k),
                                  ((turns, 10, -20), lambda k: k + 2), ((turns[:4], 10), lambda k: k)):
                self.write_steps("s.h5", {"position": (places, steps), "image": image, "radius": [1.0, 0.5]})
                for k in (0, 1, 3):
                    frame = self.first_frame(f'file = "s.h5#{k}"')
                    numpy.testing.assert_array_equal(frame["position"], places[k])
                    numpy.testing.assert_array_equal(frame["image"][:, 0], [row_of(k)] * 2)
            # a step that an element lacks, whichever row would stand at its place
            self.write_steps("s.h5", {"position": (places, steps), "image": late})
            for k in (0, 2):
                self.assert_refused(self.run_with(f'file = "s.h5#{k}"'), "image/value", f"frame {k}",
                                    f"belongs to step {10 * k}", "the step of frame 3")
            numpy.testing.assert_array_equal(self.first_frame('file = "s.h5#1"')["image"][:, 0], [1, 1])
            # an element that is finer and ends early, one that begins late, and one at other steps alone
            for image, k, words in (((turns[:4], 5), 2, "the step of frame 1"), ((turns, 10, 20), 1, "the step of frame 3"),
                                    ((turns, 10, 1), 1, "any step of the positions")):
                self.write_steps("s.h5", {"position": (places, steps), "image": image})
                self.assert_refused(self.run_with(f'file = "s.h5#{k}"'), "image/value", f"belongs to step {10 * k}", words)

    def test_radii_and_boxes_of_other_programs_are_matched_by_step(self):
        x = self.places(2)
        places, radii = numpy.stack([x, x + 0.25]), numpy.array([[1, 0.5], [0.75, 0.5], [0.5, 0.5]])
        self.write_steps("s.h5", {"position": (places, [4, 8]), "radius": (radii, [0, 4, 8])})
        for k in (0, 1):
            numpy.testing.assert_array_equal(self.first_frame(f'file = "s.h5#{k}"')["radius"], radii[k + 1])
        edges = numpy.array([[99, 1, 1], [40, 1, 1], [99, 1, 1]], dtype=float)
        self.write_steps("s.h5", {"position": (places, [4, 8])}, (edges, [0, 4, 8]))
        numpy.testing.assert_array_equal(self.first_frame('file = "s.h5#0"')["position"], places[0])
        self.assert_refused(self.run_with('file = "s.h5#1"'), "99")
        self.write_steps("s.h5", {"position": (places, [4, 8])}, (edges, [1, 3, 5]))
        self.assert_refused(self.run_with('file = "s.h5#0"'), "box/edges/value", "belongs to step 4", "any step of the positions")

    def test_steps_that_are_none_are_refused(self):
        x = self.places(2)
        places, turns = numpy.stack([x, x + 0.25]), numpy.zeros((2, 2, 3), dtype=int)
        for steps, words in (([0.5, 1.5], "whole number"), (0, "must be positive"), (-3, "must be positive"),
                             ([[0, 1]], "shape"), ([numpy.nan, 1], "whole number")):
            for elements in ({"position": (places, steps)}, {"position": (places, [0, 1]), "image": (turns, steps)}):
                self.write_steps("s.h5", elements)
                self.assert_refused(self.run_with('file = "s.h5#0"'), "/step", words)
        self.write_steps("s.h5", {"position": (places, [0])})
        self.assert_refused(self.run_with('file = "s.h5#1"'), "only 1 steps", "frame 1 is not complete")
        self.write_steps("s.h5", {"position": x, "image": (turns, [0, 1])})  # no step is that of the positions
        self.assert_refused(self.run_with('file = "s.h5"'), "image/value", "2 frames", "do not vary with time")

    def test_h5md_box(self):
        x = self.places(2)
        for edges, boundary, fits in (([40.0, 1, 1], ["periodic", "none", "none"], True), ([41.0, 1, 1], None, False),
                                      (numpy.diag([40.0, 9, 9]), None, True),
                                      ([40.0, 16, 16], ["periodic"] * 3, False)):
            self.write_h5md("a.h5", x, "fixed")
            with h5py.File(self.path("a.h5"), "a") as f:
                box = f.create_group("particles/all/box")
                box["edges"] = edges
                if boundary:
                    box.attrs["boundary"] = boundary if fits else numpy.array(boundary, dtype="S")
            done = self.run_with('file = "a.h5"')
            if fits:
                self.assertEqual(done.returncode, 0, done.stderr)
            else:
                self.assert_refused(done, "a.h5", "domain.")

    def test_what_is_not_a_number_is_named_with_frame_and_body(self):
        x = self.places(3)
        for bad in (numpy.nan, numpy.inf, -numpy.inf):
            for axis in range(3):
                y = x.copy()
                y[1, axis] = bad
                self.write_h5md("a.h5", y, "follows the time")
                self.assert_refused(self.run_with('file = "a.h5#1"'), "a.h5", "frame 1", "body 1", "not finite")
        self.first_frame('positions = [[2, 0, 0], [9, 1, 0]]')
        for element, column in (("position", 0), ("position", 2)):
            with h5py.File(self.path("out.h5"), "r+") as f:
                f[f"particles/spheres/{element}/value"][1, 1, column] = numpy.nan
            self.assert_refused(self.run_with('file = "out.h5"', output="b.h5"), "out.h5", "frame 1", "body 1", "not finite")
            self.assertEqual(self.run_with('file = "out.h5#0"', output="b.h5").returncode, 0)

    def test_places_outside_the_period_keep_their_images(self):
        """image = floor(x/L): the pair is sqrt(2.5^2 + 2^2) = 3.2016 apart wherever the seam is, and has half of it as its
        rms radius."""
        for domain, lengths in ((pipe, (40, 0, 0)), (cell, (40, 30, 30)), ('kind = "periodic-1"\nlength = 40', (40, 0, 0))):
            for shift in (-5, 36, 400):
                x = numpy.array([[3.0 + shift, 0, 1], [5.5 + shift, 0, -1]])
                listed = "[" + ", ".join(str(list(p)) for p in x) + "]"
                self.write("a.csv", "\n".join(",".join(map(str, p)) for p in x))
                self.write("a.xyz", "2\n\n" + "".join("A " + " ".join(map(str, p)) + "\n" for p in x))
                for bodies in (f"positions = {listed}", 'file = "a.csv"', 'file = "a.xyz"'):
                    frame = self.first_frame(bodies, domain=domain)
                    images = [[int(p[k] // lengths[k]) if lengths[k] else 0 for k in range(3)] for p in x]
                    numpy.testing.assert_array_equal(frame["image"], images)
                    numpy.testing.assert_allclose(frame["place"], x, atol=1e-12)
                    self.assertAlmostEqual(frame["observables"]["largest_separation"], numpy.hypot(2.5, 2), places=12)
                    self.assertAlmostEqual(frame["observables"]["rms_radius"], numpy.hypot(2.5, 2) / 2, places=12)

    def test_images_of_a_recorded_frame_are_taken_over(self):
        start = self.first_frame("positions = [[43, 0, 1], [-41.5, 0, -1], [22, 0, 0]]")
        os.rename(self.path("out.h5"), self.path("a.h5"))
        frame = self.first_frame('file = "a.h5#0"')
        for name in ("position", "image"):
            numpy.testing.assert_array_equal(frame[name], start[name])
        self.assertEqual(frame["image"][:, 0].tolist(), [1, -2, 0])

    def test_a_frame_of_another_box_is_refused(self):
        self.first_frame("positions = [[3, 0, 0], [9, 0, 0]]")
        os.rename(self.path("out.h5"), self.path("a.h5"))
        for domain, key in ((pipe.replace("40", "50"), "domain.length = 50"), (pipe.replace("8", "9"), "domain.radius = 9"),
                            (cell, "domain.kind"), ('kind = "free-space"', "domain.kind"),
                            ('kind = "periodic-1"\nlength = 40', "domain.kind")):
            self.assert_refused(self.run_with('file = "a.h5"', domain=domain), key, "a.h5", "does not agree")

    def test_kinds_of_a_recorded_frame_start_again_in_their_order(self):
        self.write("a.csv", "x,y,z,radius,force\n3,0,0,1,1\n9,0,0,1.5,2\n15,0,0,1,1\n21,0,0,0.5,1\n")
        start = self.first_frame('file = "a.csv"')
        os.rename(self.path("out.h5"), self.path("a.h5"))
        frame = self.first_frame('file = "a.h5#0"')
        for name in ("position", "radius", "force", "image"):
            numpy.testing.assert_array_equal(frame[name], start[name])
        self.assertEqual(frame["radius"].tolist(), [1, 1.5, 1, 0.5])
        done = subprocess.run([program, "run", "--resume", "out.h5", "--steps", "1", "--threads", "1", "--output", "c.h5"],
                              capture_output=True, text=True, timeout=100, cwd=self.folder.name)
        self.assertEqual(done.returncode, 0, done.stderr)
        with h5py.File(self.path("c.h5")) as f:
            numpy.testing.assert_array_equal(f["particles/spheres/radius"][...], [1, 1.5, 1, 0.5])

    def test_mistakes_name_the_line(self):
        self.write("a.csv", "x,y,z\n# none\n3,0,0\n4,0,0\n")
        self.assert_refused(self.run_with('file = "a.csv"'), "a.csv:4", "a.csv:3", "overlap")
        self.write("a.csv", "x,y,z\n3,0,7.5\n")
        self.assert_refused(self.run_with('file = "a.csv"'), "a.csv:2", "outside of the pipe")
        self.write("a.xyz", '1\nProperties=pos:R:3:director:R:3\n3 0 0 0 0 1\n')
        rods = 'kind = "rod"\naspect = 9\nfile = "a.xyz"'
        self.assert_refused(self.run_with(rods), "a.xyz:3", "outside of the pipe")

    def test_rods_without_directions_point_anywhere(self):
        """Of a list and of each kind of file: unit vectors that the seed decides, none along x."""
        x = [[3 + 5.0 * i, 0, 0] for i in range(7)]
        self.write("a.csv", "x,y,z\n" + "".join(f"{p[0]},0,0\n" for p in x))
        self.write("a.xyz", "7\nrods\n" + "".join(f"A {p[0]} 0 0\n" for p in x))
        self.write_h5md("a.h5", x, "fixed")
        found = []
        for given in (f"positions = {x}", 'file = "a.csv"', 'file = "a.xyz"', 'file = "a.h5"'):
            rods = 'kind = "rod"\naspect = 4\nradius = 0.5\n' + given
            for seed in (1, 2):
                n = self.first_frame(rods, arguments=("--seed", str(seed)))["orientation"]
                numpy.testing.assert_allclose(numpy.linalg.norm(n, axis=1), 1, rtol=1e-14)
                self.assertLess(abs(n[:, 0]).max(), 1 - 1e-9, given)
                found.append(n)
            numpy.testing.assert_array_equal(found[-2], found[0], given)
            numpy.testing.assert_array_equal(found[-1], found[1], given)
            self.assertIn("no directions are given for 7 rods ('spheres'), so their directions are drawn at random", self.said)
            said = self.first_frame(rods + '\norientation = "aligned"')["orientation"]
            self.assertNotIn("at random", self.said)
            numpy.testing.assert_array_equal(said, [[1, 0, 0]] * 7)
        self.assertGreater(abs(found[0] - found[1]).max(), 0.1)

    def test_directions_under_another_name_are_not_drawn_at_random(self):
        """Rods get no random direction where the file has a vector under a name that is not known."""
        x = [[3 + 5.0 * i, 0, 0] for i in range(2)]
        rods = 'kind = "rod"\naspect = 4\nradius = 0.5\n'
        rows = "".join(f"{p[0]},0,0,0,0.6,0.8\n" for p in x)
        for names in ("ux,uy,uz", "e1,e2,e3", "Dir_X,Dir_Y,Dir_Z", "xdir,ydir,zdir", "u,v,w", "l,m,n", "theta,phi,psi",
                      "orientation[0],orientation[1],orientation[2]", "p(1),p(2),p(3)", "quat_w,b,c", "qx,qy,qz",
                      "Euler1,b,c", "Angle [deg],b,c", "rod axis,b,c", "azimuth,b,c", "x1,y1,z1"):
            self.write("a.csv", "x,y,z," + names + "\n" + rows)
            first = names.split(",")[0]
            self.assert_refused(self.run_with(rods + 'file = "a.csv"'), "a.csv", f"'{first}' is not known", "nx, ny, nz")
        for names, known in (("u:R:3", "u"), ("ux:R:1:uy:R:1:uz:R:1", "ux"), ("vec:R:3", "vec"),
                             ("q:R:1:theta:R:1:k:R:1", "theta"), ("u:R:1:v:R:1:w:R:1", "u"), ("angles:R:2:k:R:1", "angles")):
            self.write("a.xyz", f"2\nProperties=pos:R:3:{names}\n" + rows.replace(",", " "))
            self.assert_refused(self.run_with(rods + 'file = "a.xyz"'), "a.xyz", f"'{known}' is not known", "director")
        self.write_h5md("a.h5", x, "fixed", heading=[[0, 0.6, 0.8]] * 2)
        self.assert_refused(self.run_with(rods + 'file = "a.h5"'), "a.h5", "'heading' is not known", "orientation")
        self.write("a.xyz", "2\nProperties=pos:R:3:q:R:4\n3 0 0 1 0 0 0\n8 0 0 1 0 0 0\n")
        self.assert_refused(self.run_with(rods + 'file = "a.xyz"'), "a.xyz", "'q' is not known", "director")
        # velocities, loads, numbers and names are no directions; and the scenario may say them
        random = "no directions are given for 2 rods ('spheres'), so their directions are drawn at random"
        for names in ("vx,vy,vz", "Omega_x,Omega_y,Omega_z", "wx,wy,wz", "id,mass,charge", "Velocity[0],Velocity[1],Velocity[2]"):
            self.write("a.csv", f"x,y,z,{names}\n" + rows)
            self.first_frame(rods + 'file = "a.csv"')
            self.assertIn(random, self.said)
            self.assertIn(f"'{names.split(',')[0]}'", self.said)
        self.write("a.xyz", "2\nProperties=pos:R:3:velocities:R:3\n" + rows.replace(",", " "))
        self.first_frame(rods + 'file = "a.xyz"')
        self.assertIn(random, self.said)
        self.write_h5md("a.h5", x, "fixed", velocity=[[0, 0.6, 0.8]] * 2)
        self.first_frame(rods + 'file = "a.h5"')
        self.write("a.csv", "x,y,z,ux,uy,uz\n" + rows)
        for said, n in (("director = [0, 3, 4]", [0, 0.6, 0.8]), ('orientation = "aligned"', [1, 0, 0])):
            frame = self.first_frame(rods + 'file = "a.csv"\n' + said)
            numpy.testing.assert_allclose(frame["orientation"], [n] * 2, atol=1e-15)

    def test_a_column_r_may_be_a_radius_or_a_distance(self):
        self.write("a.csv", "x,y,z,r\n3,0,0,0.5\n")
        self.assert_refused(self.run_with('file = "a.csv"'), "a.csv:1", "'r' is not read", "name it 'radius'")

    def test_a_sphere_needs_no_cells_of_rods(self):
        rows = ["3,0,0,rod,0,0.6,0.8,4", "9,0,0,sphere,,,,", "15,0,0,sphere,0,0,0,1"]
        self.write("a.csv", "\n".join(["x,y,z,kind,nx,ny,nz,aspect", *rows]) + "\n")
        frame = self.first_frame('radius = 0.5\nfile = "a.csv"')
        numpy.testing.assert_array_equal(frame["half_length"], [2, 0, 0])
        numpy.testing.assert_allclose(frame["orientation"][0], [0, 0.6, 0.8], atol=1e-15)
        self.assertNotIn("not used", self.said)
        self.write("a.csv", "x,y,z,nx,ny,nz,aspect\n3,0,0,0,1,0,4\n9,0,0,,,,0\n")
        numpy.testing.assert_array_equal(self.first_frame('radius = 0.5\nfile = "a.csv"')["half_length"], [2, 0])
        rows += ["21,0,0,sphere,1,0,0,", "27,0,0,sphere,,,,3"]
        self.write("a.csv", "\n".join(["x,y,z,kind,nx,ny,nz,aspect", *rows]) + "\n")
        self.first_frame('radius = 0.5\nfile = "a.csv"')
        self.assertIn("column 5 (nx) of line 5 is not used, nor are those of 1 more line", self.said)
        self.write("a.csv", "x,y,z,kind,nx,ny,nz,aspect\n3,0,0,rod,,,,4\n")
        self.assert_refused(self.run_with('radius = 0.5\nfile = "a.csv"'), "a.csv:2", "column 5 (nx) is empty")

    def test_what_an_xyz_file_says_in_vain_is_named(self):
        self.write("a.xyz", '1\nunits=nm Origin="1 0 0" Properties=species:S:1:pos:R:3\nA 3 0 0\n')
        frame = self.first_frame('file = "a.xyz"')
        numpy.testing.assert_array_equal(frame["position"], [[3, 0, 0]])
        for words in ("'units=nm' of the comment line is not used", "'origin=1 0 0' of the comment line is not used"):
            self.assertIn(words, self.said)
        self.assertNotIn("the known columns are", self.said)

    def test_a_rod_along_a_pipe_may_be_longer_than_the_pipe_is_wide(self):
        long = 'kind = "rod"\naspect = 9\n'
        frame = self.first_frame(long + "positions = [[5, 0, 0]]\ndirectors = [[1, 0, 0]]")
        self.assertEqual(frame["half_length"].tolist(), [9])
        self.first_frame(long + "count = 1\ndirector = [2, 0, 0]")
        for wrong in ("positions = [[5, 0, 0]]\ndirectors = [[0, 1, 0]]", "count = 1\ndirector = [0, 0, 1]", "count = 1"):
            self.assert_refused(self.run_with(long + wrong), "pipe")

    def test_a_species_beside_that_of_the_only_table_is_refused(self):
        self.write("a.csv", "x,y,z,species\n3,0,0,a\n9,0,0,b\n")
        self.assert_refused(self.run_with('name = "a"\nradius = 2\nfile = "a.csv"'), "a.csv:3",
                            "the species 'b' has no [[bodies]] table")
        frame = self.first_frame('radius = 2\nfile = "a.csv"')  # no name: all of them
        numpy.testing.assert_array_equal(frame["radius"], [2, 2])
        self.write("a.csv", "x,y,z,species\n3,0,0,a\n9,0,0,a\n")
        self.first_frame('name = "a"\nradius = 2\nfile = "a.csv"')

    def test_names_of_species_are_utf8(self):
        """They go into the recorded scenario, which could not be read again."""
        for name in (b"\xf4", b"\xc0\x80", b"\xe0\x80\x80", b"\xed\xa0\x80", b"\xf5\x80\x80\x80", b"a\xc3"):
            with open(self.path("a.xyz"), "wb") as f:
                f.write(b"1\nlatin\n" + name + b" 3 0 0\n")
            self.assert_refused(self.run_with('file = "a.xyz"'), "a.xyz:3", "UTF-8")
        with open(self.path("a.xyz"), "wb") as f:
            f.write("1\nunicode\n\u00f4\u4e2d\U0001f300 3 0 0\n".encode())
        self.first_frame('file = "a.xyz"')
        self.assertEqual(subprocess.run([program, "info", self.path("out.h5")], capture_output=True).returncode, 0)

    def test_units_must_agree(self):
        si = 'units = "SI"\n[fluid]\nviscosity = 1e-3\n'
        self.write("a.csv", "x,y,z,radius,force\n0.3,0,0,0.1,1e-9\n1.3,0,0,0.2,2e-9\n")
        domain = 'kind = "pipe"\nradius = 1\nlength = 4'
        frame = self.first_frame('file = "a.csv"', domain=domain, more=si)
        self.assertEqual(frame["radius"].tolist(), [0.1, 0.2])
        os.rename(self.path("out.h5"), self.path("a.h5"))
        self.assert_refused(self.run_with('file = "a.h5"', domain=domain), "a.h5", "SI")
        for unit in ("m", "nm"):  # of another program
            self.write_h5md("b.h5", [[0.3, 0, 0], [1.3, 0, 0]], "fixed")
            with h5py.File(self.path("b.h5"), "r+") as f:
                f["particles/all/position"].attrs["unit"] = unit
            done = self.run_with('file = "b.h5"\nradius = 0.1\nforce = 1e-9', domain=domain, more=si)
            if unit == "m":
                self.assertEqual(done.returncode, 0, done.stderr)
            else:
                self.assert_refused(done, "b.h5", "'nm'", "metres")


if __name__ == "__main__":
    unittest.main()
