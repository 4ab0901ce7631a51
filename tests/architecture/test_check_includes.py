#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The include test finds what is planted in a copy of the sources: a file with one include, its fault alone each time."""
import os
import pathlib
import shutil
import sys
import tempfile

import check_includes

table = pathlib.Path(check_includes.__file__).parent / "ladder.txt"

# what is planted, its include, what is to be said of it
planted = [
    ("engine/base/planted.hpp", '"session/planted_there.hpp"', "session stands above base"),
    ("engine/ewald/far/planted.cpp", '"ewald/plan/planted_there.hpp"', "ewald/plan stands above ewald/far"),
    ("engine/ewald/near/planted.hpp", '"ewald/far/planted_there.hpp"', "ewald/far stands beside ewald/near"),
    ("engine/accuracy/planted.hpp", '"summation/planted_there.hpp"', "summation stands above accuracy"),
    # an engine is known in its folder, in the table of engines and in the wing
    ("engine/evaluation/planted.cpp", '"ewald/far/planted_there.hpp"', "engine/ewald is known in engine/planning/engines.cpp"),
    ("engine/planning/planted.cpp", '"ewald/plan/planted_there.hpp"', "engine/ewald is known in engine/planning/engines.cpp"),
    ("engine/fmm/planted.cpp", '"direct/planted_there.hpp"', "direct stands beside fmm"),
    ("engine/mobility/planted.cpp", '"direct/planted_there.hpp"', "engine/direct is known in engine/planning/engines.cpp"),
    ("engine/include/slurry/planted.hpp", '"base/planted_there.hpp"', "base stands above include"),
    ("engine/include/slurry/planted.hpp", "<Kokkos_Core.hpp>", "a public header includes the standard library alone"),
    ("engine/base/planted.hpp", '"base/planted_there.hpp"', "a circle: "),
    ("engine/dynamics/planted.cpp", "<hdf5.h>", "hdf5 belongs in engine/io"),
    ("engine/cellar/planted.hpp", "<vector>", "in no room of ladder.txt"),
    ("ui/models/planted.hpp", '"planted_above.hpp"', ". stands above models"),
    ("ui/view/planted.hpp", '"session/planted_there.hpp"', "ui sees engine/include alone"),
    ("app/planted.hpp", "<QString>", "Q belongs in ui, app/window, app/yardsticks/window"),
    ("app/planted.hpp", '"models/planted_there.hpp"', "app sees engine/include alone"),
    # nothing in the house includes the wing
    ("engine/evaluation/planted.cpp", '"yardsticks/measures/planted_there.hpp"', "engine sees nothing alone"),
    ("ui/panels/planted.hpp", '"yardsticks/measures/planted_there.hpp"', "ui sees engine/include alone"),
    ("app/commands/planted.cpp", '"yardsticks/measures/planted_there.hpp"', "app sees engine/include alone"),
    ("app/window/planted.cpp", '"yardsticks/measures/planted_there.hpp"', "app/window sees engine/include, ui, app alone"),
    ("app/yardsticks/direct_sums/planted.hpp", '"yardsticks/measures/planted_there.hpp"',
     "measures stands above direct_sums"),
]
there = ["engine/base", "engine/ewald/far", "engine/ewald/plan", "engine/direct", "engine/session", "engine/summation", "ui/models",
         "app/yardsticks/measures"]


def main():
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder)
        for top in ("engine", "ui", "app"):
            shutil.copytree(os.path.join(os.environ["SLURRY_SOURCE"], top), copy / top)
        for room in there:
            back = '#include "base/planted.hpp"\n' if room == "engine/base" else ""
            (copy / room / "planted_there.hpp").write_text(back)
        (copy / "ui/planted_above.hpp").touch()
        before = check_includes.faults_of(copy, table)[0]
        for name, included, sentence in planted:
            file = copy / name
            file.parent.mkdir(exist_ok=True)
            file.write_text(f"#  include {included}\n")
            new = [f for f in check_includes.faults_of(copy, table)[0] if f not in before]
            if len(new) != 1 or "planted" not in new[0] or sentence not in new[0]:
                sys.exit(f"{name} includes {included}: said was {new}, not '{sentence}'")
            file.unlink()
        file.write_text(f"#  include {included}\n")
        if check_includes.main(copy) != 1:
            sys.exit("the check of a planted copy ended well")


if __name__ == "__main__":
    main()
