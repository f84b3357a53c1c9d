"""Rules of this source tree that no compiler checks:  hygiene.py CHECK... [--root FOLDER] [--compiler COMMAND...]

Prints one line per offence and exits with 1, or with 77 if a check cannot be done here.
"""
import argparse
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys

CPP = (".hpp", ".cpp", ".inl", ".cu", ".cuh")
SKIPPED = 77

# Folders from lowest to highest: each may use lower ones. Libraries may use core and each other, a scene both; app
# knows scenes only through core/sim/scene.hpp.
CORE_LAYERS = ["core/base", "core/exec", "core/params", "core/document", "core/points", "core/cells",
               "core/usp/visits", "core/usp/grid", "core/usp/store", "core/usp/walk", "core/usp/search",
               "core/usp/explain", "core/usp/ask", "core/boxes", "core/picture", "core/record", "core/sim"]


def sources(root, tops=("core", "libs", "scenes", "app", "tests"), endings=CPP):
    return sorted(p for top in tops for p in (root / top).rglob("*") if p.suffix in endings)


def blank(match):
    return re.sub(r"[^\n]", " ", match.group())


LITERALS = re.compile(r'//[^\n]*|/\*.*?\*/|\bR"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"'
                      r"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+'", re.S)
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n\\]|\\.|\\\n)*", re.M | re.S)


def code_of(path):
    """The text with comments, literals and directives replaced by spaces; positions stay the same."""
    return DIRECTIVE.sub(blank, LITERALS.sub(blank, path.read_text()))


class Block:
    def __init__(self, kind, name, head):
        self.kind, self.name, self.head = kind, name, head  # head: start of the text before the brace


NAMESPACE = re.compile(r"\bnamespace\b\s*([\w:]*)\s*$")
TYPE = re.compile(r"^(?:template\s*<.*>\s*)?(?:typedef\s+)?(struct|class|union|enum(?:\s+(?:class|struct))?)\s+"
                  r"(?:alignas\s*\([^)]*\)\s*)?(\w+)\s*(final\s*)?(?::[^:].*)?$", re.S)


def kind_of(head, outer):
    """Kind and name of the block that a brace after `head` opens."""
    if match := NAMESPACE.search(head):
        return "namespace", match.group(1)
    if match := TYPE.match(head):
        return "type", match.group(2)
    if outer in ("namespace", "type") and ")" in head and not re.search(r"=\s*$", head):
        name = re.search(r"(~?[\w:]+|operator\s*\S+)\s*\(", head)
        return "function", name.group(1) if name else "a lambda"
    return "block", ""


def blocks(code):
    """Yields (Block, names of the enclosing namespaces, kind of the enclosing block, end) for each closed block."""
    open_blocks, head = [], 0
    for match in re.finditer(r"[{};]", code):
        at = match.start()
        if match.group() == "{":
            text = code[head:at].strip()
            outer = open_blocks[-1].kind if open_blocks else "namespace"
            kind, name = kind_of(text, outer)
            begin = head + len(code[head:at]) - len(code[head:at].lstrip())
            open_blocks.append(Block(kind, name, begin))
            head = at + 1
        elif match.group() == "}" and open_blocks:
            block = open_blocks.pop()
            outer = open_blocks[-1].kind if open_blocks else "namespace"
            following = code[at + 1:at + 80].lstrip()[:1]
            member = block.kind == "function" and following in (",", "{")  # in an initialiser list
            if not member:
                yield block, [b.name for b in open_blocks if b.kind == "namespace"], outer, at
            head = block.head if member else at + 1
        elif match.group() == ";":
            head = at + 1


def line_of(code, at):
    return code.count("\n", 0, at) + 1


def check_columns(root):
    """No line is longer than 120 columns."""
    texts = sources(root) + sources(root, ("shaders",), (".vert", ".frag")) + sources(root, ("tests",), (".py",))
    for path in texts + [root / "run", root / "run-tests"]:
        for number, line in enumerate(path.read_text().splitlines() if path.exists() else [], 1):
            if len(line) > 120:
                yield f"{path.relative_to(root)}:{number}: {len(line)} columns; 120 fit"


def check_functions(root):
    """No function is longer than 60 lines."""
    for path in sources(root):
        code = code_of(path)
        for block, _, _, end in blocks(code):
            lines = line_of(code, end) - line_of(code, block.head) + 1
            if block.kind == "function" and lines > 60:
                yield f"{path.relative_to(root)}:{line_of(code, block.head)}: {block.name} has {lines} lines; 60 fit"


