// nearfield cite: the program and the sources of scenes as BibTeX.
#include "app/commands/cite.hpp"

#include "app/commands/commands.hpp"
#include "app/say.hpp"
#include "base/build.hpp"
#include "libs/document/carried.hpp"
#include "sim/scene.hpp"

#include <fmt/format.h>

#include <memory>
#include <set>

namespace nearfield {
namespace citation {

/// Contents of scenes/*/sources.bib.
const std::vector<document::Carried>& carried_sources();

std::vector<Entry> entries_of(std::string_view text) {
    std::vector<Entry> entries;
    for (std::size_t at = text.starts_with('@') ? 0 : text.find("\n@") + 1; at < text.size();) {
        const auto next = std::min(text.find("\n@", at), text.size());
        const auto entry = text.substr(at, next - at);
        const auto brace = entry.find('{'), comma = entry.find(',');
        entries.push_back({std::string(entry.substr(brace + 1, comma - brace - 1)),
                           std::string(entry.substr(0, entry.rfind('}') + 1))});
        at = next + 1;
    }
    return entries;
}

std::vector<Entry> sources_of(const std::string& scene) {
    for (const auto& file : carried_sources())
        if (file.key == scene + "/sources.bib") return entries_of(file.text);
    return {};
}

std::string program_entry() {
    const Build& build = this_build();
    const std::string commit =
        build.commit.empty() ? "" : fmt::format("commit {}{}, ", build.commit, build.is_changed ? " with changes" : "");
    return fmt::format("@software{{nearfield,\n  author = {{{{The Nearfield authors}}}},\n  title = {{Nearfield}},\n"
                       "  version = {{{}}},\n  note = {{{}sources {}}}\n}}",
                       build.version, commit, build.sources);
}

}  // namespace citation

namespace {

std::vector<std::string> scenes_to_cite(const std::vector<std::string>& asked) {
    std::vector<std::string> keys;
    for (const auto& key : asked) keys.push_back(find_scene(key).key);
    if (asked.empty())
        for (const auto& scene : scenes()) keys.push_back(scene.key);
    return keys;
}

int cite(const std::vector<std::string>& asked) {
    const auto keys = scenes_to_cite(asked);
    print_lines(citation::program_entry() + "\n");
    std::set<std::string> printed;
    for (const auto& key : keys) {
        const auto sources = citation::sources_of(key);
        print("\n% scene {}{}\n", key, sources.empty() ? ": declares no sources" : "");
        for (const auto& source : sources) {
            if (printed.insert(source.key).second) print_lines("\n" + source.text + "\n");
            else print("% and {}\n", source.key);
        }
    }
    return 0;
}

}  // namespace

void add_cite(CLI::App& app, Action& action) {
    auto asked = std::make_shared<std::vector<std::string>>();
    CLI::App& command = add_command(app, "cite", "this program and the sources of scenes, as BibTeX");
    add_words(command, "SCENE", *asked, "scenes whose sources are wanted; all unless given");
    add_footer(command, "Examples:\n"
                        "  nearfield cite boids > references.bib\n"
                        "  nearfield cite");
    on_call(command, action, [asked] { return cite(*asked); });
}

}  // namespace nearfield
