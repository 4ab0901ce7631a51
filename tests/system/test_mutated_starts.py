#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""test_mutated_starts.py [COUNT [SEED [KEEP [KIND...]]]]: COUNT inputs that were damaged at random are each given to the program: CSV,
XYZ, TOML and HDF5 files with bodies, and groups for `slurry sum` and `slurry mobility`.  A start is right (compared with
what an independent reader, h5py, tomllib or the few lines below, finds in the same file) or it is refused in one sentence.
Crashes, hangs, other exit codes, words of a C++ exception, and numbers that are not in the file are faults.  KEEP names a
folder for the inputs of faults, KIND csv, xyz, extxyz, toml, h5, sum or mobility (all)."""
import collections
import csv
import math
import os
import pickle
import random
import re
import resource
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib

import h5py
import numpy

program = os.environ["SLURRY_PROGRAM"]
count = int(sys.argv[1]) if len(sys.argv) > 1 else 60
seed = int(sys.argv[2]) if len(sys.argv) > 2 else 40
keep = sys.argv[3] if len(sys.argv) > 3 else ""
kinds_asked = sys.argv[4:]
most_cpu_seconds, most_seconds = 10, 120  # a test shares its machine with others: the time on the clock says little
raw_words = ("_M_", "terminate", "std::", "bad_alloc", "stod", "stoi", "exception", "Kokkos", "basic_string", "nlohmann")


class Unreadable(Exception):
    """The independent reader finds no start in a file."""


# Mutations

numbers_of_all_kinds = ["nan", "NaN", "inf", "-inf", "1e999", "-1e999", "1e308", "1e-320", "", " ", "-", "--1", "1e", "0x10",
                        "1,5", "1.5.2", "1_000", "1d0", "+1", "+-1", "٣", "true", "x", '"', '""', '"1"', "'", "-0", "0",
                        "1e16", "3", "9" * 40, "1e+2", ".5", "5.", "1 2", "#", "\x00", "null", "[1]", "${x}", "%s"]


def mutate_text(r, data):
    """Bytes of a text file with one to three faults."""
    for _ in range(r.choice((1, 1, 1, 2, 3))):
        lines = data.split(b"\n")
        kind = r.randrange(17)
        at = r.randrange(len(data) + 1) if data else 0
        line = r.randrange(len(lines))
        tokens = [m.span() for m in re.finditer(rb"[-+]?[\d.]+(?:e[-+]?\d+)?", data)]
        if kind == 0 and data:
            data = data[:at] + bytes([r.randrange(256)]) + data[at + 1:]
        elif kind == 1:
            data = data[:at] + data[at + r.choice((1, 1, 2, 5)):]
        elif kind == 2:
            data = data[:at] + bytes(r.choice(b" ,;\t\r\n\"'#=[]{}.-+e019x\x00\xff\xc3") for _ in range(r.choice((1, 1, 3)))) + data[at:]
        elif kind == 3:
            data = data[:at]
        elif kind == 4:
            del lines[line]
            data = b"\n".join(lines)
        elif kind == 5:
            lines.insert(r.randrange(len(lines) + 1), lines[line])
            data = b"\n".join(lines)
        elif kind == 6:
            r.shuffle(lines)
            data = b"\n".join(lines)
        elif kind in (7, 8, 9) and tokens:
            first, last = r.choice(tokens)
            data = data[:first] + r.choice(numbers_of_all_kinds).encode() + data[last:]
        elif kind == 10:
            data = r.choice((data.replace(b"\n", b"\r\n"), data.replace(b"\n", b"\r"), b"\xef\xbb\xbf" + data,
                             data.decode("latin1").encode("utf-16"), data.replace(b",", b";"), data.replace(b",", b"\t"),
                             data.replace(b",", b" "), data.replace(b".", b","), data.upper(), data + data,
                             data.rstrip(b"\n"), b""))
        elif kind == 11:
            words = lines[line].split(b",") if b"," in lines[line] else lines[line].split(b" ")
            del words[r.randrange(len(words))]
            lines[line] = (b"," if b"," in lines[line] else b" ").join(words)
            data = b"\n".join(lines)
        elif kind == 12:
            words = re.findall(rb"[A-Za-z_]+", data)
            if words:
                word = r.choice(words)
                data = data.replace(word, r.choice(words + [word + b"s", word.upper(), b"", b"radius", b"x", b"z", b"nan"]), 1)
        elif kind in (13, 14, 15) and tokens:
            first, last = r.choice(tokens)
            data = data[:first] + r.choice(("%.3f", "%.17g", "%.3e", "%d")).encode() % r.uniform(-30, 30) + data[last:]
        elif kind == 16:
            sep = b"," if b"," in data else b" "
            data = b"\n".join(sep.join(reversed(l.split(sep))) for l in lines)
    return data


def absent(r, f, name, shape, dtype):
    """A dataset of this shape without values."""
    kind = r.randrange(4)
    if kind == 0:
        f.create_dataset(name, shape, dtype)
    elif kind == 1 and shape and 0 not in shape:
        f.create_dataset(name, shape, dtype, chunks=tuple(max(1, n // 2) for n in shape))
    elif kind == 2 and shape:
        layout = h5py.VirtualLayout(shape=shape, dtype=dtype)
        layout[...] = h5py.VirtualSource("gone.h5", "d", shape=shape)
        f.create_virtual_dataset(name, layout)
    else:
        create = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
        create.set_external(b"gone.raw", 0, h5py.h5f.UNLIMITED)
        h5py.h5d.create(f.id, name.encode(), h5py.h5t.py_create(numpy.dtype(dtype)), h5py.h5s.create_simple(shape or (1,)),
                        dcpl=create)


def names_in(group):
    """All datasets and groups; an object has as many names as links lead to it."""
    for name, o in group.items():
        yield f"{group.name}/{name}".replace("//", "/"), isinstance(o, h5py.Dataset)
        if isinstance(o, h5py.Group):
            yield from names_in(o)


def mutate_objects(r, path):
    """Replaces datasets, attributes and links of an HDF5 file."""
    with h5py.File(path, "r+") as f:
        names = list(names_in(f))
        datasets = [name for name, is_dataset in names if is_dataset]
        for _ in range(r.choice((1, 1, 2))):
            datasets = [name for name in datasets if isinstance(f.get(name), h5py.Dataset)]
            holder = f[r.choice(["/"] + [name for name, _ in names if f.get(name) is not None])]
            if r.random() < 0.15 and len(holder.attrs):
                name = r.choice(list(holder.attrs))
                value = r.choice((h5py.Empty("f8"), numpy.nan, -1, 1e300, "text", numpy.zeros(3), None))
                del holder.attrs[name]
                if value is not None:
                    holder.attrs[name] = value
                continue
            dataset = f[r.choice([name for name in datasets if "position" in name or r.random() < 0.3] or datasets)]
            if dataset.shape is None or dataset.external or dataset.is_virtual:
                continue
            name, old, dtype, shape = dataset.name, dataset[...], dataset.dtype, dataset.shape
            is_number = dtype.kind in "fiu"
            kind = r.randrange(14)
            if kind == 0 and is_number and old.size:
                old.flat[r.randrange(old.size)] = r.choice((0, 1, -1, 7, 100) if dtype.kind in "iu" else (math.nan, math.inf, 1e300, -1e-300, 0, 1e9, 0.5))
                dataset[...] = old
                continue
            del f[name]
            if kind == 1:
                f[name] = old.ravel()
            elif kind == 2:
                f[name] = old.ravel()[0] if old.size else 0
            elif kind == 3:
                f[name] = old[..., None]
            elif kind == 4 and old.ndim:
                f[name] = old[:r.randrange(len(old) + 1)]
            elif kind == 5 and old.ndim:
                f[name] = old.T
            elif kind == 6 and is_number:
                f[name] = old.astype(r.choice(("f4", ">f8", ">i4", "i8", "S8", "u1", "c16", "?")))
            elif kind == 7:
                f[name] = h5py.Empty(dtype)
            elif kind == 8:
                f[name] = r.choice((h5py.SoftLink("/nowhere"), h5py.ExternalLink("gone.h5", "/x"), h5py.SoftLink("/")))
            elif kind == 9:
                f.create_group(name)
            elif kind == 10 and old.ndim and old.size:
                f.create_dataset(name, data=old, chunks=True, compression="gzip", shuffle=True)
            elif kind in (11, 12, 13) and is_number:
                absent(r, f, name, shape, dtype)


def mutate_bytes(r, path):
    with open(path, "rb") as f:
        data = bytearray(f.read())
    kind = r.randrange(6)
    if kind == 0:
        del data[r.randrange(len(data)):]
    elif kind == 1:
        at = r.randrange(len(data))
        data[at:at + r.choice((8, 64, 512))] = bytes(min(len(data) - at, r.choice((8, 64, 512))))
    else:
        for _ in range(r.choice((1, 2, 8, 64))):
            data[r.randrange(len(data))] = r.randrange(256)
    with open(path, "wb") as f:
        f.write(data)


# Independent readers: what the start of a file is, or Unreadable

number_pattern = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?\Z")


def number(word):
    word = word.strip()
    if not number_pattern.match(word) or not math.isfinite(float(word)):
        raise Unreadable(f"'{word}' is no number")
    return float(word)


def text_of(data):
    try:
        return data.decode("utf-8-sig", "surrogateescape")  # comments may be in any encoding
    except UnicodeDecodeError as e:
        raise Unreadable(str(e))


def is_number(word):
    try:
        number(word)
        return True
    except Unreadable:
        return False


def rows_of_csv(data):
    """Lines with fields: separated by semicolons, else commas, tabs or blanks, whichever stands in the first of them."""
    lines = [l for l in re.split("\r\n|\n|\r", text_of(data)) if l.strip(" \t;,") and not l.lstrip().startswith("#")]
    if not lines:
        raise Unreadable("no lines")
    separator = next((s for s in ";,\t" if s in lines[0]), None)
    if separator is None:
        return [[w.strip('"') for w in l.split()] for l in lines]
    rows = []
    for line in lines:
        line = line if separator == "," else line.replace(",", ".")  # spreadsheets of half the world
        rows.append([w.strip() for w in next(csv.reader([line], delimiter=separator, skipinitialspace=True))])
    return rows


def from_csv(data):
    rows = rows_of_csv(data)
    names = ["x", "y", "z"]
    if not any(is_number(w) for w in rows[0]):
        names = [w.strip().lower() for w in rows.pop(0)]
    found = collections.defaultdict(list)
    for row in rows:
        while len(row) > len(names) and not row[-1]:
            row.pop()  # a separator at the end of a line
        if len(row) != len(names):
            raise Unreadable("fields")
        for name, word in zip(names, row):
            found[name].append(word)
    return columns(found)


def columns(found):
    try:
        bodies = {"position": numpy.array([[number(w) for w in found[c]] for c in "xyz"]).T}
    except ValueError:
        raise Unreadable("columns of several lengths")
    if not bodies["position"].size:
        raise Unreadable("no bodies")
    if "radius" in found:
        bodies["radius"] = numpy.array([number(w) for w in found["radius"]])
    return bodies


def from_xyz(data):
    """The last frame of the file, as of every format."""
    lines, at, bodies = re.split("\r\n|\n|\r", text_of(data)), 0, None
    while at < len(lines) and any(l.strip() for l in lines[at:]):
        if not re.fullmatch(r"\s*\+?\d+\s*", lines[at]):
            raise Unreadable("no count")
        n = int(lines[at])
        if at + 1 + n >= len(lines):
            raise Unreadable("the file ends")
        names = ["species", "x", "y", "z"]
        properties = re.search(r'Properties="?([^\s"]*)', lines[at + 1], re.I)
        if properties:
            fields = properties[1].lower().split(":")
            if len(fields) % 3:
                raise Unreadable("Properties")
            names = []
            for name, _, width in zip(*[iter(fields)] * 3):
                if not width.isdigit() or int(width) > 9:
                    raise Unreadable("Properties")
                names += {"pos": ["x", "y", "z"], "director": ["nx", "ny", "nz"]}.get(name, ["another " + name if name in "xyz" else name] * int(width))
        found, first, at = collections.defaultdict(list), at + 2, at + 2 + n
        if at < len(lines) and any(l.strip() for l in lines[at:]):
            continue  # another frame follows; what is in this one is not used
        for line in lines[first:at]:
            words = line.split()
            if len(words) != len(names):
                raise Unreadable("columns")
            for name, word in zip(names, words):
                found[name].append(word)
        bodies = columns(found)
    if bodies is None:
        raise Unreadable("no frame")
    return bodies


def leaves(table, path=""):
    """All values of a scenario by their keys; of bodies, those of each."""
    for key, value in table.items() if isinstance(table, dict) else enumerate(table):
        name = f"{path}.{key}".lstrip(".")
        if isinstance(value, dict) or (isinstance(value, list) and any(isinstance(v, dict) for v in value)):
            yield from leaves(value, name)
        elif not (name.endswith(".positions") or name in ("run.steps", "run.until", "output.stride", "schema")):
            yield name, value


def from_toml(data):
    try:
        s = tomllib.loads(text_of(data))
        kinds = s["bodies"]
        positions = [p for b in kinds for p in b["positions"]]
        bodies = {"position": numpy.array(positions, dtype=float).reshape(-1, 3),
                  "radius": numpy.array([float(b.get("radius", 1)) for b in kinds for _ in b["positions"]]),
                  "in force": dict(leaves(s))}
    except (tomllib.TOMLDecodeError, KeyError, TypeError, ValueError, AttributeError) as e:
        raise Unreadable(str(e))
    return bodies


def whole_rows(column):
    """Rows from the first one on of which each was written: chunks that are not there read as zeros."""
    if column.chunks is None:
        return len(column)
    there = {column.id.get_chunk_info(i).chunk_offset[0] for i in range(column.id.get_num_chunks())}
    rows = 0
    while rows < len(column) and rows in there:
        rows += column.chunks[0]
    return min(rows, len(column))


def observables(f):
    """Columns of quantities as far as they are there: a start does not need them."""
    try:
        names = list(f["observables"])
    except (KeyError, RuntimeError):
        return
    for q in names:
        try:
            yield f[f"observables/{q}/value"]
        except KeyError:
            continue


def from_run(path):
    """The last whole frame of a recorded run."""
    with h5py.File(path) as f:
        (group,) = [g for name, g in f["particles"].items() if name in ("spheres", "rods", "bodies")]
        columns = [group[e] for e in ("position/step", "position/time")] + [
            group[e + "/value"] for e in ("position", "image", "velocity", "force", "box/edges")] + [f["slurry/timings/value"]]
        columns += [group[e + "/value"] for e in ("effective_velocity", "contact_displacement") if e + "/value" in group]
        n = min(whole_rows(c) for c in columns + list(observables(f)))
        steps = group["position/step"][...]
        if n > 1 and steps[n - 1] == 0 and steps[n - 2] != 0:
            n -= 1  # a counter that was made and not filled: a kill may come between the two
        bodies = {"position": group["position/value"][n - 1], "radius": group["radius"][...]}
    if bodies["position"].ndim != 2 or bodies["position"].shape[1] != 3 or not numpy.isfinite(bodies["position"]).all():
        raise Unreadable("positions")
    return bodies


def sum_of(path):
    """u = sum of G f in free space, by its formula."""
    with h5py.File(path) as f:
        g = f["g"]
        x, force = g["src"][...].astype(float), g["f"][...].astype(float)
        to = g["trg"][...].astype(float) if "trg" in g else x
    r = to[:, None, :] - x[None, :, :]
    d = numpy.sqrt((r**2).sum(-1))
    with numpy.errstate(all="ignore"):
        inverse = numpy.where(d > 0, 1 / d, 0)
        along = (r * force[None]).sum(-1) * inverse**3
    return {"u": (force[None] * inverse[..., None] + r * along[..., None]).sum(1)}


def velocities_of(path):
    """Rotne-Prager velocities of equal spheres that do not overlap, in free space."""
    with h5py.File(path) as f:
        g = f["g"]
        x, force = g["Y"][...].astype(float), g["F"][...].astype(float)
        a, eta = (float(numpy.ravel(g.attrs[k] if k in g.attrs else g[k][...])[0]) for k in ("a", "eta"))
    v = force / (6 * math.pi * eta * a)
    for i in range(len(x)):
        for j in range(len(x)):
            if i != j:
                r = x[i] - x[j]
                d = math.sqrt(r @ r)
                if not math.isfinite(d):
                    continue  # so far away that it has no influence
                if d < 2 * a:
                    along = r * (r @ force[j]) / d if d > 0 else 0
                    v[i] += ((1 - 9 * d / (32 * a)) * force[j] + 3 / (32 * a) * along) / (6 * math.pi * eta * a)
                    continue
                e = r * (r @ force[j]) / d**2
                v[i] += (force[j] + e + 2 * a**2 / d**2 * (force[j] / 3 - e)) / (8 * math.pi * eta * d)
    return {"V": v}


def apart(read, path):
    """What a reader finds, in a process of its own: damaged files can crash the HDF5 library or lead it round."""
    come, go = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            try:
                answer = pickle.dumps(read(path))
            except BaseException as e:  # whatever it is, the file is unreadable
                answer = pickle.dumps(Unreadable(repr(e)))
            os.close(come)
            with os.fdopen(go, "wb") as f:
                f.write(answer)
        finally:
            os._exit(0)
    os.close(go)
    answer = b""
    with os.fdopen(come, "rb") as f:
        if select.select([f], [], [], 5)[0]:
            answer = f.read()
        else:
            os.kill(child, 9)
    os.waitpid(child, 0)
    found = pickle.loads(answer) if answer else Unreadable("the library crashes")
    if isinstance(found, Unreadable):
        raise found
    return found


# The program

class Case:
    """One kind of input: a file that is mutated, the command that reads it, and how its output is compared."""

    def __init__(self, name, file, data, scenario, read, command="run", mutations=(mutate_text,)):
        self.name, self.file, self.data, self.scenario, self.read = name, file, data, scenario, read
        self.command, self.mutations = command, mutations

    def put(self, r, folder):
        path = os.path.join(folder, self.file)
        with open(path, "wb") as f:
            f.write(self.data)
        mutation = r.choice(self.mutations)
        if mutation is mutate_text:
            with open(path, "wb") as f:
                f.write(mutate_text(r, self.data))
        else:
            mutation(r, path)
        if self.scenario:
            with open(os.path.join(folder, "start.toml"), "w") as f:
                f.write(self.scenario)

    def arguments(self):
        if self.command == "run":
            return ["run", "start.toml", "--steps", "1", "--set", "output.stride=1", "--threads", "1", "--output", "out.h5"]
        more = ["--layer", "single", "--tolerance", "1e-6"] if self.command == "sum" else ["--tolerance", "1e-6"]
        return [self.command, self.file, "--group", "g", *more, "--threads", "1", "--output", "out.h5"]

    def expected(self, folder):
        path = os.path.join(folder, self.file)
        if self.file.endswith(".h5"):
            return apart(self.read, path)
        with open(path, "rb") as f:
            return self.read(f.read())

    def found(self, folder):
        with h5py.File(os.path.join(folder, "out.h5")) as f:
            if self.command != "run":
                return {name: f[name][...] for name in ("u", "V") if name in f}
            (group,) = f["particles"].values()
            edges = group["box/edges/value"][0]
            place = group["position/value"][0] + group["image/value"][0] * edges
            in_force = tomllib.loads(f["parameters/scenario_in_force"][()].decode())
            return {"position": place, "radius": group["radius"][...], "edges": edges, "in force": dict(leaves(in_force))}


def same(found, right, edges):
    """Within rounding; places also within periods, which a frame that another start is taken from need not have."""
    if found.shape != right.shape:
        return False
    scale = max(1e-300, numpy.abs(right).max(initial=0))
    difference = numpy.abs(found - right)
    if edges is not None:
        for d in range(3):
            if edges[d] > 0:
                k = numpy.round((found[:, d] - right[:, d]) / edges[d])
                difference[:, d] = numpy.abs(found[:, d] - right[:, d] - k * edges[d])
    return bool((difference <= 1e-12 * scale).all())


def judge(case, folder, done):
    """'right', 'refused', or what the fault is."""
    words = done.stderr.decode(errors="replace")
    lines = [l for l in words.splitlines() if l.strip()]
    if done.returncode in (2, 3):
        if not lines or not lines[-1].startswith("slurry: "):
            return "no sentence: " + words[-200:]
        if any(w in lines[-1] for w in raw_words):
            return "words of an exception: " + lines[-1]
        if os.path.exists(os.path.join(folder, "out.h5")):
            return "an output of a refused start: " + lines[-1]
        return "refused"
    if done.returncode != 0:
        return f"exit code {done.returncode}: {words[-300:]}"
    found = case.found(folder)
    try:
        right = case.expected(folder)
    except Unreadable as e:
        if "Insufficient precision" in str(e):
            return "right"  # a number that numpy has no type for, and HDF5 converts
        return f"accepted what is not readable ({e})"
    for name, value in right.items():
        if name == "in force":
            changed = [f"{k} = {found[name].get(k)} for {v}" for k, v in value.items()
                       # a key without a meaning in the scenario is left out, and an empty name is that of the file
                       if found[name].get(k, v) != v and (k, v) != ("name", "")]
            if changed:
                return "not in force: " + ", ".join(changed)
        elif name in ("u", "V"):
            if found[name].shape != value.shape or not numpy.isfinite(value).all():
                return f"{name} of another shape, or not finite"
            if numpy.linalg.norm(found[name] - value) > 1e-6 * max(numpy.linalg.norm(value), 1e-300):
                return f"wrong {name}"
        elif not same(found[name], value, found["edges"] if name == "position" else None):
            return f"wrong {name}: {found[name].ravel()[:6]} for {value.ravel()[:6]}"
    return "right"


def hdf5(folder, name, write):
    path = os.path.join(folder, name)
    with h5py.File(path, "w") as f:
        write(f)
    with open(path, "rb") as f:
        return f.read()


def recorded(folder, scenario):
    subprocess.run([program, "run", *scenario, "--steps", "4", "--set", "output.stride=1", "--threads", "1", "--output",
                    os.path.join(folder, "a.h5"), "--overwrite"], check=True, capture_output=True, timeout=100)
    with open(os.path.join(folder, "a.h5"), "rb") as f:
        return f.read()


def cases(folder):
    free = 'schema = 1\n[domain]\nkind = "free-space"\n[[bodies]]\nfile = "FILE"\n'
    pipe = 'schema = 1\n[domain]\nradius = 6\nlength = 20\n[[bodies]]\nfile = "FILE"\n'
    cell = 'schema = 1\n[domain]\nkind = "periodic-3"\ncell = [12, 14, 16]\n[[bodies]]\nfile = "FILE"\n'
    texts = [
        ("a.csv", free, b"0,0,0\n4,0.5,0\n0,5,1.25\n-3.5,-4,2e0\n", from_csv),
        ("a.csv", pipe, b"x,y,z\n1,0,0\n-4,0.5,0\n23.5,2,1.25\n", from_csv),
        ("a.csv", cell, b"x,y,z,radius\n1,0,0,1\n-4,0.5,0,1\n23.5,2,1.25,1\n", from_csv),
        ("a.csv", free, b"# by hand\nx;y;z\n1.5;0;0\n-4;0.5;0\n", from_csv),
        ("a.csv", free, b'\xef\xbb\xbf"x","y","z"\r\n"1.5","0","0"\r\n"-4","0.5","0"\r\n', from_csv),
        ("a.xyz", free, b"3\nthree\nA 0 0 0\nA 4 0.5 0\nA 0 5 1.25\n", from_xyz),
        ("a.xyz", free, b"1\nfirst\nA 0 0 0\n2\nsecond\nA 4 0.5 0\nA 0 5 1.25\n", from_xyz),
        ("a.extxyz", pipe, b'2\nProperties=species:S:1:pos:R:3:radius:R:1\nA 1 0 0 1\nA 14 0.5 0 1\n', from_xyz),
        ("a.extxyz", cell, b'2\nLattice="12 0 0 0 14 0 0 0 16" Properties=pos:R:3\n1 0 0\n-4 0.5 3\n', from_xyz),
    ]
    all_cases = [Case(f[2:], f, data, s.replace("FILE", f), read) for f, s, data, read in texts]
    tomls = [
        b'schema = 1\nname = "three"\n[domain]\nkind = "free-space"\n[fluid]\nviscosity = 0.05\n[[bodies]]\nradius = 1.0\n'
        b'positions = [[0, 0, 0], [4, 0.5, 0],\n [0.0, 5.0, 1.25]]\n[integrator]\nkind = "euler"\ntime_step = 0.1\n',
        b'schema = 1\n[domain]\nkind = "periodic-3"\ncell = [12.0, 14.0, 16.0]\n[[bodies]]\npositions = [[1, 0, 0], [-4, 0.5, 30]]\n'
        b'[[bodies]]\nname = "large"\nradius = 1.5\npositions = [[6, 7, 8]]\n[solver]\ntolerance = 1e-3\n',
        b'schema = 1\n[domain]\nkind = "pipe"\nradius = 6.0\nlength = 20.0\n[[bodies]]\npositions = [[1.5, 0.0, 2.0], [27.0, 0.5, 0.0]]\n'
        b'force = 2.0\n[run]\nseed = 3\n[output]\nstride = 1\n',
    ]
    all_cases += [Case("toml", "start.toml", data, "", from_toml) for data in tomls]
    both = (mutate_objects, mutate_objects, mutate_bytes)
    all_cases += 4 * [Case("h5", "a.h5", recorded(folder, ["two_spheres"]), free.replace("FILE", "a.h5"), from_run,
                           mutations=both)]
    values = numpy.random.default_rng(4)
    x, f8, y = values.random((8, 3)), values.standard_normal((8, 3)), 6 * values.random((5, 3))

    def write_sum(f):
        g = f.create_group("g")
        g["src"], g["f"], g["box"], g["trg"] = x, f8, numpy.ones(3), y
        g.attrs["periodicity"] = 0

    def write_bodies(f):
        g = f.create_group("g")
        g["Y"], g["F"], g.attrs["a"], g.attrs["eta"] = 10 * x, f8, 0.2, 1.0

    all_cases += 2 * [Case("sum", "s.h5", hdf5(folder, "s.h5", write_sum), "", sum_of, "sum", both),
                      Case("mobility", "m.h5", hdf5(folder, "m.h5", write_bodies), "", velocities_of, "mobility", both)]
    return all_cases


def main():
    r = random.Random(seed)
    counts = collections.defaultdict(collections.Counter)
    faults, longest, begun = [], 0.0, time.monotonic()
    with tempfile.TemporaryDirectory() as top:
        kinds = [case for case in cases(top) if not kinds_asked or case.name in kinds_asked]
        for i in range(count):
            case = r.choice(kinds)
            folder = os.path.join(top, str(i))
            os.mkdir(folder)
            case.put(r, folder)
            start = time.monotonic()
            try:
                done = subprocess.run([program, *case.arguments()], cwd=folder, stdout=subprocess.DEVNULL,
                                      stderr=subprocess.PIPE, timeout=most_seconds,
                                      preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (most_cpu_seconds,) * 2))
                killed = done.returncode in (-signal.SIGXCPU, -signal.SIGKILL)
                verdict = "a hang" if killed else judge(case, folder, done)
            except subprocess.TimeoutExpired:
                verdict = "a hang"
            longest = max(longest, time.monotonic() - start)
            counts[case.name][verdict if verdict in ("right", "refused") else "fault"] += 1
            if verdict not in ("right", "refused"):
                faults.append(f"{i} {case.name}: {verdict}")
                print(faults[-1], flush=True)
                if keep:
                    shutil.copytree(folder, os.path.join(keep, str(i)), dirs_exist_ok=True)
            shutil.rmtree(folder)
    for name, c in sorted(counts.items()):
        print(f"{name:10}{c['right']:6} right {c['refused']:6} refused {c['fault']:6} faults")
    print(f"{count} mutated starts, seed {seed}, {time.monotonic() - begun:.0f} s, longest {longest:.1f} s, "
          f"{len(faults)} faults")
    return 1 if faults else 0


sys.exit(main())
