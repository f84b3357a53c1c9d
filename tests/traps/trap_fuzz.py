#!/usr/bin/env python3
"""Opens made-up documents in a folder full of traps and traces what the program does to files:

    trap_fuzz.py PROGRAM [--seconds 1800] [--documents 100] [--seed N] [--kind KIND]    trap_fuzz.py PROGRAM --planted

A run fails if anything but its named outputs is opened for writing, made, changed or deleted, if a file is read that
neither the user named nor the program or the document's own folder holds, if another program is started, if it waits
for a FIFO, crashes, prints control characters, or writes XML or JSON that is none. The document of a failure is kept
in traps-found/ of the current folder. --planted: each of the faults is played by a script and has to be seen.
"""
import argparse
import collections
import json
import math
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time
import unicodedata
import xml.dom.minidom
import zipfile

import documents
import traps
from tracer import can_trace, traced

SOURCE = os.path.abspath(os.path.join(os.path.dirname(__file__), "../.."))
PATIENCE = 20  # s for one run
SYSTEM = ("/usr/", "/lib", "/etc/", "/proc/", "/sys/", "/dev/")
WRITABLE = ("/dev/null", "/dev/tty", "/proc/self/", "/memfd:")


class Case:
    """A document, how it is opened, and what the user named beside it."""

    def __init__(self, kind, words, files, reads=()):
        self.kind, self.words, self.files, self.reads = kind, words, files, reads


RUN = ["run", "--headless", "--force", "--steps", "2"]
RELATE = ["relate", "--all", "--force", "--out", "../out/p.csv", "--bcf", "../out/p.bcf"]
# Kinds that are one file: its name, and the words to open it
ONE_FILE = {
    "lesson": ("d.json", ["lessons", "d.json"]),
    "preset": ("d.json", [*RUN, "--preset", "d.json", "--save-state", "../out/s.json", "--record", "../out/r"]),
    "state": ("d.json", [*RUN, "--from-state", "d.json", "--save-state", "../out/s.json"]),
    "experiment": ("d.json", ["experiment", "d.json", "--out", "../out/t.csv", "--chart", "../out/t.svg", "--jobs", "1",
                              "--force"]),
    "plan": ("d.json", [*RUN, "--scene", "pedestrians", "--set", "plan=d.json", "--record", "../out/r"]),
    "site": ("d.json", [*RUN, "--scene", "flood", "--set", "site=d.json", "--grid", "deepest=../out/g.asc"]),
    "tank": ("d.json", [*RUN, "--scene", "sph", "--set", "tank=d.json", "--actors", "200"]),
    "heights": ("d.asc", [*RUN, "--scene", "flood", "--set", "site=d.asc"]),
    "gltf": ("d.gltf", [*RELATE, "d.gltf"]),
    "obj": ("d.obj", [*RELATE, "d.obj"]),
    "points": ("d.csv", ["neighbours", "--points", "d.csv", "--radius", "1", "--out", "../out/n.csv", "--force"]),
}
KINDS = [*ONE_FILE, "recording", "table", "slurm"]
# Kinds whose settings may name an input file by any path: docs/trust.md
HOLD_SETTINGS = ["preset", "state", "experiment", "recording", "table", "slurm"]
# Folders of valid documents
SOUND = {
    "lesson": ["assets/lessons"],
    "tank": ["assets/tanks"],
    "plan": ["assets/plans"],
    "site": ["assets/plans/flood", "assets/plans"],
    "preset": [f"assets/presets/{scene}" for scene in ("boids", "pedestrians", "sph", "flood", "keratinocyte")],
}


def one_file(kind, text):
    name, words = ONE_FILE[kind]
    return Case(kind, words, {f"work/{name}": text})


def sound_documents(folder):
    """The JSON files of a folder that are short enough to be opened often."""
    paths = sorted(pathlib.Path(SOURCE, folder).glob("*.json"))
    return [documents.read_json(path) for path in paths if path.stat().st_size < 60_000]