def check_types(root):
    """No two types in a namespace share a name: linkers silently take either."""
    seen = {}
    for path in sources(root):
        code = code_of(path)
        for block, spaces, outer, _ in blocks(code):
            hidden = any(not space for space in spaces)
            if block.kind != "type" or outer != "namespace" or hidden:
                continue
            name, here = "::".join(spaces + [block.name]), f"{path.relative_to(root)}:{line_of(code, block.head)}"
            first = seen.setdefault(name, here)
            if first.rsplit(":", 1)[0] != here.rsplit(":", 1)[0]:
                yield f"{here}: {name} is defined in {first} too"


def folder_of(path):
    return "app/main.cpp" if path == "app/main.cpp" else os.path.dirname(path)


def inclusions(root):
    """(file, included file, line), both relative to the root; files from elsewhere are left out."""
    files = {str(p.relative_to(root)) for p in sources(root, ("core", "libs", "scenes", "app"))}
    for path in sorted(files):
        for number, line in enumerate((root / path).read_text().splitlines(), 1):
            if match := re.match(r'\s*#\s*include\s*"([^"]+)"', line):
                name = match.group(1)
                places = (os.path.join(os.path.dirname(path), name), name, f"core/{name}")
                target = next((p for p in map(os.path.normpath, places) if p in files), None)
                if target:
                    yield path, target, number


def breach(root, path, target):
    """The reason why `path` must not include `target`, or None."""
    here, there = folder_of(path), folder_of(target)
    top, used = path.split("/")[0], target.split("/")[0]
    if here == there:
        return None
    if top == "core":
        if used != "core":
            return f"core must not know {used}"
        for folder in (here, there):
            if folder not in CORE_LAYERS:
                return f"{folder} has no place in CORE_LAYERS of {os.path.basename(__file__)}"
        if CORE_LAYERS.index(there) > CORE_LAYERS.index(here):
            return f"{here} is below {there}"
    if top == "libs" and used not in ("core", "libs"):
        return f"libraries must not know {used}"
    if top == "scenes":
        scene = "/".join(target.split("/")[:2])
        if used == "app":
            return "scenes must not know app"
        if used == "scenes" and scene != "/".join(path.split("/")[:2]) and (root / scene / "scene.hpp").exists():
            return f"a scene must not know another: {scene}"
    if top == "app" and used == "scenes":
        return "app knows scenes by core/sim/scene.hpp alone"
    return None


def check_layers(root):
    """Includes follow the layers, and no folder uses one that uses it."""
    users = {}
    for path, target, number in inclusions(root):
        if why := breach(root, path, target):
            yield f"{path}:{number}: includes {target}: {why}"
        if folder_of(path) != folder_of(target):
            users.setdefault(folder_of(path), {}).setdefault(folder_of(target), f"{path}:{number}")

    def reached(folder, seen):
        for used in users.get(folder, {}):
            if used not in seen:
                seen.add(used)
                reached(used, seen)
        return seen

    for folder in sorted(users):
        for used, where in sorted(users[folder].items()):
            if folder in reached(used, set()):
                yield f"{where}: {folder} uses {used}, which uses {folder}"


def check_format(root):
    """Files are as clang-format 14 writes them: other versions format differently."""
    formatter = shutil.which("clang-format-14")
    if not formatter:
        print("clang-format-14 is not installed: formatting was not checked")
        sys.exit(SKIPPED)
    command = [formatter, "--dry-run", "--style=file", *map(str, sources(root))]
    result = subprocess.run(command, cwd=root, text=True, stderr=subprocess.PIPE, check=False)
    offenders = [line.split(":")[:2] for line in result.stderr.splitlines() if "[-Wclang-format-violations]" in line]
    for path, number in dict(reversed(offenders)).items():  # the first per file
        yield f"{os.path.relpath(path, root)}:{number}: clang-format-14 -i would change this and maybe more"


def reached_headers(root):
    """{header: all headers that it includes, directly or not}, relative to the root, without .cuh files."""
    included = {str(p.relative_to(root)): set() for p in sources(root, ("core", "libs", "scenes", "app"), (".hpp",))}
    for path, target, _ in inclusions(root):
        if path in included and target in included:
            included[path].add(target)

    def reach(header, seen):
        for target in included[header] - seen:
            seen.add(target)
            reach(target, seen)
        return seen

    return {header: reach(header, set()) for header in included}


