// A corner of a surface.
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
uniform mat4 view, projection;
uniform vec3 colour;
uniform bool by_value;
uniform samplerBuffer values;  // one per triangle
uniform samplerBuffer sieve;   // what may hide it
uniform sampler2D ramp;
uniform vec2 range;  // values at the ends of the ramp
out vec3 facing;     // normal in view space
out vec3 from;       // place in view space
flat out vec3 tint;

vec3 colour_of(float value) {
    if (isnan(value) || isinf(value)) return vec3(1, 0, 1);
    float t = clamp((value - range.x) / max(range.y - range.x, 1e-30), 0.0, 1.0);
    return texture(ramp, vec2((t * 255.0 + 0.5) / 256.0, 0.5)).rgb;
}

void main() {
    vec4 at = view * vec4(position, 1);
    facing = mat3(view) * normal;
    from = at.xyz;
    tint = by_value ? colour_of(texelFetch(values, gl_VertexID / 3).r) : colour;
    gl_Position = projection * at;
    if (shown_count > 0 && is_hidden(texelFetch(sieve, gl_VertexID / 3).r)) gl_Position = vec4(2, 2, 2, 1);
}
