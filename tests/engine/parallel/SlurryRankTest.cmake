# SPDX-License-Identifier: BSD-3-Clause
# slurry_add_rank_test(NAME SOURCES ... [LIBRARIES ...]): a program that tests one rank, and under mpirun 1 to 4 ranks.
function(slurry_add_rank_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LIBRARIES")
  add_executable(${name} ${arg_SOURCES})
  slurry_target_defaults(${name})
  target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}/tests")
  target_link_libraries(${name} PRIVATE slurry::engine GTest::gtest ${arg_LIBRARIES})
  slurry_link_internals(${name})
  add_dependencies(slurry_tests ${name})
  add_test(NAME ${name} COMMAND ${name})
  slurry_test_properties(${name} parallel 120 1 OFF OFF)
  if(NOT SLURRY_HAS_MPI OR NOT MPIEXEC_EXECUTABLE OR NOT SLURRY_SANITIZE STREQUAL "none")
    return()  # under a sanitizer the library's own start leaks
  endif()
  foreach(ranks IN ITEMS 1 2 3 4)
    slurry_add_script_test(${name}_${ranks} LABELS parallel TIMEOUT 300
      COMMAND "${MPIEXEC_EXECUTABLE}" -n ${ranks} $<TARGET_FILE:${name}>)
    set_property(TEST ${name}_${ranks} APPEND PROPERTY ENVIRONMENT
      OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1)
  endforeach()
endfunction()
