#!/usr/bin/env python3
# check-text.py: does the text of an ONNX file say what the file holds?
# SPDX-License-Identifier: MIT
"""Usage: check-text.py RENSA EXAMPLES

Prints TAP. Trained models are exported as .onnx and as .onnxtxt; what onnx.parser makes of the text is the other file.
Skipped where RENSA_TEST_ONNX names no Python with onnx.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import warnings

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import peers  # noqa: E402

TITLE = 'a "quoted"\n\'title\' \U0001f40d \\ } > {\t// # '
EXAMPLES = {
    'moons': {'name': TITLE},
    'moons-half': {'dtype': 'float16'},
    'moons-bfloat': {'dtype': 'bfloat16'},
    'moons-double': {'dtype': 'float64'},
    'strokes-convnet': {},
    'waves': {},
}


def make(rensa, examples, folder, name, changes):
    """The same model as the two files net.onnx and net.onnxtxt."""
    path = pathlib.Path(examples, re.sub('-(half|bfloat|double)$', '', name) + '.rensa')
    document = {**json.loads(path.read_text()), 'stop': peers.every(1), 'extensions': [], **changes}
    pathlib.Path(folder, 'net.rensa').write_text(json.dumps(document))
    subprocess.run([rensa, 'train', 'net.rensa', '-q', '--out', 'out'], cwd=folder, check=True)
    for ending in ('onnx', 'onnxtxt'):
        subprocess.run([rensa, 'export', 'net.rensa', '--to', 'onnx', '--weights', 'out/model.npz', '--force', '--out', f'net.{ending}'],
                       cwd=folder, check=True, stdout=subprocess.DEVNULL)


def list_parts(model):
    """All that a model holds, where what is left out and what is empty are the same."""
    from onnx import numpy_helper

    graph = model.graph
    for node in graph.node:
        node.ClearField('domain')
    constants = [(t.name, str(a.dtype), a.shape, a.tobytes()) for t, a in ((t, numpy_helper.to_array(t)) for t in graph.initializer)]
    names = {constant[0] for constant in constants}
    return {
        'head': (model.ir_version, model.producer_name, model.producer_version, model.doc_string, graph.name),
        'operators': [(opset.domain, opset.version) for opset in model.opset_import],
        'metadata': [(entry.key, entry.value) for entry in model.metadata_props],
        'inputs': [str(value) for value in graph.input],
        'outputs': [str(value) for value in graph.output],
        'between': [str(value) for value in graph.value_info if value.name not in names],
        'nodes': [str(node) for node in graph.node],
        'constants': constants,
    }


def compare(folder):
    import onnx

    parts, others = (list_parts(onnx.load(str(pathlib.Path(folder, f'net.{ending}')))) for ending in ('onnx', 'onnxtxt'))
    if not parts['nodes'] or not parts['constants']:
        raise peers.Failure('nothing is compared')
    for key, part in parts.items():
        if part != others[key]:
            raise peers.Failure(f'{key} differ')
    return len(parts['nodes'])


def main():
    peers.enter('RENSA_TEST_ONNX')
    if not os.environ.get('RENSA_TEST_ONNX'):
        print('1..0 # SKIP RENSA_TEST_ONNX names no Python with onnx')
        return 0
    warnings.simplefilter('ignore')
    rensa, examples = str(pathlib.Path(sys.argv[1]).resolve()), sys.argv[2]
    print(f'1..{len(EXAMPLES)}')
    failed = 0
    for name, changes in EXAMPLES.items():
        with tempfile.TemporaryDirectory() as folder:
            try:
                make(rensa, examples, folder, name, changes)
                print(f'ok - {name} # {compare(folder)} nodes')
            except (peers.Failure, subprocess.CalledProcessError, UnicodeError) as error:
                failed += 1
                print(f'not ok - {name}: {error}')
    return failed > 0


if __name__ == '__main__':
    sys.exit(main())
