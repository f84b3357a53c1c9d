// Depth of a fluid's nearest point in world units, or `none`. Clamped to the container, so that the fluid is flat
// against its walls.
uniform sampler2D front;
uniform mat4 view, projection;
uniform vec3 eye, lo, hi;
uniform bool boxed;
out vec4 depth;

const float none = 1e30;

void main() {
    float stored = texelFetch(front, ivec2(gl_FragCoord.xy), 0).r;
    vec2 place = gl_FragCoord.xy / vec2(textureSize(front, 0)) * 2.0 - 1.0;
    vec3 way = transpose(mat3(view)) * vec3(place.x / projection[0][0], place.y / projection[1][1], -1);
    vec3 safe = mix(vec3(1e-9), way, greaterThan(abs(way), vec3(1e-9)));
    vec3 a = (lo - eye) / safe, b = (hi - eye) / safe, first = min(a, b), last = max(a, b);
    float entry = max(max(first.x, first.y), first.z), leave = min(min(last.x, last.y), last.z);
    float at = projection[3][2] / (2.0 * stored - 1.0 + projection[2][2]);
    if (boxed) at = entry < leave ? max(at, entry) : none;
    depth = vec4(stored < 1.0 ? at : none);
}
