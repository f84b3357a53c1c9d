in vec3 facing, from;
uniform vec3 colour;
uniform bool deep;  // lit; else flat
out vec4 light;

const vec3 key = vec3(-0.42, 0.62, 0.66);  // towards the light, seen from the eye

void main() {
#ifdef GLASS
    float across = deep ? abs(dot(normalize(facing + vec3(0, 0, 1e-20)), normalize(from))) : 0.5;
    light = vec4(colour, 0.05 + 0.30 * pow(1.0 - across, 3.0));
#else
    vec3 normal = normalize(facing + vec3(0, 0, 1e-20));
    normal = dot(normal, from) > 0.0 ? -normal : normal;
    float diffuse = deep ? max(dot(normal, key) * 0.7 + 0.3, 0.0) : 0.72;
    light = vec4(colour * (0.40 + 0.82 * diffuse), 1);
#endif
}
