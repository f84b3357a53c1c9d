// A 2D fluid: filled where the particles' shares add up to more than `border`, darker with depth below the surface, and
// with a bright rim.
uniform sampler2D field;     // colour times share, and share
uniform sampler2D cover;     // blurred mask: half at the surface, 1 deep below
uniform vec2 viewport;
uniform vec4 box;            // the fluid's container, pixels
uniform float gain, border;
uniform float spacing;       // pixels
uniform bool clear;          // water; else in the colours of the particles
out vec4 shown;

vec4 share(vec2 p) {
    vec2 base = floor(p), f = p - base - 0.5;
    vec2 side[3] = vec2[](0.5 * (0.5 - f) * (0.5 - f), 0.75 - f * f, 0.5 * (0.5 + f) * (0.5 + f));
    ivec2 last = textureSize(field, 0) - 1;
    vec4 sum = vec4(0);
    for (int y = 0; y < 3; ++y)
        for (int x = 0; x < 3; ++x) {
            ivec2 at = clamp(ivec2(base) + ivec2(x - 1, y - 1), ivec2(0), last);
            sum += side[x].x * side[y].y * texelFetch(field, at, 0);
        }
    return sum * gain;
}

void main() {
    vec2 size = vec2(textureSize(field, 0)), texel = viewport / size, p = gl_FragCoord.xy / texel;
    vec4 here = share(p);
    if (here.a < 0.2 * border) discard;
    vec2 slope = vec2(texture(field, (p + vec2(1, 0)) / size).a - texture(field, (p - vec2(1, 0)) / size).a,
                      texture(field, (p + vec2(0, 1)) / size).a - texture(field, (p - vec2(0, 1)) / size).a) *
                 gain * 0.5 / texel;
    float depth = (here.a - border) / max(length(slope), 1e-6);  // distance inside the outline, pixels
    vec2 walls = min(gl_FragCoord.xy - box.xy, box.zw - gl_FragCoord.xy);
    float opacity = clamp(depth + 0.5, 0.0, 1.0) * clamp(min(walls.x, walls.y) + 0.5, 0.0, 1.0);
    if (opacity <= 0.0) discard;

    float below = smoothstep(0.50, 1.0, texture(cover, gl_FragCoord.xy / viewport).r);
    vec3 normal = normalize(vec3(-slope * spacing * 0.9 * (1.0 - 0.85 * smoothstep(0.55, 0.95, here.a)), 1));
    float light = dot(normal, vec3(-0.30, 0.62, 0.725)) - 0.725;
    float rim = 1.0 - smoothstep(0.8, 2.2, depth);
    vec3 own = here.rgb / here.a;
    vec3 colour = clear ? mix(vec3(0.26, 0.66, 0.88), vec3(0.045, 0.21, 0.46), below) : own;
    colour = colour * (1.0 + 0.35 * light) + 0.10 * max(light, 0.0);
    colour = mix(colour, clear ? vec3(0.80, 0.95, 1.0) : mix(own, vec3(1), 0.55), 0.75 * rim);
    shown = vec4(clamp(colour, 0.0, 1.0), 1) * opacity;
}
