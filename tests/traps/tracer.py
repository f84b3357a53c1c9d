"""Runs a command under strace and tells which files it reached.

Reach: what a system call did to a file. "write": opened for writing, created, renamed, deleted, linked, changed in its
rights or times. "read": opened for reading. "run": executed. "connect": any address. "mount": file systems, io_uring,
file handles. Paths are absolute; links in them are resolved.
"""
import os
import re
import signal
import subprocess
import tempfile
from dataclasses import dataclass

OPENING = ["open", "openat", "openat2", "creat"]
# Calls that change a file or the meaning of a name, with the positions of their paths; (folder, name) pairs for the *at
# calls.
BY_NAME = {
    "rename": [0, 1], "link": [0, 1], "symlink": [1], "unlink": [0], "rmdir": [0], "mkdir": [0], "mknod": [0],
    "chmod": [0], "chown": [0], "lchown": [0], "truncate": [0], "utime": [0], "utimes": [0], "setxattr": [0],
    "lsetxattr": [0], "removexattr": [0], "lremovexattr": [0], "acct": [0], "swapon": [0],
    "renameat": [(0, 1), (2, 3)], "renameat2": [(0, 1), (2, 3)], "linkat": [(0, 1), (2, 3)], "symlinkat": [(1, 2)],
    "unlinkat": [(0, 1)], "mkdirat": [(0, 1)], "mknodat": [(0, 1)], "fchmodat": [(0, 1)], "fchmodat2": [(0, 1)],
    "fchownat": [(0, 1)], "utimensat": [(0, 1)], "futimesat": [(0, 1)],
}
BY_DESCRIPTOR = ["ftruncate", "fchmod", "fchown", "fsetxattr", "fremovexattr"]
RUNNING = {"execve": [0], "execveat": [(0, 1)]}
CONNECTING = ["connect", "bind"]
MOUNTING = ["mount", "umount2", "pivot_root", "chroot", "fsopen", "move_mount", "open_tree", "io_uring_setup",
            "open_by_handle_at", "quotactl"]
TRACED = OPENING + list(BY_NAME) + BY_DESCRIPTOR + list(RUNNING) + CONNECTING + MOUNTING

CALL = re.compile(r"^(?P<pid>\d+)\s+(?P<name>\w+)\((?P<arguments>.*?)"
                  r"(?:\)\s+= (?P<result>.*)| <unfinished \.\.\.>)$", re.S)
RESUMED = re.compile(r"^(?P<pid>\d+)\s+<\.\.\. (?P<name>\w+) resumed>(?P<rest>.*)$", re.S)
WRITING = r"O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|O_TMPFILE|O_APPEND"
STRING = re.compile(r'"((?:[^"\\]|\\.)*)"(\.\.\.)?')
DESCRIPTOR = re.compile(r"^(?:AT_FDCWD|-?\d+)<(.*)>(?:\(deleted\))?$")


@dataclass(frozen=True)
class Reach:
    what: str
    path: str
    call: str


@dataclass
class Outcome:
    code: int  # negative: the signal that ended it; None: it timed out
    out: bytes
    err: bytes
    reached: list
    blocked: list  # calls that had not returned at the end


def arguments_of(text):
    """The arguments of a call, split at commas outside of strings, brackets and braces."""
    parts, depth, quoted, start, at = [], 0, False, 0, 0
    while at < len(text):
        c = text[at]
        if quoted and c == "\\":
            at += 1
        elif c == '"':
            quoted = not quoted
        elif not quoted and c in "[{(<":
            depth += 1
        elif not quoted and c in "]})>":
            depth -= 1
        elif not quoted and depth == 0 and c == ",":
            parts.append(text[start:at].strip())
            start = at + 1
        at += 1
    return parts + [text[start:].strip()]


def unquoted(text):
    match = STRING.match(text)
    if not match:
        return None
    return match.group(1).encode("latin-1").decode("unicode_escape").encode("latin-1").decode(errors="surrogateescape")


def placed(folder, name):
    """The path of a name; links in its folder are followed, the name itself is not."""
    path = os.path.join(folder, name)
    if path.startswith("/proc/self/"):  # of the traced process
        return path
    head, tail = os.path.split(path)
    return os.path.join(os.path.realpath(head), tail) if tail not in ("", ".", "..") else os.path.realpath(path)


