// Gaussian blur of three pixels along one axis; each sample between two texels reads their weighted mean.
uniform sampler2D light;
uniform vec2 axis;
out vec4 blurred;

void main() {
    vec2 texel = 1.0 / vec2(textureSize(light, 0)), at = gl_FragCoord.xy * texel, along = axis * texel;
    vec3 sum = 0.1353 * texture(light, at).rgb;
    sum += 0.2344 * (texture(light, at + 1.459 * along).rgb + texture(light, at - 1.459 * along).rgb);
    sum += 0.1369 * (texture(light, at + 3.405 * along).rgb + texture(light, at - 3.405 * along).rgb);
    sum += 0.0494 * (texture(light, at + 5.351 * along).rgb + texture(light, at - 5.351 * along).rgb);
    sum += 0.0117 * (texture(light, at + 7.298 * along).rgb + texture(light, at - 7.298 * along).rgb);
    blurred = vec4(sum, 1);
}