class Seeds:
    """Sound documents of every kind."""

    def __init__(self, program, root):
        self.of = {kind: [document for folder in folders for document in sound_documents(folder)]
                   for kind, folders in SOUND.items()}
        for preset in self.of["preset"]:
            preset["settings"] = {**preset.get("settings", {}), "seed": 1}
        self.of |= {"experiment": [EXPERIMENT], "gltf": [GLTF]}
        words = [program, "run", "--headless", "--scene", "circles", "--actors", "60", "--steps", "4"]
        subprocess.run([*words, "--record", "seed-recording", "--save-state", "seed-state.json"], cwd=root, check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        self.of["state"] = [documents.read_json(os.path.join(root, "seed-state.json"))]
        recording = pathlib.Path(root, "seed-recording")
        self.recording = {path.name: path.read_text().splitlines() for path in recording.iterdir()}
        pathlib.Path(root, "d.json").write_text(json.dumps(EXPERIMENT))
        subprocess.run([program, "experiment", "d.json", "--out", "table.csv"], cwd=root, check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        self.table = pathlib.Path(root, "table.csv").read_text().splitlines()


EXPERIMENT = {"nearfield": 1, "title": "Rings", "scene": "circles", "vary": ["force=0.01,0.02"], "seeds": "1:2",
              "settings": {"actors": 50}, "steps": 3,
              "measure": ["near [1] = final mean_neighbours", "speed = mean rms_step when step > 1"]}
GLTF = {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0, "name": "wall"}],
        "buffers": [{"uri": "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA",
                     "byteLength": 36}],
        "bufferViews": [{"buffer": 0, "byteLength": 36}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}]}
OBJ = ["mtllib colours.mtl", "o wall", "v 0 0 0", "v 1 0 0", "v 0 1 0", "v 0 0 1", "usemtl red", "f 1 2 3", "f 1 2 4",
       "f 2 3 4", "f 1 3 4"]
ASC = ["ncols 4", "nrows 4", "xllcorner 0", "yllcorner 0", "cellsize 10", "NODATA_value -9999", "1 2 3 4",
       "1 1 2 3", "1 1 1 2", "1 1 1 1"]
POINTS = ["x,y,name", "0,0,a", "0.5,0,b", "3,4,c", "3,4.5,d"]


def case_of(kind, maker, seeds):
    if kind in ("heights", "obj", "points"):
        return one_file(kind, maker.lines({"heights": ASC, "obj": OBJ, "points": POINTS}[kind]))
    if kind == "recording":
        files = {f"work/rec/{name}": "\n".join(lines).encode() for name, lines in seeds.recording.items()}
        name = maker.random.choice(["commands.jsonl", "commands.jsonl", "run.json", "steps.csv"])
        files[f"work/rec/{name}"] = (maker.text(json.loads("\n".join(seeds.recording[name]))) if name == "run.json" else
                                     maker.lines(seeds.recording[name]))
        outputs = ["--record", "../out/r", "--save-state", "../out/s.json", "--force"]
        return Case(kind, ["run", "--headless", "--replay", "rec", *outputs], files)
    document = maker.random.choice(seeds.of.get(kind) or seeds.of["experiment"])
    if kind in ("table", "slurm"):
        return table_case(kind, maker, document, seeds.table)
    return one_file(kind, maker.text(document))


def table_case(kind, maker, experiment, table):
    """A table, or the folder of a Slurm job, that lies where the user's own would, and is resumed."""
    words = ["experiment", "d.json", "--out", "../out/t.csv", "--resume", "--jobs", "1"]
    files = {"work/d.json": json.dumps(experiment).encode()}
    if kind == "table":
        files["out/t.csv"] = maker.lines(table[:-1])
        return Case(kind, words, files)
    files |= {"out/t.csv.slurm/job.json": maker.text({"job": "1", "tasks": 2}),
              "out/t.csv.slurm/job.sh": b"#!/bin/sh\ntouch ../../work/pwned\n",
              "out/t.csv.slurm/experiment.json": maker.text(experiment),
              "out/t.csv.slurm/shard-1.csv": maker.lines(table[:-1])}
    return Case(kind, [*words, "--slurm", "--tasks", "2"], files)


SBATCH = """#!/bin/sh
# As Slurm: runs the script that it is given, once for each task
[ "$1" = --version ] && exit 0
for script in "$@"; do :; done
for task in 1 2; do SLURM_ARRAY_TASK_ID=$task sh "$script" >/dev/null 2>&1; done
echo 42
"""


