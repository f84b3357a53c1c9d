#pragma once

namespace nearfield {

/// Throws Error if the address space (ulimit -v) is too small for OpenGL, since Mesa crashes when it is exhausted.
void require_room_for_gl();

}  // namespace nearfield
