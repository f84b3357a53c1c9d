// Backdrop of a fluid in 3D: a room with a fading chequered floor, which makes refraction visible.
uniform mat4 view, projection;
uniform vec2 viewport;
uniform vec3 eye, lo, hi;  // of the environment
uniform float square;      // side of the floor's squares
uniform bool light;        // a bright room
out vec4 shown;

// Anti-aliased chequers: 1 and 0, at a distance their mean.
float checker(vec2 at) {
    vec2 width = max(fwidth(at), 1e-6);
    vec2 before = abs(fract((at - 0.5 * width) * 0.5) - 0.5), after = abs(fract((at + 0.5 * width) * 0.5) - 0.5);
    vec2 smooth_sign = 2.0 * (before - after) / width;
    return 0.5 - 0.5 * smooth_sign.x * smooth_sign.y;
}

// Fraction of light that reaches the floor, which the box shades.
float shade(vec2 at) {
    vec2 outside = max(max(lo.xz - at, at - hi.xz), 0.0);
    return 1.0 - 0.45 * exp(-length(outside) * 9.0 / length(hi.xz - lo.xz));
}

void main() {
    vec2 place = gl_FragCoord.xy / viewport * 2.0 - 1.0;
    vec3 seen = vec3(place.x / projection[0][0], place.y / projection[1][1], -1);
    vec3 way = transpose(mat3(view)) * seen;
    vec3 room = mix(vec3(0.012, 0.017, 0.030), vec3(0.030, 0.042, 0.068), smoothstep(-0.7, 0.9, place.y));
    float depth = (lo.y - eye.y) / (abs(way.y) > 1e-6 ? way.y : 1e-6);
    vec2 at = eye.xz + depth * way.xz, middle = 0.5 * (lo.xz + hi.xz);
    vec3 tile = mix(vec3(0.105, 0.125, 0.155), vec3(0.140, 0.165, 0.200), checker((at - lo.xz) / square));
    if (light) room = 0.80 + 4.0 * room, tile = 0.42 + 2.0 * tile;
    float near = 1.0 - smoothstep(0.45, 1.5, length(at - middle) / length(hi - lo));
    bool floor_seen = depth > 0.0 && way.y < 0.0;
    float strength = floor_seen ? near : 0.0;
    shown = vec4(pow(mix(room, tile * shade(at), strength), vec3(1.0 / 2.2)), 1);
    gl_FragDepth = strength > 0.0 ? clamp(0.5 * (projection[3][2] / depth - projection[2][2]) + 0.5, 0.0, 1.0) : 1.0;
}
