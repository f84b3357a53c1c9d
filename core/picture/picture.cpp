#include "picture/picture.hpp"

namespace nearfield {

Picture::Picture() = default;
Picture::Picture(const Picture&) = default;
Picture::Picture(Picture&&) noexcept = default;
Picture& Picture::operator=(const Picture&) = default;
Picture& Picture::operator=(Picture&&) noexcept = default;
Picture::~Picture() = default;

}  // namespace nearfield
