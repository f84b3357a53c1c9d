#!/usr/bin/env python3
"""Writes complex.json: a U-shaped complex of five storeys, 60,000 m² in all, with rooms along corridors, a flight of
stairs in each corner and at the ends of the wings, and a main that bursts on the third floor."""
import json

WIDTH, DEPTH, WING = 160.0, 110.0, 40.0  # m; 12,000 m² per storey
STOREYS, HEIGHT = 5, 3.5
CORRIDOR, ROOM, DOOR = 4.0, 16.0, 1.2
STAIRS = {"west": (18.2, 8.0), "east": (141.8, 8.0), "north": (18.2, 102.0), "south": (141.8, 102.0)}
LENGTH, WIDE = 6.0, 2.0
MARGIN = 3.0

# Wings: (x0, y0, x1, y1, along x); their corridors run in the middle
BASE = (WING, 0.0, WIDTH - WING, WING)
WINGS = {"west": (0.0, 0.0, WING, DEPTH), "east": (WIDTH - WING, 0.0, WIDTH, DEPTH)}


def r(v):
    return round(v, 3)


def state(k):
    """Every third door is shut, until 0.8 m of water break it."""
    return {} if k % 3 else {"open": False, "breaks_at": 0.8}


def wing(name, box):
    """Corridor from south to north with rooms on both sides; open to the base at the south."""
    x0, y0, x1, y1 = box
    left, right = (x0 + x1 - CORRIDOR) / 2, (x0 + x1 + CORRIDOR) / 2
    walls, doors = [], []
    inner = x1 if name == "west" else x0
    n = int((y1 - y0) / ROOM)
    for side, wall in (("w", left), ("e", right)):
        outer = x0 if side == "w" else x1
        open_end = outer == inner
        walls.append([[r(wall), r(WING if open_end else y0 + 2 * CORRIDOR)], [r(wall), r(y1 - 2 * CORRIDOR)]])
        for k in range(1, n + 1):
            y = y0 + k * ROOM
            if y > y1 - 2 * CORRIDOR or (open_end and y < WING):
                continue
            walls.append([[r(wall), r(y)], [r(outer), r(y)]])
        for k in range(n):
            y = y0 + k * ROOM + ROOM / 2
            if y - DOOR > y1 - 2 * CORRIDOR - 1 or (open_end and y < WING) or y < y0 + 2 * CORRIDOR + 1:
                continue
            doors.append({"name": f"{name} {side}{k}", "line": [[r(wall), r(y)], [r(wall), r(y + DOOR)]],
                          **state(k + (side == "w"))})
    return walls, doors


def base(box):
    """Corridor from west to east."""
    x0, y0, x1, y1 = box
    low, high = (y0 + y1 - CORRIDOR) / 2, (y0 + y1 + CORRIDOR) / 2
    walls, doors = [], []
    for side, wall, outer in (("s", low, y0), ("n", high, y1)):
        walls.append([[r(x0), r(wall)], [r(x1), r(wall)]])
        for k in range(int((x1 - x0) / ROOM) + 1):
            x = x0 + k * ROOM
            walls.append([[r(x), r(wall)], [r(x), r(outer)]])
        for k in range(int((x1 - x0) / ROOM)):
            x = x0 + k * ROOM + ROOM / 2
            doors.append({"name": f"base {side}{k}", "line": [[r(x), r(wall)], [r(x + DOOR), r(wall)]],
                          **state(k + (side == "n"))})
    return walls, doors


def people(storey):
    """Equal numbers in the corridor of the base and in each of its rooms with an open door, which gives room
    for 10,000 (2,000 per storey)."""
    areas = [("corridor", [[50, 18.6], [110, 21.4]])]
    for side, low, turn in (("s", 0, 0), ("n", (WING + CORRIDOR) / 2, 1)):
        for k in range(int((WIDTH - 2 * WING) / ROOM)):
            if not state(k + turn):
                x = WING + k * ROOM
                areas.append((f"{side}{k}", [[r(x + 0.5), r(low + 0.5)],
                                             [r(x + ROOM - 0.5), r(low + (WING - CORRIDOR) / 2 - 0.5)]]))
    return [{"name": f"{storey}: {name}", "area": area, "count": 120 // len(areas)} for name, area in areas]


def main():
    u = [[0, 0], [WIDTH, 0], [WIDTH, DEPTH], [WIDTH - WING, DEPTH], [WIDTH - WING, WING], [WING, WING], [WING, DEPTH],
         [0, DEPTH]]
    bounds = [[-MARGIN, -MARGIN], [WIDTH + MARGIN, DEPTH + MARGIN]]
    storeys, stairs = [], []
    for s in range(STOREYS):
        walls, doors = [{"polygon": u}], []
        for w, d in [wing(n, b) for n, b in WINGS.items()] + [base(BASE)]:
            walls += w
            doors += [{**door, "name": f"{s}: {door['name']}"} for door in d]
        storey = {"name": f"floor {s}", "level": HEIGHT * s, "height": HEIGHT - 0.3, "bounds": bounds, "walls": walls,
                  "doors": doors,
                  "spawns": people(s)}
        if s == 0:
            storey["exits"] = [{"name": "west exit", "door": [[0, 19], [0, 21]]},
                               {"name": "east exit", "door": [[WIDTH, 19], [WIDTH, 21]]}]
        storeys.append(storey)
        if s + 1 < STOREYS:
            for name, (x, y) in STAIRS.items():
                shift = -WIDE if s % 2 else 0
                way = 1 if y < DEPTH / 2 else -1
                stairs.append({"name": f"{name} {s}", "from": f"floor {s}", "to": f"floor {s + 1}", "width": WIDE,
                               "foot": [r(x + 1.8 + shift), r(y - way * LENGTH / 2)],
                               "head": [r(x + 1.8 + shift), r(y + way * LENGTH / 2)]})
    plan = {"title": "U-shaped complex of five storeys",
            "note": "A main bursts on floor 3; water finds the stairs and breaks doors.",
            "storeys": storeys, "stairs": stairs,
            "water": {"manning": 0.02,
                      "inflows": [{"name": "main", "storey": "floor 3", "area": [[70, 18.6], [72, 21.4]],
                                   "hydrograph": [[0, 0], [5, 4], [3600, 4]]}]},
            "duration": 600}
    with open("complex.json", "w") as out:
        json.dump(plan, out, separators=(",", ":"))
        out.write("\n")


main()
