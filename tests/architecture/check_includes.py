#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""check_includes.py SOURCE [TABLE]: the includes of the engine, the window and the program against the ladder.

Says each include that goes up or sideways, each circle of headers, each file in no room, each library where it may not
be and each public header that includes more than the standard library; exit code 1 when there is any."""
import functools
import pathlib
import re
import sys

include_line = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(?:"([^"]+)"|<([^>]+)>)', re.MULTILINE)
public = "engine/include"


class Tree:
    def __init__(self, name, seen):
        self.name, self.seen, self.rungs = name, seen, []

    def rung(self, path):
        """Number of the rung a file stands on, the most particular entry deciding, and that entry; None: in no room."""
        inside = path.relative_to(self.name)
        for wanted in (str(inside), *(map(str, inside.parents[:-1]) if len(inside.parts) > 1 else ".")):
            for number, rooms in enumerate(self.rungs):
                if wanted in rooms:
                    return number, wanted
        return None


def read_table(file):
    trees, libraries, rooms = [], [], []
    for line in file.read_text().splitlines():
        words = line.split("#")[0].split()
        if not words:
            continue
        if words[0] == "tree":
            trees.append(Tree(words[1], words[3:]))
        elif words[0] == "library":
            libraries.append((words[1], words[3:]))
        elif words[0] == "room":
            rooms.append((words[1], words[3:]))
        else:
            trees[-1].rungs.append(words)
    return trees, libraries, rooms


# Asked about the same few folders for every include of every file: each answer is found once.
@functools.cache
def is_within(path, folder):
    return path == pathlib.PurePath(folder) or pathlib.PurePath(folder) in path.parents


def tree_of(trees, path):
    """The innermost one."""
    return max((t for t in trees if is_within(path, t.name)), key=lambda t: len(t.name), default=None)


def found(source, trees, own, name):
    """The file that an include in quotes means; None: the build makes it."""
    roots = [own.parent, *(pathlib.PurePath(r) for r in ("engine", public, "ui", "app"))]
    return next((r / name for r in roots if (source / r / name).is_file()), None)


def circles(graph):
    """Headers that include each other, each circle once."""
    done, path, faults = set(), [], []

    def walk(file):
        if file in path:
            faults.append("a circle: " + " -> ".join(map(str, [*path[path.index(file):], file])))
            return
        if file in done:
            return
        path.append(file)
        for other in graph.get(file, ()):
            walk(other)
        path.pop()
        done.add(file)

    for file in sorted(graph):
        walk(file)
    return faults


def check_own(trees, here, there):
    """What is wrong with a file of ours that includes another one."""
    tree, other = tree_of(trees, here), tree_of(trees, there)
    if tree is not other:
        if any(is_within(there, seen) and is_within(pathlib.PurePath(seen), other.name) for seen in tree.seen):
            return None
        return f"{tree.name} sees {', '.join(tree.seen) or 'nothing'} alone"
    (rung, room), (rung_there, room_there) = tree.rung(here), tree.rung(there)
    if room == room_there or rung_there < rung:
        return None
    return f"{room_there} stands {'beside' if rung_there == rung else 'above'} {room}"


def check_room(rooms, here, there):
    for room, where in rooms:
        if is_within(there, room) and not any(is_within(here, w) for w in (room, *where)):
            return f"{room} is known in {', '.join(where)} alone"
    return None


def check_library(libraries, here, name):
    if is_within(here, public) and re.search(r"[/.]", name):
        return "a public header includes the standard library alone"
    for start, where in libraries:
        if name.startswith(start) and not any(is_within(here, w) for w in where):
            return f"{start} belongs in {', '.join(where)}"
    return None


def faults_of(source, table):
    trees, libraries, rooms = read_table(table)
    graph, faults = {}, []
    for top in sorted({t.name.split("/")[0] for t in trees}):
        for file in sorted((source / top).rglob("*")):
            if file.suffix not in (".hpp", ".cpp"):
                continue
            here = file.relative_to(source)
            here = pathlib.PurePath(here)
            if tree_of(trees, here).rung(here) is None:
                faults.append(f"{here}: in no room of {table.name}")
                continue
            graph[here] = []
            for quoted, bracketed in include_line.findall(file.read_text()):
                if quoted:
                    there = found(source, trees, here, quoted)
                    if there is None:
                        continue
                    graph[here].append(there)
                    fault = None if tree_of(trees, there).rung(there) is None else check_own(trees, here, there)
                    fault = fault or check_room(rooms, here, there)
                else:
                    fault = check_library(libraries, here, bracketed)
                if fault:
                    faults.append(f"{here} includes {quoted or bracketed}: {fault}")
    return faults + circles(graph), len(graph)


def main(source, table=None):
    faults, files = faults_of(pathlib.Path(source), pathlib.Path(table or pathlib.Path(__file__).parent / "ladder.txt"))
    print(*faults, f"{files} files, {len(faults)} faults", sep="\n")
    return 1 if faults or files == 0 else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
