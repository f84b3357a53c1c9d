// A plan or tank is read at setup only: changes of its file during a run take effect at the next Setup.
#include "backends.hpp"
#include "places.hpp"
#include "temporary.hpp"

#include "base/error.hpp"
#include "sim/scene.hpp"

#include <filesystem>

namespace nearfield {
namespace setup_files_test {

namespace fs = std::filesystem;

struct FromAFile {
    std::string scene, parameter, shipped, live, value;
};

// not in tsan: nothing new for threads
class FilesOfASetup : public OnBackend {
  protected:
    /// Steps, draws, applies a live change, steps and draws again. `meanwhile` runs after the first steps.
    template <class F> std::vector<glm::vec3> positions_after(const FromAFile& from, F&& meanwhile) {
        const auto& scene = find_scene(from.scene);
        const fs::path shipped = fs::path(places::assets) / from.shipped;
        fs::copy_file(shipped, file_, fs::copy_options::overwrite_existing);
        Settings settings = scene.defaults();
        settings.set(from.parameter, file_.string());
        settings.set("search.deterministic", "on");
        const auto world = make_world(scene, settings, GetParam());
        steps_and_picture(*world);
        meanwhile();
        settings.set(from.live, from.value);
        world->configure(settings);
        steps_and_picture(*world);
        return world->actors()->read().position;
    }
    void spoil() const { folder_.write("setup.json", "{ \"nothing\": that can be read"); }

    const TemporaryFolder folder_;
    const fs::path file_ = folder_ / "setup.json";

  private:
    static void steps_and_picture(World& world) {
        for (int i = 0; i < 5; ++i) world.step();
        world.finish();
        Picture picture;
        world.draw(picture, 0, true);
    }
};
NF_ON_BACKENDS(FilesOfASetup);

TEST_P(FilesOfASetup, AreReadByNothingElse) {
    for (const FromAFile& from : {FromAFile{"pedestrians", "plan", "plans/room.json", "relaxation", "0.4"},
                                  {"sph", "tank", "tanks/dam-break-2.json", "viscosity", "0.001"}}) {
        SCOPED_TRACE(from.scene);
        const auto untouched = positions_after(from, [] {});
        EXPECT_EQ(positions_after(from, [&] { spoil(); }), untouched);
        EXPECT_EQ(positions_after(from, [&] { fs::remove(file_); }), untouched);
        EXPECT_NE(positions_after({from.scene, from.parameter, from.shipped, "time_step", "0.002"}, [] {}), untouched)
            << "what is live acts";
    }
}

TEST_P(FilesOfASetup, AreReadByTheNextSetup) {
    const auto& scene = find_scene("pedestrians");
    Settings settings = scene.defaults();
    settings.set("plan", file_.string());
    spoil();
    EXPECT_THROW(make_world(scene, settings, GetParam()), Error);
}

}  // namespace setup_files_test
}  // namespace nearfield
