#!/usr/bin/env python3
"""Drives the real program in a real window with Xvfb and xdotool; checks pixels and the files that it writes.

Usage: window_test.py PROGRAM [test names]; with --cases BUILD it lists the cases for ctest. Widgets are found through
NEARFIELD_UI_LAYOUT, a JSON file in which the window keeps the rectangle of every named control and its own
status.
"""
import ctypes
import json
import os
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
import unittest
import zlib

PROGRAM = os.path.abspath(sys.argv.pop(1))


def read_png(path):
    """(width, height, rows of RGB bytes) of an 8-bit RGB PNG."""
    with open(path, "rb") as file:
        data = file.read()
    assert data[:8] == b"\x89PNG\r\n\x1a\n", path
    at, packed, width, height = 8, b"", 0, 0
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        body = data[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack(">IIBB", body[:10])
            assert (depth, colour) == (8, 2), (depth, colour)
        if kind == b"IDAT":
            packed += body
        at += 12 + length
    raw, stride, rows, above = zlib.decompress(packed), width * 3, [], bytearray(width * 3)
    for y in range(height):
        rule = raw[y * (stride + 1)]
        row = bytearray(raw[y * (stride + 1) + 1 : (y + 1) * (stride + 1)])
        for i in range(stride):
            left = row[i - 3] if i >= 3 else 0
            corner = above[i - 3] if i >= 3 else 0
            if rule == 1:
                row[i] = (row[i] + left) & 255
            elif rule == 2:
                row[i] = (row[i] + above[i]) & 255
            elif rule == 3:
                row[i] = (row[i] + (left + above[i]) // 2) & 255
            elif rule == 4:
                p = left + above[i] - corner
                a, b, c = abs(p - left), abs(p - above[i]), abs(p - corner)
                row[i] = (row[i] + (left if a <= b and a <= c else above[i] if b <= c else corner)) & 255
        rows.append(bytes(row))
        above = row
    return width, height, rows


class XImage(ctypes.Structure):
    """The beginning of Xlib's."""
    _fields_ = [("width", ctypes.c_int), ("height", ctypes.c_int), ("xoffset", ctypes.c_int), ("format", ctypes.c_int),
                ("data", ctypes.c_void_p)]


class Display:
    """One Xvfb for all tests, and a client of it."""

    def __init__(self, size="1280x800"):
        read, write = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", size + "x24", "+extension", "GLX", "-nolisten", "tcp",
             "-noreset", "-r"],  # no key repeats by itself while the window is slow
            pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as pipe:
            self.name = ":" + pipe.readline().strip()
        self.whole = (0, 0, *map(int, size.split("x")))
        self.x11 = ctypes.CDLL("libX11.so.6")
        for function in ("XOpenDisplay", "XDefaultRootWindow", "XCreateSimpleWindow", "XInternAtom"):
            getattr(self.x11, function).restype = ctypes.c_ulong  # more than an int
        self.x11.XGetImage.restype = ctypes.POINTER(XImage)
        self.connection = ctypes.c_void_p(self.x11.XOpenDisplay(self.name.encode()))
        self.root = ctypes.c_ulong(self.x11.XDefaultRootWindow(self.connection))

    def window(self, x, y, width, height):
        """Makes a black window."""
        return ctypes.c_ulong(self.x11.XCreateSimpleWindow(self.connection, self.root, x, y, width, height, 0,
                                                           ctypes.c_ulong(0), ctypes.c_ulong(0)))

    def picture(self, part=None):
        """(width, height, rows of RGB bytes) of the visible picture."""
        x, y, width, height = part or self.whole
        every_plane, z_pixmap = ctypes.c_ulong(0xffffffff), 2
        image = self.x11.XGetImage(self.connection, self.root, x, y, width, height, every_plane, z_pixmap)
        data, rows = ctypes.string_at(image.contents.data, 4 * width * height), []
        self.x11.XFree(ctypes.c_void_p(image.contents.data))
        self.x11.XFree(image)
        for at in range(0, len(data), 4 * width):
            line, row = data[at : at + 4 * width], bytearray(3 * width)
            row[0::3], row[1::3], row[2::3] = line[2::4], line[1::4], line[0::4]  # the display's are BGR and a gap
            rows.append(bytes(row))
        return width, height, rows

    def close(self):
        self.x11.XCloseDisplay(self.connection)
        self.server.terminate()
        self.server.wait()


class Cover:
    """A black window over a part of the display, and the visible picture of that part."""

    def __init__(self, display, *part):
        self.display, self.part, self.window = display, part, display.window(*part)

    def put(self):
        self.display.x11.XMapRaised(self.display.connection, self.window)
        self.display.x11.XSync(self.display.connection, 0)

    def take_away(self):
        self.display.x11.XUnmapWindow(self.display.connection, self.window)
        self.display.x11.XSync(self.display.connection, 0)

    def pixels(self):
        return b"".join(self.display.picture(self.part)[2])


class Window:
    """A running program and the hands and eyes of its user."""

    def __init__(self, display, *arguments, wayland=None):
        """`wayland`: variables with which the program finds a compositor, in place of the X display."""
        self.display = display
        self.folder = tempfile.mkdtemp(prefix="nearfield-window-")
        self.layout_file = os.path.join(self.folder, "layout.json")
        self.environment = dict(
            os.environ, DISPLAY=display.name, NEARFIELD_UI_LAYOUT=self.layout_file, LIBGL_ALWAYS_SOFTWARE="1",
            NEARFIELD_OUTPUT=os.path.join(self.folder, "output"), XDG_CONFIG_HOME=os.path.join(self.folder, "config"))
        self.environment.pop("WAYLAND_DISPLAY", None)
        self.log = open(os.path.join(self.folder, "log"), "w+")
        environment = dict(self.environment, **wayland or {})
        if wayland:
            environment["DISPLAY"] = wayland.get("DISPLAY", "")
        self.process = subprocess.Popen([PROGRAM, "run", *arguments], env=environment, stdout=self.log,
                                        stderr=self.log)
        self.until(lambda: self.widgets().get("run"), "the window's first frame", 60)

    def output(self, suffix=""):
        folder = self.environment["NEARFIELD_OUTPUT"]
        names = os.listdir(folder) if os.path.isdir(folder) else []
        return sorted(os.path.join(folder, name) for name in names if name.endswith(suffix))

    def layout(self):
        """The last frame's report: its number, the rectangles of its widgets, its status."""
        try:
            with open(self.layout_file) as f:
                return json.load(f)
        except FileNotFoundError:
            return {"frame": 0, "widgets": {}, "status": {}}

    def widgets(self):
        return self.layout()["widgets"]

    def status(self):
        return self.layout()["status"]

    def setting(self, key):
        return self.status().get("settings", {}).get(key)

    def see(self, frames=2):
        """Waits for the frame after the present one, which sees the last input, or for the exit."""
        enough = self.layout()["frame"] + frames
        self.until(lambda: self.layout()["frame"] >= enough or self.process.poll() == 0, f"{frames} frames")

    def until(self, done, what, seconds=60):
        end = time.time() + seconds
        while time.time() < end:
            value = done()
            if value:
                return value
            if self.process.poll() is not None:
                self.log.seek(0)
                raise AssertionError(f"the program ended with {self.process.returncode} waiting for {what}: "
                                     f"{self.log.read()}")
            time.sleep(0.01)
        raise AssertionError(f"never happened in {seconds} s: {what}; status: {self.status()}")

    def xdotool(self, *arguments):
        subprocess.run(["xdotool", *map(str, arguments)], env=self.environment, check=True, stdout=subprocess.DEVNULL)

    def rect(self, widget):
        """Rectangle of a widget (x, y, width, height) as soon as it has come to rest."""
        while True:
            r = self.until(lambda: self.widgets().get(widget), f"widget {widget}")
            self.see()
            if self.widgets().get(widget) == r:
                return r

    def place(self, widget, x=0.5, y=0.5):
        r = self.rect(widget)
        return int(r[0] + r[2] * x), int(r[1] + r[3] * y)

    def click(self, widget, x=0.5, y=0.5, button=1):
        self.click_at(*self.place(widget, x, y), button=button)

    def click_at(self, x, y, button=1):
        self.xdotool("mousemove", x, y)
        self.see()  # the mouse must arrive before the button
        self.xdotool("mousedown", button)
        self.see()
        self.xdotool("mouseup", button)
        self.see(3)

    def drag(self, start, end, button=1):
        self.xdotool("mousemove", *start)
        self.see()
        self.xdotool("mousedown", button)
        self.see()  # the button must arrive before the mouse moves on
        for i in range(1, 6):
            self.xdotool("mousemove", *(int(a + (b - a) * i / 5) for a, b in zip(start, end)))
            self.see()
        self.xdotool("mouseup", button)
        self.see(3)

    def type_into(self, slider, text):
        """Ctrl+click turns a slider into a text field."""
        self.xdotool("mousemove", *self.place(slider))
        self.see()
        self.xdotool("keydown", "ctrl")
        self.see()
        self.click(slider)
        self.xdotool("keyup", "ctrl")
        self.see()
        self.key("ctrl+a")
        self.write(text)
        self.key("Return")

    def write(self, text):
        self.xdotool("type", "--delay", 0, text)
        self.see()
        self.until(lambda: not self.layout()["input_waits"], "the last letter's frame")

    def scroll_to(self, widget, over):
        """Turns the wheel over one widget until another is visible."""
        self.xdotool("mousemove", *self.place(over))
        for _ in range(30):
            if widget in self.widgets():
                break
            self.xdotool("click", 5)
            self.see()

    def key(self, *keys):
        for key in keys:
            self.xdotool("keydown", *key.split("+")[:-1]) if "+" in key else None
            self.xdotool("keydown", key.split("+")[-1])
            self.see()
            self.xdotool("keyup", key.split("+")[-1])
            self.xdotool("keyup", *key.split("+")[:-1]) if "+" in key else None
            self.see()

    def drop(self, path):
        """Drops a file or folder onto the window, as a file manager does (XDND, version 5)."""
        x11, display = self.display.x11, self.display.connection
        source = self.display.window(0, 0, 1, 1).value
        atom = lambda name: x11.XInternAtom(display, name.encode(), 0)
        target = int(subprocess.run(["xdotool", "search", "--onlyvisible", "--name", "^Nearfield$"],
                                    env=self.environment, check=True, capture_output=True).stdout.split()[-1])

        def send(window, *words):
            event = (ctypes.c_long * 24)(*words)
            x11.XSendEvent(display, ctypes.c_ulong(window), 0, ctypes.c_long(0), event)
            x11.XFlush(display)

        def tell(kind, *data):
            send(target, 33, 0, 0, 0, target, atom(kind), 32, source, *data)

        def wait_for(kind):
            event = (ctypes.c_long * 24)()

            def came():
                while x11.XPending(display):
                    x11.XNextEvent(display, event)
                    if event[0] & 0xffffffff == kind:
                        return event
            return self.until(came, f"the window's answer {kind} to what is dropped")

        x11.XSetSelectionOwner(display, ctypes.c_ulong(atom("XdndSelection")), ctypes.c_ulong(source),
                               ctypes.c_ulong(0))
        tell("XdndEnter", 5 << 24, atom("text/uri-list"), 0, 0)
        tell("XdndPosition", 0, 200 << 16 | 200, 0, atom("XdndActionCopy"))
        wait_for(33)
        tell("XdndDrop", 0, 0, 0, 0)
        _, _, _, _, _, requestor, selection, form, place, when = wait_for(30)[:10]
        uri = f"file://{path}\r\n".encode()
        x11.XChangeProperty(display, *map(ctypes.c_ulong, (requestor, place, form)), 8, 0, uri, len(uri))
        send(requestor, 31, 0, 0, 0, requestor, selection, form, place, when)
        wait_for(33)

    def close_messages(self):
        def closed():
            cross = self.widgets().get("toast_close")
            if cross:
                self.click_at(int(cross[0] + cross[2] / 2), int(cross[1] + cross[3] / 2))
            return not cross
        self.until(closed, "all messages are closed", 20)

    def screenshot(self):
        self.see(6)  # what the simulation's thread has computed is drawn some frames later
        return self.display.picture()

    def close(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
        self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def brightness(picture, rect):
    """Mean of the RGB bytes in a rectangle."""
    _, _, rows = picture
    x, y, w, h = rect
    part = b"".join(row[3 * x : 3 * (x + w)] for row in rows[y : y + h])
    return sum(part) / max(1, len(part))


def difference(a, b, rect):
    """Share of pixels that differ clearly between two pictures in a rectangle."""
    x, y, w, h = rect
    changed = 0
    for row_a, row_b in zip(a[2][y : y + h], b[2][y : y + h]):
        if row_a == row_b:
            continue
        changed += sum(max(abs(row_a[i + c] - row_b[i + c]) for c in range(3)) > 24
                       for i in range(3 * x, 3 * (x + w), 3))
    return changed / (w * h)


def marked(word):
    """A decorator that gives a case this word: what ctest is told of it (cases_of)."""
    def decorate(case):
        case.words = getattr(case, "words", ()) + (word,)
        return case
    return decorate


# Not under sanitizers: frame rates mean nothing there, and each panel once is enough
unsanitized = marked("unsanitized")
# Under the thread sanitizer too: what other cases do with threads, these do
threaded = marked("threaded")
# In the program that has the scenes of tests
with_newcomer = marked("newcomer")
# No other test runs beside it
alone = marked("alone")


class WindowCase(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.display = Display()

    @classmethod
    def tearDownClass(cls):
        cls.display.close()

    def open(self, *arguments):
        window = Window(self.display, "--backend", "cpu", *arguments)
        self.addCleanup(window.close)
        return window

    def find(self, w, words):
        """Types into the finder; returns the entries shown, best first."""
        w.key("ctrl+p")
        w.write(words)
        rows = {name.removeprefix("entry/"): rect[1] for name, rect in w.widgets().items() if name.startswith("entry/")}
        return sorted(rows, key=rows.get)

    def do(self, w, words):
        """Does the finder's first entry for the words typed."""
        self.find(w, words)
        w.key("Return")


class TestWindow(WindowCase):
    @threaded
    def test_first_sight_moves_and_shines(self):
        w = self.open()
        w.until(lambda: w.status()["running"] and w.status()["step"] > 3, "it runs by itself")
        first = w.screenshot()
        step = w.status()["step"]
        w.until(lambda: w.status()["step"] > step + 40, "time passes", 150)
        second = w.screenshot()
        x, y, width, height = w.widgets()["viewport"]
        middle = [x + width // 4, y + height // 4, width // 2, height // 2]
        self.assertGreater(brightness(first, middle), 12, "the scene is not dark")
        self.assertGreater(difference(first, second, middle), 0.02, "it moves")
        self.assertEqual(w.status()["transfer"], "host copy")

    @threaded
    def test_slider_visit_and_sort_change_the_search_live(self):
        w = self.open("--actors", "3000")
        w.until(lambda: w.status()["step"] > 5, "running")
        before = w.setting("search.bin_ratio")
        w.click("search.bin_ratio", 0.9)
        w.until(lambda: w.setting("search.bin_ratio") > before + 0.5, "the slider's new value")
        wide = w.setting("search.bin_ratio")
        w.drag(w.place("search.bin_ratio", 0.9), w.place("search.bin_ratio", 0.2))
        w.until(lambda: w.setting("search.bin_ratio") < wide / 2, "the dragged slider's value")
        w.click("search.visit")
        w.click("search.visit/trimmed")
        w.until(lambda: w.setting("search.visit") == "trimmed", "trimmed")
        w.click("search.sort")
        w.click("search.sort/radix")
        w.until(lambda: w.setting("search.sort") == "radix", "radix")
        step = w.status()["step"]
        w.until(lambda: w.status()["step"] > step + 5, "it runs on")
        w.key("ctrl+z")
        w.until(lambda: w.setting("search.sort") == "counting", "undo")

    @threaded
    def test_run_pause_step_reset_by_click_and_key(self):
        w = self.open("--actors", "3000", "--paused")
        self.assertEqual(w.status()["step"], 0)
        w.click("run")
        w.until(lambda: w.status()["step"] > 3, "Run")
        w.key("space")
        w.until(lambda: not w.status()["running"], "Space pauses")
        step = w.status()["step"]
        w.click("step")
        w.until(lambda: w.status()["step"] == step + 1, "Step")
        w.key("o")
        w.until(lambda: w.status()["step"] == step + 2, "O steps")
        w.key("r")
        w.until(lambda: w.status()["step"] == 0, "R resets")
        w.key("p")
        w.until(lambda: w.status()["running"], "P runs")
        w.key("Escape")
        time.sleep(0.3)
        self.assertIsNone(w.process.poll(), "Esc never quits")
        w.key("ctrl+q")
        self.assertEqual(w.process.wait(15), 0)

    def test_a_step_is_shown_stage_by_stage_and_taken_back(self):
        w = self.open("--actors", "3000", "--paused", "--set", "search.deterministic=on")
        shown = lambda: [name[7:] for name in w.widgets() if name.startswith("stages/")]
        for stage in ["histogram", "scan", "place"]:
            w.key("greater")
            w.until(lambda: shown() == [stage], stage)
        self.assertEqual(w.status()["step"], 0)
        w.key("period")
        w.until(lambda: w.status()["step"] == 2 and not shown(), "the rest of it, and another step")
        w.click("back")
        w.until(lambda: w.status()["step"] == 1, "Back")
        w.key("comma")
        w.until(lambda: w.status()["step"] == 0, "comma goes back")
        w.key("shift+p")
        w.until(lambda: w.status()["running"] and shown() == ["reorder"], "slow motion")
        w.key("space")
        w.until(lambda: not w.status()["running"], "a pause in the midst of a step")
        self.assertTrue(shown())
        w.key("shift+p", "space")
        w.until(lambda: w.status()["step"] > 30 and not shown(), "the usual pace")

    @threaded
    def test_a_lesson_is_played_with_keys_and_clicks(self):
        w = self.open("--lesson", "everyone")
        lesson = lambda: w.status()["lesson"] or {}
        at_step = lambda n: w.until(lambda: lesson().get("step") == n and lesson()["under_way"] == 0, f"step {n}")
        passed = lambda: w.until(lambda: lesson()["passed"], "a right answer")
        judged = lambda: w.until(lambda: lesson()["words"] and not lesson()["judging"], "an answer")
        at_step(1)
        w.until(lambda: w.setting("search.visit") == "brute", "the lesson's scene")
        w.key("Return")  # into the field
        w.write("17")
        w.key("Return")
        judged()
        self.assertFalse(lesson()["passed"])
        w.click("lesson/hint")
        w.until(lambda: lesson()["hints"] == 1, "a hint")
        w.click("lesson/number")
        w.key("ctrl+a")
        w.write("9999")
        w.click("lesson/go")
        passed()
        w.key("Return")
        at_step(2)
        w.key("Prior")  # and back again
        at_step(1)
        w.key("Return")
        at_step(2)
        w.click("lesson/choice/3")
        w.key("Return")
        judged()
        self.assertFalse(lesson()["passed"])
        w.key("Up", "Return")
        passed()
        w.click("lesson/go")
        at_step(3)
        w.key("Return")
        judged()
        self.assertFalse(lesson()["passed"], "nothing was done yet")
        w.click("search.visit")
        w.click("search.visit/bins")
        w.key("Return")
        passed()
        w.key("Return")
        at_step(4)
        w.click("lesson/number")
        w.write("2.86")
        w.key("Return")
        passed()
        w.key("Return")
        at_step(5)
        w.type_into("actors", "2500")  # brute force over 10,000 takes minutes under a sanitizer
        w.until(lambda: w.status()["actors"] == 2500, "fewer actors")
        w.click("lesson/show")
        passed()
        w.key("Return")
        at_step(6)
        w.type_into("actors", "20000")
        w.click("lesson/go")
        passed()
        w.click("lesson/go")
        w.until(lambda: w.status()["lesson"] is None, "the end of the lesson")
        with open(os.path.join(w.environment["XDG_CONFIG_HOME"], "nearfield", "lessons.json")) as file:
            self.assertTrue(json.load(file)["everyone"]["done"])
        w.key("F3")
        w.until(lambda: w.status()["seeing"], "what the scene shows")
        w.click("seeing/3")
        w.until(lambda: w.setting("dimensions") == "3", "a link followed")
        w.key("F4")
        w.write("surplus")
        w.until(lambda: "term/surplus" in w.widgets() and "term/lane" not in w.widgets(), "the glossary")

    @unsanitized
    def test_enter_goes_on_from_an_answer_in_a_panel_reached_by_keyboard(self):
        w = self.open("--lesson", "everyone", "--paused")
        lesson = lambda: w.status()["lesson"] or {}
        w.until(lambda: lesson().get("step") == 1 and lesson()["under_way"] == 0, "the first step")
        w.xdotool("keydown", "ctrl")
        w.see()
        for _ in range(8):
            w.key("Tab")
            if w.status()["going_to"] == "Lesson":
                break
        w.xdotool("keyup", "ctrl")
        w.until(lambda: w.status()["focused"] == "Lesson" and w.status()["by_keyboard"], "the keyboard on the lesson")
        w.key("Down", "space")  # into the field
        w.write("9999")
        w.key("Return")
        w.until(lambda: lesson()["passed"] and "lesson/number" not in w.widgets(), "a right answer, as text")
        w.key("Return")
        w.until(lambda: lesson()["step"] == 2, "the next step")

    @unsanitized
    def test_population_and_dimension_change_without_restart(self):
        w = self.open("--actors", "3000")
        w.until(lambda: w.status()["step"] > 2, "running")
        w.click("dimensions")
        w.click("dimensions/3")
        w.until(lambda: w.setting("dimensions") == "3", "a volume")
        time.sleep(0.5)
        first = w.screenshot()
        x, y, width, height = w.widgets()["viewport"]
        w.key("space")
        w.drag((x + width // 2, y + height // 2), (x + width // 2 + 120, y + height // 2 + 40))
        second = w.screenshot()
        middle = [x + width // 4, y + height // 4, width // 2, height // 2]
        self.assertGreater(difference(first, second, middle), 0.02, "left drag orbits")
        seed = w.setting("seed")
        w.click("dice")
        w.until(lambda: w.setting("seed") != seed and w.status()["step"] == 0, "a new seed is a new start")

    @unsanitized
    def test_groups_fold_and_what_has_no_effect_is_inactive(self):
        w = self.open("--scene", "sph", "--actors", "500", "--paused", "--set", "density_error=1")
        self.assertNotIn("density_error", w.widgets(), "folded at first")
        w.scroll_to("group/Solver", over="method")
        w.click("group/Solver")
        w.scroll_to("density_error", over="group/Solver")
        w.click("density_error", 0.9)
        time.sleep(0.5)
        self.assertEqual(w.setting("density_error"), 1, "of dfsph only")
        w.key("ctrl+p")
        w.until(lambda: "overlay_text" in w.widgets(), "the palette")
        w.write("method")
        w.key("Return")
        w.click("method")
        w.click("method/dfsph")
        w.until(lambda: w.setting("method") == "dfsph", "dfsph")
        w.key("ctrl+p")
        w.until(lambda: "overlay_text" in w.widgets(), "the palette")
        w.write("mouse_radius")
        w.key("Return")
        w.until(lambda: "mouse_radius" in w.widgets(), "the group that holds it is unfolded")
        w.key("ctrl+p")
        w.until(lambda: "overlay_text" in w.widgets(), "the palette")
        w.write("density_error")
        w.key("Return")
        w.until(lambda: "density_error" in w.widgets(), "in sight")
        time.sleep(0.5)
        w.click("density_error", 0.9)
        w.until(lambda: w.setting("density_error") > 1, "now it can be set")

    @unsanitized
    def test_a_number_too_great_is_reported_as_typed(self):
        w = self.open("--actors", "500", "--paused")
        w.click("seed")
        w.key("ctrl+a")
        w.write("4000000000")
        w.key("Return")
        w.until(lambda: any("Seed: 4000000000 is out of range" in t["text"] for t in w.status()["toasts"]),
                "the complaint")
        self.assertEqual(w.setting("seed"), 12)
        w.type_into("actors", "4000000001")
        w.until(lambda: any("Actors: 4000000001 is out of range" in t["text"] for t in w.status()["toasts"]),
                "the complaint")
        self.assertEqual(w.setting("actors"), 500)

    @threaded
    def test_recording_writes_its_files(self):
        w = self.open("--actors", "3000")
        w.until(lambda: w.status()["step"] > 2, "running")
        w.key("ctrl+r")
        folder = w.until(lambda: w.status()["recording"], "recording")
        step = w.status()["step"]
        w.until(lambda: w.status()["step"] > step + 20, "20 steps")
        w.key("ctrl+r")
        w.until(lambda: not w.status()["recording"], "end of recording")
        with open(os.path.join(folder, "run.json")) as file:
            self.assertEqual(json.load(file)["scene"], "circles")
        with open(os.path.join(folder, "steps.csv")) as file:
            lines = file.read().splitlines()
        self.assertGreater(len(lines), 20)
        numbers = [int(line.split(",")[0]) for line in lines[1:]]
        self.assertEqual(numbers, list(range(numbers[0], numbers[0] + len(numbers))), "every step once")
        self.assertTrue(os.path.getsize(os.path.join(folder, "trace.json")) > 1000)

    def test_grid_key_changes_pixels_and_tab_hides_panels(self):
        w = self.open("--actors", "500", "--paused")
        time.sleep(0.5)
        plain = w.screenshot()
        x, y, width, height = w.widgets()["viewport"]
        w.key("g")
        time.sleep(0.5)
        with_grid = w.screenshot()
        self.assertGreater(difference(plain, with_grid, [x, y, width, height]), 0.01, "bin borders appear")
        w.key("Tab")
        w.until(lambda: w.widgets()["viewport"][2] > width + 200, "the viewport takes the room of the panels")
        w.key("Tab")
        w.until(lambda: w.widgets()["viewport"][2] == width, "the panels are back")
        w.key("F1")
        w.until(lambda: "help" in w.widgets(), "help")
        w.key("Escape")
        w.until(lambda: "help" not in w.widgets(), "Esc closes help")

    @unsanitized
    def test_what_covered_the_window_leaves_no_hole(self):
        w = self.open("--actors", "500", "--paused")
        x, y, width, height = (int(n) for n in w.rect("run"))
        w.xdotool("mousemove", 640, 400)
        cover = Cover(self.display, x, y, width, height)
        w.until(lambda: len(set(cover.pixels())) > 2, "the button on the display")

        def rests():
            drawn = w.status()["frames_drawn"]
            w.see(4)
            return w.status()["frames_drawn"] == drawn

        w.until(rests, "frames that are not drawn, since nothing changes")
        before = cover.pixels()
        cover.put()
        w.until(lambda: set(cover.pixels()) == {0}, "the cover")
        w.until(rests, "rest")
        drawn = w.status()["frames_drawn"]
        cover.take_away()
        w.see(3)
        self.assertGreater(w.status()["frames_drawn"], drawn)
        w.until(lambda: cover.pixels() == before, "the button again")

    def test_the_legend_hides_what_is_in_the_way(self):
        w = self.open("--scene", "keratinocyte", "--paused")
        w.until(lambda: "legend_name/stem" in w.widgets(), "the classes of cells")
        x, y, width, height = w.rect("viewport")
        picture = [x + width // 4, y + height // 6, width // 2, height // 2]
        self.assertNotIn("show_all", w.widgets())
        all_cells = w.screenshot()
        w.click("legend_name/stem")
        w.until(lambda: w.setting("show") == "type:1..4" and "show_all" in w.widgets(), "stem cells are hidden")
        w.until(lambda: difference(all_cells, w.screenshot(), picture) > 0.01, "they are not drawn")
        w.click("legend_name/stem")
        w.until(lambda: w.setting("show") == "" and "show_all" not in w.widgets(), "and shown again")
        w.xdotool("keydown", "alt")
        w.click("legend_name/TA")
        w.xdotool("keyup", "alt")
        w.until(lambda: w.setting("show") == "type:1", "alone")
        w.key("ctrl+z")
        w.until(lambda: w.setting("show") == "", "undone")
        w.click("legend_name/stem", button=3)
        w.click("show/alone")
        w.until(lambda: w.setting("show") == "type:0", "alone by the menu")
        w.click("legend_name/stem", button=3)
        w.click("show/class/committed")
        w.click("show/class/stem")
        w.until(lambda: w.setting("show") == "type:2", "ticked one by one")
        w.key("Escape")
        w.key("c")
        w.until(lambda: w.setting("colour") != "type" and "show_all" not in w.widgets(),
                "another attribute hides nothing")

    def test_the_ends_of_the_colour_bar_hide_numbers(self):
        w = self.open("--actors", "2000", "--paused", "--set", "colour=storage")
        w.until(lambda: "shown_from" in w.widgets(), "the ends of the bar")
        x, y, width, height = w.rect("colour_bar")
        w.drag(w.place("shown_from"), (x + width // 2, y + height // 2))
        w.until(lambda: (w.setting("show") or "").startswith("storage:0.") and w.setting("show").endswith(".."),
                "the lower end is dragged")
        self.assertAlmostEqual(float(w.setting("show")[8:-2]), 0.5, delta=0.1)
        w.click("shown_to", button=3)
        w.click("show/typed")
        w.key("ctrl+a")
        w.write("0.9..0.1")
        w.key("Return")
        w.until(lambda: "ends before it begins" in (w.status()["message"] or ""), "a reversed interval is refused")
        w.click("shown_to", button=3)
        w.click("show/typed")
        w.key("ctrl+a")
        w.write("..0.25")
        w.key("Return")
        w.until(lambda: w.setting("show") == "storage:..0.25", "typed")
        w.click("show_all")
        w.until(lambda: w.setting("show") == "", "everything is shown")

    def test_click_selects_an_actor_and_verify_agrees(self):
        w = self.open("--actors", "300", "--paused", "--set", "neighbours=300")
        time.sleep(0.5)
        x, y, width, height = w.widgets()["viewport"]
        # 300 actors fill the view: click on a raster of points until one is hit
        for i in range(60):
            w.click_at(x + width // 2 + (i % 10) * 6, y + height // 2 + (i // 10) * 6)
            if w.status().get("selected") is not None:
                break
        w.until(lambda: w.status().get("selected") is not None, "a selected actor")
        w.key("Escape")
        w.until(lambda: w.status().get("selected") is None, "Esc deselects")
        w.scroll_to("verify", over="search.visit")
        w.click("verify")
        w.until(lambda: "agree" in (w.status()["message"] or ""), "verification")

    def test_a_grid_is_built_step_by_step_and_a_warp_is_at_work(self):
        w = self.open("--actors", "40", "--paused")
        w.key("shift+g")
        w.until(lambda: w.status()["build"]["length"] > 100 and "build_page" in w.widgets(), "it is built")
        self.assertEqual(w.status()["build"]["tick"], w.status()["build"]["length"])
        w.key("shift+Left")
        middle = w.status()["build"]["tick"]
        w.key("Right")
        self.assertEqual(w.status()["build"]["tick"], middle + 1)
        w.key("shift+space")
        w.until(lambda: w.status()["build"]["tick"] > middle + 3, "it plays")
        w.key("shift+space")
        w.click("build_slider", 0.99)
        slots = "counting/storage array/"
        w.click(w.until(lambda: next((k for k in w.widgets() if k.startswith(slots)), None), "a slot"))
        actor = w.until(lambda: w.status()["selected"] is not None, "the slot's actor") and w.status()["selected"]
        w.key("shift+w")
        w.click("warp_visit/bins")
        chart = w.rect("warp_chart")
        w.click_at(chart[0] + 3, chart[1] + chart[3] * 20 // 32)
        w.until(lambda: w.status()["selected"] not in (None, actor), "the actor of another lane")
        picture = w.screenshot()
        self.assertGreater(brightness(picture, chart), brightness(picture, w.rect("status")), "lanes are drawn")
        w.key("bracketleft")
        w.until(lambda: w.status()["scene"] == "building" and "timing" in w.widgets(), "a scene without such a grid")
        w.key("shift+g")
        self.assertIn("timing", w.widgets())
        self.assertFalse({"build_page", "page/BUILD THE GRID"} & set(w.widgets()))

    @threaded
    def test_neighbours_are_checked_all_along(self):
        w = self.open("--actors", "2000")
        w.until(lambda: w.status()["watched"]["actors"] >= 1000, "neighbours checked while it runs")
        self.assertFalse(w.status()["watched"]["wrong"])
        self.assertIn("status_watched", w.widgets())

    def test_what_pays_is_told(self):
        w = self.open("--actors", "1000")
        w.key("shift+d")
        w.until(lambda: "gain/Strips" in w.widgets() and "gain/Share of construction" in w.widgets(), "what pays")
        w.key("ctrl+p")
        w.write("tune the search")
        w.key("Return")
        w.until(lambda: w.status()["tuned"], "Tune", 120)
        w.key("shift+d")
        w.until(lambda: "timing" in w.widgets(), "the timing again")

    @threaded
    @with_newcomer
    def test_a_misled_search_stops_the_run(self):
        w = self.open("--scene", "misled", "--set", "from=60")
        w.until(lambda: w.status()["watched"]["wrong"], "the error is seen")
        w.until(lambda: not w.status()["running"] and w.status()["selected"] is not None, "it stops, at an actor")
        self.assertTrue(any("brute force finds" in t["text"] and t["error"] for t in w.status()["toasts"]))
        w.key("r")
        w.until(lambda: w.status()["step"] == 0 and not w.status()["watched"]["wrong"], "a reset begins anew")

    @threaded
    def test_two_from_one_state_move_together(self):
        w = self.open("--actors", "2000")
        w.until(lambda: w.status()["step"] > 5, "it runs")
        twin = lambda: w.status()["twin"] or {}
        w.key("shift+s")
        w.until(lambda: twin().get("alike") and twin()["steps"] > 10 and "second_view" in w.widgets(), "two equal runs")
        self.assertTrue(twin()["search_only"] and twin()["parted_at"] > 5)
        w.key("space", "f")
        w.until(lambda: not w.status()["running"], "a pause")
        first, second = w.rect("viewport"), w.rect("second_view")
        self.assertEqual(first[2:], second[2:], "halves of one size")
        x, y = first[0] + first[2] // 2, first[1] + first[3] // 2
        w.xdotool("mousemove", second[0] + second[2] // 2, y, "click", 4, "click", 4, "mousemove", x, y - 9999)
        w.see(20)
        _, _, rows = w.screenshot()
        part = lambda r: [row[3 * (r[0] + 20) : 3 * (r[0] + r[2] - 20)] for row in rows[y : first[1] + first[3] - 20]]
        self.assertTrue(part(first) == part(second), "the wheel over one moves both, and they show the same")
        self.assertGreater(len(set(b"".join(part(first)))), 20, "there is something to see")
        w.key("shift+s")
        w.until(lambda: w.status()["twin"] is None and "second_view" not in w.widgets(), "one run again")
        w.click("split.differs")
        w.click("split.differs/Force k")
        w.key("ctrl+p")
        w.write("two from")
        w.key("Return")
        w.until(lambda: list(twin().get("changes", {})) == ["force"], "a parameter makes the difference")
        self.assertFalse(twin()["search_only"])

    @unsanitized
    def test_network_offers_what_has_an_effect_and_circles_is_as_before(self):
        w = self.open("--actors", "2000")
        for scene in ["flood", "keratinocyte", "network"]:
            w.key("bracketright")
            w.until(lambda: w.status()["scene"] == scene, "the next scene")
        w.until(lambda: w.status()["step"] > 5, "it runs")
        self.assertIsNone(w.setting("search.visit"))
        w.key("space", "g", "v")  # grid and visit: the scene has neither
        time.sleep(0.5)
        self.assertFalse(w.status()["grid"])
        x, y, width, height = w.widgets()["viewport"]
        picture = w.screenshot()
        self.assertGreater(brightness(picture, [x, y, width, height]), 8, "streets and actors")
        w.scroll_to("verify", over="speed")
        w.click("verify")
        w.until(lambda: "all agree" in (w.status()["message"] or ""), "verification of the multi-map")
        w.click("compare")
        w.until(lambda: (w.status().get("compared") or {}).get("same_neighbours"), "a comparison of sorts")
        for scene in ["keratinocyte", "flood", "circles"]:
            w.key("bracketleft")
            w.until(lambda: w.status()["scene"] == scene, "back")
        w.until(lambda: w.setting("search.visit") == "fused", "the search as it was")

    def test_building_parts_are_looked_at_in_pairs_and_carried(self):
        w = self.open("--scene", "building", "--paused", "--set", "model=predicates", "--set", "colour=relation")
        w.until(lambda: "matrix/0" in w.widgets(), "the matrix of relations")
        whole = w.screenshot()
        self.assertNotIn("sentence", w.widgets())
        w.click("matrix/0")
        w.until(lambda: w.status()["selected"] == 2, "the first part of the first pair")
        w.until(lambda: "sentence" in w.widgets() and "field_legend" in w.widgets(), "how the two lie, and the colours")
        x, y, width, height = w.widgets()["viewport"]
        middle = [x + width // 4, y + height // 4, width // 2, height // 2]
        w.until(lambda: difference(whole, w.screenshot(), middle) > 0.1, "the pair fills the picture")
        link = next(name for name in sorted(w.widgets()) if name.startswith("fact"))
        w.click(link)
        w.until(lambda: w.status()["selected"] == 3, "the partner")
        w.key("Escape")
        w.until(lambda: w.status()["selected"] is None, "nothing is picked")
        w.click_at(x + width // 2 + 40, y + height // 2)
        w.until(lambda: w.status()["selected"] in (2, 3), "a part clicked in the picture")
        before = w.screenshot()
        w.xdotool("keydown", "w")
        w.until(lambda: w.status()["pointing"], "the part is taken")
        for step in range(1, 5):
            w.xdotool("mousemove", x + width // 2 + 40, y + height // 2 - 40 * step)
            w.see()
        w.xdotool("keyup", "w")
        w.until(lambda: not w.status()["pointing"], "and let go")
        w.until(lambda: difference(before, w.screenshot(), middle) > 0.05, "it lies elsewhere")
        carried = w.screenshot()
        w.key("ctrl+z")
        w.until(lambda: "undone: Carry" in w.status()["message"], "undo")
        lower = [x + width // 3, y + height // 2, width // 2, height // 4]
        self.assertGreater(difference(before, carried, lower), 0.05, "it was elsewhere")
        w.until(lambda: difference(before, w.screenshot(), lower) < 0.01, "back in its place")
        w.type_into("tolerance", "0.5")
        w.until(lambda: w.setting("tolerance") == 0.5, "the tolerance")

    @unsanitized
    def test_parts_within_reach_of_the_mouse_are_shown(self):
        w = self.open("--scene", "building", "--paused", "--set", "model=grid", "--set", "count=3", "--set", "gap=0.5",
                      "--set", "reach=0.8", "--set", "colour=near")
        x, y, width, height = w.widgets()["viewport"]
        lower = [x + width // 3, y + height // 2, width // 2, height // 4]
        w.xdotool("mousemove", x + width // 2, y + height // 2)
        w.see()
        before = w.screenshot()
        w.xdotool("keydown", "a")
        w.until(lambda: w.status()["pointing"], "the tool is held")
        w.until(lambda: difference(before, w.screenshot(), lower) > 0.005, "the parts near are coloured")
        w.xdotool("keyup", "a")
        w.until(lambda: not w.status()["pointing"], "and let go")
        w.until(lambda: difference(before, w.screenshot(), lower) < 0.001, "none is near any more")

    @unsanitized
    def test_boxes_that_meet_are_verified_compared_and_tuned(self):
        w = self.open("--scene", "building", "--paused", "--set", "model=soup", "--set", "count=300")
        w.click("broad")
        w.click("broad/lbvh")
        w.until(lambda: w.setting("broad") == "lbvh", "another broad phase")
        w.scroll_to("compare", over="inspector" if "inspector" in w.widgets() else "section/INSPECTOR")
        w.click("compare")
        w.until(lambda: (w.status().get("compared") or {}).get("same_neighbours"), "a comparison of two ways")
        w.scroll_to("tune", over="broad")
        w.click("tune")
        w.until(lambda: (w.status().get("tuned") or {}).get("ways", 0) > 10, "ways measured")
        w.scroll_to("verify", over="broad")
        w.click("verify")
        w.until(lambda: "300 parts checked" in (w.status()["message"] or ""), "verification")
        self.assertEqual(w.status()["verified"], {"queries": 300, "mismatches": 0})

    @unsanitized
    @with_newcomer
    def test_scenes_without_a_search_have_no_panel_of_one(self):
        w = self.open("--scene", "hexagons", "--set", "columns=60", "--set", "rows=40")
        w.until(lambda: w.status()["step"] > 5, "it runs")
        x, y, width, height = w.widgets()["viewport"]
        middle = [x + width // 4, y + height // 4, width // 2, height // 2]
        self.assertGreater(brightness(w.screenshot(), middle), 8, "cells in their colours")
        for absent in ("search.visit", "search.sort", "verify", "compare", "tune"):
            self.assertNotIn(absent, w.widgets())
        self.assertFalse([key for key in w.status()["settings"] if key.startswith("search.") or key == "trails"])
        w.key("g", "v", "t")  # grid, visit, trails: the scene has none
        time.sleep(0.5)
        self.assertFalse(w.status()["grid"])
        w.key("space")
        w.click_at(x + width // 2, y + height // 2)
        w.until(lambda: w.status().get("selected") is not None, "a picked cell")
        w.key("Escape")
        w.until(lambda: w.status().get("selected") is None, "Esc deselects")

    def test_boids_presets_trails_and_the_mouse(self):
        w = self.open("--scene", "boids", "--actors", "1500")
        w.until(lambda: w.status().get("step", 0) > 5, "it runs")
        x, y, width, height = w.widgets()["viewport"]
        w.xdotool("mousemove", str(int(x + width * 0.5)), str(int(y + height * 0.5)))
        w.see()
        self.assertFalse(w.status()["pointing"])
        w.xdotool("keydown", "a")
        try:
            w.until(lambda: w.status()["pointing"], "the mouse acts while A is held")
        finally:
            w.xdotool("keyup", "a")
        w.until(lambda: not w.status()["pointing"], "and lets go")
        w.key("t")
        w.until(lambda: w.setting("trails") == 24, "trails")
        w.key("t")
        w.until(lambda: w.setting("trails") == 0, "no trails")
        w.click("presets")
        w.click("presets/school")
        w.until(lambda: w.setting("obstacles") == 5 and w.setting("trails") == 16 and w.status()["actors"] == 4000,
                "the preset")
        w.until(lambda: w.status()["step"] > 5, "it runs")
        w.key("bracketright")
        w.until(lambda: w.status()["scene"] != "boids", "the next scene")
        w.key("bracketright")
        w.until(lambda: w.status()["scene"] == "circles", "and the one after it")
        w.xdotool("keydown", "a")
        try:
            time.sleep(0.5)
            self.assertFalse(w.status()["pointing"], "the mouse cannot act on circles")
        finally:
            w.xdotool("keyup", "a")

    def test_water_is_drawn_dropped_and_measured(self):
        w = self.open("--preset", "dam-break-2", "--set", "actors=500", "--set", "method=pbf")
        w.until(lambda: w.status().get("readings", 0) > 20, "readings of the front", 60)
        self.assertIn("diagram/front", w.widgets())
        self.assertTrue(w.status()["diagrams"][0].startswith("Front / a over T"))
        w.until(lambda: w.status()["gauges"]["front"][0] > 1.2, "the front moves on")
        x, y, width, height = w.widgets()["diagram/front"]
        w.key("space")
        picture = w.screenshot()
        self.assertGreater(brightness(picture, [x + width // 4, y + 8, width // 2, height // 2]), 8,
                           "the published points")
        drawn = [w.setting("draw")]
        for _ in range(3):
            w.key("d")
            w.until(lambda: w.setting("draw") != drawn[-1], "D changes how the fluid is drawn")
            drawn.append(w.setting("draw"))
        self.assertEqual(sorted(drawn[:3]), ["particles", "surface", "water"])
        self.do(w, "draw=water")
        w.until(lambda: w.setting("draw") == "water", "water")
        w.see()
        shown = lambda: [name for name in w.widgets() if name.startswith("attribute/")]
        w.click("attribute")
        self.assertFalse(shown(), "water has no colours to choose from")
        self.do(w, "draw=particles")
        w.until(lambda: w.setting("draw") == "particles", "particles")
        w.click("attribute")
        w.until(shown, "particles have")
        w.key("Escape")
        w.key("b")
        w.until(lambda: any("raise 'Reserve'" in t["text"] for t in w.status()["toasts"]), "nothing is kept for drops")

        w = self.open("--preset", "drops", "--set", "actors=2000", "--set", "reserve=2000", "--paused")
        before = w.status()["present"]
        x, y, width, height = w.widgets()["viewport"]
        w.xdotool("mousemove", str(x + width // 2 - 90), str(y + height // 2 - 90))
        w.see(5)  # a frame must have seen the mouse
        w.key("b")
        w.until(lambda: any("next step" in t["text"] for t in w.status()["toasts"]), "a word on it while paused")
        w.key("o")
        w.until(lambda: w.status()["present"] > before + 20, "a ball of fluid")

    @threaded
    def test_a_flood_is_poured_drawn_and_measured(self):
        w = self.open("--scene", "flood", "--set", "site=lake", "--set", "brush=8", "--set", "rate=1")
        w.until(lambda: w.status()["step"] > 3, "it runs")
        x, y, width, height = w.widgets()["viewport"]
        self.assertIsNone(w.status().get("drawing"))
        w.xdotool("mousemove", x + width // 2, y + height // 2)
        w.see()
        w.xdotool("keydown", "a")
        try:
            w.until(lambda: w.status()["pointing"], "the mouse pours")
            step = w.status()["step"]
            poured = w.until(lambda: w.status()["step"] > step + 20 and w.status()["step"], "for some steps")
        finally:
            w.xdotool("keyup", "a")
        w.until(lambda: not w.status()["pointing"], "it lets go")
        w.key("l")
        w.until(lambda: w.status()["drawing"] == "lines", "the pencil")
        w.drag((x + width // 2 + 90, y + height // 2 - 60), (x + width // 2 + 90, y + height // 2 + 60))
        w.until(lambda: w.setting("lines"), "a line")
        w.until(lambda: abs((w.status()["gauges"].get("line 1") or [0])[0] or 0) > 0.01, "a wave crosses it")
        w.key("space")
        middle = [x + width // 4, y + height // 4, width // 2, height // 2]
        water = w.screenshot()
        w.key("d")
        w.until(lambda: w.setting("draw") == "map", "D draws a map")
        w.until(lambda: difference(water, w.screenshot(), middle) > 0.2, "in the colours of the depth")
        w.click_at(x + width // 2, y + height // 2)
        w.until(lambda: w.status().get("selected") is not None, "a picked cell")
        w.key("ctrl+z")
        w.until(lambda: w.setting("draw") != "map", "the drawing before")
        w.key("ctrl+z")
        w.until(lambda: not w.setting("lines"), "no line")
        w.key("ctrl+z")
        w.until(lambda: w.status()["step"] < poured, "the state before the stroke")

    def replayed(self, *arguments):
        """The outcome of a headless run, and the checksum of its last state."""
        said = subprocess.run([PROGRAM, "run", "--headless", *arguments], capture_output=True, text=True, timeout=120)
        self.assertEqual(said.returncode, 0, said.stderr)
        checksum = [line.split()[-1] for line in said.stdout.splitlines() if "state checksum" in line]
        return said, checksum[0]

    def log_of(self, recording):
        with open(os.path.join(recording, "commands.jsonl")) as file:
            return [json.loads(line) for line in file]

    @threaded
    def test_what_hands_did_is_recorded_and_replayed(self):
        folder = tempfile.mkdtemp(prefix="nearfield-replay-")
        self.addCleanup(shutil.rmtree, folder, True)
        recording = os.path.join(folder, "r")
        w = self.open("--preset", "drops", "--set", "actors=400", "--set", "reserve=1500",
                      "--set", "search.deterministic=on", "--record", recording)
        w.until(lambda: w.status()["step"] > 3, "it runs")
        x, y, width, height = w.widgets()["viewport"]
        middle = (int(x + width * 0.5), int(y + height * 0.5))
        w.xdotool("mousemove", *middle)
        w.see(5)  # a frame must have seen the mouse
        before = w.status()["present"]
        w.until(lambda: w.key("b") or w.status()["present"] > before, "a drop")  # there may be no room at the moment
        w.xdotool("keydown", "a")
        try:
            w.until(lambda: w.status()["pointing"], "the mouse acts")
            for i in range(8):
                w.xdotool("mousemove", middle[0] + 12 * i, middle[1] + 6 * i)
                w.see(5)
        finally:
            w.xdotool("keyup", "a")
        w.until(lambda: not w.status()["pointing"], "it lets go")
        visit = w.setting("search.visit")
        w.key("v")
        w.until(lambda: w.setting("search.visit") != visit, "another visit")
        gravity = w.setting("gravity")
        w.click("gravity", 0.8)
        w.until(lambda: w.setting("gravity") != gravity, "a slider")
        w.click_at(middle[0], middle[1] + height // 4)
        w.key("space", "o", "space")
        step = w.status()["step"]
        w.until(lambda: w.status()["step"] > step + 3, "it runs on")
        w.key("ctrl+q")
        w.process.wait(30)
        log = self.log_of(recording)
        said = " | ".join(line.get("command", "") for line in log)
        for part in ("tool drop ", "tool point ", "set search.visit=", "set gravity="):
            self.assertIn(part, said)
        self.assertGreater(said.count("tool point "), 3, said)
        again, checksum = self.replayed("--replay", recording, "--record", os.path.join(folder, "again"))
        self.assertIn("to the last bit", again.stdout)
        self.assertEqual(checksum, log[-1]["end"])
        self.assertEqual(self.log_of(os.path.join(folder, "again")), log)

    def said(self, w):
        w.log.seek(0)
        return w.log.read()

    def end(self, w, signal_number=None):
        """Waits until the program has ended, by a signal to it or otherwise; returns its exit code and what it said."""
        if signal_number:
            w.process.send_signal(signal_number)
        return w.process.wait(60), self.said(w)

    def record(self, *arguments, display=None):
        """A window that runs and records; and the recording's folder."""
        folder = tempfile.mkdtemp(prefix="nearfield-ends-")
        self.addCleanup(shutil.rmtree, folder, True)
        recording = os.path.join(folder, "r")
        w = Window(display or self.display, "--backend", "cpu", "--actors", "500", "--set", "search.deterministic=on",
                   "--record", recording, *arguments)
        self.addCleanup(w.close)
        w.until(lambda: w.status()["step"] > 3, "it runs")
        return w, recording

    def check_recording(self, recording):
        """It is whole, and its replay ends in the recorded state. Returns the last step."""
        with open(os.path.join(recording, "trace.json")) as file:
            self.assertGreater(len(json.load(file)), 3)
        with open(os.path.join(recording, "steps.csv")) as file:
            last = file.readlines()[-1].split(",")[0]
        end = self.log_of(recording)[-1]
        self.assertEqual(str(end["step"]), last, "rows and log end together")
        again, checksum = self.replayed("--replay", recording)
        self.assertIn("to the last bit", again.stdout)
        self.assertEqual(checksum, end["end"])
        return last

    def test_signals_leave_files_whole(self):
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            w, recording = self.record()
            w.key("v")
            if number == signal.SIGTERM:
                w.key("ctrl+F12", "g")
                w.until(lambda: w.status()["filmed"], "frames of a video")
            code, said = self.end(w, number)
            self.assertEqual(code, 128 + number, said)
            last = self.check_recording(recording)
            self.assertIn(f"interrupted after step {last}; files are complete up to there", said)
            if number == signal.SIGTERM:
                self.assertTrue([name for name in w.output() if os.path.basename(name).startswith("circles") and
                                 (name.endswith(".mp4") or os.path.isdir(name))], w.output())
                with open(os.path.join(w.environment["XDG_CONFIG_HOME"], "nearfield", "settings.json")) as file:
                    self.assertTrue(json.load(file)["grid"], "settings are kept")

    @unsanitized
    def test_a_second_signal_ends_a_step_that_takes_long(self):
        w = self.open("--actors", "100000", "--set", "search.visit=brute", "--paused")
        w.key("o")
        w.see(10)
        end = time.time() + 60
        while w.process.poll() is None and time.time() < end:
            w.process.send_signal(signal.SIGTERM)  # the first 0.2 s count as one
            time.sleep(0.05)
        self.assertEqual(w.process.poll(), -signal.SIGTERM)

    def test_a_lost_display_leaves_files_whole(self):
        display = Display()
        w, recording = self.record(display=display)
        # the server refuses a reply to a window that is gone
        w.key("ctrl+p")
        w.write("abc")
        w.key("ctrl+a", "ctrl+c")
        x11, connection = display.x11, display.connection
        atom = lambda name: ctypes.c_ulong(x11.XInternAtom(connection, name.encode(), 0))
        for _ in range(3):
            gone = display.window(0, 0, 1, 1)
            x11.XConvertSelection(connection, atom("CLIPBOARD"), atom("UTF8_STRING"), atom("P"), gone,
                                  ctypes.c_ulong(0))
            x11.XDestroyWindow(connection, gone)
        x11.XSync(connection, 0)
        w.key("Escape")
        step = w.status()["step"]
        w.until(lambda: w.status()["step"] > step + 3, "it goes on")
        display.server.kill()
        code, said = self.end(w)
        self.assertEqual(code, 1, said)
        last = self.check_recording(recording)
        refused, lost = [line for line in said.splitlines() if line.startswith("nearfield: ")]  # Wayland's say more
        self.assertIn("the X server refused a request", refused)
        self.assertEqual(lost, f"nearfield: the display was lost after step {last}; files are complete up to there")
        display.server.wait()

    def own_clipboard(self):
        """Takes ownership of the clipboard. Only serve_clipboard() answers requests."""
        x11, connection = self.display.x11, self.display.connection
        owner = self.display.window(0, 0, 1, 1)
        x11.XSetSelectionOwner(connection, ctypes.c_ulong(x11.XInternAtom(connection, b"CLIPBOARD", 0)), owner,
                               ctypes.c_ulong(0))
        x11.XSync(connection, 0)

    def serve_clipboard(self, text, part):
        """Answers one request, which must have come, in parts (ICCCM, INCR)."""
        x11, connection = self.display.x11, self.display.connection
        event = (ctypes.c_long * 24)()

        def wait_for(kind, fits):
            end = time.time() + 5
            while time.time() < end:
                while x11.XPending(connection):
                    x11.XNextEvent(connection, event)
                    if event[0] & 0xffffffff == kind and fits(event):
                        return list(event)
                time.sleep(0.002)
            raise TimeoutError("the window asks for no text")

        def put(kind, form, data, count):
            requestor_place_kind = map(ctypes.c_ulong, (requestor, place, kind))
            x11.XChangeProperty(connection, *requestor_place_kind, form, 0, data, count)

        request = wait_for(30, lambda e: True)
        requestor, selection, target, place, when = request[5:10]
        x11.XSelectInput(connection, ctypes.c_ulong(requestor), ctypes.c_long(1 << 22))
        put(x11.XInternAtom(connection, b"INCR", 0), 32, (ctypes.c_long * 1)(len(text)), 1)
        answer = (ctypes.c_long * 24)(31, 0, 0, 0, requestor, selection, target, place, when)
        x11.XSendEvent(connection, ctypes.c_ulong(requestor), 0, ctypes.c_long(0), answer)
        for at in range(0, len(text) + part, part):
            wait_for(28, lambda e: e[5] == place and e[7] & 0xffffffff == 1)  # the last part was taken
            chunk = text[at : at + part]
            put(target, 8, chunk, len(chunk))
            x11.XFlush(connection)

    def test_the_clipboard_may_keep_silent(self):
        w = self.open("--actors", "500", "--paused")
        toasts = lambda: " | ".join(t["text"] for t in w.status()["toasts"])
        ignore = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)(lambda display, error: 0)
        self.display.x11.XSetErrorHandler(ignore)  # the window no longer waits: its end of the transfer is gone
        self.addCleanup(self.display.x11.XSetErrorHandler, None)
        self.own_clipboard()
        w.key("ctrl+p")
        w.key("ctrl+v")
        w.until(lambda: "does not answer" in toasts(), "it is said that nothing came")
        w.write("seed=77")
        w.key("Return")
        w.until(lambda: w.setting("seed") == 77, "the window goes on")
        w.close_messages()
        while self.display.x11.XPending(self.display.connection):  # the request that nobody answered
            self.display.x11.XNextEvent(self.display.connection, (ctypes.c_long * 24)())
        w.key("ctrl+p")
        for _ in range(10):  # this owner may be too slow on a busy machine, too
            w.xdotool("keydown", "ctrl")
            w.see()
            w.xdotool("keydown", "v")
            try:
                self.serve_clipboard(b"seed" + b" " * 3000 + b"=78", 1000)
            except TimeoutError:
                pass
            w.see()
            w.xdotool("keyup", "v")
            w.xdotool("keyup", "ctrl")
            w.see()
            if not toasts():
                break
            w.close_messages()
        w.key("ctrl+a", "ctrl+c", "ctrl+v")
        w.key("Return")
        w.until(lambda: w.setting("seed") == 78, "all of it, in parts; and again from this program's own clipboard")
        self.assertEqual(toasts(), "")

    def test_numbers_are_read_as_typed(self):
        w = self.open("--actors", "500", "--paused")
        toasts = lambda: " | ".join(t["text"] for t in w.status()["toasts"])

        def refused(words):
            w.until(lambda: words in toasts(), words)
            w.close_messages()

        def typed(text):
            w.key("ctrl+a")
            w.write(text)
            w.key("Return")

        before = w.setting("search.bin_ratio")
        w.type_into("search.bin_ratio", "0,7")
        w.until(lambda: w.setting("search.bin_ratio") == 0.7, f"a decimal comma, before {before}")
        w.type_into("search.bin_ratio", "1.234,5")
        refused("1.234,5: write 1234.5")
        w.type_into("search.bin_ratio", "12,5")
        refused("12.5 is out of range")
        w.type_into("search.bin_ratio", "wide")
        refused("'wide' is not a number")
        w.type_into("actors", "1,234")
        refused("1,234: write 1234")
        w.type_into("pace", "2,5")
        w.until(lambda: w.status()["pace"] == 2.5, "the pace")
        w.click("seed")
        typed("12,5")
        refused("12,5 is not a whole number")
        w.click("legend_min")
        typed("0,125")
        w.until(lambda: abs(w.status()["legend"][0] - 0.125) < 1e-6, "the legend's end")
        w.click("legend_min")
        typed("1,234")
        refused("1,234 has two readings")
        self.do(w, "search.bin_ratio=0,9")
        w.until(lambda: w.setting("search.bin_ratio") == 0.9, "typed into the finder")
        self.do(w, "pace=1,5")
        w.until(lambda: w.status()["pace"] == 1.5, "so is the pace")
        w.type_into("search.bin_ratio", "3")
        w.key("ctrl+z")
        w.until(lambda: w.setting("search.bin_ratio") == 0.9, "one change to undo")
        w.close_messages()
        w.xdotool("keydown", "ctrl")
        w.see()
        w.click("search.bin_ratio")
        w.xdotool("keyup", "ctrl")
        typed_before = w.setting("search.bin_ratio")
        w.key("ctrl+a")
        w.write("2")
        w.key("Escape")
        w.see()
        self.assertEqual((w.setting("search.bin_ratio"), toasts()), (typed_before, ""), "Esc leaves all as it was")
        self.assertEqual((w.setting("actors"), w.setting("seed")), (500, 12))

    @unsanitized
    def test_keys_of_other_alphabets(self):
        display = Display()
        self.addCleanup(display.close)
        w = Window(display, "--backend", "cpu", "--actors", "500", "--paused")
        self.addCleanup(w.close)
        # positions: keycodes of Xvfb's keyboard equal those of any PC
        key_o, key_v, key_g, key_z, key_q, bracket, shift, control = 32, 55, 42, 52, 24, 35, 50, 37

        def press(*codes):
            for code in codes:
                w.xdotool("keydown", code)
            w.see()
            for code in reversed(codes):
                w.xdotool("keyup", code)
            w.see()

        for layout in ("ru", "gr", "il"):
            subprocess.run(["setxkbmap", layout], env=w.environment, check=True)
            visit, step, grid = w.setting("search.visit"), w.status()["step"], w.status()["grid"]
            press(key_o)
            w.until(lambda: w.status()["step"] == step + 1, f"O steps in {layout}")
            press(key_g)
            w.until(lambda: w.status()["grid"] != grid, f"G in {layout}")
            press(key_v)
            w.until(lambda: w.setting("search.visit") != visit, f"V in {layout}")
            press(control, key_z)
            w.until(lambda: w.setting("search.visit") == visit, f"Ctrl+Z in {layout}")
        scene = w.status()["scene"]
        press(bracket)
        w.until(lambda: w.status()["scene"] != scene, "] by its place")
        press(control, key_q)
        self.assertEqual(w.process.wait(15), 0)

    @unsanitized
    def test_scales_that_no_screen_has(self):
        display = Display("1024x768")
        self.addCleanup(display.close)
        x11, connection = display.x11, display.connection
        for dpi, scale in (("0", 1), ("1e9", 1), ("nonsense", 1), ("384", 1)):
            resource = f"Xft.dpi:\t{dpi}\n".encode()
            x11.XChangeProperty(connection, display.root, ctypes.c_ulong(23), ctypes.c_ulong(31), 8, 0, resource,
                                len(resource))
            x11.XSync(connection, 0)
            w = Window(display, "--backend", "cpu", "--actors", "500", "--paused")
            self.addCleanup(w.close)
            _, _, width, height = w.rect("viewport")
            _, _, button, _ = w.rect("run")
            self.assertGreater(width * height, 300 * 300, f"{dpi}: {w.widgets()}")
            self.assertLess(button, 200 * scale, dpi)
            w.close()

    def compositor(self, *command, **environment):
        """Starts one, without X clients; returns its process and the variables by which programs find it."""
        runtime = tempfile.mkdtemp(prefix="nearfield-wayland-")
        self.addCleanup(shutil.rmtree, runtime, True)
        with open(os.path.join(runtime, "config"), "w") as file:
            file.write("xwayland disable\ndefault_border none\n")
        process = subprocess.Popen([*command, *(["--config", os.path.join(runtime, "config")] if command[0] == "sway"
                                                else [])],
                                   env=dict(os.environ, XDG_RUNTIME_DIR=runtime, **environment),
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        socket, end = [], time.time() + 30
        while not socket and time.time() < end:
            socket = [name for name in os.listdir(runtime) if re.fullmatch(r"wayland-\d+", name)]
            time.sleep(0.05)
        self.assertTrue(socket, f"{command[0]} has no socket; exit code {process.poll()}")
        return process, {"XDG_RUNTIME_DIR": runtime, "WAYLAND_DISPLAY": socket[0], "XDG_SESSION_TYPE": "wayland"}

    def require_wayland(self, program):
        try:
            glfw = ctypes.CDLL("libglfw.so.3")
        except OSError:
            self.skipTest("GLFW is no shared library here")
        glfw.glfwGetVersionString.restype = ctypes.c_char_p
        version = glfw.glfwGetVersionString().decode()
        if tuple(map(int, version.split()[0].split("."))) < (3, 4, 0) or not shutil.which(program):
            self.skipTest(f"needs GLFW 3.4 or newer and {program}; GLFW is {version}")

    @unsanitized
    def test_wayland_natively(self):
        self.require_wayland("sway")
        display = Display()
        self.addCleanup(display.close)
        sway, wayland = self.compositor("sway", DISPLAY=display.name, WLR_BACKENDS="x11", WLR_RENDERER="pixman",
                                        LIBGL_ALWAYS_SOFTWARE="1")
        folder = tempfile.mkdtemp(prefix="nearfield-ends-")
        self.addCleanup(shutil.rmtree, folder, True)
        recording = os.path.join(folder, "r")
        w = Window(display, "--backend", "cpu", "--actors", "500", "--set", "search.deterministic=on", "--paused",
                   "--record", recording, wayland=wayland)
        self.addCleanup(w.close)
        tree = subprocess.run(["swaymsg", "-t", "get_tree"], env=dict(os.environ, **wayland, SWAYSOCK=next(
            os.path.join(wayland["XDG_RUNTIME_DIR"], name) for name in os.listdir(wayland["XDG_RUNTIME_DIR"])
            if name.startswith("sway-ipc"))), capture_output=True, text=True).stdout
        self.assertIn('"app_id": "nearfield"', tree)
        w.click("run")
        w.until(lambda: w.status()["step"] > 3, "the mouse arrives")
        w.key("space")
        w.until(lambda: not w.status()["running"], "keys arrive")
        self.assertGreater(brightness(w.screenshot(), w.widgets()["viewport"]), 1, "a picture")
        sway.kill()
        code, said = self.end(w)
        self.assertEqual(code, 0, said)
        self.check_recording(recording)

    @unsanitized
    def test_wayland_without_a_seat(self):
        self.require_wayland("weston")
        _, wayland = self.compositor("weston", "--backend=headless")
        environment = {k: v for k, v in os.environ.items() if k != "DISPLAY"}
        ended = subprocess.run([PROGRAM, "run", "--backend", "cpu"], env=dict(environment, **wayland),
                               capture_output=True, text=True, timeout=30)
        self.assertEqual((ended.returncode, len(ended.stderr.splitlines())), (1, 1), ended.stderr)
        self.assertIn("the Wayland compositor has no seat", ended.stderr)
        w = Window(self.display, "--backend", "cpu", "--actors", "500", "--steps", "5",
                   wayland=dict(wayland, DISPLAY=self.display.name))
        self.addCleanup(w.close)
        self.assertEqual(w.process.wait(30), 0, "X11 takes its place")

    @unsanitized
    def test_a_killed_window_leaves_a_log_that_replays(self):
        folder = tempfile.mkdtemp(prefix="nearfield-replay-")
        self.addCleanup(shutil.rmtree, folder, True)
        recording = os.path.join(folder, "r")
        w = self.open("--scene", "circles", "--actors", "500", "--set", "search.deterministic=on",
                      "--record", recording)
        w.until(lambda: w.status()["step"] > 3, "it runs")
        w.key("v")
        w.key("r")
        w.until(lambda: w.status()["step"] > 3, "it runs anew")
        w.key("v")
        time.sleep(0.5)
        w.process.kill()
        w.process.wait()
        log = self.log_of(recording)
        self.assertEqual([line["command"].split("=")[0] for line in log[1:]],
                         ["set search.visit", "reset", "set search.visit"])
        again, _ = self.replayed("--replay", recording)
        self.assertIn("was not closed", again.stderr)
        with open(os.path.join(recording, "steps.csv")) as file:
            rows = [int(line.split(",")[0]) for line in file.readlines()[1:]]
        last = max(log[-1]["step"], rows[-1] if 1 in rows[1:] else 0)  # rows of the run begun anew, if any
        self.assertIn(f"{last} of {last} steps", again.stdout)
        w = self.open("--replay", recording)
        w.until(lambda: not w.status()["replaying"] and not w.status()["running"], "the window replays it too")
        self.assertEqual(w.status()["step"], last)
        self.assertEqual(w.setting("search.visit"), log[-1]["command"].split("=")[1])

    def recordings_in(self, folder, **visits):
        """Records 60 steps of circles per name, each with a way of searching."""
        for name, visit in visits.items():
            self.replayed("--backend", "cpu", "--scene", "circles", "--actors", "300", "--steps", "60", "--set",
                          "search.deterministic=on", "--set", "search.visit=" + visit, "--record",
                          os.path.join(folder, name))

    @threaded
    def test_recordings_are_looked_at_compared_and_gone_on_from(self):
        w = self.open("--scene", "boids", "--actors", "200", "--paused")
        folder = w.environment["NEARFIELD_OUTPUT"]
        os.makedirs(folder, exist_ok=True)
        self.recordings_in(folder, one="bins", two="strips", cut="bins")
        log = os.path.join(folder, "cut", "commands.jsonl")
        os.truncate(log, os.path.getsize(log) - 5)
        desk = lambda: w.status()["recordings"]
        w.key("F6")
        w.until(lambda: len(desk()["listed"]) == 3, "three recordings")
        self.assertEqual({entry["name"]: "cut off" in entry["problem"] for entry in desk()["listed"]},
                         {"one": False, "two": False, "cut": True})
        self.assertEqual([entry["steps"] for entry in desk()["listed"]], [60] * 3)
        w.click("recording/one")
        w.until(lambda: desk()["open"], "its profile")
        self.assertEqual((desk()["open"]["step"], desk()["open"]["exact"]), (60, True))
        w.click("recording_times", 0.5)
        step = desk()["open"]["step"]
        self.assertTrue(25 < step < 35, step)
        w.key("Left", "Left", "Right", "shift+Right")
        self.assertEqual(desk()["open"]["step"], step + 9)
        w.click("recording_metric", 0.75)
        self.assertTrue(40 < desk()["open"]["step"] < 50)
        w.click("recording_over")
        w.click("recording_over/two")
        over = w.until(lambda: desk()["over"], "another one over it")
        self.assertEqual((over["name"], over["steps"]), ("two", 60))
        self.assertTrue(0 < over["lo"] <= over["ratio"] <= over["hi"], over)
        for kind in ("csv", "svg", "png"):
            w.click("recording_times", button=3)
            w.click("export/profile/" + kind)
            w.until(lambda: w.output("." + kind), "a file")
        with open(w.output(".csv")[0]) as file:
            curves = [line.split(",")[0] for line in file.readlines()[1:]]
        self.assertEqual((curves.count("whole step"), curves.count("two"), curves.count("query")), (60, 60, 60))
        with open(w.output(".svg")[0]) as file:
            self.assertIn("one and two", file.read())
        w.click("recording_times", 0.5)
        step = desk()["open"]["step"]
        w.click("recording_continue")
        w.until(lambda: w.status()["scene"] == "circles", "the recorded run goes on")
        self.assertEqual((w.status()["step"], w.status()["running"], w.status()["overlay"]), (step, False, ""))
        self.assertEqual(w.setting("search.visit"), "bins")
        w.key("ctrl+z")
        self.assertEqual(w.status()["scene"], "circles", "nothing of before can be undone here")
        w.key("o")
        w.until(lambda: w.status()["step"] == step + 1, "a step more")

    def test_states_are_saved_and_found_again(self):
        w = self.open("--scene", "circles", "--actors", "300", "--set", "search.deterministic=on", "--paused")
        w.key("o", "o", "o", "v", "o")
        w.until(lambda: w.status()["step"] == 4, "four steps")
        visit = w.setting("search.visit")
        desk = lambda: w.status()["recordings"]
        w.key("F6")
        w.click("recordings/save_state")
        w.until(lambda: desk()["listed"], "the state is listed")
        self.assertEqual((desk()["listed"][0]["steps"], desk()["listed"][0]["problem"]), (4, ""))
        with open(w.output(".state.json")[0]) as file:
            state = json.load(file)
        self.assertEqual([line["command"] for line in state["commands"]], ["set search.visit=" + visit])
        w.key("Escape", "v", "o")
        w.until(lambda: w.status()["step"] == 5, "a step more")
        w.key("F6", "Return")
        w.until(lambda: w.status()["step"] == 4, "back in the saved state")
        self.assertIn("to the last bit", w.status()["message"])
        self.assertEqual(w.setting("search.visit"), visit)
        w = self.open("--from-state", w.output(".state.json")[0], "--set", "force=0.03", "--paused")
        w.until(lambda: w.status()["step"] == 4 and w.setting("force") == 0.03, "a window begins with it")

    @unsanitized
    def test_another_folder_of_recordings_is_typed_or_dropped(self):
        elsewhere = tempfile.mkdtemp(dir="/tmp", prefix="nf")
        self.addCleanup(shutil.rmtree, elsewhere, True)
        self.recordings_in(elsewhere, far="bins")
        self.recordings_in(os.path.join(elsewhere, "more"), near="bins")
        w = self.open("--scene", "circles", "--actors", "100", "--paused")
        desk = lambda: w.status()["recordings"]
        w.key("F6", "ctrl+a")
        w.write("/none")
        w.key("Return")
        w.until(lambda: "no such folder" in desk()["problem"], "a folder that is not there")
        w.key("ctrl+a")
        w.write(elsewhere)
        w.key("Return")
        w.until(lambda: [entry["name"] for entry in desk()["listed"]] == ["far"], "another folder")
        w.key("Escape")
        w.drop(os.path.join(elsewhere, "more"))
        w.until(lambda: [entry["name"] for entry in desk()["listed"]] == ["near"], "a folder is dropped")
        w.drop(os.path.join(elsewhere, "far"))
        w.until(lambda: (desk()["open"] or {}).get("name") == "far", "a recording is dropped")

    @threaded
    def test_tune_takes_the_fastest_and_its_curve_sets_the_ratio(self):
        w = self.open("--actors", "5000", "--set", "search.visit=bins", "--set", "search.bin_ratio=4")
        w.until(lambda: w.status()["step"] > 2, "running")
        w.scroll_to("tune", over="search.visit")
        w.click("tune")
        tuned = w.until(lambda: w.status()["tuned"], "the measurements", 60)
        self.assertGreater(tuned["ways"], 10)
        w.until(lambda: not w.status()["tuning"] and tuned["best"].startswith(w.setting("search.visit") + ", "),
                "the fastest in use")
        self.assertIn(f"ratio {w.setting('search.bin_ratio'):g},", tuned["best"])
        step = w.status()["step"]
        w.until(lambda: w.status()["step"] > step + 3, "it runs on")
        w.scroll_to("verify", over="search.visit")  # the whole curve is above it
        points = {k: float(k.split("/")[1]) for k in w.widgets() if k.startswith("cost_curve/")}
        self.assertGreaterEqual(len(points), 4)
        other = next(k for k, ratio in points.items() if abs(ratio - w.setting("search.bin_ratio")) > 0.01)
        w.click(other)
        w.until(lambda: abs(w.setting("search.bin_ratio") - points[other]) < 1e-3, "the ratio of the point")
        w.click("search.auto")
        w.until(lambda: w.setting("search.auto") in (True, "on", 1), "automatic")
        w.until(lambda: abs(w.setting("search.bin_ratio") - points[other]) > 1e-3 or w.status()["tuned"] != tuned,
                "tuned once more", 60)
        ratio = w.setting("search.bin_ratio")
        w.click("search.bin_ratio", 0.95)
        time.sleep(0.5)
        self.assertEqual(w.setting("search.bin_ratio"), ratio, "what is chosen by measuring is not for hands")

    @unsanitized
    def test_anything_is_found_and_only_what_is_meant_is_done(self):
        w = self.open("--actors", "2000")
        w.until(lambda: w.status()["step"] > 3, "running")
        self.assertEqual(self.find(w, "compare")[0], "Compare A with B")
        w.key("Return")
        w.until(lambda: "compare_result" in w.widgets(), "the comparison")
        self.assertEqual(self.find(w, "verify")[0], "Verify against brute force")
        w.key("Return")
        w.until(lambda: "verify_badge" in w.widgets(), "the badge")
        self.assertEqual(self.find(w, "inspector"), ["Panel: Inspector"])
        w.key("Return")
        self.assertEqual(self.find(w, "bin_ratio=0.7"), ["Set: Bin ratio W/R = 0.7"])
        w.key("Return")
        w.until(lambda: abs(w.setting("search.bin_ratio") - 0.7) < 1e-6, "the ratio")
        self.find(w, "bin_ratio=70")
        w.key("Return")
        w.until(lambda: any(t["error"] and "Bin ratio" in t["text"] for t in w.status()["toasts"]), "the refusal")
        self.assertEqual(self.find(w, "wter")[0], "Scene: Water")
        w.xdotool("keydown", "Return")
        time.sleep(0.8)  # longer than a held key takes to repeat
        w.xdotool("keyup", "Return")
        w.see()
        self.assertEqual(w.status()["scene"], "circles", "what only resembles it ends no run")
        w.key("Return")
        w.until(lambda: w.status()["scene"] == "sph", "chosen once more, it does")
        w.until(lambda: "timing/lambda" in w.widgets(), "water's stages", 60)
        w.key("space")
        w.until(lambda: not w.status()["running"], "a pause")
        self.assertEqual(self.find(w, "preset: dam-break")[:2], ["Preset: dam-break", "Preset: dam-break-1"])
        w.key("Escape")
        self.assertIn("Preset: dam-break", self.find(w, "preset: dam-b"))
        w.key("Return")
        w.see()
        self.assertEqual(w.status()["overlay"], "palette",
                         "three presets begin like this: none of them is loaded unasked")
        w.key("Escape")
        self.do(w, "pace=12")
        w.until(lambda: w.status()["pace"] == 12, "the pace")
        self.do(w, "draw_every=7")
        w.until(lambda: w.status()["draw_every"] == 7, "which steps are drawn")
        self.do(w, "pace = max")
        w.until(lambda: w.status()["pace"] == 0, "as fast as possible")
        self.do(w, "pace=-1")
        w.until(lambda: any("'-1' is not a pace" in t["text"] for t in w.status()["toasts"]), "the refusal")
        w.key("Escape")
        self.assertEqual(self.find(w, "runs on")[0], "Runs on")
        w.key("Return")
        self.assertEqual(self.find(w, "backend=cpu")[0], "Set: Runs on = cpu")
        w.key("Escape")
        self.do(w, "save the state")
        w.until(lambda: w.output(".state.json"), "a file of the state")
        self.find(w, "boids")
        w.key("Return")
        w.until(lambda: w.status()["scene"] == "boids", "a sure match needs no second word")
        w.key("space")
        w.until(lambda: w.status()["step"] > 3 and "timing/query" in w.widgets(), "its stages")
        self.assertNotIn("timing/lambda", w.widgets(), "stages of the world before")

    def test_undo_goes_back_over_presets_and_scenes(self):
        w = self.open("--paused", "--scene", "boids", "--set", "actors=400")
        w.click("presets")
        w.click("presets/thesis")
        w.until(lambda: w.setting("actors") != 400, "the preset's own population")
        preset = w.setting("actors")
        w.key("ctrl+z")
        w.until(lambda: w.setting("actors") == 400, "the population before the preset")
        w.key("ctrl+shift+z")
        w.until(lambda: w.setting("actors") == preset, "the preset again")
        w.key("bracketright")
        w.until(lambda: w.status()["scene"] != "boids", "the next scene")
        w.key("ctrl+z")
        w.until(lambda: w.status()["scene"] == "boids" and w.setting("actors") == preset, "the scene before")

    @unsanitized
    def test_levels_of_service_are_letters_and_time_goes_at_the_pace_asked_for(self):
        w = self.open("--scene", "pedestrians", "--set", "plan=room", "--set", "colour=level")
        w.until(lambda: all(f"legend_name/{letter}" in w.widgets() for letter in "ABCDEF"), "six letters on the bar")
        self.assertEqual(w.status()["pace"], 1)
        w.until(lambda: 0.6 < w.status()["clock_rate"] < 1.4, "real time")
        w.type_into("pace", "0.2")
        w.until(lambda: 0.1 < w.status()["clock_rate"] < 0.3, "slow motion")
        w.key("bracketleft")
        w.until(lambda: w.status()["scene"] == "network" and w.status()["pace"] == 60, "steps/s without a clock")

    @threaded
    def test_metrics_of_one_chart_are_its_curves(self):
        w = self.open("--scene", "keratinocyte")
        w.until(lambda: w.status()["step"] > 30, "steps to plot")
        self.assertNotIn("metric/stem", w.widgets(), "no chart of its own")
        w.click("metric/cells by type", button=3)
        w.click("export/cells by type/csv")
        w.until(lambda: w.output(".csv"), "a file")
        with open(w.output(".csv")[0]) as file:
            rows = [line.split(",") for line in file.read().splitlines()[1:]]
        last = {name: float(value) for name, _, value in rows}
        types = ["stem cells", "TA cells", "committed cells", "corneocytes", "HaCaT cells"]
        self.assertEqual(list(last), ["cells", *types])
        self.assertEqual(last.pop("cells"), sum(last.values()))
        self.assertGreater(last["stem cells"], 0)

    def test_plots_and_the_picture_are_saved(self):
        w = self.open("--actors", "2000")
        w.until(lambda: w.status()["step"] > 30, "steps to plot")
        for kind in ("csv", "svg", "png"):
            w.click("metric/rms_step", button=3)
            w.click("export/rms step/" + kind)
            w.until(lambda: w.output("." + kind), "a file")
        with open(w.output(".csv")[0]) as file:
            lines = file.read().splitlines()
        self.assertEqual(lines[0], "curve,step,rms step")
        rows = [line.split(",") for line in lines[1:]]
        self.assertGreater(len(rows), 10)
        self.assertTrue(all(row[0] == "rms step" and float(row[2]) > 0 for row in rows), "the metric at steps")
        with open(w.output(".svg")[0]) as file:
            self.assertIn("rms step", file.read())
        metric = w.rect("metric/rms_step")
        width, height, _ = read_png(w.output(".png")[0])
        self.assertEqual((width, height), (metric[2], metric[3]))
        w.click("timing_plot", button=3)
        w.click("export/timing/csv")
        w.until(lambda: len(w.output(".csv")) == 2, "the stages' times")
        with open(next(f for f in w.output(".csv") if "timing" in f)) as file:
            self.assertIn("query,", file.read())
        w.key("space")
        w.until(lambda: not w.status()["running"], "a pause")
        x, y, width, height = w.widgets()["viewport"]
        for i in range(60):  # until one is hit
            w.click_at(x + width // 2 + (i % 10) * 6, y + height // 2 + (i // 10) * 6)
            if w.status().get("selected") is not None:
                break
        w.click("inspector_histogram", button=3)
        w.click("export/candidates/csv")
        w.until(lambda: len(w.output(".csv")) == 3, "the candidates by distance")
        with open(next(f for f in w.output(".csv") if "candidates" in f)) as file:
            self.assertGreater(sum(float(line.split(",")[2]) for line in file.readlines()[1:]), 1)
        w.close_messages()
        before, seen = w.output(".png"), w.screenshot()
        w.key("F12")
        saved = read_png(w.until(lambda: [f for f in w.output(".png") if f not in before], "a screenshot")[0])
        self.assertLess(difference(saved, seen, [0, 0, *seen[:2]]), 0.001, "the whole window, as it is seen")
        before = w.output(".png")
        w.key("shift+F12")
        picture = read_png(w.until(lambda: [f for f in w.output(".png") if f not in before], "the picture")[0])
        view = w.rect("viewport")
        self.assertEqual(list(picture[:2]), view[2:], "all of the viewport, and no panel")
        self.assertGreater(brightness(picture, [0, 0, *picture[:2]]), 1)
        w.key("ctrl+F12")
        w.until(lambda: "video" in w.widgets(), "a video is taken")
        w.key("space")
        w.until(lambda: w.status()["filmed"] > 0.3, "ten frames of it")
        w.key("ctrl+F12")
        w.until(lambda: "video" not in w.widgets(), "it ends")
        films = [name for name in w.output() if os.path.basename(name).startswith("circles") and
                 (name.endswith(".mp4") or os.path.isdir(name))]
        self.assertEqual(len(films), 1, "a file, or a folder where ffmpeg is not installed")

    def test_presenter_mode_is_for_projectors(self):
        w = self.open("--preset", "boids/school", "--paused")
        panels = {"run", "menu/File", "status_pace", "timing"}
        self.assertTrue(panels <= set(w.widgets()))
        before, size = w.status(), w.rect("viewport")
        w.key("F5")
        w.until(lambda: w.status()["presenting"], "presenter mode")
        w.see()
        self.assertFalse(panels & set(w.widgets()), "panels are gone")
        self.assertGreater(w.rect("viewport")[2], 1.5 * size[2], "the picture has their room")
        self.assertIn("legend", w.widgets())
        w.click("presenter/metrics")
        shown = [key for key in w.widgets() if key.startswith("presenter/metric/")]
        self.assertGreater(len(shown), 2)
        w.click(shown[-1])
        w.key("Escape")
        w.until(lambda: "presenter/shown/" + shown[-1].split("/")[-1] in w.widgets(), "a metric that was chosen")
        self.assertTrue(w.status()["presenting"], "Esc closes the list of metrics first")
        w.key("period")
        w.until(lambda: "presenter/key" in w.widgets(), "the key pressed")
        w.until(lambda: "presenter/key" not in w.widgets(), "it goes", 4)
        dark = w.screenshot()
        w.key("shift+F5")
        w.until(lambda: w.status()["light"], "the light theme")
        light = w.screenshot()
        x, y, width, height = w.rect("viewport")
        corner = [x + width // 2, y + height - 40, 60, 20]
        self.assertLess(brightness(dark, corner), 60)
        self.assertGreater(brightness(light, corner), 180)
        w.key("3")
        w.until(lambda: w.status()["scene"] == "pedestrians" and w.setting("plan") == "room", "the third demo")
        w.key("Escape")
        w.until(lambda: not w.status()["presenting"], "Esc leaves")
        w.see()
        self.assertTrue(panels <= set(w.widgets()), "and everything is back")
        self.assertEqual([before[k] for k in ("panels", "drawer", "ui_scale", "page")],
                         [w.status()[k] for k in ("panels", "drawer", "ui_scale", "page")])
        self.assertEqual(w.rect("viewport"), size)
        w.key("ctrl+q")
        self.assertEqual(w.process.wait(15), 0)
        with open(os.path.join(w.environment["XDG_CONFIG_HOME"], "nearfield", "settings.json")) as file:
            kept = json.load(file)
        self.assertTrue(kept["light"], "the theme is kept")
        self.assertIn(shown[-1].split("/")[-1], kept["presented"]["boids"])

    def test_every_panel_is_reached_by_keyboard(self):
        w = self.open("--actors", "500", "--paused")

        def go_to(panel):
            w.xdotool("keydown", "ctrl")
            w.see()
            for _ in range(8):
                w.key("Tab")
                if w.status()["going_to"] == panel:
                    break
            w.xdotool("keyup", "ctrl")
            w.until(lambda: w.status()["focused"] == panel and w.status()["by_keyboard"], f"the keyboard on {panel}")

        for panel in ("Results", "Drawer", "Legend", "View", "Parameters"):
            go_to(panel)
        for _ in range(12):  # to the first control, then to the button below
            w.key("Up")
        w.key("Down")
        for light in (False, True):
            if light:
                w.key("shift+F5")
            w.see()
            x, y, width, height = w.rect("seeing")
            picture = w.screenshot()
            accent = (0x0a, 0x6a, 0xa6) if light else (0x4f, 0xb8, 0xe8)
            edge = [tuple(picture[2][row][3 * i : 3 * i + 3])
                    for row in (y, y + 1) for i in range(x + 9, x + width - 9)]
            near = sum(max(abs(a - b) for a, b in zip(pixel, accent)) < 30 for pixel in edge)
            self.assertGreater(near, 0.4 * len(edge), f"a ring on the focused button, light {light}")
        w.key("space")
        w.until(lambda: w.status()["seeing"], "Space presses the button")
        self.assertFalse(w.status()["running"], "and does not run the simulation")
        w.key("Escape")
        w.until(lambda: not w.status()["by_keyboard"], "Esc leaves the panel")
        w.key("space")
        w.until(lambda: w.status()["running"], "Space runs again")

    def test_experiments_run_beside_the_simulation(self):
        w = self.open("--scene", "circles", "--actors", "200")
        experiment = lambda: w.status()["experiment"]
        w.key("F7")
        w.until(lambda: experiment()["runs"] == 25, "five values and five seeds of the present scene")

        def fill(field, text):
            w.click(field)
            w.key("ctrl+a")
            w.write(text)

        fill("experiment/Stop when", "stpe > 3")
        w.until(lambda: "Stop when" in experiment()["problem"], "the field that is wrong")
        w.click("experiment/start")
        self.assertFalse(experiment()["running"])
        fill("experiment/Stop when", "step > 19")
        w.until(lambda: not experiment()["problem"], "a sound form")
        step = w.status()["step"]
        w.click("experiment/start")
        w.until(lambda: experiment()["done"] == 25 and not experiment()["running"], "all runs", 200)
        self.assertFalse(experiment()["failed"], experiment())
        self.assertEqual(experiment()["points"], 5, "a mean per value")
        self.assertGreater(w.status()["step"], step, "the simulation went on")
        with open(experiment()["table"]) as file:
            rows = [line for line in file if not line.startswith("#")]
        self.assertEqual(len(rows), 26)
        w.click("experiment/chart", button=3)
        save = w.until(lambda: next((k for k in w.widgets() if k.endswith("/csv")), None), "the chart's menu")
        w.click(save)
        saved = w.until(lambda: [f for f in w.output(".csv") if f != experiment()["table"]], "its numbers")
        with open(saved[0]) as file:
            lines = file.read().splitlines()
        self.assertEqual(len(lines), 6)
        self.assertEqual(lines[0], "measure,series,x,value,low,high,measured,of,censored")
        low, high = map(float, lines[1].split(",")[4:6])
        self.assertLess(low, high)

    @unsanitized
    def test_an_experiment_is_stopped_and_goes_on(self):
        w = self.open("--scene", "circles", "--actors", "4000", "--paused")
        experiment = lambda: w.status()["experiment"]
        w.key("F7")
        w.until(lambda: experiment()["runs"] == 25, "a plan")
        w.click("experiment/start")
        w.until(lambda: experiment()["done"] > 0, "the first run", 120)
        w.click("experiment/stop")
        w.until(lambda: not experiment()["running"], "an end")
        done = experiment()["done"]
        self.assertLess(done, 25)
        self.assertIn("Continue", experiment()["outcome"])
        with open(experiment()["table"]) as file:
            first = [line for line in file if not line.startswith("#")]
        self.assertEqual(len(first), done + 1, "what was done is in the table")
        w.click("experiment/start")
        w.until(lambda: experiment()["done"] > done, "more", 120)
        w.key("Escape")
        w.key("Escape")
        w.until(lambda: w.status()["overlay"] == "" and "experiment" in w.widgets(), "it goes on behind the panels")
        w.key("ctrl+q")
        self.assertEqual(w.process.wait(15), 0)
        with open(w.output(".csv")[0]) as file:
            rows = [line for line in file if not line.startswith("#")]
        self.assertGreaterEqual(len(rows), len(first))
        self.assertTrue(set(first) <= set(rows), "nothing was lost")

    @unsanitized
    def test_setup_says_when_it_differs_from_reset(self):
        w = self.open("--paused", "--actors", "500")
        w.rect("setup")
        self.assertNotIn("setup_due", w.widgets())
        w.type_into("radius", "0.5")
        w.until(lambda: "setup_due" in w.widgets(), "a mark: the radius differs from that of the setup")
        w.key("period")
        w.until(lambda: w.status()["step"] == 1, "a step")
        w.click("setup")
        w.until(lambda: w.status()["step"] == 0 and "setup_due" not in w.widgets(), "a new state")

    @unsanitized
    def test_tooltips_leave_results_free_and_help_names_held_keys(self):
        w = self.open("--paused", "--scene", "boids", "--actors", "500")
        w.scroll_to("verify", "seed")
        w.scroll_to("end of the panel", "verify")  # the result appears below the button
        w.click("verify")
        w.until(lambda: "verify_badge" in w.widgets(), "the result")
        time.sleep(0.6)  # until a tooltip comes
        under_tooltip, badge, button = w.screenshot(), w.rect("verify_badge"), w.rect("verify")
        w.xdotool("mousemove", int(button[0] + 900), int(button[1]))
        w.see()
        self.assertEqual(difference(under_tooltip, w.screenshot(), badge), 0)
        w.key("F1")
        w.until(lambda: "help/hold A" in w.widgets(), "the key to hold")

    def free_of_tooltip(self, w, button, result):
        """True if the button's tooltip does not cover the result below it."""
        place = w.rect(button)
        w.xdotool("mousemove", place[0] + place[2] // 2, place[1] + place[3] // 2)
        time.sleep(0.8)  # until a tooltip comes
        with_it = w.screenshot()
        w.xdotool("mousemove", *w.place("viewport"))
        time.sleep(0.3)
        without = w.screenshot()
        whole = [0, 0, *with_it[:2]]
        self.assertGreater(difference(with_it, without, whole), 0.002, "there was a tooltip")
        return difference(with_it, without, w.rect(result)) == 0

    @unsanitized
    def test_timing_holds_the_picture_and_tooltips_leave_its_results_free(self):
        w = self.open("--paused", "--actors", "12000")
        w.until(lambda: w.status()["pictures_drawn"] > 0, "a picture")
        self.do(w, "panel: compare")
        w.click("compare.a.visit")
        w.click("compare.a.visit/brute")
        w.click("compare")
        w.until(lambda: w.status()["timing_search"], "both ways are being timed")
        drawn, frame = w.status()["pictures_drawn"], w.layout()["frame"]
        w.until(lambda: not w.status()["timing_search"] or w.layout()["frame"] > frame + 2, "frames meanwhile")
        self.assertTrue(w.status()["timing_search"], "it takes longer than three frames")
        self.assertEqual(w.status()["pictures_drawn"], drawn, "no picture was drawn")
        w.until(lambda: w.status()["compared"] and "compare_result" in w.widgets(), "the comparison", 120)
        self.assertTrue(self.free_of_tooltip(w, "compare", "compare_result"))
        w.type_into("actors", "800")
        self.do(w, "tune the search")
        w.until(lambda: w.status()["tuned"] and not w.status()["tuning"], "the measurements", 120)
        w.scroll_to("cost_curve/1", over="search.visit")
        self.assertTrue(self.free_of_tooltip(w, "tune", "cost_curve/1"))

    @unsanitized
    def test_a_preset_begins_at_its_pace(self):
        w = self.open("--preset", "bowl", "--paused")
        w.until(lambda: w.status()["pace"] == 0.5, "the preset's pace")

    def test_presets_are_kept_by_name(self):
        w = self.open("--actors", "1500")
        w.until(lambda: w.status()["step"] > 3, "running")
        w.click("draw_every", 0.5)
        w.until(lambda: w.status()["draw_every"] > 1, "a pace")
        pace = w.status()["draw_every"]
        w.click("legend_auto")
        w.key("ctrl+s")
        w.key("ctrl+a")
        w.write("lecture1")
        w.key("Return")
        config = os.path.join(w.environment["XDG_CONFIG_HOME"], "nearfield", "presets")
        w.until(lambda: os.path.exists(os.path.join(config, "lecture1.json")), "the file in the user's folder")
        with open(os.path.join(config, "lecture1.json")) as file:
            kept = json.load(file)
        self.assertEqual(kept["window"]["draw_every"], pace)
        self.assertEqual(len(kept["window"]["colour_range"]), 2)
        w.click("draw_every", 0.02)
        w.until(lambda: w.status()["draw_every"] == 1, "another pace")
        w.key("ctrl+l")
        self.assertIn("preset/lecture1", w.widgets())
        w.click("preset/lecture1")
        w.click("overlay_go")
        w.until(lambda: w.status()["draw_every"] == pace and w.setting("actors") == 1500, "the preset with its pace")
        self.assertEqual(self.find(w, "lecture1")[0], "Preset: lecture1")
        w.key("Escape")
        w.click("presets")
        self.assertIn("presets/lecture1", w.widgets())

    def test_bad_input_leaves_the_window_standing(self):
        w = self.open("--actors", "2000", "--set", "bounds=wrapped")
        w.until(lambda: w.status()["step"] > 2, "running")
        w.type_into("radius", "90")
        w.until(lambda: "narrower than two search radii" in (w.status()["message"] or ""), "the reason")
        self.assertEqual(w.setting("radius"), 1)
        w.until(lambda: "toast_error" in w.widgets(), "the toast")
        step = w.status()["step"]
        w.until(lambda: w.status()["step"] > step, "it runs on")
        w.close_messages()  # it is an error message, which would stay

    @unsanitized
    def test_a_plan_is_chosen_and_a_broken_one_leaves_the_window_standing(self):
        w = self.open("--scene", "pedestrians")
        w.until(lambda: w.status()["step"] > 5, "the corridor runs")
        self.assertIn("field_legend", w.widgets())
        w.click("plan/text")
        w.key("ctrl+a")
        w.write("/nowhere/plan.json")
        w.key("Return")
        w.until(lambda: any("/nowhere/plan.json" in t["text"] and t["error"] for t in w.status()["toasts"]),
                "the complaint")
        self.assertEqual(w.setting("plan"), "corridor")
        w.click("plan/text")
        w.key("ctrl+a")
        w.write("room")
        w.key("Return")
        w.until(lambda: w.setting("plan") == "room" and w.status()["actors"] == 200, "200 people in the room")

    def test_gauges_are_drawn_measure_and_are_removed(self):
        w = self.open("--scene", "pedestrians", "--set", "plan=room", "--set", "speed=2", "--set", "time_step=0.02")
        w.click("pace", 0.6)
        w.until(lambda: w.status()["pace"] > 3, "faster than real time")
        w.until(lambda: w.status().get("readings", 0) > 3, "readings of the plan's area and line", 60)
        first = w.screenshot()
        self.assertIn("diagram/speed", w.widgets())
        x, y, width, height = w.widgets()["viewport"]
        left, low = x + width // 2, y + height // 2
        w.click("draw_line")
        w.until(lambda: w.status()["drawing"] == "lines", "the pencil")
        scale = w.status()["camera_scale"]
        w.drag((left, low - 60), (left, low + 60))
        line = [float(v) for v in w.until(lambda: w.setting("lines"), "a line").split()]
        self.assertAlmostEqual(abs(line[3] - line[1]), 120 / scale, delta=0.1)
        self.assertAlmostEqual(line[0], line[2], delta=0.1)
        self.assertEqual(w.status()["camera_scale"], scale)
        self.assertIsNone(w.status()["drawing"], "one line at a time")
        w.until(lambda: (w.status()["gauges"].get("line 2") or [None])[0] is not None, "its values", 60)
        w.key("k")
        w.until(lambda: w.status()["drawing"] == "areas", "K takes the pencil for areas")
        w.drag((left - 90, low - 70), (left - 20, low + 60))
        w.until(lambda: w.setting("areas"), "an area")
        w.until(lambda: "area 2" in w.status()["gauges"] and "gauge/area 2" in w.widgets(), "the area over the picture")
        second = w.screenshot()
        self.assertGreater(difference(first, second, [left - 95, low - 75, 80, 140]), 0.03, "it is drawn")
        w.key("l")
        w.until(lambda: w.status()["drawing"] == "lines", "L")
        w.click_at(left + 30, low)
        w.until(lambda: any("0 m long" in t["text"] for t in w.status()["toasts"]), "a line without length is refused")
        self.assertEqual(w.setting("lines").count(";"), 0)
        w.key("Escape")
        w.click("remove/line 2")
        w.until(lambda: w.setting("lines") == "", "the cross takes it away")
        w.key("ctrl+z")
        w.until(lambda: w.setting("lines"), "and undo brings it back")
        w.key("l", "Escape")
        w.until(lambda: w.status()["drawing"] is None, "Esc lays the pencil down")

    @unsanitized
    def test_smallest_window_shows_every_panel(self):
        w = self.open("--actors", "2000")
        found = subprocess.run(["xdotool", "search", "--name", "Nearfield"], env=w.environment, capture_output=True,
                               text=True)
        name = found.stdout.split()[-1]
        w.xdotool("windowsize", name, 1024, 640)
        w.until(lambda: 0 < w.widgets().get("status", [0, 0, 9999, 0])[2] <= 1024, "the new layout")
        for id, (x, y, width, height) in w.widgets().items():
            self.assertTrue(x >= 0 and y >= 0 and x + width <= 1024 and y + height <= 640, f"{id} is cut off")
        self.assertGreater(w.widgets()["viewport"][2], 300)

    def within(self, w, size, what):
        """Everything that is shown lies in the window."""
        w.see()
        for id, (x, y, width, height) in w.widgets().items():
            self.assertTrue(x >= 0 and y >= 0 and x + width <= size[0] and y + height <= size[1],
                            f"{what}: {id} is cut off at {size}: {(x, y, width, height)}")
        self.assertGreater(w.widgets()["viewport"][2], 0.25 * size[0], what)

    def look_everywhere(self, w, size):
        self.within(w, size, "panels")
        for key in ("F1", "F2", "F4", "F6", "F7", "ctrl+p", "ctrl+o", "ctrl+s", "ctrl+l"):
            w.key(key)
            w.until(lambda: w.status()["overlay"] != "", key)
            self.within(w, size, key)
            w.key("Escape")
            w.until(lambda: w.status()["overlay"] == "", "closed again: " + key)
        for key, page in (("shift+g", "build_page"), ("shift+w", "warp_page"), ("shift+d", "gains_page")):
            w.key(key)
            w.until(lambda: page in w.widgets(), page)
            self.within(w, size, page)
        w.key("m", "F3")
        w.until(lambda: "seeing/1" in w.widgets(), "what the scene shows")
        self.within(w, size, "what am I seeing?")
        self.assertIn("run", w.widgets(), "and the panels beside it")
        w.key("F5")
        w.until(lambda: w.status()["presenting"], "presenter mode")
        self.within(w, size, "presenter mode with a text")
        w.key("F3", "shift+g")
        w.until(lambda: "build_page" in w.widgets() and "seeing/1" not in w.widgets(), "the grid for all to see")
        self.within(w, size, "presenter mode")

    @unsanitized
    def test_windows_of_three_sizes_show_everything(self):
        for size in ((1024, 640), (1600, 1000), (3840, 2160)):
            display = Display("{}x{}".format(*size))
            self.addCleanup(display.close)
            w = Window(display, "--backend", "cpu", "--actors", "300", "--paused")
            self.addCleanup(w.close)
            found = subprocess.run(["xdotool", "search", "--name", "Nearfield"], env=w.environment,
                                   capture_output=True, text=True)
            w.xdotool("windowsize", found.stdout.split()[-1], *size)
            w.until(lambda: w.widgets().get("status", [0, 0, 0, 0])[2] == size[0], "the new layout")
            self.look_everywhere(w, size)
            w.close()

    @unsanitized
    def test_a_narrow_window_keeps_every_panel_in_reach_beside_a_text(self):
        w = self.open("--actors", "300", "--paused")
        w.key(*["ctrl+equal"] * 10)
        w.until(lambda: w.status()["ui_scale"] == 2, "text twice as large")
        w.key("F3")
        w.until(lambda: "seeing/1" in w.widgets(), "what the scene shows")
        self.within(w, (1280, 800), "with the text")
        w.scroll_to("seed", over="run")
        w.scroll_to("tune", over="seed")
        w.scroll_to("section/INSPECTOR", over="tune")
        w.click("seeing/close")
        w.until(lambda: "seeing/1" not in w.widgets() and w.rect("viewport")[0] > 300, "the panels at the left again")

    @unsanitized
    def test_presenter_mode_shows_pages_and_panels(self):
        w = self.open("--actors", "40")
        w.until(lambda: w.status()["step"] > 3, "running")
        w.key("space", "shift+g")
        slot = lambda: next((k for k in w.widgets() if k.startswith("counting/storage array/")), None)
        cell = w.rect(w.until(slot, "a slot"))[3]
        w.key("shift+g", "F5")
        presented = lambda: w.status()["presented"]
        for key, page in (("shift+g", "build_page"), ("shift+w", "warp_page"), ("shift+d", "gains_page")):
            w.key(key)
            w.until(lambda: page in w.widgets(), page)
            self.within(w, (1280, 800), page)
            self.assertTrue(w.status()["presenting"], page)
            self.assertGreater(w.rect("viewport")[3], 120, "the picture is there too")
            if page == "build_page":
                w.until(lambda: slot() and w.rect(slot())[3] > 1.2 * cell, "larger cells", 10)
        w.key("Escape")
        w.until(lambda: presented()["page"] == "" and "gains_page" not in w.widgets(), "Esc closes the page")
        self.assertTrue(w.status()["presenting"])
        self.do(w, "tune the search")
        w.until(lambda: w.status()["tuned"] and "tune" in w.widgets(), "its panel and its result", 120)
        self.assertTrue(w.status()["presenting"] and presented()["panels"])
        self.within(w, (1280, 800), "a panel")
        w.key("shift+s")
        w.until(lambda: w.status()["twin"] and "second_view" in w.widgets() and "split" in w.widgets(), "two runs")
        self.assertTrue(w.status()["presenting"])
        w.key("Escape")
        w.until(lambda: not presented()["panels"] and "split" not in w.widgets(), "Esc closes the panel")
        self.assertTrue(w.status()["presenting"])

    @unsanitized
    def test_volumes_are_looked_at_from_an_axis(self):
        w = self.open("--actors", "500", "--paused", "--set", "dimensions=3")
        pitch, yaw = lambda: w.status()["camera"][5], lambda: w.status()["camera"][4]
        w.until(lambda: "viewport" in w.widgets() and w.status()["pictures_drawn"] > 1, "a volume")
        self.do(w, "look from above")
        w.until(lambda: pitch() > 1.5, "from above")
        self.do(w, "look from the side")
        w.until(lambda: abs(pitch()) < 1e-3 and abs(yaw() - 1.5708) < 1e-3, "from the side")
        self.do(w, "look from the front")
        w.until(lambda: abs(pitch()) < 1e-3 and abs(yaw()) < 1e-3, "from the front")

    @unsanitized
    @alone
    def test_a_million_actors_on_the_cpu_keep_the_window_alive(self):
        w = self.open("--actors", "1000000")
        w.until(lambda: w.status()["step"] >= 2, "two long steps", 120)
        for _ in range(10):  # other programs may occupy the processor for a while
            rates = []
            for _ in range(24):
                rates.append(w.status()["frames_per_second"])
                time.sleep(0.25)
            if sorted(rates)[len(rates) // 2] >= 20:
                break
        print(f"a million actors: {min(rates):.0f} to {max(rates):.0f} frames/s, "
              f"{w.status()['steps_per_second']:.2f} steps/s", file=sys.stderr)
        self.assertGreaterEqual(sorted(rates)[len(rates) // 2], 20)
        w.click("search.bin_ratio", 0.8)
        w.until(lambda: w.setting("search.bin_ratio") > 1, "a slider change at the next step", 60)
        w.key("space")
        w.until(lambda: not w.status()["running"], "pause at the end of the step", 60)
        start = time.time()
        w.key("ctrl+q")
        self.assertEqual(w.process.wait(60), 0)
        print(f"quit after {time.time() - start:.1f} s", file=sys.stderr)


class TestLessons(WindowCase):
    """Plays the shipped lessons as a person would. Every answer is given wrong first and seen refused; tasks are done
    by keys and clicks. All of them: window_test.py PROGRAM TestLessons."""

    def play(self, file):
        with open(file) as text:
            steps = json.load(text)["steps"]
        name = os.path.basename(file)[3:-5]
        w = self.open("--lesson", name)
        lesson = lambda: w.status()["lesson"] or {}
        for number, step in enumerate(steps, 1):
            w.until(lambda: lesson().get("step") == number and lesson()["under_way"] == 0, f"step {number}", 200)
            w.see()
            if "task" in step:
                self.do_task(w, step, lesson)
            elif "question" in step:
                self.answer(w, step, lesson)
            w.key("Return")
        w.until(lambda: w.status()["lesson"] is None, "the end of the lesson")
        with open(os.path.join(w.environment["XDG_CONFIG_HOME"], "nearfield", "lessons.json")) as progress:
            self.assertTrue(json.load(progress)[name]["done"])

    def judged(self, w, lesson, right, what):
        w.until(lambda: lesson()["passed"] or (lesson()["words"] and not lesson()["judging"]), "judged: " + what, 120)
        self.assertEqual(lesson()["passed"], right, f"{what}: {lesson()['words']} {lesson()['numbers']}")

    def take_hint(self, w, step, lesson):
        if step.get("hints"):
            w.click("lesson/hint")
            w.until(lambda: lesson()["hints"] == 1, "a hint")

    def answer(self, w, step, lesson):
        if "choices" in step:
            give = lambda choice: (w.click(f"lesson/choice/{choice}"), w.key("Return"))
            right = step["answer"]
            wrong = right % len(step["choices"]) + 1
        else:
            def give(number):
                w.click("lesson/number")
                w.key("ctrl+a")
                w.write(f"{number:.6g}")
                w.key("Return")
            right = self.value(w, str(step["answer"]), lesson)
            wrong = right + 10 * step["within"] + 1
        give(wrong)
        self.judged(w, lesson, False, f"{wrong} to {step['question']}")
        self.take_hint(w, step, lesson)
        if "choices" not in step:
            right = self.value(w, str(step["answer"]), lesson)
        give(right)
        self.judged(w, lesson, True, f"{right} to {step['question']}")

    def value(self, w, formula, lesson):
        """Value of an answer's formula with the displayed numbers."""
        known = lambda: all(number is not None for number in lesson()["numbers"].values())
        w.until(known, "what is measured: " + formula)
        time.sleep(0.6 if lesson()["numbers"] else 0)  # numbers of a sample arrive twice a second
        numbers = lesson()["numbers"]
        return eval(re.sub(r"[a-z_][\w.]*", lambda name: repr(float(numbers[name.group()])), formula))

    def do_task(self, w, step, lesson):
        w.key("Return")
        self.judged(w, lesson, False, "nothing done yet for " + step["task"])
        self.take_hint(w, step, lesson)
        for command in step["solution"]:
            self.by_hand(w, command, lesson)
        if not lesson()["passed"]:
            w.key("Return")
        self.judged(w, lesson, True, step["task"])

    def by_hand(self, w, command, lesson):
        """Does by keys and clicks what a lesson's solution does by command."""
        verb, _, rest = command.partition(" ")
        getattr(self, "hand_" + verb)(w, rest)

    def hand_set(self, w, assignment):
        key, _, value = assignment.partition("=")
        there = lambda: str(w.setting(key)) == value or isinstance(w.setting(key), (int, float)) and \
            abs(float(w.setting(key)) - float(value)) < 1e-6 * max(1, abs(float(value)))
        if key in w.widgets() and isinstance(w.setting(key), str):
            w.click(key)
            w.click(f"{key}/{value}")
        else:
            self.assertTrue(self.find(w, assignment)[0].startswith("Set: "), assignment)
            w.key("Return")
        w.until(there, assignment)

    def hand_step(self, w, count):
        until = w.status()["step"] + int(count)
        self.do(w, "pace=max")
        self.do(w, "draw_every=50")
        w.until(lambda: w.status()["draw_every"] == 50, "few pictures")
        w.key("space")
        w.until(lambda: w.status()["step"] >= until, f"{count} steps", 280)
        w.key("space")
        w.until(lambda: not w.status()["running"], "a pause")

    def hand_select(self, w, _):
        x, y, width, height = w.rect("viewport")
        for i in range(100):  # until one is hit
            w.click_at(x + width // 2 + (i % 10) * 5, y + height // 2 + (i // 10) * 5)
            if w.status()["selected"] is not None:
                return
        self.fail("no actor was hit")

    def hand_tune(self, w, _):
        self.do(w, "tune the search")
        w.until(lambda: w.status()["tuned"] and not w.status()["tuning"], "the measurements", 200)

    def hand_verify(self, w, _):
        self.do(w, "verify against brute force")
        w.until(lambda: w.status()["verified"], "the badge", 120)

    def hand_compare(self, w, rest):
        ways = [json.loads("{" + way) for way in rest.split("{")[1:]]
        self.do(w, "panel: compare")
        w.until(lambda: "compare.a.visit" in w.widgets(), "the panel")
        for side, way in zip("ab", ways):
            for key, value in way.items():
                control = f"compare.{side}.{key.split('.')[-1]}"
                w.click(control)
                w.click(f"{control}/{value}")
        w.click("compare")
        w.until(lambda: not w.status()["timing_search"] and w.status()["compared"], "the comparison", 200)


LESSONS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "assets", "lessons")
for lesson_file in sorted(os.listdir(LESSONS)):
    if lesson_file.endswith(".json"):
        setattr(TestLessons, "test_" + lesson_file[3:-5].replace("-", "_"),
                lambda self, file=os.path.join(LESSONS, lesson_file): self.play(file))


class TestNoDisplay(unittest.TestCase):
    def test_no_display_is_one_clear_line(self):
        environment = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
        result = subprocess.run([PROGRAM, "run", "--backend", "cpu"], env=environment, capture_output=True, text=True,
                                timeout=30)
        self.assertEqual(result.returncode, 1)
        self.assertEqual(len(result.stderr.strip().splitlines()), 1, result.stderr)
        self.assertIn("--headless", result.stderr)


PLAYED = ("boundary_matrix", "divergence")  # by ctest; all lessons: window_test.py PROGRAM TestLessons


def cases_of(build):
    """Lines for CMake, of the cases that run in a build (plain, asan, tsan): name, test, words."""
    for kind in (TestWindow, TestNoDisplay, TestLessons):
        for test in filter(lambda name: name.startswith("test_"), vars(kind)):
            name, words = test[5:], getattr(vars(kind)[test], "words", ())
            if kind is TestLessons:
                if name not in PLAYED:
                    continue
                name, words = f"plays_{name}", ("unsanitized",)
            if {"plain": True, "asan": "unsanitized" not in words, "tsan": "threaded" in words}[build]:
                yield f"{name} {kind.__name__}.{test} {' '.join(words)}".strip()


if __name__ == "__main__":
    if sys.argv[1:2] == ["--cases"]:
        print("\n".join(cases_of(sys.argv[2])))
    else:
        unittest.main(verbosity=2)
