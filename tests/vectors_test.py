"""GCC has made vector instructions of water's sums over neighbours:  vectors_test.py OBJDUMP OBJECT...

One branch in a rule, and a loop is left as it is: slower, with the same results. Counts square roots, of which every
neighbour takes one: those of several neighbours at once must outnumber those of one."""
import collections
import re
import subprocess
import sys

QUERY = re.compile(r"<void nearfield::detail::loop_avx2<nearfield::detail::run_query<nearfield::(\S+?)[<>,]")


def roots_of(objdump, path):
    """{query: [of one number, of several]} of the loops for AVX2 in an object file."""
    command = [objdump, "-dC", "--no-show-raw-insn", path]
    text = subprocess.run(command, text=True, capture_output=True, check=True).stdout
    roots, query = collections.defaultdict(lambda: [0, 0]), None
    for line in text.splitlines():
        if line.endswith(">:"):
            begins = QUERY.search(line)
            query = begins.group(1) if begins else None
        elif query and (root := re.search(r"\bvsqrt([sp])s\b", line)):
            roots[query][root.group(1) == "p"] += 1
    return roots


def main():
    objdump, *paths = sys.argv[1:]
    wrong = [] if paths else ["no object files were named"]
    for path in paths:
        roots = roots_of(objdump, path)
        if not roots:
            wrong.append(f"{path}: no loop for AVX2 takes roots: has its name changed?")
        for query, (one, several) in sorted(roots.items()):
            print(f"{query}: {several} roots of several numbers, {one} of one")
            if one >= several:
                wrong.append(f"{path}: {query} takes its neighbours one by one: see g++ -fopt-info-vec-missed")
    print("\n".join(wrong))
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
