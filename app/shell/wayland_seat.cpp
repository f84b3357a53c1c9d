#include "app/shell/wayland_seat.hpp"

#include <dlfcn.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace nearfield {
namespace {

struct Display;
struct Registry;
struct Listener {
    void (*global)(void*, Registry*, std::uint32_t, const char*, std::uint32_t);
    void (*removed)(void*, Registry*, std::uint32_t);
};

/// Declarations as in wayland-client-core.h. The request is that of wl_display_get_registry().
struct Client {
    void* const library = dlopen("libwayland-client.so.0", RTLD_LAZY);
    template <class F> F function(const char* name) const { return reinterpret_cast<F>(dlsym(library, name)); }

    Display* (*const connect)(const char*) = function<Display* (*)(const char*)>("wl_display_connect");
    void (*const disconnect)(Display*) = function<void (*)(Display*)>("wl_display_disconnect");
    int (*const roundtrip)(Display*) = function<int (*)(Display*)>("wl_display_roundtrip");
    Registry* (*const request)(Display*, std::uint32_t, const void*, ...) =
        function<Registry* (*)(Display*, std::uint32_t, const void*, ...)>("wl_proxy_marshal_constructor");
    int (*const listen)(Registry*, const Listener*,
                        void*) = function<int (*)(Registry*, const Listener*, void*)>("wl_proxy_add_listener");
    void (*const destroy)(Registry*) = function<void (*)(Registry*)>("wl_proxy_destroy");
    const void* const registry = dlsym(library, "wl_registry_interface");

    bool whole() const { return connect && disconnect && roundtrip && request && listen && destroy && registry; }
};

constexpr std::uint32_t get_registry = 1;

}  // namespace

bool lacks_wayland_seat() {
    const char* name = std::getenv("WAYLAND_DISPLAY");
    if (!name || !*name) return false;
    const Client client;
    if (!client.library || !client.whole()) return false;
    Display* const display = client.connect(nullptr);
    if (!display) return false;
    bool has_seat = false;
    const Listener listener{[](void* seen, Registry*, std::uint32_t, const char* interface, std::uint32_t) {
                                *static_cast<bool*>(seen) |= std::strcmp(interface, "wl_seat") == 0;
                            },
                            [](void*, Registry*, std::uint32_t) {}};
    bool answered = false;
    if (Registry* const registry = client.request(display, get_registry, client.registry, nullptr)) {
        client.listen(registry, &listener, &has_seat);
        answered = client.roundtrip(display) >= 0;
        client.destroy(registry);
    }
    client.disconnect(display);
    return answered && !has_seat;
}

}  // namespace nearfield
