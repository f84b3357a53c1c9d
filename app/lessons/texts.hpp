#pragma once
// Texts that come with the program: lessons, what each scene shows, and the words used on the screen.
#include "libs/document/carried.hpp"
#include "sim/command.hpp"

namespace nearfield::lessons {

/// assets/lessons/*.json, in the order of their names.
const std::vector<document::Carried>& carried_lessons();
/// scenes/*/seeing.json.
const std::vector<document::Carried>& carried_views();
/// assets/glossary.json.
const std::vector<document::Carried>& carried_glossary();
/// assets/stages.json.
const std::vector<document::Carried>& carried_stages();

/// A link that carries out commands.
struct Link {
    std::string text;
    std::vector<Command> commands;
};

/// What a scene shows, why it is so, and what to try.
struct Seeing {
    std::string what, why;
    std::vector<Link> links;
};

/// Throws UsageError with the place of what is wrong.
Seeing read_seeing(const std::string& text, const std::string& file, const SceneInfo& scene);
/// Null for a scene without such a text.
const Seeing* seeing_of(const SceneInfo& scene);

/// A word of the field and what it means.
struct Term {
    std::string word, meaning;
};
std::vector<Term> read_glossary(const std::string& text, const std::string& file);
/// In the order of the alphabet.
const std::vector<Term>& glossary();
/// What happens in the stage of a step with this name; empty if nobody has said it.
std::string meaning_of_stage(std::string_view name);

}  // namespace nearfield::lessons
