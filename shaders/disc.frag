// A flat anti-aliased disc; the colour is premultiplied by the opacity. With `rimmed`, large discs have a rim of
// another lightness, to contrast with ground of the same colour.
uniform bool rimmed;
uniform vec3 rim_tint;
flat in vec3 colour;
flat in float radius, coverage, half_side;
#ifdef QUADS
in vec2 corner_offset;
#endif
out vec4 light;

void main() {
#ifdef QUADS
    vec2 offset = corner_offset;
#else
    vec2 offset = (gl_PointCoord * 2.0 - 1.0) * half_side;
#endif
    float opacity = clamp(radius + 0.5 - length(offset), 0.0, 1.0) * coverage;
    float rim = rimmed && radius > 3.0 ? clamp(length(offset) - radius + min(2.0, 0.3 * radius), 0.0, 1.0) : 0.0;
    light = vec4(mix(colour, rim_tint, 0.5 * rim) * opacity, opacity);
}
