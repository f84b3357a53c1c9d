// 3D: darkens what lies behind something near in the picture, so that depth reads without stereo.
uniform sampler2D gathered, depth;
uniform vec3 background;
uniform vec2 unproject;  // projection[2][2], projection[3][2]
uniform float reach;     // difference in depth, in world units, that darkens fully
uniform float dim;
out vec4 shown;

float distance_at(ivec2 at) {
    ivec2 inside = clamp(at, ivec2(0), textureSize(depth, 0) - 1);
    return unproject.y / (2.0 * texelFetch(depth, inside, 0).r - 1.0 + unproject.x);
}

float behind(ivec2 at, float here) { return clamp((here - distance_at(at)) / reach, 0.0, 1.0); }

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    vec4 sum = texelFetch(gathered, at, 0);
    float here = distance_at(at);
    float shade = behind(at + ivec2(2, 0), here) + behind(at - ivec2(2, 0), here) + behind(at + ivec2(0, 2), here) + behind(at - ivec2(0, 2), here);
    shown = vec4(mix(background, sum.rgb / max(sum.a, 1e-4) * exp2(-0.35 * shade), sum.a * dim), 1);
}
