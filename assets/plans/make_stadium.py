#!/usr/bin/env python3
"""Writes stadium.json: an oval stadium in a town, its ring of pavement, streets to stations and car parks.

Blocks of houses stand on a grid of streets; those that reach into the ring are cut along it."""
import math

WIDTH, HEIGHT = 700, 600
CENTRE = (350, 300)
STADIUM = (120, 95)  # half axes, m
RING = (192, 166)
STREET = 26
COLUMNS, ROWS = 6, 5
GATES = 16
SECTORS = 16
CROWD, PER_GATE, TOTAL = 62000, 5.0, 38000


def ellipse(axes, angle):
    return (CENTRE[0] + axes[0] * math.cos(angle), CENTRE[1] + axes[1] * math.sin(angle))


def shape(axes, n=72):
    return [ellipse(axes, 2 * math.pi * k / n) for k in range(n)]


def radius(p, axes):
    return math.hypot((p[0] - CENTRE[0]) / axes[0], (p[1] - CENTRE[1]) / axes[1])


def area(polygon):
    return 0.5 * abs(sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(polygon, polygon[1:] + polygon[:1])))


def from_line(p, a, b):
    length = math.dist(a, b)
    return abs((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])) / length if length else math.dist(p, a)


def simplified(line, tolerance=0.4):
    """Douglas and Peucker 1973."""
    if len(line) < 3:
        return line
    far = max(range(1, len(line) - 1), key=lambda i: from_line(line[i], line[0], line[-1]))
    if from_line(line[far], line[0], line[-1]) < tolerance:
        return [line[0], line[-1]]
    return simplified(line[: far + 1])[:-1] + simplified(line[far:])


def outline(x0, y0, x1, y1, axes):
    """The border of a rectangle, pushed out of the ring where it reaches into it."""
    corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
    border = []
    for a, b in zip(corners, corners[1:] + corners[:1]):
        n = round(math.dist(a, b))
        border += [(a[0] + (b[0] - a[0]) * k / n, a[1] + (b[1] - a[1]) * k / n) for k in range(n)]
    start = max(range(len(border)), key=lambda i: radius(border[i], axes))
    border = border[start:] + border[:start]
    pushed = []
    for p in border:
        r = radius(p, axes)
        pushed.append(p if r >= 1 else (CENTRE[0] + (p[0] - CENTRE[0]) / r, CENTRE[1] + (p[1] - CENTRE[1]) / r))
    half = len(pushed) // 2
    return simplified(pushed[: half + 1])[:-1] + simplified(pushed[half:] + pushed[:1])[:-1]


def spans(size, parts):
    width = (size - (parts - 1) * STREET) / parts
    return [(k * (width + STREET), k * (width + STREET) + width) for k in range(parts)]


def blocks():
    found = []
    for x0, x1 in spans(WIDTH, COLUMNS):
        for y0, y1 in spans(HEIGHT, ROWS):
            middle = ((x0 + x1) / 2, (y0 + y1) / 2)
            if radius(middle, RING) > 1 and (block := outline(x0, y0, x1, y1, RING)) and area(block) > 400:
                found.append(block)
    return found


def gaps(parts):
    return [(a[1], b[0]) for a, b in zip(parts, parts[1:])]


def exits():
    """Every street's end; two of them lead to stations and weigh less, as most people want to go there."""
    found = []
    for k, (a, b) in enumerate(gaps(spans(WIDTH, COLUMNS))):
        found.append((f"south {k + 1}", [(a, 1), (b, 1)], 0.7 if k == 1 else 1))
        found.append((f"north {k + 1}", [(a, HEIGHT - 1), (b, HEIGHT - 1)], 0.8 if k == 3 else 1))
    for k, (a, b) in enumerate(gaps(spans(HEIGHT, ROWS))):
        found.append((f"west {k + 1}", [(1, a), (1, b)], 1))
        found.append((f"east {k + 1}", [(WIDTH - 1, a), (WIDTH - 1, b)], 1))
    return found


