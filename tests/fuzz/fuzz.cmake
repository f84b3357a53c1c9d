# The fuzzer, linked with the objects of the address sanitizer's build: ./run-tests --fuzz SECONDS. Only readers are
# instrumented for coverage.
if(NOT CMAKE_CXX_COMPILER_ID MATCHES Clang OR NOT CMAKE_CXX_FLAGS_DEBUG MATCHES "sanitize=address")
  return()
endif()
set(watched -fsanitize-coverage=inline-8bit-counters,indirect-calls,trace-cmp,pc-table)
if(NEARFIELD_FUZZ_COVERAGE)  # tests/fuzz/coverage
  list(APPEND watched -fprofile-instr-generate -fcoverage-mapping)
endif()
foreach(library nearfield_building nearfield_documents nearfield_files nearfield_geometry nearfield_lessons nearfield_plans nearfield_tanks)
  target_compile_options(${library} PRIVATE ${watched})
endforeach()
function(watch library)
  list(TRANSFORM ARGN PREPEND ${PROJECT_SOURCE_DIR}/)
  set_property(SOURCE ${ARGN} TARGET_DIRECTORY ${library} APPEND PROPERTY COMPILE_OPTIONS ${watched})
endfunction()
watch(nearfield_core core/base/error.cpp core/cells/raster.cpp core/params/expression.cpp core/document/json.cpp core/document/fields.cpp core/base/table_rows.cpp core/params/settings.cpp
  core/params/spans.cpp core/record/command_log.cpp core/record/state_file.cpp core/sim/command.cpp core/sim/replay.cpp)
watch(nearfield_cli app/study/bench_table.cpp app/study/table.cpp app/study/study_text.cpp app/terminal/command_line.cpp app/csv.cpp app/commands/neighbours.cpp app/terminal/options.cpp
  app/commands/run.cpp app/study/plan.cpp app/study/experiment.cpp app/study/experiment_text.cpp app/study/measure.cpp
  app/study/result_table.cpp app/study/slurm.cpp)
watch(nearfield_scenes scenes/flood/site/rain_maps.cpp)
watch(nearfield_window app/ui/preferences.cpp)

add_executable(fuzz EXCLUDE_FROM_ALL fuzz/fuzz.cpp fuzz/made_files.cpp fuzz/mutation.cpp fuzz/planted.cpp fuzz/program_readers.cpp fuzz/readers.cpp)
set_source_files_properties(fuzz/planted.cpp PROPERTIES COMPILE_OPTIONS "${watched}")
target_include_directories(fuzz PRIVATE helpers)
target_link_libraries(fuzz PRIVATE nearfield_cli)
target_link_options(fuzz PRIVATE -fsanitize=fuzzer $<$<BOOL:${NEARFIELD_FUZZ_COVERAGE}>:-fprofile-instr-generate>)
if(TARGET nearfield_read_ifc)
  add_dependencies(fuzz nearfield_read_ifc)
endif()
target_precompile_headers(fuzz REUSE_FROM nearfield_precompiled)
