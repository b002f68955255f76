#!/usr/bin/env python3
# record-chainer-snapshot.py: records the snapshots that Chainer writes of whole trainers.
# SPDX-License-Identifier: MIT
"""Usage: record-chainer-snapshot.py RENSA SOURCE_ROOT [NAME...]

Requires a Python with Chainer 7.8.1, NumPy 1.24.2 and Matplotlib (without which PlotReport is
silent). Runs the program that RENSA exports for each tests/reference/serialized/NAME.rensa
(trainer_* if none is named) and stores, next to the document, the snapshot of iteration 5 and, as
NAME_io.npz, the final model. Then Rensa resumes from Chainer's snapshot, and Chainer from Rensa's;
the difference of the final models is printed. Chainer cannot resume a MicroAverage of numbers that
are not integers, not even from its own snapshot.
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile

import numpy as np


def differ(ours, theirs):
    """Returns the largest difference between two archives with the same keys."""
    with np.load(ours) as a, np.load(theirs) as b:
        assert set(a.files) == set(b.files)
        return max(float(np.max(np.abs(a[key] - b[key]))) for key in a.files)


def record(rensa, document, folder):
    program = folder / 'program.py'
    run = [sys.executable, '-W', 'ignore', program]
    snapshot = document.with_suffix('.npz')
    model = document.with_name(document.stem + '_io.npz')

    subprocess.run([rensa, 'export', document, '--out', program], check=True)
    subprocess.run([*run, '--out', 'out'], check=True, cwd=folder)
    shutil.copyfile(folder / 'out/snapshot_iter_5', snapshot)
    shutil.copyfile(folder / 'out/model.npz', model)

    train = [rensa, 'train', document, '--quiet', '--out']
    subprocess.run([*train, folder / 'ours', '--resume', snapshot], check=True)
    subprocess.run([*train, folder / 'whole'], check=True)
    print(f'{document.stem}: here from there {differ(folder / "ours/model.npz", model):.1e}')
    if 'MicroAverage' not in program.read_text():
        subprocess.run([*run, '--resume', 'whole/snapshot_iter_5', '--out', 'there'], check=True, cwd=folder)
        print(f'{document.stem}: there from here {differ(folder / "there/model.npz", folder / "whole/model.npz"):.1e}')


def main():
    rensa, root, *names = sys.argv[1:]
    documents = sorted(pathlib.Path(root, 'tests/reference/serialized').resolve().glob('trainer_*.rensa'))
    for document in documents:
        if not names or document.stem in names:
            with tempfile.TemporaryDirectory() as folder:
                record(pathlib.Path(rensa).resolve(), document, pathlib.Path(folder))


if __name__ == '__main__':
    main()
