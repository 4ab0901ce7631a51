#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The commands run, info and scenarios as a person uses them."""
import json
import math
import os
import re
import signal
import subprocess
import tempfile
import time
import unittest

import h5py

program = os.environ["SLURRY_PROGRAM"]


def slurry(*arguments, **options):
    return subprocess.run([program, *arguments], capture_output=True, text=True, timeout=120, **options)


def slurry_option(scenario, key):
    """As the scenario's own text has it."""
    return re.search(rf"^{key} *= *(\S+)", slurry("scenarios", scenario).stdout, re.M)[1]


def peak_memory(pid):
    """Bytes; 0 where the program is about to end.  Of that program alone, unlike what wait4() tells."""
    try:
        with open(f"/proc/{pid}/status") as status:
            return sum(1024 * int(line.split()[1]) for line in status if line.startswith("VmHWM:"))
    except OSError:
        return 0


class Commands(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = os.path.join(self.folder.name, "run.h5")

    def tearDown(self):
        self.folder.cleanup()

    def test_four_spheres_print_their_period(self):
        done = slurry("run", "four_spheres", "--json", "-")
        self.assertEqual(done.returncode, 0, done.stderr)
        result = json.loads(done.stdout)  # data alone on standard output
        self.assertAlmostEqual(result["period"], 517.03598403, delta=1e-5)
        self.assertTrue(all(e["pass"] for e in result["expected"]))

    def test_period_by_a_small_midpoint_step(self):
        done = slurry("run", "four_spheres", "--json", "-", "--set", "integrator.kind=midpoint",
                      "--set", "integrator.time_step=0.04")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertAlmostEqual(json.loads(done.stdout)["period"], 517.03598403, delta=1e-5)

    def test_expectation_is_printed_and_too_short_a_run_says_so(self):
        text = slurry("run", "four_spheres").stdout
        self.assertIn("found 517.03598", text)
        self.assertIn(": pass", text)
        self.assertIn("too short", slurry("run", "four_spheres", "--until", "10").stdout)
        self.assertIn("too short", slurry("run", "four_spheres", "--until", "1e-12").stdout)  # far below a step

    def test_both_stops_are_named_and_the_first_one_ends_the_run(self):
        for stops, steps in ((["--until", "2", "--set", "run.steps=3"], 3), (["--steps", "3", "--set", "run.until=2"], 3),
                             (["--until", "2", "--set", "run.steps=3000"], 20)):
            done = slurry("run", "two_spheres", "--json", "-", "--set", "integrator.adaptive=false", "--set",
                          "integrator.time_step=0.1", *stops)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(json.loads(done.stdout)["steps"], steps)
            self.assertRegex(done.stderr, r"run +to time 2 a/U0 or step 3(000)?, whichever comes first\n")

    def test_a_mean_of_few_frames_says_why_it_has_no_error(self):
        for steps in (2, 3, 4, 5, 6, 7, 11):
            done = slurry("run", "four_spheres", "--steps", str(steps), "--json", "-", "--set", "output.stride=1",
                          "--output", self.path, "--overwrite")
            mean = json.loads(done.stdout)["mean_over_time"]
            self.assertIsNone(mean["error"])
            self.assertEqual(mean["too_short_to_say"], f"there are {steps + 1} values; at least 30 are needed")

    def test_velocities_vanish_where_the_drive_does(self):
        scenario = os.path.join(self.folder.name, "drive.toml")
        with open(scenario, "w") as f:
            f.write('schema = 1\n[domain]\nkind = "free-space"\n[[bodies]]\npositions = [[0, 0, 0], [3, 0, 0], [0, 5, 1]]\n'
                    '[driving]\nkind = "oscillating"\nperiod = 4\n')
        for until, vanish in ((1, True), (3, True), (0.9, False), (2, False)):
            done = slurry("run", scenario, "--until", str(until), "--json", "-")
            told = json.loads(done.stdout)
            self.assertEqual(told["error_scale"]["value"] < 1e-12, vanish)  # cos(pi/2) is rounding
            self.assertEqual("velocities_vanish" in told, vanish)
            if vanish:
                self.assertEqual(told["errors_above_asked"], [])
                self.assertIn("the velocities vanish", slurry("run", scenario, "--until", str(until)).stdout)

    def test_existing_output_is_refused_and_kept(self):
        with open(self.path, "w") as f:
            f.write("mine")
        done = slurry("run", "two_spheres", "--output", self.path)
        self.assertEqual(done.returncode, 2)
        self.assertIn("exists already", done.stderr)
        with open(self.path) as f:
            self.assertEqual(f.read(), "mine")
        self.assertEqual(slurry("run", "two_spheres", "--output", self.path, "--overwrite").returncode, 0)
        with h5py.File(self.path, "r") as f:
            self.assertEqual(f["particles/spheres/position/step"][-1], 400)

    def test_bad_input_is_exit_code_2_with_one_sentence(self):
        bad = os.path.join(self.folder.name, "bad.toml")
        with open(bad, "w") as f:
            f.write("schema = 1\n[domain]\nradius = 3\nlenght = 10\n[[bodies]]\ncount = 1\n")
        for arguments, words in (
                (["run", bad], [bad + ":4", "domain.lenght", "domain.length"]),
                (["run", "two_sphere"], ["two_spheres"]),
                (["run", "/nowhere.toml"], ["/nowhere.toml"]),
                (["run", "two_spheres", "--set", "fluid.viscosity=-1"], ["fluid.viscosity", "greater than 0"]),
                (["run", "two_spheres", "--tolerance", "7"], ["solver.tolerance", "0.1"]),
                (["run", "two_spheres", "--output", "/nowhere/x.h5"], ["/nowhere/x.h5"]),
                (["run", "two_spheres", "--steps", "3", "--until", "1"], []),
                (["run"], []), (["info", "/nowhere.h5"], ["/nowhere.h5"]), (["info", bad], ["HDF5"])):
            done = slurry(*arguments)
            self.assertEqual(done.returncode, 2, arguments)
            self.assertEqual(done.stdout, "", arguments)
            for w in words:
                self.assertIn(w, done.stderr, arguments)

    def test_a_line_that_is_not_understood_is_one_sentence(self):
        """What the parser of the line finds: 'slurry:', the command, what is wrong, and where it stands what would do."""
        for arguments, said in (
                (["sum", "x.h5", "--group", "g", "--tolerance", "0"], "sum: --tolerance: '0' is not a tolerance; give"),
                (["sum", "--tolerance"], "sum: --tolerance: its value is missing"),
                (["sum"], "sum: input is missing"),
                (["mobility", "x.h5"], "mobility: --group is missing"),
                (["run", "two_spheres", "--until", "1", "--steps", "3"], "cannot both be given"),
                (["run", "two_spheres", "--steps", "3", "--steps", "4"], "--steps: 2 are given, and at most 1 is taken"),
                (["run", "two_spheres", "left", "over"], "run: 'left', 'over' are not expected"),
                (["scenarios", "--nope"], "scenarios: '--nope' is not expected"),
                (["bench", "zz"], "bench: 'zz' is not known; give all"),
                (["--nope"], "'--nope' is not expected")):
            done = slurry(*arguments)
            self.assertEqual((done.returncode, done.stdout), (2, ""), arguments)
            self.assertRegex(done.stderr, r"\Aslurry: [^\n]*\n\Z", arguments)
            self.assertIn(said, done.stderr, arguments)
            known = "" if arguments[0][0] == "-" else arguments[0] + " "
            self.assertIn(f"; 'slurry {known}--help' lists ", done.stderr, arguments)

    def test_options_reach_the_run_and_the_file(self):
        done = slurry("run", "welcome", "--steps", "3", "--seed", "7", "--tolerance", "1e-2", "--set",
                      "fluid.viscosity=0.1", "--set", "bodies.count=40", "--output", self.path, "--json", "-")
        self.assertEqual(done.returncode, 0, done.stderr)
        result = json.loads(done.stdout)
        self.assertEqual((result["bodies"], result["seed"], result["steps"]), (40, 7, 3))
        self.assertEqual(result["errors"]["velocity"]["asked"], 1e-2)
        with h5py.File(self.path, "r") as f:
            self.assertEqual(f["parameters"].attrs["seed"], 7)
            self.assertIn("viscosity = 0.1", f["parameters/scenario_in_force"][()].decode())
        help_text = slurry("run", "--help").stdout
        for key in [*result, *result["errors"]["velocity"]]:
            self.assertIn(key, help_text)
        info = json.loads(slurry("info", self.path, "--json", "-").stdout)
        self.assertEqual((info["bodies"], info["seed"], info["frames"]), (40, 7, result["frames"]))
        self.assertEqual(float(info["scenario"]["domain.radius"]), 10)
        self.assertEqual(info["scenario"]["bodies"][0]["count"], "40")
        self.assertNotIn("statistics", info)  # of two frames there are none
        self.assertIn("40", slurry("info", self.path).stdout)
        for told in ("slurry ", "host ", "40 bodies", "R = 10", "solver ", "domain's size from count", "to step 3", self.path):
            self.assertIn(told, done.stderr)  # the head of the log

    def test_the_header_forecasts_time_memory_and_disk(self):
        """Before the first step; compared with what the run then took."""
        unit = {"kB": 1e3, "MB": 1e6, "GB": 1e9}
        line = re.compile(r"^forecast +about (\d+) steps in (\S+|less than a second) \(1 solve per step, [^)]*\); "
                          r"memory at least ([\d.]+) ([kMG]B), plus the memory of the second solves that measure errors; "
                          r"file ([\d.]+) ([kMG]B) \((\d+) frames\)$", re.M)
        for scenario, steps, stride in (("hindered_settling", 60, 4), ("cubic_array", 40, 10), ("welcome", 100, 5)):
            log = os.path.join(self.folder.name, "log")
            with open(log, "w") as said:
                run = subprocess.Popen([program, "run", scenario, "--steps", str(steps), "--set", f"output.stride={stride}",
                                        "--set", "output.seconds=0", "--output", self.path, "--overwrite"],
                                       stdout=subprocess.PIPE, stderr=said, text=True)
                peak = 0
                while run.poll() is None:
                    peak = max(peak, peak_memory(run.pid))
                    time.sleep(0.01)
                summary = run.stdout.read()
            run.stdout.close()
            with open(log) as said:
                text = said.read()
            self.assertEqual(run.returncode, 0, text)
            found = line.search(text)
            self.assertTrue(found, text)
            self.assertEqual(int(found[1]), steps)
            minutes, _, seconds = found[2].rpartition(":")
            forecast = 60 * int(minutes) + int(seconds) if minutes else 1
            took = steps / float(re.search(r"([\d.e+]+) steps per second", summary)[1])
            self.assertLess(took, 5 * forecast + 1, text)
            self.assertGreater(took, forecast / 5 - 1, text)
            memory = float(found[3]) * unit[found[4]] / peak
            self.assertTrue(0.75 < memory < 1.05, (scenario, memory))
            self.assertEqual(int(found[7]), steps // stride + 1)
            file = float(found[5]) * unit[found[6]] / os.path.getsize(self.path)
            self.assertTrue(0.8 < file < 1.25, (scenario, file))

    def test_a_recorded_run_is_no_scenario_and_info_is_for_a_person(self):
        first, second = (os.path.join(self.folder.name, n) for n in ("first.h5", "second.h5"))
        slurry("run", "three_points", "--steps", "2", "--output", first)
        slurry("run", "--resume", first, "--steps", "2", "--output", second)
        for command in ("run", "verify"):
            done = slurry(command, first)
            self.assertEqual(done.returncode, 2)
            self.assertIn("--resume " + first, done.stderr)
            self.assertIn("bodies.file", done.stderr)
        done = slurry("run", "--resume", first + "#0", "--steps", "1")
        self.assertEqual(done.returncode, 0)
        self.assertIn(f"continues from frame 0 of '{first}', step 0", done.stderr)
        done = slurry("info", second)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"(?m)^parents +1\n +file \S+first.h5, frame 1, hash [0-9a-f]{16}, step 2, time 0.004$")
        self.assertRegex(done.stdout, r"(?m)^integrator.time_step {2,}\S")
        self.assertIsNone(re.search(r"\d\.[1-9]\d{12}", re.sub("(?m)^ .*$", "", done.stdout)), done.stdout)

    def test_what_has_no_meaning_is_said(self):
        for options, keys in ((["bodies.aspect=5"], "bodies.aspect"), (["bodies.count=30"], None),
                              (["bodies.spacing=3", "domain.cell=[9,9,9]"], "domain.cell, bodies.spacing")):
            done = slurry("run", "welcome", "--steps", "1", *(x for o in options for x in ("--set", o)), "--set",
                          "domain.length=40")
            self.assertEqual(done.returncode, 0, done.stderr)
            said = re.search(r"(?m)^not used +(.*):", done.stderr)
            self.assertEqual(said and said[1], keys, done.stderr)
        done = slurry("run", "four_spheres", "--steps", "1", "--set", "domain.radius=9")
        self.assertIn("domain.radius: set but not used", done.stderr)
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "spheres.toml")
            with open(file, "w") as out:
                out.write("schema = 1\n[domain]\nradius = 10.0\nlength = 40.0\n[[bodies]]\ncount = 3\naspect = 5.0\n"
                          'orientation = "aligned"\nlattice = "face-centred"\ndirectors = [[0.0, 0.0, 1.0]]\n')
            done = slurry("run", file, "--steps", "1")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("bodies.aspect, bodies.orientation, bodies.directors, bodies.lattice: set but not used",
                      done.stderr)
        self.assertNotIn("not used", slurry("run", "hindered_settling", "--steps", "1").stderr)

    def test_an_expectation_without_a_source_has_no_empty_line_of_one(self):
        path = os.path.join(self.folder.name, "mine.toml")
        with open(path, "w") as f:
            f.write('schema = 1\n[domain]\nradius = 10\nlength = 40\n[[bodies]]\ncount = 5\n[run]\nsteps = 1\n'
                    '[[expect]]\nquantity = "flux"\nvalue = 0\ntolerance = 1e-6\n')
        text = slurry("run", path).stdout
        self.assertIn("flux 0 +- 1e-06; found 0: pass", text)
        self.assertNotIn("source", text)

    def test_numbers_of_the_header_are_short(self):
        """A cell's edges follow from count and volume fraction and have all digits; six are enough for a log."""
        done = slurry("run", "hindered_settling", "--steps", "1")
        self.assertEqual(done.returncode, 0, done.stderr)
        # the edge of a cube that 4000 spheres fill to that volume fraction
        edge = (4000 * 4 / 3 * math.pi / float(slurry_option("hindered_settling", "volume_fraction")))**(1 / 3)
        self.assertIn(f"[{edge:.6g}, {edge:.6g}, {edge:.6g}]", done.stderr)
        self.assertIsNone(re.search(r"\d\.\d{7}", done.stderr), done.stderr)

    def test_a_long_last_measurement_is_said_and_no_part_of_the_forecast(self):
        run = subprocess.Popen([program, "run", "settling_rods", "--steps", "1", "--set", "bodies.count=60", "--set",
                                "domain.length=80", "--json", "-"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        head = time.monotonic()
        for line in run.stderr:
            if line.startswith("forecast"):
                head = time.monotonic()
                self.assertIn("second solves", line)
            said = line
        end = time.monotonic()
        result = json.load(run.stdout)
        self.assertEqual(run.wait(), 0)
        run.stdout.close()
        run.stderr.close()
        if end - head - result["seconds"] > 1.5:  # of the run's own time
            self.assertIn("errors are being measured", said)

    def test_units_are_no_label_and_what_follows_is_said(self):
        done = slurry("run", "welcome", "--steps", "1", "--set", "units=SI")
        self.assertEqual(done.returncode, 2)
        self.assertIn("units", done.stderr)
        done = slurry("run", "welcome", "--steps", "1", "--set", "domain.length=40", "--set", "bodies.count=150")
        self.assertEqual(done.returncode, 0, done.stderr)
        # 150 spheres in a pipe of radius 10 and length 40
        self.assertIn(f"volume fraction {150 * 4 / 3 / 100 / 40:.4g} from count and the domain", done.stderr)
        done = slurry("run", "welcome", "--steps", "1", "--set", "bodies.count=20")
        self.assertEqual(done.returncode, 2)
        self.assertIn("bodies.count = 20 is too small", done.stderr)

    def test_what_follows_from_volume_fractions_names_every_kind(self):
        """phi L^3 / (4/3 pi a^3) bodies, for each kind."""
        def text(a, b, cell="cell = [20, 20, 20]"):
            return (f'schema = 1\n[domain]\nkind = "periodic-3"\n{cell}\n[[bodies]]\nname = "large"\n{a}\n[[bodies]]\n'
                    f'name = "small"\nradius = 0.5\n{b}\n')
        large, small = (round(phi * 8000 / (4 / 3 * math.pi * a**3)) for phi, a in ((0.05, 1), (0.02, 0.5)))
        edge3 = 20 * 4 / 3 * math.pi / 0.05
        of_edge = round(0.02 * edge3 / (4 / 3 * math.pi * 0.5**3))
        for toml, words in (
                (text("volume_fraction = 0.05", "volume_fraction = 0.02"),
                 f"{large} bodies of 'large' from volume fraction 0.05, {small} bodies of 'small' from volume fraction 0.02 and "
                 "the domain"),
                (text("count = 20", "volume_fraction = 0.02"), f"{small} bodies of 'small' from volume fraction 0.02 and the domain"),
                (text("count = 20\nvolume_fraction = 0.05", "volume_fraction = 0.02", ""),
                 f"the domain's size from count and volume fraction; {of_edge} bodies of 'small' from volume fraction 0.02 and the "
                 "domain")):
            with tempfile.TemporaryDirectory() as folder:
                file = os.path.join(folder, "two.toml")
                with open(file, "w") as f:
                    f.write(toml)
                done = slurry("run", file, "--steps", "1")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("follows           " + words + "\n", done.stderr)

    def test_info_gives_means_with_errors_of_longer_runs(self):
        done = slurry("run", "welcome", "--steps", "40", "--set", "bodies.count=60", "--set", "output.stride=1", "--output",
                      self.path)
        self.assertEqual(done.returncode, 0, done.stderr)
        info = json.loads(slurry("info", self.path, "--json", "-").stdout)
        with h5py.File(self.path, "r") as f:
            velocity = f["observables/mean_settling_velocity/value"][()]
        told = info["statistics"]["means"]["mean_settling_velocity"]
        self.assertIsNone(told["error"])  # 40 steps: too short to say, and the mean is that of the second half
        self.assertIn("at least 30 are needed", told["too_short_to_say"])
        self.assertAlmostEqual(told["mean"], velocity[len(velocity) // 2:].mean(), 12)
        self.assertNotIn("error_asked", info["statistics"]["means"])  # constants have no statistics

    def test_the_same_seed_gives_the_same_bits(self):
        runs = []
        for name in ("a.h5", "b.h5"):
            path = os.path.join(self.folder.name, name)
            self.assertEqual(slurry("run", "welcome", "--steps", "20", "--set", "solver.deterministic=true", "--threads",
                                    "2", "--output", path).returncode, 0)
            with h5py.File(path, "r") as f:
                runs.append((f["particles/spheres/position/value"][...], f["particles/spheres/velocity/value"][...]))
        self.assertTrue((runs[0][0] == runs[1][0]).all())
        self.assertTrue((runs[0][1] == runs[1][1]).all())

    def interrupted(self, which):
        run = subprocess.Popen([program, "run", "welcome", "--output", self.path, "--json", "-"], text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        end = time.time() + 60
        while not os.path.exists(self.path) and time.time() < end:
            time.sleep(0.05)
        time.sleep(1)
        start = time.time()
        run.send_signal(which)
        out, err = run.communicate(timeout=60)
        self.assertEqual(run.returncode, 128 + which, err)
        self.assertLess(time.time() - start, 10)
        result = json.loads(out)
        self.assertTrue(result["interrupted"])
        with h5py.File(self.path, "r") as f:
            self.assertEqual(f["particles/spheres/position/step"][-1], result["steps"])

    def test_control_c_ends_cleanly(self):
        self.interrupted(signal.SIGINT)

    def test_termination_ends_cleanly(self):
        self.interrupted(signal.SIGTERM)

    def test_scenarios_are_listed_and_printed(self):
        text = slurry("scenarios").stdout
        names = [s["name"] for s in json.loads(slurry("scenarios", "--json", "-").stdout)]
        self.assertEqual(names[0], "welcome")
        for name in names:
            self.assertIn(name, text)
            saved = os.path.join(self.folder.name, name + ".toml")
            with open(saved, "w") as f:
                f.write(slurry("scenarios", name).stdout)
        # a printed scenario is a scenario file
        self.assertEqual(slurry("run", os.path.join(self.folder.name, "two_spheres.toml")).returncode, 0)

    def test_help_lists_the_options(self):
        text = slurry("run", "--help").stdout
        for word in ("--output", "--set", "slurry options", "schema = 1", "130"):
            self.assertIn(word, text)
        keys = slurry("options").stdout
        for key in ("fluid.viscosity", "flow.net_flow", "bodies.volume_fraction"):
            self.assertIn(key, keys)


unittest.main()
