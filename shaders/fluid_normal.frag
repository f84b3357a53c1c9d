// Normal of the smoothed surface in view space (x, y; z follows), depth, and 1 where there is fluid.
uniform sampler2D depths;
uniform mat4 projection;
uniform float radius;  // of a particle as drawn, world units
out vec4 surface;

const float none = 1e30;

vec3 place(ivec2 at, float depth) {
    vec2 p = (vec2(at) + 0.5) / vec2(textureSize(depths, 0)) * 2.0 - 1.0;
    return vec3(p.x / projection[0][0], p.y / projection[1][1], -1) * depth;
}

// Tangent along `way`, from the side with the smoother continuation.
vec3 slope(ivec2 at, ivec2 way, vec3 here) {
    ivec2 last = textureSize(depths, 0) - 1, pa = clamp(at + way, ivec2(0), last), pb = clamp(at - way, ivec2(0), last);
    float a = texelFetch(depths, pa, 0).r, b = texelFetch(depths, pb, 0).r;
    float da = pa == at ? none : abs(a + here.z), db = pb == at ? none : abs(b + here.z);
    if (min(da, db) > 8.0 * radius) return place(at + way, -here.z) - here;
    if (max(da, db) < 2.0 * min(da, db) + 0.05 * radius) return 0.5 * (place(pa, a) - place(pb, b));
    return da < db ? place(pa, a) - here : here - place(pb, b);
}

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    float depth = texelFetch(depths, at, 0).r;
    if (depth >= none) {
        surface = vec4(0);
        return;
    }
    vec3 here = place(at, depth);
    vec3 normal = normalize(cross(slope(at, ivec2(1, 0), here), slope(at, ivec2(0, 1), here)));
    surface = vec4(normal.xy, depth, 1);
}
