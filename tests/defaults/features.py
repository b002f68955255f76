#!/usr/bin/env python3
# features.py: up to how many pictures are trained features better than a network of their own?
# SPDX-License-Identifier: MIT
"""Usage: features.py RENSA FOLDER DATA [--only NAME] [--counts N...] [--draws N] [--first N]

Learns from N pictures of each class by the plan with features, by the plan that it makes of many pictures, and by scikit-learn on their
points, and prints what each gets right of 30 others of each class.  DATA holds cifar-10 and mnist; the other pictures are drawn, by other
rules than those that the features were trained on.  Needs numpy, Pillow and scikit-learn.
"""

import argparse
import gzip
import json
import pathlib
import shutil
import tarfile
import warnings
import zlib

import numpy as np
from PIL import Image

import measure
import pictures

warnings.simplefilter('ignore')
N_TEST = 30
SIZE = 32
# More of each class than the plan takes features for.
MANY = 60
DRAWN = ('shapes, turned', 'digits', 'textures')


def photographs(data):
    with tarfile.open(data / 'cifar-10/cifar-10-subset-binary.tar.gz') as archive:
        parts = [np.frombuffer(archive.extractfile(m).read(), np.uint8) for m in archive if m.name.endswith('.bin')]
    rows = np.concatenate(parts).reshape(-1, 3073)
    return rows[:, 1:].reshape(-1, 3, 32, 32).transpose(0, 2, 3, 1), rows[:, 0]


def handwriting(data):
    with gzip.open(data / 'mnist/train-images-idx3-ubyte.gz') as x, gzip.open(data / 'mnist/train-labels-idx1-ubyte.gz') as t:
        return (np.frombuffer(x.read(), np.uint8, offset=16).reshape(-1, 28, 28)[:6000],
                np.frombuffer(t.read(), np.uint8, offset=8)[:6000])


def write_real(folder, x, t, n, rng):
    for label in np.unique(t):
        for i, k in enumerate(rng.permutation(np.flatnonzero(t == label))[:n + N_TEST]):
            path = folder / ('train' if i < n else 'test') / str(label) / f'{i}.png'
            path.parent.mkdir(parents=True, exist_ok=True)
            Image.fromarray(x[k]).save(path)


def write_drawn(folder, name, n, rng):
    makers, _ = pictures.FOLDERS[name]
    pictures.write(folder / 'train', (makers, n), rng)
    pictures.write(folder / 'test', (makers, N_TEST), rng)


def repeat(source, folder):
    """The same pictures, so often that there are many."""
    shutil.copytree(source, folder)
    for path in [*(folder / 'train').rglob('*.png')]:
        for i in range(-(-MANY // len([*(source / 'train' / path.parent.name).iterdir()]))):
            shutil.copy(path, path.with_name(f'{path.stem}-{i}.png'))


def plan(program, folder, data, n_updates, like=None):
    """What is chosen for DATA, for pictures of 32 x 32 points and evaluated at the end only."""
    measure.rensa(program, folder, 'new', '--force', '--out', 'it.rensa', data)
    document = json.loads((folder / 'it.rensa').read_text())
    attrs = document['data']['dataset']['attrs']
    attrs.update(path='few', width=SIZE, height=SIZE)
    for step in document['data'].get('preprocessing', []):
        if step['type'] == 'RandomShift':
            step['attrs'] = {'down': SIZE // 10, 'across': SIZE // 10}
    if like:
        document['data']['iterator'] = like['data']['iterator']
        document['stop']['attrs']['period'] = n_updates * like['stop']['attrs']['period']
    last = {'type': 'IntervalTrigger', 'attrs': document['stop']['attrs']}
    document['extensions'] = [{'type': name, 'trigger': last} for name in ('Evaluator', 'LogReport')]
    (folder / 'it.rensa').write_text(json.dumps(document))
    measure.rensa(program, folder, 'train', '--quiet', '--threads', 1, '--out', 'result', 'it.rensa')
    return document, 100 * json.loads((folder / 'result/log').read_text())[-1]['validation/main/accuracy']


def read_points(folder):
    names = sorted(path.name for path in folder.iterdir())
    files = [(path, names.index(path.parent.name)) for path in sorted(folder.rglob('*.png'))]
    return (np.stack([np.asarray(Image.open(path).convert('RGB').resize((SIZE, SIZE)), float).ravel() for path, _ in files]),
            np.array([label for _, label in files]))


def learn(program, folder):
    features, ours = plan(program, folder, 'few', 1)
    assert 'weights' in features, 'the plan has taken no features'
    repeat(folder / 'few', folder / 'many')
    own, scratch = plan(program, folder, 'many', 2, features)
    assert 'weights' not in own, 'the plan has taken features for many pictures'
    models = {name: model for name, model in measure.classifiers().items() if name != 'logistic regression'}
    name, model = measure.best_of(models, *read_points(folder / 'few/train'))
    return ours, scratch, 100 * model.score(*read_points(folder / 'few/test')), name


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ('rensa', 'folder', 'data'):
        parser.add_argument(name, type=pathlib.Path)
    parser.add_argument('--only', default='')
    parser.add_argument('--counts', type=int, nargs='+', default=[5, 10, 20, 50])
    parser.add_argument('--draws', type=int, default=1)
    parser.add_argument('--first', type=int, default=0, help='the number of the first draw')
    options = parser.parse_args()
    real = {'photographs': photographs, 'handwritten digits': handwriting}
    for name in [*real, *DRAWN]:
        for n in options.counts if options.only in name else []:
            rows = []
            for draw in range(options.first, options.first + options.draws):
                folder = options.folder.resolve() / f'{name} {n} {draw}'
                shutil.rmtree(folder, ignore_errors=True)
                folder.mkdir(parents=True)
                rng = np.random.default_rng([zlib.crc32(name.encode()), n, draw])
                if name in real:
                    write_real(folder / 'few', *real[name](options.data), n, rng)
                else:
                    write_drawn(folder / 'few', name, n, rng)
                rows.append(learn(options.rensa.resolve(), folder))
            means = [np.mean([row[i] for row in rows]) for i in range(3)]
            print(f'| {name} | {n} | {means[0]:.1f} | {means[1]:.1f} | {means[2]:.1f} | {rows[0][3]} |', flush=True)


if __name__ == '__main__':
    main()
