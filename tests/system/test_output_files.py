#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What an output may be, and that nothing is left of one that could not be completed."""
import json
import os
import resource
import shutil
import signal
import socket
import stat
import subprocess
import tempfile
import unittest

import h5py
import numpy

program = os.environ["SLURRY_PROGRAM"]
random = numpy.random.default_rng(3)
short_run = """schema = 1
[domain]
kind = "free-space"
[[bodies]]
positions = [[0, 0, 0], [3, 0, 0], [0, 4, 0]]
[solver]
deterministic = true
[output]
stride = 1
"""


class Outputs(unittest.TestCase):
    def setUp(self):
        self.here = tempfile.TemporaryDirectory()
        self.folder = self.here.name
        with h5py.File(self.path("in.h5"), "w") as f:
            g = f.create_group("g")
            g["src"], g["f"], g["box"] = random.random((2000, 3)), random.standard_normal((2000, 3)), numpy.ones(3)
            g["Y"], g["F"] = 10 * numpy.eye(3), numpy.eye(3)
            g.attrs["periodicity"], g.attrs["eta"], g.attrs["a"] = 0, 1.0, 0.1
        with open(self.path("run.toml"), "w") as f:
            f.write(short_run)

    def tearDown(self):
        self.here.cleanup()

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def slurry(self, *arguments, **options):
        return subprocess.run([program, *arguments], capture_output=True, text=True, timeout=100, cwd=self.folder, **options)

    def commands(self, output):
        """Each kind of command that leaves a file, as it would write `output`."""
        yield ["sum", "in.h5", "--group", "g", "--layer", "single", "--tolerance", "1e-3", "--output", output]
        yield ["mobility", "in.h5", "--group", "g", "--output", output]
        yield ["run", "run.toml", "--steps", "2", "--output", output]

    def assert_refused(self, command, *words):
        before = sorted(os.listdir(self.folder))
        for line in (command, [*command, "--overwrite"]):
            done = self.slurry(*line)
            self.assertEqual(done.returncode, 2, (line, done.stderr))
            for word in words:
                self.assertIn(word, done.stderr)
            self.assertEqual(sorted(os.listdir(self.folder)), before)

    def test_the_input_is_never_the_output(self):
        os.symlink("in.h5", self.path("link.h5"))
        os.link(self.path("in.h5"), self.path("second.h5"))
        os.symlink("run.toml", self.path("link.toml"))
        with open(self.path("in.h5"), "rb") as f:
            before = f.read()
        for name in ("in.h5", "./in.h5", self.path("in.h5"), "link.h5", "second.h5"):
            for command in list(self.commands(name))[:2]:
                self.assert_refused(command, "is the same file as")
        for name in ("run.toml", "link.toml"):
            self.assert_refused(list(self.commands(name))[2], "is the same file as")
        with open(self.path("in.h5"), "rb") as f:
            self.assertEqual(f.read(), before)
        self.assertEqual(self.slurry("run", "run.toml", "--steps", "2", "--output", "a.h5").returncode, 0)
        self.assert_refused(["run", "--resume", "a.h5", "--steps", "2", "--output", "a.h5"], "is the same file as")
        with open(self.path("p.csv"), "w") as f:
            f.write("0,0,0\n3,0,0\n")
        for name in ("p.csv", "a.h5#0"):
            with open(self.path("from.toml"), "w") as f:
                f.write(f'schema = 1\n[domain]\nkind = "free-space"\n[[bodies]]\nfile = "{name}"\n')
            self.assert_refused(["run", "from.toml", "--steps", "2", "--output", name.split("#")[0]],
                                "is the same file as")
        for line in (["info", "a.h5", "--json", "a.h5"], ["run", "run.toml", "--json", "run.toml"],
                     ["verify", "run.toml", "--json", "./run.toml"],
                     ["run", "run.toml", "--steps", "2", "--output", "b.h5", "--json", "./b.h5"]):
            done = self.slurry(*line)
            self.assertEqual(done.returncode, 2, (line, done.stderr))
            self.assertIn("is the same file as", done.stderr)
        self.assertEqual(self.slurry("info", "a.h5").returncode, 0)

    def test_a_summary_that_has_no_place_is_refused_before_the_run(self):
        for line in (["run", "two_spheres", "--steps", "1"], ["verify", "two_spheres"]):
            for where, words in (("nowhere/a.json", "does not exist"), (".", "is a folder")):
                done = self.slurry(*line, "--json", where)
                self.assertEqual(done.returncode, 2, (line, done.stderr))
                self.assertEqual(done.stderr.count("\n"), 1, done.stderr)  # no header: nothing has begun
                self.assertIn(words, done.stderr)

    def test_a_summary_replaces_no_file_unless_it_is_told_to(self):
        self.slurry("run", "two_spheres", "--steps", "1", "--output", "a.h5")
        for line in (["info", "a.h5"], ["scenarios"], ["options"], ["verify", "two_spheres", "--quick"],
                     ["run", "two_spheres", "--steps", "1"]):
            with open(self.path("mine.txt"), "w") as f:
                f.write("words of my own\n")
            done = self.slurry(*line, "--json", "mine.txt")
            self.assertEqual(done.returncode, 2, (line, done.stderr))
            self.assertIn("exists already", done.stderr)
            with open(self.path("mine.txt")) as f:
                self.assertEqual(f.read(), "words of my own\n")
            done = self.slurry(*line, "--json", "mine.txt", "--overwrite")
            self.assertEqual(done.returncode, 0, (line, done.stderr))
            with open(self.path("mine.txt")) as f:
                json.load(f)

    def test_output_that_standard_output_does_not_take_is_an_error(self):
        self.slurry("run", "two_spheres", "--steps", "1", "--output", "a.h5")
        for line in (["info", "a.h5"], ["info", "a.h5", "--json", "-"], ["options", "--toml"], ["scenarios"],
                     ["run", "two_spheres", "--steps", "1", "--json", "-"], ["--version"]):
            with open("/dev/full", "w") as full:
                done = subprocess.run([program, *line], stdout=full, stderr=subprocess.PIPE, text=True, cwd=self.path("."))
            self.assertEqual(done.returncode, 1, line)
            self.assertIn("standard output", done.stderr)

    def test_what_is_no_regular_file_is_not_replaced(self):
        os.mkfifo(self.path("pipe"))
        os.symlink("pipe", self.path("to_pipe"))
        with socket.socket(socket.AF_UNIX) as s:
            s.bind(self.path("socket"))
            for name, word in (("pipe", "a named pipe"), ("to_pipe", "a named pipe"), ("socket", "a socket"), (".", "a folder")):
                for command in self.commands(name):
                    self.assert_refused(command, word)
        self.assertTrue(stat.S_ISFIFO(os.stat(self.path("pipe")).st_mode))
        self.assertTrue(stat.S_ISSOCK(os.stat(self.path("socket")).st_mode))

    def test_a_link_stands_for_what_it_leads_to(self):
        os.mkdir(self.path("there"))
        os.symlink("there/new.h5", self.path("link.h5"))
        for command in self.commands("link.h5"):
            self.assertEqual(self.slurry(*command).returncode, 0)
            self.assertTrue(os.path.islink(self.path("link.h5")))
            self.assertTrue(h5py.is_hdf5(self.path("there", "new.h5")))
            again = self.slurry(*command)
            self.assertEqual(again.returncode, 2)
            self.assertIn("exists already", again.stderr)
            self.assertEqual(self.slurry(*command, "--overwrite").returncode, 0)
            self.assertTrue(os.path.islink(self.path("link.h5")))
            self.assertEqual(os.listdir(self.path("there")), ["new.h5"])
            os.remove(self.path("there", "new.h5"))
        os.symlink("nowhere/new.h5", self.path("astray.h5"))
        os.symlink("circle", self.path("circle"))
        for name, word in (("astray.h5", "does not exist"), ("circle", "in a circle")):
            for command in self.commands(name):
                self.assert_refused(command, word)

    def test_names_that_are_none(self):
        for command in self.commands(""):
            self.assert_refused(command, "--output", "empty")
        for name in (300 * "n", "m/" * 3000):
            for command in self.commands(name):
                self.assert_refused(command, "too long", "255")
        for command in self.commands(254 * "n"):  # the name beside it would be longer
            self.assertEqual(self.slurry(*command, "--overwrite").returncode, 0)

    def assert_no_space(self, done, word):
        self.assertEqual(done.returncode, 1, done.stderr)
        lines = [line for line in done.stderr.splitlines() if line.startswith("slurry:")]  # after the head of the log
        self.assertEqual(len(lines), 1, done.stderr)
        self.assertIn("check the space left", lines[0])
        self.assertIn(word, lines[0])
        self.assertNotIn("0x", lines[0])

    def test_a_limit_on_the_size_of_files_is_said_and_leaves_none(self):
        os.mkdir(self.path("out"))
        for bytes_left in (1000, 4096, 8192, 20000):
            for command in self.commands("out/x.h5"):
                done = self.slurry(*command, preexec_fn=lambda: resource.setrlimit(
                    resource.RLIMIT_FSIZE, (bytes_left, resource.RLIM_INFINITY)))
                if done.returncode == 0 and os.path.getsize(self.path("out/x.h5")) <= bytes_left:
                    os.remove(self.path("out/x.h5"))
                    continue
                self.assert_no_space(done, "File too large")
                self.assertEqual(os.listdir(self.path("out")), [])

    def test_a_full_disk_is_said_and_leaves_no_file(self):
        mount = "mount -t tmpfs -o size={} tmpfs small && shift && \"$@\"; code=$?; ls small >&2; exit $code"
        private = ["unshare", "-m", "--propagation", "private", "sh", "-c"]
        os.mkdir(self.path("small"))
        if os.geteuid() != 0 or shutil.which("unshare") is None or subprocess.run(
                [*private, mount.format("16k"), "sh", "-", "true"], cwd=self.folder, capture_output=True).returncode != 0:
            self.skipTest("needs a mount of its own")
        for size in ("8k", "40k", "1m,nr_inodes=1"):  # in the last not even the file can be made
            for command in list(self.commands("small/x.h5"))[:: 2 if size == "40k" else 1]:
                done = subprocess.run([*private, mount.format(size), "sh", "-", program, *command], cwd=self.folder,
                                      capture_output=True, text=True, timeout=100)
                self.assert_no_space(done, "No space left on device")

    def test_frames_of_a_run_stay_when_the_space_ends(self):
        whole = self.slurry("run", "run.toml", "--steps", "1200", "--output", "whole.h5")
        self.assertEqual(whole.returncode, 0, whole.stderr)
        with h5py.File(self.path("whole.h5")) as f:
            truth = f["particles/spheres/position/value"][...]
        most = os.path.getsize(self.path("whole.h5"))
        for part in (0.6, 0.73, 0.85, 0.9):
            done = self.slurry("run", "run.toml", "--steps", "1200", "--output", "part.h5", "--overwrite",
                               preexec_fn=lambda: resource.setrlimit(
                                   resource.RLIMIT_FSIZE, (int(part * most), resource.RLIM_INFINITY)))
            self.assert_no_space(done, "Recording stopped")
            self.assertEqual([f for f in os.listdir(self.folder) if f.endswith(".part")], [])
            info = self.slurry("info", "part.h5")
            self.assertEqual(info.returncode, 0, info.stderr)
            frames = int(next(line.split()[1] for line in info.stdout.splitlines() if line.startswith("frames")))
            self.assertGreater(frames, 10)
            with h5py.File(self.path("part.h5")) as f:
                numpy.testing.assert_array_equal(f["particles/spheres/position/value"][:frames], truth[:frames])

    def test_a_signal_while_a_file_is_written_leaves_nothing(self):
        with h5py.File(self.path("many.h5"), "w") as f:
            g = f.create_group("g")
            g["src"], g["trg"], g["f"] = random.random((1, 3)), random.random((200000, 3)), numpy.ones((1, 3))
            g["box"], g.attrs["periodicity"] = numpy.ones(3), 0
        caught = 0
        for attempt in range(12):
            which = (signal.SIGTERM, signal.SIGINT)[attempt % 2]
            run = subprocess.Popen([program, "sum", "many.h5", "--group", "g", "--layer", "single", "--tolerance", "1e-2",
                                    "--gradient", "--pressure", "--output", "out.h5", "--overwrite"], cwd=self.folder,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            while run.poll() is None and not any(name.endswith(".part") for name in os.listdir(self.folder)):
                pass
            run.send_signal(which)
            code = run.wait()
            self.assertIn(code, (0, -which))
            caught += code == -which
            self.assertEqual([name for name in os.listdir(self.folder) if name.endswith(".part")], [])
        self.assertGreater(caught, 0, "no signal came while the file was written")


if __name__ == "__main__":
    unittest.main()
