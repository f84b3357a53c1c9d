"""Every check of hygiene.py finds a fault planted in a correct tree, and nothing before.

hygiene_test.py [COMPILER OPTIONS...]
"""
import contextlib
import io
import pathlib
import sys
import tempfile
import unittest

import hygiene

COMPILER = ["c++", "-std=c++20"]
IN_ORDER = {
    "core/base/error.hpp": "#pragma once\n\nnamespace nearfield {\n\nstruct Fault {};\n\n}  // namespace nearfield\n",
    "core/sim/scene.hpp": '#pragma once\n#include "../base/error.hpp"\n',
    "core/sim/world.cpp": "\nnamespace {\nstruct Fault {};  // { of this file only\n}  // namespace\n",
    "scenes/boids/scene.hpp": "#pragma once\n",
    "libs/geometry/mesh.hpp": "#pragma once\n",
    "scenes/circles/scene.hpp": '#pragma once\n#include "../../libs/geometry/mesh.hpp"\n',
    "app/ui/panel.hpp": '#pragma once\n#include "../../core/sim/scene.hpp"\n',
    "app/ui/panel.cpp": '#include "panel.hpp"\n\nconst char* brace = "{";\n',
    "app/window/loop.cpp": '#include "app/ui/panel.hpp"\n',
}


