// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <string>
#include <vector>

namespace slurry::ui {

/// Zeros at the end of a number: dropped where the number is exact, as an input or a mark of an axis; kept where they
/// tell how well it is known.
enum class Zeros { dropped, kept };

/// A number of so many significant digits.  Plain from 0.001 to below 100 000, with thin spaces from 10 000 on;
/// outside, "3.1e−4".  True minus, decimal point, "0" for exact zero alone, "–" for what is not known.
std::string number_text(double value, int digits = 4, Zeros zeros = Zeros::dropped);

/// Components of a vector: all have the decimals of the largest.  One that is too small to be seen so is "<0.001".
/// Vectors whose largest component is below 0.001 or from 100 000 on have a power of ten each.
std::vector<std::string> vector_texts(std::span<const double> values, int digits = 4, Zeros zeros = Zeros::kept);

/// An error or a tolerance, of two digits: "1.2e−3".
std::string error_text(double value);

/// The value of an option as a person reads it: a number by number_text(), any other word as it is.
std::string option_value_text(const std::string& value);

/// A whole number, with thin spaces from 10 000 on.
std::string count_text(long long count);

}  // namespace slurry::ui
