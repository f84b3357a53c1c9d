#include "libs/building/relate/bcf.hpp"

#include "base/error.hpp"
#include "base/foreign_text.hpp"
#include "base/utc.hpp"
#include "libs/building/relate/zip.hpp"

#include <fmt/format.h>

#include <ctime>
#include <filesystem>

namespace nearfield {
namespace {

constexpr const char* head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

/// A GUID derived from the text by FNV-1a (two hashes), so readers of a later archive recognise the topic.
std::string guid_of(const std::string& text) {
    u64 hash[] = {14695981039346656037ull, 0x9e3779b97f4a7c15ull};
    for (u64& h : hash)
        for (const unsigned char c : text) h = (h ^ c) * 1099511628211ull;
    return fmt::format("{:08x}-{:04x}-4{:03x}-8{:03x}-{:012x}", hash[0] >> 32, hash[0] >> 16 & 0xffff, hash[0] & 0xfff,
                       hash[1] >> 48 & 0xfff, hash[1] & 0xffffffffffffull);
}

std::string point(const char* name, glm::dvec3 p) {
    return fmt::format("<{}><X>{:.6f}</X><Y>{:.6f}</Y><Z>{:.6f}</Z></{}>", name, p.x, p.y, p.z, name);
}

std::string component(const building::Part& part) {
    if (part.id.size() == 22) return fmt::format("<Component IfcGuid=\"{}\"/>", xml_text(part.id));
    return fmt::format("<Component><AuthoringToolId>{}</AuthoringToolId></Component>", xml_text(part.id));
}

/// A view from above, to the side, 4 m away.
std::string viewpoint(const building::Building& building, const RelatedPair& pair, const std::string& guid) {
    const glm::dvec3 towards = glm::normalize(glm::dvec3(-1, 1.5, -1)),
                     up = glm::normalize(glm::cross(glm::cross(towards, glm::dvec3(0, 0, 1)), towards));
    return fmt::format("{}<VisualizationInfo Guid=\"{}\"><Components><Selection>{}{}</Selection><Visibility "
                       "DefaultVisibility=\"true\"/></Components><PerspectiveCamera>{}{}{}<FieldOfView>60</FieldOfView>"
                       "</PerspectiveCamera></VisualizationInfo>\n",
                       head, guid, component(building.parts[pair.a]), component(building.parts[pair.b]),
                       point("CameraViewPoint", pair.place - 4. * towards), point("CameraDirection", towards),
                       point("CameraUpVector", up));
}

/// Data of a topic. `open`: a note on parts with open surfaces, or empty.
struct Topic {
    std::string title, guid, view, open;
};

/// Elements in the order of the format's schema.
std::string markup(const Topic& topic, const std::string& file) {
    const bool open = !topic.open.empty();
    return fmt::format("{}<Markup><Header><File isExternal=\"true\"><Filename>{}</Filename></File></Header><Topic "
                       "Guid=\"{}\" TopicType=\"Clash\" TopicStatus=\"Open\"><Title>{}</Title>{}<CreationDate>"
                       "{}</CreationDate><CreationAuthor>Nearfield</CreationAuthor>{}</Topic>"
                       "<Viewpoints Guid=\"{}\"><Viewpoint>viewpoint.bcfv</Viewpoint></Viewpoints></Markup>\n",
                       head, xml_text(std::filesystem::path(file).filename().string()), topic.guid,
                       xml_text(topic.title), open ? "<Labels>open surface</Labels>" : "", utc(std::time(nullptr)),
                       open ? "<Description>" + xml_text(topic.open) + "</Description>" : "", topic.view);
}

std::string called(const building::Part& part) { return part.type + " " + (part.name.empty() ? part.id : part.name); }

std::string open_note(const building::Building& building, const Answer& answer, const RelatedPair& pair) {
    const std::string open = open_of(answer, pair);
    const std::string a = called(building.parts[pair.a]), b = called(building.parts[pair.b]);
    if (open.empty()) return "";
    return (open == "a"   ? "The surface of " + a + " is open"
            : open == "b" ? "The surface of " + b + " is open"
                          : "The surfaces of " + a + " and " + b + " are open") +
           "; open surfaces have no inside.";
}

}  // namespace

void write_bcf(std::ostream& out, const building::Building& building, const Answer& answer, const std::string& file) {
    constexpr std::size_t most = 32'000;  // of two files each
    if (answer.pairs.size() > most)
        throw UsageError(
            fmt::format("--bcf: {} pairs, but an archive holds {}; select fewer with --between or --ignore",
                        answer.pairs.size(), most));
    std::vector<ZipEntry> entries{
        {"bcf.version",
         std::string(head) + "<Version VersionId=\"2.1\"><DetailedVersion>2.1</DetailedVersion></Version>\n"}};
    for (const auto& pair : answer.pairs) {
        const auto &a = building.parts[pair.a], &b = building.parts[pair.b];
        const std::string title = fmt::format("{}: {} – {}", pair.relation, called(a), called(b));
        const std::string what = fmt::format("{} {} {} {} {}", a.id, pair.relation, b.id, pair.a, pair.b),
                          guid = guid_of(what), view = guid_of("view " + what);
        entries.push_back({guid + "/markup.bcf", markup({title, guid, view, open_note(building, answer, pair)}, file)});
        entries.push_back({guid + "/viewpoint.bcfv", viewpoint(building, pair, view)});
    }
    write_zip(out, entries);
}

}  // namespace nearfield
