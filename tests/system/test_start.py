#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What slurry is before it does anything: few libraries, and the window in a program of its own beside it."""
import os
import shutil
import signal
import subprocess
import tempfile
import unittest

program = os.environ["SLURRY_PROGRAM"]


def run(*line, **environment):
    return subprocess.run(line, capture_output=True, text=True, timeout=60, env={**os.environ, **environment})


has_window = "no window" not in run(program, "--version").stdout


class Start(unittest.TestCase):
    def test_loads_no_library_of_the_window(self):
        libraries = run(program, LD_TRACE_LOADED_OBJECTS="1").stdout
        self.assertIn("libc.", libraries)
        for name in ("Qt", "vtk", "libGL", "libX11"):
            self.assertNotIn(name, libraries)

    @unittest.skipUnless(has_window, "built without the window")
    def test_window_program_has_the_same_commands(self):
        window = run(program + "-window", "--help").stdout
        self.assertEqual(run(program, "--help").stdout, window)
        self.assertEqual(run(program, "--version").stdout, run(program + "-window", "--version").stdout)
        self.assertIn("--colour-by", run(program, "render", "--help").stdout)
        self.assertEqual(run(program, "render", "--frame").returncode, 2)

    @unittest.skipUnless(has_window, "built without the window")
    def test_missing_window_program_is_said_in_one_sentence(self):
        with tempfile.TemporaryDirectory() as folder:
            alone = shutil.copy(program, folder)
            for line in (["window"], ["render", "a.h5", "--output", "a.png"], []):
                done = run(alone, *line)
                self.assertEqual(done.returncode, 1, done.stderr)
                self.assertEqual(done.stdout, "")
                self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
                self.assertIn(os.path.join(os.path.realpath(folder), "slurry-window"), done.stderr)
            self.assertEqual(run(alone, "scenarios").returncode, 0)

    @unittest.skipIf(has_window, "built with the window")
    def test_a_build_without_the_window_says_how_to_get_it(self):
        for line in (["window"], ["render", "a.h5", "--output", "a.png"], ["render", "--help"]):
            done = run(program, *line)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
            for words in (f"'{line[0]}' needs slurry-window, the program with the window", "which this build does not have", "SLURRY_BUILD_UI=ON"):
                self.assertIn(words, done.stderr)

    def test_alone_without_a_display_says_first_what_it_writes_and_where(self):
        with tempfile.TemporaryDirectory() as folder:
            mine = os.path.join(folder, "welcome.h5")
            with open(mine, "w") as out:
                out.write("mine")
            none = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
            start = subprocess.Popen([program], cwd=folder, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True,
                                     env=none)
            said = [start.stderr.readline() for _ in range(3)]
            for line in start.stderr:
                if line.startswith("forecast"):
                    break
            start.send_signal(signal.SIGINT)
            start.communicate(timeout=60)
            self.assertIn("no display", said[0])
            for word in ("writes welcome-2.h5", os.path.realpath(folder), "Ctrl-C"):
                self.assertIn(word, said[1])
            self.assertIn("--help", said[2])
            with open(mine) as kept:
                self.assertEqual(kept.read(), "mine")
            self.assertEqual(sorted(os.listdir(folder)), ["welcome-2.h5", "welcome.h5"])

    def assert_sentence(self, done, *words):
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertEqual(done.stdout, "")
        lines = [line for line in done.stderr.splitlines() if line.startswith("slurry: ")]
        self.assertEqual(len(lines), 1, done.stderr)
        for word in words:
            self.assertIn(word, lines[0])

    def test_a_file_alone_is_for_the_window_and_without_one_that_is_said(self):
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "mine.toml")
            with open(file, "w") as out:
                out.write("schema = 1\n")
            for name in (file, os.path.join(folder, "nowhere.h5")):
                done = run(program, name, DISPLAY="", WAYLAND_DISPLAY="")
                self.assert_sentence(done, f"'{name}' cannot be shown in the window", "slurry run", "slurry info")
            done = run(program, "nonsense", DISPLAY="", WAYLAND_DISPLAY="")  # no file, no command, no scenario
            self.assert_sentence(done, "'nonsense' is not a command", "--help")
            self.assertNotIn("window", done.stderr)
            done = run(program, "jeffery_orbit", DISPLAY="", WAYLAND_DISPLAY="")  # a scenario that is built in
            self.assert_sentence(done, "'jeffery_orbit' cannot be shown in the window", "slurry run jeffery_orbit")
            # a command is one also where a file has its name
            with open(os.path.join(folder, "scenarios"), "w"):
                pass
            done = subprocess.run([program, "scenarios"], capture_output=True, text=True, cwd=folder, timeout=60)
            self.assertIn("welcome", done.stdout)


if __name__ == "__main__":
    unittest.main()
