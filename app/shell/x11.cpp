#include "app/shell/x11.hpp"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <dlfcn.h>

#include <optional>

namespace nearfield::x11 {
namespace {

std::optional<Functions> load() {
    void* const library = dlopen("libX11.so.6", RTLD_LAZY | RTLD_NOLOAD);
    if (!library) return {};
    Functions f{};
    bool whole = true;
    const auto take = [&](auto& function, const char* name) {
        function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, name));
        whole &= function != nullptr;
    };
    take(f.intern_atom, "XInternAtom"), take(f.root, "XDefaultRootWindow");
    take(f.create_window, "XCreateSimpleWindow"), take(f.destroy_window, "XDestroyWindow");
    take(f.select_input, "XSelectInput"), take(f.selection_owner, "XGetSelectionOwner");
    take(f.convert_selection, "XConvertSelection"), take(f.check_typed_event, "XCheckTypedWindowEvent");
    take(f.get_property, "XGetWindowProperty"), take(f.delete_property, "XDeleteProperty");
    take(f.free, "XFree"), take(f.flush, "XFlush"), take(f.connection, "XConnectionNumber");
    take(f.set_io_error_handler, "XSetIOErrorHandler"), take(f.set_error_handler, "XSetErrorHandler");
    return whole ? std::optional(f) : std::nullopt;
}

}  // namespace

const Functions* functions() {
    static const std::optional<Functions> loaded = load();
    return loaded ? &*loaded : nullptr;
}

Display* display_of_glfw() {
#if GLFW_VERSION_MAJOR == 3 && GLFW_VERSION_MINOR >= 4
    if (glfwGetPlatform() != GLFW_PLATFORM_X11) return nullptr;
#endif
    const auto get = reinterpret_cast<Display* (*)()>(dlsym(RTLD_DEFAULT, "glfwGetX11Display"));
    return get ? get() : nullptr;
}

}  // namespace nearfield::x11
