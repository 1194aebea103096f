"""Whether a figure that was sampled over and over grows.

The rule, for the second half of the samples, when all caches are warm: Theil and Sen's slope (the median of the slopes of
all pairs, which a quarter of wild samples does not move) with Sen's interval of 99 %, from Kendall's statistic. Slope
times the length of the half is its growth.

    flat      the whole interval is at most the tolerance
    grows     the whole interval is above it
    unclear   neither: too few samples, or too noisy
"""

import math
import statistics

Z = 2.576
# Fewer in the second half allow no statement of 99 %.
LEAST = 10


def growth(values):
    """Least, likely and greatest growth over the second half of samples at equal distances."""
    half = values[len(values) // 2:]
    count = len(half)
    if count < LEAST:
        return -math.inf, math.nan, math.inf
    slopes = sorted((half[b] - half[a]) / (b - a) for a in range(count) for b in range(a + 1, count))
    # Equal values say less about an order (Kendall, 1970).
    ties = (half.count(value) for value in set(half))
    variance = (count * (count - 1) * (2 * count + 5) - sum(t * (t - 1) * (2 * t + 5) for t in ties)) / 18
    reach = Z * math.sqrt(variance)
    low = max(0, math.floor((len(slopes) - reach) / 2) - 1)
    high = min(len(slopes) - 1, math.ceil((len(slopes) + reach) / 2))
    return tuple(slope * (count - 1) for slope in (slopes[low], statistics.median(slopes), slopes[high]))


def verdict(values, tolerance):
    """How the second half of the samples is: flat, grows or unclear, and its growth."""
    found = growth(values)
    if found[0] > tolerance:
        return "grows", found
    return ("flat" if found[2] <= tolerance else "unclear"), found


def percentile(values, part):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))]
