// An overcast sky, and the haze below its horizon.
uniform mat4 view, projection;
uniform vec2 viewport;
uniform float lifted;  // fraction blended to white
out vec4 shown;

void main() {
    vec2 place = gl_FragCoord.xy / viewport * 2.0 - 1.0;
    vec3 seen = vec3(place.x / projection[0][0], place.y / projection[1][1], -1);
    float height = normalize(transpose(mat3(view)) * seen).y;
    vec3 above = mix(vec3(0.40, 0.43, 0.46), vec3(0.14, 0.17, 0.22), smoothstep(0.0, 0.6, height));
    vec3 below = mix(vec3(0.40, 0.43, 0.46), vec3(0.085, 0.10, 0.12), smoothstep(0.0, 0.55, -height));
    shown = vec4(mix(height > 0.0 ? above : below, vec3(1), lifted), 1);
}
