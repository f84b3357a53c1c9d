// The cell that a pixel lies in, as CellLattice::cell_at finds it, in the colour of its value, class or shade.
uniform float spacing;
uniform ivec2 cells;  // columns, rows
uniform bool hexagons;
uniform float opacity;
uniform bool deep;  // nothing shows through but the background
uniform vec3 background;
#ifdef CLASSES
uniform usamplerBuffer elements;
uniform sampler2D colours;
#elif defined(SHADES)
uniform samplerBuffer elements;
uniform vec3 tint;
#else
uniform samplerBuffer elements;
uniform sampler2D ramp;
uniform vec2 range;  // values at the ends of the ramp
#endif
in vec2 place;
out vec4 shown;

const float root3 = 1.7320508;

ivec2 hexagon_at(vec2 p) {
    float pitch = spacing * (root3 / 2.0);
    int row = int(floor(p.y / pitch));
    bool shifted = (row & 1) != 0;
    float x = p.x - (shifted ? 0.5 * spacing : 0.0), y = p.y - float(row) * pitch;
    int column = int(floor(x / spacing));
    float aside = x - (float(column) + 0.5) * spacing;
    if (y >= abs(aside) / root3) return ivec2(column, row);
    return ivec2(column + (aside < 0.0 ? -1 : 0) + (shifted ? 1 : 0), row - 1);
}

void main() {
    ivec2 at = hexagons ? hexagon_at(place) : ivec2(floor(place / spacing));
    if (any(lessThan(at, ivec2(0))) || any(greaterThanEqual(at, cells))) discard;
    int cell = at.y * cells.x + at.x;
#ifdef CLASSES
    vec4 class_colour = texelFetch(colours, ivec2(int(texelFetch(elements, cell).r), 0), 0);
    if (class_colour.a == 0.0) discard;
    vec3 colour = class_colour.rgb;
#elif defined(SHADES)
    float shade = texelFetch(elements, cell).r;
    if (isnan(shade)) discard;
    vec3 colour = min(tint * shade, vec3(1));
#else
    float value = texelFetch(elements, cell).r;
    if (isnan(value)) discard;
    float t = clamp((value - range.x) / max(range.y - range.x, 1e-30), 0.0, 1.0);
    vec3 colour = isinf(value) ? vec3(1, 0, 1) : texture(ramp, vec2((t * 255.0 + 0.5) / 256.0, 0.5)).rgb;
#endif
    shown = deep ? vec4(mix(background, colour, opacity), 1) : vec4(colour, opacity);
}
