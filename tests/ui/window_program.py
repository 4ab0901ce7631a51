#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The program with its window on a display: files that it cannot show, and how it ends when it is told to."""
import os
import signal
import subprocess
import tempfile
import time
import unittest

program = os.environ["SLURRY_PROGRAM"]


def catches(process, number):
    """Whether a process has a handler of its own for a signal (bit number - 1 of the mask that Linux tells)."""
    with open(f"/proc/{process}/status") as status:
        (mask,) = (line.split()[1] for line in status if line.startswith("SigCgt"))
    return int(mask, 16) >> (number - 1) & 1 == 1


@unittest.skipUnless(os.environ.get("DISPLAY"), "no display")
class WindowProgram(unittest.TestCase):
    def test_a_file_of_another_kind_is_said_before_a_window_opens(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, words in (("notes.txt", "neither a scenario nor a trajectory"),
                                ("notes.h5", "is not a Slurry trajectory")):
                file = os.path.join(folder, name)
                with open(file, "w") as out:
                    out.write("hello world\n")
                done = subprocess.run([program, file], capture_output=True, text=True, timeout=60)
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertEqual(done.stdout, "")
                (line,) = [line for line in done.stderr.splitlines() if line.startswith("slurry: ")]
                self.assertIn(name, line)
                self.assertIn(words, line)

    def test_it_ends_cleanly_when_it_is_told_to(self):
        for number, code in ((signal.SIGTERM, 143), (signal.SIGINT, 130)):
            window = subprocess.Popen([program, "window", "welcome"], stderr=subprocess.PIPE, text=True)
            try:
                end = time.monotonic() + 60
                while not catches(window.pid, number) and time.monotonic() < end:
                    time.sleep(0.1)
                time.sleep(1)
                window.send_signal(number)
                self.assertEqual(window.wait(timeout=60), code)
            finally:
                window.kill()
                window.communicate()


if __name__ == "__main__":
    unittest.main()
