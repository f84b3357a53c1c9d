# Writes OUTPUT, a C++ file with all shaders in FOLDER
file(GLOB shaders ${FOLDER}/*.vert ${FOLDER}/*.frag)
set(rows "")
foreach(shader IN LISTS shaders)
  get_filename_component(name ${shader} NAME)
  file(READ ${shader} text)
  string(APPEND rows "    {\"${name}\", R\"glsl(${text})glsl\"},\n")
endforeach()
file(WRITE ${OUTPUT} "#include \"app/draw/gl.hpp\"

namespace nearfield::gl {

const std::vector<ShaderText>& shader_texts() {
    static const std::vector<ShaderText> texts = {
${rows}    };
    return texts;
}

}  // namespace nearfield::gl
")
