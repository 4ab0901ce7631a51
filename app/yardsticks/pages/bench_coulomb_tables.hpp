// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "yardsticks/pages/bench_tables.hpp"

namespace slurry::app {

/// Tables 1 to 4 of Halver, Meinke and Sutmann in this machine's figures: cycles per operation, least cycles, times of
/// all ordered pairs and the whole cube of modes for crystals of no more ions than `asked` has points, peaks.  A list
/// of tables; each row is printed as soon as it is there.
Json coulomb_tables(const BenchTables& asked);

}  // namespace slurry::app