def hubs_of(root, reached, number=8):
    """Headers whose precompilation saves most. A system header weighs as much as five of ours."""
    system = {header: set(re.findall(r"#\s*include\s*<.*>", (root / header).read_text())) for header in reached}
    weight = {header: 1 + len(others) + 5 * len(system[header].union(*map(system.get, others)))
              for header, others in reached.items()}

    def spared(hubs):
        parsed = (max((weight[hub] for hub in hubs if hub in others), default=0) for others in reached.values())
        return sum(parsed) - sum(map(weight.get, hubs))

    hubs = []
    while len(hubs) < number:
        best = max(sorted(reached), key=lambda header: spared([*hubs, header]))
        if spared([*hubs, best]) <= spared(hubs):
            break
        hubs.append(best)
    return hubs


def units_of(reached, hubs):
    """[(hub or None, headers in order)]: units that prove that every header compiles alone. Before a header come only
    headers that it includes, which therefore need no unit of their own."""
    units, proved = [], set(hubs)
    for last in sorted(reached, key=lambda header: (-len(reached[header]), header)):
        hub = max((h for h in hubs if h in reached[last] and h != last), key=lambda h: len(reached[h]), default=None)
        chain, header = [], last
        while header and header not in proved and (hub is None or hub in reached[header]):
            proved.add(header)
            chain.insert(0, header)
            header = max((h for h in reached[header] - proved if header not in reached[h]),
                         key=lambda h: (len(reached[h]), h), default=None)
        if chain:
            units.append((hub, chain))
    return units


def check_headers(root, compiler):
    """Every header compiles alone. Those that most others include are precompiled for these."""
    folder = pathlib.Path("alone").resolve()
    folder.mkdir(exist_ok=True)

    def compile_unit(name, headers, *options):
        unit, made = folder / name, folder / f"{name}.gch"
        unit.write_text("".join(f'#include "{os.path.relpath(root / header, folder)}"\n' for header in headers))
        command = [*compiler, "-MD", "-MF", f"{made}.d", *options, "-o", made, "-c", unit]
        result = subprocess.run(command, text=True, capture_output=True, check=False)
        if not result.returncode:
            return None
        said = result.stderr.splitlines() or ["the compiler says nothing"]
        why = next((line for line in said if "error" in line), said[-1])
        return f"{headers[-1]} does not compile alone: {why}".replace(f"{root}/", "")

    reached = reached_headers(root)
    hubs = hubs_of(root, reached)

    def precompile(hub):
        name = hub.replace("/", "-")
        return compile_unit(name, [hub], "-x", "c++-header")

    def compile_alone(unit):
        hub, headers = unit
        parsed = ("-include", folder / hub.replace("/", "-")) if hub else ()
        return compile_unit(headers[-1].replace("/", "-") + ".cpp", headers, *parsed)

    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        found = list(filter(None, pool.map(precompile, hubs)))  # files that include it would fail, too
        yield from found or filter(None, pool.map(compile_alone, units_of(reached, hubs)))
    shutil.rmtree(folder)


AGGREGATE = re.compile(r"\b[A-Z]\w*(?:<[^;{}()]*>)?(?: \w+)?\{")


def members_of(code, begin):
    """Elements of the braced list that begins after `begin`."""
    depth, members, start = 1, [], begin
    for at in range(begin, len(code)):
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(code[at], 0)
        if depth == 0 or (depth == 1 and code[at] == ","):
            members.append(code[start:at].strip())
            start = at + 1
        if depth == 0:
            break
    return members


def check_fields(root):
    """Aggregates of ten and more members name them. Code that nvcc compiles assigns no braces with named members: in
    templates it takes them for the first members, in order (CUDA 13.0)."""
    for path in sources(root, ("core", "libs", "scenes", "app")):
        code = code_of(path)
        for match in AGGREGATE.finditer(code):
            members = members_of(code, match.end())
            if len(members) >= 10 and not any(m.startswith(".") for m in members):
                where = f"{path.relative_to(root)}:{line_of(code, match.start())}"
                yield f"{where}: {match.group()[:-1]} has {len(members)} members without names"
        if path.suffix in (".hpp", ".inl", ".cuh", ".cu"):
            for match in NAMED_ASSIGNMENT.finditer(code):
                where = f"{path.relative_to(root)}:{line_of(code, match.start(1))}"
                yield f"{where}: {match.group(1)} = {{.: name the type, or nvcc mixes up the members"


