#!/usr/bin/env python3
# record-pictures.py: makes the pictures of tests/data/pictures, and records how Pillow decodes them.
# SPDX-License-Identifier: MIT
"""Usage: record-pictures.py FOLDER

Needs Pillow and NumPy. Writes small pictures of each supported kind, including damaged ones, and
expected.npz: for each valid picture, the bytes of shape (channels, height, width) to which it is
converted, under "NAME FIT CHANNELS HEIGHTxWIDTH".
"""

import io
import pathlib
import struct
import sys
import zlib

import numpy as np
from PIL import Image, ImageOps

SIZES = [(8, 8), (5, 12), (40, 30)]


def make_points(height, width, seed):
    """Smooth colours with an edge, so that each way of scaling gives different numbers."""
    y, x = np.mgrid[0:height, 0:width] / max(height, width)
    waves = [np.sin(5 * x + seed), np.cos(7 * y - seed), np.sin(9 * x * y + 2 * seed)]
    points = np.stack([127.5 + 120 * wave for wave in waves], axis=-1)
    points[(x - 0.4) ** 2 + (y - 0.3) ** 2 < 0.03] = [250, 20, 20 * seed]
    return points.astype(np.uint8)


def fit(image, kind, height, width):
    if kind == 'stretch':
        return image.resize((width, height), Image.BILINEAR)
    across, down = image.width / width, image.height / height
    if kind == 'crop':
        scale = min(across, down)
        w, h = scale * width, scale * height
        left, top = (image.width - w) / 2, (image.height - h) / 2
        return image.resize((width, height), Image.BILINEAR, box=(left, top, left + w, top + h))
    scale = min(1 / across, 1 / down)
    w, h = max(int(image.width * scale + 0.5), 1), max(int(image.height * scale + 0.5), 1)
    frame = Image.new('RGB', (width, height))
    frame.paste(image.resize((w, h), Image.BILINEAR), ((width - w) // 2, (height - h) // 2))
    return frame


def flatten(image):
    image = ImageOps.exif_transpose(image)
    if 'A' not in image.getbands() and 'transparency' not in image.info:
        return image.convert('RGB')
    paper = Image.new('RGBA', image.size, 'white')
    return Image.alpha_composite(paper, image.convert('RGBA')).convert('RGB')


def chunk(kind, data):
    return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))


def write_sound(folder):
    wide, high = (Image.fromarray(make_points(*size, seed)) for seed, size in enumerate([(20, 30), (33, 17)], start=1))
    alpha = np.dstack([make_points(16, 16, 3), np.linspace(0, 255, 256, dtype=np.uint8).reshape(16, 16)])
    exif = Image.Exif()
    exif[0x112] = 6
    wide.save(folder / 'wide.png')
    high.save(folder / 'high.bmp')
    high.save(folder / 'high.tiff')
    high.save(folder / 'high.ppm')
    wide.convert('L').save(folder / 'grey.png')
    wide.quantize(16).save(folder / 'palette.png')
    Image.fromarray(alpha).save(folder / 'alpha.png')
    high.save(folder / 'high.webp', lossless=True)
    wide.save(folder / 'turned.jpg', quality=95, subsampling=0, exif=exif)
    Image.fromarray(make_points(400, 600, 4)).save(folder / 'large.jpg', quality=90)


def write_spoiled(folder):
    good = (folder / 'wide.png').read_bytes()
    jpeg = (folder / 'turned.jpg').read_bytes()
    header = struct.pack('>IIBBBBB', 60000, 60000, 8, 2, 0, 0, 0)
    spoiled = {
        'empty.png': b'',
        'text.png': b'this is no picture',
        'cut.png': good[:len(good) // 2],
        'cut.jpg': jpeg[:len(jpeg) // 3],
        'drawing.png': b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
        'huge.png': b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', header) + chunk(b'IDAT', zlib.compress(bytes(1000))),
    }
    (folder / 'spoiled').mkdir(exist_ok=True)
    for name, data in spoiled.items():
        (folder / 'spoiled' / name).write_bytes(data)


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(exist_ok=True)
    write_sound(folder)
    write_spoiled(folder)
    expected = {}
    for path in sorted(folder.glob('*.*')):
        if path.suffix == '.npz':
            continue
        image = flatten(Image.open(io.BytesIO(path.read_bytes())))
        for kind in ['crop', 'pad', 'stretch']:
            for height, width in SIZES:
                points = fit(image, kind, height, width)
                expected[f'{path.name} {kind} 3 {height}x{width}'] = np.asarray(points).transpose(2, 0, 1)
                expected[f'{path.name} {kind} 1 {height}x{width}'] = np.asarray(points.convert('L'))[None]
    np.savez_compressed(folder / 'expected.npz', **expected)


if __name__ == '__main__':
    main()
