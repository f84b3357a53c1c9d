// A disc or ring facing the eye.
layout(location = 0) in vec3 position;
layout(location = 1) in vec4 colour;
layout(location = 2) in float radius;  // world units
layout(location = 3) in float rim;     // pixels; 0 fills the disc
uniform mat4 transform;
uniform vec2 viewport;
uniform float focal;
uniform bool perspective;
uniform float smallest;
flat out vec4 tint;
flat out vec2 pixels;                  // outer radius; width of the rim
out vec2 offset;

void main() {
    gl_Position = transform * vec4(position, 1);
    float scale = perspective ? focal / max(gl_Position.w, 1e-9) : focal;
    pixels = vec2(max(radius * scale, smallest), rim);
    offset = (vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0) * (pixels.x + 1.0);
    tint = colour;
    gl_Position.xy += offset * 2.0 / viewport * gl_Position.w;
}
