// Mask of a 2D fluid, for blurring: 1 inside, 0 outside.
uniform sampler2D field;
uniform vec2 viewport;
uniform vec4 box;  // the fluid's container, as fractions of the picture; outside, the value at the wall continues
uniform float gain, border;
out vec4 cover;

void main() {
    vec2 at = clamp(gl_FragCoord.xy / viewport, box.xy, max(box.xy, box.zw));
    cover = vec4(smoothstep(0.5 * border, 1.5 * border, texture(field, at).a * gain));
}
