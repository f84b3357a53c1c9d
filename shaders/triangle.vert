// A vertex of a surface.
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
uniform mat4 view, projection;
uniform vec3 colour;
uniform bool by_value;
uniform samplerBuffer values;  // one per triangle
uniform samplerBuffer sieve;   // values that decide whether triangles are hidden
out vec3 facing;  // normal in view space
out vec3 from;    // position in view space
flat out vec3 tint;

void main() {
    vec4 at = view * vec4(position, 1);
    facing = mat3(view) * normal;
    from = at.xyz;
    tint = by_value ? colour_of(texelFetch(values, gl_VertexID / 3).r) : colour;
    gl_Position = projection * at;
    if (shown_count > 0 && is_hidden(texelFetch(sieve, gl_VertexID / 3).r)) gl_Position = vec4(2, 2, 2, 1);
}
