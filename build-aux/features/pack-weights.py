#!/usr/bin/env python3
# pack-weights.py: extracts the weights of the Chain "features" of a trained model, in half the bytes.
# SPDX-License-Identifier: MIT
"""Usage: pack-weights.py MODEL.npz OUTPUT.npz

Kernels become float16; means and variances, which may be very small, remain float32. Prints the
SHA-256 that src/engine/project/document/rensa-shipped.c contains. Needs numpy.
"""

import hashlib
import pathlib
import sys

import numpy as np


def main():
    source, target = map(pathlib.Path, sys.argv[1:])
    with np.load(source) as model:
        names = {name.removeprefix('predictor/'): name for name in sorted(model.files)}
        values = {name: model[key] for name, key in names.items() if name.startswith('features/')}
    np.savez_compressed(target, **{name: value.astype(np.float16) if value.ndim == 4 else value for name, value in values.items()})
    print(hashlib.sha256(target.read_bytes()).hexdigest())


if __name__ == '__main__':
    main()
