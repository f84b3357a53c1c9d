#!/usr/bin/env python3
"""Makes many draws of random settings (random_settings_test.cpp) on all cores and says what was found:

    tests/many_draws.py build/bin/nearfield_tests --draws 60000 [--backend cuda] [--scenes circles,sph] [--jobs 16]

Each scene gets as many draws. A draw that fails is printed with the command that repeats it, and the next one follows.
"""
import argparse
import collections
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile
import time

CHUNK = 100  # draws per process


def scenes_of(tests):
    listed = subprocess.run([tests, "--gtest_list_tests", "--gtest_filter=*RandomSettings.*/cpu_*"], check=True,
                            capture_output=True, text=True).stdout
    return re.findall(r"/cpu_(\w+)", listed)


def draw(args, scene, begin, count):
    """Summary and failure, if any, of one process."""
    with tempfile.TemporaryDirectory() as folder:
        environment = dict(os.environ, OMP_NUM_THREADS="1", NEARFIELD_DRAWS=str(count), NEARFIELD_FROM=str(begin),
                           NEARFIELD_ACTORS=str(args.actors), TEST_TMPDIR=folder, TMPDIR=folder)
        done = subprocess.run([args.tests, f"--gtest_filter=*RandomSettings.AreTakenOrRefused/{args.backend}_{scene}"],
                              capture_output=True, text=True, errors="replace", env=environment)
        left = [open(os.path.join(folder, name)).read() for name in os.listdir(folder)]
    summary = next((line for line in done.stdout.splitlines() if line.startswith(f"{scene} on ")), "")
    if done.returncode == 0:
        return summary, None
    said = [line for line in (done.stdout + done.stderr).splitlines() if line and not line.startswith("[")]
    return summary, "\n".join(said[:12] + left)


def work(args, scene, begin, count):
    """Draws begin .. begin + count - 1, continuing after failures."""
    made, seconds, counts, failures = 0, 0.0, collections.Counter(), []
    while made < count and time.time() < args.end:
        summary, failure = draw(args, scene, begin + made, count - made)
        found = re.match(r"\S+ on \w+: (\d+) draws from \d+ on in ([\d.]+) s: (.*)", summary)
        if failure:
            failures.append(failure)
        if found:
            made += int(found[1])
            seconds += float(found[2])
            for n, what, refused in re.findall(r"(\d+) ([\w -]+?)(?: \((\d+) refused\))?(?:, |$)", found[3]):
                counts[what] += int(n)
                counts[what + " refused"] += int(refused or 0)
        else:  # the program crashed: continue after that draw
            at = re.search(r"draw (\d+):", failure or "")
            made = int(at[1]) + 1 - begin if at else count
        if not found and not failure:
            break
    return scene, made, seconds, counts, failures


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tests", help="the program with all tests")
    parser.add_argument("--draws", type=int, default=1000, help="of each scene")
    parser.add_argument("--first", type=int, default=0, help="number of the first draw")
    parser.add_argument("--backend", default="cpu", choices=["cpu", "cuda"])
    parser.add_argument("--actors", type=int, default=60, help="the largest population")
    parser.add_argument("--scenes", default="", help="all unless given")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--seconds", type=float, default=float("inf"), help="begin no further draws after so long")
    args = parser.parse_args()
    args.end = time.time() + args.seconds
    scenes = args.scenes.split(",") if args.scenes else scenes_of(args.tests)
    chunks = [(begin, min(CHUNK, args.draws - begin)) for begin in range(0, args.draws, CHUNK)]
    began, all_of, failed = time.time(), collections.defaultdict(lambda: [0, 0.0, collections.Counter()]), 0
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        jobs = [pool.submit(work, args, scene, args.first + begin, n) for begin, n in chunks for scene in scenes]
        for job in concurrent.futures.as_completed(jobs):
            scene, made, seconds, counts, failures = job.result()
            total = all_of[scene]
            total[0], total[1] = total[0] + made, total[1] + seconds
            total[2].update(counts)
            for failure in failures:
                failed += 1
                print(f"FOUND in {scene}:\n{failure}\n", flush=True)
    for scene, (made, seconds, counts) in sorted(all_of.items()):
        ran = counts["setup"] - counts["setup refused"]
        print(f"{scene}: {made} draws, {counts['setup refused']} refused at setup, {ran} ran; refused later: "
              f"{sum(n for what, n in counts.items() if what.endswith(' refused')) - counts['setup refused']} "
              f"of {sum(n for what, n in counts.items() if not what.endswith(' refused')) - counts['setup']}; "
              f"{1000 * seconds / max(made, 1):.2f} ms each")
    made = sum(total[0] for total in all_of.values())
    print(f"{made} draws in {time.time() - began:.0f} s, {failed} failures")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
