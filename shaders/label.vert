// A corner of a glyph.
layout(location = 0) in vec2 at;  // pixels from the upper left
layout(location = 1) in vec2 texel;
uniform vec2 viewport, shift;
out vec2 place;

void main() {
    place = texel;
    gl_Position = vec4((at + shift) / viewport * vec2(2, -2) + vec2(-1, 1), 0, 1);
}
