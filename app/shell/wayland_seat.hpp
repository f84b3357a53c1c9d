#pragma once

namespace nearfield {

/// Whether there is a Wayland compositor that GLFW would use and that has no seat: no input devices. Asks on a
/// connection of its own, by the libwayland-client that GLFW would load.
bool lacks_wayland_seat();

}  // namespace nearfield
