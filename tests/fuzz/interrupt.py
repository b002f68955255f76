#!/usr/bin/env python3
# interrupt.py: trainings that are interrupted at random moments.
# SPDX-License-Identifier: MIT
"""Usage: interrupt.py RENSA ROOT [--tries N] [--seed N]

Trains each example of ROOT/data/examples that has its own data and sends it SIGINT, SIGTERM or SIGHUP at a random microsecond, N times
each, with one thread and with two in turn. The program has to end with 128 and the number of the signal, and to leave a snapshot
(or a whole model where it was complete before). What else it does is told; the exit status is then 1.
"""

import argparse
import collections
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
DOWNLOADED = {'mnist', 'cifar10', 'ptb_words'}
LATEST = 0.4


def has_own_data(path):
    """Whether all files that the document reads lie beside it."""
    dataset = json.loads(path.read_text(encoding='utf-8')).get('data', {}).get('dataset', {})
    name = dataset if isinstance(dataset, str) else dataset.get('type', '')
    file = {} if isinstance(dataset, str) else dataset.get('attrs', {})
    return name not in DOWNLOADED and all((path.parent / value).exists() for key, value in file.items() if key == 'path')


def interrupt(rensa, example, folder, number, threads, moment):
    """The exit status, what was printed, and whether a snapshot or a model is there."""
    environment = dict(os.environ, OMP_NUM_THREADS=str(threads))
    command = [rensa, 'train', example, '--quiet', '--out', folder, '--set', 'stop.period=100000']
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=environment,
                          preexec_fn=lambda: [signal.signal(each, signal.SIG_DFL) for each in SIGNALS]) as process:
        graph = pathlib.Path(folder)
        while process.poll() is None and not (graph.exists() and any(graph.iterdir())):
            time.sleep(0.002)
        time.sleep(moment)
        process.send_signal(number)
        errors = process.communicate(timeout=300)[1]
    left = os.listdir(folder) if os.path.isdir(folder) else []
    return process.returncode, errors, any(name.startswith('snapshot_iter_') or name == 'model.npz' for name in left)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument('rensa')
    parser.add_argument('root', type=pathlib.Path)
    parser.add_argument('--tries', type=int, default=50)
    parser.add_argument('--seed', type=int, default=1)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    total = collections.Counter()
    for example in sorted((options.root / 'data' / 'examples').glob('*.rensa')):
        if not has_own_data(example):
            print(f'{example.stem}: passed over, its data are elsewhere')
            continue
        counts = collections.Counter()
        for i in range(options.tries):
            folder = tempfile.mkdtemp()
            number = chance.choice(SIGNALS)
            status, errors, is_saved = interrupt(os.path.abspath(options.rensa), example, folder, number, i % 2 + 1, chance.uniform(0, LATEST))
            is_good = status in (0, 128 + number) and is_saved
            counts['whole' if is_good else f'status {status}'] += 1
            if not is_good:
                print(f'{example.stem}: {number.name}, try {i}: {status} {errors[-200:]}')
            shutil.rmtree(folder)
        total += counts
        print(f'{example.stem}: {dict(counts)}', flush=True)
    print(f'all: {dict(total)}')
    return int(set(total) != {'whole'})


if __name__ == '__main__':
    sys.exit(main())
