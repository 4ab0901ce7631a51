# SPDX-License-Identifier: BSD-3-Clause
# cmake -DFOLDER=engine/include -DLISTED=... -P: fails when a header of the folder is not in the list.
file(GLOB_RECURSE present "${FOLDER}/*.hpp")
list(REMOVE_ITEM present ${LISTED})
if(present)
  message(FATAL_ERROR "not listed in engine/include/CMakeLists.txt: ${present}")
endif()
