#include "app/lessons/demos.hpp"

#include "app/files.hpp"
#include "app/preset.hpp"
#include "base/error.hpp"
#include "base/foreign_text.hpp"
#include "base/read_file.hpp"
#include "document/fields.hpp"

namespace nearfield::lessons {

std::vector<Demo> read_demos(const std::string& text, const std::string& file) {
    const auto root = document::parse_json(text, file);
    document::Fields fields(file, root, "list of demos");
    std::vector<Demo> demos;
    fields.each("demos", "demo", [&](document::Fields& demo, const std::string&) {
        if (demos.size() == most_demos) demo.fail("there are keys for nine demos; leave this one out");
        Demo read{.title = terminal_text(demo.need("title").text()), .preset = demo.need("preset").text(), .say = {}};
        demo.maybe("say", [&](const document::Value& words) { read.say = terminal_text(words.text()); });
        try {
            load_preset(read.preset);
        } catch (const UsageError& problem) { demo.need("preset").fail(problem.what()); }
        demos.push_back(std::move(read));
    });
    fields.done();
    if (demos.empty()) fields.fail("no demo; name at least one preset");
    return demos;
}

std::filesystem::path own_demos_file() { return config_place() / "demos.json"; }

std::vector<Demo> all_demos(std::string& complaint) {
    try {
        if (std::error_code ignored; std::filesystem::exists(own_demos_file(), ignored))
            return read_demos(read_file(own_demos_file(), "a list of demos"), own_demos_file());
    } catch (const Error& problem) { complaint = problem.what(); }
    const auto& carried = carried_demos().at(0);
    return read_demos(carried.text, carried.key + ".json");
}

}  // namespace nearfield::lessons
