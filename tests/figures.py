#!/usr/bin/env python3
"""Pages quote only numbers that the committed tables hold: python3 tests/figures.py [ROOT]

Every statement below has the page's own words, with {} where a number computed from a table stands. A page must say
each of them, and in the parts checked no number may be left that no statement covers.
"""

import csv
import pathlib
import re
import statistics
import sys

ROOT = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent)
TABLES = ROOT / "assets/results/h200"


class Table:
    """The rows of a CSV; `at` finds the one of given values (`__` in a name stands for a dot)."""

    def __init__(self, name, folder=TABLES):
        lines = (folder / f"{name}.csv").read_text(encoding="utf-8").splitlines()
        self.date = re.search(r"\d{4}-\d\d-\d\d", lines[0])[0]
        self.rows = list(csv.DictReader(line for line in lines if not line.startswith("#")))

    def where(self, **wanted):
        wanted = {key.replace("__", "."): str(value) for key, value in wanted.items()}
        return [row for row in self.rows if all(row[key] == value for key, value in wanted.items())]

    def at(self, column, **wanted):
        found = self.where(**wanted)
        assert len(found) == 1, f"{len(found)} rows with {wanted}"
        return float(found[0][column])

    def over(self, axis, column, **wanted):
        """{value of the axis: number}"""
        return {row[axis]: float(row[column]) for row in self.where(**wanted)}


def ratios(above, below):
    assert above.keys() == below.keys() and above
    return {key: above[key] / below[key] for key in above}


def ends(values):
    values = list(values.values()) if isinstance(values, dict) else list(values)
    return min(values), max(values)


def radix_over_counting(table, keys, column, **wanted):
    """How many times as fast construction is by counting, per combination of the other values."""
    times = {
        sort: {tuple(row[k] for k in keys): float(row[column]) for row in table.where(search__sort=sort, **wanted)}
        for sort in ("radix", "counting")
    }
    return ratios(times["radix"], times["counting"])


def contention():
    gain = radix_over_counting(Table("contention"), ["bins"], "min_ms", stage="total")
    gain = {int(key[0]): value for key, value in gain.items()}
    wins = [bins for bins in sorted(gain) if all(gain[other] > 1 for other in gain if other >= bins)]
    few = [bins for bins in sorted(gain) if gain[bins] > 1 and bins < wins[0]]
    yield "counting wins from {:,} bins on", wins[0]
    yield "With {} to {} bins counting is ahead again", few[0], few[-1]


def bins():
    table = Table("bins")
    for words, order in (
        ("sorted input is the case for counting: {:.1f} to {:.1f} times as fast at every number of bins", "sorted"),
        ("also when unsorted, {:.2f} to {:.2f} times as fast", "unsorted"),
    ):
        yield words, *ends(radix_over_counting(table, ["bins"], "min_ms", stage="total", order=order))
    gain = radix_over_counting(Table("bins-5m"), ["bins"], "min_ms", stage="total")
    yield "with 5 million actors {:.2f} to {:.2f} times", *ends(gain)
    times = table.over("bins", "min_ms", stage="total", order="unsorted", search__sort="radix")
    radix = sorted((int(bins), time) for bins, time in times.items())
    step = max(range(1, len(radix)), key=lambda k: radix[k][1] / radix[k - 1][1])
    yield "one tier step, between {:,} and {:,} bins", radix[step - 1][0], radix[step][0]
    yield "counting stays ahead up to {:.0f} million bins", radix[-1][0] / 1e6


def density():
    table = Table("density")
    gain = {
        order: radix_over_counting(table, ["actors", "per_bin"], "min_ms", stage="total", order=order)
        for order in ("sorted", "unsorted")
    }
    yield "sorted it wins everywhere, {:.1f} to {:.1f} times", *ends(gain["sorted"])
    yield "unsorted it is {:.2f} to {:.2f} times as fast", *ends(gain["unsorted"])
    most = {key: value for key, value in gain["unsorted"].items() if key[0] == "1500000"}
    yield "at 1.5 million actors about level with radix, {:.2f} to {:.2f}", *ends(most)


def network():
    table, keys = Table("network"), ["edges", "actors"]
    gain = {v: ends(radix_over_counting(table, keys, "median_ms", stage="total", vertices=v)) for v in (1024, 16384)}
    yield "counting is ahead with 16,384 vertices everywhere, {:.2f} to {:.2f} times", *gain[16384]
    assert gain[1024][0] > 1
    yield "it is ahead with 1,024 vertices everywhere too (thesis: 77 %), by at most {:.2f}", gain[1024][1]
    shares = {}
    for v in (1024, 16384):
        part = {
            stage: {
                (row["edges"], row["actors"]): float(row["mean_ms"])
                for row in table.where(stage=stage, vertices=v, search__sort="counting")
            }
            for stage in ("construct", "stages")
        }
        shares[v] = [100 * share for share in ends(ratios(part["construct"], part["stages"]))]
    yield "{:.0f} to {:.0f} % with 1,024 vertices and {:.0f} to {:.0f} % with 16,384", *shares[1024], *shares[16384]


