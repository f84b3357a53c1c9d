in vec3 facing, from;
flat in vec3 tint;
uniform bool deep;         // lit; else flat
uniform bool has_normals;  // else the triangle's geometric normal
out vec4 light;

const vec3 key = vec3(-0.42, 0.62, 0.66);  // towards the light, in view space

void main() {
    vec3 normal = normalize((has_normals ? facing : cross(dFdx(from), dFdy(from))) + vec3(0, 0, 1e-20));
#ifdef GLASS
    float across = deep ? abs(dot(normal, normalize(from))) : 0.5;
    light = vec4(tint, 0.05 + 0.30 * pow(1.0 - across, 3.0));
#else
    normal = dot(normal, from) > 0.0 ? -normal : normal;
    float diffuse = deep ? max(dot(normal, key) * 0.7 + 0.3, 0.0) : 0.72;
    light = vec4(tint * (0.40 + 0.82 * diffuse), 1);
#endif
}
