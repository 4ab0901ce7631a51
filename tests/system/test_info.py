#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What `slurry info` says of means, units, gauges and files of others, and which quantities a scenario has."""
import json
import os
import subprocess
import tempfile
import unittest

import h5py
import numpy

program = os.environ["SLURRY_PROGRAM"]
pipe = '[domain]\nkind = "pipe"\nradius = {radius}\nlength = {length}\n'
group_names = {"rms_radius", "separation", "largest_separation"}


class Info(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.path = os.path.join(self.folder, "run.h5")

    def slurry(self, *arguments):
        done = subprocess.run([program, *arguments], capture_output=True, text=True, timeout=200, cwd=self.folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def run_toml(self, text, *options):
        """The JSON of the summary; the run is recorded."""
        toml = os.path.join(self.folder, "x.toml")
        with open(toml, "w") as f:
            f.write("schema = 1\n" + text)
        return json.loads(self.slurry("run", toml, "--threads", "1", "--output", self.path, "--overwrite", "--json", "-",
                                      *options).stdout)

    def info(self):
        return json.loads(self.slurry("info", self.path, "--json", "-").stdout)

    def test_one_unit_of_velocity_where_no_force_makes_one(self):
        toml = os.path.join(self.folder, "x.toml")
        with open(toml, "w") as f:
            f.write("schema = 1\n" + pipe.format(radius=5, length=20) + "[[bodies]]\nforce = 0\npositions = [[0, 1, 0]]\n"
                    "[run]\nsteps = 2\n")
        done = self.slurry("run", toml, "--threads", "1", "--output", self.path, "--overwrite")
        with h5py.File(self.path) as f:
            units = f["parameters"].attrs["description"]
        self.assertIn("velocities are in a/τ", units if isinstance(units, str) else units.decode())
        for said in (done.stdout, done.stderr, json.dumps(self.info())):
            self.assertNotIn("U0", said)
            self.assertNotIn("e-308", said)
        self.assertIn("a/tau", done.stdout)

    def test_the_error_of_a_mean_velocity_sees_bodies_that_change_their_speeds_slowly(self):
        """Noise without memory, whose mean over 400 frames is known to 0.01/20, and bodies that each go at one speed in the
        first half and at another in the second: each mean is known to half the difference.  What a body keeps cancels."""
        for tables in ([20], [12, 8]):
            self.run_toml("[domain]\nkind = 'periodic-3'\ncell = [40, 40, 40]\n" +
                          "".join(f"[[bodies]]\ncount = {n}\nforce = {1 + k}\n" for k, n in enumerate(tables)) +
                          "[solver]\ntolerance = 1e-2\n[integrator]\nkind = 'euler'\ntime_step = 0.1\n"
                          "[output]\ninterval = 0.1\n[run]\nsteps = 400\n")
            random = numpy.random.default_rng(7)
            kept, change = 0.5 + 0.2 * random.standard_normal(20), 0.05 * random.standard_normal(20)
            with h5py.File(self.path, "r+") as f:
                noise = 0.5 + 0.01 * random.standard_normal(401)
                for name in ("mean_settling_velocity", "mean_speed"):
                    f[f"observables/{name}/value"][...] = noise
                t = f["particles/spheres/position/time"][...]
                start = f["particles/spheres/position/value"][0, :, 0]

            def say(change):
                gone = kept * t[:, None] + change * numpy.maximum(0, t - t[200])[:, None]
                with h5py.File(self.path, "r+") as f:
                    f["particles/spheres/position/value"][:, :, 0] = start + gone - 40 * numpy.floor((start + gone) / 40)
                    f["particles/spheres/image/value"][:, :, 0] = numpy.floor((start + gone) / 40)
                    places = (f["particles/spheres/position/value"][...] + 40 * f["particles/spheres/image/value"][...])
                return self.info()["statistics"]["means"], places

            means, places = say(change)
            for name, value in (("mean_settling_velocity", lambda v: v[:, 0]),
                                ("mean_speed", lambda v: numpy.linalg.norm(v, axis=1))):
                said = means[name]
                first = numpy.searchsorted(t, said["steady_from"] - 1e-9)
                half = first + numpy.argmin(abs(t[first:] - 0.5 * (t[first] + t[-1])))
                before, after = t[half] - t[first], t[-1] - t[half]
                apart = value((places[-1] - places[half]) / after) - value((places[half] - places[first]) / before)
                # a quarter for equal halves
                expected = (before * after / (before + after)**2 * (apart**2).sum())**0.5 / 20
                self.assertGreater(expected, 2 * 0.01 / 20)
                self.assertAlmostEqual(said["error"] / expected, 1, places=6)
            steady, _ = say(0 * change)
            self.assertAlmostEqual(steady["mean_settling_velocity"]["error"] / (0.01 / 20), 1, delta=0.25)
            self.assertIn("over the two halves", self.info()["statistics"]["method"])

    def test_frames_of_a_file_are_not_for_info(self):
        self.run_toml(pipe.format(radius=5, length=20) + "[[bodies]]\npositions = [[0, 1, 0]]\n[run]\nsteps = 2\n")
        for frame, words in (("#0", "names a frame, but info describes the whole file; leave #0 out"),
                             ("#-1", "leave #-1 out"), ("#-0", "'-0' is not the number of a frame")):
            done = subprocess.run([program, "info", self.path + frame], capture_output=True, text=True, timeout=60)
            self.assertEqual(done.returncode, 2)
            self.assertIn(words, done.stderr)

    def test_a_short_run_of_a_suspension_is_too_short_to_say(self):
        """20 spheres for 50 times: the correlation time is about 20, so no error can be known."""
        said = self.run_toml(pipe.format(radius=5, length=15) + "[[bodies]]\ncount = 15\n[solver]\ntolerance = 1e-2\n"
                             "[output]\ninterval = 1.0\n[run]\nuntil = 50\n")
        for told in (self.info()["statistics"]["means"]["mean_settling_velocity"], said["mean_over_time"]):
            self.assertIsNone(told["error"])
            self.assertIsNone(told["steady_from"])
            self.assertIn("at least 30 are needed", told["too_short_to_say"])
        self.assertIn("too short to know the error", self.slurry("info", self.path).stdout)
        # the smallest gaps are extremes: their means have no error however long the run is
        for name in ("min_gap", "min_wall_gap"):
            m = self.info()["statistics"]["means"][name]
            self.assertIsNone(m["error"])
            self.assertIn("rare", m["no_error"])
            self.assertNotIn("too_short_to_say", m)
        self.assertRegex(self.slurry("info", self.path).stdout, r"(?m)^  min_gap +\S+ +no error")
        with h5py.File(self.path) as f:
            velocity = f["observables/mean_settling_velocity/value"][...]
            time = f["observables/mean_settling_velocity/time"][...]
        half = slice(len(time) // 2, None)
        # each value weighs the time that is nearer to it than to others
        edges = numpy.concatenate([[(3 * time[0] - time[1]) / 2], (time[1:] + time[:-1]) / 2, [(3 * time[-1] - time[-2]) / 2]])
        mean = numpy.average(velocity[half], weights=numpy.diff(edges)[half])
        self.assertAlmostEqual(said["mean_over_time"]["mean"], mean, 9)

    def frames_of(self, name):
        with h5py.File(self.path) as f:
            element = f["observables/" + name]
            return element["time"][...], element["value"][...]

    def test_a_mean_counts_nothing_before_the_last_change_of_the_motion(self):
        """Stokes flow: the velocities after a reversal are those of the way out in reverse, with the other sign.  A
        frame at the time of a change shows the velocity before it."""
        cell = '[domain]\nkind = "periodic-3"\ncell = [14, 14, 14]\n[[bodies]]\ncount = 8\n[solver]\ntolerance = 1e-3\n'
        steps = '[integrator]\nkind = "rk4"\nadaptive = false\ntime_step = 0.25\n[output]\nstride = 2\n'
        said = self.run_toml(cell + steps + "[run]\nuntil = 10\nreverse_at = 5\n")
        time, value = self.frames_of("mean_settling_velocity")
        after = time > 5 + 1e-6
        self.assertGreater(value[abs(time - 5) < 1e-6].min(), 0)  # the frame of the reversal still falls
        self.assertLess(value[after].max(), 0)
        for told in (self.info()["statistics"]["means"]["mean_settling_velocity"], said["mean_over_time"]):
            self.assertGreater(told["averaged_from"], 5)
            self.assertGreaterEqual(told["mean"], value[after].min())
            self.assertLessEqual(told["mean"], value[after].max())
        words = "Only values after the reversal at time 5 count, because the bodies moved otherwise before."
        for counted in (self.info()["statistics"]["counted"], said["mean_over_time"]["counted"]):
            self.assertEqual(counted, [words])
        self.assertIn(words, self.slurry("info", self.path).stdout)
        self.assertIn("there are 10 values; at least 30 are needed", self.slurry("info", self.path).stdout)
        said = self.run_toml(cell + steps + "[run]\nuntil = 5\n")
        self.assertNotIn("counted", said["mean_over_time"])  # every value counts
        # a change of the viscosity where a run goes on: twice as slow from there on
        child = os.path.join(self.folder, "child.h5")
        self.slurry("run", "--resume", self.path, "--set", "fluid.viscosity=0.10610329539459690", "--until", "8",
                    "--output", child, "--threads", "1")
        self.path = child
        time, value = self.frames_of("mean_settling_velocity")
        told = self.info()["statistics"]
        self.assertIn("the change of fluid.viscosity at time 5 ", told["counted"][0])
        self.assertGreater(told["means"]["mean_settling_velocity"]["averaged_from"], 5)

    def test_a_mean_under_a_periodic_drive_is_that_of_whole_periods(self):
        """A sphere that a periodic force moves to and fro has the mean velocity 0 over a period."""
        for kind in ("oscillating", "reversing"):
            said = self.run_toml('[domain]\nkind = "free-space"\n[[bodies]]\npositions = [[0, 0, 0]]\n[driving]\n'
                                 f'kind = "{kind}"\nperiod = 2\n[integrator]\nadaptive = false\ntime_step = 0.05\n'
                                 "[output]\nstride = 1\n[run]\nuntil = 6.6\n")
            mean = said["mean_over_time"]
            self.assertLess(abs(mean["mean"]), 1e-12, kind)  # the mean over the second half of the run is 0.1
            self.assertEqual(len(mean["counted"]), 1)
            self.assertIn("Each value is the mean over one period of the drive (2).", mean["counted"][0])
        said = self.run_toml('[domain]\nkind = "free-space"\n[[bodies]]\npositions = [[0, 0, 0]]\n[driving]\n'
                             'kind = "oscillating"\nperiod = 20\n[run]\nuntil = 7\n[output]\nstride = 1\n')
        self.assertIsNone(said["mean_over_time"]["mean"])
        self.assertIn("no whole period", said["mean_over_time"]["too_short_to_say"])

    def test_frames_that_see_few_phases_of_a_drive_give_no_mean_or_an_error_that_counts_that(self):
        """Frames a period or half a period apart see the same phases again and again; a sphere that is driven by cos(2 pi t/T)
        has the mean speed 2/pi."""
        spheres = ('[domain]\nkind = "periodic-3"\ncell = [9, 12, 9]\n[[bodies]]\ncount = 10\n[[bodies]]\n'
                   'radius = 0.7\nforce = -0.5\ncount = 4\n[solver]\ntolerance = 1e-2\n')
        drive = '[driving]\nkind = "oscillating"\nperiod = 4\n[integrator]\nadaptive = false\ntime_step = 0.25\n'
        for interval in (4, 2, 1):
            said = self.run_toml(f"{spheres}{drive}[output]\ninterval = {interval}\n[run]\nuntil = 80\n")
            self.assertIsNone(said["mean_over_time"]["mean"])
            self.assertIn("frames in a period of the drive are too few", said["mean_over_time"]["too_short_to_say"])
        for stride in (2, 1):  # 8 and 16 frames in a period
            self.run_toml(f"{spheres}{drive}[output]\nstride = {stride}\n[run]\nuntil = 1600\n")
            means = self.info()["statistics"]["means"]
            time, value = self.frames_of("mean_speed")
            right = value[numpy.abs(time / 4 - numpy.round(time / 4)) < 1e-6].mean() * 2 / numpy.pi
            self.assertLess(abs(means["mean_speed"]["mean"] / right - 1), 0.06 * stride**2 / 4)  # of second order
            # by symmetry in time the mean angle with gravity is 90 degrees
            told = means["drift_angle"]
            self.assertLess(abs(told["mean"] - 90), 2 * told["error"], told)
            time, value = self.frames_of("drift_angle")
            between = abs(numpy.trapz(value, time) - numpy.trapz(value[::2], time[::2])) / time[-1]
            self.assertGreater(told["error"], 0.8 * between, (stride, between))

    def test_the_method_is_stated(self):
        self.run_toml('[domain]\nkind = "periodic-3"\ncell = [9, 9, 9]\n[[bodies]]\ncount = 10\n[solver]\ntolerance = 1e-2\n'
                      "[integrator]\ntime_step = 0.5\n[output]\ninterval = 2.0\n[run]\nuntil = 3000\n")
        statistics = self.info()["statistics"]
        for word in ("autocorrelation", "Sokal", "Chodera", "Geweke"):
            self.assertIn(word, statistics["method"])
        told = statistics["means"]["settling_velocity_deviation"]
        self.assertGreater(told["error"], 0, told)
        self.assertEqual(told["unit"], "U₀")
        # sigma^2 of the mean is sigma^2 of the values over the independent ones, times that of Student's t
        with h5py.File(self.path) as f:
            element = f["observables/settling_velocity_deviation"]
            time, value = element["time"][...], element["value"][...]
        steady = value[time >= told["steady_from"]]
        self.assertEqual(len(steady), told["frames"])
        ratio = told["error"]**2 * told["independent_values"] / steady.var()
        # a bin of the series; sums of correlations to a lag of W bins have so many degrees of freedom
        width = (time[-1] - time[0] + 2) / min(len(time), 1024)
        freedom = (time[-1] - told["steady_from"] + 2) / width / (2 * round(told["window"] / width) + 1)
        students = freedom / (freedom - 4)
        # the means of 8 and of 16 parts may say more
        parts = (numpy.array([p.mean() for p in numpy.array_split(steady, n)]) for n in (8, 16))
        by_parts = max(p.var(ddof=1) / len(p) for p in parts) * told["independent_values"] / steady.var()
        self.assertGreater(ratio, 0.97 * students)
        self.assertLess(ratio, max(1.03 * students, 1.05 * by_parts))
        self.assertAlmostEqual(told["correlation_time"] * 2 * told["independent_values"], time[-1] - told["steady_from"],
                               delta=0.01 * time[-1])
        self.assertGreaterEqual(told["window"], 4.5 * told["correlation_time"])

    def test_a_run_is_told_in_tables_with_units(self):
        self.run_toml(pipe.format(radius=5, length=20) + "[[bodies]]\ncount = 3\n[run]\nsteps = 30\n[output]\nstride = 1\n")
        text = self.slurry("info", self.path).stdout
        for table in (text[text.index("last values"):text.index("model ")], text[text.index("means over time"):]):
            self.assertLess(max(map(len, table.splitlines())), 200, table)
        for line in (r"  mean_settling_velocity +\S+ +U₀", r"  min_wall_gap +\S+ +a", r"  pressure_gradient +\S+ +F/a³",
                     r"relative errors +asked +predicted +measured", r"means over time"):
            self.assertRegex(text, "(?m)^" + line)
        self.run_toml("units = 'SI'\n" + pipe.format(radius=5e-6, length=2e-5) + "[fluid]\nviscosity = 1e-3\n[[bodies]]\n"
                      "radius = 1e-6\nforce = 1e-14\npositions = [[0, 0, 0]]\n[integrator]\ntime_step = 0.1\n"
                      "[run]\nsteps = 2\n")
        self.assertRegex(self.slurry("info", self.path).stdout, r"(?m)^  mean_settling_velocity +\S+ +m/s")

    def test_a_file_of_others_is_told_on_a_page(self):
        with h5py.File(self.path, "w") as f:
            for i in range(400):
                f.create_dataset(f"entry_{i:03}/data", data=numpy.zeros((3, 4)))
                f[f"entry_{i:03}"].attrs["table"] = numpy.arange(500.0)
            f.attrs["history"] = "made by others. " * 1000
        text = self.slurry("info", self.path).stdout
        self.assertLess(len(text.splitlines()), 40)
        self.assertLess(max(map(len, text.splitlines())), 130, text)
        for words in ("not written by slurry", "entry_000", "3 x 4", "500 numbers", "more"):
            self.assertIn(words, text)
        told = self.info()
        self.assertEqual(told["members"], 400)
        self.assertLess(len(json.dumps(told)), 100000)

    def test_a_group_of_groups_is_not_empty(self):
        """H5MD of another program, particles/NAME/position/value, which a scenario can start from."""
        with h5py.File(self.path, "w") as f:
            f.create_dataset("particles/atoms/position/value", data=numpy.zeros((2, 5, 3)))
            f.create_dataset("particles/atoms/position/step", data=numpy.arange(2))
            f.create_group("parameters")
        text = self.slurry("info", self.path).stdout
        self.assertRegex(text, r"(?m)^particles +group: atoms \(group of 1 entry\)$")
        self.assertRegex(text, r"(?m)^parameters +empty group$")

    def test_quantities_without_a_meaning_are_absent(self):
        """A group's size and separations mean something where there is a group, and nothing in what fills a domain."""
        filled = "[[bodies]]\ncount = 60\n[run]\nsteps = 2\n[solver]\ntolerance = 1e-2\n"
        some = "[[bodies]]\npositions = [[{0}, 1, 2], [{0}.5, 1, -2], [{0}, -2, 0]]\n[run]\nsteps = 2\n"
        cell = '[domain]\nkind = "periodic-3"\ncell = [16, 16, 16]\n'
        across = "[[bodies]]\npositions = [[1, 1, 1], [9, 8, 8], [14, 1, 15], [5, 14, 3]]\n[run]\nsteps = 2\n"
        free = '[domain]\nkind = "free-space"\n'
        for text, present in ((pipe.format(radius=8, length=30) + filled, set()),
                              (cell + filled, set()),
                              (cell + across, set()),
                              (cell + some.format(3), group_names),
                              (pipe.format(radius=8, length=30) + some.format(29), group_names),
                              (pipe.format(radius=8, length=30) + "[[bodies]]\ncount = 2\n[run]\nsteps = 2\n",
                               group_names),
                              (free + some.format(3), group_names),
                              (free + '[[bodies]]\ncount = 150\nplacement = "cloud"\ncloud_radius = 20\n[run]\nsteps = 2\n',
                               {"rms_radius"})):
            said, told = self.run_toml(text), self.info()
            with h5py.File(self.path) as f:
                written = set(f["observables"]) | set(f["slurry/observables"])
            for found in (set(said["quantities"]), set(told["last"]), written):
                self.assertEqual(found & group_names, present, text)
                self.assertNotIn("growth_rate", found)  # nothing displaces these bodies at the start
            self.assertFalse(set(told.get("statistics", {}).get("means", {})) & (group_names - present))
        alone = self.run_toml(free + "[[bodies]]\npositions = [[0, 0, 0]]\n[run]\nsteps = 2\n")["quantities"]
        self.assertNotIn("settling_velocity_deviation", alone)  # of one body there is none
        self.assertNotIn("rms_radius", alone)

    def test_velocities_that_depend_on_a_gauge_are_marked(self):
        one = "[[bodies]]\npositions = [[1, 0, 0]]\n"
        line = '[domain]\nkind = "periodic-1"\nlength = 10\n'
        balanced = one + "external_force = [1, 0, 0]\n[[bodies]]\nname = 'other'\npositions = [[5, 1, 0]]\n" \
            "external_force = [-1, 0, 0]\nforce = 0\n"
        settling_pair = one + "[[bodies]]\nname = 'other'\npositions = [[5, 3, 0]]\n"
        end = "[integrator]\ntime_step = 0.01\n[run]\nsteps = 1\n"
        for text, marked in ((line + one, True), (line + settling_pair, True),
                             (line + one + "force = 0\n", False),
                             (line + balanced.replace("\n[[bodies]]", "\nforce = 0\n[[bodies]]", 1), False),
                             (pipe.format(radius=5, length=10) + one, False),
                             ('[domain]\nkind = "periodic-3"\ncell = [9, 9, 9]\n' + one, False),
                             ('[domain]\nkind = "free-space"\n' + one, False)):
            said = self.run_toml(text + end)
            self.assertIs(said["gauge_dependent"], marked, text)
            self.assertIs(self.info()["gauge_dependent"], marked, text)
            self.assertEqual("GAUGE" in self.slurry("info", self.path).stdout, marked)
            self.assertIs(said["error_scale"]["gauge_dependent"], marked, text)
            with h5py.File(self.path) as f:
                scale = "slurry/observables/error_scale/value"
                self.assertEqual(f[scale].attrs.get("gauge_dependent", 0), marked, text)
                self.assertEqual(f["parameters"].attrs.get("gauge_dependent", 0), marked)
                for name in ("particles/spheres/velocity", "observables/mean_velocity", "observables/mean_speed",
                             "observables/min_gap"):
                    if name in f:
                        depends = marked and name != "observables/min_gap"
                        self.assertEqual(f[name + "/value"].attrs.get("gauge_dependent", 0), depends, name)
        toml = os.path.join(self.folder, "x.toml")
        with open(toml, "w") as f:
            f.write("schema = 1\n" + line + one + end)
        said = self.slurry("run", toml, "--threads", "1").stdout
        self.assertRegex(said, r"(?m)^GAUGE +A net force")
        self.assertRegex(said, r"S = [^\n]*S depends on the gauge, like the velocities")

    def test_mobilities_and_sums_that_depend_on_a_gauge_are_marked(self):
        problem, out = (os.path.join(self.folder, n) for n in ("in.h5", "out.h5"))
        for attributes, forces, marked in (({"L": 5.0}, [[1, 0, 0], [0, 0, 0]], 1), ({"L": 5.0}, [[1, 2, 0], [-1, -2, 0]], 0),
                                           ({"L": 5.0, "R": 3.0}, [[1, 0, 0], [0, 0, 0]], 0),
                                           ({}, [[1, 0, 0], [0, 0, 0]], 0)):
            with h5py.File(problem, "w") as f:
                g = f.create_group("g")
                g["Y"], g["F"] = numpy.array([[0, 0, 0], [2, 1, 0.0]]), numpy.array(forces, float)
                g.attrs.update({"eta": 1.0, "a": 0.5, **attributes})
            done = self.slurry("mobility", problem, "--group", "g", "--output", out, "--overwrite", "--threads", "1")
            with h5py.File(out) as f:
                self.assertEqual(f.attrs.get("gauge_dependent", 0), marked)
                self.assertEqual(f.attrs.get("error_scale_gauge_dependent", 0), marked)
            self.assertEqual(done.stderr.count("GAUGE"), marked)
            self.assertEqual(done.stderr.count("S depends on the gauge"), marked)
        for periodicity, forces, marked in ((0, [1, 1, 1], 0), (1, [0, 0, 1], 1), (2, [0, 0, 1], 0), (2, [0, 1, 0], 1),
                                            (2, [0, 0, 0], 0), (3, [1, 1, 1], 0)):
            with h5py.File(problem, "w") as f:
                g = f.create_group("g")
                g["src"], g["box"] = numpy.random.default_rng(1).random((20, 3)), numpy.ones(3)
                f0 = numpy.random.default_rng(2).random((20, 3))
                g["f"] = f0 - f0.mean(axis=0) + numpy.array(forces)
                g.attrs["periodicity"] = periodicity
            done = self.slurry("sum", problem, "--group", "g", "--layer", "single", "--tolerance", "1e-3", "--output", out,
                               "--overwrite", "--threads", "1")
            with h5py.File(out) as f:
                self.assertEqual(f.attrs.get("gauge_dependent", 0), marked, (periodicity, forces))
            self.assertEqual(done.stderr.count("GAUGE"), marked)
        for periodicity, net, marked in ((0, 1, 0), (1, 1, 1), (1, 0, 0), (2, 1, 1), (2, 0, 0), (3, 0, 0)):
            with h5py.File(problem, "w") as f:
                g = f.create_group("g")
                g["src"], g["box"] = numpy.random.default_rng(1).random((20, 3)), numpy.ones(3)
                g["charge"] = numpy.array([1.0, -1.0] * 9 + [net, 0.0])
                g.attrs["periodicity"] = periodicity
            done = self.slurry("sum", problem, "--group", "g", "--layer", "coulomb", "--tolerance", "1e-3", "--output", out,
                               "--overwrite", "--threads", "1")
            with h5py.File(out) as f:
                self.assertEqual(f.attrs.get("gauge_dependent", 0), marked, (periodicity, net))
            self.assertEqual(done.stderr.count("GAUGE: The charges do not add up to zero"), marked)

    def test_angles_near_zero_are_exact(self):
        """A rod along gravity, and one across it, fall straight down."""
        for angle in (0, 90, 180):
            for gravity in ("[1, 0, 0]", "[0, 0, -1]"):
                axis = "[1, 0, 0]" if (angle != 90) == (gravity == "[1, 0, 0]") else "[0, 0, 1]"
                said = self.run_toml(f'[domain]\nkind = "free-space"\n[gravity]\ndirection = {gravity}\n[[bodies]]\n'
                                     f'kind = "rod"\naspect = 10\norientation = "aligned"\ndirector = {axis}\n'
                                     "positions = [[0, 0, 0]]\n[run]\nsteps = 1\n")
                self.assertLess(said["quantities"]["drift_angle"], 1e-12)
        # a known small angle: a force of 1e-9 across one of 1 along moves a sphere by 1e-9 rad from gravity
        said = self.run_toml('[domain]\nkind = "free-space"\n[[bodies]]\npositions = [[0, 0, 0]]\n'
                             "external_force = [0, 1e-9, 0]\n[run]\nsteps = 1\n")
        self.assertAlmostEqual(said["quantities"]["drift_angle"] / numpy.degrees(1e-9), 1, 6)


if __name__ == "__main__":
    unittest.main()
