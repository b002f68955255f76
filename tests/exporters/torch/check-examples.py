#!/usr/bin/env python3
# check-examples.py: do the examples train in PyTorch as they do here?
# SPDX-License-Identifier: MIT
"""Usage: check-examples.py RENSA FOLDER...

Prints TAP. It needs PyTorch 2: the environment variable RENSA_TEST_TORCH names a Python that has it. Examples on data that are not made by
Rensa need RENSA_TEST_DATA, as for Chainer. Without them tests are skipped.

Each document of the folders trains here and there (peers.py), is evaluated there with the parameters that it has here in the end, is proved with
them, and goes on there from a snapshot. So is the first of the examples with each optimizer, each hook that does not draw at random, each schedule,
each trigger, several logs, a batch that is dealt out, and in halves with each optimizer, with and without float32 updates.
"""

import json
import os
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
import peers  # noqa: E402

SMALL = 'moons.rensa'
FROZEN = pathlib.Path(__file__).parents[1] / 'chainer/documents/frozen.rensa'
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
# Each says when a part of the model is written into a file; the value is told every iteration, and compared every second one.
LOSS = 'validation/main/loss'
TRIGGERS = {
    'BestValueTrigger': {'key': LOSS, 'compare': 'new < best - 0.001', 'trigger': peers.every(2)},
    'EarlyStoppingTrigger': {'monitor': 'main/accuracy', 'patience': 1, 'check_trigger': peers.every(1), 'max_trigger': peers.every(4)},
    'ManualScheduleTrigger': {'points': [2, 5], 'unit': 'iteration'},
    'MaxValueTrigger': {'key': LOSS, 'trigger': peers.every(2)}, 'MinValueTrigger': {'key': LOSS, 'trigger': peers.every(2)}, 'OnceTrigger': {},
}
FILES = 'object_*'
# Several logs, keys, times of their own, and what is called before training.
LOGS = [
    {'type': 'Evaluator', 'trigger': peers.every(2), 'call_before_training': True, 'name': 'early'},
    {'type': 'observe_lr', 'trigger': peers.every(1), 'call_before_training': True},
    {'type': 'ExponentialShift', 'attrs': {'attr': 'alpha', 'rate': 0.7}, 'trigger': peers.every(2), 'call_before_training': True},
    {'type': 'WarmupShift', 'attrs': {'attr': 'beta1', 'warmup_start': 0.5, 'warmup_iter': 4, 'init': 0.9}},
    {'type': 'LogReport', 'name': 'chosen', 'attrs': {'keys': 'early/main/loss, main/loss, lr', 'filename': 'chosen', 'trigger': peers.every(2)},
     'call_before_training': True},
    {'type': 'LogReport', 'name': 'seldom', 'attrs': {'filename': 'seldom', 'trigger': peers.every(1)}, 'trigger': peers.every(2)},
    {'type': 'LogReport', 'name': 'best', 'attrs': {'filename': 'best', 'trigger': {'type': 'MaxValueTrigger', 'attrs': {
        'key': 'main/accuracy', 'trigger': peers.every(2)}}}},
    {'type': 'PrintReport', 'attrs': {'log_report': 'chosen'}},
]


class TorchExample(peers.Example):
    TARGET = 'torch'
    TITLE = 'PyTorch'

    def writes_alike(self):
        """The same files of a part of the model, at the same iterations."""
        ours, theirs = ([path.name for path in sorted((self.folder / name).glob(FILES))] for name in ('here', 'there'))
        if ours != theirs:
            raise peers.Failure(f'files {ours}, and {theirs} in {self.TITLE}')
        for name in ours:
            self.compare_arrays(f'here/{name}', f'there/{name}')

    def goes_on(self):
        """From a snapshot to the same end, to the last bit."""
        if not self.is_whole:
            return
        self.train_there('again', '--resume', f'there/snapshot_iter_{peers.HALF}')
        self.compare_logs('there', 'again')
        models = [self.read(f'{name}/model.npz') for name in ('there', 'again')]
        if any(models[0][key].tobytes() != models[1][key].tobytes() for key in models[0]):
            raise peers.Failure('another model at the end')


CHECKS = [TorchExample.trains_alike, TorchExample.evaluates_alike, TorchExample.is_proved, TorchExample.writes_alike, TorchExample.goes_on]


def write_variants(rensa, document, folder):
    """The document with one thing changed, each in a file of its own."""
    optimizers = peers.list_optimizers(rensa)
    variants = {name: {'optimizer': {'type': name}} for name in optimizers}
    variants |= {name: {'hooks': [{'type': name, 'attrs': attrs}]} for name, attrs in HOOKS.items()}
    variants |= {name: {'extensions': [{'type': name, 'attrs': {'attr': 'alpha', **attrs}}]} for name, attrs in SCHEDULES.items()}
    variants |= {name: {'extensions': [{'type': 'snapshot_object', 'attrs': {'target': 'main/predictor', 'filename': 'object_{.updater.iteration}'},
                                        'trigger': {'type': name, 'attrs': attrs}}]} for name, attrs in TRIGGERS.items()}
    variants['logs'] = {'extensions': LOGS}
    variants |= {name: {'dtype': name, 'optimizer': {'type': 'SGD'}} for name in peers.HALVES}
    variants |= peers.list_half_variants(rensa)
    variants['frozen'] = json.loads(FROZEN.read_text())
    variants['ParallelUpdater'] = {'updater': {'type': 'ParallelUpdater', 'attrs': {'n_models': 3}}}
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
