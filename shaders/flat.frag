// 2D: light gathered from all actors, brought into the range of a screen.
uniform sampler2D gathered;
uniform vec3 background;
uniform float gain;      // makes up for actors not drawn yet
uniform float dim;       // 1: as it is; less: steps back behind the overlay
uniform bool additive;
out vec4 shown;

void main() {
    vec4 sum = texelFetch(gathered, ivec2(gl_FragCoord.xy), 0);
    vec3 mean = sum.rgb / max(sum.a, 1e-5);
    float density = additive ? sum.a * gain : 0.0;
    float opacity = additive ? 1.0 - exp2(-2.6 * density) : sum.a;
    vec3 colour = mean * (1.0 + 0.22 * density / (density + 2.0));
    shown = vec4(mix(background, colour, opacity * dim), 1);
}
