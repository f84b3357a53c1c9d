"""A folder full of traps, and what must not change in it.

    home/    a copy of a user's home: .bashrc, .ssh, .config with presets (one of them a FIFO), a thesis
    work/    where the program is started: documents lie here, and files named like what it looks for by name
    shared/  a folder that everybody can write: links, FIFOs, devices, files of another user, leftovers by hidden names
    out/     the named outputs go here; what is in it may change
"""
import hashlib
import os
import shutil
import stat
import time

OTHER_USER = 65534
SECRET = "the-secret-of-this-home"

# Files that must not even be read: no document may name them
FILES = {
    "home/.bashrc": "alias ll=ls\n",
    "home/.profile": f"# {SECRET}\n",
    "home/.ssh/authorized_keys": f"ssh-ed25519 {SECRET}\n",
    "home/.config/autostart/mail.desktop": "[Desktop Entry]\n",
    "home/thesis/chapter1.tex": f"\\section{{{SECRET}}}\n",
    "home/thesis/data.csv": f"x,y\n1,2\n# {SECRET}\n",
    "home/thesis/heights.asc": "ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 1\n1 1\n1 1\n",
    "shared/others.txt": f"{SECRET}\n",
    "shared/.nearfield-backup.tmp/thesis.txt": f"{SECRET}\n",
    "shared/.nearfield-1234-state.json.tmp": "somebody else's\n",
    "shared/.nearfield-1-0-recording.tmp/run.json": "{}\n",
    "shared/.nearfield-1-0-recording.tmp/thesis.txt": f"{SECRET}\n",
    "work/murmuration": "not a preset\n",
    "work/circles": "not a scene\n",
    "work/nearfield-read-ifc": "#!/bin/sh\ntouch ran-a-program-of-this-folder\n",
    "work/ffmpeg": "#!/bin/sh\ntouch ran-a-program-of-this-folder\n",
    "work/nice": "#!/bin/sh\ntouch ran-a-program-of-this-folder\n",
}
LINKS = {
    "shared/to-bashrc": "../home/.bashrc", "shared/to-nothing": "../home/.new", "shared/to-home": "../home",
    "shared/to-null": "/dev/null", "work/to-bashrc": "../home/.bashrc", "work/to-thesis": "../home/thesis",
    "work/to-nothing": "../home/.new", "home/.config/nearfield/presets/link.json": "../../../.profile",
}
FIFOS = ["shared/fifo", "work/fifo", "work/fifo.json", "home/.config/nearfield/presets/fifo.json"]
OF_ANOTHER_USER = ["shared/others.txt", "shared/.nearfield-1234-state.json.tmp"]
OLD = ["shared/.nearfield-backup.tmp", "shared/.nearfield-1234-state.json.tmp", "shared/.nearfield-1-0-recording.tmp"]
NAMED = ("home", "work", "shared")


def lay_out(root):
    """Makes the folder anew."""
    shutil.rmtree(root, ignore_errors=True)
    for folder in ("home/.config/nearfield/presets", "home/nearfield", "work", "shared", "out", "empty"):
        os.makedirs(os.path.join(root, folder))
    for name, text in FILES.items():
        path = os.path.join(root, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        if text.startswith("#!"):
            os.chmod(path, 0o755)
    for name, target in LINKS.items():
        os.symlink(target, os.path.join(root, name))
    for name in FIFOS:
        os.mkfifo(os.path.join(root, name))
    if os.geteuid() == 0:
        for name in OF_ANOTHER_USER:
            os.chown(os.path.join(root, name), OTHER_USER, OTHER_USER)
    an_hour_ago = time.time() - 3600
    for name in OLD:
        os.utime(os.path.join(root, name), (an_hour_ago, an_hour_ago))
    os.chmod(os.path.join(root, "shared"), 0o777)


def look(root):
    """Kind, rights, owner, time and content of every name outside of out/."""
    seen = {}
    for top in NAMED:
        for folder, folders, files in os.walk(os.path.join(root, top)):
            for name in [*folders, *files, "."]:
                path = os.path.join(folder, name)
                about = os.lstat(path)
                content = ""
                if stat.S_ISLNK(about.st_mode):
                    content = os.readlink(path)
                elif stat.S_ISREG(about.st_mode):
                    with open(path, "rb") as file:
                        content = hashlib.sha1(file.read()).hexdigest()
                seen[os.path.normpath(path)] = (about.st_ino, about.st_mode, about.st_uid, about.st_mtime_ns, content)
    return seen


def differences(before, after):
    for path in sorted(before.keys() | after.keys()):
        if path not in after:
            yield f"deleted: {path}"
        elif path not in before:
            yield f"made: {path}"
        elif before[path] != after[path]:
            yield f"changed: {path}: {before[path]} became {after[path]}"
