# How everything is compiled. The flags of nearfield_options hold for every target that links it.

add_link_options($<$<CONFIG:Release>:-s>)  # symbols are a seventh of the program

set(cxx_flags -Wall -Wextra)
list(APPEND cxx_flags -Wno-missing-field-initializers)  # aggregates name those members that differ from their defaults
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  list(APPEND cxx_flags -Wno-restrict)  # GCC 12 warns of any "text" + string at -O3
  list(APPEND cxx_flags -fno-ipa-sra)  # came with the loops per set of instructions (6c6018e); not measured since
  # GCC would look for memory that it can use again from 128 MB on. Not doing so spares a tenth of its time, for a fifth
  # more memory.
  list(APPEND cxx_flags --param=ggc-min-heapsize=524288)
endif()
# Without either of these two, GCC 12 leaves roots in sums over neighbours as they are: boundary_cpu.cpp of sph then has 4
# of one number each in place of 8 of several (tests/vectors_test.py).
list(APPEND cxx_flags -fno-math-errno -fno-trapping-math)
list(APPEND cxx_flags -ffp-contract=off)  # every set of instructions gives the same bits: no fused multiply-add
# 20012: an annotation of a defaulted function is ignored; 20014: a host function is called from one for both sides
set(cuda_flags --extended-lambda -Xcompiler=-Wall,-Wno-unknown-pragmas,--param=ggc-min-heapsize=524288 -diag-suppress=20012,20014)
list(APPEND cuda_flags -DR123_USE_SSE=0)  # nvcc 12 fails on the vector headers of GCC 13
target_compile_options(nearfield_options INTERFACE $<$<COMPILE_LANGUAGE:CXX>:${cxx_flags}> $<$<COMPILE_LANGUAGE:CUDA>:${cuda_flags}>)

# instructions: the sets that loops on the CPU are compiled for (core/exec/simd.hpp)
set(instructions NEARFIELD_BASELINE)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  if(NEARFIELD_INSTRUCTIONS STREQUAL "all")
    list(APPEND instructions NEARFIELD_AVX2 NEARFIELD_AVX512)
  elseif(NEARFIELD_INSTRUCTIONS STREQUAL "here")
    execute_process(COMMAND ${CMAKE_CXX_COMPILER} -march=native -dM -E -x c++ /dev/null OUTPUT_VARIABLE macros ERROR_QUIET)
    if(NOT macros MATCHES "__BMI2__")  # the loops of wider sets use it
      set(macros "")
    endif()
    if(macros MATCHES "__AVX512BW__" AND macros MATCHES "__AVX512DQ__" AND macros MATCHES "__AVX512VL__")
      set(instructions NEARFIELD_AVX512)
    elseif(macros MATCHES "__AVX2__")
      set(instructions NEARFIELD_AVX2)
    endif()
  elseif(NOT NEARFIELD_INSTRUCTIONS STREQUAL "baseline")
    message(FATAL_ERROR "NEARFIELD_INSTRUCTIONS=${NEARFIELD_INSTRUCTIONS}: give all, here or baseline")
  endif()
endif()
target_compile_definitions(nearfield_options INTERFACE ${instructions})

# Loops over all elements are optimised as far as GCC goes. The rest takes a third less time with -O1, and people wait no
# longer for it. Each has precompiled headers of its own: GCC compiles what includes them as they were compiled.
set(loops_optimised $<$<AND:$<CONFIG:Release>,$<COMPILE_LANGUAGE:CXX>>:-O3>)
set(rest_optimised $<$<AND:$<CONFIG:Release>,$<COMPILE_LANGUAGE:CXX>>:-O1>)

# Headers that most files include, parsed once instead of once per file. Our own do not belong here, because a change to
# one would recompile everything, nor do nlohmann/json.hpp and CLI/CLI.hpp: with GCC, files that do not use them would
# take longer. Clang reads from them only what a file uses, and builds under sanitizers mostly begin anew.
set(NEARFIELD_COMMON_HEADERS
  <algorithm> <array> <cmath> <functional> <map> <memory> <optional> <string> <vector> <fmt/format.h> <glm/glm.hpp>)
if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
  list(APPEND NEARFIELD_COMMON_HEADERS
    <chrono> <filesystem> <fstream> <set> <thread> <nlohmann/json.hpp>
    <sim/simulation.hpp> <sim/twin.hpp> <sim/world_of.hpp>)  # by no path of this copy: a cache then serves others too
  add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:SHELL:-Xclang -fno-pch-timestamp>")  # otherwise ccache never hits
endif()
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/precompiled.cpp CONTENT "")
function(nearfield_precompile target optimised)
  add_library(${target} OBJECT ${PROJECT_BINARY_DIR}/precompiled.cpp)
  target_compile_options(${target} PRIVATE ${optimised})
  target_link_libraries(${target} PRIVATE nearfield_options)
  target_precompile_headers(${target} PRIVATE ${NEARFIELD_COMMON_HEADERS})
endfunction()
nearfield_precompile(nearfield_precompiled_loops "${loops_optimised}")
nearfield_precompile(nearfield_precompiled "${rest_optimised}")
add_compile_options(${rest_optimised})

# nearfield_loops(target files...): objects of files that hold loops over all elements and are compiled one at a time,
# since they take long
function(nearfield_loops target)
  add_library(${target} OBJECT ${ARGN})
  set_target_properties(${target} PROPERTIES UNITY_BUILD OFF)
  target_compile_options(${target} PRIVATE ${loops_optimised})
  target_precompile_headers(${target} REUSE_FROM nearfield_precompiled_loops)
  target_link_libraries(${target} PRIVATE nearfield_options)
endfunction()

# nearfield_text(target file): a library of one generated file. It is separate because CMake generates a library's files
# only after everything the library links is built, and every file that includes one of its headers waits for that.
function(nearfield_text target file)
  add_library(${target} STATIC ${file})
  set_target_properties(${target} PROPERTIES UNITY_BUILD OFF)  # so that a build sees what the same build has embedded
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/core)
endfunction()

set(CMAKE_UNITY_BUILD ${NEARFIELD_UNITY})
set(CMAKE_UNITY_BUILD_BATCH_SIZE 16)
