flat in vec4 tint;
flat in vec2 pixels;
in vec2 offset;
out vec4 shown;

void main() {
    float off = length(offset);
    float inside = clamp(pixels.x + 0.5 - off, 0.0, 1.0);
    float hole = pixels.y > 0.0 ? clamp(off - (pixels.x - pixels.y) + 0.5, 0.0, 1.0) : 1.0;
    shown = vec4(tint.rgb, tint.a * inside * hole);
}