class Reader:
    """Reads a trace line by line; knows the folder of every process."""

    def __init__(self, folder):
        self.folder, self.reached, self.begun = folder, [], {}

    def read(self, line):
        if resumed := RESUMED.match(line):
            line = self.begun.pop((resumed["pid"], resumed["name"]), "") + resumed["rest"]
        call = CALL.match(line)
        if not call:
            return
        if call["result"] is None or call["result"].startswith("?"):  # interleaved with another call, or never returned
            self.begun[call["pid"], call["name"]] = line.removesuffix(" <unfinished ...>")
        else:
            self.note(call["name"], arguments_of(call["arguments"]), call["result"], line)

    def add(self, what, path, line):
        self.reached.append(Reach(what, path, line.split(" ", 1)[1].strip()[:300]))

    def path_of(self, arguments, place):
        """None: a null pointer, or a number where there are too few arguments."""
        if isinstance(place, int):
            name = unquoted(arguments[place])
            return None if name is None else placed(self.folder, name)
        folder = DESCRIPTOR.match(arguments[place[0]])
        name = unquoted(arguments[place[1]])
        if not name:  # an empty name: the descriptor itself
            return folder.group(1) if folder else None
        return placed(folder.group(1) if folder else self.folder, name)

    def note(self, name, arguments, result, line):
        if name in OPENING:
            self.note_opening(name, arguments, result, line)
        elif name in BY_NAME:
            for place in BY_NAME[name]:
                if (path := self.path_of(arguments, place)) is not None:
                    self.add("write", path, line)
        elif name in BY_DESCRIPTOR:
            match = DESCRIPTOR.match(arguments[0])
            self.add("write", match.group(1) if match else arguments[0], line)
        elif name in RUNNING:
            path = unquoted(arguments[0]) if name == "execve" else self.path_of(arguments, RUNNING[name][0])
            if result.startswith("0"):
                self.add("run", placed(self.folder, path), line)
        elif name in CONNECTING:
            self.add("connect", arguments[1], line)
        else:
            self.add("mount", name, line)

    def note_opening(self, name, arguments, result, line):
        opened = re.match(r"\d+<(.*)>", result)
        path = opened.group(1) if opened else self.path_of(arguments, 0 if name in ("open", "creat") else (0, 1))
        writes = name == "creat" or re.search(WRITING, " ".join(arguments[1:]))
        by_path_alone = "O_PATH" in " ".join(arguments[1:])  # neither reads nor writes
        if path is not None and (writes or opened) and not by_path_alone:
            self.add("write" if writes else "read", path, line)


def kill_below(pid):
    """Kills the traced processes; strace then records the calls that had not returned."""
    with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as file:
        children = [int(word) for word in file.read().split()]
    for child in children:
        kill_below(child)
        os.kill(child, signal.SIGKILL)


def can_trace():
    """True if there is strace and it may watch other processes."""
    try:
        return subprocess.run(["strace", "-f", "--seccomp-bpf", "-o", "/dev/null", "true"], check=False,
                              stderr=subprocess.DEVNULL).returncode == 0
    except FileNotFoundError:
        return False


def traced(words, folder, environment, seconds):
    """Runs words in this folder with a time limit."""
    with tempfile.NamedTemporaryFile("r", prefix="nearfield-trace-", errors="surrogateescape") as log:
        command = ["strace", "-f", "--seccomp-bpf", "-qq", "-y", "-s", "4096", "-e", "signal=none",
                   "-e", "trace=" + ",".join("?" + call for call in TRACED), "-o", log.name, *words]
        with subprocess.Popen(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, start_new_session=True) as process:
            try:
                out, err = process.communicate(timeout=seconds)
                code = process.returncode
            except subprocess.TimeoutExpired:
                kill_below(process.pid)
                out, err = process.communicate()
                code = None
        reader = Reader(folder)
        for line in log:
            reader.read(line.rstrip("\n"))
        return Outcome(code, out, err, reader.reached, list(reader.begun.values()))
