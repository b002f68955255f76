#!/usr/bin/env python3
# check-chainer.py: does an exported program compute in Chainer what the engine computed?
# SPDX-License-Identifier: MIT
"""Usage: check-chainer.py PROGRAM.py MODEL.npz OUTPUTS.npz

OUTPUTS holds the inputs x0, x1, … and what the model of MODEL gave for them, y. The greatest difference of what the
program's model gives is printed; the exit status is 1 where it is above 1e-5 (relative to values above 1).
"""

import importlib.util
import sys
import warnings

import numpy as np

warnings.simplefilter('ignore')

import chainer  # noqa: E402


def main():
    program_path, weights, outputs = sys.argv[1:]
    spec = importlib.util.spec_from_file_location('program', program_path)
    program = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(program)

    train, _ = program.load_data()
    model = program.make_model()
    chainer.serializers.load_npz(weights, model)
    with np.load(outputs) as data:
        inputs = [data[key] for key in sorted(data.files) if key.startswith('x')]
        expected = data['y']

    with chainer.using_config('train', False), chainer.no_backprop_mode():
        result = model.predictor(*inputs).array
    difference = np.max(np.abs(result - expected) / np.maximum(np.abs(expected), 1))
    same_data = all(np.array_equal(a, x[0]) for a, x in zip(train[0], inputs))
    print(f'{result.dtype} {result.shape}, difference {difference:.2g}, same data: {same_data}')
    return not (result.shape == expected.shape and result.dtype == expected.dtype and difference <= 1e-5 and same_data)


if __name__ == '__main__':
    sys.exit(main())
