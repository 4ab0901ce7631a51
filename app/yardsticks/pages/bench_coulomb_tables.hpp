// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "yardsticks/pages/bench_tables.hpp"

namespace slurry::app {

/// Repeats tables 1 to 4 of Halver, Meinke and Sutmann with figures of this machine: cycles per operation, least
/// cycles, times of all ordered pairs and the whole cube of modes, and peaks. Crystals have at most as many ions as
/// `asked` has points. Returns a list of tables; each row is printed as soon as it is measured.
Json coulomb_tables(const BenchTables& asked);

}  // namespace slurry::app
