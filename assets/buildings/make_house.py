#!/usr/bin/env python3
"""Writes house.ifc: a house of two storeys under a gable roof, with furniture, pipes and a garden (IFC4, metres).

x runs along the ridge, y from the garden to the back, z up from the floor of the ground storey. Some parts clash on
purpose; they are marked CLASH below and listed in scenes/building/MODELS.md."""
import hashlib
import math
import pathlib

LENGTH, WIDTH, WALL = 11.0, 8.0, 0.36
CLEAR, UPPER = 2.65, 2.90  # heights of the ceiling below and the floor above
PARTITION = (5.60, 5.775)  # x of the wall across the house
PITCH = math.radians(38)
EAVES, OVERHANG, RAFTER, COVERING = 4.30, 0.7, 0.24, 0.14  # m, the last two measured upwards

X, Y, Z = (1, 0, 0), (0, 1, 0), (0, 0, 1)
BASE64 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$"


def under(y):
    """Height of the rafters' lower edge."""
    return EAVES + min(y, WIDTH - y) * math.tan(PITCH)


def global_id(name):
    number = int.from_bytes(hashlib.sha256(name.encode()).digest()[:16], "big")
    digits = ""
    for _ in range(22):
        number, digit = divmod(number, 64)
        digits = BASE64[digit] + digits
    return digits


def text_of(value):
    if value is None:
        return "$"
    if isinstance(value, Ref):
        return f"#{value.number}"
    if isinstance(value, (list, tuple)):
        return "(" + ",".join(text_of(v) for v in value) + ")"
    if isinstance(value, str):
        return value if value[:1] in ".*" or value.startswith("IFC") else "'" + value.replace("'", "''") + "'"
    if isinstance(value, int):
        return str(value)
    rounded = f"{value:.6f}".rstrip("0")
    return "0." if rounded in ("-0.", "0.") else rounded


class Ref:
    def __init__(self, number):
        self.number = number


class File:
    def __init__(self):
        self.lines, self.known = [], {}

    def add(self, kind, *values):
        """A new entity, or the one that says the same."""
        said = kind.upper() + "(" + ",".join(text_of(v) for v in values) + ")"
        if said not in self.known:
            self.known[said] = Ref(len(self.lines) + 1)
            self.lines.append(f"#{len(self.lines) + 1}={said};")
        return self.known[said]

    def write(self, path):
        head = ["ISO-10303-21;", "HEADER;", "FILE_DESCRIPTION(('ViewDefinition [ReferenceView]'),'2;1');",
                "FILE_NAME('house.ifc','2026-01-01T00:00:00',('Nearfield'),(''),'make_house.py','','');",
                "FILE_SCHEMA(('IFC4'));", "ENDSEC;", "DATA;"]
        path.write_text("\n".join(head + self.lines + ["ENDSEC;", "END-ISO-10303-21;", ""]))


f = File()


# Shapes

def point(p):
    return f.add("IfcCartesianPoint", [float(c) for c in p])


def direction(d):
    return f.add("IfcDirection", [float(c) for c in d])


def axes(origin=(0, 0, 0), z=Z, x=X):
    return f.add("IfcAxis2Placement3D", point(origin), direction(z), direction(x))


def ring(points):
    return f.add("IfcPolyline", [point(p) for p in list(points) + [points[0]]])


def outline(points, holes=()):
    if holes:
        return f.add("IfcArbitraryProfileDefWithVoids", ".AREA.", None, ring(points), [ring(h) for h in holes])
    return f.add("IfcArbitraryClosedProfileDef", ".AREA.", None, ring(points))


def extrusion(profile, depth, origin=(0, 0, 0), z=Z, x=X):
    return f.add("IfcExtrudedAreaSolid", profile, axes(origin, z, x), direction(Z), float(depth))


def rectangle(w, h, at=(0, 0)):
    return [at, (at[0] + w, at[1]), (at[0] + w, at[1] + h), (at[0], at[1] + h)]


def box(lo, hi):
    return extrusion(outline(rectangle(hi[0] - lo[0], hi[1] - lo[1], lo[:2])), hi[2] - lo[2], (0, 0, lo[2]))


def along_x(points, x0, x1, holes=()):
    """A profile of (y, z) from x0 to x1."""
    return extrusion(outline(points, holes), x1 - x0, (x0, 0, 0), X, Y)


def along_y(points, y0, y1, holes=()):
    """A profile of (x, z) from y0 to y1."""
    flipped = [[(-p[0], p[1]) for p in ring] for ring in [points, *holes]]
    return extrusion(outline(flipped[0], flipped[1:]), y1 - y0, (0, y0, 0), Y, (-1, 0, 0))


def cylinder(centre, radius, height):
    profile = f.add("IfcCircleProfileDef", ".AREA.", None, None, float(radius))
    return extrusion(profile, height, centre)


