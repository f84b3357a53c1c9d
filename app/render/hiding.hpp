#pragma once
#include "app/render/gl.hpp"
#include "picture/filter.hpp"

namespace nearfield {

/// Definitions, followed by the test whether an element is hidden, to put before other shaders.
std::string with_hiding(const std::string& defines = "");
/// Sets what that test needs, in a program in use.
void set_shown(const gl::Program& program, const ShownValues& shown);

}  // namespace nearfield
