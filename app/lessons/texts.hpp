#pragma once
// Texts that ship with the program: lessons, explanations of scenes, and the words used on the screen.
#include "libs/document/carried.hpp"
#include "sim/command.hpp"

namespace nearfield::lessons {

/// Contents of assets/lessons/*.json, sorted by name.
const std::vector<document::Carried>& carried_lessons();
/// Contents of scenes/*/seeing.json.
const std::vector<document::Carried>& carried_views();
/// Contents of assets/glossary.json.
const std::vector<document::Carried>& carried_glossary();
/// Contents of assets/stages.json.
const std::vector<document::Carried>& carried_stages();

/// A link that executes commands.
struct Link {
    std::string text;
    std::vector<Command> commands;
};

/// Explanation of a scene: its content, the reasons, and links to try.
struct Seeing {
    std::string what, why;
    std::vector<Link> links;
};

/// Reads an explanation. Throws UsageError with the place of a mistake.
Seeing read_seeing(const std::string& text, const std::string& file, const SceneInfo& scene);
/// Null for a scene without an explanation.
const Seeing* seeing_of(const SceneInfo& scene);

/// A term of the field and its meaning.
struct Term {
    std::string word, meaning;
};
std::vector<Term> read_glossary(const std::string& text, const std::string& file);
/// All terms and visits in alphabetical order.
const std::vector<Term>& glossary();
/// Explanation of the step's stage with this name. Empty if there is none.
std::string meaning_of_stage(std::string_view name);

}  // namespace nearfield::lessons