def pipe(points, radius, bend=0):
    """A pipe through points; corners are rounded with `bend`."""
    pieces, corners = [], [points[0]]
    for before, at, after in zip(points, points[1:], points[2:]):
        a, b = towards(at, before, bend), towards(at, after, bend)
        middle = towards(at, tuple((u + v) / 2 for u, v in zip(a, b)), bend * (math.sqrt(2) - 1))
        corners += [a, middle, b]
    corners.append(points[-1])
    for k in range(0, len(corners) - 1, 3):
        pieces.append(f"IFCLINEINDEX(({k + 1},{k + 2}))")
        if k + 4 < len(corners):
            pieces.append(f"IFCARCINDEX(({k + 2},{k + 3},{k + 4}))")
    places = f.add("IfcCartesianPointList3D", [[float(c) for c in p] for p in corners])
    curve = f.add("IfcIndexedPolyCurve", places, pieces, ".F.")
    return f.add("IfcSweptDiskSolid", curve, float(radius), None, None, None)


def towards(a, b, by):
    length = math.dist(a, b)
    return tuple(u + (v - u) * by / length for u, v in zip(a, b))


def brep(points, faces):
    bounds = [f.add("IfcFace", [f.add("IfcFaceOuterBound", f.add("IfcPolyLoop", [point(points[k]) for k in face]),
                                      ".T.")])
              for face in faces]
    return f.add("IfcFacetedBrep", f.add("IfcClosedShell", bounds))


def crown(centre, radius, seed):
    """A ball of 80 triangles with bumps."""
    g = (1 + math.sqrt(5)) / 2
    points = [(-1, g, 0), (1, g, 0), (-1, -g, 0), (1, -g, 0), (0, -1, g), (0, 1, g), (0, -1, -g), (0, 1, -g),
              (g, 0, -1), (g, 0, 1), (-g, 0, -1), (-g, 0, 1)]
    coarse = [(0, 11, 5), (0, 5, 1), (0, 1, 7), (0, 7, 10), (0, 10, 11), (1, 5, 9), (5, 11, 4), (11, 10, 2),
              (10, 7, 6), (7, 1, 8), (3, 9, 4), (3, 4, 2), (3, 2, 6), (3, 6, 8), (3, 8, 9), (4, 9, 5), (2, 4, 11),
              (6, 2, 10), (8, 6, 7), (9, 8, 1)]
    between, faces = {}, []

    def middle(a, b):
        if (min(a, b), max(a, b)) not in between:
            between[min(a, b), max(a, b)] = len(points)
            points.append(tuple((u + v) / 2 for u, v in zip(points[a], points[b])))
        return between[min(a, b), max(a, b)]

    for a, b, c in coarse:
        ab, bc, ca = middle(a, b), middle(b, c), middle(c, a)
        faces += [(a, ab, ca), (b, bc, ab), (c, ca, bc), (ab, bc, ca)]
    placed = []
    for k, p in enumerate(points):
        bump = radius * (0.85 + 0.3 * hashlib.sha256(f"{seed} {k}".encode()).digest()[0] / 255) / math.hypot(*p)
        placed.append(tuple(c + u * bump * s for c, u, s in zip(centre, p, (1, 1, 1.15))))
    return brep(placed, faces)


# Products

WORLD = f.add("IfcGeometricRepresentationContext", None, "Model", 3, 1e-5, axes(), direction((0.34202, 0.939693)))
BODY = f.add("IfcGeometricRepresentationSubContext", "Body", "Model", "*", "*", "*", "*", WORLD, None, ".MODEL_VIEW.",
             None)
UNITS = f.add("IfcUnitAssignment", [f.add("IfcSIUnit", "*", unit, None, name) for unit, name in (
    (".LENGTHUNIT.", ".METRE."), (".AREAUNIT.", ".SQUARE_METRE."), (".VOLUMEUNIT.", ".CUBIC_METRE."),
    (".PLANEANGLEUNIT.", ".RADIAN."))])
HERE = f.add("IfcLocalPlacement", None, axes())
inside = {}  # products by container
products = {}


def shape(solids):
    kind = "Brep" if all("IFCFACETEDBREP" in f.lines[s.number - 1] for s in solids) else "SweptSolid"
    return f.add("IfcProductDefinitionShape", None, None, [f.add("IfcShapeRepresentation", BODY, "Body", kind,
                                                                 solids)])


def product(kind, name, solids, *rest, where=None):
    """An entity of IfcProduct; `rest` are the attributes after its shape."""
    made = f.add(kind, global_id(name), None, name, None, None, HERE, shape(solids) if solids else None, *rest)
    products[name] = made
    if where:
        inside.setdefault(where, []).append(made)
    return made


def element(kind, name, solids, where, *rest):
    return product(kind, name, solids, None, *rest, where=where)


def relation(kind, name, *rest):
    return f.add(kind, global_id(kind + name), None, None, None, *rest)


def opening(host, name, solids):
    hole = product("IfcOpeningElement", name, solids, None, ".OPENING.")
    relation("IfcRelVoidsElement", name, products[host], hole)
    return hole


GROUND, UP, ROOF, GARDEN = "Ground floor", "Upper floor", "Roof", "Garden"


# Shell

def wall(name, solids, where):
    element("IfcWall", name, solids, where, ".SOLIDWALL.")


