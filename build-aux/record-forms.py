#!/usr/bin/env python3
# record-forms.py: runs the form of each function and link in Chainer, PyTorch and ONNX on its
# samples, and records the results.
# SPDX-License-Identifier: MIT
"""Usage: record-forms.py [--keep LIBRARY] [--all] FORMS SOURCE_ROOT [NAME ...]

Runs the forms that differ from the recorded ones, those of the components NAME ("relu",
"links/Highway"), and all with --all. A text that several forms use changes them all.

FORMS is the program tests/conformance/test-forms of a build, or test-onnx-forms. Run the first with
a Python that has Chainer 7.8.1 (NumPy 1.24.2) and PyTorch: values and first gradients are compared
with those of Rensa, in float64. Run the second with a Python that has onnxruntime, which runs the
files made of the samples, and onnx, which checks them: only the values are compared, in test mode
and float32. The results are written to tests/reference/forms.json; FORMS checks whether they apply
to the current forms. Results of LIBRARY with --keep, and of libraries that FORMS does not cover, are
kept.

A sample is "equal" (to 1e-9), or "limit: …" if LIMITS gives a reason why the other library does not
support it, or the error or difference, which fails the test.
"""

import argparse
import ast
import base64
import json
import math
import pathlib
import subprocess
import types
import warnings

import numpy as np

warnings.simplefilter('ignore')
# Chainer's resize_images uses a name that NumPy removed in 1.24.
np.float = float

EQUAL = 1e-9
# Functions that Chainer supports only in float32.
EQUAL_SINGLE = 1e-5

# In the order of the file.
LIBRARIES = ('chainer', 'torch', 'onnx')

# (library, function, sample or None for all): reason why the other library does not support it.
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
    """Returns None if they agree, else a description of the difference."""
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


def run_chainer(sample, runtime):
    """Some functions support only float32."""
    from chainer.utils.type_check import InvalidType
    run = run_chainer_link_in if sample['chainer']['constructor'] else run_chainer_in
    try:
        return run('float64', sample, EQUAL)
    except InvalidType as error:
        if 'float32' not in str(error):
            raise
        return run('float32', sample, EQUAL_SINGLE)


def run_chainer_in(dtype, sample, equal):
    import chainer
    import chainer.functions as F
    inputs = [array(x) for x in sample['inputs']]
    inputs = [x.astype(dtype) if x is not None and x.dtype.kind == 'f' else x for x in inputs]
    x = [chainer.Variable(a) if a is not None and a.dtype.kind == 'f' else a for a in inputs]
    scope = {'chainer': chainer, 'F': F, 'np': np, 'x': x}
    exec(sample['chainer']['functions'], scope)
    with chainer.using_config('dtype', np.dtype(dtype)):
        outputs = flatten(eval(sample['chainer']['call'], scope))
        difference = compare_all([chainer.as_array(y) for y in outputs], sample, equal)
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


def run_chainer_link_in(dtype, sample, equal):
    import chainer
    import chainer.functions as F
    import chainer.links as L
    from chainer import initializers
    scope = {'chainer': chainer, 'F': F, 'L': L, 'initializers': initializers, 'np': np}
    exec(sample['chainer']['functions'], scope)
    with chainer.using_config('dtype', np.dtype(dtype)):
        scope['link'] = eval(sample['chainer']['constructor'], scope)
        x = [array(x) for x in sample['inputs'] if x is not None]
        scope['x'] = [a.astype(dtype) if a.dtype.kind == 'f' else a for a in x]
        outputs = flatten(eval(sample['chainer']['call'], scope))
        return compare_all([chainer.as_array(y) for y in outputs], sample, equal) or 'equal'


def run_torch(sample, runtime):
    import torch
    from torch import nn
    torch.set_default_dtype(torch.float64)
    torch.manual_seed(0)
    inputs = [array(x) for x in sample['inputs']]
    x = [None if a is None else torch.tensor(a.astype('int64') if a.dtype.kind == 'i' else a) for a in inputs]
    scope = {'torch': torch, 'nn': nn, 'F': nn.functional, 'x': x, 'self': types.SimpleNamespace(training=True),
             'math': math, 'ast': ast, 'np': np}
    exec(runtime, scope)
    exec(sample['torch']['functions'], scope)
    return run_torch_link(sample, scope) if sample['torch']['constructor'] else run_torch_function(sample, scope)


def run_torch_link(sample, scope):
    """Calls it once like a program does, so that all sizes are known and the parameters can be drawn."""
    link = scope['link'] = eval(sample['torch']['constructor'], scope)
    eval(sample['torch']['call'], scope)
    scope['draw_parameters'](link)
    for module in link.modules():
        getattr(module, 'reset_state', lambda: None)()
    outputs = flatten(eval(sample['torch']['call'], scope))
    return compare_all([y.detach().numpy() for y in outputs], sample, EQUAL) or 'equal'


