#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""A recorded run, read by plain h5py: what H5MD 1.1 and engine/io/README.md ask of it."""
import json
import os
import subprocess
import sys
import tempfile

import h5py
import numpy as np

program = os.environ["SLURRY_PROGRAM"]


def element(group, name):
    """step, time and value of an H5MD element."""
    e = group[name]
    return e["step"], e["time"], e["value"]


def datasets(f):
    """All datasets, each by one of its names."""
    found = {}
    f.visititems(lambda name, o: found.setdefault(name, o) if isinstance(o, h5py.Dataset) else None)
    return found


def described(f):
    """Every dataset says in a sentence what it is."""
    for name, d in datasets(f).items():
        assert len(d.attrs["description"]) > 3, name
    attributes_described(f)


def attributes_described(f):
    """So does every attribute, in a line of its object's own description; those that H5MD defines go without."""
    def look(name, o):
        if name.startswith("h5md") or name.endswith("/box"):
            return
        lines = dict(line.split(": ", 1) for line in o.attrs.get("description", "").split("\n") if ": " in line)
        for attribute in o.attrs:
            if attribute not in ("description", "unit"):
                assert len(lines[attribute]) > 3, (name, attribute)
    look("/", f["/"])
    f.visititems(look)


def check(scenario, bodies, boundary, arguments):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "run.h5")
        subprocess.run([program, "run", scenario, "--output", path, *arguments], check=True, stdout=subprocess.DEVNULL)
        with h5py.File(path, "r") as f:
            assert list(f["h5md"].attrs["version"]) == [1, 1]
            for who in ("author", "creator"):
                assert f["h5md/" + who].attrs["name"], who
            assert f["h5md/creator"].attrs["version"]
            # nothing but what the root may hold, and groups of our own
            assert set(f) <= {"h5md", "particles", "observables", "connectivity", "parameters", "slurry", "VTKHDF"}, set(f)

            particles = f["particles"]
            assert list(particles) == ["spheres"]
            g = particles["spheres"]
            box = g["box"]
            assert box.attrs["dimension"] == 3
            assert [b.decode() for b in box.attrs["boundary"]] == boundary
            assert box.attrs["boundary"].dtype.kind == "S"
            step, time, position = element(g, "position")
            frames = step.shape[0]
            assert frames >= 3 and position.shape == (frames, bodies, 3)
            assert step.dtype.kind == "i" and time.dtype.kind == "f"
            s, t = step[...], time[...]
            assert s[0] == 0 and t[0] == 0 and np.all(np.diff(s) > 0) and np.all(np.diff(t) > 0)

            # one time grid: the same objects, not copies
            for name in ("image", "velocity", "force", "effective_velocity", "contact_displacement"):
                es, et, value = element(g, name)
                assert es == step and et == time, name
                assert value.shape == position.shape, name
            turning = "output.angular_velocity=true" in arguments
            assert ("angular_velocity" in g) == turning
            if turning:
                es, et, value = element(g, "angular_velocity")
                assert es == step and et == time and value.shape == position.shape
                assert np.all(np.isfinite(value)) and np.abs(value[...]).max() > 0
            es, et, edges = element(box, "edges")
            assert es == step and et == time and edges.shape == (frames, 3)
            for name in f["observables"]:
                es, et, value = element(f["observables"], name)
                assert es == step and et == time and value.shape[0] == frames, name
            for name in ("mean_velocity", "velocity_variance", "min_gap", "net_force"):
                assert name in f["observables"], name
            assert "error_velocity" in f["slurry/observables"] and "error_velocity" not in f["observables"]
            # what has no meaning is not there
            for name in ("flux", "wall_drag", "smallest_wall_gap", "volume_fraction_profile"):
                assert (name in f["observables"]) == (boundary[0] == "periodic"), name
            assert "period" not in f["slurry/observables"]  # too short a run
            # errors are known from the first frame on
            for name in ("error_velocity", "error_sum") + (("error_wall",) if boundary[0] == "periodic" else ()):
                element_of = f["slurry/observables"][name]["measured"]
                assert element_of["step"][0] == 0, name
                measured = element_of["value"][0]
                # one sphere summed directly has no error but the rounding that a second sum shares
                assert measured > 0 if boundary[0] == "periodic" else np.isfinite(measured), name
            es, et, timings = element(f["slurry"], "timings")
            assert es == step and timings.shape == (frames, len(f["slurry/timings"].attrs["stages"]))

            assert g["id"].shape == g["species"].shape == g["radius"].shape == (bodies,)
            assert list(g["id"][...]) == list(range(bodies))
            assert g["image/value"].dtype.kind == "i"
            described(f)
            # reduced units: no attribute, which were one of the SI, but the symbol in the description
            for name, symbol in (("position/value", "[a]"), ("velocity/value", "[U\u2080]"), ("position/time", "[\u03c4]"),
                                 ("force/value", "[F]"), ("effective_velocity/value", "[U\u2080]")):
                assert g[name].attrs["description"].endswith(symbol), (name, g[name].attrs["description"])
            named = []
            f.visititems(lambda n, o: named.append(n) if "unit" in o.attrs else None)
            assert not named, named

            # what is in the frames
            x = position[...] + g["image/value"][...] * edges[...][:, None, :]
            v = g["velocity/value"][...]
            assert np.all(np.isfinite(x)) and np.all(np.isfinite(v))
            assert np.all(np.abs(v).max(axis=(1, 2)) > 0)
            np.testing.assert_allclose(f["observables/mean_velocity/value"][...], v.mean(axis=1), rtol=1e-12, atol=1e-15)
            # positions follow from velocities: trapezoids between frames, unwrapped
            moved = np.diff(x, axis=0)
            expected = 0.5 * (v[1:] + v[:-1]) * np.diff(t)[:, None, None]
            assert np.abs(moved - expected).mean() < 0.1 * np.abs(expected).mean()
            if boundary[0] == "periodic":
                length, radius = edges[0, 0], edges[0, 1] / 2
                assert np.all((position[..., 0] >= 0) & (position[..., 0] < length))
                assert np.all(np.hypot(position[..., 1], position[..., 2]) + g["radius"][...] <= radius + 1e-6)
                assert f["observables/min_gap/value"][...].min() >= -1e-6

            p = f["parameters"]
            text = p["scenario"][()].decode()
            shown = subprocess.run([program, "scenarios", scenario], check=True, capture_output=True, text=True).stdout
            assert text == shown
            assert "schema = 1" in p["scenario_in_force"][()].decode()
            for name in ("seed", "git_hash", "back_end", "build"):
                assert name in p.attrs, name
            for name in ("tolerance_asked", "error_predicted", "grid", "cutoff_radius", "direct_seconds", "ewald_seconds"):
                assert name in p["solver"].attrs, name
            assert p["solver"].attrs["method"] == ("direct" if scenario == "four_spheres" else "ewald")
            asked = "method =" in text
            assert (p["solver"].attrs["method_chosen_by"] == "request") == asked
            assert p["events/step"].shape == (0,)


