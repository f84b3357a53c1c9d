# NEARFIELD_SANITIZER=address or thread: flags of the presets asan and tsan. Both want Clang, without CUDA. It compiles this
# several times faster than GCC, and its OpenMP tells the thread sanitizer what it synchronises, which GCC's does not.
#
# What the test presets set:
# - intercept_tls_get_addr=0: before LLVM 17 the leak sanitizer may crash where it looks for what libraries keep for each
#   thread (google/sanitizers issue 1322); it does not look there.
# - KMP_FORCE_MONOTONIC_DYNAMIC_SCHEDULE=1: on a busy machine that OpenMP may fail an assertion where threads steal
#   iterations (LLVM issue 132164); they take turns instead.
set(NEARFIELD_SANITIZER "" CACHE STRING "Sanitizer of a debug build with Clang: address (and undefined behaviour) or thread")
if(NOT NEARFIELD_SANITIZER)
  return()
endif()
set(sanitizer -O2 -g1 -fno-omit-frame-pointer)
set(CMAKE_EXE_LINKER_FLAGS -fuse-ld=lld)
if(NEARFIELD_SANITIZER STREQUAL "address")
  # Tests start the program a thousand times: at a fixed address it starts in two thirds of the time.
  list(INSERT sanitizer 2 -fno-pie)
  string(PREPEND CMAKE_EXE_LINKER_FLAGS "-no-pie ")
  # Checks of null, alignment, size and type at each pointer take a third of the build.
  list(APPEND sanitizer -fsanitize=address,undefined -fno-sanitize=alignment,null,object-size,vptr -fno-sanitize-recover=all)
elseif(NEARFIELD_SANITIZER STREQUAL "thread")
  list(APPEND sanitizer -fsanitize=thread)
else()
  message(FATAL_ERROR "NEARFIELD_SANITIZER=${NEARFIELD_SANITIZER}: give address or thread")
endif()
list(JOIN sanitizer " " CMAKE_C_FLAGS_DEBUG)
set(CMAKE_CXX_FLAGS_DEBUG "${CMAKE_C_FLAGS_DEBUG} -Wno-pass-failed")  # Clang's vectorizer need not report
