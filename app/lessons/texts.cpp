#include "app/lessons/texts.hpp"

#include "app/lessons/lesson.hpp"
#include "base/error.hpp"
#include "document/fields.hpp"
#include "usp/visits/visits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>

namespace nearfield::lessons {
namespace {

using document::Fields;

/// Reads a link's command. It may only set parameters or load this scene, so that the backend and scene stay.
Command command_of(const document::Value& field, Settings& settings, const SceneInfo& scene) {
    const std::string& text = field.text();
    try {
        Command command = parse_document_command(text);
        if (const auto* load = std::get_if<command::Load>(&command)) {
            if (load->scene != &scene) throw UsageError("a link stays in its scene, " + scene.key);
            settings = load->settings;
        }
        if (auto* set = std::get_if<command::Set>(&command)) {
            settings.set(set->key, set->value);
            set->value = settings.value(set->key);
        }
        return command;
    } catch (const UsageError& problem) { field.fail(problem.what()); }
}

}  // namespace

Seeing read_seeing(const std::string& text, const std::string& file, const SceneInfo& scene) {
    const auto root = document::parse_json(text, file);
    Fields fields(file, root, "view");
    Seeing seeing{.what = fields.need("what").text(), .why = fields.need("why").text(), .links = {}};
    fields.each("try", "link", [&](Fields& link, const std::string&) {
        Link read{.text = link.need("text").text(), .commands = {}};
        Settings settings = scene.defaults();
        for (const auto& command : link.need("commands").items())
            read.commands.push_back(command_of(command, settings, scene));
        seeing.links.push_back(std::move(read));
    });
    fields.done();
    return seeing;
}

const Seeing* seeing_of(const SceneInfo& scene) {
    static std::map<const SceneInfo*, Seeing> known;
    if (const auto at = known.find(&scene); at != known.end()) return &at->second;
    for (const auto& file : carried_views())
        if (file.key == scene.key + "/seeing") return &(known[&scene] = read_seeing(file.text, file.key, scene));
    return nullptr;
}

std::vector<Term> read_glossary(const std::string& text, const std::string& file) {
    const auto root = document::parse_json(text, file);
    std::vector<Term> terms;
    for (const auto& item : root.items) {
        if (item.kind != document::JsonNode::Kind::text || item.text.empty())
            document::complain(file, item.place, "give each word a text that says what it means");
        terms.push_back({item.key, item.text});
    }
    return terms;
}

const std::vector<Term>& glossary() {
    static const std::vector<Term> terms = [] {
        const auto& file = carried_glossary().at(0);
        auto read = read_glossary(file.text, file.key + ".json");
        for (const auto& visit : visits) read.push_back({visit.name, fmt::format("A visit: {}.", visit.help)});
        const auto small = [](const Term& term) {
            std::string word = term.word;
            for (char& c : word) c = char(std::tolower(static_cast<unsigned char>(c)));
            return word;
        };
        std::sort(read.begin(), read.end(), [&](const Term& a, const Term& b) { return small(a) < small(b); });
        return read;
    }();
    return terms;
}

std::string meaning_of_stage(std::string_view name) {
    static const std::vector<Term> stages = read_glossary(carried_stages().at(0).text, "stages.json");
    const auto at = std::find_if(stages.begin(), stages.end(), [&](const Term& stage) { return stage.word == name; });
    return at == stages.end() ? std::string() : at->meaning;
}

}  // namespace nearfield::lessons
