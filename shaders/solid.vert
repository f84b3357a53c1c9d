// A corner of a solid's surface.
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
uniform mat4 view, projection;
out vec3 facing;  // normal, and
out vec3 from;    // place, seen from the eye

void main() {
    vec4 at = view * vec4(position, 1);
    facing = mat3(view) * normal;
    from = at.xyz;
    gl_Position = projection * at;
}
