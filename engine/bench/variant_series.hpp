// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "slurry/variant_survey.hpp"

namespace slurry {

/// bench_variants() row by row.
class VariantSeries {
 public:
  /// Lists the rows with what is predicted for them.  Throws as bench_variants() does.
  explicit VariantSeries(const VariantBenchCase& c);
  ~VariantSeries();
  /// Times the next row; false where there is none left.
  bool measure_next();
  const std::vector<SurveyedVariant>& rows() const;
  const VariantBenchResult& found() const;  ///< its rows are empty

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace slurry
