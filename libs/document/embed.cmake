# OUTPUT: a C++ file that defines nearfield::NAME(), a std::vector<document::Carried> of every file under FOLDER that fits PATTERNS
set(globs "")
foreach(pattern IN LISTS PATTERNS)
  list(APPEND globs ${FOLDER}/${pattern})
endforeach()
file(GLOB_RECURSE files RELATIVE ${FOLDER} ${globs})
list(SORT files)
set(rows "")
foreach(file IN LISTS files)
  file(READ ${FOLDER}/${file} text)
  string(REGEX REPLACE "\\.json$" "" key ${file})
  string(APPEND rows "    {\"${key}\", R\"carried(${text})carried\"},\n")
endforeach()
file(WRITE ${OUTPUT} "#include \"libs/document/carried.hpp\"

namespace nearfield {
namespace ${NAMESPACE} {

const std::vector<document::Carried>& ${NAME}() {
    static const std::vector<document::Carried> files = {
${rows}    };
    return files;
}

}  // namespace ${NAMESPACE}
}  // namespace nearfield
")
