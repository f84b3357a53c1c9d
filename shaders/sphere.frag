// A lit sphere under parallel projection that fades with depth, with its own depth per pixel.
flat in vec3 colour;
flat in float radius, coverage, half_side;
flat in vec2 depths;
#ifdef QUADS
in vec2 corner_offset;
#endif
uniform mat4 projection;
uniform vec3 background;
uniform vec2 fade;  // depth at which fading begins and ends
out vec4 light;

const vec3 key = vec3(-0.42, 0.62, 0.66);    // towards the light, in view space
const vec3 gloss = vec3(-0.23, 0.34, 0.911); // half way between light and eye

void main() {
#ifdef QUADS
    vec2 offset = corner_offset;
#else
    vec2 offset = (gl_PointCoord * 2.0 - 1.0) * vec2(half_side, -half_side);
#endif
    float off = length(offset);
    float opacity = clamp(radius + 0.5 - off, 0.0, 1.0) * coverage;
    if (opacity < 0.02) discard;

    vec2 flat_normal = offset / max(radius, off);
    vec3 normal = vec3(flat_normal, sqrt(max(1.0 - dot(flat_normal, flat_normal), 0.0)));
    float depth = depths.x - depths.y * normal.z;
    float detail = smoothstep(0.8, 3.0, radius);  // spheres of a few pixels would show noise only
    normal = mix(normalize(vec3(-0.1, 0.2, 0.95)), normal, detail);

    float diffuse = max(dot(normal, key) * 0.75 + 0.25, 0.0);
    float rim = (1.0 - normal.z) * (1.0 - normal.z) * detail;
    float shine = pow(max(dot(normal, gloss), 0.0), 40.0) * detail;
    vec3 lit = colour * (0.36 + 0.90 * diffuse) + mix(colour, vec3(0.55, 0.7, 1.0), 0.5) * rim * 0.22 + shine * 0.30;
    lit = mix(lit, background, 0.50 * smoothstep(fade.x, fade.y, depth));

    light = vec4(lit * opacity, opacity);
    gl_FragDepth = 0.5 * (projection[3][2] / depth - projection[2][2]) + 0.5;
}