def walls():
    front, back = (0, 0), (0, WIDTH - WALL)
    for name, (x, y) in {"front": front, "back": back}.items():
        wall(f"Wall {name}, ground", [box((x, y, 0), (LENGTH, y + WALL, CLEAR))], GROUND)
    for name, x in {"left": 0, "right": LENGTH - WALL}.items():
        wall(f"Wall {name}, ground", [box((x, WALL, 0), (x + WALL, WIDTH - WALL, CLEAR))], GROUND)
    wall("Partition, living", [box((PARTITION[0], WALL, 0), (PARTITION[1], WIDTH - WALL, CLEAR))], GROUND)
    wall("Partition, kitchen", [box((PARTITION[1], 4.0, 0), (LENGTH - WALL, 4.115, CLEAR))], GROUND)
    wall("Partition, WC", [box((8.6, WALL, 0), (8.715, 4.0, CLEAR))], GROUND)
    for name, y in {"front": 0, "back": WIDTH - WALL}.items():
        profile = [(y, UPPER), (y + WALL, UPPER), (y + WALL, under(y + WALL)), (y, under(y))]
        wall(f"Wall {name}, upper", [along_x(profile, WALL, LENGTH - WALL)], UP)
    for name, x in {"left": 0, "right": LENGTH - WALL}.items():
        wall(f"Gable {name}", [along_x(gable(0, WIDTH, RAFTER), x, x + WALL)], UP)
    wall("Partition, gallery", [along_x(gable(WALL, WIDTH - WALL, RAFTER), *PARTITION)], UP)
    profile = [(4.3, UPPER), (4.415, UPPER), (4.415, under(4.415)), (4.3, under(4.3))]
    wall("Partition, bath", [along_x(profile, PARTITION[1], LENGTH - WALL)], UP)
    joints = [(f"Wall {a}, ground", f"Wall {b}, ground") for a in ("front", "back") for b in ("left", "right")]
    joints += [(f"Wall {a}, upper", f"Gable {b}") for a in ("front", "back") for b in ("left", "right")]
    joints += [("Partition, living", "Wall front, ground"), ("Partition, kitchen", "Partition, living"),
               ("Partition, WC", "Partition, kitchen"), ("Partition, bath", "Partition, gallery")]
    for a, b in joints:
        relation("IfcRelConnectsPathElements", a + b, None, products[a], products[b], [], [], ".ATSTART.", ".ATEND.")


def gable(y0, y1, above):
    half = WIDTH / 2
    return [(y0, UPPER), (y1, UPPER), (y1, under(y1) + above), (half, under(half) + above), (y0, under(y0) + above)]


def slabs():
    for name, lo, hi in (("front", (0, 0), (LENGTH, 0.6)), ("back", (0, WIDTH - 0.6), (LENGTH, WIDTH)),
                         ("left", (0, 0.6), (0.6, WIDTH - 0.6)),
                         ("right", (LENGTH - 0.6, 0.6), (LENGTH, WIDTH - 0.6))):
        element("IfcFooting", f"Footing {name}", [box((*lo, -0.85), (*hi, -0.25))], GROUND, ".STRIP_FOOTING.")
    element("IfcSlab", "Slab, ground", [box((0, 0, -0.25), (LENGTH, WIDTH, 0))], GROUND, ".BASESLAB.")
    element("IfcSlab", "Slab, upper", [box((0, 0, CLEAR), (LENGTH, WIDTH, UPPER))], UP, ".FLOOR.")
    opening("Slab, upper", "Stairwell", [box((4.5, 1.8, CLEAR - 0.1), (PARTITION[0], 5.28, UPPER + 0.1))])
    opening("Slab, ground", "Sleeve", [box((9.12, 4.13, -0.35), (9.28, 4.29, 0.1))])


def fill(wall_name, kind, name, solids, hole, size, where):
    """A door or window of `size` (width, height) in a hole of a wall."""
    made = opening(wall_name, f"Opening, {name}", hole)
    last = ([".DOOR.", ".SINGLE_SWING_LEFT."] if kind == "IfcDoor" else [".WINDOW.", ".SINGLE_PANEL."]) + [None]
    filling = element(kind, name, solids, where, float(size[1]), float(size[0]), *last)
    relation("IfcRelFillsElement", name, made, filling)


def glazing(section, w, h, at, middle, bars):
    """Frame, bars and panes of a window; section(points, from, to, holes) extrudes across the wall around `middle`."""
    frame, pane, half = 0.07, 0.012, 0.04
    inner = (w - 2 * frame - (bars - 1) * frame) / bars
    lights = [rectangle(inner, h - 2 * frame, (at[0] + frame + k * (inner + frame),
                                               at[1] + frame)) for k in range(bars)]
    return [section(rectangle(w, h, at), middle - half, middle + half, lights)] + [
        section(light, middle - pane, middle + pane) for light in lights]


def window(wall_name, name, lo, hi, where, bars=1, larger=0):
    """A window from lo to hi, (along, z), in a wall with the y or x of its middle; `larger`: it laps over the hole."""
    across, low, high = wall_span(wall_name)
    section = along_y if across == "y" else along_x
    w, h = hi[0] - lo[0], hi[1] - lo[1]
    hole = [section(rectangle(w, h, lo), low - 0.1, high + 0.1)]
    at = (lo[0] - larger, lo[1] - larger)
    solids = glazing(section, w + 2 * larger, h + 2 * larger, at, (low + high) / 2, bars)
    fill(wall_name, "IfcWindow", name, solids, hole, (w, h), where)


