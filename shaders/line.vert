// A line of constant width in pixels: an instance of a four-cornered strip.
layout(location = 0) in vec3 from;
layout(location = 1) in vec3 to;
layout(location = 2) in vec4 colour;
layout(location = 3) in float width;
#ifdef LAYER
layout(location = 4) in float value;
layout(location = 5) in float strength;
layout(location = 6) in float sieved;
uniform bool by_value;
#endif
uniform mat4 transform;
uniform vec2 viewport;
flat out vec4 tint;
flat out float half_width;
out float across;

#ifdef LAYER
vec4 colour_here() { return vec4(by_value ? colour_of(value) : colour.rgb, colour.a * strength); }
#else
vec4 colour_here() { return colour; }
#endif

void main() {
    vec4 a = transform * vec4(from, 1), b = transform * vec4(to, 1);
    float near_a = a.z + a.w, near_b = b.z + b.w;  // negative: in front of the near plane
#ifdef LAYER
    bool nothing = is_hidden(sieved) || (near_a < 0.0 && near_b < 0.0);
#else
    bool nothing = near_a < 0.0 && near_b < 0.0;
#endif
    if (nothing) {
        gl_Position = vec4(2, 2, 2, 1);
        return;
    }
    if (near_a < 0.0) a = mix(a, b, near_a / (near_a - near_b));
    if (near_b < 0.0) b = mix(b, a, near_b / (near_b - near_a));
    vec2 along = (b.xy / b.w - a.xy / a.w) * viewport;
    along = length(along) > 1e-6 ? normalize(along) : vec2(1, 0);
    float side = float(gl_VertexID & 1) * 2.0 - 1.0;
    bool end = gl_VertexID >= 2;
    half_width = max(width, 1.0) * 0.5;
    vec4 here = colour_here();
    tint = vec4(here.rgb, here.a * min(width, 1.0));
    across = side * (half_width + 0.5);
    gl_Position = end ? b : a;
    vec2 pixels = vec2(-along.y, along.x) * across;
    gl_Position.xy += pixels * 2.0 / viewport * gl_Position.w;
}
