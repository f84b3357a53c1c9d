// Prepended to other shaders: true for hidden values, like ShownValues::hides.
uniform int shown_count;  // number of spans; 0 shows everything
uniform vec2 shown_spans[32];

bool is_hidden(float value) {
    bool outside = shown_count > 0 && !isnan(value);
    for (int s = 0; s < shown_count; ++s)
        outside = outside && !(value >= shown_spans[s].x && value <= shown_spans[s].y);
    return outside;
}