check("welcome", 300, ["periodic", "none", "none"], ["--steps", "30", "--set", "output.stride=5"])
check("welcome", 300, ["periodic", "none", "none"],
      ["--steps", "15", "--set", "output.stride=5", "--set", "output.angular_velocity=true"])
check("four_spheres", 4, ["none", "none", "none"], ["--until", "60"])


def check_units():
    """A run in SI says so, and names the units of what its bodies have."""
    with tempfile.TemporaryDirectory() as folder:
        scenario, path = os.path.join(folder, "si.toml"), os.path.join(folder, "si.h5")
        with open(scenario, "w") as f:
            f.write('schema = 1\nunits = "SI"\n[fluid]\nviscosity = 1.0\n[domain]\nkind = "pipe"\nradius = 1e-3\n'
                    'length = 4e-3\n[[bodies]]\nradius = 1e-4\ncount = 3\nforce = 1e-8\n[integrator]\ntime_step = 0.5\n')
        subprocess.run([program, "run", scenario, "--steps", "2", "--output", path], check=True, stdout=subprocess.DEVNULL)
        with h5py.File(path, "r") as f:
            assert f["h5md/modules/units"].attrs["system"] == b"SI"
            g = f["particles/spheres"]
            for name, unit in (("position/value", b"m"), ("velocity/value", b"m s-1"), ("force/value", b"N"),
                               ("position/time", b"s"), ("box/edges/value", b"m"), ("radius", b"m"),
                               ("effective_velocity/value", b"m s-1"), ("contact_displacement/value", b"m")):
                assert g[name].attrs["unit"] == unit, name
            described(f)
            for name, unit in (("min_gap", b"m"), ("flux", b"m3 s-1"), ("velocity_variance", b"m2 s-2"),
                               ("work_of_gravity", b"J"), ("axial_velocity_profile", b"m s-1")):
                assert f["observables"][name]["value"].attrs["unit"] == unit, name
            for name, unit in (("error_velocity/measured", b"1"), ("wall_slip/measured", b"1"), ("error_scale", b"m s-1")):
                assert f["slurry/observables"][name]["value"].attrs["unit"] == unit, name
            for name, d in datasets(f).items():
                if d.dtype.kind in "if" and not name.startswith("slurry/checkpoint"):
                    assert "unit" in d.attrs, name
            # force over 6 pi eta a, or less near the wall
            settling = g["velocity/value"][0, :, 0]
            assert np.all(settling > 0) and np.all(settling < 3 * 1e-8 / (6 * np.pi * 1e-4))


