// Files of elements, read by what their formats' documents say, against the world's own state.
#include "app/elements/element_files.hpp"
#include "backends.hpp"
#include "csv_table.hpp"
#include "program.hpp"
#include "refusal.hpp"
#include "worlds.hpp"

#include <bit>
#include <cmath>
#include <cstring>
#include <regex>
#include <set>

namespace nearfield {
namespace element_files_test {

using Values = std::map<std::string, std::string>;
using Columns = std::map<std::string, std::vector<double>>;

template <class T> T at(const std::string& bytes, std::size_t offset) {
    T value;
    EXPECT_LE(offset + sizeof value, bytes.size());
    if (offset + sizeof value > bytes.size()) return T{};
    std::memcpy(&value, bytes.data() + offset, sizeof value);
    return value;
}

double number(const std::string& bytes, std::size_t offset, bool whole) {
    return whole ? double(at<u32>(bytes, offset)) : double(at<float>(bytes, offset));
}

/// The columns as ActorState and Elements give them, for the elements present.
Columns expected(const SceneInfo& scene, World& world) {
    Columns columns;
    std::vector<u32> ids;
    for (u32 id = 0; id < world.elements()->count(); ++id)
        if (world.elements()->is_present(id)) ids.push_back(id);
    const auto put = [&](const std::string& key, const auto& value) {
        for (const u32 id : ids) columns[key].push_back(double(value(id)));
    };
    put("id", [](u32 id) { return id; });
    if (auto* actors = world.actors()) {
        const auto table = actors->read();
        Picture picture;
        world.draw(picture, 0, true);
        for (int a = 0; a < picture.dimensions; ++a) {
            const std::string axis(1, "xyz"[a]);
            put(axis, [&](u32 id) { return table.position[id][a]; });
            if (!table.velocity.empty()) put("v" + axis, [&](u32 id) { return table.velocity[id][a]; });
        }
    }
    for (std::size_t a = 0; a < scene.attributes.size(); ++a) {
        const auto values = world.elements()->values(int(a));
        put(scene.attributes[a].key, [&](u32 id) { return values[id]; });
    }
    return columns;
}

void expect_equal(const Columns& is, const Columns& wanted, const std::string& what) {
    for (const auto& [key, values] : wanted) {
        ASSERT_TRUE(is.contains(key)) << what << ": " << key;
        ASSERT_EQ(is.at(key).size(), values.size()) << what << ": " << key;
        for (std::size_t r = 0; r < values.size(); ++r) {
            if (std::isnan(values[r])) ASSERT_TRUE(std::isnan(is.at(key)[r])) << what << ": " << key << " " << r;
            else ASSERT_EQ(float(is.at(key)[r]), float(values[r])) << what << ": " << key << " " << r;
        }
    }
}

Columns read_csv(const std::string& text) {
    Columns columns;
    for (const auto& [key, cells] : table(text))
        for (const auto& cell : cells) columns[key].push_back(cell.empty() ? NAN : std::stod(cell));
    return columns;
}

/// The head of a .npy file: 6 bytes magic, version, length of the text, the text of a Python literal.
struct NpyHead {
    std::string text;
    std::size_t data, rows;
};

NpyHead npy_head(const std::string& bytes, std::size_t from = 0) {
    EXPECT_EQ(bytes.substr(from, 8), std::string("\x93NUMPY\x03\x00", 8));
    const auto length = at<u32>(bytes, from + 8);
    NpyHead head{bytes.substr(from + 12, length), from + 12 + length, 0};
    EXPECT_EQ((12 + length) % 64, 0u) << "numpy.lib.format wants the data aligned";
    EXPECT_EQ(head.text.back(), '\n');
    std::smatch shape;
    EXPECT_TRUE(std::regex_search(head.text, shape, std::regex(R"('shape': \((\d*),?\))"))) << head.text;
    head.rows = shape[1].length() ? std::stoul(shape[1]) : 1;
    return head;
}

Columns read_npy(const std::string& bytes, std::map<std::string, std::string>* titles) {
    const auto head = npy_head(bytes);
    struct Field {
        std::string key;
        bool whole;
    };
    std::vector<Field> fields;
    const std::regex field(R"re(\((?:\('([^']*)', '([^']+)'\)|'([^']+)'), '<([uf])4'\))re");
    for (std::sregex_iterator f(head.text.begin(), head.text.end(), field), end; f != end; ++f) {
        const std::string key = (*f)[2].matched ? (*f)[2] : (*f)[3];
        fields.push_back({key, (*f)[4] == "u"});
        (*titles)[key] = (*f)[1];
    }
    EXPECT_EQ(bytes.size(), head.data + head.rows * fields.size() * 4);
    Columns columns;
    for (std::size_t r = 0; r < head.rows; ++r)
        for (std::size_t c = 0; c < fields.size(); ++c)
            columns[fields[c].key].push_back(number(bytes, head.data + (r * fields.size() + c) * 4, fields[c].whole));
    return columns;
}

u32 crc32(const std::string& bytes) {
    u32 sum = ~0u;
    for (const unsigned char byte : bytes) {
        sum ^= byte;
        for (int bit = 0; bit < 8; ++bit) sum = sum & 1 ? (sum >> 1) ^ 0xedb88320u : sum >> 1;
    }
    return ~sum;
}

/// The members of a ZIP archive by its central directory (APPNOTE.TXT, 4.3.12 and 4.3.16).
std::map<std::string, std::string> read_zip(const std::string& bytes) {
    std::map<std::string, std::string> members;
    const std::size_t end = bytes.size() - 22;
    EXPECT_EQ(at<u32>(bytes, end), 0x06054b50u);
    std::size_t entry = at<u32>(bytes, end + 16);
    for (int left = at<std::uint16_t>(bytes, end + 10); left > 0; --left) {
        EXPECT_EQ(at<u32>(bytes, entry), 0x02014b50u);
        EXPECT_EQ(at<std::uint16_t>(bytes, entry + 10), 0) << "stored";
        const auto crc = at<u32>(bytes, entry + 16), size = at<u32>(bytes, entry + 24);
        const auto name = bytes.substr(entry + 46, at<std::uint16_t>(bytes, entry + 28));
        const std::size_t local = at<u32>(bytes, entry + 42);
        EXPECT_EQ(at<u32>(bytes, local), 0x04034b50u);
        members[name] = bytes.substr(
            local + 30 + at<std::uint16_t>(bytes, local + 26) + at<std::uint16_t>(bytes, local + 28), size);
        EXPECT_EQ(crc32(members[name]), crc) << name;
        entry += 46 + name.size();
    }
    EXPECT_EQ(entry, end);
    return members;
}

Columns read_npz(const std::string& bytes) {
    Columns columns;
    for (const auto& [name, npy] : read_zip(bytes)) {
        const auto head = npy_head(npy);
        const std::string key = name.substr(0, name.size() - 4);
        if (key == "units" || key == "columns" || key == "step" || key == "time") continue;
        for (std::size_t r = 0; r < head.rows; ++r)
            columns[key].push_back(number(npy, head.data + 4 * r, head.text.find("<u4") != std::string::npos));
    }
    return columns;
}

/// The arrays of a VTK XML file with raw appended data behind the first underscore, each after its size in 64 bits.
std::map<std::string, std::vector<double>> read_vtp(const std::string& bytes) {
    std::map<std::string, std::vector<double>> arrays;
    const auto appended = bytes.find("<AppendedData");
    const std::size_t data = bytes.find('_', appended) + 1;
    const std::string xml = bytes.substr(0, appended);
    const std::regex array(
        R"re(<DataArray type="(\w+)" Name="([^"]*)" NumberOfComponents="(\d)" format="appended" offset="(\d+)")re");
    for (std::sregex_iterator a(xml.begin(), xml.end(), array), end; a != end; ++a) {
        const std::size_t from = data + std::stoul((*a)[4]);
        auto& values = arrays[(*a)[2]];
        for (std::size_t at_byte = 0; at_byte < at<u64>(bytes, from); at_byte += 4)
            values.push_back(number(bytes, from + 8 + at_byte, (*a)[1] != "Float32"));
    }
    return arrays;
}

std::string written(const SceneInfo& scene, World& world, ElementFormat format) {
    ElementTable table(scene, world);
    std::ostringstream out;
    write_elements(out, table, format);
    return out.str();
}

class ElementFiles : public OnBackend {
  protected:
    std::unique_ptr<World> world_of(const std::string& scene, const Values& values, int steps = 2) {
        auto world = make_world(find_scene(scene), settings_of(find_scene(scene), values), GetParam());
        run(*world, steps);
        return world;
    }
};

NF_ON_BACKENDS(ElementFiles);

TEST_P(ElementFiles, HoldEveryColumnOfEveryScene) {
    for (const auto& [scene, values] :
         std::vector<std::pair<std::string, Values>>{{"circles", {{"actors", "500"}}},
                                                     {"boids", {{"actors", "300"}, {"dimensions", "3"}}},
                                                     {"network", {{"actors", "300"}, {"vertices", "64"}}},
                                                     {"pedestrians", {{"plan", "room"}}},
                                                     {"keratinocyte", {}},
                                                     {"sph", {{"actors", "500"}}},
                                                     {"flood", {{"site", "lake"}, {"columns", "40"}}},
                                                     {"building", {{"model", "predicates"}}}}) {
        auto world = world_of(scene, values, scene == "building" ? 0 : 2);
        const auto wanted = expected(find_scene(scene), *world);
        ElementTable table(find_scene(scene), *world);
        std::set<std::string> keys;
        for (const auto& column : table.columns()) EXPECT_TRUE(keys.insert(column.key).second) << column.key;
        EXPECT_EQ(table.rows(), world->elements()->present()) << scene;
        expect_equal(read_csv(written(find_scene(scene), *world, ElementFormat::csv)), wanted, scene);
        expect_equal(read_npz(written(find_scene(scene), *world, ElementFormat::npz)), wanted, scene);
    }
}

TEST_P(ElementFiles, AbsentElementsAreLeftOut) {
    auto world = world_of("keratinocyte", {});
    const auto present = world->elements()->present();
    ASSERT_LT(present, world->elements()->count());
    EXPECT_EQ(read_csv(written(find_scene("keratinocyte"), *world, ElementFormat::csv)).at("id").size(), present);
}

TEST_P(ElementFiles, NumpyHasUnitsAsTitles) {
    const auto& scene = find_scene("sph");
    auto world = world_of("sph", {{"actors", "400"}});
    std::map<std::string, std::string> titles;
    expect_equal(read_npy(written(scene, *world, ElementFormat::npy), &titles), expected(scene, *world), "npy");
    EXPECT_EQ(titles.at("x"), "x [m]");
    EXPECT_EQ(titles.at("vx"), "vx [m/s]");
    EXPECT_EQ(titles.at("pressure"), "pressure [Pa]");
    EXPECT_EQ(titles.at("id"), "");
}

TEST_P(ElementFiles, ArchiveNamesUnitsAndTime) {
    const auto& scene = find_scene("keratinocyte");
    auto world = world_of("keratinocyte", {});
    const auto members = read_zip(written(scene, *world, ElementFormat::npz));
    const auto& units = members.at("units.npy");
    const auto head = npy_head(units);
    EXPECT_NE(head.text.find("'<U5'"), std::string::npos) << head.text << "ticks";
    EXPECT_EQ(at<u32>(units, head.data + 20), 0xb5u) << "µm of x";
    EXPECT_EQ(at<u32>(units, head.data + 24), u32('m'));
    const auto& step = members.at("step.npy");
    EXPECT_EQ(at<u64>(step, npy_head(step).data), 2u);
    const auto& time = members.at("time.npy");
    EXPECT_TRUE(std::isnan(at<double>(time, npy_head(time).data))) << "a scene without a clock";
}

TEST_P(ElementFiles, ParaViewGetsPointsVectorsAndOneCell) {
    const auto& scene = find_scene("boids");
    auto world = world_of("boids", {{"actors", "300"}, {"dimensions", "2"}});
    const auto bytes = written(scene, *world, ElementFormat::vtp);
    const auto arrays = read_vtp(bytes);
    const auto wanted = expected(scene, *world);
    for (std::size_t r = 0; r < 300; ++r) {
        ASSERT_EQ(arrays.at("Points")[3 * r], wanted.at("x")[r]);
        ASSERT_EQ(arrays.at("Points")[3 * r + 1], wanted.at("y")[r]);
        ASSERT_EQ(arrays.at("Points")[3 * r + 2], 0);
        ASSERT_EQ(arrays.at("velocity (/s)")[3 * r + 1], wanted.at("vy")[r]);
        ASSERT_EQ(arrays.at("id")[r], double(r));
        ASSERT_EQ(arrays.at("connectivity")[r], double(r));
    }
    EXPECT_EQ(arrays.at("offsets"), std::vector<double>{300});
    EXPECT_NE(bytes.find("NumberOfPoints=\"300\" NumberOfVerts=\"1\""), std::string::npos);
    EXPECT_TRUE(bytes.ends_with("\n</AppendedData>\n</VTKFile>\n"));
}

TEST_P(ElementFiles, ExtendedXyzSaysItsColumnsAndCell) {
    const auto& scene = find_scene("sph");
    auto world = world_of("sph", {{"actors", "400"}, {"dimensions", "2"}});
    const auto wanted = expected(scene, *world);
    const auto lines = lines_of(written(scene, *world, ElementFormat::xyz));
    const auto rows = wanted.at("id").size();
    ASSERT_EQ(lines.size(), rows + 2);
    EXPECT_EQ(lines[0], std::to_string(rows));
    for (const std::string part :
         {"Properties=id:I:1:pos:R:3:velo:R:3:speed:R:1:pressure:R:1", "Lattice=\"", "Origin=\"", "pbc=\"F F F\"",
          " Time=", " Step=2 ", "pos:m velo:m/s speed:m/s pressure:Pa"})
        EXPECT_NE(lines[1].find(part), std::string::npos) << part << " in " << lines[1];
    for (std::size_t r = 0; r < rows; ++r) {
        std::istringstream in(lines[r + 2]);
        double id, x, y, z, vx;
        in >> id >> x >> y >> z >> vx;
        ASSERT_EQ(id, wanted.at("id")[r]);
        ASSERT_EQ(float(x), float(wanted.at("x")[r]));
        ASSERT_EQ(float(y), float(wanted.at("y")[r]));
        ASSERT_EQ(z, 0);
        ASSERT_EQ(float(vx), float(wanted.at("vx")[r]));
    }
}

TEST_P(ElementFiles, CsvSaysUnitsAndNamesOfClasses) {
    auto world = world_of("keratinocyte", {});
    const auto text = written(find_scene("keratinocyte"), *world, ElementFormat::csv);
    EXPECT_NE(text.find("# scene: keratinocyte, step: 2\n"), std::string::npos) << text.substr(0, 600);
    EXPECT_NE(text.find("# units: x µm, y µm, z µm, height µm"), std::string::npos) << text.substr(0, 600);
    EXPECT_NE(text.find("# type: 0 stem, 1 "), std::string::npos) << text.substr(0, 600);
}

class SaveActors : public ProgramTest {};

TEST_F(SaveActors, WritesAtTheEndAtATimeAndAgainAndAgain) {
    const auto outcome = run("run --headless --backend cpu --actors 100 --steps 10 --save-actors end.csv --save-actors "
                             "at.npy@4 --save-actors series.vtp@every:3");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NE(read("end.csv").find("step: 10\n"), std::string::npos);
    EXPECT_EQ(table(read("end.csv")).at("id").size(), 100u);
    for (const int n : {0, 1, 2, 3}) {
        const auto name = "series-00000" + std::to_string(n) + ".vtp";
        EXPECT_NE(read("series.pvd").find(fmt::format("timestep=\"{}\" file=\"{}\"", 3 * n, name)), std::string::npos);
        EXPECT_NE(read(name).find(fmt::format("Name=\"step\" NumberOfTuples=\"1\" format=\"ascii\">{}<", 3 * n)),
                  std::string::npos);
    }
    EXPECT_FALSE(std::filesystem::exists(folder / "series-000004.vtp"));
    EXPECT_EQ(run("run --headless --backend cpu --actors 100 --steps 1 --save-actors end.csv").code, 1)
        << "nothing is overwritten";
}

/// The clock of a hundred steps of 0.01 s is a little below 1 s.
TEST_F(SaveActors, WritesAtTimesThatASumOfStepsMissesByItsRounding) {
    const auto outcome = run("run --headless --backend cpu --preset room --set actors=5 --steps 100 --save-actors "
                             "at.csv@1 --save-actors series.csv@every:0.1");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NE(read("at.csv").find("step: 100,"), std::string::npos);
    for (const int n : {1, 2, 5, 10})
        EXPECT_NE(read(fmt::format("series-{:06}.csv", n)).find(fmt::format("step: {},", 10 * n)), std::string::npos);
}

TEST_F(SaveActors, SaysWhatIsWrong) {
    const std::string before = "run --headless --backend cpu --actors 10 --steps 2 --save-actors ";
    expect_complaint(before + "a.txt", 2, {"a.txt", ".csv, .npy, .npz, .vtp or .xyz"});
    expect_complaint(before + "a.csv@soon", 2, {"'soon' is no time"});
    expect_complaint(before + "a.csv@every:0", 2, {"'0' is no time"});
    expect_complaint(before + "a.csv@5", 1, {"the run ended at 2 steps, before 5"});
    expect_complaint("run --headless --save-actors a.csv@every:1 --save-actors b.csv@5", 2, {"give --steps"});
    expect_complaint("run --save-actors a.csv", 2, {"--save-actors is for --headless"});
    EXPECT_TRUE(listing().empty());
}

TEST_F(SaveActors, TheRecordingHasTheSameClock) {
    const auto outcome = run("run --headless --backend cpu --scene sph --actors 300 --steps 5 --record r --save-actors "
                             "w.csv --save-actors again.csv@0.001");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const auto times = table(read("r/steps.csv")).at("time");
    ASSERT_EQ(times.size(), 5u);
    for (std::size_t s = 1; s < 5; ++s) EXPECT_GT(std::stod(times[s]), std::stod(times[s - 1]));
    EXPECT_NE(read("w.csv").find("step: 5, time: " + times.back() + " s\n"), std::string::npos);
}

TEST_F(SaveActors, StartARunAgain) {
    const std::string boids = "run --headless --backend cpu --scene boids --actors 50 --set search.deterministic=on ";
    ASSERT_EQ(run(boids + "--steps 5 --save-actors a.csv --save-actors a.xyz").code, 0);
    ASSERT_EQ(run(boids + "--steps 0 --set positions=a.csv --save-actors b.csv --record r").code, 0);
    auto a = table(read("a.csv")), b = table(read("b.csv"));
    for (const char* key : {"x", "y", "vx", "vy"}) EXPECT_EQ(a.at(key), b.at(key)) << key;
    ASSERT_EQ(run(boids + "--steps 0 --set positions=a.xyz --save-actors c.csv").code, 0);
    EXPECT_EQ(table(read("c.csv")).at("x"), a.at("x"));
    expect_complaint("run --headless --backend cpu --scene boids --actors 49 --set positions=a.csv", 2,
                     {"a.csv: the file has 50 rows for 49 actors"});
    EXPECT_NE(read("r/run.json").find("\"file\": \"a.csv\""), std::string::npos) << read("r/run.json");
}

}  // namespace element_files_test
}  // namespace nearfield
