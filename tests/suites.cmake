# Registers every suite of a test program with ctest:  cmake -DPROGRAM=... -DLEFT_OUT=... -DINTO=... -P suites.cmake
# A suite is one process; one per case would spend minutes on starting.
execute_process(COMMAND ${PROGRAM} --gtest_list_tests --gtest_filter=-${LEFT_OUT} OUTPUT_VARIABLE listed
  COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "\n[^ \n]+\\.[ \n]" suites "${listed}")
string(REGEX MATCHALL "\n[^ \n]" beginnings "${listed}")
list(LENGTH beginnings lines)
list(LENGTH suites known)
if(NOT known EQUAL lines)
  message(FATAL_ERROR "${PROGRAM} lists ${lines} suites, of which ctest would run ${known}")
endif()
# The longest suites start together with the first windows: at the end they would run alone.
set(long "BoidsModel|CirclesModel|Cli$|CoreOnCpu|Faults|FloodModel|Lessons|PedestriansModel|RandomSettings|Reproduce|StageTexts|StationModel|WaysOnCpu")
set(tests "")
foreach(suite ${suites})
  string(REGEX REPLACE "[ \n]|\\.[ \n]$" "" suite "${suite}")
  string(APPEND tests "add_test([=[${suite}]=] [=[${PROGRAM}]=] [=[--gtest_filter=${suite}.*:-${LEFT_OUT}]=])\n")
  set(cost "")
  if(suite MATCHES "${long}")
    set(cost "COST 50")
  endif()
  string(APPEND tests "set_tests_properties([=[${suite}]=] PROPERTIES TIMEOUT 1200 ${cost})\n")
endforeach()
file(WRITE ${INTO} "${tests}")
