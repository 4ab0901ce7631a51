# SPDX-License-Identifier: BSD-3-Clause
"""slurry render and slurry without arguments, where there is no display: pictures, refusals and exit codes."""
import os
import struct
import subprocess
import sys
import tempfile
import zlib

program = os.environ["SLURRY_PROGRAM"]


def slurry(*arguments, expect=0):
    done = subprocess.run([program, *arguments], capture_output=True, text=True, timeout=300)
    if done.returncode != expect:
        sys.exit(f"slurry {' '.join(arguments)} ended with {done.returncode}, not {expect}:\n{done.stdout}{done.stderr}")
    return done.stderr


def rows_of(file):
    """Rows of (r, g, b) of an 8-bit PNG without interlacing."""
    data = open(file, "rb").read()
    assert data[:8] == b"\x89PNG\r\n\x1a\n", f"{file} is no PNG"
    at, packed, words = 8, b"", {}
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + length]
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack(">IIBB", body[:10])
            assert depth == 8 and colour in (2, 6), "not 8 bits of red, green, blue"
            step = 3 if colour == 2 else 4
        elif kind == b"IDAT":
            packed += body
        elif kind == b"tEXt":
            key, _, value = body.partition(b"\0")
            words[key.decode()] = value.decode("latin-1")
        at += 12 + length
    raw, rows, above = zlib.decompress(packed), [], bytes(width * step)
    for y in range(height):
        line = raw[y * (width * step + 1):(y + 1) * (width * step + 1)]
        kind, row = line[0], bytearray(line[1:])
        for i in range(len(row)):
            a = row[i - step] if i >= step else 0
            b, c = above[i], above[i - step] if i >= step else 0
            if kind == 1:
                row[i] = row[i] + a & 255
            elif kind == 2:
                row[i] = row[i] + b & 255
            elif kind == 3:
                row[i] = row[i] + (a + b) // 2 & 255
            elif kind == 4:
                p = a + b - c
                row[i] = row[i] + min((a, b, c), key=lambda v: abs(p - v)) & 255
        rows.append([tuple(row[i:i + 3]) for i in range(0, len(row), step)])
        above = bytes(row)
    return rows, words


def share(rows, wanted):
    pixels = [p for row in rows for p in row]
    return sum(map(wanted, pixels)) / len(pixels)


def differing(one, other):
    a, b = rows_of(one)[0], rows_of(other)[0]
    pixels = [max(abs(x - y) for x, y in zip(p, q)) for r, s in zip(a, b) for p, q in zip(r, s)]
    return sum(d > 8 for d in pixels) / len(pixels)


def pipe_of(name, bodies, rest=""):
    open(name, "w").write(f"""
schema = 1
[domain]
radius = 4
length = 12
[[bodies]]
{bodies}
{rest}
""")


os.chdir(tempfile.mkdtemp())

# A sphere of known size: its disc, seen from the default side, covers what the pipe's size says it covers.
open("one.toml", "w").write("""
schema = 1
[domain]
radius = 4
length = 12
[[bodies]]
positions = [[6, 0, 0]]
[view]
slice = false
colour_by = "group"
""")
slurry("render", "one.toml", "--output", "one.png", "--size", "600x600", "--clean")
rows, words = rows_of("one.png")
assert len(rows) == 600 and len(rows[0]) == 600
assert words["Step"] == "0" and "slurry" in words["Software"], words
# The only group has the first colour of the map, indigo: much more blue than red, which nothing else here is.
disc = [(x, y) for y, row in enumerate(rows) for x, p in enumerate(row) if p[2] > 36 and p[2] > 1.9 * p[0]]
wide = max(x for x, _ in disc) - min(x for x, _ in disc) + 1
high = max(y for _, y in disc) - min(y for _, y in disc) + 1
assert abs(wide - high) <= 3, (wide, high)
assert 0.70 < len(disc) / (wide * high) < 0.82, "a disc fills pi/4 of its square"
middle = (sum(x for x, _ in disc) / len(disc), sum(y for _, y in disc) / len(disc))
assert abs(middle[0] - 300) < 3 and abs(middle[1] - 300) < 3, middle

# Nothing is overwritten, and a wrong word is refused with what would do.
assert "overwrite" in slurry("render", "one.toml", "--output", "one.png", expect=2)
slurry("render", "one.toml", "--output", "one.png", "--size", "64x64", "--overwrite")
assert len(rows_of("one.png")[0]) == 64
assert "along_gravity" in slurry("render", "one.toml", "--output", "x.png", "--colour-by", "taste", expect=2)
assert "WIDTHxHEIGHT" in slurry("render", "one.toml", "--output", "x.png", "--size", "big", expect=2)
assert "--frame" in slurry("render", "one.toml", "--output", "x.png", "--frame", "3", expect=2)
slurry("render", "nowhere.h5", "--output", "x.png", expect=2)
assert not os.path.exists("x.png")

# The slice of a recorded frame is that of its bodies as they lie there, and is of its moment: the same as of a scenario
# that starts with them.
rod = 'kind = "rod"\naspect = 8\nradius = 0.3\n'
pipe_of("rods.toml", rod + 'orientation = "random"\ncount = 4', "[run]\nuntil = 2")
slurry("run", "rods.toml", "--output", "rods.h5")
pipe_of("there.toml", rod + 'file = "rods.h5"')
slurry("render", "rods.h5", "--output", "rods.png", "--size", "300x300", "--clean")
slurry("render", "there.toml", "--output", "there.png", "--size", "300x300", "--clean")
assert differing("rods.png", "there.png") < 0.005, differing("rods.png", "there.png")

# After a reversal the flow is that of the opposite force.
view = '[view]\ncolour_by = "along_gravity"\n'
pipe_of("back.toml", "positions = [[6, 1.5, 0]]", "[run]\nuntil = 2\nreverse_at = 1\n" + view)
slurry("run", "back.toml", "--output", "back.h5")
pipe_of("up.toml", "positions = [[6, 1.5, 0]]\nforce = -1", view)
slurry("render", "up.toml", "--output", "up.png", "--size", "300x300", "--clean")
for frame, alike in (("-1", True), ("0", False)):
    slurry("render", "back.h5", "--frame", frame, "--output", "back.png", "--size", "300x300", "--clean", "--overwrite")
    assert (differing("back.png", "up.png") < 0.005) == alike, (frame, differing("back.png", "up.png"))

# Without arguments: a recording and a picture, under names that nothing has.
for name in ("welcome", "welcome-2"):
    assert name + ".h5" in slurry()
    assert os.path.exists(name + ".h5") and os.path.exists(name + ".png")
rows, words = rows_of("welcome.png")
assert int(words["Step"]) > 100
# Many colours of the sequential map: spheres and slice fill a good part of it.
assert share(rows, lambda p: max(p) - min(p) > 60) > 0.15
frames = slurry("render", "welcome.h5", "--output", "x.png", "--frame", "100000", expect=2)
assert "frames are 0 to" in frames
slurry("render", "welcome.h5", "--output", "first.png", "--frame", "0", "--no-slice", "--light", "--flat", "--size", "400x200")
assert rows_of("first.png")[1]["Step"] == "0"
print("render: pictures, refusals and the start without a display are right")
