#include "app/shell/window.hpp"

#include "app/compile_note.hpp"
#include "app/files.hpp"
#include "app/shell/main_loop.hpp"

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace nearfield {

namespace {

/// Keeps freed memory in the process. Software OpenGL allocates and frees megabytes per frame; returning them to the
/// system would spend half of the frame time on page faults.
void keep_freed_memory() {
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 64 << 20);
    mallopt(M_TRIM_THRESHOLD, 512 << 20);
    mallopt(M_TOP_PAD, 16 << 20);
#endif
}

}  // namespace

int run_window(const WindowOptions& options) {
    keep_freed_memory();
    std::string complaint;
    ui::Preferences preferences;
    try {
        preferences = ui::load_preferences(config_place() / "settings.json", complaint);
    } catch (const std::exception& problem) { complaint = problem.what(); }
    GlfwWindow window(preferences.width, preferences.height);
    ImGuiLayer layer(window);
    Renderer renderer(!cuda_status().devices.empty() && !options.host_copy);
    if (options.host_copy) renderer.use_host_copy("it was asked for with --host-copy");
    CompileNote compiling(options.replay ? options.replay->start.backend : options.backend);
    Simulation simulation(options.replay ? std::make_unique<Run>(*options.replay)
                                         : std::make_unique<Run>(*options.scene, options.settings, options.backend));
    compiling.done();
    MainLoop loop(options, window, layer, renderer, simulation, preferences);
    loop.complain(complaint);
    return loop.run();
}

}  // namespace nearfield
