#!/usr/bin/env python3
# record-onnx-nets.py: writes networks of operators that Chainer's exporter does not write, as ONNX
# files with the results of ONNX Runtime.
# SPDX-License-Identifier: MIT
"""Usage: PYTHON record-onnx-nets.py FOLDER

PYTHON is an interpreter with the packages onnx, onnxruntime and numpy. Writes the networks to
FOLDER (tests/reference/onnx), next to those of Chainer's exporter, and enters them in its
index.json, replacing entries of the same names.
"""

import itertools
import json
import pathlib
import sys

import numpy
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

OPSET = 17
IR_VERSION = 8
N_STEPS, N_EXAMPLES, N_INPUTS, N_UNITS = 5, 2, 3, 4
RANDOM = numpy.random.default_rng(0)


def draw(*shape):
    return RANDOM.normal(size=shape).astype('float32')


def make_top(axis, **attrs):
    """The first three elements and their indices, with ties, of which the first counts."""
    x = numpy.round(2 * draw(4, 5)) / 2
    node = helper.make_node('TopK', ['x', 'k'], ['values', 'places'], axis=axis, **attrs)
    return node, {'x': x}, {'k': numpy.array([3], 'int64')}


def make_gru(direction, has_state, has_bias):
    """A GRU whose reset gate is applied before the product."""
    n = 2 if direction == 'bidirectional' else 1
    inputs = {'x': draw(N_STEPS, N_EXAMPLES, N_INPUTS)}
    weights = {'W': draw(n, 3 * N_UNITS, N_INPUTS), 'R': draw(n, 3 * N_UNITS, N_UNITS)}
    if has_bias:
        weights['B'] = draw(n, 6 * N_UNITS)
    if has_state:
        inputs['h0'] = draw(n, N_EXAMPLES, N_UNITS)
    names = ['x', 'W', 'R', 'B' if has_bias else '', '', *(['h0'] if has_state else [])]
    return helper.make_node('GRU', names, ['ys', 'h'], hidden_size=N_UNITS, direction=direction), inputs, weights


def list_nets():
    yield 'top_largest', *make_top(1)
    yield 'top_smallest', *make_top(0, largest=0)
    for direction, has_state in itertools.product(('forward', 'reverse', 'bidirectional'), (False, True)):
        yield f'gru_early_{direction}{"_state" if has_state else ""}', *make_gru(direction, has_state, has_bias=has_state)


def describe(kind, arrays):
    """Keys of the archive of arrays, names, shapes and types."""
    return [{'key': f'{kind}{i}', 'name': name, 'shape': list(array.shape), 'dtype': str(array.dtype)} for i, (name, array) in enumerate(arrays.items())]


def record(folder, name, node, inputs, weights):
    """The line of the index."""
    outputs = [helper.make_tensor_value_info(output, TensorProto.INT64 if output == 'places' else TensorProto.FLOAT, None) for output in node.output]
    graph = helper.make_graph([node], name, [helper.make_tensor_value_info(key, TensorProto.FLOAT, x.shape) for key, x in inputs.items()], outputs,
                              [numpy_helper.from_array(array, key) for key, array in weights.items()])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid('', OPSET)], ir_version=IR_VERSION, producer_name='onnx')
    file = f'{name}.opset{OPSET}.onnx'
    onnx.save(model, folder / file)
    found = dict(zip(node.output, onnxruntime.InferenceSession(folder / file).run(None, inputs)))
    numpy.savez(folder / f'{name}.npz', **{f'x{i}': x for i, x in enumerate(inputs.values())}, **{f'y{i}': y for i, y in enumerate(found.values())})
    return {'name': name, 'files': {str(OPSET): file}, 'operators': {str(OPSET): [node.op_type]}, 'inputs': describe('x', inputs),
            'outputs': describe('y', found), 'confirmed_by': [f'onnxruntime, opset {OPSET}'], 'parameters': [], 'arrays': f'{name}.npz',
            'rtol': 0.0001, 'atol': 1e-05}


def main():
    folder = pathlib.Path(sys.argv[1])
    index = json.loads((folder / 'index.json').read_text())
    made = [record(folder, *net) for net in list_nets()]
    names = {model['name'] for model in made}
    models = [model for model in index.pop('models') if model['name'] not in names] + made
    head = ',\n'.join(f'{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}' for key, value in index.items())
    (folder / 'index.json').write_text('{' + head + ',\n"models": [\n' + ',\n'.join(json.dumps(model, ensure_ascii=False) for model in models) + '\n]}\n')


if __name__ == '__main__':
    main()
