#include "app/commands/commands.hpp"
#include "app/csv.hpp"
#include "app/files.hpp"
#include "app/say.hpp"
#include "app/terminal/interrupt.hpp"
#include "app/terminal/long_work.hpp"
#include "app/terminal/options.hpp"
#include "base/counted.hpp"
#include "base/endings.hpp"
#include "base/error.hpp"
#include "base/foreign_text.hpp"
#include "libs/building/relate/bcf.hpp"
#include "libs/building/relate/model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>

namespace nearfield {
namespace {

struct RelateFlags {
    std::string model, tolerance = "0.001", distance, search, out, bcf;
    std::vector<std::string> predicates, between, ignore;
    bool all = false, greatest = false, force = false;
};

Question question_of(const RelateFlags& flags) {
    Question question{.tolerance = positive_number("--tolerance", flags.tolerance),
                      .between = read_sides("--between", flags.between),
                      .ignore = read_sides("--ignore", flags.ignore),
                      .greatest = flags.greatest};
    if (flags.all && !flags.predicates.empty())
        throw UsageError("--all and --predicate say two things; give one of them");
    for (const auto& text : flags.predicates) question.relations.push_back(read_relation(text, flags.distance));
    if (flags.all) question.relations = all_relations();
    if (question.relations.empty())
        throw UsageError("--predicate is missing: which relation? Or --all, for all but disjoint");
    const bool measures = std::any_of(question.relations.begin(), question.relations.end(),
                                      [](const auto& r) { return std::holds_alternative<Metric>(r.what); });
    if (!flags.distance.empty() && !measures)
        throw UsageError("--distance says nothing without --predicate closer-than or farther-than");
    return question;
}

/// Writes a row per pair: both parts, their relation, distance and depth, the place (lengths in m), and the open parts.
/// `greatest` adds the greatest distance.
void write_table(std::ostream& out, const building::Building& building, const Answer& answer, bool greatest) {
    out << "id_a,type_a,name_a,storey_a,id_b,type_b,name_b,storey_b,relation,distance,depth,x,y,z,open"
        << (greatest ? ",greatest\n" : "\n");
    for (const auto& pair : answer.pairs) {
        for (const u32 at : {pair.a, pair.b})
            for (const auto& text :
                 {building.parts[at].id, building.parts[at].type, building.parts[at].name, building.parts[at].storey})
                out << csv_cell(text) << ',';
        out << fmt::format("{},{:.4f},{:.4f},{:.3f},{:.3f},{:.3f},{}", pair.relation, pair.distance, pair.depth,
                           pair.place.x, pair.place.y, pair.place.z, open_of(answer, pair));
        out << (greatest ? fmt::format(",{:.4f}\n", pair.greatest) : "\n");
    }
}

void require_outputs(const RelateFlags& flags) {
    if (flags.out.empty() && flags.bcf.empty())
        throw UsageError("no output: give --out FILE.csv, --bcf FILE.bcf or both");
    require_different({{"--out", flags.out}, {"--bcf", flags.bcf}},
                      {{"MODEL", flags.model}, {"--search", flags.search}});
    for (const auto& file : {flags.out, flags.bcf})
        if (!file.empty()) require_writable(file, flags.force);
}

/// Prints to stderr, so that --out /dev/stdout gives clean CSV.
void print_summary(const RelateFlags& flags, const building::Building& building, const Answer& answer) {
    std::map<std::string, std::size_t> counts;
    for (const auto& pair : answer.pairs) ++counts[pair.relation];
    std::size_t open = 0, flat = 0, thin = 0, flipped = 0;
    for (const auto& s : answer.surfaces.soundness) {
        open += s.open();
        flat += s.flat_triangles;
        thin += s.thin_shells;
        flipped += s.flipped_shells;
    }
    say("{} ({} open), {} looked at, {} found", counted(building.parts.size(), "part"), open,
        counted(answer.candidates, "pair"), answer.pairs.size());
    if (flat + thin + flipped)
        say("surfaces: {} thinner than twice the tolerance, {} turned outside out, {} triangles without area", thin,
            flipped, flat);
    for (const auto& [relation, count] : counts) say("  {}: {}", relation, count);
    for (const auto& file : {flags.out, flags.bcf})
        if (!file.empty()) say("wrote {}", file);
}

int run_relate(const RelateFlags& flags) {
    if (flags.model.empty())
        throw UsageError(fmt::format("MODEL is missing: a file ({}) or one of {}", ending::models, keys_of_models()));
    auto question = question_of(flags);
    require_outputs(flags);
    const Interrupt interrupt;
    const auto loaded = load_searched(flags.model, flags.search, [] { stop_on_interrupt(0); });
    const auto& building = loaded.building;
    for (const auto& note : building.notes) say("{}: {}", flags.model, note);
    question.search = loaded.search;
    const auto found = [&] {
        const WayOut way_out("the search for pairs", "nothing was written", LongWork::Tells::what_takes_long);
        return answer(building, question);
    }();
    if (!flags.out.empty())
        write_file(flags.out, flags.force,
                   [&](std::ostream& out) { write_table(out, building, found, question.greatest); });
    if (!flags.bcf.empty())
        write_file(flags.bcf, flags.force, [&](std::ostream& out) { write_bcf(out, building, found, flags.model); });
    print_summary(flags, building, found);
    return 0;
}

}  // namespace

void add_relate(CLI::App& app, Action& action) {
    auto flags = std::make_shared<RelateFlags>();
    CLI::App& command = add_command(app, "relate", "which parts of a building touch, overlap or contain each other");
    add_word(command, "model", flags->model, "MODEL",
             fmt::format("a file ({}) or one of {}", ending::models, keys_of_models()));
    add_texts(command, "--predicate", flags->predicates, "RELATION",
              "touch, overlap, contains, inside, covers, covered-by, equals, disjoint; closer-than, farther-than; "
              "above-strict, above-relaxed, above-halfspace-strict, above-halfspace-relaxed, and so below, north, "
              "south, east, west; can be repeated");
    add_switch(command, "--all", flags->all, "every relation but disjoint");
    add_text(command, "--tolerance", flags->tolerance, "M",
             "parts touch if a gap or an overlap is at most twice this, in m (0.001)");
    add_texts(command, "--between", flags->between, "A B",
              "pairs with the first part in A and the second in B: type=, storey=, name=, group= or id= and values "
              "with commas and *; can be repeated");
    add_texts(command, "--ignore", flags->ignore, "A B", "no pairs with a part in A and one in B; can be repeated");
    add_text(command, "--distance", flags->distance, "M", "for closer-than and farther-than, in m");
    add_switch(command, "--greatest", flags->greatest,
               "a column with the greatest distance between points of the two parts, in m");
    add_text(command, "--search", flags->search, "FILE", "pairs of the model's parts with those of this file");
    add_text(command, "--out", flags->out, "FILE.csv", "a row per pair");
    add_text(command, "--bcf", flags->bcf, "FILE.bcf", "a topic per pair, for coordination programs (BCF 2.1)");
    add_force(command, flags->force);
    add_footer(command,
               "Examples:\n  nearfield relate model.ifc --predicate touch --out pairs.csv\n"
               "  nearfield relate model.ifc --predicate overlap --ignore type=IfcSpace '*' --bcf clashes.bcf\n"
               "  nearfield relate house --predicate overlap --ignore group=Heating group=Heating --out clashes.csv\n"
               "  nearfield relate model.ifc --all --tolerance 0.002 --between type=IfcWall,IfcSlab 'type=IfcPipe*' "
               "--out pairs.csv\n"
               "  nearfield relate model.ifc --predicate closer-than --distance 0.3 --search part.obj --out near.csv\n"
               "  nearfield relate model.ifc --predicate above-strict --out above.csv");
    on_call(command, action, [flags] { return run_relate(*flags); });
}

}  // namespace nearfield
