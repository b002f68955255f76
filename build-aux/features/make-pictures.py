#!/usr/bin/env python3
# make-pictures.py: draws pictures of many kinds by rules, to train the feature network.
# SPDX-License-Identifier: MIT
"""Usage: make-pictures.py FILE.npz [--each N] [--seed N]

Writes x_train, y_train, x_test and y_test: RGB pictures of 32 x 32 pixels as float32 from 0 to 1,
and the class numbers. A class is a set of rules: an outline, a figure of pen strokes, a texture, a
cloud from an iterated function system, a set of colours, an arrangement. Its examples vary in
position, size, angle, light, contrast, colours, background, noise and blur. Needs numpy and Pillow.
"""

import argparse

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

SIZE = 32
BIG = 2 * SIZE
N_TEST = 10


def fixed(kind, number):
    """The random parameters that define a class."""
    return np.random.default_rng([ord(kind[0]), len(kind), number])


# Backgrounds and colours


def smooth(rng, size, cells, channels=1):
    """Random values from 0 to 1 on a grid of cells, with smooth transitions."""
    grid = rng.random((cells, cells, channels))
    planes = [Image.fromarray((grid[..., c] * 255).astype(np.uint8)).resize((size, size), Image.BICUBIC) for c in range(channels)]
    return np.stack([np.asarray(p, np.float32) / 255 for p in planes], -1)


def background(rng):
    """A plain, shaded, cloudy or patterned background: an array of BIG x BIG x 3 from 0 to 1."""
    kind = rng.integers(6)
    base = rng.random(3) ** rng.choice([0.4, 1, 2.5])
    other = rng.random(3)
    if kind < 2:
        return np.ones((BIG, BIG, 1)) * base
    if kind == 2:
        angle = rng.uniform(0, 6.3)
        x, y = np.meshgrid(np.linspace(-1, 1, BIG), np.linspace(-1, 1, BIG))
        part = (np.clip((x * np.cos(angle) + y * np.sin(angle) + 1) / 2, 0, 1))[..., None]
    elif kind == 3:
        part = smooth(rng, BIG, int(rng.integers(2, 9)))
    elif kind == 4:
        return np.clip(base + rng.uniform(0.1, 0.5) * (smooth(rng, BIG, int(rng.integers(3, 17)), 3) - 0.5), 0, 1)
    else:
        picture = Image.fromarray((np.ones((BIG, BIG, 1)) * base * 255).astype(np.uint8))
        pen = ImageDraw.Draw(picture)
        for _ in range(rng.integers(2, 7)):
            colour = tuple((255 * np.clip(base + rng.uniform(-0.3, 0.3, 3), 0, 1)).astype(int).tolist())
            x, y = rng.uniform(-10, BIG + 10, 2)
            r, s = rng.uniform(3, 25, 2)
            (pen.ellipse if rng.random() < 0.5 else pen.rectangle)((x - r, y - s, x + r, y + s), fill=colour)
        return np.asarray(picture, np.float64) / 255
    return base * part + other * (1 - part)


def contrasting(rng, back):
    """A colour that differs from a background."""
    mean = back.mean((0, 1))
    for _ in range(20):
        colour = rng.random(3) ** rng.choice([0.5, 1, 2])
        if np.abs(colour - mean).max() > 0.35:
            break
    return colour


def paint(rng, mask, back=None, colour=None):
    """Draws a figure of one colour, which may be shaded or textured, on a background."""
    back = background(rng) if back is None else back
    colour = contrasting(rng, back) if colour is None else colour
    surface = np.ones((BIG, BIG, 1)) * colour
    if rng.random() < 0.4:
        surface = np.clip(surface + rng.uniform(0.1, 0.4) * (smooth(rng, BIG, int(rng.integers(2, 12))) - 0.5), 0, 1)
    mask = np.asarray(mask, np.float64)[..., None] / 255
    return surface * mask + back * (1 - mask)


# Figures: outlines and strokes


def placed(rng, points, turn, least=0.35, most=0.95):
    """Rotates, scales and moves points around 0 to a position in the picture."""
    points = np.asarray(points, float)
    r = BIG / 2 * rng.uniform(least, most)
    angle, shear = rng.uniform(-turn, turn), rng.normal() * 0.12
    a, b = r * rng.uniform(0.8, 1.2, 2)
    matrix = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]) @ np.array([[a, shear * a], [0, b]])
    room = max(BIG / 2 - 0.8 * r, 0)
    return points @ matrix.T + BIG / 2 + rng.uniform(-room, room, 2)


