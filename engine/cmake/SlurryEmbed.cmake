# SPDX-License-Identifier: BSD-3-Clause
# slurry_embed(TARGET HEADER file.hpp NAMESPACE name FILES ...): text files as string views in a header of the build
# tree, which the target can include as "file.hpp".  A file body_impostor.frag becomes NAMESPACE::body_impostor_frag;
# NAMESPACE::all lists {name, text} of every file.

function(slurry_embed target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "HEADER;NAMESPACE" "FILES")
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/embedded")
  set(output "${folder}/${arg_HEADER}")
  set(files "")
  foreach(file IN LISTS arg_FILES)
    cmake_path(ABSOLUTE_PATH file BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE)
    list(APPEND files "${file}")
  endforeach()
  set(script "${PROJECT_SOURCE_DIR}/engine/cmake/embed_text.cmake")
  add_custom_command(OUTPUT "${output}"
    COMMAND "${CMAKE_COMMAND}" "-DOUTPUT=${output}" "-DNAMESPACE=${arg_NAMESPACE}" "-DFILES=${files}" -P "${script}"
    DEPENDS ${files} "${script}"
    COMMENT "Embedding text files into ${arg_HEADER}"
    VERBATIM)
  # A target of its own: rules of one folder do not reach a library that another folder made.
  cmake_path(GET arg_HEADER STEM name)
  add_custom_target(${target}_${name} DEPENDS "${output}")
  add_dependencies(${target} ${target}_${name})
  target_include_directories(${target} PRIVATE "${folder}")
endfunction()
