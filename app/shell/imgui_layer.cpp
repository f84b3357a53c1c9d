#include "app/shell/imgui_layer.hpp"

#include "app/shell/glfw_window.hpp"
#include "app/ui/theme.hpp"

#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <glad/gl.h>

#include <cmath>

namespace nearfield {

ImGuiLayer::ImGuiLayer(GlfwWindow& window) : window_(window), clipboard_(window.handle()) {
    IMGUI_CHECKVERSION();
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;
    ImGui_ImplGlfw_InitForOpenGL(window.handle(), true);
    window.listen_to_keys();
    clipboard_.install();
    ImGui_ImplOpenGL3_Init("#version 330 core");
    glGenFramebuffers(1, &reader_);
}

ImGuiLayer::~ImGuiLayer() {
    glDeleteFramebuffers(1, &reader_);
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
    ImGui::DestroyContext();
}

void ImGuiLayer::begin(float preference, bool light, bool by_keyboard) {
    const float scale = window_.text_scale() * preference, density = window_.density();
    if (scale != scale_ || density != density_) {
        scale_ = scale, density_ = density;
        ui::load_fonts(scale, density);
        ImGui_ImplOpenGL3_DestroyFontsTexture();
        ImGui_ImplOpenGL3_CreateFontsTexture();
    }
    ui::set_theme(light ? ui::Theme::light : ui::Theme::dark);
    ui::apply_style(scale);
    window_.forward_keys();
    auto& io = ImGui::GetIO();
    if (by_keyboard || io.KeyCtrl) io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
    else io.ConfigFlags &= ~ImGuiConfigFlags_NavEnableKeyboard;
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
    ImGui::NewFrame();
}

/// Copies the picture by a blit, several times faster than a textured quad under software OpenGL.
void ImGuiLayer::copy_picture(unsigned picture, ImVec2 lo, ImVec2 hi) const {
    glBindTexture(GL_TEXTURE_2D, picture);
    GLint width = 0, height = 0;
    glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_WIDTH, &width);
    glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_HEIGHT, &height);
    glBindTexture(GL_TEXTURE_2D, 0);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, reader_);
    glFramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, picture, 0);
    const auto pixel = [&](float units) { return GLint(std::lround(units * density_)); };
    const GLint top = window_.framebuffer().y, x0 = pixel(lo.x), x1 = pixel(hi.x), y0 = top - pixel(hi.y),
                y1 = top - pixel(lo.y);
    const bool same_size = width == x1 - x0 && height == y1 - y0;
    glBlitFramebuffer(0, 0, width, height, x0, y0, x1, y1, GL_COLOR_BUFFER_BIT, same_size ? GL_NEAREST : GL_LINEAR);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
}

/// True if any input of the drawing has changed since the last call.
bool ImGuiLayer::looks_different(const std::vector<Placed>& pictures) {
    next_.clear();
    const auto add = [&](const auto* first, std::size_t n) {
        const auto* bytes = reinterpret_cast<const char*>(first);
        next_.insert(next_.end(), bytes, bytes + n * sizeof *first);
    };
    const auto pixels = window_.framebuffer();
    add(&pixels, 1), add(&scale_, 1), add(&density_, 1), add(&ui::colour::panel, 1);
    for (const auto& [picture, version, lo, hi] : pictures)
        add(&picture, 1), add(&version, 1), add(&lo, 1), add(&hi, 1);
    const ImDrawData& data = *ImGui::GetDrawData();
    for (int i = 0; i < data.CmdListsCount; ++i) {
        const ImDrawList& list = *data.CmdLists[i];
        add(list.VtxBuffer.Data, std::size_t(list.VtxBuffer.Size));
        add(list.IdxBuffer.Data, std::size_t(list.IdxBuffer.Size));
        for (const ImDrawCmd& command : list.CmdBuffer)
            add(&command.ClipRect, 1), add(&command.TextureId, 1), add(&command.ElemCount, 1);
    }
    std::swap(shown_, next_);
    return shown_ != next_;
}

bool ImGuiLayer::end(const std::vector<Placed>& pictures, bool always) {
    ImGui::Render();
    if (!looks_different(pictures) && !always) return false;
    const auto pixels = window_.framebuffer();
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glViewport(0, 0, pixels.x, pixels.y);
    glDisable(GL_SCISSOR_TEST);
    const ImVec4 face = ImGui::ColorConvertU32ToFloat4(ui::colour::panel);  // background of all panels
    glClearColor(face.x, face.y, face.z, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    for (const auto& [picture, version, lo, hi] : pictures)
        if (picture && hi.x > lo.x && hi.y > lo.y) copy_picture(picture, lo, hi);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    return true;
}

}  // namespace nearfield
