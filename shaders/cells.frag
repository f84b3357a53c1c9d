// Colours each pixel by the cell that contains it.
uniform float opacity;
uniform bool deep;  // opaque: blended with the background only
uniform vec3 background;
in vec2 place;
out vec4 shown;

void main() {
    vec4 colour = colour_of(cell_at(place));
    if (colour.a == 0.0) discard;
    shown = deep ? vec4(mix(background, colour.rgb, opacity), 1) : vec4(colour.rgb, opacity);
}
