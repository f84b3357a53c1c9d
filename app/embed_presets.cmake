# OUTPUT: a C++ file that holds every preset FOLDER/<scene>/<name>.json
file(GLOB presets ${FOLDER}/*/*.json)
set(rows "")
foreach(preset IN LISTS presets)
  get_filename_component(name ${preset} NAME_WE)
  get_filename_component(scene ${preset} DIRECTORY)
  get_filename_component(scene ${scene} NAME)
  file(READ ${preset} text)
  string(APPEND rows "        {\"${scene}\", \"${name}\", R\"json(${text})json\"},\n")
endforeach()
file(WRITE ${OUTPUT} "#include \"app/preset.hpp\"

namespace nearfield {

const std::vector<ShippedPreset>& shipped_presets() {
    static const std::vector<ShippedPreset> all = {
${rows}    };
    return all;
}

}  // namespace nearfield
")
