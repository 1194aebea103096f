"""Attacks without training: each computes a map of how well the gap fits at every position."""

import numpy as np
from scipy import ndimage, signal

UNTRAINED = ("outline", "brightness", "plain", "sum")


def untrained(puzzle):
    """Where each attack believes the gap to be."""
    maps = {"outline": outline(puzzle), "brightness": step(puzzle), "plain": plain(puzzle)}
    maps["sum"] = sum((m - m.mean()) / (m.std() + 1e-6) for m in maps.values())
    return {name: best(map) for name, map in maps.items()}


def mask(puzzle):
    return (puzzle.piece[:, :, 3] > 127).astype(np.float32)


def luma(image):
    return image[:, :, :3].astype(np.float32) @ np.array([0.299, 0.587, 0.114], np.float32)


def best(map):
    y, x = np.unravel_index(np.argmax(map), map.shape)
    return int(x), int(y)


def correlate(image, kernel):
    """Sum of image times kernel at every position where the kernel fits."""
    return signal.fftconvolve(image, kernel[::-1, ::-1], mode="valid")


def gradient(gray):
    return ndimage.sobel(gray, axis=1), ndimage.sobel(gray, axis=0)


def outline(puzzle):
    """The outline of the piece against the edges of the picture, along their normals."""
    dx, dy = gradient(luma(puzzle.picture))
    size = np.hypot(dx, dy) + 1e-6
    # Limits the weight of strong edges; otherwise a single black line would always win.
    weight = np.minimum(size, np.percentile(size, 90)) / size
    sx, sy = gradient(ndimage.gaussian_filter(mask(puzzle), 0.8))
    length = np.hypot(sx, sy)
    sx, sy = (np.where(length > 0.5, part / (length + 1e-6), 0) for part in (sx, sy))
    # The gap may be lighter or darker than its surroundings, so only the squares of the normal components count.
    gx, gy = dx * weight, dy * weight
    return correlate(gx * gx, sx * sx) + correlate(gy * gy, sy * sy) + 2 * correlate(gx * gy, sx * sy)


def step(puzzle, width=6):
    """How much brighter or darker the inside of the shape is than a ring around it."""
    inside = np.pad(mask(puzzle), width)
    ring = ndimage.binary_dilation(inside, iterations=width) - inside
    framed = np.pad(luma(puzzle.picture), width, mode="reflect")
    return np.abs(correlate(framed, inside) / inside.sum() - correlate(framed, ring) / ring.sum())


def plain(puzzle):
    """How uniform the inside of the shape is."""
    core = ndimage.binary_erosion(mask(puzzle), iterations=6).astype(np.float32)
    return -correlate(np.hypot(*gradient(luma(puzzle.picture))), core)
