// Ground or water under an overcast sky.
uniform vec3 eye;
uniform float grain;        // wavelength of the finest pattern
uniform float haze;         // 1 / visibility distance
uniform float exaggeration;
uniform float opacity;
uniform bool fluid, natural;
in vec3 at, facing;
in vec2 place;
in float absent, side, depth, foam;
out vec4 shown;

const vec3 sun = vec3(-0.62, 0.66, 0.42), sunlight = vec3(1.00, 0.92, 0.80);

float hash(vec2 p) {
    p = fract(p * vec2(0.1031, 0.1030));
    p += dot(p, p.yx + 33.33);
    return fract((p.x + p.y) * p.x);
}

float noise(vec2 p) {
    vec2 i = floor(p), f = fract(p);
    f = f * f * (3.0 - 2.0 * f);
    return mix(mix(hash(i), hash(i + vec2(1, 0)), f.x), mix(hash(i + vec2(0, 1)), hash(i + vec2(1, 1)), f.x), f.y);
}

// Negative differences of the noise over `apart` in both directions.
vec2 slope(vec2 p, float apart) { return noise(p) - vec2(noise(p + vec2(apart, 0)), noise(p + vec2(0, apart))); }

vec3 sky(vec3 way) {
    float height = way.y;
    return mix(vec3(0.66, 0.69, 0.71), vec3(0.22, 0.27, 0.34), smoothstep(0.0, 0.6, height));
}

#ifdef PLAIN
vec3 ground(vec3 normal) {
    float rough = 0.6 * noise(at.xz / (9.0 * grain)) + 0.4 * noise(at.xz / (2.3 * grain));
    float steep = 1.0 - smoothstep(0.55, 0.9, normal.y);
    vec3 grass = mix(vec3(0.23, 0.27, 0.14), vec3(0.40, 0.38, 0.24), rough);
    vec3 rock = mix(vec3(0.30, 0.27, 0.24), vec3(0.46, 0.43, 0.39), rough);
    return natural ? mix(grass, rock, steep) : tint * (0.92 + 0.16 * rough);
}
#endif

vec3 lit(vec3 colour, vec3 normal) {
    float direct = max(dot(normal, normalize(sun)), 0.0), above = 0.5 + 0.5 * normal.y;
    return colour * (sunlight * 0.95 * direct + mix(vec3(0.20, 0.19, 0.17), vec3(0.44, 0.50, 0.58), above));
}

vec4 water(vec3 normal, vec3 towards) {
    float true_depth = max(depth, 0.0) / exaggeration;
    vec2 p = at.xz / grain;
    float swell = min(true_depth, 1.0) * (0.10 + 0.30 * foam);
    vec2 ripple = 2.0 * slope(p * 0.9, 0.35) + slope(p * 2.7, 0.4);
    vec3 wavy = normalize(normal + swell * vec3(ripple.x, 0, ripple.y));
    float clear = exp(-0.55 * true_depth);
    vec3 body = lit(mix(vec3(0.19, 0.245, 0.24), vec3(0.50, 0.42, 0.29), clear), wavy);
    float facing_away = 1.0 - clamp(dot(wavy, towards), 0.0, 1.0);
    float mirrored = 0.08 + 0.80 * facing_away * facing_away * facing_away * facing_away * facing_away;
    vec3 way = reflect(-towards, wavy);
    way.y = abs(way.y);
    vec3 colour = mix(body, sky(way), mirrored);
    colour += 0.5 * sunlight * pow(max(dot(way, normalize(sun)), 0.0), 60.0);
    float torn = 0.5 * noise(p * 0.6) + 0.3 * noise(p * 1.7) + 0.2 * noise(p * 4.3);
    float white = smoothstep(0.80 - 0.75 * foam, 1.35 - 0.75 * foam, torn) * smoothstep(0.0, 0.15, foam);
    colour = mix(colour, lit(vec3(0.78, 0.78, 0.74), wavy), white);
    float cover = 1.0 - exp(-3.2 * true_depth);
    return vec4(colour, max(cover, white * smoothstep(0.0, 0.05, true_depth)) * 0.97);
}

// The cut sides of the block.
vec4 cut(vec3 normal) {
    float layer = noise(vec2(at.y * 2.0, at.x + at.z) / (6.0 * grain));
    return vec4(lit(fluid ? vec3(0.16, 0.22, 0.22) : vec3(0.36, 0.29, 0.23) * (0.8 + 0.4 * layer), normal), 1);
}

void main() {
    if (absent > 0.02) discard;
    vec3 towards = normalize(eye - at), normal = normalize(facing);
    if (side > 1e-4) {
        vec3 flat_normal = normalize(cross(dFdx(at), dFdy(at)) + vec3(0, 1e-20, 0));
        normal = dot(flat_normal, towards) < 0.0 ? -flat_normal : flat_normal;
    }
#ifdef PLAIN
    ivec2 cell = clamp(cell_at(place), ivec2(0), cells - 1);
    if (is_sieved_out(cell.y * cells.x + cell.x)) discard;
    vec4 colour = side > 1e-4 ? cut(normal) : fluid ? water(normal, towards) : vec4(lit(ground(normal), normal), 1);
#else
    vec4 colour = colour_of(cell_at(place));
    if (colour.a == 0.0) discard;
    colour = vec4(lit(colour.rgb, normal), opacity);
#endif
    float far = 1.0 - exp(-pow(length(eye - at) * haze, 3.0));
    shown = vec4(mix(colour.rgb, vec3(0.30, 0.33, 0.36), far), colour.a);
}
