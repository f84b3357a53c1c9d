#pragma once

namespace nearfield {

/// Throws Error if this process may not map enough memory (ulimit -v) for OpenGL: Mesa does not survive that it runs
/// out.
void require_room_for_gl();

}  // namespace nearfield
