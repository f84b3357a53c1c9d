// The cell that a pixel lies in, in its colour.
uniform float opacity;
uniform bool deep;  // nothing shows through but the background
uniform vec3 background;
in vec2 place;
out vec4 shown;

void main() {
    vec4 colour = colour_of(cell_at(place));
    if (colour.a == 0.0) discard;
    shown = deep ? vec4(mix(background, colour.rgb, opacity), 1) : vec4(colour.rgb, opacity);
}
