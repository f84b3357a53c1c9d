// Put before other shaders: whether an element with this value is hidden, as ShownValues::hides decides it.
uniform int shown_count;  // of spans; 0: everything is shown
uniform vec2 shown_spans[32];

bool is_hidden(float value) {
    bool outside = shown_count > 0 && !isnan(value);
    for (int s = 0; s < shown_count; ++s)
        outside = outside && !(value >= shown_spans[s].x && value <= shown_spans[s].y);
    return outside;
}
