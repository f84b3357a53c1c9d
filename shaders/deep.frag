// 3D depth shading: darkens pixels next to nearer ones, as a depth cue.
uniform sampler2D gathered, depth;
uniform vec3 background;
uniform vec2 unproject;  // projection[2][2], projection[3][2]
uniform float reach;     // depth difference that darkens fully, world units
uniform float dim;
out vec4 shown;

float before(float here, ivec2 at, float per_depth) {
    return clamp((here - texelFetch(depth, clamp(at, ivec2(0), textureSize(depth, 0) - 1), 0).r) * per_depth, 0.0, 1.0);
}

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    vec4 sum = texelFetch(gathered, at, 0);
    float shade = 0.0;
#ifndef PLAIN
    float here = texelFetch(depth, at, 0).r;
    float slope = 2.0 * here - 1.0 + unproject.x;
    // world units per unit of stored depth, relative to reach
    float per_depth = abs(2.0 * unproject.y / (slope * slope * reach));
    shade = before(here, at + ivec2(2, 0), per_depth) + before(here, at - ivec2(2, 0), per_depth) +
            before(here, at + ivec2(0, 2), per_depth) + before(here, at - ivec2(0, 2), per_depth);
#endif
    shown = vec4(background * (1.0 - sum.a * dim) + sum.rgb * (exp2(-0.22 * shade) * dim), 1);
}
