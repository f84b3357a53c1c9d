// Where a fluid of the plane is, for blurring: 1 inside, 0 outside.
uniform sampler2D field;
uniform vec2 viewport;
uniform float gain, border;
out vec4 cover;

void main() { cover = vec4(smoothstep(0.5 * border, 1.5 * border, texture(field, gl_FragCoord.xy / viewport).a * gain)); }
