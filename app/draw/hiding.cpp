#include "app/draw/hiding.hpp"

namespace nearfield {

std::string with_values(const std::string& defines) {
    return defines + gl::shader_text("shown.frag") + gl::shader_text("ramp.frag");
}

void set_shown(const gl::Program& program, const ShownValues& shown) {
    program.set("shown_count", int(shown.count));
    if (!shown.all()) program.set_pairs("shown_spans", &shown.spans[0].lo, int(shown.count));
}

}  // namespace nearfield