def ring_sectors():
    inner, outer = (STADIUM[0] + 9, STADIUM[1] + 9), (RING[0] - 1, RING[1] - 1)
    found = []
    for k in range(SECTORS):
        angles = [2 * math.pi * (k + j / 4) / SECTORS for j in range(5)]
        found.append([ellipse(inner, a) for a in angles] + [ellipse(outer, a) for a in reversed(angles)])
    return found


def streets():
    """Stretches of street between two crossings, clear of the ring, with half of the people of the ring per m²."""
    found = []
    outside = (RING[0] + 14, RING[1] + 14)
    for a, b in gaps(spans(WIDTH, COLUMNS)):
        found += [[(a, y0), (b, y1)] for y0, y1 in spans(HEIGHT, ROWS)]
    for a, b in gaps(spans(HEIGHT, ROWS)):
        found += [[(x0, a), (x1, b)] for x0, x1 in spans(WIDTH, COLUMNS)]
    edge = 12
    found = [[(max(p[0], edge), max(p[1], edge)), (min(q[0], WIDTH - edge), min(q[1], HEIGHT - edge))] for p, q in found]
    return [(p, q) for p, q in found if min(radius(c, outside) for c in (p, q, (p[0], q[1]), (q[0], p[1]), ((p[0] + q[0]) / 2, (p[1] + q[1]) / 2))) > 1]


def gates():
    """Ground along the stadium's wall, four degrees to each side of a gate."""
    inner, outer = (STADIUM[0] + 1.5, STADIUM[1] + 1.5), (STADIUM[0] + 8, STADIUM[1] + 8)
    found = []
    for k in range(GATES):
        middle = 2 * math.pi * (k + 0.5) / GATES
        angles = [middle - 0.07, middle, middle + 0.07]
        found.append([ellipse(inner, a) for a in angles] + [ellipse(outer, a) for a in reversed(angles)])
    return found


def points(line):
    return "[" + ", ".join(f"[{round(x, 2):g}, {round(y, 2):g}]" for x, y in line) + "]"


def rows(lines):
    return ",\n    ".join(lines)


def main():
    ring, street = ring_sectors(), streets()
    ring_area = sum(area(s) for s in ring)
    street_area = sum((q[0] - p[0]) * (q[1] - p[1]) for p, q in street)
    density = CROWD / (ring_area + 0.5 * street_area)
    spawns = [(f"ring {k + 1}", s, density * area(s)) for k, s in enumerate(ring)]
    spawns += [(f"street {k + 1}", [p, q], 0.5 * density * (q[0] - p[0]) * (q[1] - p[1])) for k, (p, q) in enumerate(street)]
    counts = [int(n) for _, _, n in spawns]
    counts[0] += CROWD - sum(counts)
    text = f'''{{
  "title": "Stadium surroundings",
  "note": "{CROWD} people around a stadium after the whistle, and up to {TOTAL} more who come out of {GATES} gates, make their way to the ends of the streets; two of them lead to stations, which draw more. Written by make_stadium.py.",
  "duration": 900,
  "bounds": [[0, 0], [{WIDTH}, {HEIGHT}]],
  "navigation_cell": 1,
  "walls": [
    {rows(['{"polygon": ' + points(shape(STADIUM)) + '}'] + ['{"polygon": ' + points(b) + '}' for b in blocks()])}
  ],
  "exits": [
    {rows(f'{{"name": "{n}", "door": {points(d)}, "weight": {w:g}}}' for n, d, w in exits())}
  ],
  "areas": [
    {rows(f'{{"name": "ring {k + 1}", "area": {points(s)}, "measured": true}}' for k, s in enumerate(ring) if k % 4 == 0)}
  ],
  "people": {{"speed": {{"mean": 1.34, "sigma": 0.26}}, "radius": [0.2, 0.27]}},
  "spawns": [
    {rows(f'{{"name": "{name}", "area": {points(a)}, "count": {n}, "premovement": [0, 20]}}' for (name, a, _), n in zip(spawns, counts))}
  ],
  "sources": [
    {rows(f'{{"name": "gate {k + 1}", "area": {points(g)}, "rate": {PER_GATE:g}, "total": {TOTAL // GATES}}}' for k, g in enumerate(gates()))}
  ]
}}
'''
    with open("stadium.json", "w") as out:
        out.write(text)


if __name__ == "__main__":
    main()
