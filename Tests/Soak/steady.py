"""Decides whether a repeatedly sampled figure grows.

The rule uses the second half of the samples, when all caches are warm: Theil and Sen's slope (the median of the slopes of all pairs,
which a quarter of outliers does not affect) with Sen's 99 % interval, from Kendall's statistic. The slope times the length of the
half is the growth.

    flat      the whole interval is at most the tolerance
    grows     the whole interval is above it
    unclear   neither: too few samples, or too noisy
"""

import math
import statistics

Z = 2.576
# Fewer samples in the second half do not allow a 99 % interval.
LEAST = 10


def growth(values):
    """Lower bound, estimate and upper bound of the growth over the second half of equidistant samples."""
    half = values[len(values) // 2:]
    count = len(half)
    if count < LEAST:
        return -math.inf, math.nan, math.inf
    slopes = sorted((half[b] - half[a]) / (b - a) for a in range(count) for b in range(a + 1, count))
    # Ties reduce the variance (Kendall, 1970).
    ties = (half.count(value) for value in set(half))
    variance = (count * (count - 1) * (2 * count + 5) - sum(t * (t - 1) * (2 * t + 5) for t in ties)) / 18
    reach = Z * math.sqrt(variance)
    low = max(0, math.floor((len(slopes) - reach) / 2) - 1)
    high = min(len(slopes) - 1, math.ceil((len(slopes) + reach) / 2))
    return tuple(slope * (count - 1) for slope in (slopes[low], statistics.median(slopes), slopes[high]))


def verdict(values, tolerance):
    """The verdict on the second half of the samples (flat, grows or unclear) and its growth."""
    found = growth(values)
    if found[0] > tolerance:
        return "grows", found
    return ("flat" if found[2] <= tolerance else "unclear"), found