class Judge:
    """Runs cases in the folder of traps and reports faults."""

    def __init__(self, program, root):
        self.program, self.root = os.path.realpath(program), os.path.realpath(root)
        self.bin = os.path.join(self.root, "bin")
        self.environment = {"PATH": f"{self.bin}:/usr/bin:/bin", "HOME": f"{self.root}/home", "LANG": "C.UTF-8",
                            "OMP_NUM_THREADS": "1", "MESA_SHADER_CACHE_DISABLE": "true", "NEARFIELD_OUTPUT": "",
                            "ASAN_OPTIONS": "detect_leaks=0"}
        self.lay_out()

    def lay_out(self):
        traps.lay_out(self.root)
        os.makedirs(self.bin)
        for name, text in {"sbatch": SBATCH, "squeue": "#!/bin/sh\n"}.items():
            path = os.path.join(self.bin, name)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            os.chmod(path, 0o755)

    def place(self, case):
        shutil.rmtree(os.path.join(self.root, "out"))
        os.makedirs(os.path.join(self.root, "out"))
        for name, text in case.files.items():
            path = os.path.join(self.root, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(text)

    def remove(self, case):
        for name in case.files:
            if os.path.exists(path := os.path.join(self.root, name)):
                os.remove(path)
        shutil.rmtree(os.path.join(self.root, "work/rec"), ignore_errors=True)

    def faults(self, case):
        """Faults of the program when it opened the document, and its exit."""
        self.place(case)
        before = traps.look(self.root)
        end = traced([self.program, *case.words], os.path.join(self.root, "work"), self.environment, PATIENCE)
        wrong = list(traps.differences(before, traps.look(self.root)))
        wrong += [f"{reach.what} {reach.path}: {reach.call}" for reach in end.reached if not self.allowed(case, reach)]
        wrong += [f"waits: {call}" for call in end.blocked if end.code is None and "fifo" in call]
        if end.code is not None and (end.code < 0 or end.code > 128):
            wrong.append(f"crashed: {end.code}: {end.err[-300:]!r}")
        self.said = end.err
        wrong += printed_wrong("out", end.out) + printed_wrong("err", end.err) + list(self.malformed(case))
        if any(text.startswith(("deleted", "made", "changed")) for text in wrong):
            self.lay_out()
        self.remove(case)
        return wrong, end.code

    def allowed(self, case, reach):
        path = reach.path.removesuffix(" (deleted)")
        out = path.startswith(self.root + "/out/") or path == self.root + "/out"
        if reach.what == "write":
            return out or path.startswith(WRITABLE)
        if reach.what == "read":
            own = [*(os.path.join(self.root, name) for name in case.files), *case.reads]
            shipped = (*SYSTEM, SOURCE, "/memfd:", "pipe:", os.path.dirname(self.program))
            by_slurm = case.kind == "slurm" and path.startswith(self.bin)
            by_settings = case.kind in HOLD_SETTINGS and os.path.isfile(path)
            named = path in own or path in self.folders(case) or path.startswith(shipped)
            return out or by_slurm or by_settings or named
        if reach.what == "run":
            reader = os.path.join(os.path.dirname(self.program), "nearfield-read-ifc")
            by_slurm = case.kind == "slurm" and path.startswith((self.bin, "/usr/bin/"))
            return by_slurm or path in ("/proc/self/exe", self.program, reader)
        return reach.what == "connect" and '"/var/run/nscd/socket"' in path  # the C library asks for the user's name

    def folders(self, case):
        """Folders that may be listed, but whose files may not be read."""
        own = {os.path.dirname(os.path.join(self.root, name)) for name in case.files}
        return own | {self.root + "/work", self.root + "/home/.config/nearfield/presets"}

    def malformed(self, case):
        given = [os.path.join(self.root, name) for name in case.files]
        for folder, _, files in os.walk(os.path.join(self.root, "out")):
            for name in files:
                path = os.path.join(folder, name)
                if path in given:
                    continue
                try:
                    if name.endswith(".svg"):
                        xml.dom.minidom.parse(path)
                    elif name.endswith(".bcf"):
                        with zipfile.ZipFile(path) as archive:
                            for member in archive.namelist():
                                xml.dom.minidom.parseString(archive.read(member))
                    elif name.endswith(".json"):
                        documents.read_json(path)
                except Exception as problem:  # any error of the parser
                    yield f"malformed {name}: {problem}"


def printed_wrong(where, text):
    """Control and format characters, and invalid UTF-8."""
    try:
        letters = text.decode()
    except UnicodeDecodeError as problem:
        return [f"std{where} is no UTF-8: {problem}"]
    overrides = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
    bad = {c for c in letters if c not in "\n\t" and (unicodedata.category(c) == "Cc" or c in overrides)}
    return [f"std{where} holds {sorted(map(repr, bad))}: {letters[-200:]!r}"] if bad else []


def keep(case, wrong):
    folder = tempfile.mkdtemp(prefix=f"{case.kind}-", dir=os.path.abspath("traps-found"))
    for name, text in case.files.items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(text)
    with open(os.path.join(folder, "README"), "w", encoding="utf-8", errors="surrogateescape") as file:
        file.write("nearfield " + " ".join(case.words) + "\n" + "\n".join(wrong) + "\n")
    return folder


def fuzz(program, root, options):
    seed = options.seed or random.SystemRandom().randrange(1, 10**9)
    kinds = options.kind or KINDS
    seeds, forms = Seeds(program, root), documents.forms_of_commands(SOURCE)
    judge = Judge(program, os.path.join(root, "traps"))
    for kind in kinds:
        wrong, code = judge.faults(case_of(kind, documents.Copier(1, judge.root, forms), seeds))
        if wrong or code != 0:
            print(f"a sound {kind} ended with {code}: {wrong} {judge.said}")
            return 1
            return 1
    maker = documents.Maker(seed, judge.root, forms)
    begin, counts, found = time.monotonic(), collections.Counter(), 0
    while counts["documents"] < options.documents and time.monotonic() - begin < options.seconds and found < 20:
        kind = kinds[counts["documents"] % len(kinds)]
        counts["documents"] += 1
        case = case_of(kind, maker, seeds)
        wrong, code = judge.faults(case)
        counts[kind, "in time" if code is not None else "stopped"] += 1
        counts[kind, "accepted"] += code == 0
        if wrong:
            os.makedirs("traps-found", exist_ok=True)
            found += 1
            print(f"{keep(case, wrong)}:\n  " + "\n  ".join(wrong[:4]), flush=True)
    for kind in kinds:
        opened = counts[kind, "in time"] + counts[kind, "stopped"]
        accepted, stopped = counts[kind, "accepted"], counts[kind, "stopped"]
        print(f"{kind}: {opened} documents, {accepted} accepted, {stopped} stopped after {PATIENCE} s")
    print(f"{found} faults, seed {seed}, {time.monotonic() - begin:.0f} s")
    return 1 if found else 0


PLANTED = {
    "write": "echo x >>../home/.bashrc", "through a link": "echo x >to-bashrc", "make": "echo x >new",
    "delete": "rm ../home/.profile", "rename": "mv circles circle", "rights": "chmod 600 circles",
    "times": "touch -d yesterday circles",
    "link": "ln ../home/.bashrc b", "symbolic link": "ln -s a b", "folder": "mkdir d", "fifo made": "mkfifo f",
    "attempt": "echo x 2>/dev/null >/nowhere/file", "read": "cat ../home/.ssh/authorized_keys >/dev/null",
    "run": "/usr/bin/true", "connect": "exec 3<>/dev/tcp/127.0.0.1/9", "wait": "read -t 30 x <fifo",
    "crash": "kill -SEGV $$",
    "escape": r"printf '\033[31m'", "not UTF-8": r"printf '\377'", "override": r"printf '\342\200\256'",
    "malformed": "echo '<svg>&' >../out/a.svg", "owner": "chown 1 circles", "truncate": "truncate -s 0 murmuration",
}


def planted(root):
    """Every fault, played by a script in place of the program, is seen; a script without fault passes."""
    global PATIENCE
    PATIENCE = 2
    missed = []
    for name, line in {"": "echo fine >../out/x; cat d.json >/dev/null", **PLANTED}.items():
        script = os.path.join(root, "planted")
        with open(script, "w", encoding="utf-8") as file:
            file.write(f"#!/bin/bash\n{line}\n")
        os.chmod(script, 0o755)
        judge = Judge("/bin/bash", os.path.join(root, "traps"))
        case = Case("planted", [script], {"work/d.json": b""}, [script])
        wrong, _ = judge.faults(case)
        wrong = [text for text in wrong if name == "run" or not text.startswith("run /usr/bin/")]
        if name and not wrong or not name and wrong:
            missed.append(f"{name or 'no fault'}: {wrong}")
    print("\n".join(missed) or f"{len(PLANTED)} planted faults were seen")
    return 1 if missed else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--seconds", type=float, default=math.inf)
    parser.add_argument("--documents", type=int, default=sys.maxsize)
    parser.add_argument("--seed", type=int, default=1, help="0: another one each time")
    parser.add_argument("--kind", choices=KINDS, action="append")
    parser.add_argument("--planted", action="store_true")
    options = parser.parse_args()
    if not can_trace():
        print("nothing can be traced here: install strace, and allow ptrace")
        return 77
    with tempfile.TemporaryDirectory(prefix="nearfield-traps-") as root:
        if options.planted:
            return planted(root)
        return fuzz(os.path.abspath(options.program), root, options)


if __name__ == "__main__":
    sys.exit(main())
