#!/usr/bin/env python3
"""Writes station.json and station-large.json: a station where two lines cross, on two floors joined by stairs.

The timetable is computed: trains go to and fro on a cross of two lines of 5 stations; the station is the middle of both."""
import json
import math
import os

LINES = {"north-south": 8, "east-west": 7}  # trains of each line
STATIONS, SECTION, DWELL = 5, 180, 40  # of a line; s between stations; s in a station
ROUND = 2 * (STATIONS - 1) * (SECTION + DWELL)  # s, of a train to the far end and back: one stop per section
FIRST = {"north-south": 60, "east-west": 90}  # s, the first train in the middle
PER_TRAIN = 73  # people in and out
DOORS, DOOR, LEVEL = (8, 23, 77, 92), 4, 5  # m along a platform; m wide; m, of the concourse
WAITING = {"beside": 5.5, "deep": 3}  # m, where people wait at both sides of a door
STAIRS, BALUSTRADE = 1.9, 0.4  # m wide; each flight goes one way, and two lie side by side
STREETS = {"south street": [(44, 3), (56, 3)], "north street": [(44, 33), (56, 33)],
           "west street": [(20, 13), (20, 23)], "east street": [(80, 13), (80, 23)]}
WAYS_OUT = (["south street"], ["west street", "east street"], ["west street", "east street"], ["north street"])  # by platform
SCALE = 5.5  # of the large station


def timetables():
    """Name, first arrival in the middle and seconds between arrivals, for both directions of both lines."""
    back = 2 * ((STATIONS - 1) // 2) * (SECTION + DWELL)  # s from a stop in the middle to that on the way back
    rows = []
    for line, trains in LINES.items():
        every = ROUND / trains
        there, here = line.split("-")
        rows.append((f"line {there}", FIRST[line], every))
        rows.append((f"line {here}", FIRST[line] + back % every, every))
    return rows


def plan(title, note, scale, per_train):
    """`scale` multiplies lengths and times: walking takes as long in trains' time, and densities stay."""

    def at(*points):
        return [[round(scale * x, 3), round(scale * y, 3)] for x, y in points]

    pair = STAIRS + BALUSTRADE / 2
    rows = [(9 - pair, 3), (9 + pair, 15), (27 - pair, 21), (27 + pair, 33)]  # middle between the stairs of each platform, its edge
    walls = [{"polygon": at((0, 3), (100, 15))}, at((0, 9), (100, 9)), {"polygon": at((0, 21), (100, 33))}, at((0, 27), (100, 27))]
    posts = {x: [at((x, middle - BALUSTRADE / 2), (x, middle + BALUSTRADE / 2)) for middle, _ in rows] for x in (35, 45, 55, 65)}
    trains, boarding, stairs = [], [], []
    for (name, first, every), (middle, edge), out in zip(timetables(), rows, WAYS_OUT):
        doors = []
        for d in range(len(DOORS)):
            x = scale * DOORS[d]
            half = scale * DOOR / 2 * (1 if edge < middle else -1)
            ends = [x - half, x + half]
            doors.append([[round(e, 3), round(scale * edge, 3)] for e in ends])
        trains.append({"name": name, "doors": doors, "timetable": {"first": round(scale * first, 3), "open": round(scale * DWELL, 3), "every": round(scale * every, 3)},
                       "alight": per_train, "waiting": {k: round(scale * v, 3) for k, v in WAITING.items()}, "exits": out})
        outward = math.copysign((STAIRS + BALUSTRADE) / 2, edge - middle)
        for side, foot, head in [("west", 35, 45), ("east", 65, 55)]:
            for way, shut, y in [("up", "down", middle + outward), ("down", "up", middle - outward)]:
                line = at((foot, y), (head, y))
                stairs.append({"name": f"{side} stairs {way}, {name}", "from": "platforms", "to": "concourse",
                               "foot": line[0], "head": line[1], "width": round(STAIRS * scale, 3), shut: 0})
    for t, (name, _, every) in enumerate(timetables()):
        hall = "south" if t < 2 else "north"
        for d in range(len(DOORS)):
            left, y = (47, 50.6)[d // 2], (7.1, 25.1)[t // 2] + 2 * (t % 2) + d % 2
            boarding.append({"name": f"{hall} entrance to {name}, door {d + 1}", "area": at((left, y), (left + 2.4, y + 0.8)),
                             "rate": round(per_train / (scale * every) / len(DOORS), 5), "exits": [f"{name}, door {d + 1}"]})
    concourse = {"name": "concourse", "level": LEVEL, "height": 4, "walls": [{"polygon": at((20, 3), (80, 33))}] + posts[45] + posts[55],
                 "exits": [{"name": name, "door": at(*ends)} for name, ends in STREETS.items()], "sources": boarding}
    platforms = {"name": "platforms", "level": 0, "height": 4, "walls": walls + posts[35] + posts[65], "trains": trains}
    return {"title": title, "note": note, "duration": round(1800 * scale), "navigation_cell": 0.2 if scale == 1 else 1, "yield_at": 1000,
            "people": {"speed": {"mean": 1.34, "sigma": 0.26}, "radius": [0.2, 0.27]},
            "storeys": [concourse, platforms], "stairs": stairs}


def written(value, indent=0, width=140):
    """JSON whose lists and objects stand on one line where they fit."""
    flat = json.dumps(value)
    if len(flat) + indent <= width or not isinstance(value, (dict, list)):
        return flat
    pad = " " * (indent + 2)
    items = [f"{json.dumps(k)}: {written(v, indent + 2)}" for k, v in value.items()] if isinstance(value, dict) else [written(v, indent + 2) for v in value]
    ends = "{}" if isinstance(value, dict) else "[]"
    return ends[0] + "\n" + ",\n".join(pad + i for i in items) + "\n" + " " * indent + ends[1]


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    note = ("Two lines cross: 15 trains, four platforms below a concourse with two street entrances. Each train lets people out "
            "for half of its 40 s, then takes in those who wait.")
    large = f" Lengths and times are {SCALE} times those of the station, whose densities it has with {SCALE ** 2:.0f} times the people."
    plans = {"station": plan("Station", note, 1, PER_TRAIN), "station-large": plan("Large station", note + large, SCALE, 250 * 30)}
    for name, value in plans.items():
        with open(os.path.join(here, name + ".json"), "w", encoding="utf-8") as file:
            file.write(written(value) + "\n")


if __name__ == "__main__":
    main()
