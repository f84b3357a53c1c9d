// An actor with a heading as a paper dart: two triangles that share the spine, in an instance of a four-cornered strip.
layout(location = 0) in vec3 position;
layout(location = 1) in float size;
layout(location = 2) in float scalar;
layout(location = 3) in vec4 heading;

uniform mat4 view, projection;
uniform vec2 viewport;   // pixels
uniform bool deep;       // lit, with depth
uniform float focal;     // pixels per world unit: at depth 1 if deep, everywhere if not
uniform float enlarge;   // drawn size relative to the actor's

flat out vec3 left_colour, right_colour;
flat out vec2 nose, left, right, notch;  // pixels from the centre
flat out vec3 depths;    // view depth at the centre, and its gradient per pixel
flat out float coverage;
out vec2 at;             // pixels from the centre

const float smallest = 2.2;                // pixels from nose to notch; smaller darts fade instead of shrinking
const vec3 key = vec3(-0.42, 0.62, 0.66);  // towards the light, in view space

// Lighting of a wing with corners a, b, c in view space, from either side.
vec3 lit(vec3 colour, vec3 a, vec3 b, vec3 c) {
    vec3 normal = cross(b - a, c - a);
    normal = dot(normal, a) > 0.0 ? -normal : normal;
    normal = normalize(normal + vec3(0, 0, 1e-20));
    float diffuse = max(dot(normal, key) * 0.7 + 0.3, 0.0);
    float shine = pow(max(dot(normal, vec3(-0.23, 0.34, 0.911)), 0.0), 24.0);
    return colour * (0.42 + 0.86 * diffuse) + shine * 0.16;
}

vec2 pixels_of(vec4 clip) { return clip.xy / clip.w * viewport * 0.5; }

void main() {
    vec3 ahead = dot(heading.xyz, heading.xyz) > 0.01 ? normalize(heading.xyz) : vec3(1, 0, 0);
    vec3 up = !deep ? vec3(0, 0, 1) : abs(ahead.y) < 0.98 ? vec3(0, 1, 0) : vec3(1, 0, 0);
    vec3 side = normalize(cross(ahead, up));
    up = cross(side, ahead);

    vec4 middle = view * vec4(position, 1);
    float per_unit = deep ? focal / max(-middle.z, 1e-9) : focal;
    float world = size * enlarge, pixels = 2.6 * world * per_unit;
    float grow = max(1.0, smallest / max(pixels, 1e-9));
    coverage = 1.0 / (grow * grow);
    float s = world * grow;

    float keel = deep ? 0.42 : 0.0, lift = deep ? 0.25 : 0.0;
    vec4 n = view * vec4(position + s * 1.9 * ahead, 1), k = view * vec4(position + s * (-0.7 * ahead - keel * up), 1);
    vec4 l = view * vec4(position + s * (-1.5 * ahead - 1.05 * side + lift * up), 1);
    vec4 r = view * vec4(position + s * (-1.5 * ahead + 1.05 * side + lift * up), 1);
    vec4 centre = projection * middle;
    vec2 from = pixels_of(centre);
    nose = pixels_of(projection * n) - from, notch = pixels_of(projection * k) - from;
    left = pixels_of(projection * l) - from, right = pixels_of(projection * r) - from;

    vec3 colour = colour_of(scalar);
    left_colour = deep ? lit(colour, n.xyz, l.xyz, k.xyz) : colour;
    right_colour = deep ? lit(colour, n.xyz, r.xyz, k.xyz) : colour;

    vec2 lo = min(min(nose, notch), min(left, right)) - 1.0, hi = max(max(nose, notch), max(left, right)) + 1.0;
    at = mix(lo, hi, vec2(gl_VertexID & 1, gl_VertexID >> 1));
    vec2 spine = nose - notch;
    float length2 = max(dot(spine, spine), 1.0);
    depths = vec3(-middle.z, spine * ((k.z - n.z) / length2));
    gl_Position = centre;
    gl_Position.xy += at * 2.0 / viewport * centre.w;
    bool drawable = !is_hidden(scalar) && pixels > 0.0 && !isinf(pixels) &&
                    !any(isnan(gl_Position)) && !any(isnan(lo + hi)) &&
                    (!deep || max(n.z, l.z) < -1e-6);
    if (!drawable) gl_Position = vec4(2, 2, 2, 1);
}
