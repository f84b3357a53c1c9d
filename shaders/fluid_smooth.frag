// Narrow-range filter along one axis (Truong and Yuksel 2018, "A Narrow-Range Filter for Screen-Space Fluid
// Rendering"): a Gaussian that ignores depths far behind, and replaces depths far in front by the pixel's own.
uniform sampler2D depths;
uniform ivec2 axis;
uniform float sigma;   // pixels at depth 1
uniform float radius;  // of a particle as drawn, world units
#ifdef TINT
uniform sampler2D tints;
#endif
out vec4 smoothed;

const float none = 1e30;
const int most = 40;   // maximum half width, pixels

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy), last = textureSize(depths, 0) - 1;
    float here = texelFetch(depths, at, 0).r;
    if (here >= none) {
        smoothed = vec4(none);
        return;
    }
    float width = min(sigma / here, float(most) * 0.5), low = here - RANGE * radius, high = here + RANGE * radius;
    float falloff = -0.5 / max(width * width, 1e-6), weights = 1.0;
#ifdef TINT
    vec4 sum = texelFetch(tints, at, 0);
#else
    vec4 sum = vec4(here);
#endif
    int taps = int(min(2.0 * width, float(most)));
    float low_b = low, high_b = high;
    for (int k = 1; k <= taps; ++k) {
        ivec2 pa = clamp(at + k * axis, ivec2(0), last), pb = clamp(at - k * axis, ivec2(0), last);
        float a = texelFetch(depths, pa, 0).r, b = texelFetch(depths, pb, 0).r;
        float w = exp(falloff * float(k * k));
        float pair = a > high || b > high_b ? 0.0 : w;  // symmetric, since the surface would bend at its outlines
                                                        // otherwise
        float wa = pair, wb = pair;
        bool front_a = a < low, front_b = b < low_b;
        if (wa > 0.0 && !front_a) low = min(low, a - RANGE * radius), high = max(high, a + RANGE * radius);
        if (wb > 0.0 && !front_b) low_b = min(low_b, b - RANGE * radius), high_b = max(high_b, b + RANGE * radius);
#ifdef TINT
        wa = front_a ? 0.0 : wa, wb = front_b ? 0.0 : wb;
        sum += wa * texelFetch(tints, pa, 0) + wb * texelFetch(tints, pb, 0);
#else
        sum += wa * vec4(front_a ? here : a) * step(1e-9, wa) + wb * vec4(front_b ? here : b) * step(1e-9, wb);
#endif
        weights += wa + wb;
    }
    smoothed = sum / weights;
}
