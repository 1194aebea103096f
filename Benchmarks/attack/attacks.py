"""What programs do with a puzzle: each attack makes a map of how well the piece fits everywhere and takes the best."""

import cv2
import numpy as np

ATTACKS = ("outline", "brightness", "colour", "texture", "sum", "seam")
# Width of the rim of noise around the piece, as a part of its longer side: one over this.
RIM = {"default": 10, "hard": 8}
# How many places the seam attack looks at, and how far around each.
CANDIDATES = 8
NEAR = 3


def answers(puzzle):
    """The place that each attack takes for the gap."""
    maps = {
        "outline": outline(puzzle), "brightness": step(puzzle, luma(puzzle.picture)),
        "colour": step(puzzle, saturation(puzzle.picture)), "texture": texture(puzzle),
    }
    maps["sum"] = sum(standard(maps[name]) for name in ("outline", "brightness", "texture"))
    found = {name: best(map) for name, map in maps.items()}
    found["seam"] = seam(puzzle, sum(standard(maps[name]) for name in ("outline", "brightness", "colour")))
    return found


def mask(puzzle):
    return (puzzle.piece[:, :, 3] > 127).astype(np.float32)


def luma(image):
    return (image[:, :, :3].astype(np.float32) @ np.array([0.299, 0.587, 0.114], np.float32))


def saturation(image):
    image = image[:, :, :3].astype(np.float32)
    return image.max(axis=2) - image.min(axis=2)


def standard(map):
    return (map - map.mean()) / (map.std() + 1e-6)


def best(map):
    y, x = np.unravel_index(np.argmax(map), map.shape)
    return int(x), int(y)


def correlate(image, kernel):
    """Sum of image times kernel at every place where the kernel fits."""
    return cv2.matchTemplate(image.astype(np.float32), kernel.astype(np.float32), cv2.TM_CCORR)


def edge(shape, width):
    """The line just inside and outside the border of a shape."""
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * width + 1, 2 * width + 1))
    # Outside the box of the piece is outside.
    padded = cv2.copyMakeBorder(shape, width, width, width, width, cv2.BORDER_CONSTANT, value=0)
    grown, shrunk = cv2.dilate(padded, kernel), cv2.erode(padded, kernel)
    return grown, shrunk, padded


def gradient(gray):
    dx, dy = cv2.Sobel(gray, cv2.CV_32F, 1, 0), cv2.Sobel(gray, cv2.CV_32F, 0, 1)
    return dx, dy


def outline(puzzle):
    """The outline of the piece against the edges of the picture, along their normals."""
    shape = mask(puzzle)
    dx, dy = gradient(luma(puzzle.picture))
    size = np.sqrt(dx * dx + dy * dy) + 1e-6
    # Strong edges count alike, or one black line would win everywhere.
    weight = np.minimum(size, np.percentile(size, 90)) / size
    sx, sy = gradient(cv2.GaussianBlur(shape, (3, 3), 0))
    length = np.sqrt(sx * sx + sy * sy)
    sx, sy = np.where(length > 0.5, sx / (length + 1e-6), 0), np.where(length > 0.5, sy / (length + 1e-6), 0)
    # Light and shade lie on both sides, so that the sign says nothing: squares of the parts along the normal.
    gx, gy = dx * weight, dy * weight
    return (correlate(gx * gx, sx * sx) + correlate(gy * gy, sy * sy) + 2 * correlate(gx * gy, sx * sy))


def step(puzzle, channel):
    """How much the inside of the shape differs from a ring around it."""
    width = 6
    grown, _, padded = edge(mask(puzzle), width)
    ring, inside = grown - padded, padded
    framed = cv2.copyMakeBorder(channel, width, width, width, width, cv2.BORDER_REFLECT)
    return np.abs(correlate(framed, inside) / inside.sum() - correlate(framed, ring) / ring.sum())


def texture(puzzle):
    """The piece against the picture, as far as light and contrast are left out."""
    piece, shape = puzzle.piece[:, :, :3], mask(puzzle)
    _, core, _ = edge(shape, 3)
    core = core[3:-3, 3:-3]
    total = None
    for channel in range(3):
        found = cv2.matchTemplate(
            puzzle.picture[:, :, channel].astype(np.float32), piece[:, :, channel].astype(np.float32),
            cv2.TM_CCOEFF_NORMED, mask=core)
        found = np.nan_to_num(found, nan=0, posinf=0, neginf=0)
        total = found if total is None else total + found
    return np.clip(total, -3, 3)