def ring_of(kind, n):
    """An outline around 0: polygons, stars, flowers, gears, crosses, hearts, arrows and random ones."""
    t = np.linspace(0, 2 * np.pi, 72, endpoint=False)
    if kind == 'polygon':
        t = 2 * np.pi * np.arange(n) / n
        return np.stack([np.sin(t), -np.cos(t)], 1)
    if kind == 'star':
        t = np.pi * np.arange(2 * n) / n
        return np.stack([np.sin(t), -np.cos(t)], 1) * np.where(np.arange(2 * n) % 2, 0.42, 1)[:, None]
    if kind == 'flower':
        return np.stack([np.sin(t), -np.cos(t)], 1) * (0.7 + 0.3 * np.cos(n * t))[:, None]
    if kind == 'gear':
        return np.stack([np.sin(t), -np.cos(t)], 1) * np.where(np.cos(n * t) > 0, 1, 0.72)[:, None]
    named = {
        'oval': np.stack([np.sin(t), 0.5 * np.cos(t)], 1),
        'bar': [(-1, -.2), (1, -.2), (1, .2), (-1, .2)],
        'plus': [(-.3, -1), (.3, -1), (.3, -.3), (1, -.3), (1, .3), (.3, .3), (.3, 1), (-.3, 1), (-.3, .3), (-1, .3), (-1, -.3), (-.3, -.3)],
        'arrow': [(0, -1), (.8, 0), (.3, 0), (.3, 1), (-.3, 1), (-.3, 0), (-.8, 0)],
        'moon': np.concatenate([np.stack([np.sin(t[:36]), -np.cos(t[:36])], 1), np.stack([.5 * np.sin(t[35::-1]), -np.cos(t[35::-1])], 1)]),
        'heart': np.stack([np.sin(t) ** 3, -(13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t)) / 16], 1),
        'ell': [(-.8, -1), (-.2, -1), (-.2, .4), (.8, .4), (.8, 1), (-.8, 1)],
        'bolt': [(.2, -1), (-.6, .1), (0, .1), (-.3, 1), (.6, -.2), (.05, -.2)],
        'house': [(0, -1), (1, -.1), (.75, -.1), (.75, 1), (-.75, 1), (-.75, -.1), (-1, -.1)],
        'drop': np.stack([np.sin(t) * np.sin(t / 2) ** 1.5, np.cos(t) * -0.95], 1),
    }
    if kind in named:
        return named[kind]
    own = fixed('outline', n)
    waves = sum(own.normal() / k * np.cos(k * t + own.uniform(0, 6.3)) for k in range(1, 7))
    return np.stack([np.sin(t), -np.cos(t)], 1) * np.clip(0.7 + 0.22 * waves, 0.15, 1.1)[:, None]


OUTLINES = ([('polygon', n) for n in (3, 4, 5, 6, 30)] + [('star', n) for n in (3, 4, 5, 7)] + [('flower', n) for n in (3, 5, 8)]
            + [('gear', n) for n in (4, 9)] + [(k, 0) for k in ('oval', 'bar', 'plus', 'arrow', 'moon', 'heart', 'ell', 'bolt', 'house', 'drop')]
            + [('random', n) for n in range(16)])


def outline(rng, number):
    points = placed(rng, ring_of(*OUTLINES[number]), 0.6)
    mask = Image.new('L', (BIG, BIG))
    pen = ImageDraw.Draw(mask)
    corners = [tuple(p) for p in points]
    if rng.random() < 0.7:
        pen.polygon(corners, fill=255)
    else:
        pen.line(corners + corners[:2], fill=255, width=int(rng.integers(2, 7)), joint='curve')
    return paint(rng, mask)


def stroke_points(own):
    """One pen stroke: a few random points, with soft or sharp bends."""
    n = own.integers(2, 5)
    points = own.uniform(-1, 1, (n, 2))
    if n == 2 or own.random() < 0.35:
        return points
    if own.random() < 0.3:
        t = np.linspace(0, own.uniform(3, 6.3), 14) + own.uniform(0, 6.3)
        return points[0] * 0.5 + np.stack([np.sin(t), np.cos(t)], 1) * own.uniform(0.3, 0.8, 2)
    t = np.linspace(0, 1, 14)[:, None]
    while len(points) > 1:
        points = [a * (1 - t) + b * t for a, b in zip(points[:-1], points[1:])]
    return points[0]


