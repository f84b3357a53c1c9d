// The bounding rectangle of a lattice of cells.
uniform mat4 transform;
uniform vec3 origin, across, up;
uniform vec2 size;
out vec2 place;  // in the plane, relative to its lower left corner

void main() {
    place = vec2(gl_VertexID & 1, gl_VertexID >> 1) * size;
    gl_Position = transform * vec4(origin + across * place.x + up * place.y, 1);
}
