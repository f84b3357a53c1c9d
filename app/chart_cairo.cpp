#include "app/chart_pen.hpp"
#include "base/error.hpp"

#ifdef NEARFIELD_CAIRO
#include <cairo-pdf.h>
#include <cairo.h>

#include <cmath>
#endif

namespace nearfield {

#ifdef NEARFIELD_CAIRO

namespace {

constexpr double mm_per_inch = 25.4, points_per_inch = 72, pixels_per_inch = 300;

cairo_status_t write_to_stream(void* stream, const unsigned char* bytes, unsigned count) {
    auto& out = *static_cast<std::ostream*>(stream);
    out.write(reinterpret_cast<const char*>(bytes), count);
    return out ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

struct Surface {
    cairo_surface_t* surface;
    double scale;  ///< of a unit
    bool pixels;
};

class CairoPen : public ChartPen {
  public:
    CairoPen(std::ostream& out, Surface on) : out_(out), on_(on), pen_(cairo_create(on.surface)) {
        if (const auto status = cairo_status(pen_); status != CAIRO_STATUS_SUCCESS)
            throw Error(std::string("The chart cannot be drawn: ") + cairo_status_to_string(status));
        cairo_scale(pen_, on.scale, on.scale);
        cairo_set_source_rgb(pen_, 1, 1, 1);
        cairo_paint(pen_);
        cairo_set_line_join(pen_, CAIRO_LINE_JOIN_ROUND);
    }
    ~CairoPen() override {
        cairo_destroy(pen_);
        if (on_.pixels) cairo_surface_write_to_png_stream(on_.surface, write_to_stream, &out_);
        cairo_surface_finish(on_.surface);
        cairo_surface_destroy(on_.surface);
    }

    void line(const std::vector<Position>& places, const Stroke& stroke) override {
        follow(places);
        set_colour(stroke.colour, stroke.opacity);
        cairo_set_line_width(pen_, stroke.width);
        cairo_set_dash(pen_, stroke.dashes.data(), int(stroke.dashes.size()), 0);
        cairo_stroke(pen_);
        cairo_set_dash(pen_, nullptr, 0, 0);
    }
    void shape(const std::vector<Position>& corners, const Face& face, const std::string&) override {
        follow(corners);
        cairo_close_path(pen_);
        paint(face);
    }
    void circle(Position centre, double radius, const Face& face, const std::string&) override {
        cairo_new_path(pen_);
        cairo_arc(pen_, centre.x, centre.y, radius, 0, 2 * M_PI);
        paint(face);
    }
    void text(Position at, const std::string& content, const Lettering& l) override {
        cairo_select_font_face(pen_, "Helvetica", CAIRO_FONT_SLANT_NORMAL,
                               l.bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
        cairo_set_font_size(pen_, l.size);
        cairo_text_extents_t size;
        cairo_text_extents(pen_, content.c_str(), &size);
        const double back = l.anchor == Anchor::start ? 0 : size.x_advance * (l.anchor == Anchor::end ? 1 : 0.5);
        cairo_save(pen_);
        cairo_translate(pen_, at.x, at.y);
        if (l.upwards) cairo_rotate(pen_, -M_PI / 2);
        cairo_new_path(pen_);
        cairo_move_to(pen_, -back, 0);
        if (l.rim) {
            cairo_text_path(pen_, content.c_str());
            set_colour("#fff", 1);
            cairo_set_line_width(pen_, 4);
            cairo_stroke(pen_);
            cairo_move_to(pen_, -back, 0);
        }
        set_colour(l.colour, 1);
        cairo_show_text(pen_, content.c_str());
        cairo_restore(pen_);
    }

  private:
    void follow(const std::vector<Position>& places) {
        cairo_new_path(pen_);
        for (const auto& p : places) cairo_line_to(pen_, p.x, p.y);
    }
    void paint(const Face& face) {
        if (!face.fill.empty()) {
            set_colour(face.fill, face.opacity);
            cairo_fill_preserve(pen_);
        }
        if (!face.outline.empty()) {
            set_colour(face.outline, face.opacity);
            cairo_set_line_width(pen_, face.width);
            cairo_stroke_preserve(pen_);
        }
        cairo_new_path(pen_);
    }
    void set_colour(const std::string& hex, double opacity) {
        const bool is_short = hex.size() == 4;
        const auto channel = [&](std::size_t k) {
            const auto digits = is_short ? std::string(2, hex[1 + k]) : hex.substr(1 + 2 * k, 2);
            return std::stoi(digits, nullptr, 16) / 255.;
        };
        cairo_set_source_rgba(pen_, channel(0), channel(1), channel(2), opacity);
    }

    std::ostream& out_;
    Surface on_;
    cairo_t* pen_;
};

}  // namespace

std::string why_no_cairo() { return {}; }

std::unique_ptr<ChartPen> pdf_pen(std::ostream& out, const ChartSheet& sheet) {
    const double scale = sheet.mm_per_unit / mm_per_inch * points_per_inch;
    auto* surface =
        cairo_pdf_surface_create_for_stream(write_to_stream, &out, sheet.width * scale, sheet.height * scale);
    cairo_pdf_surface_restrict_to_version(surface, CAIRO_PDF_VERSION_1_4);  // which publishers accept
    return std::make_unique<CairoPen>(out, Surface{surface, scale, false});
}

std::unique_ptr<ChartPen> png_pen(std::ostream& out, const ChartSheet& sheet) {
    const double scale = sheet.mm_per_unit / mm_per_inch * pixels_per_inch;
    auto* surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, int(std::lround(sheet.width * scale)),
                                               int(std::lround(sheet.height * scale)));
    return std::make_unique<CairoPen>(out, Surface{surface, scale, true});
}

#else

std::string why_no_cairo() {
    return "this build has no cairo; install libcairo2-dev and build again, or give a name that ends in .svg";
}

std::unique_ptr<ChartPen> pdf_pen(std::ostream&, const ChartSheet&) { throw Error("PDF: " + why_no_cairo()); }
std::unique_ptr<ChartPen> png_pen(std::ostream&, const ChartSheet&) { throw Error("PNG: " + why_no_cairo()); }

#endif

}  // namespace nearfield
