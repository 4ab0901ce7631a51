#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""`slurry bench orbit --show` on a display: it opens a window of its own, and ends when it is told to."""
import os
import signal
import subprocess
import tempfile
import time
import unittest

program = os.environ["SLURRY_PROGRAM"]


def size_of_png(file):
    with open(file, "rb") as f:
        head = f.read(24)
    assert head[:8] == b"\x89PNG\r\n\x1a\n", head
    return int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")


@unittest.skipUnless(os.environ.get("DISPLAY"), "no display")
class OrbitProgram(unittest.TestCase):
    def test_it_shows_the_table_and_the_curves(self):
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "orbit.png")
            done = subprocess.run([program, "bench", "orbit", "--show", "--screenshot-after", "1", file],
                                  capture_output=True, text=True, timeout=60)
            self.assertEqual(done.returncode, 0, done.stderr)
            width, height = size_of_png(file)
            self.assertGreater(width, 600)
            self.assertGreater(height, 400)

    def test_it_ends_cleanly_when_it_is_told_to(self):
        for number, code in ((signal.SIGTERM, 143), (signal.SIGINT, 130)):
            with subprocess.Popen([program, "bench", "orbit", "--show"], stderr=subprocess.PIPE, text=True) as window:
                try:
                    time.sleep(3)
                    self.assertIsNone(window.poll(), "it ended by itself")
                    window.send_signal(number)
                    self.assertEqual(window.wait(timeout=60), code)
                finally:
                    window.kill()

    def test_without_a_display_it_says_so(self):
        bare = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")}
        done = subprocess.run([program, "bench", "orbit", "--show"], capture_output=True, text=True, timeout=60, env=bare)
        self.assertEqual(done.returncode, 1)
        self.assertIn("there is no display", done.stderr)


if __name__ == "__main__":
    unittest.main()
