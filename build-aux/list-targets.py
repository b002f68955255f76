#!/usr/bin/env python3
# list-targets.py: what each example can be exported to.
# SPDX-License-Identifier: MIT
"""Usage: list-targets.py RENSA FOLDER_OF_EXAMPLES

Prints the table of doc/export.md. Each example is trained for one iteration, written as a program for Chainer, and as one in C that is proved;
RENSA_DATASET_ROOT names the folder of the data sets. What is refused says why below the table.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

ONE_ITERATION = ['--set', 'stop.attrs.period=1', '--set', 'stop.attrs.unit=iteration']


def run(*command):
    """None, or the sentence of a failure."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return None if done.returncode == 0 else done.stderr.strip().removeprefix('rensa: ')


def list_row(rensa, path, folder):
    """What the example can be, and the reasons for what it cannot."""
    weights = folder / 'model.npz'
    failure = run(rensa, 'train', path, '--out', folder, '--quiet', *ONE_ITERATION)
    if failure:
        return ['', '', ''], [failure]
    chainer = run(rensa, 'export', path, '--out', folder / 'program.py')
    c = run(rensa, 'export', path, '--to', 'c', '--weights', weights, '--out', folder / 'net.c', '--prove')
    largest = ''
    if not c:
        proof = json.loads((folder / 'net_proof.json').read_text(encoding='utf-8'))
        largest = f"{proof['answers']['largest_error']:.1e}"
    return ['no' if chainer else 'yes', 'no' if c else 'proved', largest], [reason for reason in (chainer, c) if reason]


def main():
    rensa, examples = sys.argv[1], pathlib.Path(sys.argv[2])
    reasons = {}
    print('| example | Chainer | C | largest difference of an answer |\n| --- | --- | --- | ---: |')
    for path in sorted(examples.glob('*.rensa')):
        with tempfile.TemporaryDirectory() as folder:
            cells, why = list_row(rensa, path, pathlib.Path(folder))
        print(f'| {path.stem} | ' + ' | '.join(cells) + ' |', flush=True)
        for reason in why:
            reasons.setdefault(reason.replace(str(path), path.name), []).append(path.stem)
    for reason, names in reasons.items():
        print(f'\n{", ".join(names)}: {reason}')


if __name__ == '__main__':
    main()
