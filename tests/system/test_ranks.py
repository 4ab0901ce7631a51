#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Several ranks do the work of one process: one file with the same numbers, one set of messages, the same exit codes and
the same ends.  Arguments: mpirun, and the program of the Communicator's tests."""
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import h5py
import numpy as np

program = os.environ["SLURRY_PROGRAM"]
mpirun, communicator = sys.argv[1:3]
del sys.argv[1:3]
os.environ.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", OMPI_MCA_rmaps_base_oversubscribe="1")
os.environ.pop("OMP_NUM_THREADS", None)  # ranks choose their threads themselves
most = 10  # seconds until all ranks have ended
alone = "rank 0 computes everything alone"


def started(n):
    return [mpirun, "-n", str(n), program]


def call(arguments, **more):
    return subprocess.run(arguments, capture_output=True, text=True, timeout=100, **more)


def ranks_of(process):
    """Processes of this program below another one: rank and process."""
    parents = {}
    for entry in os.listdir("/proc"):
        try:
            with open(f"/proc/{entry}/stat") as f:
                parents[int(entry)] = int(f.read().rsplit(")", 1)[1].split()[1])
        except (ValueError, OSError):
            continue
    found = {}
    for pid in parents:
        above = pid
        while above in parents and above != process:
            above = parents[above]
        try:
            with open(f"/proc/{pid}/environ") as f:
                environment = dict(v.split("=", 1) for v in f.read().split("\0") if "=" in v)
            own = os.path.realpath(f"/proc/{pid}/exe") == os.path.realpath(program)
        except OSError:
            continue
        if above == process and own and "OMPI_COMM_WORLD_RANK" in environment:
            found[int(environment["OMPI_COMM_WORLD_RANK"])] = pid
    return found


def positions(file):
    """Of the only kind of bodies, in every frame."""
    (kind,) = file["particles"].values()
    return kind["position/value"]


def is_alive(pid):
    try:
        with open(f"/proc/{pid}/stat") as f:
            return f.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


