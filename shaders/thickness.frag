// Length of the view ray inside a particle, unless a solid is in front of it. The sum over all particles is the fluid's
// thickness; it is scaled so that a particle has the volume of a cube of its spacing at any drawn size.
flat in float radius, coverage, half_side;
flat in vec2 depths;
#ifdef QUADS
in vec2 corner_offset;
#endif
uniform float enlarge;       // drawn radius relative to half of the spacing
uniform mat4 projection;
uniform sampler2D ground;    // depth of the solids behind
uniform vec2 viewport;
out vec4 length_inside;

void main() {
#ifdef QUADS
    vec2 offset = corner_offset;
#else
    vec2 offset = (gl_PointCoord * 2.0 - 1.0) * half_side;
#endif
    vec2 part = offset / radius;
    float inside = 1.0 - dot(part, part);
    if (inside <= 0.0) discard;
    float here = 0.5 * (projection[3][2] / depths.x - projection[2][2]) + 0.5;
    if (here > texture(ground, gl_FragCoord.xy / viewport).r) discard;
    const float cube_over_ball = 8.0 / 4.18879;
    float chord = 2.0 * depths.y * sqrt(inside);
    length_inside = vec4(chord * coverage * cube_over_ball / (enlarge * enlarge * enlarge));
}