def query_gain(table, axis, d, fast, slow, column="mean_ms"):
    return ratios(
        table.over(axis, column, dimensions=d, stage="query", **slow),
        table.over(axis, column, dimensions=d, stage="query", **fast),
    )


def strips():
    table, gain = Table("strips-population"), []
    for d in (2, 3):
        gain += ends(query_gain(table, "actors", d, {"search__visit": "strips"}, {"search__visit": "bins"}))
    yield "{:.2f} to {:.2f} in 2D and {:.2f} to {:.2f} in 3D over population", *gain
    table, growth = Table("strips-density"), []
    for d in (2, 3):
        saved = {
            n: table.at("mean_ms", dimensions=d, stage="query", search__visit="bins", neighbours=n)
            - table.at("mean_ms", dimensions=d, stage="query", search__visit="strips", neighbours=n)
            for n in (10, 200)
        }
        growth.append(saved[200] / saved[10])
    yield "The time saved grows from 10 to 200 neighbours, {:.2f}-fold in 2D and {:.2f}-fold in 3D", *growth


def warp_efficiency():
    row = {v: Table("wee").where(stage="total", search__visit=v)[0] for v in ("bins", "strips")}
    numbers = [100 * float(row[v][column]) for column in ("wee_first", "wee_last") for v in ("bins", "strips")]
    yield "from {:.0f} to {:.0f} % when uniform and from {:.0f} to {:.0f} % when clustered", *numbers


def bin_ratio():
    table, last = Table("bin-ratio"), []
    for d in (2, 3):
        way = {"dimensions": d, "stage": "query", "search__visit": "strips"}
        times = {
            ratio: table.over("neighbours", "mean_ms", search__bin_ratio=ratio, **way)
            for ratio in (1, 0.7, 0.6666667, 0.5, 0.4)
        }
        last.append(max(int(n) for n in times[1] if times[1][n] == min(of[n] for of in times.values())))
        assert all(times[0.5][n] == min(of[n] for of in times.values()) for n in ("110", "200"))
    yield "at low density ratio 1 wins (up to {} neighbours in 2D, {} in 3D)", *last


def construct_share():
    table, shares = Table("construct-share"), {}
    for d in (2, 3):
        for visit, ratio in (("bins", 1), ("strips", 0.5)):
            way = {"dimensions": d, "search__visit": visit, "search__bin_ratio": ratio}
            of = ratios(
                table.over("neighbours", "mean_ms", stage="construct", **way),
                table.over("neighbours", "mean_ms", stage="stages", **way),
            )
            shares[d, visit] = {n: 100 * share for n, share in of.items()}
    for d in (2, 3):
        shares[d] = ends([*shares[d, "bins"].values(), *shares[d, "strips"].values()])
    yield "{:.0f} to {:.0f} % in 2D, {:.0f} to {:.0f} % in 3D (thesis: 3 %)", *shares[2], *shares[3]
    yield "in 2D at 10 neighbours from {:.0f} to {:.0f} %", shares[2, "bins"]["10"], shares[2, "strips"]["10"]


def population():
    table, gain = Table("population"), []
    for d in (2, 3):
        fast, slow = ({"search__visit": v, "search__bin_ratio": r} for v, r in (("strips", 0.5), ("bins", 1)))
        gain += ends(query_gain(table, "actors", d, fast, slow))
    yield "gain at every population | {:.2f} to {:.2f} in 2D and {:.2f} to {:.2f} in 3D", *gain


def surplus():
    off = 0
    for row in Table("surplus").where(stage="total", search__visit="bins"):
        measured = float(row["candidates_first"]) / float(row["neighbours_first"])
        off = max(off, abs(measured / float(row["surplus_theory"]) - 1))
    yield "measured and (2R+W)^D agree within {:.2f} %", 100 * off


def z_order():
    table, taken = Table("z-order"), []
    for d in (2, 3):
        for w in (1, 0.5):
            curve, rows = ({"search__visit": v, "search__bin_ratio": w} for v in ("z-order", "bins"))
            taken += query_gain(table, "actors", d, rows, curve, "median_ms").values()
    yield "the query takes {:.2f} to {:.2f} of the time", *ends(taken)