def seam(puzzle, map):
    """The likeliest places by outline, brightness and colour, and of these the one whose border goes on best."""
    map = map.copy()
    height, width = puzzle.piece.shape[:2]
    found = []
    for _ in range(CANDIDATES):
        x, y = best(map)
        found.append((x, y))
        map[max(y - height // 3, 0):y + height // 3 + 1, max(x - width // 3, 0):x + width // 3 + 1] = -np.inf
    places = {
        (x + dx, y + dy) for x, y in found for dx in range(-NEAR, NEAR + 1) for dy in range(-NEAR, NEAR + 1)
        if 0 <= x + dx < map.shape[1] and 0 <= y + dy < map.shape[0]
    }
    border = Border(puzzle)
    return min(places, key=border.cost)


class Border:
    """What lies inside and outside along the border of the piece, far enough from it to be undisturbed.

    Every place of the border looks for the part of the piece behind the light, the shade and the rim of noise, and for the
    part of the picture in front of them, along its normal; the brightness of both and the direction in which it changes
    along the border are compared.
    """

    def __init__(self, puzzle):
        shape = mask(puzzle)
        self.picture = cv2.GaussianBlur(puzzle.picture.astype(np.float32), (3, 3), 0)
        piece = puzzle.piece[:, :, :3].astype(np.float32)
        piece = cv2.GaussianBlur(np.where(shape[:, :, None] > 0, piece, piece[shape > 0].mean(axis=0)), (3, 3), 0)
        contours, _ = cv2.findContours(shape.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        line = max(contours, key=len)[:, 0, :].astype(np.float32)
        smooth = np.stack([np.convolve(np.r_[line[-4:, k], line[:, k], line[:4, k]], np.ones(9) / 9, "valid")
                           for k in (0, 1)], 1)
        tangent = np.roll(smooth, -3, 0) - np.roll(smooth, 3, 0)
        normal = np.stack([tangent[:, 1], -tangent[:, 0]], 1)
        normal /= np.linalg.norm(normal, axis=1, keepdims=True) + 1e-6
        # Outwards is where the shape ends.
        probe = sample(shape[:, :, None], smooth + 3 * normal)[:, 0]
        normal[probe > 0.5] *= -1
        self.line, self.normal = smooth, normal
        # How deep the disturbed edge is, as the design has it: the rim of noise, light and shade.
        rim = RIM.get(puzzle.profile)
        self.depth = max(puzzle.piece.shape[:2]) // rim + 1 if rim else 4
        # Two places inside, so that what changes towards the border is carried on across it.
        near = sample(piece, smooth - self.depth * normal)
        far = sample(piece, smooth - (self.depth + 3) * normal)
        inside = sample(shape[:, :, None], smooth - (self.depth + 3) * normal)[:, 0] > 0.5
        self.flat = near
        self.sloped = near + (near - far) / 3 * (self.depth + 1)
        self.valid = inside

    def cost(self, place):
        at = self.line + np.array(place, np.float32)
        outside = sample(self.picture, at + 1.5 * self.normal)
        further = sample(self.picture, at + 4.5 * self.normal)
        height, width = self.picture.shape[:2]
        in_picture = ((at + 5 * self.normal >= 0) & (at + 5 * self.normal < [width, height])).all(axis=1)
        valid = self.valid & in_picture
        if valid.sum() < 20:
            return float("inf")
        back = outside + (outside - further) / 3 * 1.5
        difference = np.minimum(
            np.abs(self.flat - outside).sum(axis=1), np.abs(self.sloped - back).sum(axis=1))[valid]
        # What is far off once is as bad as far off altogether; how much the border varies is the yardstick.
        return float(np.minimum(difference, 120).mean())


def sample(image, places):
    channels = cv2.remap(
        image.astype(np.float32), places[:, 0].astype(np.float32)[:, None], places[:, 1].astype(np.float32)[:, None],
        cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return channels.reshape(len(places), -1)
