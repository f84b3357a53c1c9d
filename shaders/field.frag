uniform sampler2D classes;
uniform float opacity;
in vec2 place;
out vec4 shown;

void main() {
    vec4 tint = texture(classes, place);
    shown = vec4(tint.rgb, tint.a * opacity);
}
