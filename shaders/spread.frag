// 2D: a particle's share of the fluid around it, (1 - q²)², with its colour. Over a regular lattice the shares add up
// to 1.
flat in vec3 colour;
flat in float radius, coverage, half_side;
#ifdef QUADS
in vec2 corner_offset;
#endif
uniform float enlarge;  // support radius relative to half of the spacing
out vec4 share;

void main() {
#ifdef QUADS
    vec2 offset = corner_offset;
#else
    vec2 offset = (gl_PointCoord * 2.0 - 1.0) * half_side;
#endif
    vec2 part = offset / radius;
    float inside = max(1.0 - dot(part, part), 0.0);
    float weight = inside * inside * coverage * 12.0 / (3.14159265 * enlarge * enlarge);
    share = vec4(colour, 1) * weight;
}
