#!/usr/bin/env python3
# list-targets.py: lists the possible exports of each example.
# SPDX-License-Identifier: MIT
"""Usage: list-targets.py RENSA FOLDER_OF_EXAMPLES

Prints the table of doc/export.md. Each example is trained for one iteration, and exported as a
program for Chainer, one for PyTorch, one that trains in C, one that predicts in C, and an ONNX
file. Those for PyTorch, in C and of ONNX are verified, if PYTHON names a Python with PyTorch and
onnxruntime; the table then contains the largest difference of an answer. RENSA_DATASET_ROOT names
the folder of the data sets. The reasons for rejected exports are listed below the table.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

ONE_ITERATION = ['--set', 'stop.attrs.period=1', '--set', 'stop.attrs.unit=iteration']


def run(*command):
    """Returns None, or the error message."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return None if done.returncode == 0 else done.stderr.strip().removeprefix('rensa: ')


def prove(rensa, path, target, folder, ending):
    """Returns whether it is written for @target, and verified, with the largest difference of an
    answer; and the reason if not.
    """
    arguments = ['export', path, '--to', target, '--weights', folder / 'model.npz']
    refusal = run(rensa, *arguments, '--out', folder / f'written{ending}')
    if refusal:
        return 'no', [refusal]
    reason = run(rensa, *arguments, '--out', folder / f'{target}{ending}', '--prove')
    if reason:
        return 'yes', [reason]
    proof = json.loads((folder / f'{target}_proof.json').read_text(encoding='utf-8'))
    return f"{proof['answers']['largest_error']:.1e}", []


def list_row(rensa, path, folder):
    """Returns the possible exports of the example, and the reasons for the impossible ones."""
    failure = run(rensa, 'train', path, '--out', folder, '--quiet', *ONE_ITERATION)
    if failure:
        return ['not tried'] * 5, [failure]
    chainer = run(rensa, 'export', path, '--out', folder / 'program.py')
    librensa = run(rensa, 'export', path, '--to', 'librensa', '--out', folder / 'program.c')
    row, reasons = ['no' if reason else 'yes' for reason in (chainer, librensa)], [chainer, librensa]
    for target, ending in (('torch', '.py'), ('c', '.c'), ('onnx', '.onnx')):
        state, why = prove(rensa, path, target, folder, ending)
        row.append(state)
        reasons += why
    return row, [reason for reason in reasons if reason]


def main():
    rensa, examples = sys.argv[1], pathlib.Path(sys.argv[2])
    reasons = {}
    print('| example | Chainer | librensa | PyTorch | C | ONNX |\n| --- | --- | --- | --- | --- | --- |')
    for path in sorted(examples.glob('*.rensa')):
        with tempfile.TemporaryDirectory() as folder:
            cells, why = list_row(rensa, path, pathlib.Path(folder))
        print(f'| {path.stem} | ' + ' | '.join(cells) + ' |', flush=True)
        for reason in dict.fromkeys(why):
            reasons.setdefault(reason.replace(str(path), path.name), []).append(path.stem)
    for reason, names in reasons.items():
        print(f'\n{", ".join(names)}: {reason}')


if __name__ == '__main__':
    main()
