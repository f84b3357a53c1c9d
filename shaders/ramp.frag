// Prepended to other shaders: the colour of a value.
uniform sampler2D ramp;
uniform vec2 range;  // values at the ends of the ramp

vec3 colour_of(float value) {
    if (isnan(value) || isinf(value)) return vec3(1, 0, 1);
    float t = clamp((value - range.x) / max(range.y - range.x, 1e-30), 0.0, 1.0);
    return texture(ramp, vec2((t * 255.0 + 0.5) / 256.0, 0.5)).rgb;
}