def fused():
    gain = {2: [], 3: []}
    for d in (2, 3):
        for name, axis in (("strips-density", "neighbours"), ("strips-population", "actors")):
            ways = {"search__visit": "fused"}, {"search__visit": "strips"}
            gain[d] += query_gain(Table(name), axis, d, *ways).values()
        for w in (1, 0.5):
            fast, slow = ({"search__visit": v, "search__bin_ratio": w} for v in ("fused", "strips"))
            gain[d] += query_gain(Table("bin-ratio"), "neighbours", d, fast, slow).values()
    yield "its query is {:.2f} to {:.2f} times as fast as that of `strips` in 2D", *ends(gain[2])
    yield "{:.2f} to {:.2f} times in 3D, over 10 to 200 neighbours", *ends(gain[3])


def corners():
    table, gain = Table("corners"), []
    for d in (2, 3):
        gain += ends(query_gain(table, "neighbours", d, {"search__visit": "trimmed"}, {"search__visit": "strips"}))
    yield "{:.2f} to {:.2f} times as fast in 2D and {:.2f} to {:.2f} in 3D as whole rows", *gain


def block_size():
    table, slower = Table("block-size"), {}
    for d in (2, 3):
        for visit in ("bins", "strips", "fused"):
            times = table.over("search.block", "mean_ms", dimensions=d, search__visit=visit, stage="query")
            for threads, time in times.items():
                slower.setdefault(threads, []).append(100 * (time / min(times.values()) - 1))
    few = max(max(slower[threads]) for threads in ("32", "64", "128", "256"))
    yield "up to 256 threads the choice matters by {:.1f} % at most", few
    yield "with 512 a query takes up to {:.1f} % longer than with the best", max(slower["512"])


def decompositions():
    off = {True: [], False: []}
    for row in Table("../decompositions").where(stage="total"):
        if float(row["surplus_theory"]) > 0:
            measured = float(row["candidates_first"]) / float(row["neighbours_first"])
            off[row["cells"] == "sector"].append(100 * abs(measured / float(row["surplus_theory"]) - 1))
    yield "within {:.2f} % of what is sampled, for sectors {:.2f}", max(off[False]), max(off[True])


def case_gain(name, query, **size):
    """How many times as fast query, construction and step are with strips, half bins and counting."""
    table = Table(name)
    ways = [{"search__visit": v, "search__bin_ratio": r, "search__sort": s, **size}
            for v, r, s in (("bins", 1, "radix"), ("strips", 0.5, "counting"))]
    assert len({row["checksum"] for row in table.where(**size)}) == 1, f"{name}: not the same neighbours"
    return [ratios(*({stage: table.at("mean_ms", stage=stage, **way)} for way in ways))[stage]
            for stage in (query, "construct", "total")]


def case_studies():
    gains = [case_gain("circles", "query", dimensions=2), case_gain("circles", "query", dimensions=3),
             case_gain("boids", "query"), case_gain("pedestrians", "forces", actors=16384),
             case_gain("keratinocyte", "forces")]
    query, construct, step = zip(*gains)
    first = "a step gains: circles {:.2f} (2D) and {:.2f} (3D), boids {:.2f} (thesis: 1.15)"
    yield first + ", 16,384 pedestrians {:.2f} (thesis: 1.03), keratinocytes {:.2f} (thesis: 1.21)", *step
    yield "the query {:.2f}, {:.2f}, {:.2f} (thesis: 1.15), {:.2f} (thesis: 1.03) and {:.2f} (thesis: 1.32)", *query
    yield "construction by counting {:.2f} to {:.2f} (thesis: 0.50 to 0.98)", *ends(construct)


def stations():
    few, more = (case_gain("station", "forces", actors=n) for n in (636, 2000))
    yield "a step with about 1,000 people gains {:.2f} (thesis: 1.02)", more[2]
    yield "with about 270 there is no loss: query {:.2f}, construction {:.2f}, step {:.2f}", *few
    large = [case_gain("station-large", "forces", actors=n)[2] for n in (26000, 58000)]
    yield "the large station's step {:.2f} with about 10,000 and {:.2f} with about 30,000", *large


def stadium():
    gains = zip(*(case_gain("stadium", "forces", actors=n) for n in (62000, 100000)))
    for what, pair in zip(("query", "construction", "step"), gains):
        yield what + " {:.2f} and {:.2f}", *pair


