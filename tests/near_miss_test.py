"""A scene or a visit that lacks a part does not compile, nor does a visit that is not listed or a command without its
reach or verb. The message names what is missing.

near_miss_test.py COMPILER OPTIONS...   compiles scenes/_template once as it is and once per near miss, all in one file,
                                        and core/usp/visits/z_order.hpp and core/sim/command.hpp likewise
"""
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
TEMPLATE, COMMANDS = ROOT / "scenes/_template/scene.hpp", ROOT / "core/sim/command.hpp"
VISIT = ROOT / "core/usp/visits/z_order.hpp"
BYTES = "std::size_t bytes() const { return space_.bytes(); }"
NO_FACETS = "facets = Facets::none"


def beside_bytes(more):
    return {BYTES: BYTES + " " + more}


# Changes to the template, and the expected compiler message
NEAR_MISSES = [
    ({BYTES: ""}, "Model lacks std::size_t bytes() const"),
    ({"void picture(": "void pictures("}, "Model lacks void picture(Canvas<Exec>&)"),
    ({"void reset(Exec& exec, const Params&, u32 seed)": "void reset(Exec& exec, u32 seed)"},
     "Model lacks void reset(Exec&, const Params&, u32 seed)"),
    ({"Metrics metrics(Exec& exec) {": "double metrics(Exec& exec) {", ".mean_neighbours = ": ""},
     "Model lacks Metrics metrics(Exec&)"),
    ({"double mean_neighbours = 0;": "double mean_neighbours = 0, forgotten = 0;"},
     "every member of Metrics needs exactly one description"),
    ({"float speed = 0.1f;": "float speed = 0.1f, forgotten = 0;"},
     "every field of Params needs exactly one description"),
    ({"int dimensions = 2;": ""}, "Setup lacks int dimensions or Environment<3> box"),
    ({NO_FACETS: "facets = Facets::clock"}, "Facets::clock or Model::time() is missing"),
    (beside_bytes("double time() const { return 0; }"), "Facets::clock or Model::time() is missing"),
    ({NO_FACETS: "facets = Facets::clock", **beside_bytes("std::string time() const { return {}; }")},
     "Facets::clock wants double time() const"),
    ({NO_FACETS: "facets = Facets::gauges", **beside_bytes("std::vector<Gauge> gauges() const { return {}; }")},
     "Facets::gauges wants std::vector<Gauge> gauges() const, std::vector<Diagram> diagrams() const"),
    (beside_bytes("void use(const Stroke&) {}"), "Scene::tools() or Model::use(const Stroke&) is missing"),
    ({NO_FACETS: "facets = Facets::elements",
      **beside_bytes("u32 count() const { return 0; } glm::vec3 centre(u32) const { return {}; }")},
     "the elements of a Model with a space are its actors"),
    ({NO_FACETS: "facets = Facets::remarks", **beside_bytes("std::string remarks() const { return {}; }")},
     "Facets::remarks wants std::vector<std::string> remarks() const"),
]

CURVED = "bins along a curve are not adjacent in rows: the Walk is EachBin"
VISIT_NEAR_MISSES = [
    ({"* name = ": "* title = "}, "a visit lacks static constexpr const char* name"),
    ({"* help =": "* text ="}, "a visit lacks static constexpr const char* help"),
    ({"fine = false, ": ""}, "a visit lacks static constexpr bool fine"),
    ({", fused = false": ""}, "a visit lacks static constexpr bool fused"),
    ({"using Walk = EachBin;": ""}, "a visit lacks its Walk"),
    ({"using Numbering = ZOrderCurve;": ""}, "a visit lacks its Numbering"),
    ({"Walk = EachBin": "Walk = InTheBox", "Numbering = ZOrderCurve": "Numbering = RowByRow"},
     "a visit's Walk is EachBin, EachStrip, TrimmedStrips or EveryActor"),
    ({"Walk = EachBin": "Walk = EachStrip"}, CURVED),
    ({"fused = false": "fused = true"}, "kernels of fused visits walk TrimmedStrips"),
    ({"int most_bits": "int bits"}, "Numbering lacks template <int D> static constexpr int most_bits"),
    ({"u32 row(u32 y": "u32 rows(u32 y"}, "Numbering lacks template <int D> static u32 row(u32 y, u32 z, int bits)"),
    ({"u32 beyond_row(": "u32 in_row("},
     "Numbering lacks template <int D> static u32 beyond_row(u32 row, u32 x, int bits)"),
    ({"ivec<D> place(": "ivec<D> places("},
     "Numbering lacks template <int D> static ivec<D> place(u32 number, int bits)"),
]


