# SPDX-License-Identifier: BSD-3-Clause
# cmake -DBUILD=... -DCONSUMER=... -DGENERATOR=... -DCONFIG=... -DWORK=... -P: installs the build into a fresh folder,
# configures, builds and runs a project that finds it there.
file(REMOVE_RECURSE "${WORK}")
function(step)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE failed OUTPUT_VARIABLE said ERROR_VARIABLE said)
  if(failed)
    message(FATAL_ERROR "${ARGN}\n${said}")
  endif()
endfunction()
step("${CMAKE_COMMAND}" --install "${BUILD}" --config "${CONFIG}" --prefix "${WORK}/prefix")
# The yardsticks are installed beside the program that becomes them.
step("${WORK}/prefix/bin/slurry" bench)
step("${CMAKE_COMMAND}" -S "${CONSUMER}" -B "${WORK}/build" -G "${GENERATOR}" "-DCMAKE_BUILD_TYPE=${CONFIG}"
  "-DCMAKE_CXX_COMPILER=${COMPILER}" "-Dslurry_ROOT=${WORK}/prefix")
step("${CMAKE_COMMAND}" --build "${WORK}/build" --config "${CONFIG}")
step("${WORK}/build/consumer")
