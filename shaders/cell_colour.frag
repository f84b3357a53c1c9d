// Prepended to other shaders: finds the cell at a place of a lattice like CellLattice::cell_at, and the colour of its
// value, class or shade.
uniform float spacing;
uniform ivec2 cells;  // columns, rows
uniform bool hexagons;
uniform samplerBuffer sieve;  // values that decide whether cells are hidden
#ifdef CLASSES
uniform usamplerBuffer elements;
uniform sampler2D colours;
#elif defined(SHADES)
uniform samplerBuffer elements;
uniform vec3 tint;
#else
uniform samplerBuffer elements;
#endif

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

// Column and row, possibly outside.
ivec2 cell_at(vec2 place) { return hexagons ? hexagon_at(place) : ivec2(floor(place / spacing)); }

bool is_sieved_out(int cell) { return shown_count > 0 && is_hidden(texelFetch(sieve, cell).r); }

// Alpha is 0 where nothing is drawn.
vec4 colour_of(ivec2 at) {
    if (any(lessThan(at, ivec2(0))) || any(greaterThanEqual(at, cells))) return vec4(0);
    int cell = at.y * cells.x + at.x;
    if (is_sieved_out(cell)) return vec4(0);
#ifdef CLASSES
    return texelFetch(colours, ivec2(int(texelFetch(elements, cell).r), 0), 0);
#elif defined(SHADES)
    float shade = texelFetch(elements, cell).r;
    return isnan(shade) ? vec4(0) : vec4(min(tint * shade, vec3(1)), 1);
#else
    float value = texelFetch(elements, cell).r;
    return isnan(value) ? vec4(0) : vec4(colour_of(value), 1);
#endif
}
