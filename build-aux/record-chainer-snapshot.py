#!/usr/bin/env python3
# record-chainer-snapshot.py: the snapshot that Chainer writes of a run with every extension.
# SPDX-License-Identifier: MIT
"""Usage: record-chainer-snapshot.py RENSA SOURCE_ROOT

Run it with a Python that has Chainer 7.8.1, NumPy 1.24.2 and Matplotlib (without which PlotReport is silent). It runs
the program that RENSA exports of tests/reference/serialized/trainer_extensions.rensa and keeps, beside the document,
the snapshot of iteration 5 and, as trainer_extensions_io.npz, the model at the end.
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile


def main():
    rensa, root = sys.argv[1:]
    document = pathlib.Path(root, 'tests/reference/serialized/trainer_extensions.rensa')

    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder, 'program.py')
        subprocess.run([rensa, 'export', document, '--out', program], check=True)
        subprocess.run([sys.executable, '-W', 'ignore', program, '--out', 'out'], check=True, cwd=folder)
        shutil.copyfile(pathlib.Path(folder, 'out/snapshot_iter_5'), document.with_suffix('.npz'))
        shutil.copyfile(pathlib.Path(folder, 'out/model.npz'), document.with_name('trainer_extensions_io.npz'))


if __name__ == '__main__':
    main()