def run_torch_function(sample, scope):
    import torch
    leaves = [v for v in scope['x'] if v is not None and v.dtype.is_floating_point]
    for v in leaves:
        v.requires_grad_()
    outputs = flatten(eval(sample['torch']['call'], scope))
    difference = compare_all([y.detach().numpy() for y in outputs], sample, EQUAL)
    if difference:
        return difference
    weighted = [(y * torch.tensor(array(w))).sum() for y, w in zip(outputs, sample['weights'])
                if y.requires_grad and w is not None]
    if not weighted or not any(sample['grads']):
        return 'equal'
    sum(weighted).backward()
    return compare_grads([None if v.grad is None else v.grad.numpy() for v in leaves], sample)


def compare_all(outputs, sample, equal):
    """Returns None if all known outputs agree."""
    for i, want in enumerate(sample['outputs']):
        difference = compare(outputs[i], array(want), f'output {i}', equal)
        if difference:
            return difference
    return None


def run_onnx(sample, runtime):
    """Writes the form as a file, which is checked by onnx if that is installed, and run by
    onnxruntime in float32.
    """
    import onnxruntime
    model = base64.b64decode(sample['model'])
    check_onnx(model)
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    session = onnxruntime.InferenceSession(model, options, providers=['CPUExecutionProvider'])
    inputs = [array(x) for x in sample['inputs'] if x is not None]
    outputs = session.run(None, {f'x{i}': x for i, x in enumerate(inputs)})
    return compare_all(outputs, sample, EQUAL_SINGLE) or 'equal'


def check_onnx(model):
    try:
        import onnx
    except ImportError:
        return
    onnx.checker.check_model(onnx.load_from_string(model), full_check=True)


def compare_grads(grads, sample, equal=EQUAL):
    """Rensa lists the gradients of the floating inputs that have one; without influence it is zero
    or missing.
    """
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


def record(library, run, component, runtime):
    statuses = []
    for i, sample in enumerate(component['samples']):
        np.random.seed(0)
        refusal = sample.get(library, sample).get('refusal')
        try:
            status = f'limit: {refusal.removeprefix("sample: ")}' if refusal else run(sample, runtime)
        except Exception as error:
            status = describe(error)
        name = component['name']
        reason = LIMITS.get((library, name, i)) or LIMITS.get((library, name, None))
        is_known = status == 'equal' or status.startswith('limit: ') or not reason
        statuses.append(status if is_known else f'limit: {reason}')
    return {'hash': component[f'{library}_hash'], 'samples': statuses}


def has_changed(component, recorded, kept):
    return any(component.get(f'{library}_hash') != recorded.get(library, {}).get('hash')
               for library in LIBRARIES if library not in kept and f'{library}_hash' in component)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('--keep', action='append', default=[])
    parser.add_argument('--all', action='store_true')
    parser.add_argument('forms')
    parser.add_argument('root')
    parser.add_argument('names', nargs='*')
    args = parser.parse_args()
    path = pathlib.Path(args.root, 'tests/reference/forms.json')
    results = json.loads(path.read_text()) if path.exists() else {}
    text = subprocess.run([args.forms, '--dump'], check=True, capture_output=True, text=True).stdout
    load_limits(path.with_name('forms-limits.json'))

    components = [json.loads(line) for line in text.splitlines()]
    runtime = next((line['torch_runtime'] for line in components if 'torch_runtime' in line), None)

    for component in components:
        if 'link' in component:
            component['name'] = 'links/' + component['link']
        name = component.get('name')
        if not name or not (args.all or name in args.names or has_changed(component, results.get(name, {}), args.keep)):
            continue
        old = results.pop(name, {})
        results[name] = {library: result for library, result in old.items()
                         if library in args.keep or f'{library}_hash' not in component}
        for library, run in (('chainer', run_chainer), ('torch', run_torch), ('onnx', run_onnx)):
            if library not in args.keep and component.get(f'{library}_hash'):
                results[name][library] = record(library, run, component, runtime)
                for i, status in enumerate(results[name][library]['samples']):
                    if status != 'equal':
                        print(f'{library}, {name}, sample {i}: {status}')
    lines = [f'"{name}": {json.dumps({k: results[name][k] for k in LIBRARIES if k in results[name]})}' for name in sorted(results)]
    path.write_text('{\n' + ',\n'.join(lines) + '\n}\n')


if __name__ == '__main__':
    main()