def date():
    names = [f"circles-{d}d-{case}" for d in (2, 3) for case in ("mean", "uniform", "small")] + ["circles-2d-huge"]
    names += [f"boids-{part}{b}" for part in ("", "auto-") for b in ("walls", "wrapped")]
    (day,) = {Table(f"bench/{name}").date for name in [*names, "pedestrians", "sph-pbf", "sph-pbf-4m"]}
    yield "## On a GPU, {} One", day


def circles_rows():
    visits = ("bins", "strips", "trimmed", "fused")
    for d in (2, 3):
        table = Table(f"bench/circles-{d}d-mean")
        for ratio in (0.5, 1):
            times = []
            for visit in visits:
                way = {"search__visit": visit, "search__bin_ratio": ratio}
                times += [table.at("mean_ms", stage=stage, **way) for stage in ("total", "query")]
            head = f"| {d}D, whole step (query alone) | " if (d, ratio) == (2, 0.5) else f"| {d}D | "
            yield head + f"{ratio:g}" + " | {:.3f} ({:.3f})" * 4 + " |", *times


def circles_text():
    grows = []
    for d in (2, 3):
        row = Table(f"bench/circles-{d}d-mean").where(stage="total", search__visit="fused", search__bin_ratio=0.5)[0]
        grows += [float(row["neighbours_first"]), float(row["neighbours_last"])]
    words = "their neighbours grow from {:.0f} to {:.0f} (2D, side 212 R) and from {:.0f} to {:.0f} (3D, side 35 R)"
    yield words, *grows
    way = {"search__visit": "fused", "search__bin_ratio": 0.5}
    start = {d: Table(f"bench/circles-{d}d-uniform") for d in (2, 3)}
    step, construct = ([start[d].at("mean_ms", stage=stage, **way) for d in (2, 3)] for stage in ("total", "construct"))
    yield "a fused step takes {:.3f} ms in 2D and {:.3f} ms in 3D", *step
    yield "is {:.3f} and {:.3f} of it", *construct
    small = (Table(f"bench/circles-{d}d-small").at("mean_ms", stage="total") for d in (2, 3))
    yield "10,000 actors: {:.3f} ms per step in 2D, {:.3f} in 3D", *small
    huge = Table("bench/circles-2d-huge").at("mean_ms", stage="total")
    share = huge / 100 / start[2].at("mean_ms", stage="total", **way)
    yield "100 million actors in 2D: {:.1f} ms, per actor {:.2f} of the time at one million", huge, share


def boids():
    for neighbours in (5, 137):
        numbers = []
        tables = [(Table(f"bench/boids-{b}"), Table(f"bench/boids-auto-{b}")) for b in ("walls", "wrapped")]
        for visit in ("strips", "trimmed", "fused"):
            for table, _ in tables:
                way = {"search__visit": visit, "neighbours": neighbours}
                numbers.append(min(table.over("search.bin_ratio", "mean_ms", stage="total", **way).values()))
        numbers += [auto.at("mean_ms", stage="total", neighbours=neighbours) for _, auto in tables]
        head = f"| boids, 1,000,000 in 3D, {neighbours} neighbours at start, walls / wrapped |"
        yield head + " {:.3f} / {:.3f} |" * 4, *numbers


def pedestrians():
    table, numbers = Table("bench/pedestrians"), []
    for visit in ("strips", "trimmed", "fused"):
        for actors in (62000, 100000):
            times = table.over("search.bin_ratio", "mean_ms", stage="total", search__visit=visit, actors=actors)
            numbers.append(min(times.values()))
    yield "| pedestrians, stadium, 62,000 / 100,000 |" + " {:.3f} / {:.3f} |" * 3, *numbers


def water():
    one, four = (Table(f"bench/{name}").at("mean_ms", stage="total") for name in ("sph-pbf", "sph-pbf-4m"))
    yield "a million particles with position based fluids and four iterations {:.1f} ms, 4 million {:.1f} ms", one, four


def tables_by_bench():
    count = len(list(TABLES.glob("bench/*.csv")))
    words = {17: "seventeen", 18: "eighteen", 19: "nineteen", 20: "twenty"}
    yield f"{words[count]} tables by `nearfield bench`",


STUDENT_95 = {10: 2.262157, 20: 2.093024}  # by the number of values


def interval(values):
    """Mean and half of its 95 % interval by Student's t."""
    values = [float(value) for value in values]
    return statistics.mean(values), STUDENT_95[len(values)] * statistics.stdev(values) / len(values) ** 0.5


def experiment(name):
    return Table(name, ROOT / "assets/results/experiments")


