"""A solver trained on solved puzzles, which the program itself generates.

It learns from the colors around a pixel whether the pixel lies in a gap, and places the piece's shape where most pixels do.
It contains no knowledge of how the pictures are designed.
"""

import numpy as np
from scipy import ndimage
from sklearn.ensemble import HistGradientBoostingClassifier

from attacks import best, correlate, luma, mask

# Every second pixel is classified.
STEP = 2
# Training pixels per picture, half of them in the gap.
SAMPLES = 400


class Trained:
    def __init__(self, puzzles, seed=1):
        chance = np.random.default_rng(seed)
        rows, labels = [], []
        for puzzle in puzzles:
            gap = answer(puzzle)[::STEP, ::STEP].ravel()
            features = look(puzzle.picture)
            for value in (True, False):
                some = chance.choice(np.flatnonzero(gap == value), SAMPLES // 2)
                rows.append(features[some])
                labels.append(np.full(len(some), value))
        self.model = HistGradientBoostingClassifier(max_iter=60, max_leaf_nodes=31, random_state=seed)
        self.model.fit(np.concatenate(rows), np.concatenate(labels))

    def solve(self, puzzle):
        height, width = puzzle.picture.shape[:2]
        sure = self.model.predict_proba(look(puzzle.picture))[:, 1].astype(np.float32)
        sure = sure.reshape(-(-height // STEP), -(-width // STEP))
        whole = np.repeat(np.repeat(sure, STEP, axis=0), STEP, axis=1)[:height, :width]
        # Counts gap pixels within the shape against those around it, within the piece's bounding box.
        shape = mask(puzzle)
        kernel = shape / shape.sum() - (1 - shape) / max((1 - shape).sum(), 1)
        return best(correlate(whole, kernel))


def answer(puzzle):
    """Which pixels lie in the gap."""
    gap = np.zeros(puzzle.picture.shape[:2], bool)
    (x, y), shape = puzzle.target, mask(puzzle) > 0
    gap[y:y + shape.shape[0], x:x + shape.shape[1]] = shape
    return gap


def look(picture):
    """Features of each pixel's surroundings: colors, their means and deviations, near and far."""
    colors = picture.astype(np.float32)
    gray = luma(picture)
    features = [colors[:, :, channel] for channel in range(3)]
    for size in (5, 11, 21):
        mean = ndimage.uniform_filter(gray, size)
        features += [ndimage.uniform_filter(colors[:, :, channel], size) for channel in range(3)]
        features.append(np.sqrt(np.maximum(ndimage.uniform_filter(gray * gray, size) - mean * mean, 0)))
    for distance in (4, 8, 14):
        for axis in (0, 1):
            features += [np.roll(gray, shift, axis) - gray for shift in (distance, -distance)]
    return np.stack([feature[::STEP, ::STEP].ravel() for feature in features], axis=1)
