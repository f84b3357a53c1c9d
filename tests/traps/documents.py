"""Documents that a stranger might send, and how a user opens each."""
import copy
import json
import os
import random
import re

# Names that a document may contain, relative to work/; ROOT is the folder of the traps
NAMES = [
    "murmuration", "circles", "to-bashrc", "to-nothing", "to-thesis/data.csv", "fifo", "fifo.json", "../home/.bashrc",
    "../home/.new", "../home/thesis/data.csv", "../home/thesis/heights.asc", "../shared/to-bashrc",
    "../shared/to-nothing", "../shared/fifo", "../shared/others.txt", "../shared", "../home", "/dev/null", "/dev/tty",
    "/dev/stdin", "/proc/self/mem", "/proc/self/environ", "ROOT/home/.ssh/authorized_keys", "ROOT/shared/to-null",
    "new", "new.json", "../shared/new", "file:///etc/passwd", "~/.bashrc", "$(touch pwned)", "`touch pwned`",
    "; touch pwned", "a\u0000b", "..", ".", "", " ", "-", "--force", "a" * 300, "\u001b]0;title\u0007", "\u001b[31m",
    "line\r\nnext", "=1+1", "+cmd|' /C calc'!A0", "@SUM(1)", "-2+3", "\u202egnp.exe", "\u009b31m", "\ud800",
    "</title><script>", "\"", "'", "]]>", "&lt;", "\\", "%s%n", "é", "\u00a0",
]
NUMBERS = [0, -0.0, 1, -1, 2, 0.5, 1e-300, 1e308, -1e308, 2000000000, 4294967296, 9007199254740993, -2147483649, 1e19]
# Keys of displayed texts
WORDS = ["title", "name", "note", "text", "aim", "question", "right", "wrong", "label", "task"]
# Verbs and fields of commands are read from the program's source, so that new ones are tried at once
COMMAND = re.compile(r"^struct \w+ \{\n(.*?)^\};", re.M | re.S)
VERB = re.compile(r'Verb verb\{"(.*?)"(?:, "(.*?)")?\}')
FIELD = re.compile(r'field\(&\w+::\w+, (?:R"\((.*?)\)"|"(.*?)")(?:,\s*Written::(\w+))?')


def forms_of_commands(source):
    forms = []
    for header in ["command.hpp", "tools.hpp"]:
        with open(os.path.join(source, "core/sim", header), encoding="utf-8") as file:
            for body in COMMAND.findall(file.read()):
                forms += forms_of(body)
    assert len(forms) >= 30, "the forms of the commands are not found"
    return forms


def forms_of(body):
    """Correct lines of a command, one for each of its verbs."""
    verbs, forms = VERB.search(body), []
    for number, verb in enumerate(verbs.groups() if verbs else []):
        line, between = verb, " "
        for raw, plain, written in FIELD.findall(body):
            if written != "by_verb" or (number == 1 and plain):
                line = line and line + between + (raw or plain)
            between = "=" if written == "as_key" else " "
        forms += [line] if verb else []
    return forms


