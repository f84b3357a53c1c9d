#include "app/draw/room_for_gl.hpp"

#include "base/error.hpp"
#include "exec/address_space.hpp"
#include "exec/backend.hpp"

#include <fmt/format.h>

namespace nearfield {

void require_room_for_gl() {
    constexpr std::size_t needed = 640'000'000;
    if (const auto left = addressable_bytes(); left < needed)
        throw Error(fmt::format("OpenGL needs {} of address space, of which {} is left; raise ulimit -v, or do without "
                                "pictures",
                                format_bytes(double(needed)), format_bytes(double(left))));
}

}  // namespace nearfield