def door(wall_name, name, along, z, where, height=2.1):
    across, low, high = wall_span(wall_name)
    section = along_y if across == "y" else along_x
    (a, b), edge, top = along, 0.06, z + height
    jamb = [(a, z), (a + edge, z), (a + edge, top - edge), (b - edge, top - edge), (b - edge, z), (b, z), (b, top),
            (a, top)]
    middle = (low + high) / 2
    leaf = rectangle(b - a - 2 * edge, height - edge, (a + edge, z))
    handle = rectangle(0.12, 0.02, (b - edge - 0.18, z + 1.05))
    solids = [section(jamb, low, high), section(leaf, middle - 0.02, middle + 0.02),
              section(handle, middle + 0.02, middle + 0.06)]
    fill(wall_name, "IfcDoor", name, solids, [section(rectangle(b - a, height, (a, z)), low - 0.1, high + 0.1)],
         (b - a, height), where)


def wall_span(name):
    """The axis across a wall, and where it begins and ends along it."""
    spans = {"Wall front": ("y", 0, WALL), "Wall back": ("y", WIDTH - WALL, WIDTH), "Wall left": ("x", 0, WALL),
             "Wall right": ("x", LENGTH - WALL, LENGTH), "Gable left": ("x", 0, WALL),
             "Gable right": ("x", LENGTH - WALL, LENGTH), "Partition, living": ("x", *PARTITION),
             "Partition, gallery": ("x", *PARTITION), "Partition, kitchen": ("y", 4.0, 4.115),
             "Partition, WC": ("x", 8.6, 8.715), "Partition, bath": ("y", 4.3, 4.415)}
    return next(span for prefix, span in spans.items() if name.startswith(prefix))


def openings():
    window("Wall front, ground", "Window, terrace", (1.0, 0.05), (4.0, 2.3), GROUND, 3)
    window("Wall front, ground", "Window, WC", (9.3, 1.4), (9.9, 2.2), GROUND)
    window("Wall back, ground", "Window, kitchen", (7.0, 1.0), (9.4, 2.2), GROUND, 2)
    window("Wall back, ground", "Window, living", (1.5, 0.9), (3.3, 2.2), GROUND, 2, larger=0.03)  # CLASH
    window("Wall left, ground", "Window, side", (2.6, 0.4), (5.4, 2.3), GROUND, 2)
    window("Wall right, ground", "Window, sink", (5.2, 1.0), (6.6, 2.2), GROUND)
    window("Gable left", "Window, gallery", (3.0, 3.3), (5.0, 5.6), UP, 2)
    window("Gable right", "Window, bedroom", (2.2, 3.8), (3.6, 5.2), UP)
    window("Gable right", "Window, bath", (5.0, 3.9), (5.8, 5.2), UP)
    door("Wall front, ground", "Front door", (6.7, 7.8), 0, GROUND, 2.25)
    door("Partition, living", "Door, living", (0.45, 1.35), 0, GROUND)
    door("Partition, living", "Door, dining", (6.2, 7.1), 0, GROUND)
    door("Partition, kitchen", "Door, kitchen", (6.2, 7.1), 0, GROUND)
    door("Partition, WC", "Door, WC", (1.2, 2.0), 0, GROUND)
    door("Partition, gallery", "Door, bedroom", (1.2, 2.1), UPPER, UP)
    door("Partition, gallery", "Door, bath", (5.9, 6.8), UPPER, UP)


def stair():
    steps, rise, tread, y0, x0, x1 = 15, UPPER / 15, 0.27, 1.5, 4.55, 5.55
    profile = [(y0, 0)]
    for k in range(steps - 1):
        profile += [(y0 + k * tread, (k + 1) * rise), (y0 + (k + 1) * tread, (k + 1) * rise)]
    profile += [(profile[-1][0], profile[-1][1] - 0.3), (y0 + 0.42, 0)]
    element("IfcStair", "Stair", [along_x(profile, x0, x1)], GROUND, ".STRAIGHT_RUN_STAIR.")
    posts = [cylinder((x0 + 0.05, y0 + (k + 0.5) * tread, (k + 1) * rise), 0.015, 0.9) for k in range(0, steps - 1,
                                                                                                      2)]
    slope = [(x0 + 0.05, y0 + (k + 0.5) * tread, (k + 1) * rise + 0.9) for k in (0, steps - 3)]
    element("IfcRailing", "Handrail", posts + [pipe(slope, 0.025)], GROUND, ".HANDRAIL.")
    low = [cylinder((4.4, 1.75 + 0.45 * k, UPPER), 0.015, 0.95) for k in range(9)]
    rail = box((4.375, 1.7, UPPER + 0.95), (4.425, 5.4, UPPER + 1.0))
    element("IfcRailing", "Gallery railing", low + [rail], UP, ".GUARDRAIL.")


# Roof

def slope(y, z_above=0):
    return (y, under(y) + z_above)


