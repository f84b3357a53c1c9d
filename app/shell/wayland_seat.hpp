#pragma once

namespace nearfield {

/// True if GLFW would use a Wayland compositor without a seat, that is, without input devices. Asks on its own
/// connection through the libwayland-client that GLFW would load.
bool lacks_wayland_seat();

}  // namespace nearfield
