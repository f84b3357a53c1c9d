layout(location = 0) in vec3 position;
layout(location = 1) in vec4 colour;
uniform mat4 transform;
flat out vec4 tint;

void main() {
    tint = colour;
    gl_Position = transform * vec4(position, 1);
}
