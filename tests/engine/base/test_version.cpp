// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>

#include <string>

#include "slurry/version.hpp"

namespace slurry {
namespace {

TEST(Version, NamesTheHostBackEndInUse) {
  const std::string used = Kokkos::DefaultHostExecutionSpace::name();
  EXPECT_NE(build_info().back_ends.find(used), std::string::npos) << build_info().back_ends;
}

TEST(Version, LibraryVersionsAreNumbers) {
  for (const std::string& v : {build_info().version, build_info().kokkos_version, build_info().fftw_version}) {
    ASSERT_FALSE(v.empty());
    EXPECT_EQ(v.find_first_not_of("0123456789."), std::string::npos) << v;
    EXPECT_NE(v.find('.'), std::string::npos) << v;
  }
}

}  // namespace
}  // namespace slurry
