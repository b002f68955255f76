#!/usr/bin/env python3
# check-examples.py: do the examples train in PyTorch as they do here?
# SPDX-License-Identifier: MIT
"""Usage: check-examples.py RENSA FOLDER...

Prints TAP. It needs PyTorch 2: the environment variable RENSA_TEST_TORCH names a Python that has it. Examples on data that are not made by
Rensa need RENSA_TEST_DATA, as for Chainer. Without them tests are skipped.

Each document of the folders trains here and there (peers.py), is evaluated there with the parameters that it has here in the end, and is proved with
them. So is the first of the examples with each optimizer, each hook that does not draw at random, and each schedule.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
import peers  # noqa: E402

SMALL = 'moons.rensa'
HOOKS = {
    'GradientClipping': {'threshold': 0.1}, 'GradientHardClipping': {'lower_bound': -0.01, 'upper_bound': 0.02}, 'GradientLARS': {},
    'Lasso': {'rate': 0.01}, 'WeightDecay': {'rate': 0.01},
}
SCHEDULES = {
    'ExponentialShift': {'rate': 0.7, 'target': 0.004}, 'InverseShift': {'gamma': 0.5, 'power': 0.8},
    'LinearShift': {'value_range': [0.01, 0.001], 'time_range': [1, 4]},
    'MultistepShift': {'gamma': 0.5, 'step_value': [2, 4], 'init': 0.01}, 'PolynomialShift': {'rate': 0.9, 'max_count': 8},
    'StepShift': {'gamma': 0.5, 'step': 2}, 'WarmupShift': {'warmup_start': 0.001, 'warmup_iter': 4, 'init': 0.02},
}


class TorchExample(peers.Example):
    TARGET = 'torch'
    TITLE = 'PyTorch'


CHECKS = [TorchExample.trains_alike, TorchExample.evaluates_alike, TorchExample.is_proved]


def list_optimizers(rensa):
    text = subprocess.run([rensa, 'list', 'optimizers', '--json'], check=True, capture_output=True, text=True).stdout
    return [optimizer['name'] for optimizer in json.loads(text)['optimizers']]


def write_variants(rensa, document, folder):
    """The document with one thing changed, each in a file of its own."""
    variants = {name: {'optimizer': {'type': name}} for name in list_optimizers(rensa)}
    variants |= {name: {'hooks': [{'type': name, 'attrs': attrs}]} for name, attrs in HOOKS.items()}
    variants |= {name: {'extensions': [{'type': name, 'attrs': {'attr': 'alpha', **attrs}}]} for name, attrs in SCHEDULES.items()}
    for name, change in variants.items():
        pathlib.Path(folder, f'{name}.rensa').write_text(json.dumps({**document, **change}))


def main():
    peers.enter('RENSA_TEST_TORCH')
    rensa, *folders = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        small = pathlib.Path(folders[0], SMALL)
        if os.environ.get('RENSA_TEST_TORCH') and small.exists():
            write_variants(rensa, json.loads(small.read_text()), folder)
        return peers.check_all('RENSA_TEST_TORCH', [*folders, folder], TorchExample, CHECKS)


if __name__ == '__main__':
    sys.exit(main())
