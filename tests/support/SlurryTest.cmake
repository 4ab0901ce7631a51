# SPDX-License-Identifier: BSD-3-Clause
# slurry_add_test(NAME SOURCES file.cpp ... [LABELS word ...] [THREADS n] [TIMEOUT seconds] [PUBLIC_ONLY] [UI]
#                 [NO_SANITIZE] [ALONE] [LIBRARIES target ...])
#
# A GoogleTest binary and one ctest entry of that name.  By default it sees what the engine's own sources see: internal
# headers from engine/ ("far_field/p2g.hpp"), Kokkos, FFTW, and those of tests/ ("support/...", "reference/..."); Kokkos
# is started by a shared main.  PUBLIC_ONLY: the public headers alone, Kokkos not started (tests of Runtime and Session).
# UI: links slurry::ui and a main with a QApplication; run with a display, one at a time.  All others see no display.
# NO_SANITIZE: left out of the sanitizer builds (too slow there).
# ALONE: no other test runs at the same time, because the test takes times of the wall.  All others share the processors
# with a neighbour: most of them are one process after another, or loops too short for two threads.
#
# slurry_add_python_test(NAME SCRIPT file.py [ARGUMENTS ...] [LABELS ...] [TIMEOUT seconds] [SANITIZE] [DISPLAY] [ALONE]):
# a script run by a Python with h5py, numpy and scipy; it succeeds with exit code 0.  SLURRY_PROGRAM in its environment
# names the executable, SLURRY_SOURCE this source tree.  SANITIZE: in the sanitizer builds too.  DISPLAY: with a display.
#
# slurry_add_script_test(NAME COMMAND ... [LABELS ...] [TIMEOUT seconds] [SANITIZE] [DISPLAY] [ALONE]): any other command.

find_package(GTest REQUIRED)
set_package_properties(GTest PROPERTIES TYPE REQUIRED PURPOSE "tests")

# The distribution's Python first: its packages carry h5py.
find_program(SLURRY_TEST_PYTHON NAMES python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(SLURRY_TEST_PYTHON NAMES python3)

# Where every binary leaves its GoogleTest report, from which tests/run counts.
set(slurry_test_results "${CMAKE_BINARY_DIR}/test-results")

# Everything the tests of this build need, and no more: the sanitizer builds leave out the program where no test runs it.
add_custom_target(slurry_tests)

# What the engine's own sources see.
function(slurry_link_internals target)
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}/tests" "${PROJECT_SOURCE_DIR}/engine")
  target_link_libraries(${target} PRIVATE slurry::engine GTest::gtest Kokkos::kokkos FFTW::fftw3 FFTW::fftw3f
    Eigen3::Eigen fmt::fmt tomlplusplus::tomlplusplus nlohmann_json::nlohmann_json)
  if(SLURRY_WITH_HDF5)
    target_link_libraries(${target} PRIVATE hdf5::hdf5)
    target_compile_definitions(${target} PRIVATE SLURRY_WITH_HDF5)
  endif()
endfunction()

# Sanitizers are for the engine.  Tests keep that of addresses; that of undefined behaviour took half of their compilation.
function(slurry_test_defaults target)
  slurry_target_defaults(${target})
  if(SLURRY_SANITIZE STREQUAL "address")
    target_compile_options(${target} PRIVATE -fno-sanitize=undefined)
  endif()
endfunction()

# The two shared mains, compiled once.  With that of Kokkos the headers of its tests are parsed, once for all of them: it is
# compiled as they are, for an executable.
add_library(slurry_kokkos_main OBJECT "${PROJECT_SOURCE_DIR}/tests/support/kokkos_main.cpp")
slurry_test_defaults(slurry_kokkos_main)
set_target_properties(slurry_kokkos_main PROPERTIES POSITION_INDEPENDENT_CODE OFF)
target_compile_options(slurry_kokkos_main PRIVATE -fPIE)
slurry_link_internals(slurry_kokkos_main)
slurry_precompile(slurry_kokkos_main <Kokkos_Core.hpp> <gtest/gtest.h>)
if(SLURRY_BUILD_UI)
  add_library(slurry_qt_main STATIC "${PROJECT_SOURCE_DIR}/tests/support/qt_main.cpp")
  slurry_target_defaults(slurry_qt_main)
  target_link_libraries(slurry_qt_main PRIVATE GTest::gtest slurry_vtk_qt Qt6::Widgets Qt6::OpenGLWidgets)
endif()

