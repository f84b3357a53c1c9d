#!/usr/bin/env python3
"""Writes station.json and station-large.json: a station where two lines cross, on two floors joined by stairs.

The timetable is computed: trains go to and fro on a cross of two lines of 5 stations; the station is in the middle."""
import json
import math
import os

LINES = {"north-south": 8, "east-west": 7}  # trains of each line
STATIONS, SECTION, DWELL = 5, 180, 40  # of a line; s between stations; s in a station
ROUND = 2 * (STATIONS - 1) * (SECTION + DWELL)  # s, of a train to the far end and back: one stop per section
FIRST = {"north-south": 60, "east-west": 90}  # s, the first train in the middle
STAIRS, BALUSTRADE, LEVEL = 1.9, 0.4, 5  # m wide; m between flights side by side; m, of the concourse
STREETS = {"south street": [(44, 3), (56, 3)], "north street": [(44, 33), (56, 33)],
           "west street": [(20, 13), (20, 23)], "east street": [(80, 13), (80, 23)]}
SIDE_STREETS = ["west street", "east street"]
WAYS_OUT = (["south street"], SIDE_STREETS, SIDE_STREETS, ["north street"])  # by platform
PLATFORMS = [(9, 3), (9, 15), (27, 21), (27, 33)]  # m, across: the wall between two of them, the edge


class Station:
    """Flights up and down side by side; two entrances in the hall."""

    scale, per_train, navigation_cell = 1, 73, 0.2  # of lengths and times; people in and out; m
    ends, halls = (0, 100), [[(20, 3), (80, 33)]]  # m, of the platforms; opposite corners of the concourse's rooms
    doors, door = (8, 23, 77, 92), 4  # m along a platform; m wide
    waiting = {"beside": 5.5, "deep": 3}  # m, where people wait
    # foot and head of each, m along the platform
    flights = [("west", "up", 35, 45), ("west", "down", 35, 45), ("east", "up", 65, 55), ("east", "down", 65, 55)]
    posts = {"concourse": (45, 55), "platforms": (35, 65)}  # m, between flights side by side
    above = "a concourse with two street entrances"

    def from_wall(self, way):
        """m from the wall to the middle of a flight."""
        return STAIRS / 2 if way == "down" else 1.5 * STAIRS + BALUSTRADE

    def entrance(self, platform, door):
        """Name and area of the entrance for people who board at a door."""
        left, low = (47, 50.6)[door // 2], (7.1, 25.1)[platform // 2] + 2 * (platform % 2) + door % 2
        return ("south", "north")[platform // 2], [(left, low), (left + 2.4, low + 0.8)]


class LargeStation(Station):
    """Flights down from a hall at either end, flights up in the middle. Side by side they jam: people coming down walk
    into the crowd before the flights up, which is 5.5 times as deep."""

    scale, per_train, navigation_cell = 5.5, 6765, 1
    ends, halls = (-12, 112), Station.halls + [[(-15, 3), (0.5, 33)], [(99.5, 3), (115, 33)]]
    doors, door = (5, 15, 25, 75, 85, 95), 3
    waiting = {"beside": 3.5, "deep": 3}
    flights = [("west", "up", 35, 45), ("west", "down", 0, -10), ("east", "up", 65, 55), ("east", "down", 100, 110)]
    posts = {"concourse": (), "platforms": ()}
    above = "a concourse with exits and, at the ends, two halls with entrances"

    def from_wall(self, way):
        return STAIRS / 2

    def entrance(self, platform, door):
        name, x = ("west", -12) if door < 3 else ("east", 112)
        y = across(platform, STAIRS / 2) + (door % 3 - 1) * 0.64
        return name, [(x - 1.2, y - 0.3), (x + 1.2, y + 0.3)]


def across(platform, from_wall):
    """y of a point at a given distance from the platform's wall, m."""
    wall, edge = PLATFORMS[platform]
    return wall + math.copysign(from_wall, edge - wall)


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


def plan(title, station):
    scale = station.scale

    def at(*points):
        return [[round(scale * x, 3), round(scale * y, 3)] for x, y in points]

    west, east = station.ends
    middles = [across(p, STAIRS + BALUSTRADE / 2) for p in range(len(PLATFORMS))]
    walls = {"concourse": [{"polygon": at(*corners)} for corners in station.halls],
             "platforms": [shape for low, wall, high in [(3, 9, 15), (21, 27, 33)]
                           for shape in ({"polygon": at((west, low), (east, high))}, at((west, wall), (east, wall)))]}
    for floor, places in station.posts.items():
        walls[floor] += [at((x, y - BALUSTRADE / 2), (x, y + BALUSTRADE / 2)) for x in places for y in middles]
    trains, stairs, boarding = [], [], []
    for t, ((name, first, every), (wall, edge), out) in enumerate(zip(timetables(), PLATFORMS, WAYS_OUT)):
        half = station.door / 2 * (1 if edge < wall else -1)
        times = {"first": first, "open": DWELL, "every": every}
        trains.append({"name": name, "doors": [at((x - half, edge), (x + half, edge)) for x in station.doors],
                       "timetable": {what: round(scale * s, 3) for what, s in times.items()},
                       "alight": station.per_train, "waiting": {k: round(scale * v, 3) for k, v in station.waiting.items()}, "exits": out})
        for side, way, foot, head in station.flights:
            y = across(t, station.from_wall(way))
            line = at((foot, y), (head, y))
            stairs.append({"name": f"{side} stairs {way}, {name}", "from": "platforms", "to": "concourse",
                           "foot": line[0], "head": line[1], "width": round(STAIRS * scale, 3), {"up": "down", "down": "up"}[way]: 0})
        for d in range(len(station.doors)):
            entrance, area = station.entrance(t, d)
            boarding.append({"name": f"{entrance} entrance to {name}, door {d + 1}", "area": at(*area),
                             "rate": round(station.per_train / (scale * every) / len(station.doors), 5), "exits": [f"{name}, door {d + 1}"]})
    concourse = {"name": "concourse", "level": LEVEL, "height": 4, "walls": walls["concourse"],
                 "exits": [{"name": name, "door": at(*ends)} for name, ends in STREETS.items()], "sources": boarding}
    platforms = {"name": "platforms", "level": 0, "height": 4, "walls": walls["platforms"], "trains": trains}
    note = (f"Two lines cross: 15 trains, four platforms below {station.above}. Each train lets people out for half of its "
            f"{DWELL * scale:.0f} s, then takes in the waiting people.")
    if scale != 1:
        note += f" Lengths and times are {scale} times those of the station."
    return {"title": title, "note": note, "duration": round(1800 * scale), "navigation_cell": station.navigation_cell,
            "yield_at": 1000, "people": {"speed": {"mean": 1.34, "sigma": 0.26}, "radius": [0.2, 0.27]},
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
    plans = {"station": plan("Station", Station()), "station-large": plan("Large station", LargeStation())}
    for name, value in plans.items():
        with open(os.path.join(here, name + ".json"), "w", encoding="utf-8") as file:
            file.write(written(value) + "\n")


if __name__ == "__main__":
    main()
