// Downsamples the picture by 4; each sample is the mean of four pixels.
uniform sampler2D light;
out vec4 shrunk;

void main() {
    vec2 texel = 1.0 / vec2(textureSize(light, 0)), at = gl_FragCoord.xy * 4.0 * texel;
    vec3 sum = texture(light, at + vec2(-1, -1) * texel).rgb + texture(light, at + vec2(1, -1) * texel).rgb +
               texture(light, at + vec2(-1, 1) * texel).rgb + texture(light, at + vec2(1, 1) * texel).rgb;
    shrunk = vec4(sum * 0.25, 1);
}