def strip(y0, y1, low, high):
    """The profile (y, z) of a layer of the roof between two heights above the rafters' lower edge."""
    return [slope(y0, low), slope(y1, low), slope(y1, high), slope(y0, high)]


def roof():
    element("IfcRoof", "Roof", None, ROOF, ".GABLE_ROOF.")
    half, x0, x1 = WIDTH / 2, -0.5, LENGTH + 0.5
    sides = {"front": (-OVERHANG, half), "back": (half, WIDTH + OVERHANG)}
    coverings = []
    for name, (a, b) in sides.items():
        solid = along_x(strip(a, b, RAFTER, RAFTER + COVERING), x0, x1)
        coverings.append(product("IfcSlab", f"Covering {name}", [solid], None, ".ROOF."))
        for k in range(11):
            x = 0.75 + 0.9 * k
            element("IfcMember", f"Rafter {name} {k + 1}", [along_x(strip(a, b, 0, RAFTER), x, x + 0.08)], ROOF,
                    ".RAFTER.")
        for side, x in (("left", x0), ("right", x1 - 0.08)):
            element("IfcMember", f"Verge rafter {name} {side}", [along_x(strip(a, b, 0, RAFTER), x, x + 0.08)], ROOF,
                    ".RAFTER.")
    relation("IfcRelAggregates", "Roof", products["Roof"], coverings)
    purlins = {"Ridge purlin": (half - 0.1, half + 0.1), "Purlin front": (2.0, 2.14), "Purlin back": (5.86, 6.0)}
    for name, (a, b) in purlins.items():
        top = min(under(a), under(b))
        profile = [(a, top - 0.26), (b, top - 0.26), (b, top), (a, top)]
        element("IfcBeam", name, [along_x(profile, x0, x1)], ROOF, ".BEAM.")
        hosts = ["Gable left", "Gable right"] + (["Partition, gallery"] if name != "Ridge purlin" else [])  # CLASH
        for host in hosts:
            _, low, high = wall_span(host)
            opening(host, f"Pocket, {name}, {host}", [along_x(profile, low - 0.1, high + 0.1)])
    for x in (3.0, 8.5):
        element("IfcColumn", f"Post {x}", [box((x, half - 0.07, UPPER),
                                               (x + 0.14, half + 0.07, under(half - 0.1) - 0.26))], ROOF, ".COLUMN.")
    skylights()
    chimney()
    panels()
    for name, y in (("front", -OVERHANG - 0.08), ("back", WIDTH + OVERHANG + 0.08)):
        z = under(-OVERHANG) + RAFTER
        element("IfcPipeSegment", f"Gutter {name}", [pipe([(x0, y, z), (x1, y, z)], 0.07)], ROOF, ".GUTTER.")


def on_roof(side, y):
    """Origin on the covering at y, and the directions: out of it and up along it."""
    s, c = math.sin(PITCH), math.cos(PITCH)
    sign = 1 if side == "front" else -1
    return (y, under(y) + RAFTER + COVERING), (0, -sign * s, c), (0, sign * c, s)


def lying(side, x, y, w, h, low, high, holes=()):
    """A plate on a side of the roof from (x, y) w to the right and h up; low and high are measured out of the roof."""
    (_, z), out, up = on_roof(side, y)
    origin = tuple(o + low * n for o, n in zip((x, y, z), out))
    right = (up[1] * out[2] - up[2] * out[1], 0, 0)
    shift = 0 if right[0] > 0 else -w
    holes = [[(u + shift, v) for u, v in hole] for hole in holes]
    return extrusion(outline(rectangle(w, h, (shift, 0)), holes), high - low, origin, out, right)


def skylights():
    depth = COVERING * math.cos(PITCH)
    for name, side, x, y in (("front left", "front", 2.65, 1.2), ("front right", "front", 7.15, 1.2),
                             ("back left", "back", 4.45, 6.6), ("back right", "back", 8.05, 6.6)):
        w, h, edge = 0.78, 1.3, 0.06
        hole = [lying(side, x, y, w, h, -depth - 0.1, 0.2)]
        light = rectangle(w - 2 * edge, h - 2 * edge, (edge, edge))
        frame = lying(side, x, y, w, h, -depth, 0.05, [light])
        along = edge * math.cos(PITCH) * (1 if side == "front" else -1)
        pane = lying(side, x + edge, y + along, w - 2 * edge, h - 2 * edge, -0.02, 0.0)
        fill(f"Covering {side}", "IfcWindow", f"Skylight {name}", [frame, pane], hole, (w, h), ROOF)


def chimney():
    lo, hi = (9.05, 4.6), (9.65, 5.2)
    flue = [rectangle(0.3, 0.3, (lo[0] + 0.15, lo[1] + 0.15))]
    stack = extrusion(outline(rectangle(0.6, 0.6, lo), flue), 9.0 - UPPER, (0, 0, UPPER))
    element("IfcChimney", "Chimney", [stack], ROOF, None)
    opening("Covering back", "Opening, chimney", [box((*lo, 6.0), (*hi, 9.0))])