class Ranks(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()

    def tearDown(self):
        self.folder.cleanup()

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def start_long_run(self, before, behind, n):
        """A run that is recorded until it is ended, once it has frames; its ranks and its file."""
        output = self.path("long.h5")
        run = subprocess.Popen([*before, "run", "welcome", "--set", "bodies.count=40", "--steps", "100000000", "--threads", "1",
                                "--set", "output.stride=1", "--output", output, *behind],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(run.communicate)
        self.addCleanup(run.kill)
        first = 0
        for _ in range(600):
            self.assertIsNone(run.poll(), run.poll() is not None and run.stderr.read())
            size = os.path.getsize(output) if os.path.exists(output) else 0
            first = first or size
            if first and size > first + 50_000:
                found = ranks_of(run.pid)
                self.assertEqual(sorted(found), list(range(n)))
                return run, found, output
            time.sleep(0.1)
        self.fail("the run recorded nothing in a minute")

    def expect_end(self, run, ranks):
        began = time.time()
        out, said = run.communicate(timeout=100)
        self.assertLess(time.time() - began, most)
        while any(map(is_alive, ranks.values())) and time.time() < began + most:
            time.sleep(0.1)
        self.assertFalse([r for r, pid in ranks.items() if is_alive(pid)])
        return run.returncode, said

    def test_a_sum_on_three_ranks_is_that_of_one_process(self):
        source = self.path("in.h5")
        call([program, "sum", "--example", source], check=True)
        ask = ["sum", source, "--group", "example", "--layer", "single", "--tolerance", "1e-6", "--threads", "1", "--output"]
        one, three = self.path("one.h5"), self.path("three.h5")
        together = "All 3 ranks computed the sum together."
        call([program, *ask, one, "--engine", "ewald"], check=True)
        done = call([*started(3), *ask, three, "--engine", "ewald"])
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stderr.count("slurry sum:"), 1, done.stderr)
        self.assertEqual(done.stderr.count(together), 1, done.stderr)
        self.assertNotIn(alone, done.stderr)
        with h5py.File(one) as a, h5py.File(three) as b:
            scale = np.sqrt(np.mean(a["u"][:] ** 2))
            self.assertLess(np.abs(a["u"][:] - b["u"][:]).max(), 1e-13 * scale)
            self.assertEqual((a["stages"].attrs["ranks"], b["stages"].attrs["ranks"]), (1, 3))
        self.assertEqual(sorted(os.listdir(self.folder.name)), ["in.h5", "one.h5", "three.h5"])
        loose = [word.replace("1e-6", "1e-3") for word in ask]
        single = ("--engine", "ewald", "--precision", "fp32", "--overwrite")
        call([program, *loose, one, *single], check=True)
        done = call([*started(3), *loose, three, *single])
        self.assertEqual(done.stderr.count(together), 1, done.stderr)
        with h5py.File(one) as a, h5py.File(three) as b:
            self.assertLess(np.abs(a["u"][:] - b["u"][:]).max(), 3e-6 * scale)
            self.assertEqual(b["stages"].attrs["ranks"], 3)
        # a form that is not over ranks: the same numbers, and one sentence that says why
        for more, why in ((("--engine", "direct"), "ranks cannot share sums of the engine direct yet"),
                          (("--engine", "fmm"), "ranks cannot share sums of the engine fmm yet"),
                          (("--engine", "ewald", "--variant", "G2P=per_point"), "ranks cannot share the variant G2P=per_point yet")):
            call([program, *loose, one, *more, "--overwrite"], check=True)
            done = call([*started(3), *loose, three, *more, "--overwrite"])
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(done.stderr.count(f"Of the 3 ranks, rank 0 computed the sum alone, because {why}."), 1, done.stderr)
            with h5py.File(one) as a, h5py.File(three) as b:
                np.testing.assert_array_equal(a["u"][:], b["u"][:])
                self.assertEqual((b["stages"].attrs["ranks"], b["stages"].attrs["alone_because"]), (1, why))

    def test_a_mobility_says_which_sums_were_shared(self):
        source, output = self.path("in.h5"), self.path("out.h5")
        call([program, "mobility", "--example", source], check=True)
        ask = ["mobility", source, "--group", "example", "--threads", "1", "--output", output, "--overwrite", "--engine"]
        call([program, *ask, "ewald"], check=True)
        with h5py.File(output) as f:
            one = f["V"][:]
            self.assertEqual(f.attrs["ranks"], 1)
            self.assertNotIn("sums_together", f.attrs)
        for engine, reason in (("ewald", "engine direct"), ("fmm", "engine fmm")):
            done = call([*started(2), *ask, engine])
            self.assertEqual(done.returncode, 0, done.stderr)
            with h5py.File(output) as f:
                said = dict(f.attrs)
                self.assertLess(np.abs(f["V"][:] - one).max(), 2e-3 * np.abs(one).max())  # each is within 1e-3
            self.assertEqual(said["ranks"], 2)
            self.assertIn(f"ranks cannot share sums of the {reason} yet", said["alone_because"])
            self.assertIn(f"all 2 ranks compute {said['sums_together']} of {said['sums_together'] + said['sums_alone']} sums together; "
                          f"rank 0 computes the others alone, because {said['alone_because']}, and", done.stderr)

    def test_memory_that_runs_out_on_one_rank_is_said_in_a_sentence(self):
        run, ranks, _ = self.start_long_run([program], ["--ranks", "3"], 3)
        with open(f"/proc/{ranks[1]}/status") as f:
            (started_with,) = [int(line.split()[1]) for line in f if line.startswith("VmPeak:")]
        run.terminate()
        run.communicate()
        random = np.random.default_rng(4)
        source = self.path("many.h5")
        with h5py.File(source, "w") as f:
            group = f.create_group("g")
            group["src"], group["box"] = random.random((100_000, 3)), np.ones(3)
            for name in "fqn":
                group[name] = random.normal(size=(100_000, 3))
            group.attrs["periodicity"] = 1
        limited = f'[ "$OMPI_COMM_WORLD_RANK" = 1 ] && ulimit -v {started_with + 20_000}; exec "$@"'
        done = call([mpirun, "-n", "3", "bash", "-c", limited, "-", program, "sum", source, "--group", "g", "--layer", "combined",
                     "--tolerance", "1e-10", "--engine", "ewald", "--threads", "1", "--output", self.path("out.h5")])
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertEqual(done.stderr.count("slurry: rank 1: this rank's part of a sum ran out of memory"), 1, done.stderr)
        self.assertNotIn("Kokkos", done.stderr)

    def test_the_forecast_of_memory_is_that_of_rank_0(self):
        random = np.random.default_rng(3)
        source = self.path("many.h5")
        with h5py.File(source, "w") as f:
            group = f.create_group("g")
            group["src"], group["f"], group["box"] = random.random((100_000, 3)), random.normal(size=(100_000, 3)), np.ones(3)
            group.attrs["periodicity"] = 1
        for n, precision in ((2, "fp64"), (3, "fp64"), (2, "fp32"), (3, "fp32")):
            done = call([*started(n), "sum", source, "--group", "g", "--layer", "single", "--tolerance", "1e-6", "--engine", "ewald",
                         "--precision", precision, "--threads", "1", "--output", self.path("out.h5"), "--overwrite"])
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn(f"All {n} ranks computed the sum together.", done.stderr)
            words = done.stderr.split("memory: forecast ")[1].split()  # "39 MB, measured 38 MB"
            self.assertLess(float(words[0]) / float(words[3]), 1.2, done.stderr)
            self.assertLess(float(words[3]) / float(words[0]), 1.2, done.stderr)

    def test_a_sum_that_is_refused_ends_all_ranks(self):
        source = self.path("in.h5")
        call([program, "sum", "--example", source], check=True)
        with h5py.File(source, "a") as f:
            f["example/src"][0, 1] = np.nan
        done = call([*started(3), "sum", source, "--group", "example", "--layer", "single", "--tolerance", "1e-6", "--engine",
                     "ewald", "--output", self.path("out.h5")])
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("holds a value that is not finite", done.stderr)

    def test_a_run_on_three_ranks_writes_one_file(self):
        ask = ["run", "welcome", "--set", "bodies.count=40", "--steps", "20", "--threads", "1", "--set",
               "solver.deterministic=true", "--json", "-", "--output"]
        one, three = self.path("one.h5"), self.path("three.h5")
        single = call([program, *ask, one], check=True)
        done = call([*started(3), *ask, three])
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stderr.count("forecast  "), 1, done.stderr)
        self.assertEqual(done.stderr.count(alone), 1, done.stderr)
        self.assertEqual(json.loads(done.stdout).keys(), json.loads(single.stdout).keys())
        self.assertEqual(json.loads(single.stdout)["ranks"], {"count": 1})
        said = json.loads(done.stdout)["ranks"]
        self.assertEqual((said["count"], said["sums_together"]), (3, 0))
        self.assertGreater(said["sums_alone"], 0)
        self.assertIn(f"because {said['alone_because']}\n", done.stderr)
        with h5py.File(one) as a, h5py.File(three) as b:
            np.testing.assert_array_equal(positions(a)[:], positions(b)[:])

    def periodic_suspension(self):
        """A scenario whose sums are long enough for ranks to share them."""
        scenario = self.path("periodic.toml")
        with open(scenario, "w") as f:
            f.write('schema = 1\n[domain]\nkind = "periodic-3"\ncell = [150, 150, 150]\n[[bodies]]\ncount = 20000\nforce = 1\n'
                    '[solver]\ntolerance = 1e-4\nmethod = "ewald"\ndeterministic = true\n')
        return scenario

    def test_a_run_whose_sums_are_shared_is_that_of_one_process(self):
        ask = ["run", self.periodic_suspension(), "--steps", "3", "--threads", "1", "--set", "output.stride=1", "--output"]
        call([program, *ask, self.path("1.h5")], check=True)
        for n in (2, 3):
            done = call([*started(n), *ask, self.path(f"{n}.h5")])
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(done.stderr.count(f"all {n} ranks compute the sums together"), 1, done.stderr)
            self.assertNotIn(alone, done.stderr)
        # two ranks began, and others go on
        further = ["run", "--resume", self.path("2.h5"), "--steps", "2", "--threads", "1", "--output"]
        for before, name in (([program], "further_1.h5"), (started(3), "further_3.h5")):
            done = call([*before, *further, self.path(name)])
            self.assertEqual(done.returncode, 0, done.stderr)
        for a, b in (("1.h5", "2.h5"), ("1.h5", "3.h5"), ("further_1.h5", "further_3.h5")):
            with h5py.File(self.path(a)) as f, h5py.File(self.path(b)) as g:
                one, many = positions(f)[:], positions(g)[:]
            self.assertEqual(one.shape, many.shape)
            apart = (many - one + 75) % 150 - 75  # a body on a face may stand on either side
            self.assertLess(np.abs(apart).max(), 1e-10)
            moved = (one[-1] - one[0] + 75) % 150 - 75
            self.assertGreater(np.abs(moved).max(), 0.05)

    def test_a_run_of_several_radii_is_that_of_one_process(self):
        scenario = self.path("radii.toml")
        with open(scenario, "w") as f:
            f.write('schema = 1\n[domain]\nkind = "periodic-3"\ncell = [150, 150, 150]\n[[bodies]]\ncount = 16000\nforce = 1\n'
                    '[[bodies]]\ncount = 2000\nradius = 1.6\nforce = 2\n'
                    '[solver]\ntolerance = 1e-4\nmethod = "ewald"\ndeterministic = true\n')
        ask = ["run", scenario, "--steps", "2", "--threads", "1", "--output"]
        call([program, *ask, self.path("1.h5")], check=True)
        done = call([*started(2), *ask, self.path("2.h5")])
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stderr.count("all 2 ranks compute the sums together"), 1, done.stderr)
        self.assertNotIn(alone, done.stderr)
        with h5py.File(self.path("1.h5")) as f, h5py.File(self.path("2.h5")) as g:
            one, many = positions(f)[:], positions(g)[:]
        self.assertLess(np.abs((many - one + 75) % 150 - 75).max(), 1e-10)
        self.assertGreater(np.abs((one[-1] - one[0] + 75) % 150 - 75).max(), 0.05)

    def test_a_rank_that_is_killed_within_a_sum_ends_all(self):
        output = self.path("run.h5")
        run = subprocess.Popen([program, "run", self.periodic_suspension(), "--steps", "1000000", "--threads", "1", "--set",
                                "output.stride=1", "--output", output, "--ranks", "3"],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(run.communicate)
        self.addCleanup(run.kill)
        while "all 3 ranks compute the sums together" not in (line := run.stderr.readline()):  # then steps begin
            self.assertTrue(line, "the run ended without that sentence")
        first = os.path.getsize(output)
        for _ in range(600):  # until more frames are there
            self.assertIsNone(run.poll(), run.poll() is not None and run.stderr.read())
            if os.path.getsize(output) > first + 4 * 20_000 * 24:
                break
            time.sleep(0.1)
        ranks = ranks_of(run.pid)
        self.assertEqual(sorted(ranks), [0, 1, 2])
        os.kill(ranks[1], signal.SIGKILL)
        returned, said = self.expect_end(run, ranks)
        self.assertEqual(returned, 137, said)
        self.assertEqual(said.count("signal 9 (Killed) ended a rank"), 1, said)
        self.expect_valid(output)

    def test_the_program_starts_its_ranks(self):
        for n in (2, 3):
            done = call([program, "run", "welcome", "--set", "bodies.count=40", "--steps", "5", "--ranks", str(n), "--output",
                         self.path(f"{n}.h5")])
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn(f"of the {n} ranks, rank 0", done.stderr)
            self.assertEqual(done.stderr.count("forecast  "), 1, done.stderr)
            self.assertTrue(os.path.exists(self.path(f"{n}.h5")))
        one = call([program, "run", "welcome", "--set", "bodies.count=40", "--steps", "5", "--ranks", "1"], env={"PATH": ""})
        self.assertEqual(one.returncode, 0, one.stderr)
        self.assertNotIn("ranks", one.stderr)

    def test_what_cannot_be_started_is_refused_in_a_sentence(self):
        ask = [program, "run", "welcome", "--steps", "1", "--ranks"]
        environment = dict(os.environ)
        for arguments, change, words in (
                ([*ask, "100000"], {}, "100000 ranks were asked for, but this machine runs"),
                ([*ask, "0"], {}, "--ranks"),
                ([*ask, "2"], {"PATH": self.folder.name}, "--ranks needs mpirun, which is in no folder of PATH"),
                ([*started(2), *ask[1:], "3"], {}, "--ranks 3 was given, but the launcher started 2 ranks")):
            done = call(arguments, env={**environment, **change})
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertEqual(done.stderr.count("slurry: " if "launcher" not in words else words), 1, done.stderr)
            self.assertIn(words, done.stderr)
        if os.geteuid() == 0:
            del environment["OMPI_ALLOW_RUN_AS_ROOT"]
            done = call([*ask, "2"], env=environment)
            self.assertEqual(done.returncode, 2)
            self.assertIn("OMPI_ALLOW_RUN_AS_ROOT=1", done.stderr)

    def test_exit_codes_and_sentences_come_from_rank_0(self):
        source = self.path("in.h5")
        call([program, "sum", "--example", source], check=True)
        missing = ["sum", self.path("none.h5"), "--group", "g", "--layer", "single", "--tolerance", "1e-6", "--output",
                   self.path("out.h5")]
        refused = ["sum", source, "--group", "example", "--layer", "single", "--tolerance", "1e-14", "--precision", "fp32",
                   "--output", self.path("out.h5")]
        for arguments in (missing, refused, ["run", "welcome", "--nonsense"], ["nonsense"], ["scenarios"], ["--version"],
                          ["options", "domain.radius"]):
            single, many = call([program, *arguments]), call([*started(3), *arguments])
            self.assertEqual(many.returncode, single.returncode, arguments)
            self.assertEqual(many.stdout, single.stdout)
            for line in single.stderr.splitlines():
                self.assertEqual(many.stderr.splitlines().count(line), 1, many.stderr)
        self.assertEqual(call([program, *refused, "--ranks", "2"]).returncode, call([program, *refused]).returncode)
        own = call([program, *missing, "--ranks", "2"])
        self.assertEqual(own.returncode, 2)
        self.assertEqual(len(own.stderr.splitlines()), 1, own.stderr)  # what is wrong; who computed is said with a result

    def test_ranks_share_the_processors(self):
        cores = len(os.sched_getaffinity(0))
        for bound in ([], ["--bind-to", "core"]):
            done = call([mpirun, *bound, "-n", "2", program, "run", "welcome", "--set", "bodies.count=40", "--steps", "1"])
            self.assertEqual(done.returncode, 0, done.stderr)
            threads = max(1, cores // 2)
            self.assertIn(f", {threads} thread{'s' if threads > 1 else ''}", done.stderr)

    def test_another_program_goes_on_alone(self):
        single, many = call([program, "bench"]), call([*started(3), "bench"])
        self.assertEqual(many.returncode, 0, many.stderr)
        self.assertEqual(many.stdout, single.stdout)

    def expect_valid(self, output):
        """The file opens, and the run goes on from it."""
        with h5py.File(output) as f:
            frames = len(positions(f))
        self.assertGreater(frames, 1)
        call([program, "info", output], check=True)
        further = call([program, "run", "--resume", output, "--steps", "2", "--output", self.path("further.h5"), "--overwrite"])
        self.assertEqual(further.returncode, 0, further.stderr)
        os.remove(output)

    def test_every_rank_carries_out_bench_ranks(self):
        done = call([*started(2), "bench", "ranks", "--points", "1000", "--tolerance", "1e-3", "--threads", "1", "--json", "-"])
        self.assertEqual(done.returncode, 0, done.stderr)
        found = json.loads(done.stdout)
        self.assertEqual((found["ranks"], found["points"]), (2, 2000))
        self.assertTrue(0 < found["reached"] < 1.5e-3, found)
        done = call([*started(2), "bench", "ranks", "--wire", "nccl"])
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertEqual(done.stderr.count("exchange arrays by messages only"), 1, done.stderr)

    def test_signals_end_ranks_as_they_end_one_process(self):
        for which, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
            run, ranks, output = self.start_long_run([program], ["--ranks", "2"], 2)
            run.send_signal(which)
            returned, said = self.expect_end(run, ranks)
            self.assertEqual(returned, code, said)
            self.assertNotIn("ended a rank", said)
            self.expect_valid(output)

    def test_a_signal_during_the_set_up_ends_all(self):
        """The pipe is so wide that its set-up takes minutes; rank 0 leaves it without a word to the others."""
        scenario = self.path("wide.toml")
        with open(scenario, "w") as f:
            f.write("schema = 1\n[domain]\nradius = 160\nlength = 640\n[[bodies]]\npositions = [[0, 158.5, 0]]\n"
                    "[solver]\ntolerance = 1e-6\n[run]\nsteps = 1\n")
        run = subprocess.Popen([program, "run", scenario, "--ranks", "2"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(run.communicate)
        self.addCleanup(run.kill)
        while len(ranks_of(run.pid)) < 2 and run.poll() is None:
            time.sleep(0.1)
        time.sleep(2)
        ranks = ranks_of(run.pid)
        run.terminate()
        returned, said = self.expect_end(run, ranks)
        self.assertEqual(returned, 143, said)
        self.assertEqual(said.count("interrupted before the run had begun"), 1, said)

    def test_signals_to_mpirun_end_all(self):
        run, ranks, output = self.start_long_run([mpirun, "-n", "3", program], [], 3)
        run.terminate()
        returned, _ = self.expect_end(run, ranks)
        self.assertNotEqual(returned, 0)
        self.expect_valid(output)

    def test_a_killed_rank_ends_all(self):
        for victim in (0, 2):
            run, ranks, output = self.start_long_run([program], ["--ranks", "3"], 3)
            os.kill(ranks[victim], signal.SIGKILL)
            returned, said = self.expect_end(run, ranks)
            self.assertEqual(returned, 137, said)
            self.assertEqual(said.count("signal 9 (Killed) ended a rank"), 1, said)
            self.expect_valid(output)

    def test_ranks_end_with_the_process_that_started_them(self):
        run, ranks, _ = self.start_long_run([program], ["--ranks", "2"], 2)
        run.kill()
        self.expect_end(run, ranks)

    def test_a_rank_that_gives_up_ends_all(self):
        began = time.time()
        done = call([mpirun, "-n", "3", communicator, "--abort"])
        self.assertLess(time.time() - began, most)
        self.assertEqual(done.returncode, 7, done.stderr)
        self.assertEqual(done.stderr.count("slurry: rank 2: the brake has failed"), 1, done.stderr)


if __name__ == "__main__":
    unittest.main()
