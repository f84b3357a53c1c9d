#!/usr/bin/env python3
"""Checks what cmake/build.cmake writes about a small tree in a git repository: build_test.py SOURCE CMAKE"""
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE, CMAKE = (Path(sys.argv[1]), sys.argv[2])


class BuildTest(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.root = Path(temporary.name) / "the tree"
        for file in ("CMakeLists.txt", "core/a.cpp", "core/a.md", "assets/plans/p.json", "assets/results/r.json",
                     "tests/t.cpp"):
            self.write(file, file)
        self.git("init", "--quiet")
        self.commit()

    def write(self, file, text):
        path = self.root / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def git(self, *words):
        who = ["-c", "user.name=t", "-c", "user.email=t@example.org"]
        done = subprocess.run(["git", *who, *words], cwd=self.root, check=True, capture_output=True, text=True)
        return done.stdout.strip()

    def commit(self):
        self.git("add", "."), self.git("commit", "--quiet", "-m", "change")
        return self.git("rev-parse", "HEAD")

    def identify(self, *more):
        """What the script writes: hash, commit, changed."""
        self.output = self.root.parent / "build.cpp"
        words = [f"-DSOURCE={self.root}", "-DVERSION=1", "-DCOMPILER=c", "-DTYPE=t", f"-DOUTPUT={self.output}",
                 f"-DDEPFILE={self.output}.d", *more]
        subprocess.run([CMAKE, *words, "-P", SOURCE / "cmake/build.cmake"], check=True)
        text = self.output.read_text()
        return tuple(re.search(rf'\.{part} = "?(\w*)', text)[1] for part in ("sources", "commit", "is_changed"))

    def test_sources_change_the_hash_and_their_commit_is_named(self):
        first = self.git("rev-parse", "HEAD")
        before, commit, changed = self.identify()
        self.assertEqual((len(before), commit, changed), (16, first, "false"))
        for file in ("core/a.cpp", "assets/plans/p.json", "core/new.hpp", "CMakeLists.txt"):
            self.write(file, "other " + file)
            after, commit, changed = self.identify()
            self.assertNotEqual(after, before, file)
            self.assertEqual((commit, changed), (first, "true"))
            first = self.commit()
            self.assertEqual(self.identify(), (after, first, "false"))
            before = after

    def test_a_commit_of_other_files_leaves_the_output_alone(self):
        before = self.identify()
        stamp = self.output.stat().st_mtime_ns
        for file in ("core/a.md", "assets/results/r.json", "tests/t.cpp", "core/note.txt"):
            self.write(file, "other")
            self.assertEqual(self.identify(), before, file)
            self.commit()
            self.assertEqual(self.identify(), before, file)
        self.assertEqual(self.output.stat().st_mtime_ns, stamp)

    def test_a_moved_file_changes_the_hash(self):
        before, *_ = self.identify()
        (self.root / "core/a.cpp").rename(self.root / "core/b.cpp")
        self.assertNotEqual(self.identify()[0], before)

    def test_scenes_from_elsewhere_count(self):
        before, *_ = self.identify()
        other = self.root.parent / "scenes"
        other.mkdir()
        (other / "scene.hpp").write_text("a")
        one, *_ = self.identify(f"-DEXTRA={other}")
        (other / "scene.hpp").write_text("b")
        two, *_ = self.identify(f"-DEXTRA={other}")
        self.assertEqual(len({before, one, two}), 3)

    def test_without_git_the_hash_stays_and_no_commit_is_named(self):
        with_git, *_ = self.identify()
        (self.root / ".git").rename(self.root.parent / "git")
        self.assertEqual(self.identify(), (with_git, "", "false"))

    def test_every_source_is_a_dependency(self):
        self.identify()
        text = Path(f"{self.output}.d").read_text().replace("\\ ", " ")
        for file in ("core/a.cpp", "assets/plans/p.json", "CMakeLists.txt", ".git/logs/HEAD"):
            self.assertIn(f" {self.root}/{file}", text)
        self.assertNotIn("assets/results", text)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
