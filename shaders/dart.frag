// Two wings with anti-aliased edges. In 2D they add up as light; in 3D they are lit and have depth.
flat in vec3 left_colour, right_colour;
flat in vec2 nose, left, right, notch;
flat in vec3 depths;
flat in float coverage;
in vec2 at;
uniform mat4 projection;
uniform vec3 background;
uniform vec2 fade;  // depth at which fading begins and ends
out vec4 light;

// Distance to the line through a and b, in pixels; positive on the side of `inside`.
float within(vec2 a, vec2 b, vec2 inside) {
    vec2 along = b - a, square = vec2(-along.y, along.x) / max(length(along), 1e-6);
    float towards = dot(square, inside - a);
    return dot(square, at - a) * (towards < 0.0 ? -1.0 : 1.0);
}

float wing(vec2 tip) {
    float deep = min(min(within(nose, notch, tip), within(nose, tip, notch)), within(notch, tip, nose));
    return clamp(deep + 0.5, 0.0, 1.0);
}

void main() {
    float l = wing(left), r = wing(right);
    float opacity = min(l + r, 1.0) * coverage;
    if (opacity < 0.02) discard;
    vec3 colour = mix(right_colour, left_colour, l / (l + r));
#ifdef DEEP
    float depth = depths.x + dot(depths.yz, at);
    colour = mix(colour, background, 0.50 * smoothstep(fade.x, fade.y, depth));
    gl_FragDepth = 0.5 * (projection[3][2] / depth - projection[2][2]) + 0.5;
#endif
    light = vec4(colour * opacity, opacity);
}