def changed(file, text, changes):
    for before, after in changes.items():
        assert text.count(before) == 1, f"{file} does not have this once: {before}"
        text = text.replace(before, after)
    return text


def unit(changes_of_cases):
    includes, scene = TEMPLATE.read_text().replace("#pragma once", "", 1).split("namespace nearfield {", 1)
    lines = [includes]
    for number, changes in enumerate(changes_of_cases):
        where = f"case{number}"
        lines.append(f"namespace nearfield::{where} {{{changed(TEMPLATE, scene, changes)}")
        types = f"{where}::Spread, {where}::Spread::Model<Cpu, 2>, Cpu"
        for check in ["shape", "facets"]:
            lines.append(f"namespace nearfield {{ template void require_{check}<{types}>(); }}")
    return "\n".join(lines)


def visits_unit(changes_of_cases):
    includes, visit = VISIT.read_text().replace("#pragma once", "", 1).split("namespace nearfield {", 1)
    lines = [includes, '#include "usp/visits/visits.hpp"']
    for number, changes in enumerate(changes_of_cases):
        where = f"case{number}"
        lines.append(f"namespace nearfield::{where} {{{changed(VISIT, visit, changes)}")
        lines.append(f"namespace nearfield {{ template bool require_visit<{where}::ZOrderVisit>(); }}")
    return "\n".join(lines)


def unlisted_unit():
    """A visit that is complete and not listed, and its numbering."""
    return "\n".join([visits_unit([{}])] + [f"static_assert(int(nearfield::{use}) >= 0);" for use in (
        "visit_of<nearfield::case0::ZOrderVisit>", "numbering_of<nearfield::case0::ZOrderCurve>")])


def commands_unit(left_out):
    """core/sim/command.hpp once for each command of which the reach or the verb is left out."""
    includes, text = COMMANDS.read_text().replace("#pragma once", "", 1).split("namespace nearfield {", 1)
    lines = [includes]
    for number, (command, declares, instead) in enumerate(left_out):
        declared = rf"(struct {command} {{\n(?:  .*\n)*?) *static constexpr {declares}\b[^\n]*\n"
        own = re.sub(declared, rf"\1{instead}\n", text, count=1)
        assert own != text, f"{COMMANDS} has no {declares} of {command}"
        lines.append(f"namespace nearfield::case{number} {{{own}")
    return "\n".join(lines)


def messages(compiler, source):
    """What static assertions say, and every other error."""
    with tempfile.NamedTemporaryFile("w", suffix=".cpp") as file:
        file.write(source)
        file.flush()
        done = subprocess.run([*compiler, "-fsyntax-only", file.name], capture_output=True, text=True)
    errors = [line for line in done.stderr.splitlines() if " error: " in line]
    assertion = re.compile(r"static assertion failed[^:]*: \"?(.*?)\"?$|static_assert failed.*? \"(.*)\"$")
    said = [assertion.search(error) for error in errors]
    return [match.group(1) or match.group(2) if match else error for match, error in zip(said, errors)]


def refuse(compiler, unit, near_misses):
    """Compiles the unit of each case as it is, and with all near misses."""
    found = messages(compiler, unit([{}]))
    if found:
        sys.exit(f"the original does not compile: {found}")
    expect([message for _, message in near_misses], messages(compiler, unit([changes for changes, _ in near_misses])))


def expect(expected, found):
    left = list(found)
    for message in expected:
        said = next((m for m in left if m.startswith(message)), None)
        if said is None:
            sys.exit(f"nothing says: {message}\nsaid: {found}")
        left.remove(said)
    if left:
        sys.exit(f"not expected: {left}")


def main():
    compiler = sys.argv[1:]
    refuse(compiler, unit, NEAR_MISSES)
    refuse(compiler, visits_unit, VISIT_NEAR_MISSES)
    unlisted = ["this visit is not in the list of visits", "no listed visit has this numbering"]
    expect(unlisted, messages(compiler, unlisted_unit()))
    undeclared = [("SaveState", "CommandReach", ""), ("Pick", "CommandReach", ""),
                  ("Set", "CommandReach", "static constexpr bool reach = true;"), ("Undo", "Verb", "")]
    said = messages(compiler, commands_unit(undeclared))
    for what, declares in [("reach", "CommandReach"), ("verb", "Verb")]:
        found = [m for m in said if m.startswith(f"a command declares its {what}")]
        wanted = [case for case in undeclared if case[1] == declares]
        if len(found) != len(wanted):
            sys.exit(f"{len(wanted)} commands declare no {what}, but of {len(found)} this is said")
    number = sum(map(len, (NEAR_MISSES, VISIT_NEAR_MISSES, unlisted, undeclared)))
    print(f"{number} near misses are refused by name")


main()