class TestHygiene(unittest.TestCase):
    def complaints(self, check, planted):
        """What `check` reports on the tree above with `planted` files added to or replacing its own."""
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder).resolve()
            (root / ".clang-format").write_text("{BasedOnStyle: Google, ColumnLimit: 120}\n")
            for path, text in {**IN_ORDER, **planted}.items():
                (root / path).parent.mkdir(parents=True, exist_ok=True)
                (root / path).write_text(text)
            if check == "headers":
                return list(hygiene.check_headers(root, COMPILER))
            with contextlib.redirect_stdout(io.StringIO()):
                return list(hygiene.CHECKS[check](root))

    def check(self, check, path, text, complaint):
        self.assertEqual(self.complaints(check, {}), [])
        found = self.complaints(check, {path: text})
        self.assertEqual(len(found), 1, found)
        self.assertIn(path, found[0])
        self.assertIn(complaint, found[0])

    def test_columns(self):
        self.check("columns", "app/ui/wide.cpp", 'const char* s = R"(' + "x" * 101 + ')";\n', "wide.cpp:1: 123 columns")

    def test_functions(self):
        body = "    f();\n" * 57
        self.assertEqual(self.complaints("functions", {"core/a.cpp": f"int g(int a,\n      int b) {{\n{body}}}\n"}), [])
        self.check("functions", "core/a.cpp", f"\nint g(int a,\n      int b) {{\n{body}    f();\n}}\n",
                   "a.cpp:2: g has 61")

    def test_functions_of_classes(self):
        body = "    f();\n" * 59
        text = f"struct A {{\n    int x;\n    A(int y) : x{{y}} {{\n{body}    }}\n    int z;\n}};\n"
        self.check("functions", "core/a.hpp", text, "a.hpp:3: A has 61")

    def test_outputs(self):
        for way, place in (("fmt::print(a);", "app/say.hpp"), ("std::cerr << a;", "app/say.hpp"),
                           ("std::printf(a);", "app/say.hpp"), ("fwrite(a, 1, 2, stdout);", "app/say.hpp"),
                           ("text = value.dump();", "core/params/json_text.cpp"),
                           ('safe += "&lt;";', "core/base/foreign_text.cpp"),
                           (r'safe += "\"\"";', "core/base/foreign_text.cpp")):
            self.check("outputs", "app/ui/loud.cpp", f"\nvoid f() {{ {way} }}\n", f"goes round {place}")
        harmless = '// fmt::print\nconst char* help = "printf(";\nauto text = fmt::format(a), n = snprintf(b);\n'
        self.assertEqual(self.complaints("outputs", {"app/ui/quiet.cpp": harmless, "app/say.hpp": "fwrite(a);\n"}), [])

    def test_palettes(self):
        for way in ("glm::vec3 all[] = {{0.1f, 0.2f, 0.3f}, {1.f, 0.f, 0.5f}, {0.4f, 0.2f, 0.9f}};",
                    "auto all = {rgb(0x102030), rgb(0xa0b0c0), rgb(0x000000)};",
                    'const char* all[] = {"#102030", "#a0b0c0", "#000000"};',
                    'return {{"dry", {0.1f, 0.2f, 0.3f}}, {"wet", {1.f, 0.f, 0.5f}}, {"H3", {0.4f, 0.2f, 0.9f}}};'):
            self.check("palettes", "scenes/boids/own.cpp", f"\n{way}\n", "own.cpp:2: a list of colours outside")
        harmless = "glm::vec3 a{0.1f, 0.2f, 0.3f}, b{1.f, 0.f, 0.5f};\nglm::vec3 lo{0.f, 0.f, 0.f};\n"
        self.assertEqual(self.complaints("palettes", {"scenes/boids/one.cpp": harmless}), [])

    def test_types(self):
        text = "namespace nearfield {\nenum class Fault { none };\n}\n"
        self.check("types", "core/sim/world.hpp", text, "nearfield::Fault is defined in core/base/error.hpp:5 too")

    def test_inputs(self):
        for way in ("std::ifstream in(path);", "std::filebuf bytes;", "std::fstream both(path);",
                    'auto* in = fopen(path, "r");', "int file = open(path, O_RDONLY | O_CLOEXEC);",
                    "int file = ::open(path, O_RDWR);"):
            self.check("inputs", "app/ui/own.cpp", f"\n{way}\n", "own.cpp:2: ")
        harmless = "int folder = open(path, O_RDONLY | O_DIRECTORY);\nstd::ofstream out;  // ifstream\nf.open(path);\n"
        self.assertEqual(self.complaints("inputs", {"app/ui/own.cpp": harmless,
                                                    "core/base/read_file.cpp": "open(path, O_RDONLY);\n"}), [])

    def test_fields_without_names(self):
        few, many = "Fault{1, 2, {3, 4, 5, 6, 7, 8, 9, 10}};\n", "Fault fault{1, 2, 3, f(4, 5), 6, 7, 8, 9, 10, 11};\n"
        named = "Fault{.a = 1, .b = 2, .c = 3, .d = 4, .e = 5, .f = 6, .g = 7, .h = 8, .i = 9, .j = 10};\n"
        self.assertEqual(self.complaints("fields", {"core/sim/few.cpp": few + named}), [])
        self.check("fields", "core/sim/many.cpp", many, "many.cpp:1: Fault fault has 10 members without names")

    def test_fields_that_nvcc_mixes_up(self):
        declared = "Point point = {.x = 1, .z = 2};\nreturn {.box = {.lo = 1}, .at = {.x = 1}};\n"
        self.assertEqual(self.complaints("fields", {"core/sim/declared.hpp": declared}), [])
        self.assertEqual(self.complaints("fields", {"core/sim/host.cpp": "    point = {.x = 1, .z = 2};\n"}), [])
        assigned = "void f() {\n    canvas.actors() = {.name = a,\n .value = b};\n}\n"
        self.check("fields", "core/sim/assigned.hpp", assigned,
                   "assigned.hpp:2: canvas.actors() = {.: name the type, or nvcc mixes up the members")

    def test_types_of_other_namespaces(self):
        text = "namespace nearfield::ui {\nstruct Fault {};\n}\n"
        self.assertEqual(self.complaints("types", {"app/ui/fault.hpp": text}), [])

    def test_lower_folder_knows_higher(self):
        planted = {"core/base/low.hpp": '#include "../usp/grid/high.hpp"\n', "core/usp/grid/high.hpp": ""}
        found = self.complaints("layers", planted)
        why = "includes core/usp/grid/high.hpp: core/base is below core/usp/grid"
        self.assertEqual(found, [f"core/base/low.hpp:1: {why}"])

    def test_core_knows_scenes(self):
        self.check("layers", "core/sim/all.cpp", '#include "scenes/boids/scene.hpp"\n', "core must not know scenes")

    def test_scene_knows_app(self):
        self.check("layers", "scenes/boids/look.hpp", '#include "app/ui/panel.hpp"\n', "scenes must not know app")

    def test_scene_knows_scene(self):
        self.check("layers", "scenes/boids/look.hpp", '#include "../circles/scene.hpp"\n', "must not know another")

    def test_app_knows_scene(self):
        self.check("layers", "app/ui/boids.cpp", '#include "scenes/boids/scene.hpp"\n', "core/sim/scene.hpp alone")

    def test_circle(self):
        planted = {"app/ui/back.cpp": '#include "../window/loop.hpp"\n', "app/window/loop.hpp": ""}
        found = self.complaints("layers", planted)
        self.assertEqual(found, ["app/ui/back.cpp:1: app/ui uses app/window, which uses app/ui",
                                 "app/window/loop.cpp:1: app/window uses app/ui, which uses app/window"])

    def test_format(self):
        if not hygiene.shutil.which("clang-format-14"):
            self.skipTest("clang-format-14 is not installed")
        self.check("format", "app/ui/loose.cpp", "int  a ;\n", "loose.cpp:1")

    def test_headers(self):
        text = "#pragma once\nstruct Named { std::string name; };\n"
        self.check("headers", "app/ui/named.hpp", text, "does not compile alone")
        for others in ('#include "named.hpp"\n', '#include <string>\n#include "named.hpp"\n'):
            other = {"app/ui/named.hpp": text, "app/ui/other.hpp": "#pragma once\n" + others}
            found = self.complaints("headers", other)
            self.assertEqual(len(found), 1, found)
        circle = {f"app/ui/{a}.hpp": f'#pragma once\n#include "{b}.hpp"\n{{' for a, b in ("xy", "yx")}
        self.assertEqual(len(self.complaints("headers", circle)), 1)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        COMPILER = sys.argv[1:]
    unittest.main(argv=sys.argv[:1])
