#include "places.hpp"

namespace nearfield::places {

const std::string program = NEARFIELD_PROGRAM;
const std::string assets = NEARFIELD_SOURCE "/assets";
const std::string scenes = NEARFIELD_SOURCE "/scenes";
const std::string fuzz = NEARFIELD_SOURCE "/tests/fuzz";
const std::string slurm_node = NEARFIELD_SOURCE "/tests/helpers/slurm_node.sh";
const std::string shaders = NEARFIELD_SHADERS;

}  // namespace nearfield::places
