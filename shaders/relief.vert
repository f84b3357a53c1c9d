// A surface through the centres of cells (after cell_colour.frag). An instance is the strip between two rows of cells.
// The outermost ring of vertices repeats the border cells at the base, which makes the sides of a block.
uniform mat4 view, projection;
uniform vec3 origin, across, up;
uniform ivec4 part;         // first column and row, columns, rows
uniform int stride;         // every stride-th cell is a vertex
uniform bool fluid;
uniform float base;         // lower end of the sides, unless on a floor
uniform samplerBuffer heights, floors, foams;
out vec3 at;                // in the world
out vec2 place;             // in the lattice's plane
out vec3 facing;
out float absent, side, depth, foam;

int cell_of(ivec2 corner) {
    ivec2 inside = clamp(corner * stride, ivec2(0), part.zw - 1) + part.xy;
    return inside.y * cells.x + inside.x;
}

vec2 middle(int cell) {
    vec2 place = vec2(cell % cells.x, cell / cells.x);
    if (!hexagons) return (place + 0.5) * spacing;
    float odd = float(cell / cells.x & 1);
    return vec2((place.x + 0.5 + 0.5 * odd) * spacing, place.y * spacing * (root3 / 2.0) + spacing / root3);
}

float height_at(ivec2 corner, float otherwise) {
    float height = texelFetch(heights, cell_of(corner)).r;
    return isnan(height) ? otherwise : height;
}

float number(float value) { return isnan(value) || isinf(value) ? 0.0 : value; }

void main() {
    ivec2 corners = (part.zw - 2 + stride) / stride + 1;
    int row = gl_InstanceID - 1;
    bool odd = hexagons && stride == 1 && (row + part.y & 1) != 0;
    ivec2 corner = ivec2(gl_VertexID / 2 - 1, row + (gl_VertexID + int(odd) & 1));
    bool hangs = any(lessThan(corner, ivec2(0))) || any(greaterThanEqual(corner, corners));
    corner = clamp(corner, ivec2(0), corners - 1);

    int cell = cell_of(corner);
    float height = texelFetch(heights, cell).r;
    absent = float(isnan(height) || isinf(height));
    height = number(height);
    float bed = fluid ? number(texelFetch(floors, cell).r) : base;
    depth = height - bed;
    foam = fluid ? number(texelFetch(foams, cell).r) : 0.0;
    side = float(hangs);

    ivec2 x = ivec2(1, 0), y = ivec2(0, 1);
    vec2 along = middle(cell_of(corner + x)) - middle(cell_of(corner - x));
    vec2 aside = middle(cell_of(corner + y)) - middle(cell_of(corner - y));
    vec2 rise = vec2(height_at(corner + x, height) - height_at(corner - x, height),
                     height_at(corner + y, height) - height_at(corner - y, height));
    vec2 slope = rise / max(vec2(along.x, aside.y), vec2(1e-9));
    vec3 normal = cross(across, up);
    facing = normal - across * slope.x - up * slope.y;
    place = middle(cell);
    at = origin + across * place.x + up * place.y + normal * (hangs ? min(bed, height) : height);
    gl_Position = projection * view * vec4(at, 1);
}
