#!/usr/bin/env python3
# check-settings.py: does each setting of a document reach its program?
# SPDX-License-Identifier: MIT
"""Usage: check-settings.py RENSA TARGET

Prints TAP. Each document of settings.py is written as a program that Python can read, or refused with a sentence that names the place. Where the
environment variable RENSA_TEST_TORCH or RENSA_TEST_CHAINER names a Python that has the library of TARGET, the program also trains as rensa does,
and is evaluated alike (peers.py).
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import peers  # noqa: E402
import settings  # noqa: E402

TITLES = {'chainer': 'Chainer', 'torch': 'PyTorch'}
# Features that a library lacks, by target and document; the message names them.
REFUSED = {
    ('chainer', 'loss/label_smoothed_cross_entropy'): 'loss: Chainer has no label_smoothed_cross_entropy',
    ('chainer', 'dtype/bfloat16'): 'dtype: NumPy, which the program uses, does not support bfloat16',
    ('chainer', 'initializer/Blocks'): 'model.nodes.l1: Chainer has no Blocks',
    ('torch', 'files'): 'extensions.2: PyTorch has no ParameterStatistics',
}
# Not compared: peers.shorten () replaces the end of training, first values are drawn, files have no log, and halves are tried with each
# optimizer in check-examples.py.
UNCOMPARED = ('stop/', 'initializer/', 'files', 'dtype/float16', 'dtype/bfloat16')
# Chainer 7.8.1 cannot save this iterator where it does not shuffle.
UNSAVED = ('chainer', 'iterator/MultiprocessIterator')


class SettingsExample(peers.Example):
    """With the data of the settings, not those of the examples."""

    def __init__(self, target, *args):
        self.TARGET, self.TITLE = target, TITLES[target]
        super().__init__(*args)


def export(rensa, target, document, folder):
    """The program, or the sentence that refuses it."""
    (folder / 'a.rensa').write_text(json.dumps(document))
    result = subprocess.run([rensa, 'export', 'a.rensa', '--to', target, '--out', 'program.py', '--force'], cwd=folder, capture_output=True, text=True)
    if result.returncode not in (0, 1):
        raise peers.Failure(f'exit status {result.returncode}: {result.stderr}')
    return None if result.returncode else (folder / 'program.py').read_text(), result.stderr.strip()


def check_program(rensa, target, name, document, folder):
    program, sentence = export(rensa, target, document, folder)
    expected = REFUSED.get((target, name))
    if expected is not None and (program is not None or expected not in sentence):
        raise peers.Failure(f'“{expected}” was expected, not {sentence or "a program"}')
    if expected is None and program is None:
        raise peers.Failure(sentence)
    if program is not None:
        compile(program, name, 'exec')


def trains(name, target, has_library):
    return has_library and not name.startswith(UNCOMPARED) and (target, name) not in (*REFUSED, UNSAVED)


def check_training(rensa, target, document):
    with tempfile.TemporaryDirectory() as folder:
        example = SettingsExample(target, folder, rensa, document, None)
        example.trains_alike()
        example.evaluates_alike()


def check(rensa, target, name, document, folder, has_library):
    try:
        check_program(rensa, target, name, document, folder)
        if trains(name, target, has_library):
            check_training(rensa, target, document)
        return f'ok - {name}'
    except (peers.Failure, SyntaxError) as failure:
        return f'not ok - {name}: {failure}'


def main():
    rensa, target = os.path.abspath(sys.argv[1]), sys.argv[2]
    variable = f'RENSA_TEST_{target.upper()}'
    peers.enter(variable)
    lines = []
    with tempfile.TemporaryDirectory() as data, tempfile.TemporaryDirectory() as folder:
        for name, document in settings.make_documents(rensa, data).items():
            lines.append(check(rensa, target, name, document, pathlib.Path(folder), variable in os.environ))
            print(f'# {lines[-1]}', flush=True)
    print(f'1..{len(lines)}')
    print('\n'.join(lines))
    return any(line.startswith('not') for line in lines)


if __name__ == '__main__':
    sys.exit(main())
