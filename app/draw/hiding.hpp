#pragma once
#include "app/draw/gl.hpp"
#include "picture/filter.hpp"

namespace nearfield {

/// Definitions, followed by the test whether an element is hidden and the colour of its value, to put before other
/// shaders.
std::string with_values(const std::string& defines = "");
/// Sets what the test needs, in a program in use.
void set_shown(const gl::Program& program, const ShownValues& shown);

}  // namespace nearfield
