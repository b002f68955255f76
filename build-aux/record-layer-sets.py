#!/usr/bin/env python3
# record-layer-sets.py: what well-known networks for pictures give in Chainer, with weights made by a formula.
# SPDX-License-Identifier: MIT
"""Usage: record-layer-sets.py SOURCE_ROOT

Run it with a Python that has Chainer 7.8.1.  Writes tests/reference/layer-sets.json: of each set the names of its layers, a
hash of its parameters' paths and shapes, and of some layers the shape, the mean of absolute values and the first values, for
a picture made by the same formula, in test mode.
"""

import hashlib
import json
import math
import pathlib
import sys

import chainer
import chainer.links as L
import numpy as np

# Constructor, the extent of the picture, and the layers that are looked at.
SETS = {
    'VGG16Layers': (L.VGG16Layers, 32, ['conv1_1', 'pool3', 'pool5']),
    'VGG19Layers': (L.VGG19Layers, 32, ['conv3_4', 'pool5']),
    'ResNet50Layers': (lambda weights: L.ResNet50Layers(weights), 64, ['conv1', 'res3', 'pool5', 'prob']),
    'ResNet50Layers fb': (lambda weights: L.ResNet50Layers(weights, downsample_fb=True), 64, ['res3', 'prob']),
    'ResNet101Layers': (L.ResNet101Layers, 32, ['res4', 'fc6']),
    'ResNet152Layers': (L.ResNet152Layers, 32, ['res4', 'fc6']),
    'GoogLeNet': (L.GoogLeNet, 224, ['conv2', 'inception_4a', 'pool5', 'prob', 'loss1_fc2', 'loss2_fc2']),
}


def make(shape, start):
    """Numbers from -1/2 to 1/2, the same on any machine."""
    k = np.arange(int(np.prod(shape)), dtype=np.uint64) + np.uint64(start)
    k = (k * np.uint64(2654435761)) % np.uint64(1 << 32)
    k = (k ^ (k >> np.uint64(15))) * np.uint64(2246822519) % np.uint64(1 << 32)
    return (k.astype(np.float64) / (1 << 32) - 0.5).reshape(shape)


def fill(path, array):
    name = path.rsplit('/', 1)[1]
    u = make(array.shape, len(path))
    if name == 'W':
        u *= math.sqrt(24 / (array.size / array.shape[0]))
    elif name in ('gamma', 'avg_var'):
        u = 1 + u / 4
    else:
        u /= 10
    array[...] = u


def list_arrays(model):
    for path, param in model.namedparams():
        yield path, param.array
    for prefix, link in model.namedlinks():
        for name in link._persistent:
            if name != 'N':
                yield f'{"" if prefix == "/" else prefix}/{name}', getattr(link, name)


def record(make_set, extent, layers):
    model = make_set(None)
    for path, array in list_arrays(model):
        fill(path, array)
    lines = sorted(f'{path} {" ".join(map(str, array.shape))}' for path, array in list_arrays(model))
    x = (make((1, 3, extent, extent), 1) * 4).astype('float32')
    with chainer.using_config('train', False), chainer.no_backprop_mode():
        values = model(x, layers=list(layers))
    return {'layers': model.available_layers, 'extent': extent, 'n_arrays': len(lines),
            'arrays': hashlib.sha256('\n'.join(lines).encode()).hexdigest(),
            'values': {name: {'shape': list(values[name].shape), 'mean': float(np.abs(values[name].array).mean(dtype='float64')),
                              'first': [float(v) for v in values[name].array.ravel()[:8]]} for name in layers}}


def main():
    results = {name: record(*arguments) for name, arguments in SETS.items()}
    lines = [f'"{name}": {json.dumps(result)}' for name, result in results.items()]
    pathlib.Path(sys.argv[1], 'tests/reference/layer-sets.json').write_text('{\n' + ',\n'.join(lines) + '\n}\n')


if __name__ == '__main__':
    main()
