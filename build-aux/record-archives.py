#!/usr/bin/env python3
# record-archives.py: writes the small archives that the tests of data sets read.
# SPDX-License-Identifier: MIT
"""Usage: record-archives.py SOURCE_ROOT

Writes tests/data/archives: CIFAR's binary form in tar.gz files, SVHN's MAT files, and a ZIP file of
pictures. The bytes are derived from the specifications of the formats, not from what Rensa reads.
Byte (row, channel, y, x) of a picture is (89 row + 31 channel + 7 y + 3 x) mod 251.
"""

import gzip
import io
import pathlib
import struct
import sys
import tarfile
import zipfile
import zlib

SIZE = 32
TEN = ('airplane', 'automobile', 'bird', 'cat', 'deer', 'dog', 'frog', 'horse', 'ship', 'truck')


def point(row, channel, y, x):
    return (89 * row + 31 * channel + 7 * y + 3 * x) % 251


def picture(row):
    return bytes(point(row, channel, y, x) for channel in range(3) for y in range(SIZE) for x in range(SIZE))


def make_tar(members):
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode='w', format=tarfile.USTAR_FORMAT) as archive:
        folder = tarfile.TarInfo('cifar')
        folder.type = tarfile.DIRTYPE
        archive.addfile(folder)
        for name, data in members:
            member = tarfile.TarInfo('cifar/' + name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    packed = io.BytesIO()
    with gzip.GzipFile(fileobj=packed, mode='wb', mtime=0) as file:
        file.write(plain.getvalue())
    return packed.getvalue()


def make_cifar10():
    def rows(first, n):
        return b''.join(bytes([row % 10]) + picture(row) for row in range(first, first + n))

    # The second batch comes first, so that the reader must sort them.
    return make_tar([('batches.meta.txt', '\n'.join(TEN + ('',)).encode()), ('data_batch_2.bin', rows(2, 3)),
                     ('readme.html', b'<p>'), ('data_batch_1.bin', rows(0, 2)), ('test_batch.bin', rows(7, 2))])


def make_cifar100():
    def rows(first, n):
        return b''.join(bytes([row % 20, 99 - row]) + picture(row) for row in range(first, first + n))

    fine = ''.join('fine %d\n' % i for i in range(100))
    coarse = ''.join('coarse %d\n' % i for i in range(20))
    return make_tar([('fine_label_names.txt', fine.encode()), ('coarse_label_names.txt', coarse.encode()),
                     ('train.bin', rows(0, 3)), ('test.bin', rows(3, 1))])


class Mat:
    """Version 5; order is '<' or '>'."""

    def __init__(self, order):
        self.order = order
        mark = b'IM' if order == '<' else b'MI'
        self.data = b'MATLAB 5.0 MAT-file'.ljust(124) + struct.pack(order + 'H', 0x0100) + mark

    def element(self, kind, data):
        if len(data) <= 4 and kind != 14:
            return struct.pack(self.order + 'I', len(data) << 16 | kind) + data.ljust(4, b'\0')
        return struct.pack(self.order + 'II', kind, len(data)) + data + b'\0' * (-len(data) % 8)

    def add(self, name, array_class, dims, kind, data, compress):
        parts = [self.element(6, struct.pack(self.order + 'II', array_class, 0)),
                 self.element(5, struct.pack(self.order + '%di' % len(dims), *dims)), self.element(1, name.encode()),
                 self.element(kind, data)]
        matrix = self.element(14, b''.join(parts))
        if compress:
            packed = zlib.compress(matrix, 9)
            matrix = struct.pack(self.order + 'II', 15, len(packed)) + packed
        self.data += matrix


def make_svhn(order, first, n, compress):
    """X has the axes y, x, channel and row, of which y varies fastest; label 10 means the digit 0."""
    mat = Mat(order)
    mat.add('other', 6, (1, 1), 9, struct.pack(order + 'd', 1.5), compress)
    pixels = bytes(point(row, channel, y, x) for row in range(first, first + n) for channel in range(3)
                   for x in range(SIZE) for y in range(SIZE))
    mat.add('X', 9, (SIZE, SIZE, 3, n), 2, pixels, compress)
    labels = [row % 10 or 10 for row in range(first, first + n)]
    if compress:
        # Like MATLAB, which writes whole numbers as integers, whether their class is double or not.
        mat.add('y', 6, (n, 1), 2, bytes(labels), True)
    else:
        mat.add('y', 6, (n, 1), 9, struct.pack(order + '%dd' % n, *labels), False)
    return mat.data


def make_zip(root):
    pictures = root / 'tests' / 'reference' / 'datasets'
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, 'w') as archive:
        for name, compression in (('rgb.png', zipfile.ZIP_STORED), ('sub/grey.png', zipfile.ZIP_DEFLATED)):
            archive.writestr(zipfile.ZipInfo(name), (pictures / pathlib.Path(name).name).read_bytes(), compression)
    return packed.getvalue()


def main():
    root = pathlib.Path(sys.argv[-1])
    folder = root / 'tests' / 'data' / 'archives'
    files = {'cifar-10-binary.tar.gz': make_cifar10(), 'cifar-100-binary.tar.gz': make_cifar100(),
             'train_32x32.mat': make_svhn('<', 0, 4, True), 'test_32x32.mat': make_svhn('>', 8, 3, False),
             'pictures.zip': make_zip(root)}
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in files.items():
        (folder / name).write_bytes(data)
        print('%s: %d bytes' % (name, len(data)))


if __name__ == '__main__':
    main()