def strokes(rng, number):
    own = fixed('strokes', number)
    mask = Image.new('L', (BIG, BIG))
    pen = ImageDraw.Draw(mask)
    lines = [stroke_points(own) for _ in range(own.integers(1, 5))]
    points = np.concatenate(lines)
    points = points - (points.max(0) + points.min(0)) / 2
    points = points / max(np.abs(points).max(), 0.3)
    points = points + 0.07 * rng.normal(size=points.shape) * (rng.random() < 0.3)
    wave = rng.normal(size=(2, 2)) * 0.12
    points = points + np.sin(points[:, ::-1] * 2 + rng.uniform(0, 6.3, 2)) * wave[0]
    points = placed(rng, points, 0.3, 0.45, 0.95)
    width = int(rng.integers(3, 9))
    ends = np.cumsum([len(line) for line in lines])[:-1]
    for line in np.split(points, ends):
        pen.line([tuple(p) for p in line], fill=255, width=width, joint='curve')
    if rng.random() < 0.6:
        back = np.ones((BIG, BIG, 1)) * np.full(3, rng.choice([rng.uniform(0, 0.2), rng.uniform(0.8, 1)]))
        return paint(rng, mask, back, np.clip(1 - back[0, 0] + 0.2 * rng.normal(size=3), 0, 1))
    return paint(rng, mask)


# Textures


def waves(own, rng, x, y):
    """Sums of a few waves, distorted and thresholded."""
    n = own.integers(1, 4)
    turn, stretch = rng.normal() * 0.15, rng.uniform(0.8, 1.25)
    bend = own.choice([0, 0, 0.15, 0.4])
    value = 0
    for _ in range(n):
        angle, step = own.uniform(0, 3.15) + turn, own.uniform(5, 26) * stretch
        along = (x * np.cos(angle) + y * np.sin(angle)) * 2 * np.pi / step
        across = (y * np.cos(angle) - x * np.sin(angle)) * 2 * np.pi / 20
        value = value + np.sin(along + 5 * bend * np.sin(across) + rng.uniform(0, 6.3))
    value = value / n
    sharp = own.choice([1, 1, 4, -1])
    return np.abs(value) * 2 - 1 if sharp < 0 else np.tanh(sharp * value)


def spectrum(own, rng, x, y):
    """Filtered noise: grain, fur, clouds."""
    fx, fy = np.meshgrid(np.fft.fftfreq(BIG), np.fft.fftfreq(BIG))
    angle = own.uniform(0, 3.15) + rng.normal() * 0.1
    stretch = own.choice([1, 1, 3, 7])
    u, v = fx * np.cos(angle) + fy * np.sin(angle), stretch * (fy * np.cos(angle) - fx * np.sin(angle))
    radius = np.sqrt(u * u + v * v) + 1e-3
    centre = own.uniform(0.02, 0.22) * rng.uniform(0.85, 1.2)
    gain = radius ** -own.uniform(0.5, 2.5) if own.random() < 0.4 else np.exp(-((radius - centre) / (0.35 * centre)) ** 2)
    value = np.real(np.fft.ifft2(np.fft.fft2(rng.normal(size=x.shape)) * gain))
    value = value / (value.std() + 1e-9)
    cut = own.integers(4)
    return np.tanh(value * 3) if cut == 0 else np.abs(value) - 0.8 if cut == 1 else value * 0.6


def cells(own, rng, x, y):
    """Distances to random or regular points: stones, bubbles, nets."""
    n, is_regular = int(own.integers(8, 60)), own.random() < 0.4
    points = rng.uniform(0, BIG, (n, 2))
    if is_regular:
        k = int(np.ceil(np.sqrt(n)))
        grid = np.stack(np.meshgrid(np.arange(k), np.arange(k)), -1).reshape(-1, 2)
        points = (grid + 0.5 * (grid[:, 1:] % 2) + rng.uniform(0, 1, 2)) * BIG / k + rng.normal(size=(k * k, 2))
    d = np.sort(np.hypot(x[..., None] - points[:, 0], y[..., None] - points[:, 1]), -1)[..., :2]
    scale = BIG / np.sqrt(n)
    form = own.integers(4)
    near, gap = d[..., 0] / scale, (d[..., 1] - d[..., 0]) / scale
    return [lambda: 1 - 3 * near, lambda: np.tanh(8 * (own.uniform(0.2, 0.4) - near)), lambda: 1 - 4 * gap,
            lambda: np.tanh(12 * (gap - 0.15))][form]()


