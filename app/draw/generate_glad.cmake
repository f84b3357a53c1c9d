# Writes FOLDER/{src/gl.c,include/glad/gl.h} with GENERATOR, whose output is shown only on failure
execute_process(
  COMMAND ${GENERATOR} --quiet --api gl:core=3.3 --extensions "" --reproducible --out-path ${FOLDER} c
  RESULT_VARIABLE result OUTPUT_VARIABLE said ERROR_VARIABLE said)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "${GENERATOR} failed:\n${said}")
endif()
