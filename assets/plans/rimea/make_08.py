"""Writes 08-three-storeys.json: a corridor with rooms of 2 m by 3 m on both sides on each of three storeys, four people
in each room, stairs at both ends of the corridor, and a way out at both ends of the ground floor."""
import json
import pathlib

ROOMS, WIDTH, DEPTH, CORRIDOR, DOOR = 19, 3, 2, 2, 1.2
LENGTH, HALL = ROOMS * WIDTH, 8  # m; a hall at each end holds the stairs


def storey(number):
    left_out = 2 if number == 0 else 0  # rooms in the middle of the ground floor: 36, 38, 38
    walls = [{"polygon": [[-HALL, -DEPTH], [LENGTH + HALL, CORRIDOR + DEPTH]]}]
    doors, spawns = [], []
    for side, (wall, far) in enumerate(((0, -DEPTH), (CORRIDOR, CORRIDOR + DEPTH))):
        walls.append([[0, wall], [LENGTH, wall]])
        walls += [[[k * WIDTH, wall], [k * WIDTH, far]] for k in range(ROOMS + 1)]
        for k in range(ROOMS):
            middle = (k + 0.5) * WIDTH
            name = f"{number}.{side * ROOMS + k + 1}"
            doors.append({"name": f"door {name}", "line": [[middle - DOOR / 2, wall], [middle + DOOR / 2, wall]]})
            if not (left_out and k == ROOMS // 2):
                spawns.append({"name": name, "area": [[k * WIDTH, min(wall, far)], [(k + 1) * WIDTH, max(wall, far)]],
                               "count": 4})
    plan = {"name": ["ground floor", "first floor", "second floor"][number], "level": 3 * number, "height": 3,
            "walls": walls, "doors": doors, "spawns": spawns}
    if number == 0:
        plan["exits"] = [{"name": "west", "door": [[-HALL, 0.4], [-HALL, 1.6]]},
                         {"name": "east", "door": [[LENGTH + HALL, 0.4], [LENGTH + HALL, 1.6]]}]
    return plan


def stairs(lower):
    names = ["ground floor", "first floor", "second floor"]
    ends = [{"name": f"west {lower}", "foot": [-1.5, 3.1], "head": [-6, 3.1]},
            {"name": f"east {lower}", "foot": [LENGTH + 1.5, 3.1], "head": [LENGTH + 6, 3.1]}]
    return [{**end, "from": names[lower], "to": names[lower + 1], "width": 1.8} for end in ends]


PLAN = {"title": "RiMEA 8: three storeys",
        "note": "144, 152 and 152 people in rooms of four. One parameter is varied, here the desired speed.",
        "people": {"speed": 1.0, "radius": 0.25},
        "storeys": [storey(n) for n in range(3)],
        "stairs": stairs(0) + stairs(1)}
lines = [json.dumps(PLAN[key], separators=(", ", ": ")) for key in PLAN]
text = "{\n" + ",\n".join(f'  "{key}": {line}' for key, line in zip(PLAN, lines)) + "\n}\n"
pathlib.Path(__file__).with_name("08-three-storeys.json").write_text(text.replace("}, {", "},\n    {"))