def tiles(own, rng, x, y):
    """Bricks, boards, nets of lines."""
    angle, step = own.choice([0, 0, 0.8]) + rng.normal() * 0.12, own.uniform(8, 20) * rng.uniform(0.8, 1.25)
    ratio, shift = own.choice([1, 1, 2, 3]), own.choice([0, 0.5])
    u = (x * np.cos(angle) + y * np.sin(angle)) / (step * ratio) + rng.random()
    v = (y * np.cos(angle) - x * np.sin(angle)) / step + rng.random()
    u = u + shift * (np.floor(v) % 2)
    if own.random() < 0.4:
        return 2 * ((np.floor(u) + np.floor(v)) % 2) - 1
    thin = own.uniform(0.08, 0.3)
    return np.where(np.minimum(u % 1 * ratio, v % 1) < thin, 1.0, -1.0) + 0.3 * np.sin(7 * np.floor(u) + 5 * np.floor(v))


TEXTURES = (waves, spectrum, cells, tiles)


def texture_values(rng, number):
    x, y = np.meshgrid(np.arange(BIG, dtype=float), np.arange(BIG, dtype=float))
    return np.clip(TEXTURES[number % 4](fixed('texture', number), rng, x, y) / 2 + 0.5, 0, 1)[..., None]


def texture(rng, number):
    dark, light = rng.random(3) * rng.uniform(0.2, 0.7), 1 - rng.random(3) * rng.uniform(0.1, 0.7)
    if rng.random() < 0.4:
        dark, light = light, dark
    value = texture_values(rng, number)
    return dark + (light - dark) * value


# Clouds of points, colours, arrangements


def cloud(rng, number):
    """An iterated function system."""
    own = fixed('cloud', number)
    n = own.integers(2, 5)
    maps = own.uniform(-1, 1, (n, 2, 3))
    for m in maps:
        u, s, v = np.linalg.svd(m[:, :2])
        m[:, :2] = u @ np.diag(np.clip(s, 0.25, 0.8)) @ v
    maps = maps + 0.02 * rng.normal(size=maps.shape)
    points = rng.uniform(-1, 1, (300, 2))
    kept = []
    for i in range(22):
        m = maps[rng.integers(n, size=len(points))]
        points = np.einsum('nij,nj->ni', m[..., :2], points) + m[..., 2]
        if i > 7:
            kept.append(points)
    points = np.concatenate(kept)
    points = (points - np.median(points, 0)) / (np.percentile(np.abs(points - np.median(points, 0)), 95) + 1e-3)
    at = placed(rng, points, 0.5, 0.6, 1.0).astype(int)
    at = at[((at >= 0) & (at < BIG)).all(1)]
    count = np.zeros((BIG, BIG))
    np.add.at(count, (at[:, 1], at[:, 0]), 1)
    return paint(rng, np.clip(count * rng.uniform(90, 255), 0, 255))


def palette(rng, number):
    """Blobs in the colours of a class."""
    own = fixed('palette', number)
    colours = own.random((int(own.integers(1, 4)), 3))
    picture = np.ones((BIG, BIG, 1)) * colours[0]
    for colour in colours[1:]:
        part = np.clip((smooth(rng, BIG, int(rng.integers(3, 10))) - 0.5) * rng.uniform(3, 20) + 0.5, 0, 1)
        picture = picture * part + colour * (1 - part)
    value = texture_values(rng, int(rng.integers(100)))
    return np.clip(picture + rng.uniform(0, 0.25) * (value - 0.5) + 0.04 * rng.normal(size=3), 0, 1)


def shade(rng, number):
    """Places of the light: sides, corners, the middle, the rim, horizons."""
    x, y = np.meshgrid(np.linspace(-1, 1, BIG), np.linspace(-1, 1, BIG))
    if number < 8:
        angle = np.pi * number / 4 + rng.normal() * 0.12
        value = (x * np.cos(angle) + y * np.sin(angle)) / 2 + 0.5
    else:
        r = np.hypot(x - rng.normal() * 0.15, y - rng.normal() * 0.15)
        value = [1 - r, r, np.tanh(9 * (y - rng.normal() * 0.2)) / 2 + 0.5, np.tanh(9 * (x - rng.normal() * 0.2)) / 2 + 0.5][number - 8]
    value = np.clip(value, 0, 1)[..., None]
    light, dark = 1 - rng.random(3) * 0.5, rng.random(3) * 0.5
    return np.clip(dark + (light - dark) * value + rng.uniform(0, 0.2) * (texture_values(rng, int(rng.integers(100))) - 0.5), 0, 1)