function(slurry_test_properties name labels timeout threads display alone)
  # Rates that somebody measured must not decide what a test sees: no cache.
  # Two tests of two threads on two cores take the processor time of one after the other: threads that wait are passive.
  set(environment
    "OMP_NUM_THREADS=${threads}"
    "OMP_PROC_BIND=false"
    "OMP_WAIT_POLICY=passive"
    "GTEST_OUTPUT=xml:${slurry_test_results}/${name}.xml"
    "SLURRY_PROGRAM=$<TARGET_FILE:slurry>"
    "SLURRY_SOURCE=${PROJECT_SOURCE_DIR}"
    "SLURRY_CACHE=${CMAKE_BINARY_DIR}/no-cache"
    "UBSAN_OPTIONS=print_stacktrace=1")
  if(NOT SLURRY_SANITIZE STREQUAL "none")
    math(EXPR timeout "${timeout} * 4")
  endif()
  if(SLURRY_SANITIZE STREQUAL "thread")
    # Kokkos' own threads, which it never joins.
    list(APPEND environment "KOKKOS_NUM_THREADS=${threads}" "TSAN_OPTIONS=report_thread_leaks=0")
  endif()
  # The longest start first, and those that wait for one display before them: none of them is left over at the end.
  set(cost ${timeout})
  if(display)
    math(EXPR cost "${timeout} + 10000")
  endif()
  set_tests_properties(${name} PROPERTIES
    LABELS "${labels}" TIMEOUT "${timeout}" COST "${cost}" ENVIRONMENT "${environment}")
  if(alone)
    set_tests_properties(${name} PROPERTIES RUN_SERIAL ON)
  endif()
  if(display)
    set_tests_properties(${name} PROPERTIES RESOURCE_LOCK display)
  else()
    set_tests_properties(${name} PROPERTIES ENVIRONMENT_MODIFICATION "DISPLAY=unset:;WAYLAND_DISPLAY=unset:;QT_QPA_PLATFORM=unset:")
  endif()
endfunction()

function(slurry_add_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "PUBLIC_ONLY;UI;NO_SANITIZE;ALONE" "THREADS;TIMEOUT" "SOURCES;LABELS;LIBRARIES")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "slurry_add_test(${name}): what is '${arg_UNPARSED_ARGUMENTS}'?")
  endif()
  if(arg_NO_SANITIZE AND NOT SLURRY_SANITIZE STREQUAL "none")
    return()
  endif()
  if(NOT arg_THREADS)
    set(arg_THREADS 2)
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 300)
  endif()
  add_executable(${name} ${arg_SOURCES})
  slurry_test_defaults(${name})
  target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}/tests")
  target_link_libraries(${name} PRIVATE slurry::engine GTest::gtest ${arg_LIBRARIES})
  if(arg_UI)
    target_link_libraries(${name} PRIVATE slurry_qt_main slurry::ui)
    set_target_properties(${name} PROPERTIES AUTOMOC ON)
    vtk_module_autoinit(TARGETS ${name} MODULES VTK::RenderingOpenGL2 VTK::RenderingFreeType VTK::InteractionStyle)
    list(APPEND arg_LABELS ui)
  elseif(arg_PUBLIC_ONLY)
    target_link_libraries(${name} PRIVATE GTest::gtest_main)
  else()
    target_link_libraries(${name} PRIVATE slurry_kokkos_main)
    slurry_link_internals(${name})
    if(SLURRY_PRECOMPILE_HEADERS)
      target_precompile_headers(${name} REUSE_FROM slurry_kokkos_main)
    endif()
  endif()
  list(LENGTH arg_SOURCES sources)
  if(sources GREATER 1)
    slurry_unity(${name})
  endif()
  add_dependencies(slurry_tests ${name})
  add_test(NAME ${name} COMMAND ${name})
  slurry_test_properties(${name} "${arg_LABELS}" ${arg_TIMEOUT} ${arg_THREADS} ${arg_UI} ${arg_ALONE})
endfunction()

function(slurry_add_script_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "SANITIZE;DISPLAY;ALONE" "TIMEOUT" "COMMAND;LABELS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "test ${name}: what is '${arg_UNPARSED_ARGUMENTS}'?")
  endif()
  if(NOT arg_SANITIZE AND NOT SLURRY_SANITIZE STREQUAL "none")
    return()
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 300)
  endif()
  add_dependencies(slurry_tests slurry)
  add_test(NAME ${name} COMMAND ${arg_COMMAND})
  slurry_test_properties(${name} "${arg_LABELS}" ${arg_TIMEOUT} 2 ${arg_DISPLAY} ${arg_ALONE})
endfunction()

function(slurry_add_python_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "SCRIPT" "ARGUMENTS")
  cmake_path(ABSOLUTE_PATH arg_SCRIPT BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}")
  slurry_add_script_test(${name} COMMAND "${SLURRY_TEST_PYTHON}" "${arg_SCRIPT}" ${arg_ARGUMENTS} ${arg_UNPARSED_ARGUMENTS})
endfunction()
