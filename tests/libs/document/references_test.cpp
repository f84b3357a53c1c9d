// A file may name only regular files in its own folder or below.
#include "libs/building/readers/gltf.hpp"
#include "libs/plans/plan_reader.hpp"
#include "refusal.hpp"
#include "scenes/flood/site/rain_maps.hpp"
#include "scenes/sph/tank_reader.hpp"
#include "temporary.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <functional>

// not in tsan: one thread alone, or a program that other tests start
namespace nearfield {
namespace references_test {

namespace fs = std::filesystem;

/// own/ holds a document; files outside of it must not be read.
class References : public testing::Test {
  protected:
    using Load = std::function<void(const std::string& reference)>;

    void SetUp() override {
        fs::create_directories(folder / "own/below");
        fs::create_directory(folder / "outside");
        fs::create_symlink("../outside", folder / "own/linked");
    }
    /// Puts `text` under `name` inside and outside of the document's folder, and tries every path to it.
    void expect_only_inside(const std::string& name, const std::string& text, const Load& load) const {
        for (const char* place : {"own/", "own/below/", "outside/"}) folder.write(place + name, text);
        fs::create_symlink("../outside/" + name, folder / ("own/link-" + name));
        fs::create_symlink("below/" + name, folder / ("own/inner-" + name));
        fs::create_symlink("nothing", folder / ("own/dangling-" + name));
        mkfifo((folder / ("own/pipe-" + name)).c_str(), 0600);
        for (const std::string& inside : {name, "below/" + name, "./below/../" + name, "inner-" + name})
            EXPECT_EQ(said(load, inside), "") << inside;
        for (const std::string& outside :
             {"../outside/" + name, "below/../../outside/" + name, "linked/" + name, "link-" + name,
              (folder / "outside" / name).string(), std::string("/etc/passwd"), std::string("/dev/stdin")})
            EXPECT_NE(said(load, outside).find("outside of its folder; put it there, or add --allow-outside"),
                      std::string::npos)
                << outside << ": " << said(load, outside);
        EXPECT_NE(said(load, "pipe-" + name).find("is a pipe"), std::string::npos) << said(load, "pipe-" + name);
        EXPECT_NE(said(load, "below").find("is a folder"), std::string::npos) << said(load, "below");
        for (const std::string& missing : {"dangling-" + name, "none-" + name, "file://" + (folder / name).string()})
            EXPECT_NE(said(load, missing), "") << missing;
    }
    static std::string said(const Load& load, const std::string& reference) {
        return refusal<UsageError>([&] { load(reference); });
    }

    const TemporaryFolder folder;
    const std::string grid = "ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 100\n1 1\n1 1\n";
};

TEST_F(References, OfGltfBuffers) {
    const std::string corners(36, '\0');
    const Load load = [&](const std::string& uri) {
        const std::string text = R"({"asset": {"version": "2.0"}, "nodes": [{"mesh": 0}],
            "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
            "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}],
            "bufferViews": [{"buffer": 0, "byteLength": 36}], "buffers": [{"byteLength": 36, "uri": ")" +
                                 uri + "\"}]}";
        building::load_gltf(text, folder.write("own/m.gltf", text).string());
    };
    expect_only_inside("b.bin", corners, load);
    for (const char* uri : {"%2e%2e/outside/b.bin", "..%2Foutside%2fb.bin", "%2fetc%2fpasswd"})
        EXPECT_NE(said(load, uri).find("outside of its folder"), std::string::npos) << uri;
    EXPECT_EQ(said(load, "%62.bin"), "");
    EXPECT_NE(said(load, "b.bin%00/../../outside/b.bin").find("no name has a NUL"), std::string::npos);
}

TEST_F(References, OfPlansToHeightsAndFlows) {
    const auto plan = [&](const std::string& more) {
        const std::string start = R"({"bounds": [[0, 0], [20, 10]], "walls": [{"polygon": [[0, 0], [20, 10]]}],
            "exits": [{"door": [[20, 4], [20, 6]]}], "spawns": [{"area": [[1, 1], [3, 9]], "count": 1}], )";
        plans::load_plan(folder.write("own/p.json", start + more + "}").string());
    };
    expect_only_inside("g.asc", grid, [&](const std::string& file) { plan(R"("terrain": ")" + file + '"'); });
    EXPECT_EQ(said([&](const std::string& file) { plan(R"("terrain": {"file": ")" + file + "\"}"); }, "g.asc"), "");
    expect_only_inside("q.csv", "time,flow\n0,1\n10,2\n", [&](const std::string& file) {
        plan(R"("water": {"inflows": [{"area": [[5, 5], [6, 6]], "file": ")" + file + "\"}]}");
    });
}

TEST_F(References, OfTanksToMeshes) {
    const std::string cube = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
    const auto meshes = sph::meshes_beside((folder / "own/t.json").string());
    expect_only_inside("m.obj", cube, [&](const std::string& file) { meshes(file); });
}

TEST_F(References, OfTablesToMaps) {
    expect_only_inside("r.asc", grid, [&](const std::string& file) {
        const auto table = folder.write("own/rain.csv", "time,file\n0," + file + "\n");
        flood::load_rain_maps(table.string(), {0, 0}, {200, 200});
    });
}

}  // namespace references_test
}  // namespace nearfield
