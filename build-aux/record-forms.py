#!/usr/bin/env python3
# record-forms.py: runs the form of each function and link in Chainer and PyTorch on its samples, and keeps what came out.
# SPDX-License-Identifier: MIT
"""Usage: record-forms.py [--keep LIBRARY] FORMS SOURCE_ROOT [FUNCTION ...]

FORMS is the program tests/conformance/test-forms of a build. Run it with a Python that has Chainer 7.8.1 (NumPy
1.24.2) and PyTorch. Values and first gradients are compared with those of Rensa, in float64; what is found goes to
tests/reference/forms.json, of which test-forms tells whether it holds for the forms as they are. Of a LIBRARY that is
kept, as of other functions where some are named, the old results stay.

A sample is "equal" (to 1e-9), or "limit: …" where LIMITS gives the reason why the other library cannot do the same,
or the error or difference, which fails the test.
"""

import argparse
import json
import math
import pathlib
import subprocess
import types
import warnings

import numpy as np

warnings.simplefilter('ignore')
# Chainer's resize_images asks for what NumPy had until 1.23.
np.float = float

EQUAL = 1e-9
# Of what Chainer does in float32 alone.
EQUAL_SINGLE = 1e-5

# (library, function, sample or None for all): why the other cannot do what is done here.
LIMITS = {}


def load_limits(path):
    for library, function, sample, reason in json.loads(path.read_text()):
        LIMITS[library, function, sample] = reason


def array(json_array):
    if json_array is None:
        return None
    values = np.array([float(v) for v in json_array['values']], dtype='float64')
    return values.reshape(json_array['shape']).astype(json_array['dtype'])


def flatten(result):
    if isinstance(result, (tuple, list)):
        return [y for part in result for y in flatten(part)]
    return [] if result is None else [result]


def compare(got, want, what, equal=EQUAL):
    """None where they agree, else what is different."""
    got = np.asarray(got)
    if got.shape != want.shape:
        return f'{what} has shape {got.shape}, not {want.shape}'
    with np.errstate(all='ignore'):
        a, b = got.astype('float64'), want.astype('float64')
        far = np.abs(a - b) / np.maximum(1, np.abs(b))
    far = np.where((a == b) | (np.isnan(a) & np.isnan(b)), 0, far)
    worst = far.max() if far.size else 0
    return None if worst <= equal else f'{what} differs by {worst:.2g}'


def describe(error):
    lines = [line.strip() for line in str(error).strip().splitlines() if line.strip()]
    return f'{type(error).__name__}: {" ".join(lines)[:120]}'


def run_chainer(function, sample):
    from chainer.utils.type_check import InvalidType
    try:
        return run_chainer_in('float64', sample, EQUAL)
    except InvalidType as error:
        if 'float32' not in str(error):
            raise
        return run_chainer_in('float32', sample, EQUAL_SINGLE)


def run_chainer_in(dtype, sample, equal):
    import chainer
    import chainer.functions as F
    inputs = [array(x) for x in sample['inputs']]
    inputs = [x.astype(dtype) if x is not None and x.dtype.kind == 'f' else x for x in inputs]
    x = [chainer.Variable(a) if a is not None and a.dtype.kind == 'f' else a for a in inputs]
    scope = {'chainer': chainer, 'F': F, 'np': np, 'x': x}
    exec(sample['functions'], scope)
    with chainer.using_config('dtype', np.dtype(dtype)):
        outputs = flatten(eval(sample['call'], scope))
        for i, want in enumerate(sample['outputs']):
            difference = compare(chainer.as_array(outputs[i]), array(want), f'output {i}', equal)
            if difference:
                return difference
        weighted = [F.sum(y * array(w).astype(dtype)) for y, w in zip(outputs, sample['weights'])
                    if isinstance(y, chainer.Variable) and y.requires_grad and w is not None and y.dtype.kind == 'f']
        if not weighted or not any(sample['grads']):
            return 'equal'
        total = weighted[0]
        for part in weighted[1:]:
            total += part
        if total.creator is None:
            return 'equal'
        total.backward()
    return compare_grads([v.grad for v in x if isinstance(v, chainer.Variable)], sample, equal)


def run_chainer_link(link, sample):
    from chainer.utils.type_check import InvalidType
    try:
        return run_chainer_link_in('float64', sample, EQUAL)
    except InvalidType as error:
        if 'float32' not in str(error):
            raise
        return run_chainer_link_in('float32', sample, EQUAL_SINGLE)


def run_chainer_link_in(dtype, sample, equal):
    import chainer
    import chainer.functions as F
    import chainer.links as L
    from chainer import initializers
    scope = {'chainer': chainer, 'F': F, 'L': L, 'initializers': initializers, 'np': np}
    exec(sample['class'], scope)
    with chainer.using_config('dtype', np.dtype(dtype)):
        scope['link'] = eval(sample['constructor'], scope)
        x = [array(x) for x in sample['inputs'] if x is not None]
        scope['x'] = [a.astype(dtype) if a.dtype.kind == 'f' else a for a in x]
        outputs = flatten(eval(f'link({sample["call"]}, {sample["arguments"]})', scope))
        for i, want in enumerate(sample['outputs']):
            difference = compare(chainer.as_array(outputs[i]), array(want), f'output {i}', equal)
            if difference:
                return difference
    return 'equal'