def scene(rng, number):
    """Several figures of a class, with their own kinds, numbers and textures."""
    own = fixed('scene', number)
    kinds = own.integers(len(OUTLINES), size=2)
    n, is_textured = int(own.choice([2, 3, 5, 9])), own.random() < 0.5
    inner = int(own.integers(100))
    back = background(rng)
    for i in range(max(n + int(rng.integers(-1, 2)), 1)):
        mask = Image.new('L', (BIG, BIG))
        size = 1.1 / np.sqrt(n)
        ImageDraw.Draw(mask).polygon([tuple(p) for p in placed(rng, ring_of(*OUTLINES[kinds[i % 2]]), 0.6, 0.6 * size, size)], fill=255)
        colour = contrasting(rng, back)
        part = np.asarray(mask, float)[..., None] / 255
        surface = colour * (0.4 + 0.6 * texture_values(rng, inner)) if is_textured else colour
        back = surface * part + back * (1 - part)
    return back


def thing(rng, number):
    """A textured figure on a background of another texture, like things and animals in their surroundings."""
    own = fixed('thing', number)
    parts = [ring_of('random', 100 + int(own.integers(10000))) for _ in range(own.integers(1, 4))]
    places = own.uniform(-0.7, 0.7, (len(parts), 2))
    sizes = own.uniform(0.3, 0.8, len(parts))
    inner, ground, hue = int(own.integers(100)), int(own.integers(100)), own.random((2, 3))
    jitter = rng.uniform(-0.25, 0.25, (2, 3)) + rng.uniform(-0.15, 0.15)
    hue = np.clip(hue + jitter, 0, 1)
    mask = Image.new('L', (BIG, BIG))
    pen = ImageDraw.Draw(mask)
    points = np.concatenate([p * s + at for p, s, at in zip(parts, sizes, places)])
    if rng.random() < 0.5:
        points = points * [-1, 1]
    for part in np.split(placed(rng, points, 0.4, 0.5, 0.95), np.cumsum([len(p) for p in parts])[:-1]):
        pen.polygon([tuple(p) for p in part], fill=255)
    mask = np.asarray(mask, float)[..., None] / 255
    back = hue[0] * (0.5 + 0.7 * texture_values(rng, ground)) if rng.random() < 0.6 else background(rng)
    return np.clip(hue[1] * (0.5 + 0.7 * texture_values(rng, inner)) * mask + back * (1 - mask), 0, 1)


KINDS = ((outline, len(OUTLINES)), (strokes, 64), (texture, 72), (cloud, 32), (palette, 28), (shade, 12), (scene, 32), (thing, 64))
CLASSES = [(make, number) for make, n in KINDS for number in range(n)]


def photograph(rng, picture):
    """Light, contrast, colour cast, blur, size and noise as in camera pictures."""
    image = Image.fromarray((np.clip(picture, 0, 1) * 255).astype(np.uint8))
    if rng.random() < 0.25:
        image = image.filter(ImageFilter.GaussianBlur(rng.uniform(0.3, 1.6)))
    values = np.asarray(image.resize((SIZE, SIZE), Image.BILINEAR), np.float64) / 255
    if rng.random() < 0.15:
        values = np.repeat(values.mean(-1, keepdims=True), 3, -1)
    if rng.random() < 0.3:
        x, y = np.meshgrid(np.linspace(-1, 1, SIZE), np.linspace(-1, 1, SIZE))
        values = values * (1 + 0.3 * (rng.normal() * x + rng.normal() * y))[..., None]
    values = (values - 0.5) * rng.uniform(0.6, 1.15) + 0.5 + rng.normal() * 0.06
    values = values + rng.choice([0, 0.02, 0.06]) * rng.normal(size=values.shape)
    return np.clip(values, 0, 1).transpose(2, 0, 1).astype(np.float16).astype(np.float32)


def make(seed, number, index):
    rng = np.random.default_rng([seed, number, index])
    draw, own = CLASSES[number]
    return photograph(rng, draw(rng, own))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('file')
    parser.add_argument('--each', type=int, default=60, help='pictures of a class for training')
    parser.add_argument('--seed', type=int, default=0)
    options = parser.parse_args()
    order = np.random.default_rng(options.seed).permutation(options.each * len(CLASSES))
    y = np.repeat(np.arange(len(CLASSES), dtype=np.int32), options.each)
    x = np.stack([make(options.seed, number, i) for number in range(len(CLASSES)) for i in range(options.each)])
    x_test = np.stack([make(options.seed, number, options.each + i) for number in range(len(CLASSES)) for i in range(N_TEST)])
    np.savez(options.file, x_train=x[order], y_train=y[order], x_test=x_test,
             y_test=np.repeat(np.arange(len(CLASSES), dtype=np.int32), N_TEST))


if __name__ == '__main__':
    main()