class Maker:
    """Makes documents from sound ones: parts are exchanged, names of traps and lines of commands put in."""

    def __init__(self, seed, root, forms):
        self.random, self.root, self.forms = random.Random(seed), root, forms

    def name(self):
        return self.random.choice(NAMES).replace("ROOT", self.root)

    def command(self):
        """A line of a command: its fields are names of traps and numbers, some of them sound."""
        sound = {"KEY": "seed", "VALUE": "2", "SCENE": "circles", "SAMPLE": "10", "REPEATS": "1"}
        is_sound = self.random.random() < 0.7

        def field(match):
            word = match.group()
            if is_sound and word not in ("FILE", "FOLDER", "STATE_FILE"):
                return sound.get(word, str(self.random.choice([1, 2, 3])))
            if word in ("FILE", "FOLDER", "STATE_FILE", "VALUE", "KEY"):
                return self.name()
            return str(self.random.choice([*NUMBERS, 1, 2, 3]))
        line = re.sub(r"\b[A-Z][A-Z_]+\b|\b[XYZ]\b", field, self.random.choice(self.forms))
        changes = {"force": "0.02"} if is_sound else {"site": self.name(), "plan": self.name()}
        return re.sub(r"\{.*?\}", lambda _: json.dumps(changes), line).replace("cpu|cuda", "cpu").replace("same|", "")

    def value(self):
        number, commands = self.random.choice(NUMBERS), [self.command() for _ in range(3)]
        return self.random.choice([self.name(), commands[0], number, None, [], {}, True, commands])

    def with_command(self, document):
        """The document with a command line in a place for such lines; None without such a place."""
        lists = [holder[key] for holder, key in places_in(document)
                 if key in ("commands", "solution") and isinstance(holder[key], list)]
        if not lists:
            return None
        commands = self.random.choice(lists)
        commands.insert(self.random.randint(1, len(commands)) if commands else 0, self.command())
        return document

    def changed(self, document):
        document = copy.deepcopy(document)
        if self.random.random() < 0.5 and (steered := self.with_command(document)):
            return steered
        words = [(holder, key) for holder, key in places_in(document) if key in WORDS and isinstance(holder[key], str)]
        if words and self.random.random() < 0.5:  # valid, so that its output is written
            holder, key = self.random.choice(words)
            holder[key] = self.random.choice([self.name(), holder[key] + self.name()])
            return document
        for _ in range(self.random.choice([1, 1, 1, 2, 4])):
            holder, key = self.random.choice(list(places_in(document)))
            old = holder[key]
            if isinstance(old, list) and self.random.random() < 0.7:
                old.insert(self.random.randint(0, len(old)), self.value())
            elif isinstance(old, dict) and self.random.random() < 0.7:
                keys = [self.name(), "site", "plan", "tank", "model", "file", "commands"]
                old[self.random.choice(keys)] = self.value()
            elif isinstance(old, str) and self.random.random() < 0.6:
                holder[key] = self.random.choice([self.name(), self.command(), old + self.name(), self.name() + old])
            else:
                holder[key] = self.value()
        return document

    def text(self, document):
        text = json.dumps(self.changed(document), ensure_ascii=self.random.random() < 0.5)
        return self.torn(text.encode("utf-8", "surrogatepass"))

    def lines(self, lines):
        """Of a file of lines, each of them JSON or not."""
        lines = list(lines)
        if self.random.random() < 0.5 and '"command"' in "".join(lines[1:]):
            at = self.random.randint(1, len(lines))
            lines.insert(at, json.dumps({"step": self.random.choice([0, 1, 2, 3]), "command": self.command()}))
            return "\n".join(lines).encode("utf-8", "surrogatepass")
        for _ in range(self.random.choice([1, 1, 2])):
            at = self.random.randrange(len(lines))
            node = object_of(lines[at])
            if node:
                lines[at] = json.dumps(self.changed(node))
            else:
                words = lines[at].split(" ")
                words[self.random.randrange(len(words))] = str(self.value())
                lines[at] = " ".join(words)
        return self.torn("\n".join(lines).encode("utf-8", "surrogatepass"))

    def torn(self, text):
        kind = self.random.random()
        if kind < 0.85 or not text:
            return text
        at = self.random.randrange(len(text))
        if kind < 0.9:
            return text[:at]
        if kind < 0.95:
            return text[:at] + bytes([self.random.randrange(256)]) + text[at + 1:]
        return text[:at] + self.name().encode("utf-8", "surrogatepass") + text[at:]


class Copier(Maker):
    """Leaves sound documents as they are."""

    def text(self, document):
        return json.dumps(document).encode()

    def lines(self, lines):
        return "\n".join(lines).encode()


def places_in(node):
    """(holder, key) of every value within."""
    for key in list(node) if isinstance(node, dict) else range(len(node)):
        yield node, key
        if isinstance(node[key], (dict, list)):
            yield from places_in(node[key])


def object_of(line):
    """The JSON object of a line; None if it is something else."""
    try:
        node = json.loads(line)
    except ValueError:
        return None
    return node if isinstance(node, dict) else None


def read_json(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)
