#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What HDF5 files may hold in place of the data that are read.  HDF5 reads zeros where a dataset has no values: such data
are refused by every command, with the dataset and what is missing of it in one sentence, and so are other shapes, types
and kinds of objects.  Data that are there in unusual places or types give the same numbers as plain ones."""
import json
import os
import shutil
import subprocess
import tempfile
import unittest

import h5py
import numpy

program = os.environ["SLURRY_PROGRAM"]


def virtual(shape, *pieces, maxshape=None):
    """A layout of pieces: (where in it, file, dataset, shape of that, where in that)."""
    layout = h5py.VirtualLayout(shape=shape, dtype="f8", maxshape=maxshape)
    for to, file, name, source_shape, of in pieces:
        layout[to] = h5py.VirtualSource(file, name, shape=source_shape)[of]
    return layout


def in_external_file(group, name, values, file, written, offset=0):
    """A dataset whose values are in a raw file, of which so many bytes are there."""
    create = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
    create.set_external(file.encode(), offset, values.nbytes)
    space = h5py.h5s.create_simple(values.shape)
    h5py.h5d.create(group.id, name.encode(), h5py.h5t.IEEE_F64LE, space, dcpl=create)
    if written is not None:
        with open(os.path.join(os.path.dirname(group.file.filename), file), "wb") as f:
            f.write((b"x" * offset + values.tobytes())[:written])


def allocated_late(group, name, shape):
    create = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
    create.set_alloc_time(h5py.h5d.ALLOC_TIME_LATE)
    h5py.h5d.create(group.id, name.encode(), h5py.h5t.IEEE_F64LE, h5py.h5s.create_simple(shape), dcpl=create)


class AbsentData(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        random = numpy.random.default_rng(3)
        self.values = random.random((12, 3))
        self.others = random.standard_normal((12, 3))
        with h5py.File(self.path("source.h5"), "w") as f:
            f["all"], f["half"] = self.values, self.values[:6]
            f["deep/first"], f["deep/last"] = self.values[:6], self.values[6:]
            f.create_dataset("never", (12, 3))
            holes = f.create_dataset("holes", (20, 3), "f8", chunks=(2, 3))
            holes[:12] = self.values

    def tearDown(self):
        self.folder.cleanup()

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def slurry(self, *arguments):
        return subprocess.run([program, *arguments], capture_output=True, text=True, timeout=60, cwd=self.folder.name)

    def virtually(self, *pieces, **more):
        return lambda g, name: g.create_virtual_dataset(name, virtual((12, 3), *pieces, **more))

    def from_blocks(self, g, name):
        """block0.h5, block1.h5, ... four rows each, as a detector writes them."""
        for k in range(3):
            with h5py.File(self.path(f"block{k}.h5"), "w") as f:
                f["d"] = self.values[4 * k:4 * k + 4]
        create = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
        space = h5py.h5s.create_simple((12, 3), (h5py.h5s.UNLIMITED, 3))
        space.select_hyperslab((0, 0), (h5py.h5s.UNLIMITED, 1), (4, 1), (4, 3))
        create.set_virtual(space, b"block%b.h5", b"d", h5py.h5s.create_simple((4, 3)))
        whole = h5py.h5s.create_simple((12, 3), (h5py.h5s.UNLIMITED, 3))
        h5py.h5d.create(g.id, name.encode(), h5py.h5t.IEEE_F64LE, whole, dcpl=create)

    def chunked(self, written, **more):
        def make(g, name):
            dataset = g.create_dataset(name, (12, 3), chunks=(5, 2), dtype="f8", **more)
            dataset[written] = self.values[written]
        return make

    def absent(self):
        """name: how the dataset is made, words of the refusal."""
        all_of = numpy.s_[:, :]
        virtually, chunked = self.virtually, self.chunked
        return {
            "no source file": (virtually((all_of, "gone.h5", "d", (12, 3), all_of)), ["'gone.h5'", "not there"]),
            "no source file of a half": (
                virtually((numpy.s_[:6], "source.h5", "half", (6, 3), all_of),
                          (numpy.s_[6:], "gone.h5", "half", (6, 3), all_of)), ["'gone.h5'", "not there"]),
            "no source dataset": (virtually((all_of, "source.h5", "gone", (12, 3), all_of)),
                                  ["'gone'", "'source.h5'", "no such dataset"]),
            "a source that is too short": (virtually((all_of, "source.h5", "half", (12, 3), all_of)),
                                           ["(6,3)", "18 of the 36 values"]),
            "a source never written": (virtually((all_of, "source.h5", "never", (12, 3), all_of)),
                                       ["'never'", "nothing was ever written"]),
            "a source with holes": (virtually((all_of, "source.h5", "holes", (20, 3), numpy.s_[5:17])),
                                    ["'holes'", "(12, 0)", "never written"]),
            "a part that nothing is mapped to": (virtually((numpy.s_[:6], "source.h5", "half", (6, 3), all_of)),
                                                 ["no source is mapped"]),
            "mappings that overlap and leave a gap": (
                virtually((numpy.s_[:6], "source.h5", "half", (6, 3), all_of),
                          (numpy.s_[4:10], "source.h5", "half", (6, 3), all_of),
                          (numpy.s_[4:10], "source.h5", "deep/last", (6, 3), all_of)), ["no source is mapped"]),
            "never allocated": (lambda g, name: g.create_dataset(name, (12, 3)), ["nothing was ever written", "(12,3)"]),
            "allocated late": (lambda g, name: allocated_late(g, name, (12, 3)), ["nothing was ever written"]),
            "a fill value": (lambda g, name: g.create_dataset(name, (12, 3), fillvalue=0.5), ["nothing was ever written"]),
            "chunks never written": (lambda g, name: g.create_dataset(name, (12, 3), chunks=(5, 2)),
                                     ["nothing was ever written"]),
            "the first chunks alone": (chunked(numpy.s_[:5]), ["(5, 0)", "never written"]),
            "a chunk in between missing": (chunked(numpy.s_[:, :2]), ["(0, 2)", "never written"]),
            "compressed chunks missing": (chunked(numpy.s_[:10], compression="gzip", shuffle=True), ["(10, 0)"]),
            "rows that were never filled": (chunked(numpy.s_[:4], maxshape=(None, 3)), ["(5, 0)"]),
            "no external file": (lambda g, name: in_external_file(g, name, self.values, "raw.bin", None),
                                 ["'raw.bin'", "not there"]),
            "a short external file": (lambda g, name: in_external_file(g, name, self.values, "raw.bin", 100),
                                      ["'raw.bin'", "100 bytes", "288"]),
            "a short external file with an offset": (
                lambda g, name: in_external_file(g, name, self.values, "raw.bin", 290, 16), ["290 bytes", "304"]),
        }

    def present(self):
        all_of = numpy.s_[:, :]
        virtually = self.virtually
        return {
            "one source": virtually((all_of, "source.h5", "all", (12, 3), all_of)),
            "an absolute path": virtually((all_of, self.path("source.h5"), "all", (12, 3), all_of)),
            "two sources": virtually((numpy.s_[:6], "source.h5", "deep/first", (6, 3), all_of),
                                     (numpy.s_[6:], "source.h5", "deep/last", (6, 3), all_of)),
            "columns": virtually((numpy.s_[:, :2], "source.h5", "all", (12, 3), numpy.s_[:, :2]),
                                 (numpy.s_[:, 2:], "source.h5", "all", (12, 3), numpy.s_[:, 2:])),
            "every second row": virtually((numpy.s_[::2], "source.h5", "all", (12, 3), numpy.s_[::2]),
                                          (numpy.s_[1::2], "source.h5", "all", (12, 3), numpy.s_[1::2])),
            "the written part of a source": virtually((all_of, "source.h5", "holes", (20, 3), numpy.s_[:12])),
            "a virtual source": self.through_another,
            "numbered files": self.from_blocks,
            "chunks": self.chunked(numpy.s_[:]),
            "compressed chunks": self.chunked(numpy.s_[:], compression="gzip", maxshape=(None, None)),
            "an external file": lambda g, name: in_external_file(g, name, self.values, "raw.bin", 288),
            "an external file with an offset": lambda g, name: in_external_file(g, name, self.values, "raw.bin", 400, 16),
            "single precision": lambda g, name: g.create_dataset(name, data=self.values, dtype="f8", fillvalue=0.5),
        }

    def through_another(self, g, name):
        with h5py.File(self.path("between.h5"), "w") as f:
            f.create_virtual_dataset("v", virtual((12, 3), (numpy.s_[:, :], "source.h5", "all", (12, 3), numpy.s_[:, :])))
        g.create_virtual_dataset(name, virtual((12, 3), (numpy.s_[:, :], "between.h5", "v", (12, 3), numpy.s_[:, :])))

    def assert_refused(self, done, *words):
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        for word in ("slurry: ", *words):
            self.assertIn(word, done.stderr)
        self.assertFalse(os.path.exists(self.path("out.h5")))

    def write_sum(self, name, make):
        with h5py.File(self.path("in.h5"), "w") as f:
            g = f.create_group("g")
            g.attrs["periodicity"] = 3
            g["box"] = numpy.ones(3)
            for other, values in (("src", self.values), ("f", self.others)):
                if other != name:
                    g[other] = values
            make(g, name)

    def sum(self):
        return self.slurry("sum", "in.h5", "--group", "g", "--layer", "single", "--tolerance", "1e-6", "--threads", "1",
                           "--output", "out.h5")

    def test_sums_refuse_what_is_absent(self):
        for case, (make, words) in self.absent().items():
            for name in ("src", "f", "trg"):
                with self.subTest(case, dataset=name):
                    self.write_sum(name, make)
                    self.assert_refused(self.sum(), f"'g/{name}'", "in.h5", *words)

    def test_a_source_that_is_itself(self):
        """The library follows it until its stack ends; that happens in a process apart (hdf5_probe)."""
        self.write_sum("src", lambda g, name: g.create_virtual_dataset(
            name, virtual((12, 3), (numpy.s_[:, :], ".", "/g/src", (12, 3), numpy.s_[:, :]))))
        self.assert_refused(self.sum(), "in.h5", "damaged")

    def test_a_root_group_that_cannot_be_opened(self):
        """The search for the nearest group that exists went on for ever."""
        self.write_sum("src", lambda g, name: g.create_dataset(name, data=self.values))
        with open(self.path("in.h5"), "r+b") as f:
            f.seek(64)  # of the superblock, version 0: address of the root group's header
            header = int.from_bytes(f.read(8), "little")
            f.seek(header + 16)
            f.write(b"\x7f\x00")  # the kind of its first message, which leads to its members
        done = self.sum()
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertRegex(done.stderr, r"^slurry: 'in.h5' is damaged[^\n]*\n$")

    def test_a_type_of_no_size(self):
        """It ended in a division by zero."""
        with h5py.File(self.path("in.h5"), "w") as f:
            g = f.create_group("g")
            g.attrs["periodicity"] = 3
            g["box"], g["src"] = numpy.ones(3, "f4"), self.values.astype("f4")
            g["f"] = self.others
        with open(self.path("in.h5"), "rb") as f:
            whole = f.read()
        double = b"\x11\x20\x3f\x00\x08\x00\x00\x00"  # a float's class and bits, and its size: that of f alone
        self.assertEqual(whole.count(double), 1)
        with open(self.path("in.h5"), "wb") as f:
            f.write(whole.replace(double, double[:4] + b"\0\0\0\0"))
        self.assert_refused(self.sum(), "'g/f'", "in.h5", "damaged")

    def test_sums_read_what_is_elsewhere(self):
        self.write_sum("src", lambda g, name: g.create_dataset(name, data=self.values))
        self.assertEqual(self.sum().returncode, 0)
        with h5py.File(self.path("out.h5")) as f:
            right = f["u"][...]
        for case, make in self.present().items():
            with self.subTest(case):
                self.write_sum("src", make)
                os.chdir(self.folder.name)  # where h5py, too, looks for external files
                with h5py.File(self.path("in.h5")) as f:
                    numpy.testing.assert_array_equal(f["g/src"][...], self.values)
                os.remove(self.path("out.h5"))
                done = self.sum()
                self.assertEqual(done.returncode, 0, done.stderr)
                with h5py.File(self.path("out.h5")) as f:
                    numpy.testing.assert_array_equal(f["u"][...], right)

    def test_mobility_refuses_what_is_absent(self):
        cases = self.absent()
        for case in ("no source file", "never allocated", "the first chunks alone", "a short external file"):
            make, words = cases[case]
            for name in ("Y", "F", "X"):
                with self.subTest(case, dataset=name):
                    with h5py.File(self.path("in.h5"), "w") as f:
                        g = f.create_group("g")
                        g.attrs["a"], g.attrs["eta"] = 0.01, 1.0
                        for other, values in (("Y", self.values), ("F", self.others)):
                            if other != name:
                                g[other] = values
                        make(g, name)
                    done = self.slurry("mobility", "in.h5", "--group", "g", "--output", "out.h5")
                    self.assert_refused(done, f"'g/{name}'", "in.h5", *words)

    def test_runs_refuse_what_is_absent(self):
        """info, --resume and bodies.file of a recorded run, of which one dataset has lost its values."""
        done = self.slurry("run", "two_spheres", "--steps", "11", "--set", "output.stride=1", "--output", "run.h5",
                           "--threads", "1")
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(self.path("from.toml"), "w") as f:
            f.write('schema = 1\n[domain]\nkind = "free-space"\n[[bodies]]\nfile = "a.h5"\n')
        commands = (["info", "a.h5"], ["run", "--resume", "a.h5", "--steps", "1", "--output", "out.h5"],
                    ["run", "from.toml", "--steps", "1", "--output", "out.h5"])
        group = "particles/spheres"
        for name in ("position/value", "image/value", "velocity/value", "position/time", "radius", "species"):
            for how in ("virtual", "chunks"):
                with self.subTest(name, how=how):
                    shutil.copy(self.path("run.h5"), self.path("a.h5"))
                    with h5py.File(self.path("a.h5"), "r+") as f:
                        old = f[group + "/" + name]
                        shape, kind = old.shape, old.dtype
                        del f[group + "/" + name]
                        if how == "virtual":
                            layout = h5py.VirtualLayout(shape=shape, dtype=kind)
                            layout[...] = h5py.VirtualSource("gone.h5", "d", shape=shape)
                            f.create_virtual_dataset(group + "/" + name, layout)
                        else:
                            f.create_dataset(group + "/" + name, shape, kind, chunks=(1, *shape[1:]))
                    for command in commands:
                        done = self.slurry(*command)
                        self.assertEqual(done.returncode, 2, (command, done.stderr))
                        self.assertIn(f"'{group}/{name}'", done.stderr.splitlines()[-1])
                        self.assertIn("a.h5", done.stderr.splitlines()[-1])


class OtherObjects(unittest.TestCase):
    """A recorded run in which another object stands in the place of a dataset."""

    names = ("particles/spheres/position/step", "particles/spheres/position/time", "particles/spheres/position/value",
             "particles/spheres/image/value", "particles/spheres/box/edges/value", "particles/spheres/radius",
             "particles/spheres/species", "observables/mean_velocity/value", "slurry/timings/value",
             "slurry/observables/error_velocity/predicted/value", "parameters/scenario_in_force",
             "parameters/events/step")
    shapes = {
        "a single value": lambda old: old.ravel()[0] if old.size else numpy.float64(0),
        "one dimension more": lambda old: old[..., None],
        "a null dataspace": lambda old: h5py.Empty(old.dtype),
        "text": lambda old: numpy.full(old.shape, b"one"),
        "a compound": lambda old: numpy.zeros(old.shape, [("a", "f8"), ("b", "f8")]),
        "a group": None,
        "a soft link": h5py.SoftLink("/nowhere"),
        "an external link": h5py.ExternalLink("gone.h5", "/x"),
    }

    harmless = {("parameters/scenario_in_force", "one dimension more"), ("parameters/scenario_in_force", "text"),
                ("parameters/scenario_in_force", "a single value"),  # which it is
                ("observables/mean_velocity/value", "one dimension more"), ("slurry/timings/value", "one dimension more"),
                ("particles/spheres/box/edges/value", "text"), ("particles/spheres/box/edges/value", "a compound")}

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        subprocess.run([program, "run", "two_spheres", "--steps", "6", "--set", "output.stride=1", "--output",
                        cls.path("run.h5"), "--threads", "1"], check=True, capture_output=True, timeout=60)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def path(cls, name):
        return os.path.join(cls.folder.name, name)

    def changed(self, change):
        shutil.copy(self.path("run.h5"), self.path("a.h5"))
        with h5py.File(self.path("a.h5"), "r+") as f:
            change(f)

    def info(self):
        return subprocess.run([program, "info", "a.h5", "--json", "-"], capture_output=True, text=True, timeout=60,
                              cwd=self.folder.name)

    def assert_refused(self, *words):
        done = self.info()
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        for word in ("slurry: ", "a.h5", *words):
            self.assertIn(word, done.stderr)

    def test_other_objects_in_the_place_of_a_dataset(self):
        for name in self.names:
            for shape, make in self.shapes.items():
                if (name, shape) in self.harmless:
                    continue
                with self.subTest(name, object=shape):
                    def change(f):
                        old = f[name][...]
                        del f[name]
                        if make is None:
                            f.create_group(name)
                        else:
                            f[name] = make(old) if callable(make) else make
                    self.changed(change)
                    self.assert_refused(f"'{name}'")

    def test_time_and_step_as_single_values(self):
        """As other programs write an element that does not change in time."""
        def change(f):
            for element in ("position", "velocity", "force", "image"):
                for part in ("step", "time"):
                    del f[f"particles/spheres/{element}/{part}"]
                    f[f"particles/spheres/{element}/{part}"] = 0
        self.changed(change)
        self.assert_refused("'particles/spheres/position/step' has the shape ()", "it must be (rows,)")

    def test_lists_of_other_lengths(self):
        def cut(name, length, axis=0):
            def change(f):
                old = f[name][...]
                del f[name]
                f[name] = numpy.take(old, range(length), axis)
            return change
        for name, length, axis in (("particles/spheres/position/value", 3, 0), ("particles/spheres/position/time", 2, 0),
                                   ("particles/spheres/position/value", 1, 1), ("particles/spheres/position/value", 2, 2),
                                   ("particles/spheres/velocity/value", 0, 0), ("observables/mean_velocity/value", 4, 0),
                                   ("particles/spheres/radius", 1, 0), ("particles/spheres/species", 1, 0)):
            with self.subTest(name, length=length, axis=axis):
                self.changed(cut(name, length, axis))
                self.assert_refused("damaged", "'particles/spheres" if "observables" not in name else f"'{name}'")
        # a kill may come between two writes: one row less is a frame less
        self.changed(cut("particles/spheres/velocity/value", 6))
        self.assertEqual(json.loads(self.info().stdout)["frames"], 6)

    def test_values_that_are_none(self):
        for name, value in (("particles/spheres/position/step", numpy.nan), ("particles/spheres/position/step", 1.5),
                            ("particles/spheres/position/time", numpy.inf), ("particles/spheres/image/value", 1e18),
                            ("particles/spheres/image/value", numpy.nan), ("particles/spheres/radius", numpy.nan),
                            ("particles/spheres/radius", 0), ("particles/spheres/radius", -1),
                            ("particles/spheres/species", 7), ("particles/spheres/species", -1),
                            ("particles/spheres/species", 0.5)):
            with self.subTest(name, value=value):
                def change(f):
                    values = f[name][...].astype("f8")
                    values[-1] = value
                    del f[name]
                    f[name] = values
                self.changed(change)
                self.assert_refused("damaged", f"'{name}'")

    def test_other_types_of_numbers_are_numbers(self):
        self.changed(lambda f: None)
        right = json.loads(self.info().stdout)
        for name, kind in (("particles/spheres/position/step", ">i4"), ("particles/spheres/position/step", "f8"),
                           ("particles/spheres/position/time", ">f8"), ("particles/spheres/radius", "f4"),
                           ("particles/spheres/species", "u1"), ("particles/spheres/image/value", "i8")):
            with self.subTest(name, kind=kind):
                def change(f):
                    values = f[name][...].astype(kind)
                    del f[name]
                    f.create_dataset(name, data=values, compression="gzip", chunks=True)
                self.changed(change)
                done = self.info()
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual(json.loads(done.stdout), right)


if __name__ == "__main__":
    unittest.main()
