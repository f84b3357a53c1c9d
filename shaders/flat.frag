// 2D tone mapping: the accumulated light of all actors in the range of a screen.
uniform sampler2D gathered;
uniform vec3 background; // for additive light; black if the halo adds it later
uniform float gain;      // compensates for actors not drawn yet
uniform float dim;       // brightness, below 1 behind the overlay
uniform bool additive;
out vec4 shown;

void main() {
    vec4 sum = texelFetch(gathered, ivec2(gl_FragCoord.xy), 0);
    if (additive) {
        float density = sum.a * gain;
        float strength = (1.0 - exp2(-4.5 * density)) * (1.0 + 0.25 * density / (density + 2.0)) * dim;
        shown = vec4(mix(background, vec3(1), sum.rgb * (strength / max(sum.a, 1e-5))), 1);
    } else {
        shown = sum * dim;  // blended over the background
    }
}
