// The front of a fluid: spheres under parallel projection, with their own depth per pixel.
flat in vec3 colour;
flat in float radius, half_side;
flat in vec2 depths;
#ifdef QUADS
in vec2 corner_offset;
#endif
uniform mat4 projection;
out vec4 tint;

void main() {
#ifdef QUADS
    vec2 offset = corner_offset;
#else
    vec2 offset = (gl_PointCoord * 2.0 - 1.0) * half_side;
#endif
    vec2 part = offset / radius;
    float inside = 1.0 - dot(part, part);
    if (inside <= 0.0) discard;
    tint = vec4(colour, 1);
    float depth = depths.x - depths.y * sqrt(inside);
    gl_FragDepth = 0.5 * (projection[3][2] / depth - projection[2][2]) + 0.5;
}
