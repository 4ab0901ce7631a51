# SPDX-License-Identifier: BSD-3-Clause
# slurry_target_defaults(TARGET): what every target of ours shares: language, warnings, instruction set, sanitizer.
# Nothing is global, and all translation units get the same flags, so that inline code agrees between them.

if(NOT SLURRY_SANITIZE MATCHES "^(none|address|thread)$")
  message(FATAL_ERROR "SLURRY_SANITIZE is '${SLURRY_SANITIZE}': none, address or thread")
endif()

# The address sanitizer's check for the use of a variable after its scope makes heavy templates compile 2.4 times longer
# (spreading_inst.cpp: 61 s with it, 25 s without).  The engine keeps it, but for its kernels, which share no locals.
set(SLURRY_NO_SCOPE_CHECK -fno-sanitize-address-use-after-scope)

function(slurry_target_defaults target)
  target_compile_features(${target} PRIVATE cxx_std_20)
  set_target_properties(${target} PROPERTIES
    CXX_EXTENSIONS OFF
    POSITION_INDEPENDENT_CODE ON
    EXPORT_COMPILE_COMMANDS ON)
  # No -ffast-math: sums rely on the order written.  These two only drop errno and traps.
  target_compile_options(${target} PRIVATE -Wall -Wextra -fno-math-errno -fno-trapping-math)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # False alarms of GCC 12 in std::string's operator+ (its bug 105651) and in its own vector intrinsics (105593).
    target_compile_options(${target} PRIVATE -Wno-restrict -Wno-stringop-overflow -Wno-maybe-uninitialized
      -Wno-uninitialized)
  endif()
  if(Kokkos_ENABLE_CUDA)
    # Pragmas of the host's inner loops.
    target_compile_options(${target} PRIVATE "SHELL:-Xcudafe --diag_suppress=1675")
  endif()
  if(SLURRY_NATIVE)
    target_compile_options(${target} PRIVATE -march=native)
  endif()
  if(SLURRY_REDUCED_INSTANTIATIONS)
    target_compile_definitions(${target} PRIVATE SLURRY_REDUCED_INSTANTIATIONS)
  endif()
  if(SLURRY_SANITIZE STREQUAL "address")
    set(sanitizer -fsanitize=address,undefined)
    # GCC warns of its own intrinsics' deliberately undefined lanes once they are instrumented.
    target_compile_options(${target} PRIVATE ${sanitizer} -fno-sanitize-recover=undefined -fno-omit-frame-pointer
      -Wno-maybe-uninitialized)
    target_link_options(${target} PRIVATE ${sanitizer})
    if(NOT target MATCHES "^slurry_(engine|cold)$")
      target_compile_options(${target} PRIVATE ${SLURRY_NO_SCOPE_CHECK})
    endif()
  elseif(SLURRY_SANITIZE STREQUAL "thread")
    # The volatile flags of Kokkos' threads: engine/base/thread_sanitizer.cpp.
    target_compile_options(${target} PRIVATE -fsanitize=thread "SHELL:--param tsan-distinguish-volatile=1"
      -fno-omit-frame-pointer)
    target_link_options(${target} PRIVATE -fsanitize=thread LINKER:--undefined=__tsan_volatile_read4)
  endif()
endfunction()

# slurry_precompile(TARGET header ...): headers of other libraries that most sources of the target include.  Sources still
# include what they use: a build without precompiled headers is the same.
function(slurry_precompile target)
  if(SLURRY_PRECOMPILE_HEADERS)
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endif()
endfunction()

# slurry_without_precompiled(TARGET folder ...): sources in these folders include little of it, and reading it would take
# them longer than what they parse.  Together they read it once.
function(slurry_without_precompiled target)
  if(SLURRY_UNITY)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  foreach(folder IN LISTS ARGN)
    set(inside ${sources})
    list(FILTER inside INCLUDE REGEX "/${folder}/[^/]*\\.cpp$")
    set_source_files_properties(${inside} TARGET_DIRECTORY ${target} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
  endforeach()
endfunction()

# slurry_unity(TARGET [ALONE source ...]): the sources of each folder are compiled together, but for kernels
# (slurry_kernel_sources), for those with flags of their own and for those named: what takes long by itself stays alone,
# so that many cores share the work.  Names in an anonymous namespace are thereby one folder's, not one file's.
function(slurry_unity target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "ALONE")
  if(NOT SLURRY_UNITY)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  # A type of an anonymous namespace in a member: the compiler thinks that it is in a header.
  target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.cpp$")
  foreach(source IN LISTS sources)
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" OUTPUT_VARIABLE path)
    get_source_file_property(alone "${path}" TARGET_DIRECTORY ${target} SLURRY_ALONE)
    cmake_path(GET path FILENAME name)
    if(alone OR name IN_LIST arg_ALONE OR name MATCHES "_inst\\.cpp$")
      continue()
    endif()
    cmake_path(GET path PARENT_PATH folder)
    cmake_path(RELATIVE_PATH folder BASE_DIRECTORY "${PROJECT_SOURCE_DIR}")
    string(REPLACE "/" "_" group "${folder}")
    set_source_files_properties("${path}" TARGET_DIRECTORY ${target} PROPERTIES UNITY_GROUP ${group})
  endforeach()
endfunction()