def run_torch(function, sample):
    import torch
    from torch.nn import functional
    torch.manual_seed(0)
    inputs = [array(x) for x in sample['inputs']]
    x = [None if a is None else torch.tensor(a.astype('int64') if a.dtype.kind == 'i' else a) for a in inputs]
    leaves = [v for v in x if v is not None and v.dtype.is_floating_point]
    for v in leaves:
        v.requires_grad_()
    text = function['torch'].format_map(Arguments(make_arguments(function, sample)))
    scope = {'torch': torch, 'F': functional, 'x': x, 'self': types.SimpleNamespace(training=True), 'math': math}
    outputs = flatten(eval(text, scope))
    for i, want in enumerate(sample['outputs']):
        difference = compare(outputs[i].detach().numpy(), array(want), f'output {i}')
        if difference:
            return difference
    weighted = [(y * torch.tensor(array(w))).sum() for y, w in zip(outputs, sample['weights'])
                if y.requires_grad and w is not None]
    if not weighted or not any(sample['grads']):
        return 'equal'
    sum(weighted).backward()
    return compare_grads([None if v.grad is None else v.grad.numpy() for v in leaves], sample)


def compare_grads(grads, sample, equal=EQUAL):
    """Those of Rensa belong to the floating inputs that have one; without influence it is zero or missing."""
    wanted = [array(g) for g in sample['grads']]
    if len(wanted) != len(grads):
        return 'equal'
    for i, (grad, want) in enumerate(zip(grads, wanted)):
        if want is None and grad is None:
            continue
        shape = want.shape if want is not None else grad.shape
        difference = compare(np.zeros(shape) if grad is None else grad, np.zeros(shape) if want is None else want,
                             f'gradient {i}', equal)
        if difference:
            return difference
    return 'equal'


def make_arguments(function, sample):
    """{name: Python text} of inputs and attributes; the inputs are entries of x."""
    arguments = {attr['name']: repr(sample['attrs'].get(attr['name'], attr['default'])) for attr in function['attrs']}
    specs = function['inputs']
    rest = [f'x[{i}]' if value is not None else 'None' for i, value in enumerate(sample['inputs'])]
    for k, spec in enumerate(specs):
        name = spec.split(':')[0]
        if name.endswith('*'):
            n = len(rest) - (len(specs) - k - 1)
            arguments[name[:-1]] = '[' + ', '.join(rest[:n]) + ']'
            rest = rest[n:]
        else:
            arguments[name.rstrip('?')] = rest.pop(0) if rest else 'None'
    return arguments


class Arguments(dict):
    """Fills a template: "{x}", "{xs[0]}"."""

    class Text(str):
        def __getitem__(self, i):
            return f'{self}[{i}]'

    def __getitem__(self, key):
        return self.Text(super().__getitem__(key))


def record(library, run, function):
    statuses = []
    for i, sample in enumerate(function['samples']):
        np.random.seed(0)
        try:
            status = run(function, sample)
        except Exception as error:
            status = describe(error)
        name = function['name']
        reason = LIMITS.get((library, name, i)) or LIMITS.get((library, name, None))
        statuses.append(status if status == 'equal' or not reason else f'limit: {reason}')
    return {'hash': function[f'{library}_hash'], 'samples': statuses}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('--keep', action='append', default=[])
    parser.add_argument('forms')
    parser.add_argument('root')
    parser.add_argument('functions', nargs='*')
    args = parser.parse_args()
    path = pathlib.Path(args.root, 'tests/reference/forms.json')
    results = json.loads(path.read_text()) if path.exists() else {}
    text = subprocess.run([args.forms, '--dump'], check=True, capture_output=True, text=True).stdout
    load_limits(path.with_name('forms-limits.json'))

    for line in text.splitlines():
        function = json.loads(line)
        run_here = run_chainer_link if 'link' in function else run_chainer
        if 'link' in function:
            function |= {'name': 'links/' + function['link'], 'chainer': True}
        if args.functions and function['name'] not in args.functions:
            continue
        old = results.pop(function['name'], {})
        new = {library: old[library] for library in args.keep if library in old}
        for library, run in (('chainer', run_here), ('torch', run_torch)):
            if library not in args.keep and function.get(library):
                new[library] = record(library, run, function)
                for i, status in enumerate(new[library]['samples']):
                    if status != 'equal':
                        print(f'{library}, {function["name"]}, sample {i}: {status}')
        results[function['name']] = new
    lines = [f'"{name}": {json.dumps(results[name])}' for name in sorted(results)]
    path.write_text('{\n' + ',\n'.join(lines) + '\n}\n')


if __name__ == '__main__':
    main()
