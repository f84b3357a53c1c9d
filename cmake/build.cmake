# Writes OUTPUT, a C++ file that defines nearfield::this_build(), and DEPFILE, the files that it depends on.
# SOURCE: root of the sources. EXTRA: further folders of scenes. VERSION, COMPILER, TYPE: texts for the build.
set(folders core libs scenes app shaders cmake assets)
set(patterns CMakeLists.txt *.cmake *.in *.hpp *.cpp *.inl *.cuh *.cu *.vert *.frag *.json *.bib *.ifc *.obj)

# Every file that is compiled or embedded, sorted by its path within the sources
set(files CMakeLists.txt)
set(tracked CMakeLists.txt ":(exclude)assets/results")  # the same files as git names them
foreach(folder IN LISTS folders)
  foreach(pattern IN LISTS patterns)
    list(APPEND tracked ":(glob)${folder}/**/${pattern}")
    file(GLOB_RECURSE found RELATIVE ${SOURCE} ${SOURCE}/${folder}/${pattern})
    list(APPEND files ${found})
  endforeach()
endforeach()
list(FILTER files EXCLUDE REGEX "^assets/results/")
list(SORT files)
list(REMOVE_DUPLICATES files)
list(TRANSFORM files PREPEND ${SOURCE}/ OUTPUT_VARIABLE paths)
foreach(folder IN LISTS EXTRA)
  foreach(pattern IN LISTS patterns)
    file(GLOB_RECURSE found RELATIVE ${folder} ${folder}/${pattern})
    list(SORT found)
    list(APPEND files ${found})
    list(TRANSFORM found PREPEND ${folder}/)
    list(APPEND paths ${found})
  endforeach()
endforeach()

set(sums "")
foreach(file path IN ZIP_LISTS files paths)
  file(SHA256 ${path} sum)
  string(APPEND sums "${sum} ${file}\n")
endforeach()
string(SHA256 sources "${sums}")
string(SUBSTRING ${sources} 0 16 sources)

# The last commit that changed these files: other commits leave OUTPUT as it is
function(git result)
  execute_process(COMMAND git -C ${SOURCE} ${ARGN} OUTPUT_VARIABLE text ERROR_QUIET RESULT_VARIABLE problem
    OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(problem)
    set(text "")
  endif()
  set(${result} "${text}" PARENT_SCOPE)
endfunction()
git(commit log -1 --format=%H -- ${tracked})
git(changes status --porcelain -- ${tracked})
git(log rev-parse --git-path logs/HEAD)
set(changed false)
if(changes)
  set(changed true)
endif()
get_filename_component(log "${log}" ABSOLUTE BASE_DIR ${SOURCE})
if(commit AND EXISTS ${log})
  list(APPEND paths ${log})
endif()

set(text "#include \"base/build.hpp\"

namespace nearfield {

const Build& this_build() {
    static const Build build{.version = \"${VERSION}\",
                             .sources = \"${sources}\",
                             .commit = \"${commit}\",
                             .is_changed = ${changed},
                             .compiler = \"${COMPILER}\",
                             .type = \"${TYPE}\"};
    return build;
}

}  // namespace nearfield
")
set(before "")
if(EXISTS ${OUTPUT})
  file(READ ${OUTPUT} before)
endif()
if(NOT before STREQUAL text)  # an equal file is left alone, so that nothing is linked again
  file(WRITE ${OUTPUT} "${text}")
endif()
list(TRANSFORM paths REPLACE " " "\\\\ ")
list(JOIN paths " \\\n " paths)
file(WRITE ${DEPFILE} "${OUTPUT}: ${paths}\n")
