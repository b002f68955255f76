# pictures.py: folders of pictures, one folder a class.
# SPDX-License-Identifier: MIT

import numpy as np
from PIL import Image, ImageDraw, ImageFilter


def place(rng, size, draw, turn=0):
    """A drawing of four times the size, somewhere in the picture, in a colour of its own."""
    big = Image.new('RGB', (4 * size, 4 * size), tuple(rng.integers(200, 256, 3).tolist()))
    half = int(rng.integers(size, int(1.7 * size)))
    x, y = (int(v) for v in rng.integers(half, 4 * size - half + 1, 2))
    draw(ImageDraw.Draw(big), x, y, half, tuple(rng.integers(0, 110, 3).tolist()))
    return big.rotate(rng.uniform(-turn, turn), fillcolor=big.getpixel((0, 0))).resize((size, size))


def polygon(points):
    def draw(pen, x, y, r, colour):
        pen.polygon([(x + r * a, y + r * b) for a, b in points], fill=colour)
    return draw


def corners(n):
    return polygon([(np.sin(2 * np.pi * i / n), -np.cos(2 * np.pi * i / n)) for i in range(n)])


def circle(pen, x, y, r, colour):
    pen.ellipse((x - r, y - r, x + r, y + r), fill=colour)


def star(pen, x, y, r, colour):
    polygon([((1 if i % 2 == 0 else 0.4) * np.sin(np.pi * i / 5), -(1 if i % 2 == 0 else 0.4) * np.cos(np.pi * i / 5))
             for i in range(10)])(pen, x, y, r, colour)


SQUARE = polygon([(-1, -1), (1, -1), (1, 1), (-1, 1)])
STROKES = {
    '0': [[(-.6, -1), (.6, -1), (.6, 1), (-.6, 1), (-.6, -1)]], '1': [[(-.3, -.6), (0, -1), (0, 1)]],
    '2': [[(-.6, -.7), (0, -1), (.6, -.6), (-.6, 1), (.6, 1)]], '4': [[(.3, 1), (.3, -1), (-.6, .3), (.7, .3)]],
    '7': [[(-.6, -1), (.6, -1), (-.2, 1)]],
}


def digit(lines):
    def draw(pen, x, y, r, colour):
        for line in lines:
            pen.line([(x + r * a, y + r * b) for a, b in line], fill=colour, width=max(r // 4, 3), joint='curve')
    return draw


def shapes(drawings, turn=0, size=48):
    return {name: lambda rng, draw=draw: place(rng, size, draw, turn) for name, draw in drawings.items()}


def texture(make, size=32):
    def picture(rng):
        x, y = np.meshgrid(np.arange(size), np.arange(size))
        values = make(rng, x, y) + 0.15 * rng.normal(size=(size, size))
        return Image.fromarray((np.clip(values, 0, 1) * 255).astype(np.uint8))
    return picture


def stripes(angle):
    return texture(lambda rng, x, y: 0.5 + 0.4 * np.sin((x * np.cos(angle) + y * np.sin(angle)) * rng.uniform(0.7, 1.1)
                                                         + rng.uniform(0, 6)))


def dots(rng, x, y):
    step = rng.uniform(6, 9)
    return 0.5 + 0.4 * np.sin(x * 6.28 / step + rng.uniform(0, 6)) * np.sin(y * 6.28 / step + rng.uniform(0, 6))


def tinted(low, high):
    def picture(rng):
        colour = rng.uniform(low, high)
        values = np.clip(colour + 25 * rng.normal(size=(40, 40, 3)), 0, 255)
        return Image.fromarray(values.astype(np.uint8)).filter(ImageFilter.GaussianBlur(1))
    return picture


def lit(side):
    def picture(rng):
        x, y = np.meshgrid(np.linspace(0, 1, 32), np.linspace(0, 1, 32))
        ramp = {'left': 1 - x, 'right': x, 'top': 1 - y}[side] * rng.uniform(60, 120) + rng.uniform(20, 100)
        return Image.fromarray(np.clip(ramp + 15 * rng.normal(size=ramp.shape), 0, 255).astype(np.uint8))
    return picture


BASIC = {'circle': circle, 'square': SQUARE, 'triangle': corners(3)}

# Makers by class, and how many pictures there are of each.
FOLDERS = {
    'shapes': (shapes(BASIC), 60),
    'shapes, turned': (shapes(BASIC, 25), 80),
    'shapes, few': (shapes(BASIC), 25),
    'stars': (shapes({'star': star, 'hexagon': corners(6)}), 60),
    'arrows': (shapes({'up': polygon([(0, -1), (.9, .8), (-.9, .8)]), 'down': polygon([(0, 1), (.9, -.8), (-.9, -.8)])}), 50),
    'digits': (shapes({name: digit(lines) for name, lines in STROKES.items()}, 8, 32), 60),
    'stripes': ({f'{d} degrees': stripes(np.pi * d / 180) for d in (0, 45, 90, 135)}, 40),
    'textures': ({'stripes': stripes(0.7), 'dots': texture(dots),
                  'noise': texture(lambda rng, x, y: rng.random(x.shape))}, 40),
    'colours': ({'leaf': tinted((40, 110, 30), (110, 180, 90)), 'sky': tinted((90, 130, 190), (150, 190, 250)),
                 'brick': tinted((140, 50, 40), (210, 110, 90))}, 40),
    'light': ({side: lit(side) for side in ('left', 'right', 'top')}, 40),
}


def write(folder, made, rng):
    makers, n = made
    for name, make in makers.items():
        (folder / name).mkdir(parents=True)
        for i in range(n):
            make(rng).save(folder / name / f'{i:03}.png')