def check_measured_errors():
    """What a short run says of its errors at the end is in its last frame."""
    with tempfile.TemporaryDirectory() as folder:
        path, summary = os.path.join(folder, "run.h5"), os.path.join(folder, "run.json")
        subprocess.run([program, "run", "welcome", "--steps", "3", "--output", path, "--json", summary], check=True)
        said = json.load(open(summary))["errors"]
        with h5py.File(path, "r") as f:
            sparse, end = f["slurry/observables"], f["particles/spheres/position/step"][-1]

            def row(name, part, step):
                """The number at a step; None: there is no row for it."""
                if name not in sparse or part not in sparse[name]:
                    return None
                e = sparse[name][part]
                return dict(zip(e["step"][...], e["value"][...])).get(step)

            for source in ("sum", "wall", "arithmetic", "velocity", "time_step", "total"):
                for kind in ("asked", "predicted", "measured"):
                    last, expected = row("error_" + source, kind, end), said[source][kind]
                    assert (last is None) == (expected is None), (source, kind)
                    assert last is None or np.isclose(last, expected, rtol=1e-12), (source, kind)
            first = {source: row("error_" + source, "measured", 0) for source in ("sum", "wall", "velocity", "total")}
            assert all(x > 0 for x in first.values()), first  # measured before the first step
            assert np.isclose(first["velocity"], np.hypot(first["sum"], first["wall"]), rtol=1e-6), first
            assert np.isclose(said["total"]["measured"], np.hypot(said["velocity"]["measured"], said["time_step"]["measured"]))
            assert row("wall_slip", "measured", 0) > 0


def check_units_of_other_first_bodies():
    """U0 is F/(6 pi eta a) of the first kind of body and a its radius: only where both are 1 do the numbers have them as
    units.  Here a sphere of radius 1.3 is pushed by 2, so that U0 = 2/1.3 and a = 1.3 in the units of the numbers."""
    with tempfile.TemporaryDirectory() as folder:
        scenario, path = os.path.join(folder, "s.toml"), os.path.join(folder, "s.h5")
        for radius, force, length, velocity in ((1, 1, "a", "U\u2080"), (1, 2, "a", "a/\u03c4"), (1.3, 2, "\u2113", "\u2113/\u03c4")):
            with open(scenario, "w") as f:
                f.write('schema = 1\n[domain]\nkind = "free-space"\n[[bodies]]\npositions = [[0, 0, 0]]\n'
                        f"radius = {radius}\nforce = {force}\n[run]\nsteps = 2\n")
            subprocess.run([program, "run", scenario, "--output", path, "--overwrite"], check=True, stdout=subprocess.DEVNULL)
            info = json.loads(subprocess.run([program, "info", path, "--json", "-"], check=True, capture_output=True, text=True).stdout)
            with h5py.File(path, "r") as f:
                settling = f["observables/mean_settling_velocity/value"]
                assert np.allclose(settling[...], force / radius), settling[...]
                assert settling.attrs["description"].endswith(f"[{velocity}]"), settling.attrs["description"]
                for name, unit in (("position/value", length), ("velocity/value", velocity)):
                    text = f["particles/spheres"][name].attrs["description"]
                    assert text.endswith(f"[{unit}]"), text
            assert info["units_of_last"]["mean_settling_velocity"] == velocity, info["units_of_last"]


def check_sums():
    """Files of sum and mobility say what is in them too."""
    with tempfile.TemporaryDirectory() as folder:
        for command, options in (("sum", ["--group", "example", "--layer", "combined"]), ("mobility", ["--group", "example"])):
            given, path = (os.path.join(folder, command + name) for name in (".h5", "_out.h5"))
            subprocess.run([program, command, "--example", given], check=True, stdout=subprocess.DEVNULL)
            subprocess.run([program, command, given, *options, "--tolerance", "1e-4", "--output", path], check=True,
                           stdout=subprocess.DEVNULL)
            with h5py.File(path, "r") as f:
                described(f)
                assert "[" in f["u" if command == "sum" else "V"].attrs["description"]


check_units()
check_units_of_other_first_bodies()
check_sums()
check_measured_errors()
print("ok")
