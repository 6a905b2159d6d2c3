"""Exact odds by icepool and dyce, warm: prints a line for each peer that is there and each task, with nanoseconds of processor
time, the best of what one second holds. The tasks are those of benches/src/exact.rs, each in the fastest way known of its peer."""
import time
from fractions import Fraction


def best(work):
    work()
    least, begun = None, time.process_time_ns()
    while time.process_time_ns() - begun < 1_000_000_000:
        start = time.process_time_ns()
        work()
        took = time.process_time_ns() - start
        least = took if least is None else min(least, took)
    return least


def of_icepool():
    import icepool
    from icepool import Die, MultisetEvaluator, d6

    def two(dice, hit, pierce):
        return (dice @ Die({1: hit, 0: 6 - hit})) @ Die({1: pierce, 0: 6 - pierce})

    def exchange():
        both = icepool.tupleize(two(6, 4, 2), two(5, 3, 2))

        def step(a, b):
            if a == 0 or b == 0:
                return (a, b)
            return both.map(lambda x, y: (max(0, a - x), max(0, b - y)))

        return Die([(6, 6)]).map(step, repeat=4)

    class Sums(MultisetEvaluator):
        def next_state(self, state, order, outcome, count):
            h, m, l = state or (0, 0, 0)
            return (h + count * (outcome <= 3), m + count * (outcome == 5), l + count * (outcome == 4))

    return {
        "A": lambda: two(5, 3, 2),
        "B": lambda: two(12, 3, 2),
        "C": exchange,
        "D": lambda: Sums().evaluate(d6.pool(10)),
    }


def of_dyce():
    from dyce import H, expand

    none = Fraction(0)  # else it leaves out what is rare

    def two(dice, hit, pierce):
        second = H({1: pierce, 0: 6 - pierce})
        first = dice @ H({1: hit, 0: 6 - hit})
        return expand(lambda r: (r.outcome @ second) if r.outcome else 0, first, min_path_probability=none)

    def exchange():
        left, right = two(6, 4, 2), two(5, 3, 2)

        def step(a, b):
            after = lambda x, y: (max(0, a - x.outcome), max(0, b - y.outcome))
            return expand(after, left, right, min_path_probability=none)

        state = H({(6, 6): 1})
        for _ in range(4):
            go_on = lambda r: r.outcome if 0 in r.outcome else step(*r.outcome)
            state = expand(go_on, state, min_path_probability=none)
        return state

    class V(tuple):
        def __add__(self, other):
            return V(a + b for a, b in zip(self, other))

    face = H({V((1, 0, 0)): 3, V((0, 1, 0)): 1, V((0, 0, 1)): 1, V((0, 0, 0)): 1})
    return {
        "A": lambda: two(5, 3, 2),
        "B": lambda: two(12, 3, 2),
        "C": exchange,
        "D": lambda: 10 @ face,
    }


for name, tasks in (("icepool", of_icepool), ("dyce", of_dyce)):
    try:
        works = tasks()
    except ImportError:
        continue
    for task, work in works.items():
        print(name, task, best(work), flush=True)
