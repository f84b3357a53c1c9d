#pragma once
#include "app/draw/gl.hpp"
#include "picture/filter.hpp"

namespace nearfield {

/// Returns shader source to prepend to other shaders: `defines`, the test for hidden elements and the colour of a
/// value.
std::string with_values(const std::string& defines = "");
/// Sets the uniforms of with_values() in the current program.
void set_shown(const gl::Program& program, const ShownValues& shown);

}  // namespace nearfield