def panels():
    for k in range(6):
        x, y = 4.0 + 1.08 * (k % 4), -0.1 + 1.32 * (k // 4)
        feet = [lying("front", x + dx, y + 0.2, 0.04, 1.2, 0, 0.06) for dx in (0.15, 0.85)]
        plate = lying("front", x, y, 1.04, 1.6, 0.06, 0.1)
        element("IfcSolarDevice", f"Solar panel {k + 1}", [*feet, plate], ROOF, ".SOLARPANEL.")


# What stands in it

def table(x, y, z, w, d, h):
    legs = [box((x + a, y + b, z), (x + a + 0.06, y + b + 0.06, z + h - 0.04)) for a in (0.05,
                                                                                         w - 0.11) for b in (0.05,
                                                                                                             d - 0.11)]
    return legs + [box((x, y, z + h - 0.04), (x + w, y + d, z + h))]


def chair(x, y, z, back):
    """`back`: where the back is along y, 0 or 1."""
    solids = table(x, y, z, 0.44, 0.44, 0.46)
    at = y + back * 0.4
    return solids + [box((x, at, z + 0.46), (x + 0.44, at + 0.04, z + 0.95))]


def bed(x, y, z, w):
    return [box((x, y, z), (x + w, y + 2.0, z + 0.28)), box((x + 0.03, y + 0.03, z + 0.28),
                                                            (x + w - 0.03, y + 1.97, z + 0.5)),
            box((x, y + 2.0, z), (x + w, y + 2.06, z + 1.0))]


def furniture():
    def piece(name, solids, where, kind=".NOTDEFINED."):
        element("IfcFurniture", name, solids, where, kind)

    seat = [box((0.9, 4.6, 0.1), (1.8, 6.8, 0.42)), box((0.9, 4.6, 0.42), (1.12, 6.8, 0.85))]
    seat += [box((0.9, y, 0.42), (1.8, y + 0.2, 0.62)) for y in (4.4, 6.8)]
    seat += [box((x, y, 0), (x + 0.06, y + 0.06, 0.1)) for x in (0.95, 1.7) for y in (4.7, 6.6)]
    piece("Sofa", seat, GROUND, ".SOFA.")
    piece("Coffee table", table(2.3, 5.1, 0, 0.7, 1.1, 0.42), GROUND, ".TABLE.")
    piece("Dining table", table(1.2, 1.2, 0, 2.2, 1.0, 0.75), GROUND, ".TABLE.")
    for k in range(3):
        piece(f"Chair {k + 1}", chair(1.35 + 0.7 * k, 0.68, 0, 0), GROUND, ".CHAIR.")
        piece(f"Chair {k + 4}", chair(1.35 + 0.7 * k, 2.28, 0, 1), GROUND, ".CHAIR.")
    shelf = [box((0.36, 7.3, 0), (0.4, 7.64, 2.0)), box((2.0 - 0.6, 7.3, 0), (1.44, 7.64, 2.0))]
    shelf += [box((0.4, 7.3, 0.4 * k), (1.4, 7.64, 0.4 * k + 0.03)) for k in range(5)]
    piece("Bookshelf", shelf, GROUND, ".SHELF.")
    counter = [box((6.4, 7.04, 0.1), (10.04, 7.64, 0.86)), box((6.38, 7.02, 0.86), (10.04, 7.64, 0.9))]
    counter += [box((10.04, 4.8, 0.1), (10.64, 7.64, 0.86)), box((10.04, 4.8, 0.86), (10.64, 7.64, 0.9))]
    piece("Kitchen counter", counter, GROUND, ".NOTDEFINED.")
    piece("Wall cupboards", [box((5.775 + k * 0.6, 7.29, 1.45), (6.365 + k * 0.6, 7.64, 2.2)) for k in range(2)],
          GROUND)
    piece("Kitchen island", [box((7.3, 5.2, 0.1), (8.9, 6.0, 0.86)), box((7.2, 5.1, 0.86), (9.0, 6.1, 0.9)),
                             box((7.4, 5.3, 0), (8.8, 5.9, 0.1))], GROUND)
    piece("Bed", bed(8.4, 0.9, UPPER, 1.6), UP, ".BED.")
    piece("Wardrobe", [box((5.725, 2.4, UPPER), (6.375, 4.2, UPPER + 2.1))], UP)  # CLASH: into the partition
    piece("Desk", table(0.5, 3.3, UPPER, 0.75, 1.5, 0.74), UP, ".DESK.")
    piece("Desk chair", chair(1.35, 3.8, UPPER, 1), UP, ".CHAIR.")
    piece("Daybed", bed(1.2, 5.2, UPPER, 0.95), UP, ".BED.")


def fittings():
    def sanitary(name, solids, where, kind):
        element("IfcSanitaryTerminal", name, solids, where, kind)

    def bowl(x, y, z, w, d, h, edge):
        hole = [rectangle(w - 2 * edge, d - 2 * edge, (x + edge, y + edge))]
        return [box((x, y, z), (x + w, y + d, z + 0.08)), extrusion(outline(rectangle(w, d, (x, y)), hole), h - 0.08,
                                                                    (0, 0, z + 0.08))]

    sanitary("Bath", bowl(8.6, 6.84, UPPER, 1.8, 0.8, 0.55, 0.06), UP, ".BATH.")
    sanitary("Basin", bowl(6.2, 4.415, UPPER + 0.75, 0.7, 0.45, 0.14, 0.03), UP, ".WASHHANDBASIN.")
    sanitary("Basin, WC", bowl(10.19, 2.4, 0.75, 0.45, 0.5, 0.14, 0.03), GROUND, ".WASHHANDBASIN.")
    for name, x, y, z, where in (("WC, ground", 10.0, 1.0, 0, GROUND), ("WC, upper", 10.0, 5.6, UPPER, UP)):
        sanitary(name, [box((x, y, z), (x + 0.45, y + 0.36, z + 0.4)),
                        box((x + 0.45, y - 0.06, z), (x + 0.64, y + 0.42, z + 0.85))], where, ".TOILETPAN.")
    for name, lo, hi, where in (("side", (0.37, 3.0, 0.08), (0.45, 5.0, 0.36), GROUND),
                                ("bedroom", (10.55, 2.3, UPPER + 0.1), (10.63, 3.5, UPPER + 0.75), UP)):
        element("IfcSpaceHeater", f"Radiator {name}", [box(lo, hi)], where, ".RADIATOR.")
    # CLASH: a second one in the same place
    element("IfcSpaceHeater", "Radiator bedroom, again", [box(lo, hi)], UP, ".RADIATOR.")


def services():
    def run(name, points, radius, where, bend=0.12, kind="IfcPipeSegment"):
        element(kind, name, [pipe(points, radius, bend)], where, ".RIGIDSEGMENT.")

    # in its sleeve
    element("IfcPipeSegment", "Waste pipe", [cylinder((9.2, 4.21, -0.8), 0.055, 3.1)], GROUND, ".RIGIDSEGMENT.")
    # CLASH: slab, partition
    run("Waste pipe, upper", [(9.2, 4.21, 2.3), (9.2, 4.21, 3.2), (10.2, 4.21, 3.2), (10.2, 5.5, 3.2)], 0.055, UP)
    element("IfcPipeSegment", "Water pipe in the wall", [cylinder((5.6875, 3.5, 0.2), 0.011, 2.2)], GROUND,
            ".RIGIDSEGMENT.")
    run("Water pipe", [(10.3, 2.6, 0.7), (10.3, 2.6, 0.3), (9.4, 2.6, 0.3), (9.4, 3.9, 0.3)], 0.011, GROUND, 0.05)
    profile = rectangle(0.25, 0.15, (3.0, 2.42))
    element("IfcDuctSegment", "Duct", [along_y(profile, 4.2, 7.4)], GROUND, ".RIGIDSEGMENT.")  # CLASH: the beam
    section = f.add("IfcIShapeProfileDef", ".AREA.", "HEA 200", None, 0.2, 0.2, 0.0065, 0.01, None, None, None)
    element("IfcBeam", "Steel beam", [extrusion(section, PARTITION[0] - WALL, (WALL, 6.0, CLEAR - 0.1), X, Y)],
            GROUND, ".BEAM.")
    for name, x in (("left", -0.43), ("right", LENGTH + 0.43)):
        top = under(-OVERHANG) + RAFTER - 0.07
        points = [(x, -OVERHANG - 0.08, top), (x, -OVERHANG - 0.08, top - 0.4), (x, -0.08, top - 0.8),
                  (x, -0.08, -0.15)]
        run(f"Downpipe {name}", points, 0.045, ROOF, 0.1)


def spaces():
    def space(name, solid, where, *bounding):
        made = product("IfcSpace", name, [solid], name, ".ELEMENT.", ".INTERNAL.", None)
        inside.setdefault(where + " spaces", []).append(made)
        for other in bounding:
            relation("IfcRelSpaceBoundary", name + other, made, products[other], None, ".PHYSICAL.", ".INTERNAL.")

    a, b, right, back = PARTITION[0], PARTITION[1], LENGTH - WALL, WIDTH - WALL
    slabs_too = ("Slab, ground", "Slab, upper")
    space("Living room", box((WALL, WALL, 0), (a, back, CLEAR)), GROUND, "Wall front, ground", "Wall back, ground",
          "Wall left, ground", "Partition, living", *slabs_too)
    space("Kitchen", box((b, 4.115, 0), (right, back, CLEAR)), GROUND, "Wall back, ground", "Wall right, ground",
          "Partition, kitchen", *slabs_too)
    space("Hall", box((b, WALL, 0), (8.6, 4.0, CLEAR)), GROUND, "Wall front, ground", "Partition, WC",
          "Partition, kitchen", *slabs_too)
    space("WC", box((8.715, WALL, 0), (right, 4.0, CLEAR)), GROUND, "Partition, WC", "Wall right, ground", *slabs_too)
    space("Gallery", along_x(gable(WALL, back, 0), WALL, a), UP, "Gable left", "Partition, gallery", "Slab, upper")
    room = [(WALL, UPPER), (4.3, UPPER), (4.3, under(4.3)), (4.0, under(4.0)), (WALL, under(WALL))]
    space("Bedroom", along_x(room, b, right), UP, "Gable right", "Partition, bath", "Slab, upper")
    room = [(4.415, UPPER), (back, UPPER), (back, under(back)), (4.415, under(4.415))]
    space("Bathroom", along_x(room, b, right), UP, "Gable right", "Partition, bath", "Slab, upper")


# Outside

def garden():
    element("IfcSlab", "Terrace", [box((0.4, -3.4, -0.15), (5.6, 0, -0.02))], GARDEN, ".PAVING.")
    element("IfcSlab", "Doorstep", [box((6.4, -1.3, -0.15), (8.1, 0, -0.02))], GARDEN, ".PAVING.")
    for k in range(6):
        x = 6.5 + 0.25 * (k % 2)
        element("IfcSlab", f"Path stone {k + 1}", [box((x, -2.2 - 0.95 * k, -0.15),
                                                       (x + 1.1, -1.5 - 0.95 * k, -0.09))], GARDEN, ".PAVING.")
    posts = [(x, y) for x in (0.6, 5.28) for y in (-3.2, -0.16)]
    for k, (x, y) in enumerate(posts):
        element("IfcColumn", f"Pergola post {k + 1}", [box((x, y, -0.02), (x + 0.12, y + 0.12, 2.3))], GARDEN,
                ".COLUMN.")
    for name, y in (("front", -3.2), ("back", -0.16)):
        element("IfcBeam", f"Pergola beam {name}", [box((0.4, y, 2.3), (5.6, y + 0.12, 2.46))], GARDEN, ".BEAM.")
    for k in range(9):
        x = 0.5 + 0.615 * k
        element("IfcMember", f"Pergola slat {k + 1}", [box((x, -3.5, 2.46), (x + 0.06, 0, 2.6))], GARDEN, ".MEMBER.")
    element("IfcSlab", "Canopy", [box((6.3, -1.2, 2.5), (8.2, 0, 2.56))], GARDEN, ".ROOF.")
    for x in (6.5, 8.0):
        element("IfcMember", f"Canopy rod {x}", [pipe([(x, -0.01, 3.2), (x, -1.0, 2.571)], 0.012)], GARDEN,
                ".MEMBER.")
    for name, lo, hi in (("left", (-3.5, -6.0), (-3.3, 10.5)), ("back", (-3.3, 10.3), (14.0, 10.5)),
                         ("right", (14.0, -6.0), (14.2, 10.5))):
        element("IfcWall", f"Garden wall {name}", [box((*lo, -0.15), (*hi, 0.9))], GARDEN, ".PARAPET.")
    element("IfcFurniture", "Garden table", table(1.8, -2.2, -0.02, 1.6, 0.9, 0.74), GARDEN, ".TABLE.")
    for k, y in enumerate((-2.75, -1.25)):
        element("IfcFurniture", f"Bench {k + 1}", table(1.8, y, -0.02, 1.6, 0.35, 0.45), GARDEN, ".CHAIR.")
    for k, (x, y, h) in enumerate(((-1.6, -3.8, 2.2), (12.6, -2.0, 1.8), (13.1, 8.9, 2.6), (-1.8, 8.4, 1.5))):
        solids = [cylinder((x, y, -0.15), 0.11, h), crown((x, y, h + 0.9), 1.15 + 0.1 * k, k)]
        element("IfcGeographicElement", f"Tree {k + 1}", solids, GARDEN, ".NOTDEFINED.")


def systems():
    for system, parts in (("Ventilation", ["Duct"]),
                          ("Waste water", ["Waste pipe", "Waste pipe, upper"]),
                          ("Water", ["Water pipe", "Water pipe in the wall"]),
                          ("Heating", [name for name in products if name.startswith("Radiator ")]),
                          ("Rain water", [name for name in products if name.startswith(("Gutter ", "Downpipe "))])):
        made = f.add("IfcSystem", global_id("System " + system), None, system, None, None)
        relation("IfcRelAssignsToGroup", system, [products[name] for name in parts], None, made)


def structure():
    plot = outline(rectangle(22, 21, (-5.5, -8.0)), [rectangle(LENGTH, WIDTH)])
    site = product("IfcSite", "Plot", [extrusion(plot, 0.7, (0, 0, -0.85))], None, ".ELEMENT.", None, None, None,
                   None, None)
    project = f.add("IfcProject", global_id("Project"), None, "House", None, None, None, None, [WORLD], UNITS)
    building = product("IfcBuilding", "House", None, None, ".ELEMENT.", None, None, None)
    storeys = [product("IfcBuildingStorey", name, None, None, ".ELEMENT.", height) for name, height in
               ((GARDEN, -0.15), (GROUND, 0.0), (UP, UPPER), (ROOF, EAVES))]
    relation("IfcRelAggregates", "project", project, [site])
    relation("IfcRelAggregates", "site", site, [building])
    relation("IfcRelAggregates", "building", building, storeys)
    for name, held in inside.items():
        if name.endswith(" spaces"):
            relation("IfcRelAggregates", name, products[name.removesuffix(" spaces")], held)
        else:
            relation("IfcRelContainedInSpatialStructure", name, held, products[name])


for make in (slabs, walls, openings, stair, roof, furniture, fittings, services, spaces, garden, structure, systems):
    make()
f.write(pathlib.Path(__file__).with_name("house.ifc"))
