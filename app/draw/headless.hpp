#pragma once
#include <string>

namespace nearfield {

/// An OpenGL context without window or display (EGL: a GPU if there is one, else Mesa in software), current while it
/// lives. Throws Error with what is missing and how to get it.
class HeadlessGl {
  public:
    HeadlessGl();
    ~HeadlessGl();
    HeadlessGl(const HeadlessGl&) = delete;

    /// GL_RENDERER, for reports.
    std::string renderer() const;

  private:
    void *display_ = nullptr, *context_ = nullptr;
};

}  // namespace nearfield
