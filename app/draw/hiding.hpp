#pragma once
#include "app/draw/gl.hpp"
#include "picture/filter.hpp"

namespace nearfield {

/// Returns shader source with `defines`, the test for hidden elements and the colour of a value, to prepend to other
/// shaders.
std::string with_values(const std::string& defines = "");
/// Sets the uniforms of with_values() in the current program.
void set_shown(const gl::Program& program, const ShownValues& shown);

}  // namespace nearfield
