#!/usr/bin/env python3
# check-layer-sets.py: do well-known networks for pictures give in PyTorch what they give in Chainer?
# SPDX-License-Identifier: MIT
"""Usage: check-layer-sets.py RENSA SOURCE_ROOT

Prints TAP. It needs PyTorch 2: the environment variable RENSA_TEST_TORCH names a Python that has it; without it tests are skipped.

The program of each set of layers gets weights by the formula of build-aux/record-layer-sets.py, and has to have the parameters and the layers
that tests/reference/layer-sets.json tells of Chainer's, and their values.
"""

import hashlib
import importlib.util
import json
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
import peers  # noqa: E402

# Of float32, through up to 152 layers.
CLOSE = 1e-3
# Parameters with more numbers stand behind all layers that are looked at.
MOST_NUMBERS = 10_000_000


def load(name, path):
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def write_document(folder, title, reference):
    name, *options = title.split()
    extent = reference['extent']
    attrs = {'layer': next(iter(reference['values'])), **({'downsample_fb': True} if options else {})}
    axes = [1, 2, 3][:len(reference['values'][attrs['layer']]['shape']) - 1]
    document = {
        'format': 1, 'name': name,
        'data': {'dataset': {'type': 'random_arrays', 'attrs': {'x': f'float32 (3, {extent}, {extent})', 't': 'float32 ()'}},
                 'iterator': {'type': 'SerialIterator', 'attrs': {'batch_size': 1}}},
        'model': {'nodes': [{'name': 'x', 'type': 'Input'}, {'name': 'net', 'type': name, 'attrs': attrs},
                            {'name': 'y', 'type': 'sum', 'attrs': {'axis': axes}}],
                  'edges': [{'from': 'x', 'to': 'net'}, {'from': 'net', 'to': 'y'}], 'outputs': ['y']},
        'loss': {'type': 'mean_squared_error'}, 'optimizer': {'type': 'SGD'}, 'stop': peers.every(1)}
    pathlib.Path(folder, 'document.rensa').write_text(json.dumps(document))


def fill(program, net, formula):
    """The hash of paths and shapes, as the reference has it."""
    import numpy as np
    import torch
    lines = []
    with torch.no_grad():
        for path, tensor in program.list_tensors(net):
            if path.endswith('/N'):
                continue
            lines.append(f'/{path} {" ".join(map(str, tensor.shape))}')
            if tensor.numel() <= MOST_NUMBERS:
                array = np.zeros(tensor.shape, 'float32')
                formula.fill(f'/{path}', array)
                tensor.copy_(torch.tensor(array))
    return hashlib.sha256('\n'.join(sorted(lines)).encode()).hexdigest()


def compare(net, x, reference):
    import torch
    for layer, wanted in reference['values'].items():
        net.layer = layer
        with torch.no_grad():
            y = net(x)
        pairs = [(y.abs().double().mean().item(), wanted['mean']), *zip(y.flatten()[:8].tolist(), wanted['first'])]
        if [*y.flatten(1).shape] != [1, y.numel()] or y.numel() != torch.Size(wanted['shape']).numel():
            return f'{layer} has the shape {tuple(y.shape)}, not {wanted["shape"]}'
        for got, want in pairs:
            if abs(got - want) > CLOSE * max(abs(want), wanted['mean']):
                return f'{layer}: {got}, not {want}'
    return None


def check(rensa, formula, title, reference):
    """None where all agrees."""
    import torch
    with tempfile.TemporaryDirectory() as folder:
        write_document(folder, title, reference)
        result = subprocess.run([rensa, 'export', 'document.rensa', '--to', 'torch', '--out', 'program.py'], cwd=folder,
                                capture_output=True, text=True)
        if result.returncode != 0:
            return result.stderr.strip()
        program = load('program', pathlib.Path(folder, 'program.py'))
    net = program.make_model().predictor.net.eval()
    x = torch.tensor((formula.make((1, 3, reference['extent'], reference['extent']), 1) * 4).astype('float32'))
    with torch.no_grad():
        net(x)
    if fill(program, net, formula) != reference['arrays']:
        return 'the parameters are others'
    return compare(net, x, reference)


def load_formula(root):
    """Of the program that asks Chainer, without Chainer."""
    text = (root / 'build-aux/record-layer-sets.py').read_text()
    start, end = text.index('def make('), text.index('def list_arrays(')
    formula = type(sys)('formula')
    exec('import math\nimport numpy as np\n\n\n' + text[start:end], formula.__dict__)
    return formula


def main():
    peers.enter('RENSA_TEST_TORCH')
    rensa, root = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2])
    references = json.loads((root / 'tests/reference/layer-sets.json').read_text())
    is_here = bool(os.environ.get('RENSA_TEST_TORCH'))
    formula = load_formula(root) if is_here else None
    failed = False
    print(f'1..{len(references)}')
    for title, reference in references.items():
        reason = check(rensa, formula, title, reference) if is_here else None
        failed |= reason is not None
        print(f'not ok - {title}: {reason}' if reason else f'ok - {title}'
              + ('' if is_here else ' # SKIP RENSA_TEST_TORCH names no Python with PyTorch'), flush=True)
    return failed


if __name__ == '__main__':
    sys.exit(main())
