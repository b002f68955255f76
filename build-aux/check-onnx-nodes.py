#!/usr/bin/env python3
# check-onnx-nodes.py: reports the results of the tests that the package onnx has for each operator.
# SPDX-License-Identifier: MIT
"""Usage: PYTHON check-onnx-nodes.py RENSA [PART...]

PYTHON is an interpreter with the packages onnx and numpy. Generates the node tests of the package,
adds its tests of whole models with their data, runs RENSA predict on each, and counts how many
passed with the tolerances of the package; which were rejected with a message, by operator; and
which failed: with other numbers, or without a message. If an operator accepts an input only as a
constant, all inputs but the first become constants of the file. With PART, runs only tests whose
names contain it.
"""

import collections
import copy
import pathlib
import re
import subprocess
import sys
import tempfile
import warnings

import numpy
import onnx
from onnx import numpy_helper
from onnx.backend.test import loader
from onnx.backend.test.case.node import collect_testcases

FOLDERS = ('simple', 'pytorch-converted', 'pytorch-operator')
NODE = re.compile(r'node “[^”]*” \((\w+), version \d+\): (.*)')


def read_tensor(path):
    return numpy_helper.to_array(onnx.TensorProto.FromString(path.read_bytes()))


def read_case(folder):
    """A test stored in files: a model with a set of inputs and outputs."""
    data = folder / 'test_data_set_0'
    sets = [[read_tensor(path) for path in sorted(data.glob(f'{kind}_*.pb'), key=lambda path: int(path.stem.split('_')[1]))]
            for kind in ('input', 'output')]
    return folder.name, onnx.load(folder / 'model.onnx'), sets[0], sets[1], 1e-3, 1e-7


def list_cases():
    """Name, model, inputs, outputs, tolerances."""
    for case in collect_testcases(None):
        inputs, outputs = case.data_sets[0]
        yield case.name, case.model, inputs, outputs, case.rtol, case.atol
    for kind in FOLDERS:
        for folder in sorted((pathlib.Path(loader.__file__).parent.parent / 'data' / kind).iterdir()):
            try:
                yield read_case(folder)
            except Exception:  # Sequences, which are not arrays.
                yield folder.name, onnx.load(folder / 'model.onnx'), [None], [], 0, 0


def are_equal(found, expected, rtol, atol):
    if found.shape != expected.shape:
        return False
    if expected.dtype.kind in 'fc' or expected.dtype.kind == 'V':
        return numpy.allclose(found.astype(float), expected.astype(float), rtol=rtol, atol=atol, equal_nan=True)
    return numpy.array_equal(found, expected)


def shorten(sentence):
    """Returns the error message without the names of the file and of the node."""
    match = NODE.search(sentence)
    return (match[1], match[2]) if match else ('', sentence.split(': ', 2)[-1])


def fix_inputs(case):
    """Returns the same model with all inputs but the first stored in the file, as in real models,
    where shapes, axes and weights of operators are constants.
    """
    name, model, inputs, outputs, rtol, atol = case
    model = copy.deepcopy(model)
    for value, array in zip(model.graph.input[1:], inputs[1:]):
        model.graph.initializer.append(numpy_helper.from_array(numpy.asarray(array), value.name))
    return name, model, inputs[:1], outputs, rtol, atol


def run_case(rensa, folder, case):
    """'passed', 'refused' or 'failed', and the message to report."""
    _, model, inputs, outputs, rtol, atol = case
    model_path, in_path, out_path = (folder / name for name in ('model.onnx', 'in.npz', 'out.npz'))
    model_path.write_bytes(model.SerializeToString())
    are_arrays = all(isinstance(x, (numpy.ndarray, numpy.generic)) for x in (*inputs, *outputs))
    numpy.savez(in_path, **{f'x{i}': x for i, x in enumerate(inputs) if are_arrays and x.dtype.kind in 'biuf'})
    out_path.unlink(missing_ok=True)
    result = subprocess.run([rensa, 'predict', model_path, in_path, '--out', out_path], capture_output=True, text=True, check=False)
    if result.returncode == 1 and 'constant' in result.stderr and len(inputs) > 1:
        return run_case(rensa, folder, fix_inputs(case))
    if result.returncode == 1:
        return 'refused', shorten(result.stderr.strip())
    if result.returncode != 0:
        return 'failed', f'ended with {result.returncode}: {result.stderr.strip()}'
    answers = numpy.load(out_path)
    for i, expected in enumerate(outputs):
        found = answers['y' if len(outputs) == 1 else f'y{i}']
        if not are_equal(found, numpy.asarray(expected), rtol, atol):
            return 'failed', f'output {i} is {found.ravel()[:6]} {found.shape}, not {numpy.ravel(expected)[:6]} {numpy.shape(expected)}'
    return 'passed', None


def main():
    warnings.simplefilter('ignore')
    rensa, *parts = sys.argv[1:]
    counts, refused, reasons = collections.Counter(), collections.Counter(), collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        for case in list_cases():
            if parts and not any(part in case[0] for part in parts):
                continue
            verdict, what = run_case(rensa, pathlib.Path(folder), case)
            counts[verdict] += 1
            if verdict == 'failed':
                print(f'{case[0]}: {what}')
            elif verdict == 'refused':
                refused[what[0] or 'the file'] += 1
                reasons[what] += 1
    for (operator, reason), n in sorted(reasons.items()):
        print(f'{n:5} {operator or "the file"}: {reason}')
    print(', '.join(f'{name} {n}' for name, n in sorted(refused.items())))
    print(f'{sum(counts.values())} tests: {counts["passed"]} passed, {counts["refused"]} refused, {counts["failed"]} failed')
    return 1 if counts['failed'] else 0


if __name__ == '__main__':
    sys.exit(main())
