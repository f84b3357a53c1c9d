#include "app/draw/film.hpp"

#include "app/files.hpp"

namespace nearfield {

Film::Film(const std::string& name, const VideoShape& shape, double pace, const Picture& first)
    : clock_(shape.rate, pace, first.clock),
      writer_(fresh_path(output_folder(), name, ".mp4"), false, shape) {}

bool Film::wants(const Picture& shown) {
    due_ += clock_.take(shown.clock);
    return due_ > 0;
}

void Film::take(const std::vector<unsigned char>& rgb, int width, int height) {
    writer_.add(rgb, width, height, due_);
    due_ = 0;
}

}  // namespace nearfield
