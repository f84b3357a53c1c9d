#include "app/window/imgui_layer.hpp"

#include "app/ui/theme.hpp"
#include "app/window/glfw_window.hpp"

#include <glad/gl.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>

namespace nearfield {

ImGuiLayer::ImGuiLayer(GlfwWindow& window) : window_(window) {
    IMGUI_CHECKVERSION();
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;
    ImGui_ImplGlfw_InitForOpenGL(window.handle(), true);
    window.listen_to_keys();
    ImGui_ImplOpenGL3_Init("#version 330 core");
}

ImGuiLayer::~ImGuiLayer() {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
    ImGui::DestroyContext();
}

void ImGuiLayer::begin(float preference) {
    const float scale = window_.text_scale() * preference, density = window_.density();
    if (scale != scale_ || density != density_) {
        scale_ = scale, density_ = density;
        ui::load_fonts(scale, density);
        ui::apply_style(scale);
        ImGui_ImplOpenGL3_DestroyFontsTexture();
        ImGui_ImplOpenGL3_CreateFontsTexture();
    }
    window_.forward_keys();
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
    ImGui::NewFrame();
}

void ImGuiLayer::end() {
    ImGui::Render();
    const auto pixels = window_.framebuffer();
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glViewport(0, 0, pixels.x, pixels.y);
    glDisable(GL_SCISSOR_TEST);
    glClearColor(0.027f, 0.04f, 0.067f, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

}  // namespace nearfield
