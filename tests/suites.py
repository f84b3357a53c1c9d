"""Registers every suite of a test program with ctest:  suites.py PROGRAM BUILD INTO

A suite is one process; one per case would spend minutes on starting. BUILD is asan, tsan or plain. A comment directly
above a test names the builds that leave it out, and why:

    // not in tsan: reason                     a TEST; a fixture, for its suite; a namespace, for the whole file, which
                                               that build then does not compile
    // not in asan, tsan (strips, lanes): ...  a TEST or fixture, for instances with these words in their names
    // not in any build: ...
    // takes long                              a fixture or TEST: its suite starts together with the first windows. At
                                               the end it would run alone

"Nothing new for threads": too few actors for more than one thread, or loops that shorter tests cover.
"""
import pathlib
import re
import subprocess
import sys

MARK = re.compile(r"^// (?:(takes long)$|not in ([a-z, ]+?)(?: \(([\w, ]+)\))?: )", re.M)
TARGET = re.compile(r"(?:\s*//[^\n]*\n)*(?:(namespace) |(?:class|struct) (\w+)|\w*TEST\w*\(\s*(\w+),\s*(\w+)\))")
MACRO = re.compile(r"^#define (\w+) (\w+)$", re.M)


def marks_of(path):
    """[(builds or None for a long suite, words, suites, case, line)]; case None: the whole suite."""
    text, found = path.read_text(), []
    for match in MARK.finditer(text):
        line = f"{path}:{text.count(chr(10), 0, match.start()) + 1}"
        target = TARGET.match(text, text.index("\n", match.end()) + 1)
        if not target:
            sys.exit(f"{line}: no test, fixture or namespace follows the mark")
        _, fixture, suite, case = target.groups()
        suites = [fixture or suite]
        if not path.name.endswith("_test.cpp"):  # compiled once per backend, each under a name of its own
            name = re.sub(r"_(body\.inl|cpu\.cpp)$", "_c*", path.name)
            defined = [pair for file in path.parent.glob(name) for pair in MACRO.findall(file.read_text())]
            suites += [to for of, to in defined if of in suites]
        builds = None if match[1] else match[2].split(", ")
        if unknown := set(builds or ()) - {"asan", "tsan", "any build"}:
            sys.exit(f"{line}: {unknown.pop()} is none of asan, tsan, any build")
        if not target[1]:
            found.append((builds, (match[3] or "").split(", "), suites, case if builds else None, line))
    return found


def listed(program):
    """{suite: [name of a case]}, as gtest writes them: Instance/Suite, Case/parameter"""
    output = subprocess.run([program, "--gtest_list_tests"], stdout=subprocess.PIPE, text=True, check=True).stdout
    suites = {}
    for line in output.splitlines():
        if re.match(r"\S+\.(\s|$)", line):
            cases = suites.setdefault(line.split()[0][:-1], [])
        elif line.startswith("  "):
            cases.append(line.split()[0])
    return suites


def is_meant(mark, suite, case):
    _, words, suites, wanted, _ = mark
    name, parameter = case.split("/", 1) if "/" in case else (case, "")
    return (not set(suites).isdisjoint(suite.split("/")) and wanted in (None, name)
            and any(word in parameter for word in words))


def main():
    program, build, into = sys.argv[1:]
    folder = pathlib.Path(__file__).resolve().parent
    marks = [mark for end in ("_test.cpp", "_body.inl", "_cpu.cpp") for path in sorted(folder.rglob(f"*{end}"))
             for mark in marks_of(path)]
    used, lines = set(), []
    for suite, cases in listed(program).items():
        meant = {case: [mark for mark in marks if is_meant(mark, suite, case)] for case in cases}
        used.update(mark[4] for several in meant.values() for mark in several)
        left_out = [f"{suite}.{case}" for case in cases
                    if any(mark[0] and {build, "any build"} & set(mark[0]) for mark in meant[case])]
        if len(left_out) == len(cases):
            continue
        only = ":".join([f"{suite}.*"] + ([f"-{left_out[0]}", *left_out[1:]] if left_out else []))
        cost = " COST 50" if any(mark[0] is None for several in meant.values() for mark in several) else ""
        lines += [f"add_test([=[{suite}]=] [=[{program}]=] [=[--gtest_filter={only}]=])",
                  f"set_tests_properties([=[{suite}]=] PROPERTIES TIMEOUT 1200{cost})"]
    stale = [mark[4] for mark in marks if mark[4] not in used]
    if build == "plain" and stale:  # others leave out whole files
        sys.exit("\n".join(f"{line}: no test has this mark" for line in stale))
    pathlib.Path(into).write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
