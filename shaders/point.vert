// An actor: a point sprite, or with QUADS an instance of a four-cornered strip.
layout(location = 0) in vec3 position;
layout(location = 1) in float size;
layout(location = 2) in float scalar;

uniform mat4 view, projection;
uniform vec2 viewport;    // pixels
uniform float focal;      // pixels per world unit: at depth 1 in perspective, else at every depth
uniform bool perspective;
uniform float enlarge;    // drawn radius relative to the actor's
uniform float smallest;   // minimum drawn radius, pixels; smaller actors fade instead
uniform float faintest;   // minimum coverage, which keeps few actors in a wide environment visible
uniform float largest;    // maximum size of a point sprite, pixels

flat out vec3 colour;
flat out float radius;    // pixels
flat out float coverage;  // true disc area relative to the drawn one
flat out float half_side; // of the sprite, pixels
flat out vec2 depths;     // view depth of the centre; radius, world units
#ifdef QUADS
out vec2 corner_offset;   // pixels from the centre
#endif

void main() {
    vec4 at = view * vec4(position, 1);
    float world = size * enlarge;
    float pixels = perspective ? world * focal / max(-at.z, 1e-9) : world * focal;
    radius = max(pixels, smallest);
    coverage = max((pixels * pixels) / (radius * radius), faintest);
    half_side = radius + 0.5;
    colour = colour_of(scalar);
    depths = vec2(-at.z, world);
    gl_Position = projection * at;
#ifdef QUADS
    half_side += 0.5;
    corner_offset = (vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0) * half_side;
    gl_Position.xy += corner_offset * 2.0 / viewport * gl_Position.w;
#else
    half_side = min(half_side, largest * 0.5);
    gl_PointSize = 2.0 * half_side;
#endif
    bool drawable = !is_hidden(scalar) && pixels > 0.0 && !isinf(pixels) && !any(isnan(gl_Position));
    if (!drawable) gl_Position = vec4(2, 2, 2, 1);
}
