#pragma once
#include <string>

namespace nearfield {

/// An OpenGL context without window or display, current during its lifetime (EGL on a GPU, or Mesa in software). Throws
/// Error that names the missing component and how to install it.
class HeadlessGl {
  public:
    HeadlessGl();
    ~HeadlessGl();
    HeadlessGl(const HeadlessGl&) = delete;

    /// Returns GL_RENDERER, for reports.
    std::string renderer() const;

  private:
    void *display_ = nullptr, *context_ = nullptr;
};

}  // namespace nearfield