def door_width():
    table = experiment("door-width")
    width, flow = ([float(row[key]) for row in table.rows] for key in ("door_width", "flow"))
    slope, start = statistics.linear_regression(width, flow)
    yield (
        "Through a door of width w between 1 and 2.8 m, 200 people who want to walk at 1.5 m/s leave at {:.2f} "
        "(w − {:.2f} m) persons/s (least squares over {} runs, R² {:.3f})",
        slope,
        -start / slope,
        len(table.rows),
        statistics.correlation(width, flow) ** 2,
    )
    times = [row["evacuation_time"] for row in table.rows]
    assert all(times), "every run ended"
    slow, fast = (interval(row["evacuation_time"] for row in table.where(door_width=w)) for w in ("1", "2.8"))
    yield "the last after {:.1f} ± {:.1f} s (1 m) to {:.1f} ± {:.1f} s (2.8 m)", *slow, *fast


def faster_is_slower():
    table, column = experiment("faster-is-slower"), "until_80_percent_out"
    slow, fast = ([row[column] for row in table.where(speed=speed)] for speed in ("1.5", "5"))
    yield (
        "80 % of them are out after {:.0f} ± {:.0f} s at 1.5 m/s and after {:.0f} ± {:.0f} s at 5 m/s ({} seeds each)",
        *interval(slow),
        *interval(fast),
        len(slow),
    )
    (jammed,) = {row["speed"] for row in table.rows if not row[column]}
    runs = table.where(speed=jammed)
    count = sum(not row[column] for row in runs)
    yield "At {} m/s the crowd is still jammed after 500 s in {} of {} runs", jammed, count, len(runs)


# Numbers about the thesis, the settings or other files
ELSEWHERE = (
    r"\(thesis[^)]*\)",
    r"\(R\. Chisholm, PhD thesis, 2020",
    r"the thesis's even point is 2,048 bins",
    r"\| [\w ]+ \((Fig\.|Table|\d)[^)]*\) \|",
    r"CUDA 13\.0|driver 580|H200|[23]D",
    r"0\.5 is best|0\.7, 2/3 lose|ratio 1 wins|strips at 0\.5|bins at 1|bin ratio 0\.5 or 1|bin ratios 1 and 0\.5",
    r"W = R, 2/3 R and R/2|at 0\.7 the thesis's|at 0\.4 its own formula gives 1\.83|\(2R\+W\)",
    r"over 10 to 200 neighbours|over 100,000 to 5 million actors|from 10 to 200 neighbours",
    r"over 10 steps \(uniform\) and 200 \(mean\) at 1 million actors, and 10,000 and 100 million",
    r"50 steps of a million|200 steps of the stadium|with 1 and 4 million particles|1 million by every visit",
    r"1,000,000 actors, k = 0\.05, CUDA events, mean of the first 200 steps",
    r"first 50 steps \(boids\) and 200 steps after 200",
    r"with 62,000 and 100,000 people",
    r"at 1\.5 million actors|1,024 vertices|16,384 vertices|with 16,384",
)

RESULTS, FIGURES, EXPERIMENTS = "assets/results/h200/README.md", "docs/figures.md", "docs/experiments.md"
CHECKED = {
    RESULTS: (None, None),
    FIGURES: ("# Figures", "What the re-cut of the core did"),
    EXPERIMENTS: ("Through a door of width", None),
}
STATEMENTS = {
    RESULTS: (
        *(contention, bins, density, network, strips, warp_efficiency, bin_ratio, construct_share, population),
        *(surplus, z_order, corners, block_size, decompositions, case_studies, stations, stadium),
        *(fused, tables_by_bench),
    ),
    FIGURES: (date, circles_rows, circles_text, boids, pedestrians, water),
    EXPERIMENTS: (door_width, faster_is_slower),
}


def one_line(text):
    return re.sub(r"\s+", " ", text)


def faults_of(page):
    whole = (ROOT / page).read_text(encoding="utf-8")
    text = one_line(whole)
    begin, end = CHECKED[page]
    part = one_line(whole[whole.index(begin) if begin else 0 : whole.index(end) if end else None])
    for statement in STATEMENTS[page]:
        for words, *numbers in statement():
            said = words.format(*numbers)
            if said not in text:
                yield f"{page} does not say (from {statement.__name__}): {said}"
            part = part.replace(said, " ")
    for words in ELSEWHERE:
        part = re.sub(words, " ", part)
    for number in re.finditer(r"(?<![\w.])\d[\d,.]*", part):
        yield f"{page}: no table says '{number[0]}' in: ...{part[max(0, number.start() - 60):number.end() + 30]}..."


def main():
    faults = [fault for page in STATEMENTS for fault in faults_of(page)]
    print("\n".join(faults) or "Every number is in a table.")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
