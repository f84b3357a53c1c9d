#include "sim/scene.hpp"

#include "base/error.hpp"

namespace nearfield {

std::unique_ptr<World> make_world(const SceneInfo& scene, const Settings& settings, Backend backend) {
    try {
        if (backend == Backend::cpu) return scene.make_cpu(settings);
        if (!scene.make_cuda) throw Error("this program was built without CUDA; use --backend cpu");
        return scene.make_cuda(settings);
    } catch (const std::bad_alloc&) {
        throw Error("the scene does not fit in memory; use fewer actors or a larger bin ratio");
    }
}

}  // namespace nearfield
