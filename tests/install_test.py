#!/usr/bin/env python3
"""Installs a build into a prefix, moves the prefix and starts the program there:  install_test.py BUILD SOURCE CMAKE

The folders of the build and of the source are empty for it, where this user may cover folders.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

BUILD, SOURCE, CMAKE = pathlib.Path(sys.argv.pop(1)), pathlib.Path(sys.argv.pop(1)), sys.argv.pop(1)
COVER = ["unshare", "--mount"] + ([] if os.geteuid() == 0 else ["--map-root-user"])


def covered(command, *folders):
    """The command where the folders are empty, or None where this user may not cover them."""
    script = ('while [ "$1" != -- ]; do [ ! -d "$1" ] || mount -t tmpfs none "$1" || exit 1; shift; done; '
              'shift; exec "$@"')
    cover = COVER + ["sh", "-c", script, "sh", *folders, "--"]
    return None if subprocess.run(cover + ["true"], capture_output=True).returncode else cover + command


class TestInstalled(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory(prefix="nearfield-install-")
        cls.folder = pathlib.Path(cls.temporary.name)
        first = cls.folder / "first"
        subprocess.run([CMAKE, "--install", BUILD, "--prefix", first], check=True, stdout=subprocess.DEVNULL)
        cls.prefix = cls.folder / "moved here"
        first.rename(cls.prefix)
        cls.program = cls.prefix / "bin/nearfield"
        (cls.folder / "home").mkdir()
        cls.environment = {"PATH": os.environ["PATH"], "HOME": str(cls.folder / "home"), "LANG": "C.UTF-8",
                           "OMP_NUM_THREADS": "1"}

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def run_program(self, *words, code=0):
        command = [self.program, *words]
        done = subprocess.run(covered(command, SOURCE, BUILD) or command, cwd=self.folder / "home",
                              env=self.environment, capture_output=True, text=True)
        self.assertEqual(done.returncode, code, done.stderr)
        return done.stdout + done.stderr

    def test_what_is_shipped_is_there(self):
        self.assertGreaterEqual(self.run_program("lessons").count(" minutes"), 10)
        experiments = [p.name for p in (self.prefix / "share/nearfield/experiments").glob("*.json")]
        self.assertIn("door-width.json", experiments)
        self.run_program("run", "--headless", "--steps", "2", "--preset", "corridor",
                         "--record", "profile", "--screenshot", "end.png")
        self.assertTrue((self.folder / "home/profile/run.json").exists())
        self.assertTrue((self.folder / "home/end.png").stat().st_size > 1000)
        before = sorted(p for p in self.prefix.rglob("*"))
        self.run_program("run", "--headless", "--steps", "1")
        self.assertEqual(sorted(p for p in self.prefix.rglob("*")), before)

    def test_the_reader_of_ifc_is_found(self):
        reader = self.prefix / "libexec/nearfield/nearfield-read-ifc"
        if not (BUILD / "bin/nearfield-read-ifc").exists():
            self.skipTest("built without libifcplusplus-dev")
        model = self.prefix / "share/nearfield/buildings/house.ifc"
        relate = ["relate", str(model), "--predicate", "touch", "--out", "pairs.csv"]
        self.run_program(*relate)
        self.assertGreater(len((self.folder / "home/pairs.csv").read_text().splitlines()), 10)
        # neither in PATH nor in the current folder
        hidden = self.folder / "home/nearfield-read-ifc"
        reader.rename(hidden)
        self.environment["PATH"] = f"{self.folder / 'home'}:{os.environ['PATH']}"
        said = self.run_program(*relate, "--force", code=2)
        self.environment["PATH"] = os.environ["PATH"]
        hidden.rename(reader)
        self.assertIn("nearfield-read-ifc is missing", said)

    def test_without_proc(self):
        command = ["../moved here/bin/nearfield", "doctor"]
        there = covered(command, "/proc")
        if there is None:
            self.skipTest("this user may not cover /proc")
        said = subprocess.run(there, cwd=self.folder / "home", env=self.environment, capture_output=True, text=True)
        reads = (BUILD / "bin/nearfield-read-ifc").exists()
        self.assertIn("buildings are read" if reads else f"missing in {self.prefix}/libexec/nearfield", said.stdout)

    def test_no_file_names_the_source(self):
        for path in self.prefix.rglob("*"):
            if path.is_file():
                content = path.read_bytes()
                for place in (SOURCE, BUILD, self.folder):
                    self.assertNotIn(os.fsencode(place) + b"/", content, path)

    def test_the_manual_has_every_flag(self):
        manual = (self.prefix / "share/man/man1/nearfield.1").read_text().replace("\\-", "-")
        helped = self.run_program("--help")
        commands = re.findall(r"^  ([a-z]+) +\S", helped[helped.index("ommands:"):], re.M)
        self.assertGreater(len(commands), 10)
        for command in commands:
            part = re.search(rf"\.SS nearfield {command}\n(.*?)(?=\n\.S[SH] )", manual, re.S).group(1)
            for flag in set(re.findall(r"^ +(?:-\w,)? *(--[\w-]+)", self.run_program(command, "--help"), re.M)):
                self.assertRegex(part, rf"\.TP\n\.B {flag}\b", command)
        if shutil.which("groff"):
            shown = subprocess.run(["groff", "-man", "-Tutf8", "-ww", "-z", self.prefix / "share/man/man1/nearfield.1"],
                                   capture_output=True, text=True)
            self.assertEqual(shown.stderr, "")

    def completed(self, *words):
        script = ('source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _nearfield; '
                  'printf "%s\\n" "${COMPREPLY[@]}"')
        file = self.prefix / "share/bash-completion/completions/nearfield"
        done = subprocess.run(["bash", "-c", script, file, "nearfield", *words], capture_output=True, text=True)
        self.assertEqual(done.stderr, "")
        return done.stdout.split()

    def test_words_are_completed(self):
        self.assertEqual(self.completed("neigh"), ["neighbours"])
        self.assertIn("doctor", self.completed(""))
        self.assertEqual(self.completed("run", "--head"), ["--headless"])
        self.assertEqual(self.completed("--head"), ["--headless"])
        self.assertEqual(self.completed("run", "--backend", ""), ["auto", "cpu", "cuda"])
        self.assertEqual(self.completed("run", "--scene", "bo"), ["boids"])
        self.assertIn("murmuration", self.completed("--preset", "mu"))
        self.assertEqual(self.completed("lessons", "stri"), ["strips"])
        self.assertEqual(self.completed("run", "--video", ""), [])  # bash offers files
        self.assertEqual(self.completed("bench", "--head"), [])

    def test_the_desktop_knows_it(self):
        share = self.prefix / "share"
        types = {t.get("type") for t in ElementTree.parse(share / "mime/packages/nearfield.xml").getroot()}
        opened = set()
        for file in (share / "applications").iterdir():
            entry = dict(line.split("=", 1) for line in file.read_text().splitlines()[1:])
            self.assertEqual((entry["StartupWMClass"], entry["Icon"]), ("nearfield", "nearfield"), file)
            self.assertEqual(entry["Exec"].split()[0], "nearfield")
            opened |= set(entry.get("MimeType", "").split(";")) - {""}
            for flag in re.findall("--[a-z-]+", entry["Exec"]):
                self.assertIn(flag, self.run_program("run", "--help"))
            if shutil.which("desktop-file-validate"):
                self.assertEqual(subprocess.run(["desktop-file-validate", file], capture_output=True).stdout, b"")
        self.assertEqual(opened, types)
        self.assertTrue((share / "applications/nearfield.desktop").exists())
        ElementTree.parse(share / "icons/hicolor/scalable/apps/nearfield.svg")
        for size in (48, 128):
            png = (share / f"icons/hicolor/{size}x{size}/apps/nearfield.png").read_bytes()
            self.assertEqual(png[16:24], size.to_bytes(4, "big") * 2)


if __name__ == "__main__":
    unittest.main()
