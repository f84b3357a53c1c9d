flat in vec4 tint;
flat in float half_width;
in float across;
out vec4 shown;

void main() {
    float opacity = tint.a * clamp(half_width + 0.5 - abs(across), 0.0, 1.0);
#ifdef LAYER
    shown = vec4(tint.rgb * opacity, opacity);
#else
    shown = vec4(tint.rgb, opacity);
#endif
}
