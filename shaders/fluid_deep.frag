// A fluid's surface: refraction (Snell), absorption (Beer and Lambert), reflection of a sky (Fresnel after Schlick) and
// highlights of a lamp. The surface may have a lower resolution than the picture.
uniform sampler2D surface;    // normal x, y; depth; 1 where there is fluid
uniform sampler2D thickness;  // of the fluid along the ray, world units
uniform sampler2D behind;     // colour behind the fluid,
uniform sampler2D ground;     // and its depth
uniform sampler2D tints;      // of the particles
uniform mat4 view, projection;
uniform vec2 viewport;
uniform vec3 background;
uniform float gain;           // compensates for particles not drawn yet
uniform float reach;          // length scale of absorption, world units
uniform float radius;         // of a particle as drawn, world units
uniform bool clear;           // water; else an opaque skin in the particles' colours
uniform float dim;
out vec4 shown;

const vec3 absorbed = vec3(2.7, 0.95, 0.30);
const vec3 body = vec3(0.008, 0.175, 0.380);
const vec3 lamp = vec3(-0.38, 0.80, 0.46);  // direction to the lamp, in the world
const float into_water = 1.0 / 1.333;

// Mean of the 3 x 3 texels that lie on the surface, weighted by quadratic B-splines; w is the sum of their weights.
vec4 on_surface(vec2 at) {
    vec2 size = vec2(textureSize(surface, 0)), p = at * size, base = floor(p), f = p - base - 0.5;
    vec2 side[3] = vec2[](0.5 * (0.5 - f) * (0.5 - f), 0.75 - f * f, 0.5 * (0.5 + f) * (0.5 + f));
    vec4 sum = vec4(0);
    for (int y = 0; y < 3; ++y)
        for (int x = 0; x < 3; ++x) {
            ivec2 texel = clamp(ivec2(base) + ivec2(x - 1, y - 1), ivec2(0), ivec2(size) - 1);
            vec4 s = texelFetch(surface, texel, 0);
            sum += side[x].x * side[y].y * s.w * vec4(s.xyz, 1);
        }
    return vec4(sum.xyz / max(sum.w, 1e-6), sum.w);
}

vec3 sky(vec3 way) {
    vec3 high = vec3(0.34, 0.50, 0.72), level = vec3(0.62, 0.70, 0.78), low = vec3(0.10, 0.125, 0.155);
    vec3 colour = way.y > 0.0 ? mix(level, high, sqrt(way.y)) : mix(level, low, smoothstep(0.0, 0.25, -way.y));
    vec2 ceiling = way.xz / max(way.y, 1e-3);
    vec2 window = smoothstep(vec2(1.05), vec2(0.75), abs(ceiling - vec2(-0.5, 0.6)));
    return colour + (way.y > 0.0 ? 1.6 * window.x * window.y : 0.0);
}

vec3 decoded(vec3 colour) { return pow(colour, vec3(2.2)); }

float depth_of(float stored) { return projection[3][2] / (2.0 * stored - 1.0 + projection[2][2]); }

// Colour where the refracted ray leaves the fluid; along the straight ray if that place is in front of the fluid.
vec3 seen_through(vec2 at, vec3 place, vec3 bent, float run) {
    vec3 end = place + bent * run;
    vec2 there = 0.5 + 0.5 * vec2(projection[0][0], projection[1][1]) * end.xy / max(-end.z, 1e-6);
    there = clamp(there, 0.5 / viewport, 1.0 - 0.5 / viewport);
    if (depth_of(texture(ground, there).r) < -place.z) there = at;
    return decoded(texture(behind, there).rgb);
}

vec3 lit(vec2 at, vec4 s) {
    vec3 normal = vec3(s.xy, sqrt(max(1.0 - dot(s.xy, s.xy), 0.0)));
    vec3 place = vec3((2.0 * at - 1.0) / vec2(projection[0][0], projection[1][1]), -1) * s.z;
    vec3 towards = normalize(place);
    normal = normalize(normal - towards * max(dot(normal, towards) + 0.02, 0.0));  // never facing away from the eye
    mat3 to_world = transpose(mat3(view));
    vec3 up = to_world * normal, mirrored = to_world * reflect(towards, normal);
    float thick = texture(thickness, at).r * gain;
    float facing = max(-dot(normal, towards), 0.0), mirror = 0.04 + 0.96 * pow(1.0 - facing, 4.0);
    vec3 bright = sky(mirrored);
    float shine = pow(max(dot(mirrored, normalize(lamp)), 0.0), 350.0) * 2.5;
    float open = 0.5 + 0.5 * up.y;
    if (clear) {
        vec3 through = seen_through(at, place, refract(towards, normal, into_water), min(thick, 0.5 * reach));
        vec3 left = exp(-absorbed * thick / reach);
        vec3 inside = through * left + body * (0.25 + 1.15 * open * open) * (1.0 - left);
        return mix(inside, bright, mirror) + shine;
    }
    vec3 tint = decoded(texture(tints, at).rgb);
    float day = max(dot(up, normalize(lamp)), 0.0);
    vec3 skin = tint * (0.30 + 0.35 * open + 0.65 * day);
    float opacity = 1.0 - exp(-3.0 * thick / radius);
    return mix(decoded(texture(behind, at).rgb), skin, opacity) + mirror * 0.5 * bright + 0.35 * shine;
}

void main() {
    vec2 at = gl_FragCoord.xy / viewport;
    vec4 s = on_surface(at);
    vec3 plain = texture(behind, at).rgb;
    float solid = texture(ground, at).r;
    float cover = s.z < depth_of(solid) ? smoothstep(0.15, 0.7, s.w) : 0.0;
    vec3 colour = cover > 0.0 ? mix(plain, pow(min(lit(at, s), 1.0), vec3(1.0 / 2.2)), cover) : plain;
    shown = vec4(mix(background, colour, dim), 1);
    gl_FragDepth = cover > 0.5 ? 0.5 * (projection[3][2] / s.z - projection[2][2]) + 0.5 : solid;
}
