# SPDX-License-Identifier: BSD-3-Clause
"""The words of an enumeration stand once: in its table words<E> beside the enumeration (slurry/words.hpp).

No other place of the house ties a value of such an enumeration to one of its words: no statement holds both E::value
and that value's word in quotes.  words_once.py ROOT, or words_once.py --self-test.
"""
import pathlib
import re
import sys

ROW = re.compile(r'Word<(\w+)>\{\1::(\w+),\s*"([^"]+)"\}')


def tables(root):
    found = {}
    for header in sorted((root / "engine/include/slurry").glob("*.hpp")):
        for enumeration, value, word in ROW.findall(header.read_text()):
            found.setdefault(enumeration, {})[value] = word
    return found


def statements(text):
    """Pieces between semicolons and braces that begin a body, without comments and tables; with their line."""
    text = re.sub(r"//[^\n]*", "", ROW.sub("", text))
    line = 1
    for piece in re.split(r"(?<=[;{])(?=\n)|(?<=;)", text):
        yield line, piece
        line += piece.count("\n")


def faults_of(name, text, known):
    faults = []
    for line, piece in statements(text):
        for enumeration, rows in known.items():
            for value, word in rows.items():
                if re.search(rf"\b{enumeration}::{value}\b", piece) and f'"{word}"' in piece:
                    faults.append(f'{name}:{line}: "{word}" beside {enumeration}::{value}; its word stands in words<{enumeration}>')
    return faults


def check(root):
    known = tables(root)
    faults = [] if len(known) > 15 else [f"only {len(known)} tables of words were found"]
    for tree in ("engine", "ui", "app"):
        for source in sorted((root / tree).rglob("*.?pp")):
            if "yardsticks" not in source.parts:
                faults += faults_of(source.relative_to(root), source.read_text(), known)
    return faults


def self_test():
    known = {"Precision": {"fp64": "fp64", "fp32": "fp32"}}
    planted = 'auto w = p == Precision::fp32 ? "fp32" : "fp64";'
    assert len(faults_of("x", planted, known)) == 1
    assert not faults_of("x", 'auto w = word_of(Precision::fp32); f("fp32");', known)
    assert not faults_of("x", 'Word<Precision>{Precision::fp32, "fp32"};', known)


if __name__ == "__main__":
    if sys.argv[1] == "--self-test":
        self_test()
    else:
        problems = check(pathlib.Path(sys.argv[1]))
        print("\n".join(problems) or "every word stands once")
        sys.exit(1 if problems else 0)