# `place = {.member` without the type's name
NAMED_ASSIGNMENT = re.compile(r"(?:^|[;{},)])\s*([A-Za-z_][\w.()\[\]]*(?:->[\w.()\[\]]+)*) = \{\s*\.\w", re.M)

# Ways to open a file that bypass read_file.hpp, which does not block on pipes and accepts regular files of limited size
# only
OPENS = re.compile(r"\b(?:std::)?(?:w?ifstream|filebuf|fstream(?=\s+\w))\b|\b(?:fopen|freopen|fopen64)(?=\s*\()|"
                   r"\bO_(?:RDONLY|RDWR)\b(?![^\n;]*\bO_(?:DIRECTORY|PATH)\b)")
MAY_OPEN = {
    "core/base/read_file.cpp",  # the reader
    "core/base/confine.cpp",  # refuses such calls
    "core/base/child.cpp", "app/commands/program.cpp", "app/terminal/interrupt.cpp",  # /dev/null
    "core/base/unfinished_file.cpp",  # a new file of its own
    "core/base/hidden_file.cpp", "app/files.cpp",  # ownership of outputs
}


def check_inputs(root):
    """Files are read by read_file.hpp alone."""
    for path in sources(root, ("core", "libs", "scenes", "app")):
        name, code = str(path.relative_to(root)), code_of(path)
        for match in OPENS.finditer("" if name in MAY_OPEN else code):
            yield f"{name}:{line_of(code, match.start())}: {match.group()} goes round core/base/read_file.hpp"


# Ways to print that bypass the functions which sanitise foreign text, and the files of those functions
PRINTS = re.compile(r"\b(?:fmt::print|std::(?:cout|cerr|clog)|"
                    r"(?:std::)?(?:v?f?printf|f?puts|f?putc|putchar|fwrite|perror)(?=\s*\())\b")
DUMPS = re.compile(r"(?:\.|->)dump\s*\(")
ESCAPES = re.compile(r'"&(?:lt|gt|amp|quot);|"\\"\\""')
OUTPUTS = {"app/say.hpp": PRINTS, "core/params/json_text.cpp": DUMPS, "core/base/foreign_text.cpp": ESCAPES}


def check_outputs(root):
    """Text reaches terminals, JSON, CSV and XML through one function each."""
    for path in sources(root, ("core", "libs", "scenes", "app")):
        name, text, code = str(path.relative_to(root)), path.read_text(), code_of(path)
        for place, pattern in OUTPUTS.items():
            if name == place:
                continue
            for match in pattern.finditer(text if pattern is ESCAPES else code):
                yield f"{name}:{line_of(text, match.start())}: {match.group().strip()} goes round {place}"


# Three colours in a row: numbers from 0 to 1, rgb(0x...), or "#...". MUTED: materials of unknown types, in no legend.
FLOAT = r"[01](?:\.\d*)?f"
COLOUR = rf"(?:\{{\s*{FLOAT}\s*,\s*{FLOAT}\s*,\s*{FLOAT}\s*\}}|\brgb\(0x[0-9a-f]{{6}}\)|\"#[0-9a-f]{{6}}\")"
COLOURS = re.compile(rf"(?:{COLOUR}[\s,{{}}]*){{2,}}{COLOUR}")
MUTED = "scenes/building/look.cpp"


def check_palettes(root):
    """Colours that tell kinds apart are listed in core/picture/palettes.cpp, where a test finds them."""
    for path in sources(root, ("core", "libs", "scenes", "app")):
        name, text = str(path.relative_to(root)), path.read_text()
        unlabelled = re.sub(r'"(?:\\.|[^"\\\n])*"', lambda m: m.group() if m.group()[1] == "#" else blank(m), text)
        for match in COLOURS.finditer("" if name == MUTED else unlabelled):
            yield f"{name}:{line_of(text, match.start())}: a list of colours outside core/picture/palettes.cpp"


CHECKS = {
    "palettes": check_palettes,
    "outputs": check_outputs,
    "columns": check_columns,
    "functions": check_functions,
    "types": check_types,
    "fields": check_fields,
    "inputs": check_inputs,
    "layers": check_layers,
    "format": check_format,
}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("check", choices=[*CHECKS, "headers"])
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent)
    parser.add_argument("--compiler", nargs=argparse.REMAINDER, help="headers: the compiler and its options")
    given = parser.parse_args()
    root = given.root.resolve()
    found = list(check_headers(root, given.compiler) if given.check == "headers" else CHECKS[given.check](root))
    print("\n".join(found) if found else f"{given.check}: nothing found")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
