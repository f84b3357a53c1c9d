// Adds the halo to the background, blended so that bright places do not saturate.
uniform sampler2D halo;
uniform vec3 background;
uniform vec2 size;  // of the picture
out vec4 shown;

void main() { shown = vec4(mix(background, vec3(1), texture(halo, gl_FragCoord.xy / size).rgb * 0.75), 1); }
