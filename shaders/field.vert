// A rectangle of the plane.
uniform mat4 transform;
uniform vec2 lo, size;
out vec2 place;  // 0 to 1

void main() {
    place = vec2(gl_VertexID & 1, gl_VertexID >> 1);
    gl_Position = transform * vec4(lo + place * size, 0, 1);
}
