"""Checks that the soak finds planted faults: leaks, lost and duplicate ends, lost and duplicate results."""

import math
import pathlib
import random
import sys

from ledgers import OpenGestures, StoredResults
from steady import growth, percentile, verdict

checks = []


def check(function):
    checks.append(function)
    return function


def noisy(count, noise, slope=0, seed=1):
    chance = random.Random(seed)
    return [5000 + slope * number + chance.gauss(0, noise) for number in range(count)]


@check
def what_stays_is_flat():
    assert verdict([24] * 200, 0.5) == ("flat", (0, 0, 0))
    assert all(verdict(noisy(200, 20, seed=seed), 64)[0] == "flat" for seed in range(50))


@check
def a_leak_grows():
    # 4 KiB per sample in noise of 20 KiB.
    assert all(verdict(noisy(200, 20, slope=4, seed=seed), 64)[0] == "grows" for seed in range(50))
    # A descriptor in every tenth sample.
    assert verdict([24 + number // 10 for number in range(200)], 0.5)[0] == "grows"


@check
def one_leaked_descriptor_at_the_very_end_is_none_but_two_steps_are():
    assert verdict([24] * 199 + [25], 0.5)[0] == "flat"
    assert verdict([24] * 130 + [25] * 35 + [26] * 35, 0.5)[0] != "flat"


@check
def what_fills_a_cache_in_the_first_half_is_flat():
    assert verdict([min(5000 + 40 * number, 6000) for number in range(200)], 64)[0] == "flat"


@check
def wild_samples_change_nothing():
    chance = random.Random(3)
    wild = [value + (chance.random() < 0.15) * chance.uniform(0, 100_000) for value in noisy(200, 20)]
    assert verdict(wild, 64)[0] == "flat"
    leak = [value + (chance.random() < 0.15) * chance.uniform(0, 100_000) for value in noisy(200, 20, slope=4)]
    assert verdict(leak, 64)[0] == "grows"


@check
def too_few_samples_say_nothing():
    assert verdict([24] * 19, 0.5)[0] == "flat"
    assert verdict([24] * 18, 0.5)[0] == "unclear" and math.isinf(growth([1, 2, 3])[2])


@check
def noise_above_the_tolerance_is_unclear():
    assert verdict(noisy(30, 500), 64)[0] == "unclear"


@check
def the_growth_of_a_line_is_its_growth():
    least, likely, greatest = growth([3.0 * number for number in range(100)])
    assert all(abs(value - 3 * 49) < 1e-6 for value in (least, likely, greatest))


@check
def percentiles_are_of_the_ordered_values():
    assert percentile([3, 1, 2], 0.5) == 2 and percentile(list(range(100)), 0.99) == 99


def gestures(*events):
    ledger = OpenGestures({"go": "button", "volume": "slider"})
    for widget, name in events:
        ledger.record(widget, name)
    return ledger


@check
def a_gesture_with_one_end_is_right():
    ledger = gestures(("go", "began"), ("volume", "began"), ("go", "pressed"), ("volume", "changed"), ("volume", "ended"))
    ledger.expect("go", 1)
    assert ledger.faults == [] and ledger.open == set()


@check
def an_end_too_many_or_too_few_is_a_fault():
    assert len(gestures(("go", "began"), ("go", "pressed"), ("go", "cancelled")).faults) == 1
    assert len(gestures(("go", "began"), ("go", "began")).faults) == 1
    lost = gestures(("go", "began"), ("go", "pressed"))
    lost.expect("go", 2)
    assert len(lost.faults) == 1


def stored(told=(), watched=(), kept=()):
    results = StoredResults()
    for name in told:
        results.tell(name, "passed")
    for number, name in enumerate(watched, 1):
        results.watch({"id": name, "sequence": number, "outcome": "passed"})
    results.store([{"id": name, "sequence": number, "outcome": "passed"} for number, name in enumerate(kept, 1)])
    return results.finish()


@check
def results_that_agree_are_right():
    assert stored("ab", "abc", "abc") == []


@check
def a_result_that_is_lost_doubled_or_another_is_a_fault():
    for told, watched, kept in (("c", "ab", "ab"), ("a", "ab", "a"), ("a", "a", "ab"), ("a", "aa", "a"), ("a", "a", "aa"),
                                ([None], "a", "a")):
        assert stored(told, watched, kept), (told, watched, kept)
    gap = StoredResults()
    gap.store([{"id": "a", "sequence": 1, "outcome": "passed"}, {"id": "b", "sequence": 3, "outcome": "passed"}])
    assert gap.faults
    wrong = StoredResults()
    wrong.tell("a", "passed")
    wrong.watch({"id": "a", "sequence": 1, "outcome": "failed"})
    wrong.store([{"id": "a", "sequence": 1, "outcome": "failed"}])
    assert wrong.finish()


if __name__ == "__main__":
    failed = 0
    for function in checks:
        try:
            function()
            print(f"ok      {function.__name__.replace('_', ' ')}")
        except AssertionError as error:
            failed += 1
            print(f"FAILED  {function.__name__.replace('_', ' ')}: {error!r} ({pathlib.Path(__file__).name})")
    sys.exit(failed > 0)
