#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Every Markdown file that a source, a script or a README names is in the repository, and every source that a Markdown
file names; every equation that is cited of a page of engine/theory is on that page; every file of a way through the house (engine/README.md) is there, in ways of at
most a dozen files, none of them twice.

named_documents.py ROOT   prints what is not there and fails.   named_documents.py --self-test   finds planted mistakes.
"""
import os
import re
import sys
import tempfile

SUFFIXES = (".hpp", ".cpp", ".h", ".cu", ".cmake", ".txt", ".py", ".sh", ".toml", ".md", ".frag", ".vert", ".json", ".in")
NAME = re.compile(r"[\w./-]*\w\.md\b")
LABELS = r"((?:(?:, |-| and |; )?\([A-Z]\d+\)(?:-\([A-Z]\d+\))?)+)"
CITED = re.compile(r"([\w-]+)\.md(?:\))? " + LABELS)
LINK = re.compile(r"\]\(([^)#:]+\.md)(?:#[\w-]*)?\)")

CODE = re.compile(r"`([\w./-]*\w\.(?:cpp|hpp|py|cmake))`")
PATH = re.compile(r"`([\w./-]+/[\w.-]+)`")
LONGEST_WAY = 12


def ways(readme):
    """Title and the files of each numbered list."""
    title = ""
    for part in re.split(r"^#+ (.*)$", readme, flags=re.M)[1:]:
        stops = re.findall(r"^\d+\. .*(?:\n(?!\d+\. |\n).*)*", part, flags=re.M)
        if not stops:
            title = part
        else:
            yield title, [PATH.findall(stop) for stop in stops]


def text_files(root):
    for folder, folders, names in os.walk(root):
        folders[:] = [f for f in folders if not f.startswith("build") and f not in (".git", ".cache", "__pycache__")]
        for name in names:
            if name.endswith(SUFFIXES) or "." not in name or folder.endswith(".ci"):
                yield os.path.relpath(os.path.join(folder, name), root)


def joined(text):
    """Lines of a comment as one."""
    return re.sub(r"\n[ \t]*(?://[/!]?<?|#|\*)?[ \t]*", " ", text)


def missing(root):
    files = {}
    for path in text_files(root):
        try:
            with open(os.path.join(root, path), encoding="utf-8") as f:
                files[path] = f.read()
        except (UnicodeDecodeError, OSError):
            continue
    documents = {p.replace(os.sep, "/") for p in files if p.endswith(".md")}
    sources = {"/" + p.replace(os.sep, "/") for p in files if not p.endswith(".md")}

    def is_there(name):
        name = re.sub(r"^(\.{1,2}/)+", "", name)
        return any(d == name or d.endswith("/" + name) for d in documents)

    found = []
    for path, text in sorted(files.items()):
        if path.endswith("named_documents.py"):
            continue
        for name in sorted(set(NAME.findall(text))):
            if not is_there(name):
                found.append(f"{path} names {name}, which is not in the repository")
        if path.endswith(".md"):
            for link in sorted(set(LINK.findall(text))):
                target = os.path.normpath(os.path.join(os.path.dirname(path), link)).replace(os.sep, "/")
                if target not in documents:
                    found.append(f"{path} links to {link}, which is not there")
            for name in sorted(set(CODE.findall(text))):
                if not any(s.endswith("/" + name) for s in sources):
                    found.append(f"{path} names {name}, which is not in the repository")
        for page, labels in CITED.findall(joined(text)):
            pages = [d for d in documents if d.endswith("theory/" + page + ".md")]
            for label in re.findall(r"\([A-Z]\d+\)", labels):
                if pages and label not in files[pages[0]]:
                    found.append(f"{path} cites {label} of {pages[0]}, which has no such equation")
    for title, stops in ways(files.get(os.path.join("engine", "README.md"), "")):
        firsts = [stop[0] for stop in stops if stop]
        if len(firsts) > LONGEST_WAY:
            found.append(f"the way '{title}' has {len(firsts)} files; it may have {LONGEST_WAY}")
        for path in sorted({p for p in firsts if firsts.count(p) > 1}):
            found.append(f"the way '{title}' comes by {path} twice")
        for path in sorted({p for stop in stops for p in stop}):
            if not os.path.exists(os.path.join(root, path)):
                found.append(f"the way '{title}' leads to {path}, which is not there")
    return found


def self_test():
    with tempfile.TemporaryDirectory() as root:
        def write(name, text):
            os.makedirs(os.path.dirname(os.path.join(root, name)), exist_ok=True)
            with open(os.path.join(root, name), "w", encoding="utf-8") as f:
                f.write(text)

        write("theory/waves.md", "a = b    (W1)\n")
        write("good.hpp", "/// As theory/waves.md\n/// (W1) says; see README.md.\n")
        write("README.md", "[waves](theory/waves.md)\n")
        assert missing(root) == [], missing(root)
        write("bad.hpp", "/// From recipe.md; theory/waves.md (W1), (W2).\n")
        write("folder/README.md", "[waves](theory/waves.md)\n")
        assert len(missing(root)) == 3, missing(root)
        way = "# Ways\n\n## there\n\n1. `engine/a.cpp`: begins\n2. `engine/b.cpp`\n"
        write("engine/a.cpp", "")
        write("engine/b.cpp", "")
        write("engine/README.md", way)
        assert len(missing(root)) == 3, missing(root)
        write("engine/README.md", way + "3. `engine/a.cpp`: again\n4. `engine/c.cpp`\n")
        assert len(missing(root)) == 6, missing(root)  # c.cpp as a source, too
        write("folder/README.md", "`a.cpp` and `engine/b.cpp` are there, `engine/d.cpp` and `folder/a.cpp` not\n")
        assert len(missing(root)) == 7, missing(root)


if __name__ == "__main__":
    if sys.argv[1:] == ["--self-test"]:
        self_test()
    else:
        lines = missing(sys.argv[1])
        print("\n".join(lines) or "every document and equation that is named is there")
        sys.exit(1 if lines else 0)
