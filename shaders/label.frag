uniform sampler2D glyphs;
uniform vec3 colour;
in vec2 place;
out vec4 shown;

void main() { shown = vec4(colour, texture(glyphs, place).r); }
